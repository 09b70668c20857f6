//! Simple types to datatypes (part 1, 3.16.6; part 2, 4.1.4), each after those that it is made of.

use super::*;
use pyxsd_datatypes::{BEYOND_BOUNDS, FacetDeclaration, FacetKind, FacetProblem, Variety};

impl<'d> Reader<'d, '_> {
    /// Builds every simple type that does not take its base from complex content.
    pub(super) fn build_simple_types(&mut self) {
        let order = order::dependency_order(self.types.len(), |id| self.constituents(id));
        for (id, part) in order.cycles {
            self.report_circular_type(TypeId(id as u32));
            if let RawType::Simple(raw) = &mut self.types[id].raw {
                raw.cut(TypeId(part as u32));
            }
            self.types[id].is_broken = true;
        }
        for id in order.sequence {
            self.build_simple_type(TypeId(id as u32));
        }
    }

    pub(super) fn report_circular_type(&mut self, id: TypeId) {
        let Some((node, scope)) = self.types[id.index()].source else { return };
        let is_simple = self.types[id.index()].is_simple;
        let rule = if is_simple { "st-props-correct.2" } else { "ct-props-correct.3" };
        let message = format!("the {} is derived from itself", self.shown_type(id));
        self.error(IssueCode::CircularDerivation, rule, scope, node, message);
    }

    fn constituents(&self, id: usize) -> Vec<usize> {
        match &self.types[id].raw {
            RawType::Simple(raw) => {
                let parts = std::iter::once(&raw.base).chain(&raw.item).chain(&raw.members);
                parts.map(|part| part.index()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn build_simple_type(&mut self, id: TypeId) {
        let Some((node, scope)) = self.types[id.index()].source else { return };
        let RawType::Simple(raw) = &self.types[id.index()].raw else { return };
        let (base, derivation, item) = (raw.base, raw.derivation, raw.item);
        let (members, facets) = (raw.members.clone(), raw.facets.clone());
        self.check_simple_final(node, scope, base, item, &members);
        let datatype = match derivation {
            Derivation::List => {
                let item = item.map_or_else(|| self.any_simple.clone(), |item| self.datatype_of(item));
                self.check_list_item(&item, node, scope);
                self.check_item_notation(&item, node, scope);
                SimpleType::list_of(&item, id.0)
            }
            Derivation::Union => {
                let members = members.iter().map(|member| self.datatype_of(*member)).collect();
                let union = SimpleType::union_of(members, id.0);
                if !union.is_supported() {
                    let place = self.place(scope, node);
                    self.findings.unsupported("a union nested too deep or with too many members", place);
                }
                union
            }
            _ if self.types[id.index()].is_broken || self.types[base.index()].is_broken => {
                self.types[id.index()].is_broken = true;
                self.any_simple.clone()
            }
            _ => {
                let base = self.datatype_of(base);
                self.restrict(id, &base, &facets, scope)
            }
        };
        self.types[id.index()].datatype = Some(datatype);
    }

    /// The datatype of a type built before; on a cycle, which is reported, that of the ur-type.
    fn datatype_of(&self, id: TypeId) -> Arc<SimpleType> {
        self.types[id.index()].datatype.clone().unwrap_or_else(|| self.any_simple.clone())
    }

    /// Restricts a datatype by facet elements.
    pub(super) fn restrict(
        &mut self,
        id: TypeId,
        base: &Arc<SimpleType>,
        facets: &[Node<'d>],
        scope: Scope,
    ) -> Arc<SimpleType> {
        let tests = self.read_assertion_facets(facets, scope);
        let is_assertion = |node: &Node<'d>| node.tag_name().name() == "assertion";
        let facets: &[Node<'d>] = &facets.iter().copied().filter(|node| !is_assertion(node)).collect::<Vec<_>>();
        let contexts: Vec<_> = facets.iter().map(|node| lexical::NodeContext(*node)).collect();
        let declarations: Vec<FacetDeclaration<'_>> = facets
            .iter()
            .zip(&contexts)
            .filter_map(|(node, context)| {
                let kind = FacetKind::from_name(node.tag_name().name())?;
                let fixed = lexical::boolean(*node, "fixed").unwrap_or(false);
                Some(FacetDeclaration { kind, value: node.attribute("value").unwrap_or_default(), fixed, context })
            })
            .collect();
        let (datatype, errors) = SimpleType::restrict(base, &declarations, self.version, id.0);
        self.warn_of_unknown_blocks(facets, scope);
        for error in errors {
            let code = match error.problem {
                FacetProblem::Conflict => IssueCode::FacetConflict,
                _ => IssueCode::Facet,
            };
            let node = facets.get(error.declaration).copied();
            let Some(node) = node.or_else(|| self.types[id.index()].source.map(|source| source.0)) else { continue };
            if error.rule == BEYOND_BOUNDS {
                let place = self.place(scope, node);
                self.findings.unsupported(error.message, place);
                continue;
            }
            self.error(code, error.rule, scope, node, error.message);
        }
        self.check_notations(base, facets, scope);
        datatype.with_assertions(tests)
    }

    /// To 1.1 a block name that is not known is no error; a processor should say so (part 2, G.4.2.4).
    fn warn_of_unknown_blocks(&mut self, facets: &[Node<'d>], scope: Scope) {
        if !self.is_1_1() {
            return;
        }
        for facet in facets.iter().filter(|facet| facet.tag_name().name() == "pattern") {
            let pattern = facet.attribute("value").unwrap_or_default();
            let Some(name) = pyxsd_datatypes::pattern::unknown_block(pattern) else { continue };
            let message =
                format!("\\p{{Is{name}}} matches every character: there is no Unicode block {name} known here");
            let place = self.place(scope, *facet);
            self.findings.warning(IssueCode::Facet, "src-pattern-value", place, message);
        }
    }

    /// Values of `xs:NOTATION` name notations of the schema (part 2, 3.2.19).
    fn check_notations(&mut self, base: &Arc<SimpleType>, facets: &[Node<'d>], scope: Scope) {
        if base.builtin != Builtin::Notation || !matches!(base.variety, Variety::Atomic(_)) {
            return;
        }
        let values: Vec<Node<'d>> =
            facets.iter().copied().filter(|facet| facet.tag_name().name() == "enumeration").collect();
        for node in &values {
            if let Some(text) = lexical::attribute(*node, "value") {
                self.refer(scope, *node, text, Space::Notation);
            }
        }
    }

    fn check_list_item(&mut self, item: &SimpleType, node: Node<'d>, scope: Scope) {
        if !holds_list(item) {
            return;
        }
        let message =
            "the items of a list are atomic, but this item type is a list or has one among its members".to_owned();
        self.error(IssueCode::AtomicRequired, "cos-st-restricts.2.1", scope, node, message);
    }

    /// `final` of the types that a simple type is made of (st-props-correct.3, cos-st-restricts).
    pub(super) fn check_simple_final(
        &mut self,
        node: Node<'d>,
        scope: Scope,
        base: TypeId,
        item: Option<TypeId>,
        members: &[TypeId],
    ) {
        let restricted = (base, DerivationSet::RESTRICTION, "restriction", "st-props-correct.3");
        let listed = item.map(|item| (item, DerivationSet::LIST, "list", "cos-st-restricts.2.3.1.1"));
        let united = members.iter().map(|&member| (member, DerivationSet::UNION, "union", "cos-st-restricts.3.3.1"));
        let parts: Vec<_> = std::iter::once(restricted).chain(listed).chain(united).collect();
        for (part, method, word, rule) in parts {
            if !self.types[part.index()].final_.intersects(method) {
                continue;
            }
            let message =
                format!("the {} is final for {word}, so nothing can be derived from it so", self.shown_type(part));
            let declared_at = self.types[part.index()].source.map(|(node, scope)| self.place(scope, node));
            let place = self.place(scope, node);
            self.findings.error_against(IssueCode::Final, rule, place, message, declared_at);
        }
    }
}

/// Whether a type is a list or a union with a list among its members, without recursion.
fn holds_list(item: &SimpleType) -> bool {
    let mut queue = vec![item];
    while let Some(part) = queue.pop() {
        match &part.variety {
            Variety::List(_) => return true,
            Variety::Union(members) => queue.extend(members.iter().map(AsRef::as_ref)),
            _ => {}
        }
    }
    false
}
