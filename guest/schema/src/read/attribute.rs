//! Attribute declarations, uses and attribute groups as written (part 1, 3.2.2, 3.5 and 3.6.2).

use super::*;

/// `default` or `fixed` as written.
#[derive(Clone)]
pub(super) struct RawValue<'d> {
    pub fixed: bool,
    pub lexical: &'d str,
    pub node: Node<'d>,
    pub scope: Scope,
}

/// An attribute use as written.
#[derive(Clone)]
pub(super) struct RawUse<'d> {
    pub attribute: AttributeId,
    pub required: bool,
    /// Of the use; that of the declaration holds otherwise.
    pub value: Option<RawValue<'d>>,
    /// Of the use; that of the declaration holds otherwise.
    pub inheritable: Option<bool>,
    pub node: Node<'d>,
    pub scope: Scope,
}

/// What stands beside each other in a type or attribute group.
#[derive(Clone, Default)]
pub(super) struct RawAttributes<'d> {
    pub uses: Vec<RawUse<'d>>,
    /// Names of attributes with `use="prohibited"`.
    pub prohibited: Vec<Symbol>,
    /// Attribute groups referred to, and where.
    pub groups: Vec<(AttributeGroupId, Node<'d>)>,
    pub wildcard: Option<WildcardId>,
}

impl<'d> RawValue<'d> {
    /// Of an element or attribute. With both attributes, which the grammar reports, the fixed value counts.
    pub(super) fn of(node: Node<'d>, scope: Scope) -> Option<Self> {
        let fixed = node.attribute("fixed");
        let lexical = fixed.or_else(|| node.attribute("default"))?;
        Some(RawValue { fixed: fixed.is_some(), lexical, node, scope })
    }
}

impl<'d> Reader<'d, '_> {
    pub(super) fn allocate_attribute(
        &mut self,
        name: Symbol,
        owner: Owner,
        node: Node<'d>,
        scope: Scope,
    ) -> AttributeId {
        let key = self.key(name);
        let place = self.component_place(scope, node);
        self.attributes.push(AttributeDeclaration {
            name,
            key,
            owner,
            type_id: TypeId::builtin(Builtin::AnySimpleType),
            datatype: self.any_simple.clone(),
            value: None,
            inheritable: false,
            place,
        });
        self.attribute_sources.push(AttributeSource { source: (node, scope), value: None });
        let id = AttributeId(self.attributes.len() as u32 - 1);
        self.document(Component::Attribute(id), scope, node);
        id
    }

    /// Reads an attribute declaration, global or local.
    pub(super) fn read_attribute(&mut self, id: AttributeId, node: Node<'d>, scope: Scope) {
        let inline = self.child(node, &["simpleType"]);
        let type_id = match (lexical::attribute(node, "type"), inline) {
            (Some(text), _) => self.refer_attribute_type(scope, node, text),
            (None, Some(inline)) => Some(self.anonymous_type(Owner::Attribute(id), inline, scope)),
            (None, None) => None,
        };
        let inheritable = self.is_1_1() && lexical::boolean(node, "inheritable").unwrap_or(false);
        let declaration = &mut self.attributes[id.index()];
        declaration.type_id = type_id.unwrap_or(TypeId::builtin(Builtin::AnySimpleType));
        declaration.inheritable = inheritable;
        if matches!(declaration.owner, Owner::Global) {
            self.attribute_sources[id.index()].value = RawValue::of(node, scope);
        }
    }

    fn refer_attribute_type(&mut self, scope: Scope, node: Node<'d>, text: &str) -> Option<TypeId> {
        self.refer_simple_type(scope, node, text, "a-props-correct.1")
    }

    /// Reads the attributes of a type, a derivation or an attribute group.
    pub(super) fn read_attributes(&mut self, node: Node<'d>, scope: Scope, owner: Owner) -> RawAttributes<'d> {
        let mut attributes = RawAttributes::default();
        for child in self.children(node) {
            match child.tag_name().name() {
                "attribute" => self.read_use(child, scope, owner, &mut attributes),
                "attributeGroup" => {
                    let group = self.read_attribute_group_reference(child, scope, owner);
                    attributes.groups.extend(group.map(|group| (group, child)));
                }
                "anyAttribute" => attributes.wildcard = Some(self.read_wildcard(child, scope)),
                _ => {}
            }
        }
        attributes
    }

    fn read_use(&mut self, node: Node<'d>, scope: Scope, owner: Owner, attributes: &mut RawAttributes<'d>) {
        let reference = lexical::attribute(node, "ref");
        if lexical::attribute(node, "use") == Some("prohibited") {
            let name = match reference {
                Some(text) => match self.refer(scope, node, text, Space::Attribute) {
                    Some(attribute) => self.attributes[attribute as usize].name,
                    None => return,
                },
                None => match self.local_attribute_name(node, scope) {
                    Some(name) => name,
                    None => return,
                },
            };
            attributes.prohibited.push(name);
            return;
        }
        let attribute = match reference {
            Some(text) => self.refer(scope, node, text, Space::Attribute).map(AttributeId),
            None => self.local_attribute_name(node, scope).map(|name| {
                let id = self.allocate_attribute(name, owner, node, scope);
                self.read_attribute(id, node, scope);
                id
            }),
        };
        let Some(attribute) = attribute else { return };
        let required = lexical::attribute(node, "use") == Some("required");
        let inheritable = lexical::boolean(node, "inheritable").filter(|_| self.is_1_1());
        let value = RawValue::of(node, scope);
        attributes.uses.push(RawUse { attribute, required, value, inheritable, node, scope });
    }

    fn local_attribute_name(&mut self, node: Node<'d>, scope: Scope) -> Option<Symbol> {
        let local = lexical::attribute(node, "name")?;
        let namespace = self.local_namespace(node, scope, "attributeFormDefault");
        Some(self.names.intern(namespace, local))
    }

    fn read_attribute_group_reference(
        &mut self,
        node: Node<'d>,
        scope: Scope,
        owner: Owner,
    ) -> Option<AttributeGroupId> {
        let text = lexical::attribute(node, "ref")?;
        if let Owner::AttributeGroup(own) = owner {
            let slot = &self.attribute_groups[own.0 as usize];
            if let (Some(redefined), name) = (slot.redefines, slot.name)
                && self.qname(scope, node, text)? == name
            {
                return Some(redefined);
            }
        }
        self.refer(scope, node, text, Space::AttributeGroup).map(AttributeGroupId)
    }

    /// Reads a named attribute group.
    pub(super) fn read_attribute_group(&mut self, id: AttributeGroupId, node: Node<'d>, scope: Scope) {
        let raw = self.read_attributes(node, scope, Owner::AttributeGroup(id));
        let slot = &mut self.attribute_groups[id.0 as usize];
        let of_itself = raw.groups.iter().filter(|(group, _)| Some(*group) == slot.redefines).count();
        slot.extends_redefined = of_itself > 0;
        slot.raw = raw;
        if of_itself > 1 {
            let message = "a redefined attribute group refers to itself more than once".to_owned();
            self.error(IssueCode::ComposeInvalid, "src-redefine.7.1", scope, node, message);
        }
    }

    /// Redefinitions that do not refer to what they redefine.
    pub(super) fn redefined_attribute_groups(&self) -> Vec<(AttributeGroupId, AttributeGroupId)> {
        let slots = self.attribute_groups.iter().enumerate().filter(|(_, slot)| !slot.extends_redefined);
        slots.filter_map(|(id, slot)| Some((AttributeGroupId(id as u32), slot.redefines?))).collect()
    }
}
