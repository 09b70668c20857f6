//! How paths and predicates are evaluated, decided once for an expression: which steps give their nodes in document order, and where
//! nodes must be sorted or may be left out.

use super::facts::{Class, Facts, facts_of, first_expression};
use super::hoist::{Invariant, invariants};
use crate::ast::{Ast, Axis, ExprId, ExprKind, KindTest, NameTest, NodeTest, Path, PathStart, Step};
use crate::functions::Function;
use pyxsd_datatypes::Value;

/// What is decided about an expression before it meets a tree.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(super) facts: Vec<Facts>,
    /// Of each expression whose value is to be kept, what it is kept by.
    pub(super) invariants: Vec<Option<Invariant>>,
    /// For each expression the index of its path, or of its first predicates, where it has such.
    pub(super) index: Vec<u32>,
    pub(super) paths: Vec<PathPlan>,
    pub(super) filters: Vec<Vec<Predicate>>,
    /// Node tests of all axis steps, with the axis that says the principal node kind.
    pub(super) tests: Vec<(Axis, NodeTest)>,
}

#[derive(Debug)]
pub(super) struct PathPlan {
    /// Where the nodes of the first stage come from.
    pub source: Source,
    pub stages: Vec<Stage>,
    /// What is left to do with the nodes of the last stage.
    pub finish: Finish,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// The document node above the context node.
    Root,
    /// The context node.
    Context,
    /// The nodes of an expression in the focus of the path.
    Expression(ExprId),
}

/// A part of a path that starts from known nodes.
#[derive(Debug)]
pub(super) enum Stage {
    /// Axis steps, whose nodes are passed on one by one.
    Axes { sort: bool, reduce: Reduce, steps: Vec<AxisStep> },
    /// An expression for each of the nodes.
    Map { sort: bool, expr: ExprId },
}

#[derive(Debug)]
pub(super) struct AxisStep {
    pub axis: Axis,
    /// Index in [`Plan::tests`].
    pub test: usize,
    pub predicates: Vec<Predicate>,
    /// Some predicate needs all nodes of the axis: their number, or that they are many.
    pub buffered: bool,
    pub at: u32,
}

/// Which of the context nodes, in document order, need not be looked at, since others give the same nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reduce {
    Nothing,
    /// Descendants of others.
    Nested,
    /// All but the first child of each parent.
    LaterSiblings,
    /// All but the last child of each parent.
    EarlierSiblings,
    /// All but the one that ends first.
    LaterEnds,
    /// All but the last.
    Earlier,
    /// None: their parents take their place.
    Parents,
    /// None: their ancestors take their place.
    Ancestors,
    /// None, and their ancestors stand beside them.
    AncestorsOrSelf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finish {
    /// They are in document order.
    Ordered,
    /// They are distinct, and have to be sorted if their order matters.
    Unordered,
    /// They have to be sorted and freed of duplicates.
    Duplicates,
    /// An expression gave them: nodes have to be sorted, atomic values are as they have to be.
    Mapped,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Predicate {
    /// `[3]`
    Position(u64),
    /// `[last()]`
    Last,
    /// Never a number: the effective boolean value decides.
    Boolean(ExprId),
    /// Perhaps a number.
    Any(ExprId),
}

/// What is known of the nodes between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// At most one.
    Single,
    /// In document order, and none is below another.
    Peers,
    /// In document order.
    Sorted,
    /// In any order.
    Distinct,
    /// In any order, some perhaps more than once.
    Duplicates,
}

/// More predicates than this on one step are not counted one node at a time.
pub(super) const COUNTED: usize = 4;

impl Plan {
    /// Plans the evaluation of an expression.
    pub(crate) fn new(ast: &Ast) -> Plan {
        let facts = facts_of(ast);
        let invariants = invariants(ast, &facts);
        let (paths, filters, tests) = (Vec::new(), Vec::new(), Vec::new());
        let mut plan = Plan { facts, invariants, index: vec![0; ast.nodes.len()], paths, filters, tests };
        for (number, expr) in ast.nodes.iter().enumerate() {
            match &expr.kind {
                ExprKind::Path(path) => {
                    plan.index[number] = plan.paths.len() as u32;
                    let path = plan.path(ast, path);
                    plan.paths.push(path);
                }
                ExprKind::Filter(_, predicates) => {
                    plan.index[number] = plan.filters.len() as u32;
                    let predicates = predicates.iter().map(|id| plan.predicate(ast, *id)).collect();
                    plan.filters.push(predicates);
                }
                _ => {}
            }
        }
        plan
    }

