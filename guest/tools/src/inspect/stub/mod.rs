//! Stubs: a schema as Python-like classes, in full for reading and in few lines for a small context window.

mod member;
mod naming;
mod plan;
mod spelling;
mod write;

pub(crate) use member::telling_facets;

use crate::ids::Ids;
use pyxsd_schema::Component;

/// How much a stub says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StubForm {
    /// A class a type, facets and documentation as comments, ids with places: valid Python.
    Full,
    /// A class a complex type, facets beside the members.
    Compact,
}

/// A schema, or what some of its components are made of, as Python-like text.
///
/// Without components every global element and type is shown; `depth` is how deep anonymous types are expanded. With components they are,
/// and `depth` levels of the types that they refer to. What lies deeper is `Any`, with a comment that says how to see it.
pub fn stub(ids: &Ids<'_>, components: &[Component], depth: u32, form: StubForm) -> String {
    let plan = plan::Plan::new(ids, components, depth.clamp(1, super::MAX_DEPTH), form);
    write::Writer::new(ids, &plan, form).write()
}
