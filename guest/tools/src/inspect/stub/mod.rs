//! Stubs: a schema as Python-like classes, in full for reading and in few lines for a small context window.

mod member;
mod naming;
mod plan;
mod reach;
mod spelling;
mod write;

pub(crate) use member::telling_facets;

use crate::ids::Ids;
use plan::Plan;
use pyxsd_schema::Component;
use reach::Reach;
use write::Writer;

/// How much a stub says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StubForm {
    /// A class a type, facets and documentation as comments, ids with places: valid Python.
    Full,
    /// A class a complex type, facets beside the members.
    Compact,
}

/// A schema, or what some of its components are made of, as Python-like text of at most about `bytes` bytes as a JSON string.
///
/// Without components every global element and type is shown, if that fits; `depth` is how deep anonymous types are expanded. With
/// components they are, and `depth` levels of the types that they refer to. Where the whole schema does not fit, the global elements of
/// the entry document are the components. What is nearest to them comes first; the last lines name what did not fit any more and say how
/// to see it. Types without a class are written as [`Ids::find`] knows them.
pub fn stub(ids: &Ids<'_>, components: &[Component], depth: u32, form: StubForm, bytes: usize) -> String {
    let depth = depth.clamp(1, super::MAX_DEPTH);
    let write = |reach: &Reach, count: usize| Writer::new(ids, &Plan::new(ids, reach, count), form, bytes).write();
    let mut reach = if components.is_empty() {
        Reach::of_all(ids, depth, form)
    } else {
        Reach::of_components(ids, components, depth, form)
    };
    if let Ok(text) = write(&reach, reach.order.len()) {
        return text;
    }
    if components.is_empty() {
        reach = Reach::of_entry(ids, depth, form);
    }
    // The most classes that fit; a class more is more text, but for few letters.
    let (mut fits, mut beyond) = (0, reach.order.len() + 1);
    let mut best = None;
    while beyond - fits > 1 {
        let count = fits.midpoint(beyond);
        match write(&reach, count) {
            Ok(text) => (fits, best) = (count, Some(text)),
            Err(_) => beyond = count,
        }
    }
    best.unwrap_or_else(|| write(&reach, 0).unwrap_or_else(|text| text))
}
