//! The description of one component.

use super::content::{self, AttributeNode, ContentNode, constraint};
use crate::content::{assertions, wildcard};
use crate::ids::{Ids, Kind};
use pyxsd_datatypes::SimpleType;
use pyxsd_schema::components::*;
use pyxsd_schema::{Component, Place};

/// Values of one facet kind that a description lists; a large code list says how many there are.
const MAX_VALUES: usize = 1_000;

/// A component as a reader wants it. An element carries the content, attributes and facets of its type, a type its own ones with
/// those that it inherits: one description says what may stand in an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// Component id.
    pub id: String,
    /// Kind.
    pub kind: Kind,
    /// Expanded name; nothing for an anonymous type.
    pub name: Option<String>,
    /// From 1 for what was asked for; one more for what that refers to.
    pub level: u32,
    /// Where it is declared; nothing for what is built in.
    pub place: Option<Place>,
    /// Its documentation.
    pub documentation: Option<String>,
    /// Id of the type of an element or attribute.
    pub type_id: Option<String>,
    /// Id of the base of a type.
    pub base: Option<String>,
    /// `extension`, `restriction`, `list` or `union`.
    pub derivation: Option<&'static str>,
    /// Id of the item type of a list.
    pub item: Option<String>,
    /// Ids of the member types of a union.
    pub members: Vec<String>,
    /// An element or type that is abstract.
    pub is_abstract: bool,
    /// An element that may be nil.
    pub nillable: bool,
    /// An attribute that descendants inherit (1.1).
    pub inheritable: bool,
    /// Default value.
    pub default: Option<String>,
    /// Fixed value.
    pub fixed: Option<String>,
    /// `block`: `extension`, `restriction`, `substitution`.
    pub block: Vec<&'static str>,
    /// `final`.
    pub final_: Vec<&'static str>,
    /// Facets in force of a simple type, or of the type of an element or attribute.
    pub facets: Vec<Facet>,
    /// Content of a complex type, element or group.
    pub content: Option<ContentNode>,
    /// Attributes of a complex type, element or attribute group.
    pub attributes: Vec<AttributeNode>,
    /// What an attribute wildcard admits, in one line.
    pub attribute_wildcard: Option<String>,
    /// Tests of the assertions of a complex type or of the type of an element (1.1).
    pub assertions: Vec<String>,
    /// Type alternatives of an element (1.1), in order: the test, nothing for the last one, and the id of the type.
    pub alternatives: Vec<(Option<String>, String)>,
    /// Ids of the attribute groups referred to.
    pub attribute_groups: Vec<String>,
    /// Ids of the elements whose substitution group this one joins.
    pub substitution_heads: Vec<String>,
    /// Ids of the elements that may stand for this one.
    pub substitutes: Vec<String>,
    /// Ids of the identity constraints of an element.
    pub identity_constraints: Vec<String>,
    /// An identity constraint itself.
    pub identity: Option<IdentityNode>,
}

/// A facet in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facet {
    /// `minLength`, `enumeration` …
    pub name: &'static str,
    /// As written; one for each pattern step, one for each value of an enumeration, of at most 1,000.
    pub values: Vec<String>,
    /// How many there are.
    pub total: u64,
}

/// What an identity constraint says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdentityNode {
    /// `key`, `unique` or `keyref`.
    pub category: &'static str,
    /// The selector, names expanded.
    pub selector: String,
    /// The fields, names expanded.
    pub fields: Vec<String>,
    /// Id of the key that a keyref refers to.
    pub refer: Option<String>,
}

/// Describes one component.
pub(super) fn description(ids: &Ids<'_>, component: Component, level: u32) -> Description {
    let schema = ids.schema();
    let name = ids.name(component).map(|_| ids.shown_name(component));
    let documentation = schema.components.documentation.of(component).map(str::to_owned);
    let mut described = Description {
        id: ids.id(component),
        kind: ids.kind(component),
        name,
        level,
        place: ids.place(component).cloned(),
        documentation,
        type_id: None,
        base: None,
        derivation: None,
        item: None,
        members: Vec::new(),
        is_abstract: false,
        nillable: false,
        inheritable: false,
        default: None,
        fixed: None,
        block: Vec::new(),
        final_: Vec::new(),
        facets: Vec::new(),
        content: None,
        attributes: Vec::new(),
        attribute_wildcard: None,
        assertions: Vec::new(),
        alternatives: Vec::new(),
        attribute_groups: Vec::new(),
        substitution_heads: Vec::new(),
        substitutes: Vec::new(),
        identity_constraints: Vec::new(),
        identity: None,
    };
    match component {
        Component::Element(id) => add_element(ids, id, &mut described),
        Component::Attribute(id) => {
            let attribute = schema.components.attribute(id);
            described.type_id = Some(ids.id(Component::Type(attribute.type_id)));
            described.inheritable = attribute.inheritable;
            described.facets = facets(&attribute.datatype);
            (described.default, described.fixed) = constraint(attribute.value.as_ref());
        }
        Component::Type(id) => add_type(ids, id, &mut described),
        Component::Group(id) => described.content = Some(content::content_of_group(ids, id)),
        Component::AttributeGroup(id) => {
            add_attributes(ids, &schema.components.attribute_groups[id.index()].attributes, &mut described);
        }
        Component::Identity(id) => described.identity = Some(identity(ids, id)),
        Component::Notation(_) => {}
    }
    described
}

