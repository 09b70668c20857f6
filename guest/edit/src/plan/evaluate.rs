//! What the operation needs for each selected node.

use super::prepare::{Route, Value as NewValue};
use super::select::node_of;
use super::{Key, Parts, Plan, Planner, Target, Task};
use crate::{EditError, KeyOrder, Operation, Selection, StepPart, Unmapped};
use pyxsd_datatypes::{Builtin, Decimal, NoContext, SimpleType, Value};
use pyxsd_document::NodeId;
use pyxsd_xpath::{Atomic, Expression, Item, NodeKind, Tree};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A text that is written, and its parts where it has names.
type NewText = (Rc<str>, Option<Parts>);

const NOTHING_SELECTED: &str = "nothing is selected";
const NO_VALUE: &str = "the expression gives the empty sequence for these nodes; they were left as they are";
const NO_TEXT: &str = "these elements are empty, and the schema supplies their value; they were left as they are";

impl Planner<'_> {
    /// The plan, complete.
    pub fn run(mut self) -> Result<Plan, EditError> {
        let nodes = self.select()?;
        if self.plan.selected == 0 {
            self.plan.warnings.add(NOTHING_SELECTED, || None);
        }
        self.plan.tasks.reserve_exact(nodes.len());
        match &self.step.operation {
            Operation::Move { .. } => self.destinations(&nodes)?,
            Operation::Insert { .. } | Operation::SetAttribute { .. } | Operation::SetText { .. } => {
                self.new_values(&nodes)?;
            }
            Operation::MapValues { values, otherwise, .. } => self.mapped(&nodes, values, *otherwise)?,
            Operation::Sort { order, .. } => self.keys(&nodes, *order)?,
            Operation::ChangeNamespace { from, to } if to.is_empty() => self.leaving(&nodes, from),
            Operation::Split { .. } => self.texts(&nodes)?,
            _ => {
                for (node, target) in &nodes {
                    let held = self.held(*node, *target);
                    self.plan.tasks.push(Task { held, ..task(*target) });
                }
            }
        }
        Ok(self.plan)
    }

    fn destinations(&mut self, nodes: &[(NodeId, Target)]) -> Result<(), EditError> {
        let fixed = match &self.prepared.to {
            Some(Route::Path(path, _)) => Some(self.follow(path, None)),
            Some(Route::Expression(expression)) if self.is_one_place() => match nodes.first() {
                Some((node, _)) => Some(self.elements(expression, *node)?),
                None => None,
            },
            _ => None,
        };
        for (node, target) in nodes {
            let found = match (&self.prepared.to, &fixed) {
                (_, Some(fixed)) => fixed.get(..2).unwrap_or(fixed).to_vec(),
                (Some(Route::Expression(expression)), _) => self.elements(expression, *node)?,
                _ => Vec::new(),
            };
            let [to] = found[..] else {
                let count = if found.is_empty() { "no element" } else { "several elements" };
                return Err(self.impossible(*node, format!("`to` gives {count} for this node: it must give one")));
            };
            let place = self.target(to).filter(|_| self.view.kind(to) == NodeKind::Element);
            let Some(place) = place else {
                return Err(self.impossible(*node, "`to` gives a node that is no element"));
            };
            let held = self.held(*node, *target);
            self.plan.tasks.push(Task { to: place.element, held, ..task(*target) });
        }
        Ok(())
    }

    /// Whether the expression of `to` gives the same for every node: an absolute path does, and need not be followed again for each.
    fn is_one_place(&self) -> bool {
        let Operation::Move { to: Selection::Expression(text), .. } = &self.step.operation else { return false };
        is_absolute(text)
    }

    fn elements(&self, expression: &Expression, node: NodeId) -> Result<Vec<NodeId>, EditError> {
        let items = self.evaluate(expression, Some(node), StepPart::To, Some(node))?;
        let count = items.len();
        let nodes: Vec<NodeId> = items.into_iter().filter_map(node_of).collect();
        if nodes.len() < count {
            return Err(self.impossible(node, "`to` gives a value that is no element"));
        }
        Ok(nodes)
    }

    fn new_values(&mut self, nodes: &[(NodeId, Target)]) -> Result<(), EditError> {
        let is_insert = matches!(self.step.operation, Operation::Insert { .. });
        let fixed: Option<Rc<str>> = match &self.prepared.content {
            Some(NewValue::Text(text)) => Some(text.as_str().into()),
            None => Some("".into()),
            Some(NewValue::Expression(_)) => None,
        };
        for (node, target) in nodes {
            let value = match (&self.prepared.content, &fixed) {
                (Some(NewValue::Expression(expression)), _) => {
                    let items = self.evaluate(expression, Some(*node), StepPart::Content, Some(*node))?;
                    self.joined(*node, items)?.or_else(|| is_insert.then(|| ("".into(), None)))
                }
                (_, fixed) => fixed.clone().map(|text| (text, None)),
            };
            match value {
                Some((text, parts)) => self.plan.tasks.push(Task { value: Some(text), parts, ..task(*target) }),
                None => self.warn(NO_VALUE, *node),
            }
        }
        Ok(())
    }

    /// A value as text, and in parts where it has names; nothing for the empty sequence.
    fn joined(&self, node: NodeId, items: Vec<Item<NodeId>>) -> Result<Option<NewText>, EditError> {
        if items.is_empty() {
            return Ok(None);
        }
        let atomics = self.atomised(node, items)?;
        let texts: Vec<String> = atomics.iter().map(|atomic| atomic.lexical(self.types)).collect();
        Ok(Some((texts.join(" ").into(), self.parts(&atomics))))
    }

    fn atomised(&self, node: NodeId, items: Vec<Item<NodeId>>) -> Result<Vec<Atomic>, EditError> {
        let mut atomics = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Item::Atomic(atomic) => atomics.push(atomic),
                Item::Node(found) => {
                    if !self.view.typed_value(found, &mut atomics) {
                        let message = "the expression gives an element that has elements inside and no value of its own: \
                                       name the part that is meant, or use `string()`";
                        return Err(self.impossible(node, message));
                    }
                }
            }
        }
        Ok(atomics)
    }

    fn mapped(
        &mut self,
        nodes: &[(NodeId, Target)],
        values: &[(String, String)],
        otherwise: Unmapped,
    ) -> Result<(), EditError> {
        let table: BTreeMap<&str, Rc<str>> = values.iter().map(|(old, new)| (&**old, Rc::from(&**new))).collect();
        for (selected, target) in nodes {
            let (node, target) = match self.prepared.names.first() {
                None => (*selected, *target),
                Some(name) => {
                    if self.view.kind(*selected) != NodeKind::Element {
                        return Err(self.impossible(*selected, "an attribute is selected, which has no attributes"));
                    }
                    let attribute = self.attribute(*selected, name);
                    match attribute.and_then(|node| Some((node, self.target(node)?))) {
                        Some(found) => found,
                        None => continue,
                    }
                }
            };
            let Some(value) = self.own_text(node)? else { continue };
            match table.get(value.as_str()) {
                Some(new) => self.plan.tasks.push(Task { value: Some(new.clone()), ..task(target) }),
                None if otherwise == Unmapped::Keep => {}
                None => {
                    let message = format!("the table does not have the value `{}`", excerpt(&value));
                    return Err(self.impossible(node, message));
                }
            }
        }
        Ok(())
    }

    fn texts(&mut self, nodes: &[(NodeId, Target)]) -> Result<(), EditError> {
        for (node, target) in nodes {
            if let Some(text) = self.own_text(*node)? {
                let held = self.held(*node, *target);
                self.plan.tasks.push(Task { value: Some(text.into()), held, ..task(*target) });
            }
        }
        Ok(())
    }

    /// The value of an attribute or of an element without child elements; nothing, and a warning, where the schema supplies it.
    fn own_text(&mut self, node: NodeId) -> Result<Option<String>, EditError> {
        if self.view.kind(node) == NodeKind::Element {
            if self.is_supplied(node) {
                self.warn(NO_TEXT, node);
                return Ok(None);
            }
            let mut child = self.view.first_child(node);
            while let Some(found) = child {
                if self.view.kind(found) == NodeKind::Element {
                    return Err(self.impossible(node, "this element has child elements and no text of its own"));
                }
                child = self.view.next_sibling(found);
            }
        }
        let mut text = String::new();
        self.view.string_value(node, &mut text);
        Ok(Some(text))
    }

    fn keys(&mut self, nodes: &[(NodeId, Target)], order: KeyOrder) -> Result<(), EditError> {
        let Some(by) = &self.prepared.by else { return Ok(()) };
        for (node, target) in nodes {
            let items = self.evaluate(by, Some(*node), StepPart::By, Some(*node))?;
            let atomics = self.atomised(*node, items)?;
            if atomics.len() > 1 {
                let message = format!("`by` gives {} values for this element: it must give one or none", atomics.len());
                return Err(self.impossible(*node, message));
            }
            let key = match (atomics.first(), order) {
                (None, _) => None,
                (Some(atomic), KeyOrder::Text) => Some(Key::Text(atomic.lexical(self.types))),
                (Some(atomic), KeyOrder::Number) => {
                    let text = || excerpt(&atomic.lexical(self.types));
                    let number = number(atomic);
                    Some(number.ok_or_else(|| self.impossible(*node, format!("its key `{}` is no number", text())))?)
                }
            };
            self.plan.tasks.push(Task { key, ..task(*target) });
        }
        Ok(())
    }
}

