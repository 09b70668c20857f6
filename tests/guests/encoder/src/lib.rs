//! A component of the world `records` that leaves in `/out` what the name of its file says.

/// What `wit-bindgen` makes of the WIT package, and the component's exports.
#[allow(missing_docs, unsafe_code, clippy::all)]
mod bindings {
    wit_bindgen::generate!({ path: "../../../wit", world: "records" });

    export!(Hostile with_types_in self);

    use crate::Hostile;
}

use bindings::exports::pyxsd::worker::columns::Chunk;
use bindings::exports::pyxsd::worker::encoding::{self, EncodingFailure, Plan, Written};
use std::cell::Cell;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write as _;

struct Hostile;

/// A file that is to be left.
pub struct Output {
    file: String,
    rows: Cell<u64>,
}

impl encoding::Guest for Hostile {
    type Encoder = Output;
}

impl encoding::GuestEncoder for Output {
    fn create(plan: Plan) -> Result<encoding::Encoder, EncodingFailure> {
        Ok(encoding::Encoder::new(Output { file: plan.file, rows: Cell::new(0) }))
    }

    fn write(&self, chunk: Chunk) -> Result<(), EncodingFailure> {
        self.rows.set(self.rows.get() + u64::from(chunk.rows));
        Ok(())
    }

    fn finish(&self) -> Result<Written, EncodingFailure> {
        let path = format!("/out/{}", self.file);
        let stem = self.file.split('.').next().unwrap_or(&self.file);
        let done = match stem {
            "link" => link(&self.file),
            "folder" => fs::create_dir(&path),
            "twice" => fs::write(&path, "x").and_then(|()| fs::hard_link(&path, format!("{path}.2"))),
            "surprise" => fs::write(&path, "x").and_then(|()| fs::write(format!("{path}.2"), "x")),
            "nothing" => Ok(()),
            "flood" => flood(&path),
            "hole" => File::create(&path).and_then(|file| file.set_len(1 << 40)),
            "many" => many(),
            "unwritable" => return Err(EncodingFailure::Unwritable("on purpose".to_owned())),
            "large" => return Err(EncodingFailure::TooLarge(7)),
            "sees" => fs::write(&path, sees().join("\n")),
            "fewer" => {
                self.rows.set(self.rows.get() - 1);
                fs::write(&path, "plain")
            }
            name => {
                act(name);
                fs::write(&path, "plain")
            }
        };
        done.map_err(|cause| EncodingFailure::InvalidArgument(cause.to_string()))?;
        Ok(Written { rows: self.rows.get(), bytes: 5 })
    }
}

/// What does not end, or ends badly; other names do nothing.
fn act(name: &str) {
    match name {
        "loop" => loop {
            black_box(());
        },
        "wait" => std::thread::sleep(std::time::Duration::from_secs(86_400)),
        "panic" => panic!("on purpose"),
        "memory-bomb" => {
            let mut held: Vec<Vec<u8>> = Vec::new();
            loop {
                held.push(black_box(vec![1; 1 << 20]));
            }
        }
        _ => {}
    }
}

/// A link that leads out, where making one succeeds.
#[allow(unsafe_code)]
fn link(file: &str) -> std::io::Result<()> {
    unsafe extern "C" {
        fn symlink(target: *const std::ffi::c_char, link: *const std::ffi::c_char) -> i32;
    }
    let link = std::ffi::CString::new(format!("/out/{file}"))?;
    // SAFETY: both are strings of C that live through the call.
    match unsafe { symlink(c"../../etc/passwd".as_ptr(), link.as_ptr()) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

fn flood(path: &str) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    let block = vec![7; 1 << 20];
    loop {
        file.write_all(&block)?;
    }
}

fn many() -> std::io::Result<()> {
    (0_u64..).try_for_each(|number| fs::write(format!("/out/{number}"), ""))
}

/// Which places it can look into.
fn sees() -> Vec<String> {
    let places = ["/capture", "/out", "/out/..", "/", ".", "/tmp", "/etc/passwd", "/out/../capture"];
    let seen = |place: &&&str| fs::read_dir(place).is_ok() || fs::read(place).is_ok();
    places.iter().filter(seen).map(|place| (*place).to_owned()).collect()
}
