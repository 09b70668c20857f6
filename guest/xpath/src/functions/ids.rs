//! Functions on ids (F&O 15.5.2, 15.5.3).

use super::arguments::{Answer, Arguments, STRING, required_node, text_of};
use super::nodes::root_of;
use crate::evaluate::{Evaluation, Focus, Sequence};
use crate::values::strings::words;
use crate::{ErrorCode, NodeKind, Tree, XPathError};
use std::collections::{BTreeMap, BTreeSet};

/// For each id its element, and whether that is the id itself rather than having it as an attribute.
type Elements<N> = BTreeMap<String, (N, bool)>;

/// The ids of the document that was asked for last: an expression that follows references reads it once.
pub(crate) struct IdIndex<N> {
    document: Option<N>,
    elements: Elements<N>,
}

impl<N> IdIndex<N> {
    /// Of no document yet.
    pub fn new() -> Self {
        Self { document: None, elements: BTreeMap::new() }
    }
}

/// The tokens of the first argument and the document of the second.
fn tokens_and_document<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Result<(BTreeSet<String>, T::Node), XPathError> {
    let texts = evaluation.values(arguments.take(), STRING)?;
    let node = required_node(evaluation, &arguments.take_or_focus(focus)?)?;
    let document = root_of(evaluation.tree, node);
    if evaluation.tree.kind(document) != NodeKind::Document {
        return Err(XPathError::new(ErrorCode::FODC0001, "the node is in no document, only in a part of one"));
    }
    let mut tokens = BTreeSet::new();
    for text in texts.into_iter().map(text_of) {
        tokens.extend(words(&text).map(str::to_owned));
    }
    Ok((tokens, document))
}

/// `fn:id` and `fn:element-with-id`: the elements with one of these ids, in document order; of several with one id the first. Of an element that
/// is itself the id, the one gives it and the other its parent.
pub(super) fn id<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
    identified: bool,
) -> Answer<T::Node> {
    let (tokens, document) = tokens_and_document(evaluation, arguments, focus)?;
    if evaluation.ids.document != Some(document) {
        evaluation.ids = IdIndex { document: Some(document), elements: index(evaluation, document)? };
    }
    let mut found = Vec::new();
    for token in &tokens {
        let Some(&(element, is_id)) = evaluation.ids.elements.get(token) else {
            continue;
        };
        let owner = if identified && is_id { evaluation.tree.parent(element) } else { Some(element) };
        found.extend(owner.filter(|&owner| evaluation.tree.kind(owner) == NodeKind::Element));
    }
    found.sort_unstable();
    found.dedup();
    Ok(Sequence::nodes(found))
}

/// The elements of a document by their ids.
fn index<T: Tree>(evaluation: &mut Evaluation<'_, T>, document: T::Node) -> Result<Elements<T::Node>, XPathError> {
    let mut elements = Elements::new();
    each_element_and_attribute(evaluation, document, &mut |tree, element, node| {
        if tree.is_id(node) {
            elements.entry(trimmed_value(tree, node)).or_insert((element, node == element));
        }
    })?;
    Ok(elements)
}

/// `fn:idref`: the elements and attributes that refer to one of these ids, in document order.
pub(super) fn idref<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    let (tokens, document) = tokens_and_document(evaluation, arguments, focus)?;
    let mut found = Vec::new();
    each_element_and_attribute(evaluation, document, &mut |tree, _, node| {
        if tree.is_idref(node) && words(&trimmed_value(tree, node)).any(|word| tokens.contains(word)) {
            found.push(node);
        }
    })?;
    Ok(Sequence::nodes(found))
}

fn trimmed_value<T: Tree>(tree: &T, node: T::Node) -> String {
    let mut text = String::new();
    tree.string_value(node, &mut text);
    text.trim_matches([' ', '\t', '\n', '\r']).to_owned()
}

/// What is done with a node, told with its element.
type Visit<'v, T> = &'v mut dyn FnMut(&T, <T as Tree>::Node, <T as Tree>::Node);

/// Visits each element of a document, and its attributes after it.
fn each_element_and_attribute<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    document: T::Node,
    visit: Visit<'_, T>,
) -> Result<(), XPathError> {
    let tree = evaluation.tree;
    let mut current = Some(document);
    while let Some(node) = current {
        evaluation.step(1)?;
        if tree.kind(node) == NodeKind::Element {
            visit(tree, node, node);
            let mut attribute = tree.first_attribute(node);
            while let Some(of_element) = attribute {
                visit(tree, node, of_element);
                attribute = tree.next_attribute(of_element);
            }
        }
        current = tree.next_in_document(node);
    }
    Ok(())
}
