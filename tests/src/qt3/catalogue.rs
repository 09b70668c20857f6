//! The suite's catalogue: sets, environments, cases and their assertions.

use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of cases.
#[derive(Debug)]
pub struct TestSet {
    /// Its name.
    pub name: String,
    /// Path of the file, which is the static base URI of its cases.
    pub path: PathBuf,
    /// The cases.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Debug)]
pub struct Case {
    /// Name of its set.
    pub set: String,
    /// Its name, unique in the set.
    pub name: String,
    /// The expression.
    pub test: String,
    /// What it is evaluated with.
    pub setup: Arc<Setup>,
    /// Type, value and whether it must be satisfied, of the case and of its set.
    pub dependencies: Vec<(String, String, bool)>,
    /// What must be true of the result.
    pub expected: Assertion,
}

impl Case {
    /// The name of the case in lists.
    pub fn key(&self) -> String {
        format!("{}\t{}", self.set, self.name)
    }
}

/// An environment as the catalogue describes it.
#[derive(Debug, Default)]
pub struct Setup {
    /// Documents.
    pub sources: Vec<Source>,
    /// Schema documents.
    pub schemas: Vec<PathBuf>,
    /// Prefixes and namespace names.
    pub namespaces: Vec<(String, String)>,
    /// Variables and the expressions that give their values.
    pub parameters: Vec<(String, String)>,
    /// Static base URI; `#UNDEFINED` for none.
    pub base_uri: Option<String>,
}

/// A document of an environment.
#[derive(Debug)]
pub struct Source {
    /// `.` for the context item, `$name` for a variable, nothing for what only `doc` reaches.
    pub role: String,
    /// Where it is.
    pub path: PathBuf,
    /// Its URI, where it is not that of the file.
    pub uri: Option<String>,
    /// Whether it is validated against the schemas.
    pub validated: bool,
}

/// What must be true of a result.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Assertion {
    True,
    False,
    Empty,
    Count(usize),
    Equal(String),
    String {
        value: String,
        normalize: bool,
    },
    DeepEqual(String),
    Permutation(String),
    Type(String),
    Expression(String),
    Xml(String),
    Error(String),
    AnyOf(Vec<Assertion>),
    AllOf(Vec<Assertion>),
    /// An assertion that the suite did not have when this was written.
    Unknown(String),
}

/// Reads the suite in a folder.
pub fn load(root: &Path) -> Result<Vec<TestSet>, String> {
    let text = read(&root.join("catalog.xml"))?;
    let document = parse(&text)?;
    let catalogue = document.root_element();
    let mut shared = BTreeMap::new();
    for node in children(catalogue, "environment") {
        shared.insert(attribute(node, "name"), Arc::new(setup(node, root)));
    }
    children(catalogue, "test-set").map(|node| load_set(root, node, &shared)).collect()
}

fn load_set(root: &Path, node: Node<'_, '_>, shared: &BTreeMap<String, Arc<Setup>>) -> Result<TestSet, String> {
    let (name, path) = (attribute(node, "name"), root.join(attribute(node, "file")));
    let text = read(&path)?;
    let document = parse(&text)?;
    let set = document.root_element();
    let folder = path.parent().unwrap_or(root).to_path_buf();
    let mut setups = shared.clone();
    for node in children(set, "environment") {
        setups.insert(attribute(node, "name"), Arc::new(setup(node, &folder)));
    }
    let of_all = dependencies(set);
    let mut cases = Vec::new();
    for node in children(set, "test-case") {
        let mut dependencies = dependencies(node);
        dependencies.extend(of_all.iter().cloned());
        cases.push(Case {
            set: name.clone(),
            name: attribute(node, "name"),
            test: children(node, "test").next().map(text_of).unwrap_or_default(),
            setup: setup_of(node, &setups, &folder)?,
            dependencies,
            expected: expectation(node, &folder)?,
        });
    }
    Ok(TestSet { name, path, cases })
}

fn setup_of(case: Node<'_, '_>, setups: &BTreeMap<String, Arc<Setup>>, folder: &Path) -> Result<Arc<Setup>, String> {
    let Some(node) = children(case, "environment").next() else { return Ok(Arc::default()) };
    let Some(name) = node.attribute("ref") else { return Ok(Arc::new(setup(node, folder))) };
    setups.get(name).cloned().ok_or_else(|| format!("{}: no environment {name}", attribute(case, "name")))
}

fn setup(node: Node<'_, '_>, folder: &Path) -> Setup {
    let source = |node: Node<'_, '_>| Source {
        role: attribute(node, "role"),
        path: folder.join(attribute(node, "file")),
        uri: node.attribute("uri").map(str::to_owned),
        validated: node.attribute("validation").is_some_and(|kind| kind != "skip"),
    };
    let pair = |node: Node<'_, '_>, a: &str, b: &str| (attribute(node, a), attribute(node, b));
    Setup {
        sources: children(node, "source").map(source).collect(),
        schemas: children(node, "schema").map(|node| folder.join(attribute(node, "file"))).collect(),
        namespaces: children(node, "namespace").map(|node| pair(node, "prefix", "uri")).collect(),
        parameters: children(node, "param").map(|node| pair(node, "name", "select")).collect(),
        base_uri: children(node, "static-base-uri").next().map(|node| attribute(node, "uri")),
    }
}

fn dependencies(node: Node<'_, '_>) -> Vec<(String, String, bool)> {
    let one = |node: Node<'_, '_>| {
        let satisfied = node.attribute("satisfied") != Some("false");
        (attribute(node, "type"), attribute(node, "value"), satisfied)
    };
    children(node, "dependency").map(one).collect()
}

fn expectation(case: Node<'_, '_>, folder: &Path) -> Result<Assertion, String> {
    let result = children(case, "result").next().and_then(|result| result.first_element_child());
    result.map_or_else(|| Err(format!("{}: no result", attribute(case, "name"))), |node| assertion(node, folder))
}

fn assertion(node: Node<'_, '_>, folder: &Path) -> Result<Assertion, String> {
    let all = |node: Node<'_, '_>| -> Result<Vec<Assertion>, String> {
        node.children().filter(Node::is_element).map(|node| assertion(node, folder)).collect()
    };
    let text = text_of(node);
    Ok(match node.tag_name().name() {
        "assert-true" => Assertion::True,
        "assert-false" => Assertion::False,
        "assert-empty" => Assertion::Empty,
        "assert-count" => Assertion::Count(text.trim().parse().map_err(|_| format!("no count: {text}"))?),
        "assert-eq" => Assertion::Equal(text),
        "assert-string-value" => {
            Assertion::String { value: text, normalize: node.attribute("normalize-space") == Some("true") }
        }
        "assert-deep-eq" => Assertion::DeepEqual(text),
        "assert-permutation" => Assertion::Permutation(text),
        "assert-type" => Assertion::Type(text),
        "assert" => Assertion::Expression(text),
        "assert-xml" => match node.attribute("file") {
            Some(file) => Assertion::Xml(read(&folder.join(file))?),
            None => Assertion::Xml(text),
        },
        "error" => Assertion::Error(attribute(node, "code")),
        "any-of" => Assertion::AnyOf(all(node)?),
        "all-of" => Assertion::AllOf(all(node)?),
        name => Assertion::Unknown(name.to_owned()),
    })
}

fn children<'a, 'i: 'a>(node: Node<'a, 'i>, name: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

fn attribute(node: Node<'_, '_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn parse(text: &str) -> Result<Document<'_>, String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| error.to_string())
}
