//! Complex type definitions as written (part 1, 3.4.2).

use super::*;
use crate::components::DerivationSet as Set;
use crate::conditions::Assertion;

/// A complex type with its references resolved.
pub(super) struct RawComplex<'d> {
    pub is_abstract: bool,
    pub block: Set,
    pub base: TypeId,
    pub derivation: Derivation,
    /// The element that says the derivation, or the definition itself.
    pub node: Node<'d>,
    pub content: RawContent<'d>,
    pub attributes: RawAttributes<'d>,
    /// Its own assertions.
    pub assertions: Vec<Assertion>,
}

pub(super) enum RawContent<'d> {
    Simple(RawSimpleContent<'d>),
    Complex(RawComplexContent<'d>),
}

pub(super) struct RawSimpleContent<'d> {
    /// `simpleType` inside a restriction.
    pub inline: Option<TypeId>,
    pub facets: Vec<Node<'d>>,
    /// The anonymous type that a restriction makes of its base's content.
    pub restricted: Option<TypeId>,
}

pub(super) struct RawComplexContent<'d> {
    pub mixed: bool,
    /// The explicit content, unless it is empty.
    pub particle: Option<Span>,
    /// `openContent` of the type, else `defaultOpenContent` of the schema document.
    pub open: Option<RawOpen<'d>>,
}

#[derive(Clone, Copy)]
pub(super) struct RawOpen<'d> {
    pub node: Node<'d>,
    /// `None` for `mode="none"`.
    pub open: Option<(bool, WildcardId)>,
    /// From `defaultOpenContent`: only for content that is not empty, unless this is set.
    pub applies_to_empty: bool,
}