    fn predicate(&self, ast: &Ast, id: ExprId) -> Predicate {
        match &ast.nodes[id.0 as usize].kind {
            ExprKind::Literal(literal) => {
                if let Value::Decimal(number) = &literal.value
                    && let Some(position) = number.to_i64().and_then(|number| u64::try_from(number).ok())
                {
                    return Predicate::Position(position);
                }
            }
            ExprKind::Call(Function::Last, _) => return Predicate::Last,
            _ => {}
        }
        match self.facts[id.0 as usize].class {
            Class::Number | Class::Any => Predicate::Any(id),
            Class::Nodes | Class::Booleans | Class::Others => Predicate::Boolean(id),
        }
    }

    pub(super) fn needs_last(&self, predicate: Predicate) -> bool {
        match predicate {
            Predicate::Last => true,
            Predicate::Position(_) => false,
            Predicate::Boolean(id) | Predicate::Any(id) => self.facts[id.0 as usize].last,
        }
    }

    pub(super) fn any_needs_last(&self, predicates: &[Predicate]) -> bool {
        predicates.iter().any(|&predicate| self.needs_last(predicate))
    }

    /// Whether a predicate may decide by the place of a node among others.
    fn is_positional(&self, predicate: &Predicate) -> bool {
        match predicate {
            Predicate::Position(_) | Predicate::Last | Predicate::Any(_) => true,
            Predicate::Boolean(id) => {
                let facts = &self.facts[id.0 as usize];
                facts.position || facts.last
            }
        }
    }

    fn path(&mut self, ast: &Ast, path: &Path) -> PathPlan {
        let mut steps = path.steps.iter();
        let mut builder = PathBuilder { stages: Vec::new(), state: State::Single };
        let source = match (&path.start, first_expression(path)) {
            (PathStart::Root, _) => Source::Root,
            (PathStart::Context, None) => Source::Context,
            (PathStart::Context, Some(first)) => {
                steps.next();
                builder.state = State::Duplicates;
                Source::Expression(first)
            }
        };
        let mut mapped = matches!(source, Source::Expression(_));
        // A `descendant-or-self::node()` that may melt into the step after it.
        let mut pending: Option<AxisStep> = None;
        for step in steps {
            mapped = matches!(step, Step::Expr(_));
            match step {
                Step::Expr(expr) => {
                    self.add_all(&mut builder, pending.take());
                    builder.map(*expr);
                }
                Step::Axis { axis, test, predicates, at } => {
                    let step = self.axis_step(ast, *axis, test, predicates, *at);
                    let step = match pending.take() {
                        Some(above) => match self.melt(&above, step) {
                            Ok(step) => step,
                            Err(step) => {
                                self.add_all(&mut builder, Some(above));
                                step
                            }
                        },
                        None => step,
                    };
                    if self.is_all_below(&step) {
                        pending = Some(step);
                    } else {
                        self.add_all(&mut builder, Some(step));
                    }
                }
            }
        }
        self.add_all(&mut builder, pending);
        let finish = match builder.state {
            _ if mapped => Finish::Mapped,
            State::Single | State::Peers | State::Sorted => Finish::Ordered,
            State::Distinct => Finish::Unordered,
            State::Duplicates => Finish::Duplicates,
        };
        PathPlan { source, stages: builder.stages, finish }
    }

    fn axis_step(&mut self, ast: &Ast, axis: Axis, test: &NodeTest, predicates: &[ExprId], at: u32) -> AxisStep {
        let predicates: Vec<Predicate> = predicates.iter().map(|id| self.predicate(ast, *id)).collect();
        let buffered = predicates.len() > COUNTED || self.any_needs_last(&predicates);
        self.tests.push((axis, test.clone()));
        AxisStep { axis, test: self.tests.len() - 1, predicates, buffered, at }
    }

    fn is_all_below(&self, step: &AxisStep) -> bool {
        let all = matches!(self.tests[step.test].1, NodeTest::Kind(KindTest::Node));
        step.axis == Axis::DescendantOrSelf && all && step.predicates.is_empty()
    }

