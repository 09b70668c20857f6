//! Schema documents to components (part 1, section 3), in passes that never recurse on the input:
//! declare all global names, read every definition with its references resolved to ids, then build in the order of dependencies.

mod alternative;
mod attribute;
mod attributes;
mod complex_type;
mod condition;
mod content;
mod datatype;
mod declare;
mod element;
mod finish;
mod identity;
mod lexical;
mod notation;
mod order;
mod particle;
mod resolve;
mod simple_type;
mod substitution;
mod value;
mod wildcard;
mod xpath;

use crate::components::*;
use crate::compose::{Composition, FileId, Node, Space, Unit, UnitId, children};
use crate::conditions::{Assertions, Clock};
use crate::findings::Findings;
use crate::{Component, Documentation, IssueCode, Place};
use attribute::{RawAttributes, RawValue};
use complex_type::RawComplex;
use content::EffectiveContent;
use hashbrown::HashMap;
use particle::{RawParticle, Span};
use pyxsd_datatypes::{Builtin, SimpleType, XsdVersion};
use pyxsd_xml::{Names, Symbol};
use simple_type::RawSimple;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// Model groups, complex content and derivation may nest this deep; what works on particles recurses.
const MAX_NESTING: u32 = 256;
/// Particles of one content model, references to groups expanded.
const MAX_PARTICLES: u64 = 10_000_000;

/// Reads every component of the documents.
pub(crate) fn read(
    composition: &Composition<'_>,
    version: XsdVersion,
    matching: NameMatching,
    names: &mut Names,
    findings: &mut Findings,
) -> Components {
    let mut reader = Reader::new(composition, version, matching, names, findings);
    reader.declare();
    reader.read_globals();
    reader.resolve_identities();
    reader.build_groups();
    reader.build_simple_types();
    reader.settle_attributes();
    reader.check_attribute_notations();
    reader.build_attribute_groups();
    reader.build_complex_types();
    reader.settle_elements();
    reader.check_element_notations();
    reader.close_substitution_groups();
    reader.finish()
}

/// Where a definition is read: its file gives places and prefixes, its unit the target namespace and the defaults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scope {
    unit: UnitId,
    file: FileId,
}

/// A global component.
struct Global<'d> {
    space: Space,
    name: Symbol,
    node: Node<'d>,
    scope: Scope,
    /// Its position in the arena of its kind.
    index: u32,
}

/// A type definition on its way.
struct TypeSlot<'d> {
    name: Option<Symbol>,
    owner: Owner,
    /// Nothing for built-in types.
    source: Option<(Node<'d>, Scope)>,
    redefines: Option<TypeId>,
    final_: DerivationSet,
    is_simple: bool,
    /// Its base is missing or circular, which is reported: what follows from that is not.
    is_broken: bool,
    raw: RawType<'d>,
    /// Of simple types, once built.
    datatype: Option<Arc<SimpleType>>,
    /// Of complex types, once built.
    content: Option<EffectiveContent>,
    attributes: AttributeUses,
    /// Of complex types, once built.
    assertions: Option<Arc<Assertions>>,
    /// Levels of nested model groups in the content.
    depth: u32,
    particles: u64,
}