impl<'d> Reader<'d, '_> {
    pub(super) fn read_complex_type(&mut self, id: TypeId, node: Node<'d>, scope: Scope) {
        let both = Set::EXTENSION.with(Set::RESTRICTION);
        let root = self.schema_root(scope);
        let with_default = |name, default| lexical::attribute(node, name).or_else(|| lexical::attribute(root, default));
        let final_ = lexical::derivations(with_default("final", "finalDefault").unwrap_or_default(), both);
        let block = lexical::derivations(with_default("block", "blockDefault").unwrap_or_default(), both);
        self.types[id.index()].final_ = final_;
        let (base, derivation, derived, content) = self.read_content(id, node, scope);
        let owner = Owner::Type(id);
        let mut attributes = self.read_attributes(derived, scope, owner);
        self.add_default_attributes(node, scope, &mut attributes);
        let assertions = self.read_assertions(derived, scope);
        let is_abstract = lexical::boolean(node, "abstract").unwrap_or(false);
        let raw = RawComplex { is_abstract, block, base, derivation, node: derived, content, attributes, assertions };
        self.types[id.index()].raw = RawType::Complex(Box::new(raw));
    }

    fn read_content(
        &mut self,
        id: TypeId,
        node: Node<'d>,
        scope: Scope,
    ) -> (TypeId, Derivation, Node<'d>, RawContent<'d>) {
        let wrapper = self.child(node, &["simpleContent", "complexContent"]);
        let derived = wrapper.and_then(|wrapper| self.child(wrapper, &["restriction", "extension"]));
        let (Some(wrapper), Some(derived)) = (wrapper, derived) else {
            let mixed = lexical::boolean(node, "mixed").unwrap_or(false);
            let content = self.read_complex_content(id, node, scope, mixed);
            return (TypeId::ANY_TYPE, Derivation::Restriction, node, RawContent::Complex(content));
        };
        let derivation = match derived.tag_name().name() {
            "extension" => Derivation::Extension,
            _ => Derivation::Restriction,
        };
        let (base, derivation) = match self.complex_base(id, derived, scope) {
            Some(base) => (base, derivation),
            None => {
                self.types[id.index()].is_broken = true;
                (TypeId::ANY_TYPE, Derivation::Restriction)
            }
        };
        let content = if wrapper.tag_name().name() == "simpleContent" {
            RawContent::Simple(self.read_simple_content(id, derived, scope, derivation))
        } else {
            let mixed = lexical::boolean(wrapper, "mixed").or_else(|| lexical::boolean(node, "mixed")).unwrap_or(false);
            RawContent::Complex(self.read_complex_content(id, derived, scope, mixed))
        };
        (base, derivation, derived, content)
    }

    fn complex_base(&mut self, id: TypeId, node: Node<'d>, scope: Scope) -> Option<TypeId> {
        let text = lexical::attribute(node, "base")?;
        let redefined = self.redefined_base(id, node, scope, text);
        redefined.or_else(|| self.refer_type(scope, node, text))
    }

    fn read_simple_content(
        &mut self,
        id: TypeId,
        node: Node<'d>,
        scope: Scope,
        derivation: Derivation,
    ) -> RawSimpleContent<'d> {
        if derivation == Derivation::Extension {
            return RawSimpleContent { inline: None, facets: Vec::new(), restricted: None };
        }
        let owner = Owner::Type(id);
        let inline = self.child(node, &["simpleType"]).map(|inline| self.anonymous_type(owner, inline, scope));
        let facets = self.facet_nodes(node, scope);
        let restricted = self.allocate_type(None, owner, node, scope, None);
        self.types[restricted.index()].is_simple = true;
        RawSimpleContent { inline, facets, restricted: Some(restricted) }
    }

    fn read_complex_content(&mut self, id: TypeId, node: Node<'d>, scope: Scope, mixed: bool) -> RawComplexContent<'d> {
        let owner = Owner::Type(id);
        let explicit = self.child(node, &["sequence", "choice", "all", "group"]);
        let particle = explicit.and_then(|explicit| self.read_particle(explicit, scope, owner, None));
        let particle = particle.filter(|_| explicit.is_some_and(|explicit| !self.is_empty_content(explicit)));
        let open = if self.is_1_1() { self.read_open_content(node, scope) } else { None };
        RawComplexContent { mixed, particle, open }
    }

    /// Whether a model group counts as no content at all, by how it is written (3.4.2.3.3, clause 2.1). A reference to a group never does.
    fn is_empty_content(&self, node: Node<'d>) -> bool {
        let is_empty = || self.children(node).all(|child| child.tag_name().name() == "annotation");
        match node.tag_name().name() {
            "sequence" | "all" => is_empty(),
            "choice" => lexical::occurs(node).min == 0 && is_empty(),
            _ => false,
        }
    }

    fn read_open_content(&mut self, node: Node<'d>, scope: Scope) -> Option<RawOpen<'d>> {
        let own = self.child(node, &["openContent"]);
        let found = own.or(self.default_open[self.unit(scope).file])?;
        // A default is read in the document that it stands in.
        let scope = if own.is_some() { scope } else { Scope { file: self.unit(scope).file, ..scope } };
        let wildcard = self.child(found, &["any"]).map(|any| self.read_wildcard(any, scope));
        let open = match lexical::attribute(found, "mode").unwrap_or("interleave") {
            "none" => None,
            mode => wildcard.map(|wildcard| (mode != "suffix", wildcard)),
        };
        let applies_to_empty = own.is_some() || lexical::boolean(found, "appliesToEmpty").unwrap_or(false);
        Some(RawOpen { node: found, open, applies_to_empty })
    }

    /// The attribute group that `defaultAttributes` names (1.1).
    fn add_default_attributes(&mut self, node: Node<'d>, scope: Scope, attributes: &mut RawAttributes<'d>) {
        if !self.is_1_1() || lexical::boolean(node, "defaultAttributesApply") == Some(false) {
            return;
        }
        let root = self.schema_root(scope);
        let Some(text) = lexical::attribute(root, "defaultAttributes") else { return };
        let scope = Scope { file: self.unit(scope).file, ..scope };
        let group = self.refer(scope, root, text, Space::AttributeGroup);
        attributes.groups.extend(group.map(|group| (AttributeGroupId(group), root)));
    }
}
