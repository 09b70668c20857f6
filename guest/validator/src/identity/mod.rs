//! Identity constraints: selectors and fields are matched on the events, key sequences are hashed (cvc-identity-constraint).

mod path;
mod scope;
mod table;

use crate::attributes::TypedAttributes;
use crate::frame::Frame;
use crate::report::{Draft, Findings};
use crate::value::Bindings;
use pyxsd_datatypes::{SimpleType, Value};
use pyxsd_schema::IssueCode;
use pyxsd_schema::components::{
    Components, IdentityConstraint, IdentityId, IdentityKind, IdentityPath, ValueConstraint,
};
use pyxsd_xml::{Attribute, Names};
use table::{NodeTable, References};

/// What an element gives to the fields that select it.
#[derive(Clone, Copy)]
pub(crate) enum FieldValue<'v> {
    /// Complex content.
    Complex,
    /// An attribute that was assessed laxly: nothing gives it a type.
    Untyped,
    /// No value: `xsi:nil`.
    Nil,
    /// A value that was reported as invalid: fields that select it are left alone.
    Invalid,
    /// A valid lexical form.
    Simple(&'v SimpleType, &'v str),
    /// A default: its actual value and lexical form, which is read with the namespaces of the schema.
    Default(&'v Value, &'v str),
}

impl<'v> FieldValue<'v> {
    /// The default of something of its declared type.
    pub(crate) fn of_default(datatype: &'v SimpleType, constraint: &'v ValueConstraint) -> Self {
        match &constraint.value {
            Some(value) => Self::Default(value, &constraint.lexical),
            None => Self::Simple(datatype, &constraint.lexical),
        }
    }
}

/// An identity constraint of an open element.
struct Active<'s> {
    id: IdentityId,
    constraint: &'s IdentityConstraint,
    /// Depth of the element.
    depth: usize,
    keys: NodeTable,
    references: References,
}

/// An open element that a selector selects.
struct Target {
    /// Index of its constraint in [`Identity::active`].
    active: usize,
    depth: usize,
    /// Offset of its start tag.
    node: usize,
    /// Its first field in [`Identity::cells`].
    cells: usize,
    /// Whether a field was reported or is invalid.
    spoilt: bool,
}

/// One field of one target.
#[derive(Default)]
struct Cell {
    selected: bool,
    filled: bool,
    key: Vec<u8>,
    /// The value as written, for messages.
    shown: String,
}

/// A field that selects an open element, whose value is known at its end.
struct Pending {
    depth: usize,
    target: usize,
    field: usize,
}

/// Entries that the children of an open element gave for a constraint.
struct Inherited {
    depth: usize,
    id: IdentityId,
    table: NodeTable,
}

/// The identity constraints of all open elements.
pub(crate) struct Identity<'s> {
    components: &'s Components,
    active: Vec<Active<'s>>,
    targets: Vec<Target>,
    cells: Vec<Cell>,
    cells_used: usize,
    pending: Vec<Pending>,
    inherited: Vec<Inherited>,
    /// Fields that may select an attribute of the element that starts, with their targets.
    attribute_fields: Vec<(usize, usize)>,
    /// The key sequence of the target that ends, and how it is written.
    key: Vec<u8>,
    shown: String,
}

impl<'s> Identity<'s> {
    pub(crate) fn new(components: &'s Components) -> Self {
        Self {
            components,
            active: Vec::new(),
            targets: Vec::new(),
            cells: Vec::new(),
            cells_used: 0,
            pending: Vec::new(),
            inherited: Vec::new(),
            attribute_fields: Vec::new(),
            key: Vec::new(),
            shown: String::new(),
        }
    }