pub(super) fn task(target: Target) -> Task {
    Task { target, value: None, parts: None, held: Vec::new(), to: 0, key: None }
}

fn number(atomic: &Atomic) -> Option<Key> {
    let double = |value: f64| (!value.is_nan()).then_some(Key::Double(value));
    match &atomic.value {
        Value::Decimal(value) => Some(Key::Decimal(value.clone())),
        Value::Double(value) => double(*value),
        Value::Float(value) => double((*value).into()),
        Value::String(text) => {
            let text = text.trim_matches([' ', '\t', '\n', '\r']);
            if let Some(value) = Decimal::parse(text.as_bytes()) {
                return Some(Key::Decimal(value));
            }
            match SimpleType::of_builtin(Builtin::Double).parse(text, &NoContext) {
                Ok(Value::Double(value)) => double(value),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether an expression is a single path from the root, whatever its predicates are. Says no where that is not certain.
fn is_absolute(text: &str) -> bool {
    let text = text.trim();
    let mut depth = 0u32;
    let mut quote = None;
    let mut before = ' ';
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) => quote = Some(open).filter(|open| *open != c),
            (None, '"' | '\'') if depth > 0 => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') if depth > 0 => depth -= 1,
            (None, ':') if before == '(' => return false,
            (None, _) if depth > 0 => {}
            (None, '*') if matches!(before, '/' | ':') => {}
            (None, '/' | ':' | '.' | '-' | '_') => {}
            (None, c) if c.is_alphanumeric() => {}
            _ => return false,
        }
        before = c;
    }
    text.starts_with('/') && depth == 0 && quote.is_none()
}

/// The beginning of a value, for a message.
pub(crate) fn excerpt(value: &str) -> String {
    match value.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &value[..at]),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::is_absolute;

    #[test]
    fn a_single_path_from_the_root_is_absolute() {
        for text in ["/r/t", "//a-b/../c[x = '] | ']", "/*/p:*", " /r[@a and (b, c)[2]]/t "] {
            assert!(is_absolute(text), "{text}");
        }
        for text in [
            "../x",
            "/r/a | ../x",
            "/r, .",
            "/r/a*2",
            "(/r)",
            "/r[",
            "if (x) then /r else y",
            "/r/a[(:':)1]|../b[(:':)2]",
        ] {
            assert!(!is_absolute(text), "{text}");
        }
    }
}
