//! Attribute uses and the complete wildcard of attribute groups and complex types (part 1, 3.4.2.4, 3.4.2.5 and 3.6.2).

use super::attribute::RawUse;
use super::*;

impl<'d> Reader<'d, '_> {
    /// Builds the named attribute groups, each after those that it refers to.
    pub(super) fn build_attribute_groups(&mut self) {
        let references = |group: usize| -> Vec<usize> {
            self.attribute_groups[group].raw.groups.iter().map(|(inner, _)| inner.0 as usize).collect()
        };
        let order = order::dependency_order(self.attribute_groups.len(), references);
        let circles = match self.is_1_1() {
            true => order.circles(references),
            false => Vec::new(),
        };
        for &(group, inner) in &order.cycles {
            let AttributeGroupSlot { name, source: (node, scope), .. } = self.attribute_groups[group];
            if !self.is_1_1() {
                let message = format!("the attribute group {} contains itself", self.shown(name));
                self.error(IssueCode::CircularAttributeGroup, "src-attribute_group.3", scope, node, message);
            }
            self.attribute_groups[group].raw.groups.retain(|(kept, _)| kept.0 as usize != inner);
        }
        let mut circle_of: HashMap<usize, usize> = HashMap::new();
        for (number, circle) in circles.iter().enumerate() {
            for &group in circle {
                circle_of.insert(group, number);
                let slot = &mut self.attribute_groups[group];
                slot.raw.groups.retain(|(inner, _)| circle.binary_search(&(inner.0 as usize)).is_err());
            }
        }
        let mut left: Vec<usize> = circles.iter().map(Vec::len).collect();
        for group in order.sequence {
            let (node, scope) = self.attribute_groups[group].source;
            let raw = std::mem::take(&mut self.attribute_groups[group].raw);
            let built = self.combine(&raw, scope, node, "ag-props-correct.2");
            self.attribute_groups[group].built = built;
            if let Some(&number) = circle_of.get(&group) {
                left[number] -= 1;
                if left[number] == 0 {
                    self.share(&circles[number]);
                }
            }
        }
    }

    /// Attribute groups that refer to each other in a circle have all the attributes of all of them (3.6.2.1 of 1.1).
    fn share(&mut self, circle: &[usize]) {
        let parts: Vec<AttributeUses> =
            circle.iter().map(|&group| self.attribute_groups[group].built.clone()).collect();
        let mut uses = Vec::new();
        let mut seen = HashMap::new();
        for (&group, part) in circle.iter().zip(&parts) {
            for one in &part.uses {
                let name = self.attributes[one.attribute.index()].name;
                match seen.insert(name, (one.attribute, one.place.clone())) {
                    None => uses.push(one.clone()),
                    Some(known) if known == (one.attribute, one.place.clone()) => {}
                    Some(_) => {
                        let AttributeGroupSlot { name: own, source: (node, scope), .. } = self.attribute_groups[group];
                        let (name, own) = (self.shown(name), self.shown(own));
                        let message =
                            format!("the attribute {name} of {own} stands in another group of its circle too");
                        self.error(IssueCode::DuplicateAttribute, "ag-props-correct.2", scope, node, message);
                    }
                }
            }
        }
        for (at, &group) in circle.iter().enumerate() {
            let others = parts[..at].iter().chain(&parts[at + 1..]);
            let wildcards: Vec<WildcardId> =
                std::iter::once(&parts[at]).chain(others).filter_map(|part| part.wildcard).collect();
            let (node, scope) = self.attribute_groups[group].source;
            let wildcard = self.intersect_wildcards(&wildcards, scope, node);
            let built = &mut self.attribute_groups[group].built;
            built.uses.clone_from(&uses);
            built.wildcard = wildcard;
        }
    }

    /// Own uses and those of the groups, with the complete wildcard.
    fn combine(&mut self, raw: &RawAttributes<'d>, scope: Scope, node: Node<'d>, rule: &'static str) -> AttributeUses {
        let mut combined = AttributeUses::default();
        let mut seen = HashMap::new();
        for own in &raw.uses {
            let built = self.attribute_use(own);
            let name = self.attributes[own.attribute.index()].name;
            if seen.insert(name, (own.attribute, built.place.clone())).is_some() {
                let message = format!("the attribute {} is declared twice here", self.shown(name));
                self.error(IssueCode::DuplicateAttribute, rule, own.scope, own.node, message);
                continue;
            }
            combined.uses.push(built);
        }
        let mut wildcards: Vec<WildcardId> = raw.wildcard.into_iter().collect();
        for (group, reference) in &raw.groups {
            let group = &self.attribute_groups[group.0 as usize];
            let (group_name, inherited) = (group.name, group.built.clone());
            wildcards.extend(inherited.wildcard);
            for from_group in inherited.uses {
                let name = self.attributes[from_group.attribute.index()].name;
                let identity = (from_group.attribute, from_group.place.clone());
                match seen.insert(name, identity.clone()) {
                    None => combined.uses.push(from_group),
                    // One attribute group by two ways contributes the same use twice, which is no conflict.
                    Some(known) if known == identity => {}
                    Some(_) => {
                        let message = format!(
                            "the attribute {} of the attribute group {} is declared here too",
                            self.shown(name),
                            self.shown(group_name)
                        );
                        self.error(IssueCode::DuplicateAttribute, rule, scope, *reference, message);
                    }
                }
            }
        }
        for &name in &raw.prohibited {
            let key = self.key(name);
            combined.prohibited.push(key);
        }
        combined.wildcard = self.intersect_wildcards(&wildcards, scope, node);
        combined.groups = raw.groups.iter().map(|(group, _)| *group).collect();
        combined
    }

    fn attribute_use(&mut self, raw: &RawUse<'d>) -> AttributeUse {
        let key = self.attributes[raw.attribute.index()].key;
        let own = raw.value.as_ref().map(|value| self.checked_use(value, raw.attribute));
        let value = own.or_else(|| self.attributes[raw.attribute.index()].value.clone());
        let inheritable = raw.inheritable.unwrap_or(self.attributes[raw.attribute.index()].inheritable);
        AttributeUse {
            attribute: raw.attribute,
            key,
            required: raw.required,
            value,
            inheritable,
            place: self.component_place(raw.scope, raw.node),
        }
    }

    /// The complete wildcard of several: what all admit, processed as the first says.
    fn intersect_wildcards(&mut self, wildcards: &[WildcardId], scope: Scope, node: Node<'d>) -> Option<WildcardId> {
        let (&first, rest) = wildcards.split_first()?;
        if rest.is_empty() {
            return Some(first);
        }
        let mut complete = self.wildcards[first.index()].clone();
        for other in rest {
            let other = &self.wildcards[other.index()];
            match wildcard::intersection(&complete, other, self.version) {
                Some(both) => complete = Wildcard { process: complete.process, place: complete.place.clone(), ..both },
                None => {
                    let message = "the intersection of the attribute wildcards here is not expressible".to_owned();
                    self.error(IssueCode::WildcardInvalid, "src-ct.4", scope, node, message);
                    return Some(first);
                }
            }
        }
        Some(self.add_wildcard(complete))
    }

    /// The attributes of a complex type whose base is built.
    pub(super) fn complete_attributes(&mut self, id: TypeId, raw: &RawComplex<'d>) -> AttributeUses {
        let Some((_, scope)) = self.types[id.index()].source else { return AttributeUses::default() };
        let mut own = self.combine(&raw.attributes, scope, raw.node, "ct-props-correct.4");
        if raw.base == TypeId::ANY_TYPE && raw.derivation == Derivation::Restriction {
            return own;
        }
        let base = self.types[raw.base.index()].attributes.clone();
        if raw.derivation == Derivation::Extension {
            // One attribute group in both, such as the default one, contributes the same use twice, which is no conflict.
            let is_same = |own: &AttributeUse| {
                base.uses.iter().any(|base| (base.attribute, &base.place) == (own.attribute, &own.place))
            };
            own.uses.retain(|own| !is_same(own));
        }
        let names: HashMap<Symbol, ()> =
            own.uses.iter().map(|own| (self.attributes[own.attribute.index()].name, ())).collect();
        let mut uses = Vec::with_capacity(base.uses.len() + own.uses.len());
        for inherited in base.uses {
            let name = self.attributes[inherited.attribute.index()].name;
            match raw.derivation {
                Derivation::Extension if names.contains_key(&name) => self.report_redeclared(name, raw, scope, id),
                Derivation::Extension => uses.push(inherited),
                _ if names.contains_key(&name) || raw.attributes.prohibited.contains(&name) => {}
                _ => uses.push(inherited),
            }
        }
        uses.append(&mut own.uses);
        own.uses = uses;
        if raw.derivation == Derivation::Extension {
            own.prohibited.clear();
            own.wildcard = self.union_wildcards(own.wildcard, base.wildcard, scope, raw.node);
        }
        own
    }

    fn report_redeclared(&mut self, name: Symbol, raw: &RawComplex<'d>, scope: Scope, id: TypeId) {
        let message = format!(
            "the extension {} declares the attribute {} again, which its base has",
            self.shown_type(id),
            self.shown(name)
        );
        self.error(IssueCode::DuplicateAttribute, "ct-props-correct.4", scope, raw.node, message);
    }

    /// What an extension admits: its own wildcard or its base's, processed as its own says.
    pub(super) fn union_wildcards(
        &mut self,
        own: Option<WildcardId>,
        base: Option<WildcardId>,
        scope: Scope,
        node: Node<'d>,
    ) -> Option<WildcardId> {
        let (Some(own_id), Some(base_id)) = (own, base) else { return own.or(base) };
        let (own, base) = (&self.wildcards[own_id.index()], &self.wildcards[base_id.index()]);
        match wildcard::union(own, base, self.version, &|name| self.names.namespace_of(name)) {
            Some(either) => {
                let either = Wildcard { process: own.process, place: own.place.clone(), ..either };
                Some(self.add_wildcard(either))
            }
            None => {
                let message = "the union of this wildcard and that of the base type is not expressible".to_owned();
                self.error(IssueCode::WildcardInvalid, "src-ct.5", scope, node, message);
                Some(own_id)
            }
        }
    }
}
