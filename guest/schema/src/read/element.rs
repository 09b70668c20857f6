//! Element declarations as written (part 1, 3.3.2).

use super::*;
use crate::components::DerivationSet as Set;
use pyxsd_xml::NamespaceId;

impl<'d> Reader<'d, '_> {
    pub(super) fn allocate_element(&mut self, name: Symbol, owner: Owner, node: Node<'d>, scope: Scope) -> ElementId {
        let key = self.key(name);
        let place = self.component_place(scope, node);
        self.elements.push(ElementDeclaration {
            name,
            key,
            owner,
            type_id: TypeId::ANY_TYPE,
            type_table: None,
            nillable: false,
            is_abstract: false,
            value: None,
            block: Set::default(),
            final_: Set::default(),
            substitution_heads: Vec::new(),
            substitutes: Vec::new(),
            identity_constraints: Vec::new(),
            place,
        });
        self.element_sources.push(ElementSource {
            source: (node, scope),
            untyped: false,
            is_broken: false,
            value: None,
            identities: Vec::new(),
        });
        let id = ElementId(self.elements.len() as u32 - 1);
        self.document(Component::Element(id), scope, node);
        id
    }

    /// A global element declaration.
    pub(super) fn read_global_element(&mut self, id: ElementId, node: Node<'d>, scope: Scope) {
        self.read_element(id, node, scope);
        let mut allowed = Set::EXTENSION.with(Set::RESTRICTION);
        let text =
            lexical::attribute(node, "final").or_else(|| lexical::attribute(self.schema_root(scope), "finalDefault"));
        allowed = lexical::derivations(text.unwrap_or_default(), allowed);
        let mut heads = Vec::new();
        let listed = lexical::tokens(node.attribute("substitutionGroup").unwrap_or_default());
        for text in listed.take(if self.is_1_1() { usize::MAX } else { 1 }) {
            heads.extend(self.substitution_head(id, node, scope, text));
        }
        if self.element_sources[id.index()].is_broken {
            // Nothing is known of its type, so nothing is said of its place in the group.
            heads.clear();
        }
        let declaration = &mut self.elements[id.index()];
        declaration.final_ = allowed;
        declaration.is_abstract = lexical::boolean(node, "abstract").unwrap_or(false);
        declaration.substitution_heads = heads;
    }

    fn substitution_head(&mut self, id: ElementId, node: Node<'d>, scope: Scope, text: &str) -> Option<ElementId> {
        let before = self.findings.issues.len();
        let head = self.refer(scope, node, text, Space::Element).map(ElementId);
        for issue in &mut self.findings.issues[before..] {
            if issue.code == IssueCode::UnknownElementRef {
                issue.code = IssueCode::UnknownSubstitutionHead;
            }
        }
        if head == Some(id) {
            let message = format!(
                "{} names itself as the head of its substitution group",
                self.shown(self.elements[id.index()].name)
            );
            self.error(IssueCode::CircularSubstitutionGroup, "e-props-correct.6", scope, node, message);
            return None;
        }
        head
    }

    /// A local element declaration, or the global one that it refers to.
    pub(super) fn read_local_element(&mut self, node: Node<'d>, scope: Scope, owner: Owner) -> Option<ElementId> {
        if let Some(text) = lexical::attribute(node, "ref") {
            return self.refer(scope, node, text, Space::Element).map(ElementId);
        }
        let local = lexical::attribute(node, "name")?;
        let namespace = self.local_namespace(node, scope, "elementFormDefault");
        let name = self.names.intern(namespace, local);
        let id = self.allocate_element(name, owner, node, scope);
        self.read_element(id, node, scope);
        Some(id)
    }

    /// The namespace of a local element or attribute: `targetNamespace` (1.1), `form`, or the default of the document.
    pub(super) fn local_namespace(&mut self, node: Node<'d>, scope: Scope, default: &str) -> NamespaceId {
        if let Some(uri) = lexical::attribute(node, "targetNamespace").filter(|_| self.is_1_1()) {
            return self.names.namespace(uri);
        }
        let form = lexical::attribute(node, "form").or_else(|| lexical::attribute(self.schema_root(scope), default));
        match form {
            Some("qualified") => self.unit(scope).namespace,
            _ => NamespaceId::NONE,
        }
    }

    fn read_element(&mut self, id: ElementId, node: Node<'d>, scope: Scope) {
        let (type_id, untyped) = self.element_type(id, node, scope);
        let block =
            lexical::attribute(node, "block").or_else(|| lexical::attribute(self.schema_root(scope), "blockDefault"));
        let allowed = Set::EXTENSION.with(Set::RESTRICTION).with(Set::SUBSTITUTION);
        let declaration = &mut self.elements[id.index()];
        declaration.type_id = type_id;
        declaration.block = lexical::derivations(block.unwrap_or_default(), allowed);
        declaration.nillable = lexical::boolean(node, "nillable").unwrap_or(false);
        let type_table = self.read_type_table(id, node, scope);
        let identities = self.read_identities(node, scope);
        self.elements[id.index()].type_table = type_table;
        let source = &mut self.element_sources[id.index()];
        source.untyped = untyped;
        source.value = RawValue::of(node, scope);
        source.identities = identities;
    }

    fn element_type(&mut self, id: ElementId, node: Node<'d>, scope: Scope) -> (TypeId, bool) {
        if let Some(text) = lexical::attribute(node, "type") {
            let found = self.refer_type(scope, node, text);
            self.element_sources[id.index()].is_broken = found.is_none();
            return (found.unwrap_or(TypeId::ANY_TYPE), false);
        }
        match self.child(node, &["simpleType", "complexType"]) {
            Some(inline) => (self.anonymous_type(Owner::Element(id), inline, scope), false),
            None => (TypeId::ANY_TYPE, true),
        }
    }

    /// Elements without a type of their own take that of their first substitution group head, in whatever order they stand.
    pub(super) fn settle_element_types(&mut self) {
        let heads = |element: usize| -> Vec<usize> {
            self.elements[element].substitution_heads.iter().map(|head| head.index()).collect()
        };
        let order = order::dependency_order(self.elements.len(), heads);
        for (member, head) in order.cycles {
            let (node, scope) = self.element_sources[member].source;
            let (member_name, head_name) = (self.elements[member].name, self.elements[head].name);
            let message = format!(
                "{} has {} as the head of its substitution group, which is itself a member of the group of {}",
                self.shown(member_name),
                self.shown(head_name),
                self.shown(member_name)
            );
            self.error(IssueCode::CircularSubstitutionGroup, "e-props-correct.6", scope, node, message);
            self.elements[member].substitution_heads.retain(|kept| kept.index() != head);
        }
        for element in order.sequence {
            if !self.element_sources[element].untyped {
                continue;
            }
            if let Some(&head) = self.elements[element].substitution_heads.first() {
                self.elements[element].type_id = self.elements[head.index()].type_id;
            }
        }
    }
}
