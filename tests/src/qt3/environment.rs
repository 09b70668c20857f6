//! An environment built: documents in one tree, the schema, variables with their values.

use super::catalogue::{Setup, Source};
use pyxsd_datatypes::{Fraction, Moment, Primitive};
use pyxsd_document::{BuildError, Document, NodeId, View, parse_untyped};
use pyxsd_schema::{CompileOptions, Schema, SchemaTypes};
use pyxsd_validator::{Binding, ValidateOptions, validate_and_bind};
use pyxsd_xml::{ErrorKind, Names, ParseLimits};
use pyxsd_xpath::{Budget, BuiltinTypes, DynamicContext, Expression, Item, StaticContext, Types, XPathError};
use std::fs;
use std::path::Path;

/// What an expression is evaluated with.
pub struct Environment {
    schema: Option<Schema>,
    /// The names of the documents, where there is no schema whose table has them.
    own_names: Names,
    document: Document,
    item: Option<Item<NodeId>>,
    namespaces: Vec<(String, String)>,
    base_uri: Option<String>,
    variables: Vec<(String, Vec<Item<NodeId>>)>,
}

/// Why an environment cannot be built.
#[derive(Clone, Debug)]
pub enum Unbuilt {
    /// The cases that use it do not apply, and why.
    Skip(&'static str),
    /// It ought to be built.
    Failed(String),
}

impl Environment {
    /// Builds what a setup describes; `set` is the file of its cases.
    pub fn build(setup: &Setup, set: &Path) -> Result<Environment, Unbuilt> {
        let schema = if setup.schemas.is_empty() { None } else { Some(compile(&setup.schemas)?) };
        let document = Document::new(&mut Names::new());
        let base_uri = match setup.base_uri.as_deref() {
            Some("#UNDEFINED") => None,
            Some(uri) => Some(uri.to_owned()),
            None => Some(file_uri(set)),
        };
        let namespaces = setup.namespaces.clone();
        let own_names = Names::new();
        let mut environment =
            Environment { schema, own_names, document, item: None, namespaces, base_uri, variables: Vec::new() };
        environment.document = Document::new(environment.names_mut());
        for source in setup.sources.iter().filter(|source| !source.role.is_empty()) {
            environment.add(source)?;
        }
        for (name, select) in &setup.parameters {
            let value =
                environment.evaluate(select, &[]).map_err(|error| Unbuilt::Failed(format!("${name}: {error}")))?;
            environment.variables.push((name.clone(), value));
        }
        Ok(environment)
    }

    fn add(&mut self, source: &Source) -> Result<(), Unbuilt> {
        let bytes = fs::read(&source.path).map_err(|error| Unbuilt::Failed(error.to_string()))?;
        let uri = source.uri.clone().unwrap_or_else(|| file_uri(&source.path));
        let root = if source.validated { self.add_bound(&uri, &bytes)? } else { self.add_untyped(&uri, &bytes)? };
        match source.role.strip_prefix('$') {
            Some(name) => self.variables.push((name.to_owned(), vec![Item::Node(root)])),
            None => self.item = Some(Item::Node(root)),
        }
        Ok(())
    }

    fn add_untyped(&mut self, uri: &str, bytes: &[u8]) -> Result<NodeId, Unbuilt> {
        let limits = ParseLimits::default();
        let text = pyxsd_xml::Source::decode(bytes, &limits).map_err(|error| refused(&error.into()))?;
        let empty = Document::new(self.names_mut());
        let document = std::mem::replace(&mut self.document, empty);
        let (document, root) =
            parse_untyped(document, self.names_mut(), &text, Some(uri), &limits).map_err(|error| refused(&error))?;
        self.document = document;
        Ok(root)
    }

    /// Adds a validated document, which must be the only one.
    fn add_bound(&mut self, uri: &str, bytes: &[u8]) -> Result<NodeId, Unbuilt> {
        let failed = |why: &str| Unbuilt::Failed(why.to_owned());
        let schema = self.schema.as_mut().ok_or_else(|| failed("a source is validated, and there is no schema"))?;
        if !self.document.is_empty() {
            return Err(failed("a validated source beside another"));
        }
        let options = ValidateOptions::default();
        let bound = validate_and_bind(schema, uri, bytes, &options, Binding::Lax).map_err(|error| refused(&error))?;
        if let Some(issue) = bound.report.issues.first() {
            return Err(Unbuilt::Failed(format!("a source is invalid: {}", issue.message)));
        }
        self.document = bound.document;
        self.document.roots().next().ok_or_else(|| failed("the source is bound to nothing"))
    }

