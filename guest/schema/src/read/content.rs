//! The content type of complex types (part 1, 3.4.2.2 and 3.4.2.3), each type after its base.

use super::complex_type::{RawComplexContent, RawContent, RawOpen, RawSimpleContent};
use super::particle::Built;
use super::*;

/// `{content type}`, its automaton not made yet.
#[derive(Clone)]
pub(super) enum EffectiveContent {
    Empty,
    Simple(TypeId),
    Elements { mixed: bool, particle: Particle, open: Option<OpenContent> },
}

/// An explicit content with the size of its particle.
struct Explicit {
    content: EffectiveContent,
    depth: u32,
    particles: u64,
}

impl Explicit {
    const EMPTY: Explicit = Explicit { content: EffectiveContent::Empty, depth: 0, particles: 0 };
}

impl<'d> Reader<'d, '_> {
    /// `xs:anyType`: anything, assessed where it has declarations (3.4.7).
    pub(super) fn build_any_type(&mut self) {
        let lax = Wildcard {
            namespaces: NamespaceConstraint::Any,
            not_names: Vec::new(),
            not_defined: false,
            not_defined_siblings: false,
            process: ProcessContents::Lax,
            place: None,
        };
        let elements = self.add_wildcard(lax.clone());
        let attributes = self.add_wildcard(lax);
        let any = Particle { occurs: Occurs { min: 0, max: None }, term: Term::Wildcard(elements), place: None };
        let particle = sequence(vec![any]);
        let slot = &mut self.types[TypeId::ANY_TYPE.index()];
        slot.content = Some(EffectiveContent::Elements { mixed: true, particle, open: None });
        slot.attributes.wildcard = Some(attributes);
        (slot.depth, slot.particles) = (1, 2);
    }

    pub(super) fn build_complex_types(&mut self) {
        let base = |id: usize| match &self.types[id].raw {
            RawType::Complex(raw) => vec![raw.base.index()],
            _ => Vec::new(),
        };
        let order = order::dependency_order(self.types.len(), base);
        for (id, _) in order.cycles {
            self.report_circular_type(TypeId(id as u32));
            if let RawType::Complex(raw) = &mut self.types[id].raw {
                (raw.base, raw.derivation) = (TypeId::ANY_TYPE, Derivation::Restriction);
            }
            self.types[id].is_broken = true;
        }
        for id in order.sequence {
            self.build_complex_type(TypeId(id as u32));
        }
    }

    fn build_complex_type(&mut self, id: TypeId) {
        if !matches!(self.types[id.index()].raw, RawType::Complex(_)) {
            return;
        }
        let RawType::Complex(mut raw) = std::mem::replace(&mut self.types[id.index()].raw, RawType::Unread) else {
            return;
        };
        let Some((_, scope)) = self.types[id.index()].source else { return };
        let explicit = match &raw.content {
            RawContent::Simple(simple) => self.simple_content(id, &raw, simple, scope),
            RawContent::Complex(complex) => self.complex_content(&raw, complex, scope),
        };
        let attributes = self.complete_attributes(id, &raw);
        let inherited = self.types[raw.base.index()].assertions.clone();
        let slot = &mut self.types[id.index()];
        slot.assertions = Assertions::behind(inherited, std::mem::take(&mut raw.assertions));
        slot.content = Some(explicit.content);
        slot.attributes = attributes;
        (slot.depth, slot.particles) = (explicit.depth, explicit.particles);
        slot.raw = RawType::Complex(raw);
    }

    fn simple_content(
        &mut self,
        id: TypeId,
        raw: &RawComplex<'d>,
        simple: &RawSimpleContent<'d>,
        scope: Scope,
    ) -> Explicit {
        let any_simple =
            Explicit { content: EffectiveContent::Simple(TypeId::builtin(Builtin::AnySimpleType)), ..Explicit::EMPTY };
        if self.types[id.index()].is_broken {
            return any_simple;
        }
        let Some(base) = self.simple_base(raw, simple, scope) else { return any_simple };
        let Some(restricted) = simple.restricted else {
            return Explicit { content: EffectiveContent::Simple(base), ..Explicit::EMPTY };
        };
        if self.is_1_1() && base == TypeId::builtin(Builtin::AnySimpleType) {
            let message = "the content is of xs:anySimpleType, which cannot be restricted".to_owned();
            self.error(IssueCode::InvalidBase, "cos-st-restricts.1.1", scope, raw.node, message);
            return any_simple;
        }
        // The content is a type derived from that of the base, whether it has facets or not (3.4.2.2).
        self.check_simple_final(raw.node, scope, base, None, &[]);
        let datatype = self.types[base.index()].datatype.clone().unwrap_or_else(|| self.any_simple.clone());
        let datatype = match self.types[base.index()].is_broken {
            true => datatype,
            false => self.restrict(restricted, &datatype, &simple.facets, scope),
        };
        let derivation = Derivation::Restriction;
        let slot = &mut self.types[restricted.index()];
        slot.datatype = Some(datatype);
        let facets = simple.facets.clone();
        slot.raw = RawType::Simple(RawSimple { base, derivation, item: None, members: Vec::new(), facets });
        Explicit { content: EffectiveContent::Simple(restricted), ..Explicit::EMPTY }
    }

    /// The simple type that simple content extends or restricts (src-ct.2).
    fn simple_base(&mut self, raw: &RawComplex<'d>, simple: &RawSimpleContent<'d>, scope: Scope) -> Option<TypeId> {
        let base = &self.types[raw.base.index()];
        let found = match (&base.content, raw.derivation) {
            _ if base.is_simple && raw.derivation == Derivation::Extension => Some(raw.base),
            (Some(EffectiveContent::Simple(content)), _) => Some(simple.inline.unwrap_or(*content)),
            (Some(EffectiveContent::Elements { mixed: true, particle, .. }), Derivation::Restriction)
                if particle.is_emptiable() =>
            {
                match simple.inline {
                    Some(inline) => Some(inline),
                    None => {
                        let message =
                            "a restriction of mixed content to simple content needs a simpleType child".to_owned();
                        self.error(IssueCode::InvalidBase, "src-ct.2.2", scope, raw.node, message);
                        return None;
                    }
                }
            }
            _ => None,
        };
        if found.is_none() {
            let wanted = match raw.derivation {
                Derivation::Extension => "a simple type, or a complex type with simple content",
                _ => "a complex type with simple content, or with mixed content that may be empty",
            };
            let message =
                format!("simple content needs as its base {wanted}; the {} is neither", self.shown_type(raw.base));
            self.error(IssueCode::InvalidBase, "src-ct.2", scope, raw.node, message);
        }
        found
    }

    fn complex_content(&mut self, raw: &RawComplex<'d>, complex: &RawComplexContent<'d>, scope: Scope) -> Explicit {
        let base = &self.types[raw.base.index()];
        if base.is_simple && raw.base != TypeId::ANY_TYPE {
            let message =
                format!("complex content is derived from a complex type; the {} is simple", self.shown_type(raw.base));
            self.error(IssueCode::InvalidBase, "src-ct.1", scope, raw.node, message);
        }
        let effective = self.effective_content(complex);
        let explicit = match raw.derivation {
            Derivation::Extension => self.extended_content(raw, effective, scope),
            _ => effective,
        };
        match complex.open {
            Some(open) => self.with_open_content(raw, explicit, open, scope),
            None => explicit,
        }
    }

    /// What the type itself says (3.4.2.3.3, clauses 2 and 3).
    fn effective_content(&mut self, complex: &RawComplexContent<'d>) -> Explicit {
        let built = complex.particle.clone().and_then(|span| self.build_particle(span));
        match built {
            Some(Built { particle, depth, particles }) => {
                let content = EffectiveContent::Elements { mixed: complex.mixed, particle, open: None };
                Explicit { content, depth, particles }
            }
            None if complex.mixed => {
                let content = EffectiveContent::Elements { mixed: true, particle: sequence(Vec::new()), open: None };
                Explicit { content, depth: 1, particles: 1 }
            }
            None => Explicit::EMPTY,
        }
    }

    /// The content of the base, followed by that of the extension (3.4.2.3.3, clause 4.2).
    fn extended_content(&mut self, raw: &RawComplex<'d>, effective: Explicit, scope: Scope) -> Explicit {
        let base = &self.types[raw.base.index()];
        let (base_depth, base_particles) = (base.depth, base.particles);
        let Some(base_content) = base.content.clone() else { return effective };
        if matches!(base_content, EffectiveContent::Simple(_)) && !base.is_simple {
            self.extended_simple_content(raw, &effective, scope);
        }
        let (mixed, particle) = match effective.content {
            EffectiveContent::Elements { mixed, particle, .. } => (mixed, particle),
            EffectiveContent::Empty | EffectiveContent::Simple(_) => {
                return Explicit { content: base_content, depth: base_depth, particles: base_particles };
            }
        };
        let EffectiveContent::Elements { mixed: base_mixed, particle: base_particle, open } = base_content else {
            let content = EffectiveContent::Elements { mixed, particle, open: None };
            return Explicit { content, ..effective };
        };
        if mixed != base_mixed {
            let word = |mixed| if mixed { "mixed" } else { "element-only" };
            let message = format!(
                "the extension is {}, but the content of its base, the {}, is {}",
                word(mixed),
                self.shown_type(raw.base),
                word(base_mixed)
            );
            self.error(IssueCode::ParticleRestriction, "cos-ct-extends.1.4.3.2.2.1", scope, raw.node, message);
        }
        let particles = base_particles.saturating_add(effective.particles).saturating_add(1);
        let (particle, depth) = concatenate(base_particle, base_depth, particle, effective.depth, self.is_1_1());
        let place = self.place(scope, raw.node);
        if !self.is_within_bounds(depth, particles, &place) {
            return Explicit::EMPTY;
        }
        Explicit { content: EffectiveContent::Elements { mixed, particle, open }, depth, particles }
    }

    /// An extension whose content is complex and whose base has simple content. Nothing but attributes may be added, and in 1.1 not that
    /// either: there the content of the extension is then the empty one (3.4.2.3.3, clause 4.2.1; cos-ct-extends.1.4).
    fn extended_simple_content(&mut self, raw: &RawComplex<'d>, effective: &Explicit, scope: Scope) {
        let adds = matches!(effective.content, EffectiveContent::Elements { .. });
        if !adds && !self.is_1_1() {
            return;
        }
        let found = if adds { "has content of its own" } else { "stands in complexContent" };
        let message = format!(
            "the extension {found}, but the content of its base, the {}, is simple: write simpleContent, which may add attributes",
            self.shown_type(raw.base)
        );
        self.error(IssueCode::ParticleRestriction, "cos-ct-extends.1.4", scope, raw.node, message);
    }

    /// Adds open content (1.1; 3.4.2.3.3, clauses 5 and 6).
    fn with_open_content(
        &mut self,
        raw: &RawComplex<'d>,
        explicit: Explicit,
        open: RawOpen<'d>,
        scope: Scope,
    ) -> Explicit {
        let is_empty = matches!(explicit.content, EffectiveContent::Empty);
        let Some((interleave, wildcard)) = open.open else { return explicit };
        if is_empty && !open.applies_to_empty {
            return explicit;
        }
        let (mixed, particle, inherited) = match explicit.content {
            EffectiveContent::Elements { mixed, particle, open } => (mixed, particle, open),
            EffectiveContent::Empty => (false, sequence(Vec::new()), None),
            simple @ EffectiveContent::Simple(_) => return Explicit { content: simple, ..explicit },
        };
        let inherited = inherited.map(|inherited| inherited.wildcard);
        let inherited = inherited.filter(|_| raw.derivation == Derivation::Extension);
        let wildcard = self.union_wildcards(Some(wildcard), inherited, scope, open.node).unwrap_or(wildcard);
        let open = Some(OpenContent { interleave, wildcard });
        let content = EffectiveContent::Elements { mixed, particle, open };
        Explicit { content, depth: explicit.depth.max(1), particles: explicit.particles.max(1) }
    }
}

