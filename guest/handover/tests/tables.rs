//! The tables that the tests of Python transforms read: `guest/transform/tests/tables/<case>` has a schema and a document, and the tables of the
//! two kinds of binding. `UPDATE_EXPECT=1` writes them anew.

use pyxsd_handover::node_table;
use pyxsd_schema::{CompileOptions, Resolver};
use pyxsd_validator::{Binding, ValidateOptions};
use std::fs;
use std::path::{Path, PathBuf};

struct Folder(PathBuf);

impl Resolver for Folder {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.0.join(path)).ok()
    }
}

fn table(case: &Path, binding: Binding) -> Vec<u8> {
    let entries = ["schema.xsd".to_owned()];
    let compiled = pyxsd_schema::compile(&entries, &CompileOptions::default(), &mut Folder(case.to_owned()));
    let mut schema = compiled.unwrap_or_else(|error| panic!("{}: {error:?}", case.display()));
    assert!(!schema.has_errors(), "{}: {:?}", case.display(), schema.issues);
    let document = fs::read(case.join("document.xml")).expect("the document of the case");
    node_table(&mut schema, "document.xml", &document, &ValidateOptions::default(), binding)
        .unwrap_or_else(|error| panic!("{}: {error}", case.display()))
}

#[test]
fn the_tables_of_the_python_tests_are_those_that_are_made_now() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../transform/tests/tables");
    let cases = fs::read_dir(&root).expect("the cases").map(|case| case.expect("a case").path());
    let mut seen = 0;
    for case in cases.filter(|case| case.is_dir()) {
        for (name, binding) in [("lax.table", Binding::Lax), ("strict.table", Binding::Strict)] {
            let (path, made) = (case.join(name), table(&case, binding));
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(&path, &made).expect("the table is written");
            }
            let stored = fs::read(&path).unwrap_or_default();
            assert!(stored == made, "{} is stale: run the test with UPDATE_EXPECT=1", path.display());
            seen += 1;
        }
    }
    assert!(seen > 0, "no cases in {}", root.display());
}
