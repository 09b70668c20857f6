//! The interface `inspection`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::inspection as wit;
use crate::issue;
use crate::schemas::Compiled;
use pyxsd_tools::inspect::{self, ParticleKind, StubForm};
use pyxsd_tools::search::{self, Search};
use pyxsd_tools::{Ids, Kind, Lookup};

/// Ids that an ambiguity lists.
const MAX_CANDIDATES: usize = 50;
/// Ids that are offered for a name that nothing has.
const MAX_NEAR: usize = 10;
/// Bytes of a stub at most.
const MAX_STUB: usize = 4 << 20;

impl wit::Guest for Component {
    fn overview_of(schema: wit::SchemaBorrow<'_>, entries: Vec<String>) -> wit::Overview {
        let schema = schema.get::<Compiled>().0.borrow();
        let overview = inspect::overview(&Ids::new(&schema), &entries);
        let counts = overview.counts;
        wit::Overview {
            target_namespace: overview.target_namespace,
            roots: overview.roots,
            entry_roots: overview.entry_roots,
            counts: wit::Counts {
                elements: counts.elements,
                global_elements: counts.global_elements,
                attributes: counts.attributes,
                complex_types: counts.complex_types,
                simple_types: counts.simple_types,
                groups: counts.groups,
                attribute_groups: counts.attribute_groups,
                notations: counts.notations,
                identity_constraints: counts.identity_constraints,
            },
        }
    }

    fn stub(
        schema: wit::SchemaBorrow<'_>,
        components: Vec<String>,
        depth: u32,
        form: wit::StubForm,
        bytes: u64,
    ) -> Result<String, wit::NoComponent> {
        let schema = schema.get::<Compiled>().0.borrow();
        let ids = Ids::new(&schema);
        let form = match form {
            wit::StubForm::Full => StubForm::Full,
            wit::StubForm::Compact => StubForm::Compact,
        };
        let bytes = usize::try_from(bytes).map_or(MAX_STUB, |bytes| bytes.min(MAX_STUB));
        Ok(inspect::stub(&ids, &all_of(&ids, &components)?, depth, form, bytes))
    }

    fn describe(
        schema: wit::SchemaBorrow<'_>,
        components: Vec<String>,
        depth: u32,
    ) -> Result<wit::Described, wit::NoComponent> {
        let schema = schema.get::<Compiled>().0.borrow();
        let ids = Ids::new(&schema);
        let described = inspect::describe(&ids, &all_of(&ids, &components)?, depth);
        Ok(wit::Described {
            components: described.components.into_iter().map(description).collect(),
            complete: described.complete,
        })
    }

    fn find(
        schema: wit::SchemaBorrow<'_>,
        wanted: wit::Search,
        start: u64,
        count: u32,
    ) -> Result<wit::Finds, wit::NoComponent> {
        let schema = schema.get::<Compiled>().0.borrow();
        let ids = Ids::new(&schema);
        let related = |id: Option<String>| id.map(|id| one_of(&ids, &id)).transpose();
        let search = Search {
            text: wanted.text,
            kind: wanted.kind.map(engine_kind),
            name: wanted.name,
            namespace: wanted.namespace,
            uses: related(wanted.uses)?,
            used_by: related(wanted.used_by)?,
        };
        let found = search::search(&ids, &search);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let part = found.iter().skip(start).take(count as usize);
        let components = part.map(|component| wit::Found {
            id: ids.id(*component),
            kind: kind(ids.kind(*component)),
            name: ids.name(*component).map(|_| ids.shown_name(*component)),
            place: ids.place(*component).map(issue::place),
        });
        Ok(wit::Finds { total: found.len() as u64, components: components.collect() })
    }
}

fn all_of(ids: &Ids<'_>, names: &[String]) -> Result<Vec<pyxsd_tools::Component>, wit::NoComponent> {
    names.iter().map(|name| one_of(ids, name)).collect()
}

fn one_of(ids: &Ids<'_>, name: &str) -> Result<pyxsd_tools::Component, wit::NoComponent> {
    match ids.find(name, &[]) {
        Lookup::Found(component) => Ok(component),
        Lookup::Unknown => {
            let near = ids.near(name, MAX_NEAR).into_iter().map(|component| ids.id(component));
            Err(wit::NoComponent::Unknown((name.to_owned(), near.collect())))
        }
        Lookup::Ambiguous(several) => {
            let candidates = several.into_iter().take(MAX_CANDIDATES).map(|component| ids.id(component));
            Err(wit::NoComponent::Ambiguous((name.to_owned(), candidates.collect())))
        }
    }
}

