//! What a schema consists of at first sight.

use crate::ids::{Ids, Kind};
use pyxsd_schema::Component;

/// The overview. Documents and issues are those of the schema itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overview {
    /// Target namespace of the first entry document, empty for none.
    pub target_namespace: String,
    /// Ids of all global elements, in the order of the schema documents; built-in ones left out.
    pub roots: Vec<String>,
    /// Ids of those that stand in an entry document.
    pub entry_roots: Vec<String>,
    /// How many components there are.
    pub counts: Counts,
}

/// Components by kind, global and local, built-in ones left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Counts {
    pub elements: u64,
    pub global_elements: u64,
    pub attributes: u64,
    pub complex_types: u64,
    pub simple_types: u64,
    pub groups: u64,
    pub attribute_groups: u64,
    pub notations: u64,
    pub identity_constraints: u64,
}

/// Sums a schema up; `entries` are the paths of its entry documents.
pub fn overview(ids: &Ids<'_>, entries: &[String]) -> Overview {
    let schema = ids.schema();
    let mut counts = Counts::default();
    let (mut roots, mut entry_roots) = (Vec::new(), Vec::new());
    for component in ids.all() {
        let Some(place) = ids.place(component) else { continue };
        *counts.of(ids.kind(component)) += 1;
        if !matches!(component, Component::Element(_)) || ids.owner(component).is_some() {
            continue;
        }
        counts.global_elements += 1;
        let id = ids.id(component);
        if entries.iter().any(|entry| **entry == *place.file) {
            entry_roots.push(id.clone());
        }
        roots.push(id);
    }
    let first = schema.components.documents.first();
    let target_namespace =
        first.map_or_else(String::new, |first| schema.names.namespace_uri(first.namespace).to_owned());
    Overview { target_namespace, roots, entry_roots, counts }
}

impl Counts {
    fn of(&mut self, kind: Kind) -> &mut u64 {
        match kind {
            Kind::Element => &mut self.elements,
            Kind::Attribute => &mut self.attributes,
            Kind::ComplexType => &mut self.complex_types,
            Kind::SimpleType => &mut self.simple_types,
            Kind::Group => &mut self.groups,
            Kind::AttributeGroup => &mut self.attribute_groups,
            Kind::Notation => &mut self.notations,
            Kind::IdentityConstraint => &mut self.identity_constraints,
        }
    }
}
