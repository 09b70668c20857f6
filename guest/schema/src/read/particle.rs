//! Particles and model groups (part 1, 3.7 to 3.9): read flat with a stack of our own, built from the leaves up.

use super::*;
use std::ops::Range;

/// Particles of one content model in [`Reader::particles`]: its root is the first, and inner ones come after outer ones.
pub(super) type Span = Range<usize>;

/// A particle as written.
pub(super) struct RawParticle {
    occurs: Occurs,
    place: Option<Place>,
    term: RawTerm,
}

enum RawTerm {
    Element(ElementId),
    Wildcard(WildcardId),
    Group(Compositor, Vec<usize>),
    /// A reference to a named group.
    Reference(GroupId),
}

/// A built particle with the size of what hangs on it.
pub(super) struct Built {
    pub particle: Particle,
    /// Levels of model groups.
    pub depth: u32,
    pub particles: u64,
}

/// Where particles are read.
#[derive(Clone, Copy)]
struct Context {
    scope: Scope,
    owner: Owner,
    /// The group that a redefinition redefines, and the name of both.
    redefined: Option<(Symbol, GroupId)>,
}

impl<'d> Reader<'d, '_> {
    /// Reads a content model. `None` where it contributes nothing (`maxOccurs="0"`, a dangling reference).
    pub(super) fn read_particle(
        &mut self,
        node: Node<'d>,
        scope: Scope,
        owner: Owner,
        redefined: Option<(Symbol, GroupId)>,
    ) -> Option<Span> {
        let context = Context { scope, owner, redefined };
        let start = self.particles.len();
        let mut stack = Vec::new();
        self.start_particle(node, context, &mut stack)?;
        while let Some((at, rest)) = stack.last_mut() {
            let at: usize = *at;
            let Some(child) = rest.next() else {
                stack.pop();
                continue;
            };
            if stack.len() as u32 > MAX_NESTING {
                let place = self.place(scope, child);
                self.findings.unsupported(format!("model groups nested more than {MAX_NESTING} deep"), place);
                stack.pop();
                continue;
            }
            let Some(inner) = self.start_particle(child, context, &mut stack) else { continue };
            if let RawTerm::Group(_, children) = &mut self.particles[at].term {
                children.push(inner);
            }
        }
        Some(start..self.particles.len())
    }

    fn start_particle(
        &mut self,
        node: Node<'d>,
        context: Context,
        stack: &mut Vec<(usize, Box<dyn Iterator<Item = Node<'d>> + 'd>)>,
    ) -> Option<usize> {
        let occurs = lexical::occurs(node);
        // It stands for no component at all, so that what it refers to need not exist either.
        if occurs.max == Some(0) {
            return None;
        }
        let compositor = match node.tag_name().name() {
            "sequence" => Some(Compositor::Sequence),
            "choice" => Some(Compositor::Choice),
            "all" => Some(Compositor::All),
            _ => None,
        };
        let term = match (compositor, node.tag_name().name()) {
            (Some(compositor), _) => RawTerm::Group(compositor, Vec::new()),
            (None, "element") => RawTerm::Element(self.read_local_element(node, context.scope, context.owner)?),
            (None, "any") => RawTerm::Wildcard(self.read_wildcard(node, context.scope)),
            (None, "group") => RawTerm::Reference(self.read_group_reference(node, context)?),
            _ => return None,
        };
        let at = self.particles.len();
        let place = self.component_place(context.scope, node);
        self.particles.push(RawParticle { occurs, place, term });
        if compositor.is_some() {
            stack.push((at, Box::new(self.children(node))));
        }
        Some(at)
    }

    fn read_group_reference(&mut self, node: Node<'d>, context: Context) -> Option<GroupId> {
        let text = lexical::attribute(node, "ref")?;
        if let Some((own, redefined)) = context.redefined
            && let name = self.qname(context.scope, node, text)?
            && self.names.local(name) == self.names.local(own)
            && (name == own || self.is_unqualified_stray(name, context.scope))
        {
            if name != own {
                let message = format!("{text} is in no namespace; the redefined group is {}", self.names.display(own));
                self.error(IssueCode::ComposeInvalid, "src-resolve.4.1", context.scope, node, message);
            }
            let occurs = lexical::occurs(node);
            if occurs != Occurs::ONCE {
                let message = "a redefined group refers to itself with minOccurs and maxOccurs of 1 only".to_owned();
                self.error(IssueCode::ComposeInvalid, "src-redefine.6.1.2", context.scope, node, message);
            }
            return Some(redefined);
        }
        self.refer(context.scope, node, text, Space::Group).map(GroupId)
    }

    /// Whether a name is in no namespace where nothing of no namespace can be referred to.
    fn is_unqualified_stray(&self, name: Symbol, scope: Scope) -> bool {
        let namespace = self.names.namespace_of(name);
        namespace == pyxsd_xml::NamespaceId::NONE && !self.is_visible(scope, namespace, Space::Group)
    }

    /// Reads a named group.
    pub(super) fn read_group(&mut self, id: GroupId, node: Node<'d>, scope: Scope) {
        let slot = &self.groups[id.0 as usize];
        let redefined = slot.redefines.map(|redefined| (slot.name, redefined));
        let Some(model) = self.child(node, &["sequence", "choice", "all"]) else { return };
        let content = self.read_particle(model, scope, Owner::Group(id), redefined);
        self.groups[id.0 as usize].content = content;
        if redefined.is_some_and(|(_, old)| self.references_to(id, old) > 1) {
            let message = "a redefined group refers to itself more than once".to_owned();
            self.error(IssueCode::ComposeInvalid, "src-redefine.6.1.1", scope, node, message);
        }
    }

    /// How often a group refers to another directly.
    fn references_to(&self, group: GroupId, other: GroupId) -> usize {
        self.referenced_groups(group.0 as usize).iter().filter(|inner| **inner == other.0 as usize).count()
    }

    /// Redefinitions that do not refer to what they redefine.
    pub(super) fn redefined_groups(&self) -> Vec<(GroupId, GroupId)> {
        let pairs = self.groups.iter().enumerate().filter_map(|(id, slot)| Some((GroupId(id as u32), slot.redefines?)));
        pairs.filter(|(new, old)| self.references_to(*new, *old) == 0).collect()
    }

    /// Builds the named groups, each after those that it refers to.
    pub(super) fn build_groups(&mut self) {
        let order = order::dependency_order(self.groups.len(), |group| self.referenced_groups(group));
        for (group, _) in order.cycles {
            let GroupSlot { name, source: (node, scope), .. } = self.groups[group];
            let message = format!("the model group {} contains itself", self.shown(name));
            self.error(IssueCode::CircularGroup, "mg-props-correct.2", scope, node, message);
        }
        for group in order.sequence {
            let built = self.groups[group].content.clone().and_then(|span| self.build_particle(span));
            let id = GroupId(group as u32);
            let slot = &mut self.groups[group];
            let model = match built {
                Some(Built { particle: Particle { term: Term::Group(model), .. }, depth, particles }) => {
                    (slot.depth, slot.particles) = (depth, particles);
                    ModelGroup { named: Some(id), ..model.as_ref().clone() }
                }
                _ => ModelGroup { compositor: Compositor::Sequence, particles: Vec::new(), named: Some(id) },
            };
            slot.built = Some(Arc::new(model));
        }
    }

    fn referenced_groups(&self, group: usize) -> Vec<usize> {
        let span = self.groups[group].content.clone().unwrap_or_default();
        let reference = |particle: &RawParticle| match particle.term {
            RawTerm::Reference(group) => Some(group.0 as usize),
            _ => None,
        };
        self.particles[span].iter().filter_map(reference).collect()
    }

    /// Builds a content model, the named groups being built. `None` where it is too large, which is reported.
    pub(super) fn build_particle(&mut self, span: Span) -> Option<Built> {
        let start = span.start;
        let mut built: Vec<Option<Built>> = span.clone().map(|_| None).collect();
        for at in span.rev() {
            let raw = &self.particles[at];
            let (term, depth, particles) = match &raw.term {
                RawTerm::Element(element) => (Term::Element(*element), 0, 1),
                RawTerm::Wildcard(wildcard) => (Term::Wildcard(*wildcard), 0, 1),
                RawTerm::Reference(group) => {
                    let slot = &self.groups[group.0 as usize];
                    // Not built yet only on a cycle, which is reported.
                    let Some(model) = &slot.built else { continue };
                    (Term::Group(model.clone()), slot.depth, slot.particles)
                }
                RawTerm::Group(compositor, children) => {
                    let children: Vec<Built> =
                        children.iter().filter_map(|child| built[child - start].take()).collect();
                    let depth = 1 + children.iter().map(|child| child.depth).max().unwrap_or(0);
                    let particles = children.iter().fold(1u64, |sum, child| sum.saturating_add(child.particles));
                    let particles_of = children.into_iter().map(|child| child.particle).collect();
                    let group = ModelGroup { compositor: *compositor, particles: particles_of, named: None };
                    (Term::Group(Arc::new(group)), depth, particles)
                }
            };
            let particle = Particle { occurs: raw.occurs, term, place: raw.place.clone() };
            let place = particle.place.clone().unwrap_or_default();
            if self.is_within_bounds(depth, particles, &place) {
                built[at - start] = Some(Built { particle, depth, particles });
            }
        }
        built.swap_remove(0)
    }

    /// Whether a content model may be built; one that may not is reported.
    pub(super) fn is_within_bounds(&mut self, depth: u32, particles: u64, place: &Place) -> bool {
        let what = match (depth > MAX_NESTING, particles > MAX_PARTICLES) {
            (true, _) => format!("a content model nested more than {MAX_NESTING} deep"),
            (_, true) => format!("a content model of more than {MAX_PARTICLES} particles"),
            _ => return true,
        };
        self.findings.unsupported(what, place.clone());
        false
    }
}