    /// `descendant-or-self::node()` and this step as one, where that selects the same nodes.
    fn melt(&mut self, above: &AxisStep, step: AxisStep) -> Result<AxisStep, AxisStep> {
        let axis = match step.axis {
            Axis::Child | Axis::Descendant => Axis::Descendant,
            Axis::SelfAxis | Axis::DescendantOrSelf => Axis::DescendantOrSelf,
            Axis::Attribute => {
                // Only elements have attributes.
                self.tests[above.test].1 = NodeTest::Name(NameTest::Any);
                return Err(step);
            }
            _ => return Err(step),
        };
        if step.predicates.iter().any(|predicate| self.is_positional(predicate)) {
            return Err(step);
        }
        self.tests[step.test].0 = axis;
        Ok(AxisStep { axis, ..step })
    }

    fn add_all(&self, builder: &mut PathBuilder, step: Option<AxisStep>) {
        let Some(step) = step else {
            return;
        };
        let positional = step.predicates.iter().any(|predicate| self.is_positional(predicate));
        builder.axis(step, positional);
    }
}

struct PathBuilder {
    stages: Vec<Stage>,
    state: State,
}

impl PathBuilder {
    fn map(&mut self, expr: ExprId) {
        let sort = matches!(self.state, State::Distinct | State::Duplicates);
        self.stages.push(Stage::Map { sort, expr });
        self.state = State::Duplicates;
    }

    fn axis(&mut self, step: AxisStep, positional: bool) {
        let mut step = step;
        let axis = step.axis;
        let reduce = if positional || self.state == State::Single { Reduce::Nothing } else { reduction(axis) };
        // Peers are not nested.
        let reduce = if reduce == Reduce::Nested && self.state == State::Peers { Reduce::Nothing } else { reduce };
        let sort = match self.state {
            State::Single | State::Peers | State::Sorted => false,
            State::Distinct => {
                reduce != Reduce::Nothing || !matches!(axis, Axis::Child | Axis::Attribute | Axis::SelfAxis)
            }
            State::Duplicates => true,
        };
        let before = if sort { State::Sorted } else { self.state };
        self.state = after(axis, before, reduce);
        if matches!(reduce, Reduce::Parents | Reduce::Ancestors | Reduce::AncestorsOrSelf) {
            step.axis = Axis::SelfAxis;
        }
        match self.stages.last_mut() {
            Some(Stage::Axes { steps, .. }) if !sort && reduce == Reduce::Nothing => steps.push(step),
            _ => self.stages.push(Stage::Axes { sort, reduce, steps: vec![step] }),
        }
    }
}

fn reduction(axis: Axis) -> Reduce {
    match axis {
        Axis::Descendant | Axis::DescendantOrSelf => Reduce::Nested,
        Axis::FollowingSibling => Reduce::LaterSiblings,
        Axis::PrecedingSibling => Reduce::EarlierSiblings,
        Axis::Following => Reduce::LaterEnds,
        Axis::Preceding => Reduce::Earlier,
        Axis::Parent => Reduce::Parents,
        Axis::Ancestor => Reduce::Ancestors,
        Axis::AncestorOrSelf => Reduce::AncestorsOrSelf,
        _ => Reduce::Nothing,
    }
}

/// What is known of the nodes that an axis gives from such nodes.
fn after(axis: Axis, before: State, reduce: Reduce) -> State {
    use State::{Distinct, Duplicates, Peers, Single, Sorted};
    match (axis, before) {
        (Axis::SelfAxis, _) => before,
        (Axis::Attribute | Axis::Namespace, Single | Peers | Sorted) => Peers,
        (Axis::Attribute | Axis::Child, Distinct) => Distinct,
        (Axis::Child, Single | Peers) => Peers,
        (Axis::Child, Sorted) => Distinct,
        (Axis::Descendant | Axis::DescendantOrSelf, Single | Peers) => Sorted,
        (Axis::Descendant | Axis::DescendantOrSelf, _) if reduce == Reduce::Nested => Sorted,
        (Axis::Parent, Single) => Single,
        (Axis::FollowingSibling | Axis::PrecedingSibling, Single) => Peers,
        (Axis::FollowingSibling | Axis::PrecedingSibling, _) if reduce != Reduce::Nothing => Distinct,
        (Axis::Ancestor | Axis::AncestorOrSelf | Axis::Following | Axis::Preceding, Single) => Sorted,
        (Axis::Following | Axis::Preceding | Axis::Parent, _) if reduce != Reduce::Nothing => Sorted,
        (Axis::Ancestor | Axis::AncestorOrSelf, _) if reduce != Reduce::Nothing => Sorted,
        _ => Duplicates,
    }
}