fn kind(kind: Kind) -> wit::ComponentKind {
    match kind {
        Kind::Element => wit::ComponentKind::Element,
        Kind::Attribute => wit::ComponentKind::Attribute,
        Kind::ComplexType => wit::ComponentKind::ComplexType,
        Kind::SimpleType => wit::ComponentKind::SimpleType,
        Kind::Group => wit::ComponentKind::Group,
        Kind::AttributeGroup => wit::ComponentKind::AttributeGroup,
        Kind::Notation => wit::ComponentKind::Notation,
        Kind::IdentityConstraint => wit::ComponentKind::IdentityConstraint,
    }
}

fn engine_kind(kind: wit::ComponentKind) -> Kind {
    match kind {
        wit::ComponentKind::Element => Kind::Element,
        wit::ComponentKind::Attribute => Kind::Attribute,
        wit::ComponentKind::ComplexType => Kind::ComplexType,
        wit::ComponentKind::SimpleType => Kind::SimpleType,
        wit::ComponentKind::Group => Kind::Group,
        wit::ComponentKind::AttributeGroup => Kind::AttributeGroup,
        wit::ComponentKind::Notation => Kind::Notation,
        wit::ComponentKind::IdentityConstraint => Kind::IdentityConstraint,
    }
}

fn words(words: Vec<&'static str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

fn description(description: inspect::Description) -> wit::Description {
    wit::Description {
        id: description.id,
        kind: kind(description.kind),
        name: description.name,
        level: description.level,
        place: description.place.as_ref().map(issue::place),
        documentation: description.documentation,
        type_id: description.type_id,
        base: description.base,
        derivation: description.derivation.map(str::to_owned),
        item: description.item,
        members: description.members,
        is_abstract: description.is_abstract,
        nillable: description.nillable,
        inheritable: description.inheritable,
        default: description.default,
        fixed: description.fixed,
        block: words(description.block),
        final_: words(description.final_),
        facets: description.facets.into_iter().map(facet).collect(),
        content: description.content.map(content),
        attributes: description.attributes.into_iter().map(attribute).collect(),
        attribute_wildcard: description.attribute_wildcard,
        assertions: description.assertions,
        alternatives: description.alternatives,
        attribute_groups: description.attribute_groups,
        substitution_heads: description.substitution_heads,
        substitutes: description.substitutes,
        identity_constraints: description.identity_constraints,
        identity: description.identity.map(identity),
    }
}

fn facet(facet: inspect::Facet) -> wit::Facet {
    wit::Facet { name: facet.name.to_owned(), values: facet.values, total: facet.total }
}

fn attribute(attribute: inspect::AttributeNode) -> wit::Attribute {
    wit::Attribute {
        id: attribute.id,
        name: attribute.name,
        type_id: attribute.type_id,
        required: attribute.required,
        default: attribute.default,
        fixed: attribute.fixed,
    }
}

fn identity(identity: inspect::IdentityNode) -> wit::Identity {
    wit::Identity {
        category: identity.category.to_owned(),
        selector: identity.selector,
        fields: identity.fields,
        refer: identity.refer,
    }
}

fn content(content: inspect::ContentNode) -> wit::Content {
    wit::Content {
        kind: content.kind.to_owned(),
        simple_type: content.simple_type,
        expression: content.expression,
        particles: content.particles.into_iter().map(particle).collect(),
        complete: content.complete,
        open: content.open.map(|(mode, wildcard)| (mode.to_owned(), wildcard)),
    }
}

fn particle(particle: inspect::ParticleNode) -> wit::Particle {
    wit::Particle {
        level: particle.level,
        kind: match particle.kind {
            ParticleKind::Sequence => wit::ParticleKind::Sequence,
            ParticleKind::Choice => wit::ParticleKind::Choice,
            ParticleKind::All => wit::ParticleKind::All,
            ParticleKind::Element => wit::ParticleKind::Element,
            ParticleKind::Any => wit::ParticleKind::Any,
        },
        min: particle.min,
        max: particle.max,
        id: particle.id,
        name: particle.name,
        type_id: particle.type_id,
        substitutes: particle.substitutes,
        is_abstract: particle.is_abstract,
        wildcard: particle.wildcard,
    }
}
