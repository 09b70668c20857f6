//! Prints what the tools say of a schema: `cargo run -p pyxsd-tools --example inspect -- FOLDER ENTRY full|compact|overview [ID…]`; the variable `BYTES` bounds a stub.

#![allow(clippy::print_stdout)]

use pyxsd_schema::{CompileOptions, Resolver, compile};
use pyxsd_tools::inspect::{StubForm, describe, overview, stub};
use pyxsd_tools::{Component, Ids, Lookup};
use std::path::PathBuf;

struct Folder(PathBuf);

impl Resolver for Folder {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(self.0.join(path)).ok()
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, entry, view, names @ ..] = arguments.as_slice() else {
        println!("FOLDER ENTRY overview|compact|full|components [ID…]");
        return;
    };
    let entries = [entry.clone()];
    let schema = match compile(&entries, &CompileOptions::default(), &mut Folder(folder.into())) {
        Ok(schema) => schema,
        Err(error) => return println!("{error:?}"),
    };
    let ids = Ids::new(&schema);
    let found = |name: &String| match ids.find(name, &[]) {
        Lookup::Found(component) => Some(component),
        _ => None,
    };
    let bytes = std::env::var("BYTES").ok().and_then(|bytes| bytes.parse().ok()).unwrap_or(4 << 20);
    let components: Vec<Component> = names.iter().filter_map(found).collect();
    match view.as_str() {
        "full" => println!("{}", stub(&ids, &components, 2, StubForm::Full, bytes)),
        "compact" => println!("{}", stub(&ids, &components, 2, StubForm::Compact, bytes)),
        "components" => println!("{:#?}", describe(&ids, &components, 2)),
        _ => println!("{:#?}", overview(&ids, &entries)),
    }
}