fn add_element(ids: &Ids<'_>, id: ElementId, described: &mut Description) {
    let element = ids.schema().components.element(id);
    let listed = |elements: &[ElementId]| elements.iter().map(|id| ids.id(Component::Element(*id))).collect();
    described.type_id = Some(ids.id(Component::Type(element.type_id)));
    described.is_abstract = element.is_abstract;
    described.nillable = element.nillable;
    (described.default, described.fixed) = constraint(element.value.as_ref());
    described.block = derivations(element.block);
    described.final_ = derivations(element.final_);
    described.substitution_heads = listed(&element.substitution_heads);
    described.substitutes = listed(&element.substitutes);
    let alternatives = element.type_table.iter().flat_map(|table| &table.alternatives);
    let alternatives = alternatives.map(|alternative| {
        let test = alternative.test.as_ref().map(|test| test.text.trim().to_owned());
        (test, ids.id(Component::Type(alternative.type_id)))
    });
    described.alternatives = alternatives.collect();
    let identities = element.identity_constraints.iter();
    described.identity_constraints = identities.map(|id| ids.id(Component::Identity(*id))).collect();
    add_detail(ids, element.type_id, described);
}

fn add_type(ids: &Ids<'_>, id: TypeId, described: &mut Description) {
    let definition = ids.schema().components.type_(id);
    described.base = (definition.base != id).then(|| ids.id(Component::Type(definition.base)));
    described.derivation = Some(match definition.derivation {
        Derivation::Restriction => "restriction",
        Derivation::Extension => "extension",
        Derivation::List => "list",
        Derivation::Union => "union",
    });
    described.final_ = derivations(definition.final_);
    match &definition.detail {
        TypeDetail::Simple(simple) => {
            described.item = simple.item.map(|item| ids.id(Component::Type(item)));
            described.members = simple.members.iter().map(|member| ids.id(Component::Type(*member))).collect();
        }
        TypeDetail::Complex(complex) => {
            described.is_abstract = complex.is_abstract;
            described.block = derivations(complex.block);
        }
    }
    add_detail(ids, id, described);
}

/// Facets, content and attributes of a type.
fn add_detail(ids: &Ids<'_>, id: TypeId, described: &mut Description) {
    match &ids.schema().components.type_(id).detail {
        TypeDetail::Simple(simple) => described.facets = facets(&simple.datatype),
        TypeDetail::Complex(complex) => {
            if let Content::Simple { datatype, .. } = &complex.content {
                described.facets = facets(datatype);
            }
            described.content = content::content(ids, id);
            described.assertions = assertions(complex);
            add_attributes(ids, &complex.attributes, described);
        }
    }
}

fn add_attributes(ids: &Ids<'_>, attributes: &AttributeUses, described: &mut Description) {
    described.attributes = content::attributes(ids, attributes);
    described.attribute_wildcard = attributes.wildcard.map(|id| wildcard(ids.schema(), id));
    let groups = attributes.groups.iter();
    described.attribute_groups = groups.map(|id| ids.id(Component::AttributeGroup(*id))).collect();
}

/// The facets in force, those of one kind together; built-in ones such as `whiteSpace` too.
pub(crate) fn facets(datatype: &SimpleType) -> Vec<Facet> {
    let mut found: Vec<Facet> = Vec::new();
    for (kind, value) in datatype.facets() {
        match found.last_mut().filter(|last| last.name == kind.name()) {
            Some(last) => {
                last.total += 1;
                if last.values.len() < MAX_VALUES {
                    last.values.push(value);
                }
            }
            None => found.push(Facet { name: kind.name(), values: vec![value], total: 1 }),
        }
    }
    found
}

fn identity(ids: &Ids<'_>, id: IdentityId) -> IdentityNode {
    let constraint = ids.schema().components.identity(id);
    IdentityNode {
        category: match constraint.kind {
            IdentityKind::Key => "key",
            IdentityKind::Unique => "unique",
            IdentityKind::Keyref => "keyref",
        },
        selector: paths(ids, &constraint.selector),
        fields: constraint.fields.iter().map(|field| paths(ids, field)).collect(),
        refer: constraint.refer.map(|refer| ids.id(Component::Identity(refer))),
    }
}

/// Alternatives of a selector or field, names expanded.
pub(crate) fn paths(ids: &Ids<'_>, paths: &[IdentityPath]) -> String {
    paths.iter().map(|path| path_text(ids, path)).collect::<Vec<_>>().join(" | ")
}

fn path_text(ids: &Ids<'_>, path: &IdentityPath) -> String {
    let names = &ids.schema().names;
    let test = |test: &NameTest| match test {
        NameTest::Any => "*".to_owned(),
        NameTest::Namespace(namespace) => format!("{{{}}}*", names.namespace_uri(*namespace)),
        NameTest::Name(name) => names.display(*name).to_string(),
    };
    let mut steps: Vec<String> = path.steps.iter().map(test).collect();
    steps.extend(path.attribute.as_ref().map(|attribute| format!("@{}", test(attribute))));
    if steps.is_empty() {
        steps.push(".".to_owned());
    }
    let prefix = if path.descendant { ".//" } else { "" };
    format!("{prefix}{}", steps.join("/"))
}

/// The words of a set.
pub(crate) fn derivations(set: DerivationSet) -> Vec<&'static str> {
    let words = [
        (DerivationSet::EXTENSION, "extension"),
        (DerivationSet::RESTRICTION, "restriction"),
        (DerivationSet::SUBSTITUTION, "substitution"),
        (DerivationSet::LIST, "list"),
        (DerivationSet::UNION, "union"),
    ];
    words.into_iter().filter(|(word, _)| set.intersects(*word)).map(|(_, word)| word).collect()
}
