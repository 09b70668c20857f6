//! The guests of the tests as components, each built once for each run of the tests.

#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

const TARGET: &str = "wasm32-wasip2";

/// Variables that cargo sets for the tests and that must not reach a nested cargo.
const SCRUBBED: [&str; 5] =
    ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_TARGET_DIR", "RUSTC_WRAPPER"];

static HOSTILE: LazyLock<Vec<u8>> = LazyLock::new(|| build("pyxsd-hostile-guest"));
static ENCODER: LazyLock<Vec<u8>> = LazyLock::new(|| build("pyxsd-encoder-guest"));
static TRANSFORM: LazyLock<Vec<u8>> = LazyLock::new(|| build("pyxsd-transform-guest"));

/// A component of the world `worker` that misbehaves.
pub fn hostile() -> &'static [u8] {
    &HOSTILE
}

/// A component of the world `records` that misbehaves.
pub fn encoder() -> &'static [u8] {
    &ENCODER
}

/// A component of the world `transform` that does what the document says.
pub fn transform() -> &'static [u8] {
    &TRANSFORM
}

fn build(package: &str) -> Vec<u8> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the host stands in the workspace");
    let target_dir = target_dir();
    let mut cargo = Command::new(env!("CARGO"));
    for name in SCRUBBED {
        cargo.env_remove(name);
    }
    let status = cargo
        .current_dir(workspace)
        .args(["build", "--quiet", "--locked", "--package", package, "--profile", "guest", "--target", TARGET])
        .arg("--target-dir")
        .arg(&target_dir)
        .status()
        .expect("cargo starts");
    assert!(status.success(), "{package} builds");
    let file = format!("guest/{}.wasm", package.replace('-', "_"));
    std::fs::read(target_dir.join(TARGET).join(file)).expect("the component is there")
}

/// Beside the folder of the guests that the build script uses, whose flags differ.
fn target_dir() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile")
}
