//! Assertions of complex types (cvc-complex-type.6, cvc-assertion): evaluated over the subtree of the element, at its end.

use crate::binding::{Binding, Recorder};
use crate::frame::{Flags, Frame, FrameContent};
use crate::message::{excerpt, type_name};
use crate::pass::Pass;
use crate::report::Draft;
use pyxsd_datatypes::{BEYOND_BOUNDS, Refusal};
use pyxsd_document::{Builder, Document, NodeId, View};
use pyxsd_schema::components::{Components, TypeDetail};
use pyxsd_schema::conditions::{Assertion, Assertions};
use pyxsd_schema::{IssueCode, NameMatching, SchemaTypes};
use pyxsd_xml::{Names, StartElement};
use pyxsd_xpath::{Item, NodeKind, Tree};

/// An open element with assertions.
struct Pending {
    node: NodeId,
    /// Issues found before it.
    found: u64,
}

/// The tree below the outermost open element with assertions, and which of its elements have some.
pub(crate) struct Asserting {
    pub(crate) recorder: Recorder,
    pending: Vec<Pending>,
}

impl Asserting {
    pub(crate) fn new(names: &mut Names) -> Asserting {
        let builder = Builder::new(Document::new(names));
        // White space between the children of an element without text is no part of the data model (XDM 1.0, 6.7).
        Asserting { recorder: Recorder::new(builder, Binding::Lax, false), pending: Vec::new() }
    }

    /// Whether a tree is being built.
    pub(crate) fn is_open(&self) -> bool {
        !self.pending.is_empty()
    }

    /// The element that was started last has assertions; `found` issues were found before it.
    pub(crate) fn open(&mut self, found: u64) {
        if let Some(node) = self.recorder.builder.innermost() {
            self.pending.push(Pending { node, found });
        }
    }
}

/// The assertions of the type of an element.
fn assertions<'s>(components: &'s Components, frame: &Frame<'s>) -> Option<&'s Assertions> {
    match &components.type_(frame.type_id).detail {
        TypeDetail::Complex(complex) => complex.assertions.as_deref(),
        TypeDetail::Simple(_) => None,
    }
}

/// Attributes and children that a message shows.
const SHOWN: usize = 6;
/// Attributes and children that are looked at for a message.
const LOOKED_AT: usize = 64;

/// The attributes and children that a test names, with their values, for a message.
fn found(view: &View<'_>, element: NodeId, test: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let words: Vec<&str> = test.split(|c| !is_part(c)).filter(|word| !word.is_empty()).collect();
    let attributes = std::iter::successors(view.first_attribute(element), |node| view.next_attribute(*node));
    let children = std::iter::successors(view.first_child(element), |node| view.next_sibling(*node));
    let mut shown = Vec::new();
    for node in attributes.take(LOOKED_AT).chain(children.take(LOOKED_AT)) {
        let Some(name) = view.name(node).map(|name| view.local(name)).filter(|name| words.contains(name)) else {
            continue;
        };
        let is_leaf = std::iter::successors(view.first_child(node), |node| view.next_sibling(*node))
            .all(|inside| view.kind(inside) == NodeKind::Text);
        if !is_leaf {
            continue;
        }
        let mut value = String::new();
        view.string_value(node, &mut value);
        let sign = if view.kind(node) == NodeKind::Attribute { "@" } else { "" };
        shown.push(format!("{sign}{name} is {}", excerpt(&value)));
        if shown.len() == SHOWN {
            break;
        }
    }
    if shown.is_empty() { String::new() } else { format!("; {}", shown.join(", ")) }
}

impl Pass<'_> {
    /// Checks the assertions of the innermost element, whose subtree is complete. `invalid`: its simple value is, so that it has none.
    #[cold]
    pub(crate) fn check_assertions(&mut self, names: &Names, invalid: bool) {
        let Some(mut asserting) = self.recorders.as_mut().and_then(|recorders| recorders.asserted.take()) else {
            return;
        };
        if let Some(pending) = asserting.pending.pop()
            && !invalid
        {
            self.assert_all(names, asserting.recorder.builder.document(), &pending);
        }
        if !asserting.is_open() {
            asserting.recorder.builder.clear();
        }
        if let Some(recorders) = &mut self.recorders {
            recorders.asserted = Some(asserting);
        }
    }

    fn assert_all(&mut self, names: &Names, document: &Document, pending: &Pending) {
        let components = self.components;
        let Some(assertions) = self.frames.last().and_then(|frame| assertions(components, frame)) else { return };
        let types = SchemaTypes { components, names };
        let mut view = View::new(document, names, &types).rooted_at(pending.node);
        if components.matching == NameMatching::Legacy {
            view = view.by_local_names();
        }
        let mut value = Vec::new();
        let is_simple =
            |frame: &Frame<'_>| matches!(frame.content, FrameContent::Simple(_)) && !frame.flags.has(Flags::NIL);
        if self.frames.last().is_some_and(is_simple) {
            view.typed_value(pending.node, &mut value);
        }
        // The element itself is not assessed yet: only what is inside has types (3.13.4.1).
        let view = view.with_untyped_root();
        let value: Vec<Item<NodeId>> = value.into_iter().map(Item::Atomic).collect();
        let spoilt = self.findings.found > pending.found;
        for assertion in assertions.in_order() {
            let item = Some(Item::Node(pending.node));
            let refusal = assertion.refusal(&view, &types, item, Some(value.clone()));
            // What is invalid inside may have no value, which is reported already.
            if let Some(refusal) = refusal.filter(|refusal| !(refusal.is_error && spoilt)) {
                self.report_assertion(names, assertion, &refusal, &view, pending.node);
            }
        }
    }

    /// No verdict on a document whose tree would not fit.
    pub(crate) fn too_large_for_assertions(&mut self, event: &StartElement<'_>) {
        self.findings.add(IssueCode::AssertFailed, || {
            let message = "assertions are not evaluated in documents of more than 2 GiB".to_owned();
            Draft::new(BEYOND_BOUNDS, event.span.start, message)
        });
    }

    fn report_assertion(
        &mut self,
        names: &Names,
        assertion: &Assertion,
        refusal: &Refusal,
        view: &View<'_>,
        node: NodeId,
    ) {
        let Some(frame) = self.frames.last() else { return };
        let components = self.components;
        let rule = if refusal.is_limit { BEYOND_BOUNDS } else { "cvc-assertion" };
        self.findings.add(IssueCode::AssertFailed, || {
            let type_ = type_name(components, names, frame.type_id);
            let found = found(view, node, &assertion.text);
            let message = format!("element {} ({type_}): {}{found}", names.display(frame.name), refusal.reason);
            Draft::new(rule, frame.start, message).declared_at(Some(&assertion.place))
        });
    }
}
