//! The catalogue of the suite: which tests apply to a version, and what each expects.

use roxmltree::{Document, Node};
use std::fs;
use std::path::{Component, Path, PathBuf};

const SUITE: &str = "http://www.w3.org/XML/2004/xml-schema-test-suite/";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const VERSIONS: [&str; 4] = ["1.0", "1.1", "1.0-1e", "1.0-2e"];

/// A test of a schema or of an instance.
#[derive(Clone, Debug)]
pub struct Test {
    /// Test set file, relative to the suite.
    pub set: String,
    /// Test group.
    pub group: String,
    /// Test name.
    pub name: String,
    /// Entry documents of the schema, absolute; empty: by hints.
    pub schemas: Vec<String>,
    /// The instance; `None` for a schema test.
    pub instance: Option<String>,
    /// Whether valid is expected.
    pub expected: bool,
}

impl Test {
    /// `schema` or `instance`.
    pub fn kind(&self) -> &'static str {
        if self.instance.is_some() { "instance" } else { "schema" }
    }
    /// The line that names the test in lists.
    pub fn key(&self) -> String {
        format!("{}\t{}\t{}\t{}", self.set, self.group, self.name, self.kind())
    }
}

/// The tests of one version, by group, and how many do not apply.
pub struct Catalogue {
    /// Groups with at least one test.
    pub groups: Vec<Vec<Test>>,
    /// Tests left out: of the other version, without a fixed expectation, or instances of a schema that is expected to be invalid.
    pub skipped: usize,
}

/// Reads the catalogue of a suite checkout.
pub fn load(root: &Path, version: &str) -> Result<Catalogue, String> {
    let mut catalogue = Catalogue { groups: Vec::new(), skipped: 0 };
    let text = read(&root.join("suite.xml"))?;
    let suite = Document::parse(&text).map_err(|error| format!("suite.xml: {error}"))?;
    for reference in suite.descendants().filter(|node| is(node, "testSetRef")) {
        let set = reference.attribute((XLINK, "href")).unwrap_or_default();
        let path = normalise(&root.join(set));
        let text = read(&path)?;
        let document = Document::parse(&text).map_err(|error| format!("{set}: {error}"))?;
        let set = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        for group in document.descendants().filter(|node| is(node, "testGroup")) {
            load_group(&mut catalogue, group, &set, &path, version);
        }
    }
    Ok(catalogue)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn is(node: &Node<'_, '_>, name: &str) -> bool {
    node.has_tag_name((SUITE, name))
}

fn load_group(catalogue: &mut Catalogue, group: Node<'_, '_>, set: &str, path: &Path, version: &str) {
    let root = group.document().root_element();
    let enclosing = [root, group].map(|node| applicable(node.attribute("version"), version));
    let (mut tests, mut schemas, mut schema_expected) = (Vec::new(), Vec::new(), None);
    for node in group.children().filter(|node| is(node, "schemaTest") || is(node, "instanceTest")) {
        let is_schema = is(&node, "schemaTest");
        let documents = documents(node, is_schema, path);
        let expected = expectation(node, version);
        if is_schema {
            schemas = documents.clone();
            schema_expected = expected;
        }
        let applies = enclosing.iter().all(|ok| *ok == Some(true))
            && applicable(node.attribute("version"), version) == Some(true);
        let under_invalid_schema = !is_schema && schema_expected == Some(false);
        let (true, false, Some(expected)) = (applies, under_invalid_schema, expected) else {
            catalogue.skipped += 1;
            continue;
        };
        tests.push(Test {
            set: set.to_string(),
            group: group.attribute("name").unwrap_or_default().to_string(),
            name: node.attribute("name").unwrap_or_default().to_string(),
            schemas: schemas.clone(),
            instance: if is_schema { None } else { documents.into_iter().next() },
            expected,
        });
    }
    if !tests.is_empty() {
        catalogue.groups.push(tests);
    }
}

fn documents(node: Node<'_, '_>, is_schema: bool, path: &Path) -> Vec<String> {
    let name = if is_schema { "schemaDocument" } else { "instanceDocument" };
    let folder = path.parent().unwrap_or(path);
    node.children()
        .filter(|child| is(child, name))
        .filter_map(|child| child.attribute((XLINK, "href")))
        .map(|href| normalise(&folder.join(href)).to_string_lossy().into_owned())
        .collect()
}

/// `version` of a set, group or test: any token suffices. `None` where it rests on an optional feature that nobody pinned.
fn applicable(tokens: Option<&str>, version: &str) -> Option<bool> {
    let tokens: Vec<&str> = tokens.unwrap_or_default().split_whitespace().collect();
    if tokens.is_empty() || tokens.contains(&version) {
        return Some(true);
    }
    let features: Vec<&&str> = tokens.iter().filter(|token| !VERSIONS.contains(token)).collect();
    if features.is_empty() || (version == "1.0" && features.iter().all(|token| token.ends_with("-in-CTA"))) {
        return Some(false);
    }
    None
}

/// The outcome that `expected` elements give: all tokens of one must hold, and one for the version wins over a general one.
/// `None` where the outcome is not fixed.
fn expectation(node: Node<'_, '_>, version: &str) -> Option<bool> {
    let (mut best, mut general) = (None, None);
    for expected in node.children().filter(|child| is(child, "expected")) {
        let tokens: Vec<&str> = expected.attribute("version").unwrap_or_default().split_whitespace().collect();
        let validity = expected.attribute("validity");
        if tokens.is_empty() {
            general = validity;
        } else if tokens.contains(&version) && tokens.iter().all(|token| VERSIONS.contains(token)) {
            best = validity;
        }
    }
    match best.or(general) {
        Some("valid") => Some(true),
        Some("invalid") => Some(false),
        _ => None,
    }
}

fn normalise(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}
