//! Prints the JSON Schema of elements, and judges data: for comparison with other validators of JSON (`tests/oracles/json_models.py`).
//!
//! `models FOLDER ENTRY` reads lines `ELEMENT` or `ELEMENT<TAB>DATA` and answers each with a line: the JSON Schema, the verdict (`valid`, or
//! the first error), or `none: why`.

#![allow(clippy::print_stdout)]

use pyxsd_schema::{CompileOptions, Resolver, compile};
use pyxsd_tools::Ids;
use pyxsd_tools::model::{model, validate_data};
use std::io::BufRead;
use std::path::PathBuf;

struct Folder(PathBuf);

impl Resolver for Folder {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(self.0.join(path)).ok()
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, entry] = arguments.as_slice() else { return println!("FOLDER ENTRY") };
    let schema = match compile(std::slice::from_ref(entry), &CompileOptions::default(), &mut Folder(folder.into())) {
        Ok(schema) => schema,
        Err(error) => return println!("{error:?}"),
    };
    let ids = Ids::new(&schema);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let answer = match line.split_once('\t') {
            None => model(&ids, &line, &[]).map(|model| model.schema),
            Some((element, data)) => {
                validate_data(&ids, element, &[], data).map(|verdict| match verdict.errors.first() {
                    None => "valid".to_owned(),
                    Some(error) => format!("{} {}: {}", error.pointer, error.code.as_str(), error.message),
                })
            }
        };
        println!("{}", answer.unwrap_or_else(|failure| format!("none: {failure:?}")));
    }
}
