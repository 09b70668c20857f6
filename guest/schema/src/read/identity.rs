//! Identity constraints (part 1, 3.11.2).

use super::*;

/// An identity constraint of an element, as written.
#[derive(Clone, Copy)]
pub(super) struct RawIdentity<'d> {
    node: Node<'d>,
    scope: Scope,
    /// Its definition; `None` for one that refers to another with `ref` (1.1).
    defined: Option<IdentityId>,
}

impl<'d> Reader<'d, '_> {
    /// Declares the identity constraints of an element; references among them are resolved once all are known.
    pub(super) fn read_identities(&mut self, node: Node<'d>, scope: Scope) -> Vec<RawIdentity<'d>> {
        let mut identities = Vec::new();
        for child in self.children(node) {
            let kind = match child.tag_name().name() {
                "key" => IdentityKind::Key,
                "unique" => IdentityKind::Unique,
                "keyref" => IdentityKind::Keyref,
                _ => continue,
            };
            if self.is_1_1() && child.has_attribute("ref") {
                identities.push(RawIdentity { node: child, scope, defined: None });
                continue;
            }
            let defined = self.define_identity(child, scope, kind);
            identities.extend(defined.map(|defined| RawIdentity { node: child, scope, defined: Some(defined) }));
        }
        identities
    }

    fn define_identity(&mut self, node: Node<'d>, scope: Scope, kind: IdentityKind) -> Option<IdentityId> {
        let local = lexical::attribute(node, "name")?;
        let name = self.names.intern(self.unit(scope).namespace, local);
        let selector = self.child(node, &["selector"]).and_then(|selector| self.identity_paths(selector, scope));
        let fields: Vec<_> = self.children(node).filter(|child| child.tag_name().name() == "field").collect();
        let fields: Vec<_> =
            fields.into_iter().map(|field| self.identity_paths(field, scope).unwrap_or_default()).collect();
        let place = self.component_place(scope, node);
        if let Some(known) = self.identity_by_name.get(&name) {
            let declared_at = self.identities[known.0 as usize].place.clone();
            // One element of the document may be read in two roles.
            if declared_at != place {
                self.report_second_definition(Space::Identity, name, node, scope, declared_at);
            }
        }
        let id = IdentityId(self.identities.len() as u32);
        let selector = selector.unwrap_or_default();
        self.identities.push(IdentityConstraint { name, kind, refer: None, selector, fields, place });
        self.identity_by_name.entry(name).or_insert(id);
        self.document(Component::Identity(id), scope, node);
        Some(id)
    }

    /// Resolves `refer` of keyrefs and `ref`, every constraint being declared.
    pub(super) fn resolve_identities(&mut self) {
        for element in 0..self.elements.len() {
            let identities = std::mem::take(&mut self.element_sources[element].identities);
            let mut resolved = Vec::new();
            for raw in identities {
                match raw.defined {
                    Some(id) => {
                        self.resolve_refer(id, raw.node, raw.scope);
                        resolved.push(id);
                    }
                    None => resolved.extend(self.resolve_identity_reference(raw.node, raw.scope)),
                }
            }
            self.elements[element].identity_constraints = resolved;
        }
    }

    fn resolve_refer(&mut self, id: IdentityId, node: Node<'d>, scope: Scope) {
        if self.identities[id.0 as usize].kind != IdentityKind::Keyref {
            return;
        }
        let Some(text) = lexical::attribute(node, "refer") else { return };
        let Some(target) = self.refer(scope, node, text, Space::Identity).map(IdentityId) else { return };
        let (keyref, key) = (&self.identities[id.0 as usize], &self.identities[target.0 as usize]);
        if key.kind == IdentityKind::Keyref {
            let message = format!("refer names {text}, which is a keyref; it must name a key or unique");
            self.error(IssueCode::IdentityRefer, "src-resolve", scope, node, message);
            return;
        }
        let (own, other) = (keyref.fields.len(), key.fields.len());
        // Without any field is a matter of the grammar.
        if own != other && own > 0 && other > 0 {
            let message = format!("the keyref has {own} fields, but {text} has {other}");
            let declared_at = key.place.clone();
            let place = self.place(scope, node);
            self.findings.error_against(IssueCode::IdentityRefer, "c-props-correct.2", place, message, declared_at);
        }
        self.identities[id.0 as usize].refer = Some(target);
    }

    fn resolve_identity_reference(&mut self, node: Node<'d>, scope: Scope) -> Option<IdentityId> {
        let text = lexical::attribute(node, "ref")?;
        let id = self.refer(scope, node, text, Space::Identity).map(IdentityId)?;
        let kind = match node.tag_name().name() {
            "key" => IdentityKind::Key,
            "unique" => IdentityKind::Unique,
            _ => IdentityKind::Keyref,
        };
        if self.identities[id.0 as usize].kind != kind {
            let message = format!("{text} is not a {}", node.tag_name().name());
            self.error(IssueCode::IdentityRefer, "src-identity-constraint.5", scope, node, message);
            return None;
        }
        Some(id)
    }
}
