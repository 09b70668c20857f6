//! Simple type definitions as written (part 1, 3.16.2).

use super::*;

/// A simple type with its references resolved. Where one does not resolve, the ur-type stands in.
pub(super) struct RawSimple<'d> {
    pub base: TypeId,
    pub derivation: Derivation,
    pub item: Option<TypeId>,
    pub members: Vec<TypeId>,
    pub facets: Vec<Node<'d>>,
}

const ANY_SIMPLE: TypeId = TypeId(Builtin::AnySimpleType as u32);

/// The rules on parts of a list and of a union.
const ITEM: &str = "cos-st-restricts.2.1";
const MEMBER: &str = "cos-st-restricts.3.1";

impl<'d> Reader<'d, '_> {
    pub(super) fn read_simple_type(&mut self, id: TypeId, node: Node<'d>, scope: Scope) {
        self.types[id.index()].final_ = self.final_of_simple(node, scope);
        let derivations: Vec<Node<'d>> = self
            .children(node)
            .filter(|child| matches!(child.tag_name().name(), "restriction" | "list" | "union"))
            .collect();
        let raw = match derivations.as_slice() {
            [] => RawSimple::ur(),
            [first, ..] => match first.tag_name().name() {
                "restriction" => self.read_simple_restriction(id, *first, scope),
                "list" => self.read_list(id, *first, scope),
                _ => self.read_union(id, *first, scope),
            },
        };
        self.types[id.index()].raw = RawType::Simple(raw);
    }

    fn final_of_simple(&self, node: Node<'d>, scope: Scope) -> DerivationSet {
        let mut allowed = DerivationSet::RESTRICTION.with(DerivationSet::LIST).with(DerivationSet::UNION);
        if self.is_1_1() {
            allowed = allowed.with(DerivationSet::EXTENSION);
        }
        let text =
            lexical::attribute(node, "final").or_else(|| lexical::attribute(self.schema_root(scope), "finalDefault"));
        lexical::derivations(text.unwrap_or_default(), allowed)
    }

    fn read_simple_restriction(&mut self, id: TypeId, node: Node<'d>, scope: Scope) -> RawSimple<'d> {
        let base = self.restriction_base(id, node, scope);
        self.types[id.index()].is_broken = base.is_none();
        let base = base.unwrap_or(ANY_SIMPLE);
        let facets = self.facet_nodes(node, scope);
        RawSimple { base, derivation: Derivation::Restriction, item: None, members: Vec::new(), facets }
    }

    fn restriction_base(&mut self, id: TypeId, node: Node<'d>, scope: Scope) -> Option<TypeId> {
        if let Some(text) = lexical::attribute(node, "base") {
            if let Some(redefined) = self.redefined_base(id, node, scope, text) {
                return Some(redefined);
            }
            let base = self.refer_simple_type(scope, node, text, "st-props-correct.1")?;
            let is_ur = base == ANY_SIMPLE || base == TypeId::builtin(Builtin::AnyAtomicType);
            if is_ur && !self.composition.files[scope.file].built_in {
                let message =
                    format!("{text} cannot be restricted; derive from a type that has a value space of its own");
                self.error(IssueCode::InvalidBase, "cos-st-restricts.1.1", scope, node, message);
                return None;
            }
            return Some(base);
        }
        let inline = self.child(node, &["simpleType"])?;
        Some(self.anonymous_type(Owner::Type(id), inline, scope))
    }

    /// The redefined type where a redefinition names itself as its base; anything else there is an issue (src-redefine.5).
    pub(super) fn redefined_base(&mut self, id: TypeId, node: Node<'d>, scope: Scope, text: &str) -> Option<TypeId> {
        let slot = &self.types[id.index()];
        let (redefined, own) = (slot.redefines?, slot.name);
        let named = self.qname(scope, node, text)?;
        if Some(named) == own {
            return Some(redefined);
        }
        let message =
            format!("{} is redefined from {text}; the base of a redefinition is the type itself", self.shown_type(id));
        self.error(IssueCode::ComposeInvalid, "src-redefine.5", scope, node, message);
        None
    }

    /// The first facet of a simple type that is not known: an element of another namespace, which 1.1 admits in a restriction.
    pub(super) fn unknown_facet(&self, node: Node<'d>) -> Option<Node<'d>> {
        if !self.is_1_1() || node.tag_name().name() != "simpleType" {
            return None;
        }
        self.foreign_child(self.child(node, &["restriction"])?)
    }

    fn foreign_child(&self, node: Node<'d>) -> Option<Node<'d>> {
        let is_foreign = |child: &Node<'d>| {
            let is_other = !matches!(child.tag_name().namespace(), None | Some(crate::compose::XS));
            child.is_element() && is_other && crate::compose::takes_part(*child, self.version)
        };
        node.children().find(is_foreign)
    }

    /// Facets that are not known leave a type without a meaning; one without a name cannot be left out of the schema.
    fn refuse_unknown_facet(&mut self, node: Node<'d>, scope: Scope) {
        if let Some(facet) = self.foreign_child(node).filter(|_| self.is_1_1()) {
            let (uri, name) = (facet.tag_name().namespace().unwrap_or_default(), facet.tag_name().name());
            let place = self.place(scope, facet);
            self.findings.unsupported(format!("the facet {{{uri}}}{name}"), place);
        }
    }

    /// The facets of a restriction.
    pub(super) fn facet_nodes(&mut self, node: Node<'d>, scope: Scope) -> Vec<Node<'d>> {
        self.refuse_unknown_facet(node, scope);
        let is_facet = |name| pyxsd_datatypes::FacetKind::from_name(name).is_some();
        let is_later = |name| matches!(name, "explicitTimezone" | "assertion");
        let is_known = |name| is_facet(name) && (self.is_1_1() || !is_later(name));
        self.children(node).filter(|child| is_known(child.tag_name().name())).collect()
    }

    fn read_list(&mut self, id: TypeId, node: Node<'d>, scope: Scope) -> RawSimple<'d> {
        let item = match (lexical::attribute(node, "itemType"), self.child(node, &["simpleType"])) {
            (Some(text), _) => self.refer_simple_type(scope, node, text, "cos-st-restricts.2.1"),
            (None, Some(inline)) => Some(self.anonymous_type(Owner::Type(id), inline, scope)),
            (None, None) => None,
        };
        self.refuse_special(item, node, scope, ITEM);
        let item = Some(item.unwrap_or(ANY_SIMPLE));
        RawSimple { base: ANY_SIMPLE, derivation: Derivation::List, item, members: Vec::new(), facets: Vec::new() }
    }

    fn read_union(&mut self, id: TypeId, node: Node<'d>, scope: Scope) -> RawSimple<'d> {
        let mut members = Vec::new();
        for text in lexical::tokens(node.attribute("memberTypes").unwrap_or_default()) {
            let member = self.refer_simple_type(scope, node, text, "cos-st-restricts.3.1");
            self.refuse_special(member, node, scope, MEMBER);
            members.extend(member);
        }
        for child in self.children(node).filter(|child| child.tag_name().name() == "simpleType") {
            members.push(self.anonymous_type(Owner::Type(id), child, scope));
        }
        RawSimple { base: ANY_SIMPLE, derivation: Derivation::Union, item: None, members, facets: Vec::new() }
    }

    /// In 1.1 the special types `anySimpleType` and `anyAtomicType` are neither items nor members (W3C bug 11103). In 1.0 `anySimpleType` has
    /// no variety, so it is no item; as a member the W3C's suite accepts it (stE053).
    fn refuse_special(&mut self, part: Option<TypeId>, node: Node<'d>, scope: Scope, rule: &'static str) {
        let special = [Builtin::AnySimpleType, Builtin::AnyAtomicType];
        let Some(found) = special.into_iter().find(|special| part == Some(TypeId::builtin(*special))) else { return };
        if !self.is_1_1() && rule == MEMBER {
            return;
        }
        let part = if rule == ITEM { "the item type of a list" } else { "a member of a union" };
        let message = format!("xs:{} cannot be {part}; name a type with values of its own", found.name());
        self.error(IssueCode::AtomicRequired, rule, scope, node, message);
    }
}

impl RawSimple<'_> {
    /// Takes a type out of what this one is made of.
    pub(super) fn cut(&mut self, part: TypeId) {
        self.members.retain(|member| *member != part);
        self.item = self.item.map(|item| if item == part { ANY_SIMPLE } else { item });
        if self.base == part {
            self.base = ANY_SIMPLE;
        }
    }

    fn ur<'d>() -> RawSimple<'d> {
        RawSimple {
            base: ANY_SIMPLE,
            derivation: Derivation::Restriction,
            item: None,
            members: Vec::new(),
            facets: Vec::new(),
        }
    }
}
