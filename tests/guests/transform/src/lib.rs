//! A component of the world `transform` that does what the document names: the first word between `<?do` and `?>`, such as
//! `<?do copy?>`. The tests of transforms choose a misdeed by it.
//!
//! It imports what a transform may have and nothing else, and so does without most of the standard library.

use std::hint::black_box;

/// What `wit-bindgen` makes of the WIT package, and the component's exports.
#[allow(missing_docs, unsafe_code, clippy::all)]
mod bindings {
    wit_bindgen::generate!({ path: "../../../wit", world: "transform" });

    export!(Transform with_types_in self);

    use crate::Transform;
}

use bindings::exports::pyxsd::worker::transformation::{Changed, Checkpoint, Error, Failure, Guest, Outcome, Request};
use bindings::pyxsd::worker::snapshots::{self, Item};

struct Transform;

impl Guest for Transform {
    fn check(_: String, _: String) -> Result<(), Failure> {
        Ok(())
    }

    fn run(request: Request) -> Outcome {
        let mut outcome = Outcome {
            result: Err(Failure::WrongResult(String::new())),
            checkpoints: Vec::new(),
            output: String::new(),
            output_cut: false,
        };
        outcome.result = act(request, &mut outcome);
        outcome
    }
}

fn act(request: Request, outcome: &mut Outcome) -> Result<Changed, Failure> {
    let deed = deed(&request.document);
    match deed.as_str() {
        "loop" => spin(),
        "memory" => hoard(),
        "memory-and-go-on" => outcome.output = format!("refused after {} MiB", hoard_politely()),
        "memory-and-beyond" => outcome.output = format!("grew {} times", grow_and_overreach()),
        "recursion" => _ = black_box(descend(u64::MAX)),
        "panic" => panic!("on purpose"),
        "wait" => std::thread::sleep(std::time::Duration::from_secs(86_400)),
        "read" => outcome.output = format!("{:?}", std::io::Read::read(&mut std::io::stdin(), &mut [0; 8]).ok()),
        "huge" => return Ok(changed(vec![b' '; 160 << 20])),
        "large" => return Ok(changed(vec![b' '; 5 << 20])),
        "malformed" => return Ok(changed(b"<order".to_vec())),
        "bytes" => return Ok(changed(vec![0xff, 0xfe, 0, 1, 2])),
        "nothing" => return Ok(changed(Vec::new())),
        "lie" => {
            outcome.output = "valid: true, source_valid: true".to_owned();
            return Ok(changed(b"<liar valid='true'/>".to_vec()));
        }
        "many" => outcome.checkpoints = (0..100).map(|n| checkpoint(&n.to_string(), b"<a/>")).collect(),
        "some" => outcome.checkpoints = (0..30).map(|n| checkpoint(&n.to_string(), b"<a/>")).collect(),
        "checkpoints" => {
            outcome.checkpoints = vec![checkpoint("../../etc/passwd", b"<a"), checkpoint("whole", &request.document)];
        }
        "twins" => outcome.checkpoints = ["one", "two", "one"].map(|name| checkpoint(name, b"<a/>")).into(),
        "long-name" => outcome.checkpoints = vec![checkpoint(&"n".repeat(1 << 20), b"<a/>")],
        "chatty" => {
            outcome.output = "x".repeat(8 << 20);
            return Ok(Changed { document: request.document, warnings: vec!["w".repeat(10_000); 1_200] });
        }
        "lines" => return Ok(changed(vec![b'\n'; 40 << 20])),
        "large-query" => outcome.output = asked(&vec![b' '; 5 << 20], "1")?,
        "flood" => {
            let document = vec![b' '; 100 << 20];
            loop {
                _ = black_box(asked(&document, "1"));
            }
        }
        "query" => outcome.output = asked(&request.document, "count(//*), /*, //@*")?,
        "endless-query" => outcome.output = asked(&request.document, "count(for $a in 1 to 100000000 return $a + 1)")?,
        "queries-without-end" => loop {
            asked(&request.document, "count(//*)")?;
        },
        "wrong-query" => outcome.output = asked(&request.document, "1 +")?,
        "malformed-query" => outcome.output = asked(b"<a", "1")?,
        "facts" => {
            outcome.output = format!(
                "{} {} {} {}",
                request.arguments,
                request.facts,
                request.now.len(),
                request.node_table.len() > 8
            )
        }
        "raise" => return Err(raised("OnPurpose", "a message", Some(3))),
        "exit" => return Err(Failure::Exited("3".to_owned())),
        _ => {}
    }
    Ok(changed(request.document))
}

fn deed(document: &[u8]) -> String {
    let text = String::from_utf8_lossy(document);
    let inside = text.split_once("<?do ").and_then(|(_, rest)| rest.split_once("?>"));
    inside.map(|(deed, _)| deed.to_owned()).unwrap_or_default()
}

fn changed(document: Vec<u8>) -> Changed {
    Changed { document, warnings: vec!["from the component".to_owned()] }
}

fn checkpoint(name: &str, document: &[u8]) -> Checkpoint {
    Checkpoint { name: name.to_owned(), document: document.to_vec() }
}

fn raised(type_name: &str, message: &str, line: Option<u32>) -> Failure {
    Failure::Raised(Error { type_name: type_name.to_owned(), message: message.to_owned(), line })
}

fn asked(document: &[u8], expression: &str) -> Result<String, Failure> {
    let items =
        snapshots::xpath(document, expression, &[]).map_err(|error| raised(&error.code, &error.message, None))?;
    let told = items.iter().map(|item| match item {
        Item::Atomic(atomic) => atomic.value.clone(),
        Item::Node(node) => format!("{}{:?}", node.path.len(), node.name),
    });
    Ok(told.collect::<Vec<_>>().join(" "))
}

fn spin() {
    let mut count = 0_u64;
    loop {
        count = black_box(count.wrapping_add(1));
    }
}

fn hoard() {
    let mut held: Vec<Vec<u8>> = Vec::new();
    loop {
        held.push(black_box(vec![1; 1 << 20]));
    }
}

fn hoard_politely() -> usize {
    let mut held: Vec<Vec<u8>> = Vec::new();
    loop {
        let mut more: Vec<u8> = Vec::new();
        if more.try_reserve_exact(1 << 20).is_err() {
            return held.len();
        }
        more.resize(1 << 20, 1);
        held.push(black_box(more));
    }
}

/// Grows by 16 MiB as often as it may, and between that by more than 32 bits can address, which always fails.
fn grow_and_overreach() -> usize {
    const PAGES: usize = 256;
    (0..64).take_while(|_| grow(PAGES) != usize::MAX && grow(1 << 16) == usize::MAX).count()
}

#[cfg(target_arch = "wasm32")]
fn grow(pages: usize) -> usize {
    core::arch::wasm32::memory_grow::<0>(pages)
}

/// There is nothing to grow where the lints read this.
#[cfg(not(target_arch = "wasm32"))]
fn grow(_: usize) -> usize {
    usize::MAX
}

fn descend(depth: u64) -> u64 {
    let frame = black_box([depth; 64]);
    if depth == 0 { frame[0] } else { descend(depth - 1) + frame[63] }
}