    fn names_mut(&mut self) -> &mut Names {
        self.schema.as_mut().map_or(&mut self.own_names, |schema| &mut schema.names)
    }

    fn names(&self) -> &Names {
        self.schema.as_ref().map_or(&self.own_names, |schema| &schema.names)
    }

    /// The in-scope schema definitions.
    fn with_types<R>(&self, act: impl FnOnce(&dyn Types) -> R) -> R {
        match &self.schema {
            Some(schema) => act(&SchemaTypes { components: &schema.components, names: &schema.names }),
            None => act(&BuiltinTypes),
        }
    }

    /// The tree.
    pub fn with_view<R>(&self, act: impl FnOnce(&View<'_>) -> R) -> R {
        self.with_types(|types| act(&View::new(&self.document, self.names(), types)))
    }

    /// The value of an expression with further variables.
    pub fn evaluate(&self, text: &str, more: &[(&str, &[Item<NodeId>])]) -> Result<Vec<Item<NodeId>>, XPathError> {
        self.with_types(|types| {
            let context = self.static_context(types, more);
            let expression = Expression::compile(text, &context)?;
            let view = View::new(&self.document, self.names(), types);
            expression.evaluate(&view, types, &self.dynamic_context(more))
        })
    }

    /// The effective boolean value of an expression with further variables.
    pub fn test(&self, text: &str, more: &[(&str, &[Item<NodeId>])]) -> Result<bool, XPathError> {
        self.with_types(|types| {
            let context = self.static_context(types, more);
            let expression = Expression::compile(text, &context)?;
            let view = View::new(&self.document, self.names(), types);
            expression.test(&view, types, &self.dynamic_context(more))
        })
    }

    fn static_context<'t>(&self, types: &'t dyn Types, more: &[(&str, &[Item<NodeId>])]) -> StaticContext<'t> {
        let mut context = StaticContext::new(types);
        for (prefix, uri) in &self.namespaces {
            match prefix.as_str() {
                "" => context.default_element_namespace.clone_from(uri),
                _ => context.namespaces.push((prefix.clone(), uri.clone())),
            }
        }
        let names = self.variables.iter().map(|(name, _)| name.as_str()).chain(more.iter().map(|(name, _)| *name));
        context.variables = names.map(|name| (String::new(), name.to_owned())).collect();
        context.base_uri.clone_from(&self.base_uri);
        context
    }

    fn dynamic_context(&self, more: &[(&str, &[Item<NodeId>])]) -> DynamicContext<NodeId> {
        let values = self.variables.iter().map(|(_, value)| value.clone());
        DynamicContext {
            item: self.item.clone(),
            variables: values.chain(more.iter().map(|(_, value)| value.to_vec())).collect(),
            now: now(),
            budget: Budget::default(),
        }
    }
}

/// A day like any other, in a timezone that is not UTC.
fn now() -> Moment {
    let (year, month, day, hour, minute, second) = (2024, 2, 29, 13, 20, 5);
    let primitive = Primitive::DateTime;
    Moment { primitive, year, month, day, hour, minute, second, fraction: Fraction::default(), timezone: Some(-300) }
}

fn refused(error: &BuildError) -> Unbuilt {
    match error {
        BuildError::Xml(xml) if xml.kind == ErrorKind::Doctype => {
            Unbuilt::Skip("documents with a DTD are refused by contract")
        }
        _ => Unbuilt::Failed(error.to_string()),
    }
}

fn file_uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn compile(paths: &[std::path::PathBuf]) -> Result<Schema, Unbuilt> {
    let entries: Vec<String> =
        paths.iter().map(|path| path.display().to_string().trim_start_matches('/').to_owned()).collect();
    let mut resolver = crate::conformance::native::FileResolver::default();
    let schema = pyxsd_schema::compile(&entries, &CompileOptions::default(), &mut resolver);
    let schema = schema.map_err(|error| Unbuilt::Failed(format!("{error:?}")))?;
    match schema.issues.iter().find(|issue| issue.severity == pyxsd_schema::Severity::Error) {
        Some(issue) => Err(Unbuilt::Failed(format!("the schema is invalid: {}", issue.message))),
        None => Ok(schema),
    }
}