    /// Whether any constraint is looked after now.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        !self.active.is_empty()
    }

    /// Whether a field needs the value of the element at a depth.
    #[inline]
    pub(crate) fn wants_value(&self, depth: usize) -> bool {
        self.pending.last().is_some_and(|pending| pending.depth == depth)
    }

    /// The constraints of a declaration that governs the element at a depth.
    pub(crate) fn open(&mut self, depth: usize, constraints: &[IdentityId]) {
        for &id in constraints {
            let constraint = self.components.identity(id);
            self.active.push(Active {
                id,
                constraint,
                depth,
                keys: NodeTable::default(),
                references: References::default(),
            });
        }
    }

    /// The start of the innermost of the open elements: selectors and fields are matched with it. Whether a field may select
    /// one of its attributes; then [`Identity::attributes`] follows.
    pub(crate) fn start(&mut self, frames: &[Frame<'s>], names: &Names, findings: &mut Findings<'_>) -> bool {
        for index in 0..self.active.len() {
            let active = &self.active[index];
            if active.constraint.selector.iter().any(|path| path::reaches(path, frames, active.depth)) {
                self.select(index, frames);
            }
        }
        self.attribute_fields.clear();
        for target in 0..self.targets.len() {
            let Target { active, depth, .. } = self.targets[target];
            let fields = &self.active[active].constraint.fields;
            for (field, paths) in fields.iter().enumerate() {
                let reaching = || paths.iter().filter(|path| path::reaches(path, frames, depth));
                if reaching().any(|path| path.attribute.is_some()) {
                    self.attribute_fields.push((target, field));
                }
                if reaching().any(|path| path.attribute.is_none()) && self.select_field(target, field, names, findings)
                {
                    self.pending.push(Pending { depth: frames.len() - 1, target, field });
                }
            }
        }
        !self.attribute_fields.is_empty()
    }

    /// The attributes of the innermost of the open elements.
    pub(crate) fn attributes(
        &mut self,
        frames: &[Frame<'s>],
        typed: &TypedAttributes<'s>,
        attributes: &[Attribute<'_>],
        bindings: &Bindings<'_>,
        findings: &mut Findings<'_>,
    ) {
        for index in 0..self.attribute_fields.len() {
            let (target, field) = self.attribute_fields[index];
            let Target { active, depth, .. } = self.targets[target];
            let paths = &self.active[active].constraint.fields[field];
            for attribute in typed {
                let admits = |test| path::admits(test, attribute.key, attribute.namespace);
                let selects =
                    |path: &&IdentityPath| path.attribute.is_some_and(admits) && path::reaches(path, frames, depth);
                if paths.iter().any(|path| selects(&path)) && self.select_field(target, field, bindings.names, findings)
                {
                    let value = attribute.value(attributes);
                    self.fill(target, field, value, bindings, findings, false);
                }
            }
        }
    }

    fn select(&mut self, active: usize, frames: &[Frame<'s>]) {
        let fields = self.active[active].constraint.fields.len();
        let depth = frames.len() - 1;
        self.targets.push(Target { active, depth, node: frames[depth].start, cells: self.cells_used, spoilt: false });
        self.cells_used += fields;
        if self.cells.len() < self.cells_used {
            self.cells.resize_with(self.cells_used, Cell::default);
        }
        for cell in &mut self.cells[self.cells_used - fields..self.cells_used] {
            cell.selected = false;
            cell.filled = false;
            cell.key.clear();
            cell.shown.clear();
        }
    }

    /// A field selects a node. `false`, and reported, where it has selected another one before (cvc-identity-constraint.3).
    fn select_field(&mut self, target: usize, field: usize, names: &Names, findings: &mut Findings<'_>) -> bool {
        let cell = &mut self.cells[self.targets[target].cells + field];
        if !cell.selected {
            cell.selected = true;
            return true;
        }
        let message = |name: &str| format!("field {} of {name} selects more than one node of this element", field + 1);
        self.spoil(target, "cvc-identity-constraint.3", names, findings, message);
        false
    }

    /// The end of the element at a depth, before its frame goes.
    pub(crate) fn end(
        &mut self,
        frames: &[Frame<'s>],
        value: FieldValue<'_>,
        bindings: &Bindings<'_>,
        findings: &mut Findings<'_>,
    ) {
        let depth = frames.len() - 1;
        while self.wants_value(depth) {
            let Some(Pending { target, field, .. }) = self.pending.pop() else { break };
            let nillable = frames[depth].declaration.is_some_and(|declaration| declaration.nillable);
            self.fill(target, field, value, bindings, findings, nillable);
        }
        while self.targets.last().is_some_and(|target| target.depth == depth) {
            self.finish_target(bindings.names, findings);
        }
        if self.active.last().is_some_and(|active| active.depth == depth) {
            self.check_references(depth, bindings.names, findings);
        }
        self.hand_up(depth);
    }

    /// A field gets the value of the node that it selects.
    fn fill(
        &mut self,
        target: usize,
        field: usize,
        value: FieldValue<'_>,
        bindings: &Bindings<'_>,
        findings: &mut Findings<'_>,
        nillable: bool,
    ) {
        let constraint = self.active[self.targets[target].active].constraint;
        let is_key = constraint.kind == IdentityKind::Key;
        if is_key && nillable && !matches!(value, FieldValue::Nil | FieldValue::Invalid) {
            let message =
                |name: &str| format!("field {} of key {name} selects an element that is declared nillable", field + 1);
            return self.spoil(target, "cvc-identity-constraint.4.2.3", bindings.names, findings, message);
        }
        match value {
            FieldValue::Invalid => self.targets[target].spoilt = true,
            FieldValue::Nil => {}
            FieldValue::Complex | FieldValue::Untyped => {
                let what = match value {
                    FieldValue::Untyped => "an attribute without declaration",
                    _ => "an element with complex content",
                };
                let message = |name: &str| format!("field {} of {name} selects {what}", field + 1);
                self.spoil(target, "cvc-identity-constraint.3", bindings.names, findings, message);
            }
            FieldValue::Simple(datatype, raw) => match datatype.parse(raw, bindings) {
                Ok(value) => self.set_cell(target, field, &value, raw),
                Err(_) => self.targets[target].spoilt = true,
            },
            FieldValue::Default(value, raw) => self.set_cell(target, field, value, raw),
        }
    }

    fn set_cell(&mut self, target: usize, field: usize, value: &Value, raw: &str) {
        let cell = &mut self.cells[self.targets[target].cells + field];
        value.write_key(&mut cell.key);
        cell.shown.push_str(shortened(raw));
        cell.filled = true;
    }

    /// The innermost target ends: its key sequence is complete, or a field is missing.
    fn finish_target(&mut self, names: &Names, findings: &mut Findings<'_>) {
        let Some(&Target { active, node, cells, spoilt, .. }) = self.targets.last() else { return };
        let index = self.targets.len() - 1;
        let constraint = self.active[active].constraint;
        let fields = &self.cells[cells..self.cells_used];
        let missing = fields.iter().position(|cell| !cell.filled);
        self.key.clear();
        self.shown.clear();
        for (index, cell) in fields.iter().enumerate() {
            self.key.extend_from_slice(&cell.key);
            self.shown.push_str(if index == 0 { "'" } else { ", '" });
            self.shown.push_str(&cell.shown);
            self.shown.push('\'');
        }
        match missing {
            _ if spoilt => {}
            Some(field) if constraint.kind == IdentityKind::Key => {
                let message = |name: &str| {
                    format!("key {name} needs a value of field {} on every element that it selects", field + 1)
                };
                self.spoil(index, "cvc-identity-constraint.4.2.1", names, findings, message);
            }
            Some(_) => {}
            None => self.enter(active, node, names, findings),
        }
        self.targets.pop();
        self.cells_used = cells;
    }

    /// Enters the key sequence in [`Identity::key`].
    fn enter(&mut self, active: usize, node: usize, names: &Names, findings: &mut Findings<'_>) {
        let entry = &mut self.active[active];
        let kind = entry.constraint.kind;
        if kind == IdentityKind::Keyref {
            return entry.references.push(&self.key, &self.shown, node);
        }
        // A target that contains another one ends after it: the later start is the one that repeats.
        let Some(node) = entry.keys.insert(&self.key, node) else { return };
        let (rule, code, word) = match kind {
            IdentityKind::Key => ("cvc-identity-constraint.4.2.2", IssueCode::IdentityKey, "key"),
            _ => ("cvc-identity-constraint.4.1", IssueCode::IdentityUnique, "unique"),
        };
        let constraint = entry.constraint;
        findings.add(code, || {
            let name = names.display(constraint.name);
            let message = format!("{word} {name}: the value {} stands on another element already", self.shown);
            Draft::new(rule, node, message).declared_at(constraint.place.as_ref())
        });
    }

    /// Reports a target, once.
    fn spoil(
        &mut self,
        target: usize,
        rule: &'static str,
        names: &Names,
        findings: &mut Findings<'_>,
        message: impl FnOnce(&str) -> String,
    ) {
        let target = &mut self.targets[target];
        if std::mem::replace(&mut target.spoilt, true) {
            return;
        }
        let constraint = self.active[target.active].constraint;
        let code = match constraint.kind {
            IdentityKind::Keyref => IssueCode::IdentityKeyref,
            IdentityKind::Key | IdentityKind::Unique => IssueCode::IdentityKey,
        };
        let node = target.node;
        findings.add(code, || {
            let message = message(&names.display(constraint.name).to_string());
            Draft::new(rule, node, message).declared_at(constraint.place.as_ref())
        });
    }
}

/// The beginning of a value.
fn shortened(raw: &str) -> &str {
    const CHARACTERS: usize = 60;
    let raw = raw.trim();
    raw.char_indices().nth(CHARACTERS).map_or(raw, |(end, _)| &raw[..end])
}
