//! Which element is meant, and where to go when it has no form.

use super::failure::ModelFailure;
use super::shape::Unsupported;
use crate::content::{MemberTerm, members};
use crate::ids::{Ids, Kind, Lookup};
use hashbrown::HashSet;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;
use std::collections::VecDeque;

/// Descendants that are tried.
const MAX_TRIED: usize = 200;
/// Names that a failure lists.
const MAX_CANDIDATES: usize = 50;

/// How good a form is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormKind {
    /// One value.
    Plain,
    /// Several under names of their own.
    Members,
}

/// The element declaration that is meant: the one that `element` names, or the one that the exact names of child elements lead to from there.
pub fn select(ids: &Ids<'_>, element: &str, path: &[String]) -> Result<ElementId, ModelFailure> {
    let mut id = match ids.find(element, &[Kind::Element]) {
        Lookup::Found(Component::Element(id)) => id,
        Lookup::Ambiguous(several) => {
            let candidates = several.iter().take(MAX_CANDIDATES).map(|component| ids.id(*component)).collect();
            return Err(ModelFailure::Argument { message: format!("{element} names several elements"), candidates });
        }
        _ => {
            return Err(ModelFailure::NotFound { id: element.to_owned(), message: no_such_element(ids, element) });
        }
    };
    for step in path {
        let children = children(ids, id);
        let named = |child: &&ElementId| {
            ids.shown_name(Component::Element(**child)) == *step.strip_prefix("{}").unwrap_or(step)
        };
        id = *children.iter().find(named).ok_or_else(|| {
            let names = children.iter().take(MAX_CANDIDATES).map(|child| ids.shown_name(Component::Element(*child)));
            let parent = ids.shown_name(Component::Element(id));
            let message =
                format!("`path`: {parent} declares no child {step}; steps are exact names, {{ns}}local or local");
            ModelFailure::Argument { message, candidates: names.collect() }
        })?;
    }
    Ok(id)
}

fn no_such_element(ids: &Ids<'_>, element: &str) -> String {
    if let Lookup::Found(other) = ids.find(element, &[]) {
        return format!("{} is no element", ids.id(other));
    }
    let near = ids.near(element, MAX_TRIED).into_iter().find(|near| matches!(near, Component::Element(_)));
    match near {
        Some(near) => format!("the schema declares no such element; {} is like it", ids.id(near)),
        None => "the schema declares no such element; its global elements are in the overview".to_owned(),
    }
}

fn children(ids: &Ids<'_>, id: ElementId) -> Vec<ElementId> {
    let type_id = ids.schema().components.element(id).type_id;
    let particles = ids.schema().components.particle(type_id).map_or(&[] as &[_], std::slice::from_ref);
    let mut seen = HashSet::new();
    let elements = members(particles).0.into_iter().filter_map(|member| match member.term {
        MemberTerm::Element(id) => Some(id),
        MemberTerm::Wildcard(_) => None,
    });
    elements.filter(|child| seen.insert(ids.schema().components.element(*child).name)).collect()
}

/// The failure, with the nearest descendant that has a form with members, else the nearest that has one at all. `form_of` tells whether an element
/// has one.
pub fn with_way_out(
    ids: &Ids<'_>,
    id: ElementId,
    unsupported: Unsupported,
    form_of: impl Fn(ElementId) -> Option<FormKind>,
) -> ModelFailure {
    let mut queue: VecDeque<(ElementId, Vec<String>)> = VecDeque::from([(id, Vec::new())]);
    let mut seen: HashSet<ElementId> = HashSet::from_iter([id]);
    let (mut tried, mut plain) = (0, None);
    let mut descendant = None;
    while let Some((next, path)) = queue.pop_front() {
        if next != id {
            tried += 1;
            match form_of(next) {
                Some(FormKind::Members) => {
                    descendant = Some(path);
                    break;
                }
                Some(FormKind::Plain) => {
                    plain = plain.or(Some(path));
                    continue;
                }
                None => {}
            }
        }
        if tried > MAX_TRIED {
            break;
        }
        for child in children(ids, next).into_iter().filter(|child| seen.insert(*child)) {
            let mut path = path.clone();
            path.push(ids.shown_name(Component::Element(child)));
            queue.push_back((child, path));
        }
    }
    let Unsupported { construct, at } = unsupported;
    ModelFailure::Unsupported { construct, at: ids.id(at), descendant: descendant.or(plain).unwrap_or_default() }
}
