//! Global names: every component gets its id before any definition is read; redefinitions take the place of what they redefine.

use super::*;
use crate::compose::replacement;
use std::collections::{BTreeMap, BTreeSet};

impl<'d> Reader<'d, '_> {
    pub(super) fn declare(&mut self) {
        self.declare_built_in_types();
        for (id, unit) in self.composition.units.iter().enumerate() {
            let root = self.composition.files[unit.file].root;
            if unit.superseded || !crate::compose::takes_part(root, self.version) {
                continue;
            }
            for child in self.children(root) {
                let replaced = replacement(&unit.overrides, child);
                let (node, file) =
                    replaced.map_or((child, unit.file), |replacement| (replacement.node, replacement.file));
                self.declare_global(node, Scope { unit: id, file });
            }
        }
        self.declare_redefinitions();
    }

    fn declare_built_in_types(&mut self) {
        for &builtin in Builtin::ALL {
            let name = self.names.intern(pyxsd_xml::NamespaceId::XS, builtin.name());
            let datatype = Some(SimpleType::of_builtin_in(builtin, self.version));
            let mut slot = TypeSlot { datatype, ..TypeSlot::built_in(name, true, RawType::Builtin(builtin)) };
            if builtin == Builtin::Error {
                let atomic = DerivationSet::EXTENSION.with(DerivationSet::RESTRICTION);
                slot.final_ = atomic.with(DerivationSet::LIST).with(DerivationSet::UNION);
            }
            self.types.push(slot);
        }
        let name = self.names.intern(pyxsd_xml::NamespaceId::XS, "anyType");
        self.types.push(TypeSlot::built_in(name, false, RawType::AnyType));
        self.build_any_type();
    }

    fn declare_global(&mut self, node: Node<'d>, scope: Scope) {
        let Some((space, name)) = self.global_name(node, scope) else { return };
        let is_built_in = space == Space::Type && self.built_in_type(name).is_some();
        if is_built_in {
            return;
        }
        if self.unknown_facet(node).is_some() {
            self.unusable.insert(name);
            return;
        }
        if let Some(&known) = self.by_name.get(&(space, name)) {
            let first = &self.globals[known];
            if first.node.id() == node.id() && first.scope.file == scope.file {
                return;
            }
            let declared_at = Some(self.place(first.scope, first.node));
            self.report_second_definition(space, name, node, scope, declared_at);
            return;
        }
        self.add_global(space, name, node, scope, None);
    }

    /// A second component of one name in its symbol space.
    pub(super) fn report_second_definition(
        &mut self,
        space: Space,
        name: Symbol,
        node: Node<'d>,
        scope: Scope,
        first: Option<Place>,
    ) {
        let message = format!("{} is defined twice: a schema has one {} of a name", self.shown(name), noun(space));
        let place = self.place(scope, node);
        self.findings.error_against(IssueCode::DeclarationDuplicate, "sch-props-correct.2", place, message, first);
    }

    fn global_name(&mut self, node: Node<'d>, scope: Scope) -> Option<(Space, Symbol)> {
        let space = Space::of(node.tag_name().name())?;
        let local = lexical::attribute(node, "name")?;
        let namespace = self.unit(scope).namespace;
        Some((space, self.names.intern(namespace, local)))
    }

    fn add_global(&mut self, space: Space, name: Symbol, node: Node<'d>, scope: Scope, redefines: Option<u32>) {
        let index = self.allocate(space, name, node, scope, redefines);
        match space {
            Space::Group => self.document(Component::Group(GroupId(index)), scope, node),
            Space::AttributeGroup => self.document(Component::AttributeGroup(AttributeGroupId(index)), scope, node),
            Space::Notation => self.document(Component::Notation(NotationId(index)), scope, node),
            _ => {}
        }
        let at = self.globals.len();
        self.globals.push(Global { space, name, node, scope, index });
        self.by_name.insert((space, name), at);
        if self.matching == NameMatching::Legacy {
            let local = self.names.without_namespace(name);
            self.by_local.entry((space, local)).or_insert(at);
        }
    }

    fn allocate(&mut self, space: Space, name: Symbol, node: Node<'d>, scope: Scope, redefines: Option<u32>) -> u32 {
        match space {
            Space::Type => self.allocate_type(Some(name), Owner::Global, node, scope, redefines.map(TypeId)).0,
            Space::Element => self.allocate_element(name, Owner::Global, node, scope).0,
            Space::Attribute => self.allocate_attribute(name, Owner::Global, node, scope).0,
            Space::Group => {
                let redefines = redefines.map(GroupId);
                let source = (node, scope);
                self.groups.push(GroupSlot {
                    name,
                    source,
                    redefines,
                    content: None,
                    built: None,
                    depth: 0,
                    particles: 0,
                });
                self.groups.len() as u32 - 1
            }
            Space::AttributeGroup => {
                let redefines = redefines.map(AttributeGroupId);
                let (raw, built) = (RawAttributes::default(), AttributeUses::default());
                self.attribute_groups.push(AttributeGroupSlot {
                    name,
                    source: (node, scope),
                    redefines,
                    extends_redefined: false,
                    raw,
                    built,
                });
                self.attribute_groups.len() as u32 - 1
            }
            Space::Notation => {
                let place = self.component_place(scope, node);
                let identifier = |kind: &str| node.attribute(kind).map(Into::into);
                let (public, system) = (identifier("public"), identifier("system"));
                self.notations.push(NotationDeclaration { name, public, system, place });
                self.notations.len() as u32 - 1
            }
            Space::Identity => unreachable!("identity constraints are declared inside elements"),
        }
    }

    /// A slot for a type; anonymous ones are read later.
    pub(super) fn allocate_type(
        &mut self,
        name: Option<Symbol>,
        owner: Owner,
        node: Node<'d>,
        scope: Scope,
        redefines: Option<TypeId>,
    ) -> TypeId {
        let id = TypeId(self.types.len() as u32);
        self.types.push(TypeSlot {
            name,
            owner,
            source: Some((node, scope)),
            redefines,
            is_simple: node.tag_name().name() != "complexType",
            ..TypeSlot::default()
        });
        self.document(Component::Type(id), scope, node);
        id
    }

    /// An anonymous type, queued for reading.
    pub(super) fn anonymous_type(&mut self, owner: Owner, node: Node<'d>, scope: Scope) -> TypeId {
        let id = self.allocate_type(None, owner, node, scope, None);
        self.queue.push_back((id, node, scope));
        id
    }

    fn declare_redefinitions(&mut self) {
        let composition = self.composition;
        if composition.redefinitions.is_empty() {
            return;
        }
        let mut closures: BTreeMap<UnitId, BTreeSet<UnitId>> = BTreeMap::new();
        let mut rank = vec![0; composition.units.len()];
        for (position, unit) in composition.inner_first().into_iter().enumerate() {
            rank[unit] = position;
        }
        let mut redefinitions: Vec<_> = composition.redefinitions.iter().collect();
        redefinitions.sort_by_key(|redefinition| rank[redefinition.by]);
        for redefinition in redefinitions {
            let Some(target) = redefinition.target else { continue };
            let closure = closures.entry(target).or_insert_with(|| composition.closure(target));
            let scope = Scope { unit: redefinition.by, file: redefinition.file };
            if closure.contains(&redefinition.by) {
                let place = self.place(scope, redefinition.node);
                let message = "the redefined document includes or redefines this one in turn".to_owned();
                self.findings.warning(IssueCode::ComposeCycle, "src-redefine", place, message);
            }
            self.redefine(redefinition.node, scope, closure);
        }
    }

    fn redefine(&mut self, node: Node<'d>, scope: Scope, closure: &BTreeSet<UnitId>) {
        let Some((space, name)) = self.global_name(node, scope) else { return };
        let original = self.by_name.get(&(space, name)).map(|&at| &self.globals[at]);
        let Some(original) = original.filter(|original| closure.contains(&original.scope.unit)) else {
            let message = format!(
                "{} is not a {} of the redefined document, so it cannot be redefined",
                self.shown(name),
                noun(space)
            );
            self.error(IssueCode::ComposeInvalid, "src-redefine", scope, node, message);
            return;
        };
        if original.node.id() == node.id() && original.scope.file == scope.file {
            return;
        }
        let index = original.index;
        if space == Space::Type {
            let was_simple = self.types[index as usize].is_simple;
            if was_simple != (node.tag_name().name() == "simpleType") {
                let message = format!("{} redefines a simple type as a complex one or the reverse", self.shown(name));
                self.error(IssueCode::ComposeInvalid, "src-redefine.5", scope, node, message);
                return;
            }
        }
        self.add_global(space, name, node, scope, Some(index));
        if space == Space::Type {
            // What is redefined lives on as the base of its redefinition only.
            let new = TypeId(self.types.len() as u32 - 1);
            self.types[index as usize].owner = Owner::Type(new);
        }
    }
}

impl TypeSlot<'_> {
    fn built_in<'d>(name: Symbol, is_simple: bool, raw: RawType<'d>) -> TypeSlot<'d> {
        TypeSlot { name: Some(name), is_simple, raw, ..TypeSlot::default() }
    }
}

impl Default for TypeSlot<'_> {
    fn default() -> Self {
        TypeSlot {
            name: None,
            owner: Owner::Global,
            source: None,
            redefines: None,
            final_: DerivationSet::default(),
            is_simple: true,
            is_broken: false,
            raw: RawType::Unread,
            datatype: None,
            content: None,
            attributes: AttributeUses::default(),
            assertions: None,
            depth: 0,
            particles: 0,
        }
    }
}

/// What the components of a symbol space are called.
pub(super) fn noun(space: Space) -> &'static str {
    match space {
        Space::Element => "global element",
        Space::Attribute => "global attribute",
        Space::Type => "type",
        Space::Group => "model group",
        Space::AttributeGroup => "attribute group",
        Space::Notation => "notation",
        Space::Identity => "identity constraint",
    }
}
