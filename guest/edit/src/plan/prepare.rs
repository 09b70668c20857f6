//! A step whose names are resolved and whose expressions are compiled.

use super::name::{self, GivenName};
use crate::{Content, EditError, Operation, Selection, Step, StepPart};
use pyxsd_schema::{Schema, SchemaTypes};
use pyxsd_xpath::{Expression, StaticContext};

/// A selection that can be evaluated.
pub(crate) enum Route {
    Expression(Expression),
    /// Elements, and what follows `@`.
    Path(Vec<GivenName>, Option<GivenName>),
}

/// A new value that can be found.
pub(crate) enum Value {
    Text(String),
    Expression(Expression),
}

/// What a step needs beside itself.
pub(crate) struct Prepared {
    pub select: Route,
    pub to: Option<Route>,
    pub content: Option<Value>,
    pub by: Option<Expression>,
    /// The names that the operation gives, in order.
    pub names: Vec<GivenName>,
}

/// Checks all that can be checked without a document.
pub(crate) fn prepare(schema: &Schema, step: &Step) -> Result<Prepared, EditError> {
    let types = SchemaTypes { components: &schema.components, names: &schema.names };
    let mut context = StaticContext::new(&types);
    for (prefix, uri) in &step.namespaces {
        name::check_namespace(uri)?;
        match prefix.as_str() {
            "" => context.default_element_namespace.clone_from(uri),
            _ => context.namespaces.push((prefix.clone(), uri.clone())),
        }
    }
    let compile = |part, text: &str| {
        Expression::compile(text, &context).map_err(|error| EditError::Expression {
            part,
            error: error.into(),
            at: None,
        })
    };
    let select = route(step, &step.select, StepPart::Select, &compile)?;
    let mut prepared = Prepared { select, to: None, content: None, by: None, names: Vec::new() };
    let value = |content: &Content| match content {
        Content::Text(text) => {
            name::check_characters("the new text", text)?;
            Ok(Value::Text(text.clone()))
        }
        Content::Expression(text) => compile(StepPart::Content, text).map(Value::Expression),
    };
    match &step.operation {
        Operation::Rename { name } | Operation::RemoveAttribute { name } => {
            prepared.names.push(name::read_attribute(step, name)?);
        }
        Operation::Wrap { name, .. } => prepared.names.push(name::read(step, name)?),
        Operation::Move { to, .. } => prepared.to = Some(destination(step, to, &compile)?),
        Operation::Insert { name, content, .. } => {
            prepared.names.push(name::read(step, name)?);
            prepared.content = content.as_ref().map(value).transpose()?;
        }
        Operation::SetAttribute { name, content } => {
            prepared.names.push(name::read_attribute(step, name)?);
            prepared.content = Some(value(content)?);
        }
        Operation::SetText { content } => prepared.content = Some(value(content)?),
        Operation::MapValues { values, attribute, .. } => {
            check_table(values)?;
            prepared.names = attribute.iter().map(|name| name::read_attribute(step, name)).collect::<Result<_, _>>()?;
        }
        Operation::ChangeNamespace { from, to } => check_namespaces(from, to)?,
        Operation::Sort { by, .. } => prepared.by = Some(compile(StepPart::By, by)?),
        Operation::Split { into, .. } => prepared.names = check_parts(step, into)?,
        Operation::Merge { separator } => name::check_characters("the separator", separator.as_deref().unwrap_or(" "))?,
        Operation::Unwrap | Operation::Drop => {}
    }
    Ok(prepared)
}

fn route(
    step: &Step,
    selection: &Selection,
    part: StepPart,
    compile: &dyn Fn(StepPart, &str) -> Result<Expression, EditError>,
) -> Result<Route, EditError> {
    let path = match selection {
        Selection::Expression(text) => return compile(part, text).map(Route::Expression),
        Selection::Path(path) => path,
    };
    let (elements, attribute) = match path.split_last() {
        Some((last, before)) if last.starts_with('@') => (before, Some(name::read_attribute(step, &last[1..])?)),
        _ => (path.as_slice(), None),
    };
    if elements.is_empty() {
        return Err(EditError::Argument("a path begins with the name of the document element".to_owned()));
    }
    let elements = elements.iter().map(|given| name::read(step, given)).collect::<Result<_, _>>()?;
    Ok(Route::Path(elements, attribute))
}

fn destination(
    step: &Step,
    to: &Selection,
    compile: &dyn Fn(StepPart, &str) -> Result<Expression, EditError>,
) -> Result<Route, EditError> {
    let route = route(step, to, StepPart::To, compile)?;
    if matches!(route, Route::Path(_, Some(_))) {
        return Err(EditError::Argument("`to` names an attribute: nodes move to an element".to_owned()));
    }
    Ok(route)
}

fn check_table(values: &[(String, String)]) -> Result<(), EditError> {
    let mut known = std::collections::BTreeSet::new();
    for (old, new) in values {
        name::check_characters("a value of the table", new)?;
        if !known.insert(old) {
            return Err(EditError::Argument(format!("the table has the old value `{old}` twice")));
        }
    }
    Ok(())
}

fn check_namespaces(from: &str, to: &str) -> Result<(), EditError> {
    let reserved = [
        ("xml", "http://www.w3.org/XML/1998/namespace"),
        ("xmlns", "http://www.w3.org/2000/xmlns/"),
        ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ];
    if let Some((prefix, namespace)) = reserved.iter().find(|(_, namespace)| from == *namespace || to == *namespace) {
        return Err(EditError::Argument(format!(
            "names do not change from or to `{namespace}`, that of `{prefix}`, whose names have a fixed meaning: `rename`, `drop` or \
             `remove_attribute` change single ones"
        )));
    }
    name::check_namespace(from)?;
    name::check_namespace(to)?;
    if from == to {
        return Err(EditError::Argument("`from` and `to` are the same namespace".to_owned()));
    }
    Ok(())
}

fn check_parts(step: &Step, into: &[String]) -> Result<Vec<GivenName>, EditError> {
    if into.is_empty() {
        return Err(EditError::Argument("`into` names no element or attribute".to_owned()));
    }
    into.iter().map(|given| name::read_attribute(step, given)).collect()
}