fn sequence(particles: Vec<Particle>) -> Particle {
    let group = ModelGroup { compositor: Compositor::Sequence, particles, named: None };
    Particle { occurs: Occurs::ONCE, term: Term::Group(Arc::new(group)), place: None }
}

/// Whether a content model adds nothing to another one.
fn is_void(particle: &Particle) -> bool {
    let Term::Group(group) = &particle.term else { return false };
    group.particles.is_empty() && (group.compositor != Compositor::Choice || particle.occurs.min == 0)
}

/// The sequence of base and extension. A base that is such a sequence itself is continued, so that a long line of extensions stays flat.
fn concatenate(base: Particle, base_depth: u32, own: Particle, own_depth: u32, is_1_1: bool) -> (Particle, u32) {
    if is_void(&own) {
        return (base, base_depth);
    }
    if is_void(&base) {
        return (own, own_depth);
    }
    if let (Term::Group(base_group), Term::Group(own_group)) = (&base.term, &own.term) {
        let both_all = base_group.compositor == Compositor::All && own_group.compositor == Compositor::All;
        if is_1_1 && both_all {
            let particles = [base_group.particles.as_slice(), &own_group.particles].concat();
            let group = ModelGroup { compositor: Compositor::All, particles, named: None };
            let occurs = Occurs { min: own.occurs.min, max: Some(1) };
            let particle = Particle { occurs, term: Term::Group(Arc::new(group)), place: own.place };
            return (particle, base_depth.max(own_depth));
        }
    }
    if let Term::Group(group) = &base.term
        && group.compositor == Compositor::Sequence
        && group.named.is_none()
        && base.occurs == Occurs::ONCE
    {
        let depth = base_depth.max(own_depth + 1);
        let mut particles = group.particles.clone();
        particles.push(own);
        return (sequence(particles), depth);
    }
    let depth = 1 + base_depth.max(own_depth);
    (sequence(vec![base, own]), depth)
}
