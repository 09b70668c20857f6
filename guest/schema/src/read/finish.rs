//! From slots to the arenas of [`Components`], content automata last.

use super::*;
use crate::automaton::ContentModel;

impl<'d> Reader<'d, '_> {
    /// Reads the definition of every global component, and the anonymous types inside.
    pub(super) fn read_globals(&mut self) {
        for at in 0..self.globals.len() {
            let Global { space, node, scope, index, .. } = self.globals[at];
            match space {
                Space::Type => self.read_type(TypeId(index), node, scope),
                Space::Element => self.read_global_element(ElementId(index), node, scope),
                Space::Attribute => self.read_attribute(AttributeId(index), node, scope),
                Space::Group => self.read_group(GroupId(index), node, scope),
                Space::AttributeGroup => self.read_attribute_group(AttributeGroupId(index), node, scope),
                Space::Notation | Space::Identity => {}
            }
            while let Some((id, node, scope)) = self.queue.pop_front() {
                self.read_type(id, node, scope);
            }
        }
    }

    fn read_type(&mut self, id: TypeId, node: Node<'d>, scope: Scope) {
        match self.types[id.index()].is_simple {
            true => self.read_simple_type(id, node, scope),
            false => self.read_complex_type(id, node, scope),
        }
    }

    /// The finished components.
    pub(super) fn finish(mut self) -> Components {
        let types: Vec<TypeDefinition> = (0..self.types.len()).map(|id| self.finish_type(TypeId(id as u32))).collect();
        let mut components =
            Components { version: self.version, matching: self.matching, types, ..Components::default() };
        self.finish_names(&mut components);
        self.finish_groups(&mut components);
        components.documents = self.documents();
        components.has_type_tables = self.elements.iter().any(|element| element.type_table.is_some());
        components.elements = self.elements;
        components.attributes = self.attributes;
        components.wildcards = self.wildcards;
        components.identity_constraints = self.identities;
        components.notations = self.notations;
        components.documentation = self.documentation;
        components.clock = self.clock;
        make_content_models(&mut components, self.findings);
        components
    }

    fn documents(&self) -> Vec<SchemaDocument> {
        let mut documents: Vec<(FileId, SchemaDocument)> = Vec::new();
        for unit in &self.composition.units {
            let file = &self.composition.files[unit.file];
            let is_known =
                documents.iter().any(|(id, document)| *id == unit.file && document.namespace == unit.namespace);
            if !file.built_in && !is_known {
                let known = |(prefix, uri): (&str, &str)| Some((prefix.into(), self.names.find_namespace(uri)?));
                let bindings = file.root.namespaces();
                let bindings = bindings.filter_map(|binding| Some((binding.name()?, binding.uri())));
                let prefixes = bindings.filter_map(known).collect();
                documents
                    .push((unit.file, SchemaDocument { path: file.path.clone(), namespace: unit.namespace, prefixes }));
            }
        }
        documents.into_iter().map(|(_, document)| document).collect()
    }

    fn finish_type(&mut self, id: TypeId) -> TypeDefinition {
        let (base, derivation) = self.derivation_of(id);
        let place = self.types[id.index()].source.and_then(|(node, scope)| self.component_place(scope, node));
        let slot = &mut self.types[id.index()];
        let (owner, final_) = (slot.owner, slot.final_);
        // A redefined type has given its name to its redefinition.
        let name = slot.name.filter(|_| owner == Owner::Global);
        let content = slot.content.take();
        let assertions = slot.assertions.take();
        let attributes = std::mem::take(&mut slot.attributes);
        let detail = if slot.is_simple {
            TypeDetail::Simple(self.simple_detail(id))
        } else {
            let (is_abstract, block) = match &slot.raw {
                RawType::Complex(raw) => (raw.is_abstract, raw.block),
                _ => (false, DerivationSet::default()),
            };
            let content = self.finish_content(content.unwrap_or(EffectiveContent::Empty));
            TypeDetail::Complex(Box::new(ComplexType { is_abstract, block, content, attributes, assertions }))
        };
        TypeDefinition { name, owner, base, derivation, final_, place, detail }
    }

    fn simple_detail(&self, id: TypeId) -> SimpleDetail {
        let slot = &self.types[id.index()];
        let datatype = slot.datatype.clone().unwrap_or_else(|| self.any_simple.clone());
        let (item, members) = match &slot.raw {
            RawType::Simple(raw) => (raw.item, raw.members.clone()),
            RawType::Builtin(builtin) => (built_in_item(*builtin), Vec::new()),
            _ => (None, Vec::new()),
        };
        SimpleDetail { datatype, item, members }
    }

    fn finish_content(&self, content: EffectiveContent) -> Content {
        match content {
            EffectiveContent::Empty => Content::Empty,
            EffectiveContent::Simple(type_id) => {
                let datatype = self.types[type_id.index()].datatype.clone().unwrap_or_else(|| self.any_simple.clone());
                Content::Simple { type_id, datatype }
            }
            EffectiveContent::Elements { mixed, particle, open } => {
                Content::Elements { mixed, particle, open, model: ContentModel::default() }
            }
        }
    }

    fn finish_names(&mut self, components: &mut Components) {
        for id in 0..=TypeId::ANY_TYPE.0 {
            if let Some(name) = self.types[id as usize].name {
                let key = self.key(name);
                components.type_by_key.entry(key).or_insert(TypeId(id));
            }
        }
        for at in 0..self.globals.len() {
            let Global { space, name, index, .. } = self.globals[at];
            // A redefined component has given its name away.
            if self.by_name.get(&(space, name)) != Some(&at) {
                continue;
            }
            let key = self.key(name);
            match space {
                Space::Element => drop(components.element_by_key.entry(key).or_insert(ElementId(index))),
                Space::Attribute => drop(components.attribute_by_key.entry(key).or_insert(AttributeId(index))),
                Space::Type => drop(components.type_by_key.entry(key).or_insert(TypeId(index))),
                Space::Notation => drop(components.notation_by_key.entry(key).or_insert(NotationId(index))),
                Space::Group | Space::AttributeGroup | Space::Identity => {}
            }
        }
    }

    fn finish_groups(&mut self, components: &mut Components) {
        components.redefined_groups = self.redefined_groups();
        components.redefined_attribute_groups = self.redefined_attribute_groups();
        for slot in std::mem::take(&mut self.groups) {
            let empty =
                || Arc::new(ModelGroup { compositor: Compositor::Sequence, particles: Vec::new(), named: None });
            let place = self.component_place(slot.source.1, slot.source.0);
            let group = slot.built.unwrap_or_else(empty);
            components.groups.push(GroupDefinition { name: slot.name, group, place });
        }
        for slot in std::mem::take(&mut self.attribute_groups) {
            let place = self.component_place(slot.source.1, slot.source.0);
            let attributes = slot.built;
            components.attribute_groups.push(AttributeGroupDefinition { name: slot.name, attributes, place });
        }
    }
}

fn built_in_item(builtin: Builtin) -> Option<TypeId> {
    let item = match builtin {
        Builtin::NmTokens => Builtin::NmToken,
        Builtin::IdRefs => Builtin::IdRef,
        Builtin::Entities => Builtin::Entity,
        _ => return None,
    };
    Some(TypeId::builtin(item))
}

/// Compiles every content model. One that is too large stays without, and is reported.
fn make_content_models(components: &mut Components, findings: &mut Findings) {
    let mut models = Vec::new();
    for (id, definition) in components.types.iter().enumerate() {
        let TypeDetail::Complex(complex) = &definition.detail else { continue };
        let Content::Elements { particle, open, .. } = &complex.content else { continue };
        match ContentModel::new(components, particle, open.as_ref()) {
            Ok(model) => models.push((id, model)),
            Err(error) => findings.unsupported(error.to_string(), definition.place.clone().unwrap_or_default()),
        }
    }
    for (id, made) in models {
        let TypeDetail::Complex(complex) = &mut components.types[id].detail else { continue };
        if let Content::Elements { model, .. } = &mut complex.content {
            *model = made;
        }
    }
}