enum RawType<'d> {
    /// Not read yet, or without a usable definition.
    Unread,
    Builtin(Builtin),
    AnyType,
    Simple(RawSimple<'d>),
    Complex(Box<RawComplex<'d>>),
}

/// What an element declaration still needs.
struct ElementSource<'d> {
    source: (Node<'d>, Scope),
    /// Its type is missing, which is reported.
    is_broken: bool,
    /// No type of its own: that of its substitution group head, else `anyType`.
    untyped: bool,
    value: Option<RawValue<'d>>,
    identities: Vec<identity::RawIdentity<'d>>,
}

/// What an attribute declaration still needs.
struct AttributeSource<'d> {
    source: (Node<'d>, Scope),
    value: Option<RawValue<'d>>,
}

/// A named model group on its way.
struct GroupSlot<'d> {
    name: Symbol,
    source: (Node<'d>, Scope),
    redefines: Option<GroupId>,
    content: Option<Span>,
    built: Option<Arc<ModelGroup>>,
    depth: u32,
    particles: u64,
}

/// A named attribute group on its way.
struct AttributeGroupSlot<'d> {
    name: Symbol,
    source: (Node<'d>, Scope),
    redefines: Option<AttributeGroupId>,
    /// It refers to what it redefines.
    extends_redefined: bool,
    raw: RawAttributes<'d>,
    built: AttributeUses,
}

struct Reader<'d, 'c> {
    composition: &'c Composition<'d>,
    version: XsdVersion,
    matching: NameMatching,
    names: &'c mut Names,
    findings: &'c mut Findings,
    globals: Vec<Global<'d>>,
    /// Position in `globals` by name.
    by_name: HashMap<(Space, Symbol), usize>,
    /// The same by local name, first declared first, for legacy matching.
    by_local: HashMap<(Space, Symbol), usize>,
    types: Vec<TypeSlot<'d>>,
    elements: Vec<ElementDeclaration>,
    element_sources: Vec<ElementSource<'d>>,
    attributes: Vec<AttributeDeclaration>,
    attribute_sources: Vec<AttributeSource<'d>>,
    wildcards: Vec<Wildcard>,
    groups: Vec<GroupSlot<'d>>,
    attribute_groups: Vec<AttributeGroupSlot<'d>>,
    identities: Vec<IdentityConstraint>,
    identity_by_name: HashMap<Symbol, IdentityId>,
    notations: Vec<NotationDeclaration>,
    particles: Vec<RawParticle>,
    /// Simple types that are no part of the schema, by a facet that is not known (3.16.2).
    unusable: BTreeSet<Symbol>,
    /// Anonymous types to read.
    queue: VecDeque<(TypeId, Node<'d>, Scope)>,
    any_simple: Arc<SimpleType>,
    /// `defaultOpenContent` of each file.
    default_open: Vec<Option<Node<'d>>>,
    documentation: Documentation,
    clock: Arc<Clock>,
}

impl<'d, 'c> Reader<'d, 'c> {
    fn new(
        composition: &'c Composition<'d>,
        version: XsdVersion,
        matching: NameMatching,
        names: &'c mut Names,
        findings: &'c mut Findings,
    ) -> Self {
        let is_default = |child: &Node<'d>| child.tag_name().name() == "defaultOpenContent";
        let default_open = composition.files.iter().map(|file| children(file.root, version).find(is_default)).collect();
        Self {
            composition,
            version,
            matching,
            names,
            findings,
            globals: Vec::new(),
            by_name: HashMap::new(),
            by_local: HashMap::new(),
            types: Vec::new(),
            elements: Vec::new(),
            element_sources: Vec::new(),
            attributes: Vec::new(),
            attribute_sources: Vec::new(),
            wildcards: Vec::new(),
            groups: Vec::new(),
            attribute_groups: Vec::new(),
            identities: Vec::new(),
            identity_by_name: HashMap::new(),
            notations: Vec::new(),
            particles: Vec::new(),
            unusable: BTreeSet::new(),
            queue: VecDeque::new(),
            any_simple: SimpleType::of_builtin_in(Builtin::AnySimpleType, version),
            default_open,
            documentation: Documentation::default(),
            clock: Arc::default(),
        }
    }

    fn unit(&self, scope: Scope) -> &'c Unit<'d> {
        &self.composition.units[scope.unit]
    }

    /// The `xs:schema` element whose defaults hold: an overriding component takes those of the document that it goes into.
    fn schema_root(&self, scope: Scope) -> Node<'d> {
        self.composition.files[self.unit(scope).file].root
    }

    fn place(&self, scope: Scope, node: Node<'_>) -> Place {
        self.composition.files[scope.file].place(node)
    }

    /// The place that a component keeps: built-in ones have none.
    fn component_place(&self, scope: Scope, node: Node<'_>) -> Option<Place> {
        let file = &self.composition.files[scope.file];
        (!file.built_in).then(|| file.place(node))
    }

    /// Keeps what is said about a component.
    fn document(&mut self, component: Component, scope: Scope, node: Node<'_>) {
        if !self.composition.files[scope.file].built_in {
            self.documentation.keep(component, node);
        }
    }

    fn children(&self, node: Node<'d>) -> impl Iterator<Item = Node<'d>> + use<'d> {
        children(node, self.version)
    }

    /// The first child of the XML Schema namespace with one of these names.
    fn child(&self, node: Node<'d>, names: &[&str]) -> Option<Node<'d>> {
        self.children(node).find(|child| names.contains(&child.tag_name().name()))
    }

    fn is_1_1(&self) -> bool {
        self.version == XsdVersion::V1_1
    }

    fn error(&mut self, code: IssueCode, rule: &'static str, scope: Scope, node: Node<'_>, message: String) {
        let place = self.place(scope, node);
        self.findings.error(code, rule, place, message);
    }

    /// `{ns}local` for messages.
    fn shown(&self, name: Symbol) -> String {
        self.names.display(name).to_string()
    }

    /// A type for messages.
    fn shown_type(&self, id: TypeId) -> String {
        match self.types[id.index()].name {
            Some(name) => format!("type {}", self.shown(name)),
            None => "anonymous type".to_owned(),
        }
    }

    fn key(&mut self, name: Symbol) -> Symbol {
        match self.matching {
            NameMatching::Strict => name,
            NameMatching::Legacy => self.names.without_namespace(name),
        }
    }
}
