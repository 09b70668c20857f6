//! [`Ast`] over a [`Tree`].
//!
//! Expressions push their items to a sink, which may stop them: paths, ranges, filters and functions produce no more than is used. The stack
//! grows with the nesting of the expression alone.

mod arithmetic;
mod axis;
mod boolean;
mod budget;
mod call;
mod comparison;
mod context_nodes;
mod convert;
mod facts;
mod filter;
mod flow;
mod focus;
mod hoist;
mod join;
mod memo;
mod node_test;
mod operand;
mod path;
mod plan;
mod sequence;
mod sequence_type;
mod set;

pub(crate) use boolean::effective_boolean_value;
pub(crate) use convert::Expected;
pub(crate) use focus::Focus;
pub(crate) use plan::Plan;
pub(crate) use sequence::{Sequence, SequenceBuilder};

use crate::ast::{Ast, Expr, ExprId, ExprKind};
use crate::functions::IdIndex;
use crate::values::regex::PatternCache;
use crate::{Atomic, DynamicContext, Item, Tree, Types, XPathError};
use node_test::Resolved;

/// Whether the sink wants more items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Demand {
    More,
    Enough,
}

impl Demand {
    fn is_enough(self) -> bool {
        self == Demand::Enough
    }
}

/// What a sink answers, and what a producer passes on: whether it was stopped.
type Flow = Result<Demand, XPathError>;

/// What takes the items of an expression.
type Sink<'s, 'e, T> = &'s mut dyn FnMut(&mut Evaluation<'e, T>, Item<<T as Tree>::Node>) -> Flow;

/// One evaluation.
pub(crate) struct Evaluation<'e, T: Tree> {
    /// The nodes.
    pub tree: &'e T,
    /// The in-scope schema definitions.
    pub types: &'e dyn Types,
    /// Time, budget, values of the variables of the static context.
    pub context: &'e DynamicContext<T::Node>,
    ast: &'e Ast,
    plan: &'e Plan,
    /// Node tests of the plan, bound to the names of the tree.
    tests: Vec<Resolved<'e>>,
    /// Values of the variables.
    slots: Vec<Sequence<T::Node>>,
    /// How often each of them was bound.
    bindings: Vec<u64>,
    /// By expression; empty as long as there is none.
    kept: Vec<Option<memo::Kept<T::Node>>>,
    steps_left: u64,
    /// Compiled regular expressions.
    pub patterns: PatternCache,
    /// Ids of a document.
    pub ids: IdIndex<T::Node>,
    /// Kept for their capacity.
    scratch: Vec<Atomic>,
    text: String,
}

impl<'e, T: Tree> Evaluation<'e, T> {
    fn new(
        ast: &'e Ast,
        plan: &'e Plan,
        tree: &'e T,
        types: &'e dyn Types,
        context: &'e DynamicContext<T::Node>,
    ) -> Self {
        let mut slots: Vec<_> = context.variables.iter().map(|value| Sequence::items(value.clone())).collect();
        slots.resize(ast.slots as usize, Sequence::EMPTY);
        let tests = plan.tests.iter().map(|(axis, test)| Resolved::new(tree, types, *axis, test)).collect();
        Self {
            tree,
            types,
            context,
            ast,
            plan,
            tests,
            bindings: vec![0; slots.len()],
            slots,
            kept: Vec::new(),
            steps_left: context.budget.steps,
            ids: IdIndex::new(),
            patterns: PatternCache::default(),
            scratch: Vec::new(),
            text: String::new(),
        }
    }

    /// The base URI of the static context.
    pub fn base_uri(&self) -> Option<&'e str> {
        self.ast.base_uri.as_deref()
    }

    /// The implicit timezone in minutes.
    pub fn implicit_timezone(&self) -> i16 {
        self.context.now.timezone.unwrap_or(0)
    }

    fn expr(&self, id: ExprId) -> &'e Expr {
        &self.ast.nodes[id.0 as usize]
    }

    fn position_of(&self, id: ExprId) -> usize {
        self.expr(id).at as usize
    }

    fn path_plan(&self, id: ExprId) -> &'e plan::PathPlan {
        &self.plan.paths[self.plan.index[id.0 as usize] as usize]
    }

    /// Passes on the items of an expression, in their order.
    fn each(&mut self, id: ExprId, focus: &Focus<T::Node>, sink: Sink<'_, 'e, T>) -> Flow {
        self.each_of_kind(id, focus, sink).map_err(|error| error.at(self.position_of(id)))
    }

    fn each_of_kind(&mut self, id: ExprId, focus: &Focus<T::Node>, sink: Sink<'_, 'e, T>) -> Flow {
        match &self.expr(id).kind {
            ExprKind::Path(_) => self.each_path(self.path_plan(id), focus, true, sink),
            ExprKind::Sequence(operands) => self.each_operand(operands, focus, sink),
            ExprKind::Filter(base, _) => self.each_filtered(id, *base, focus, sink),
            ExprKind::For(bindings, result) => self.each_binding(bindings, *result, focus, sink),
            ExprKind::If { .. } => {
                let branch = self.branch(id, focus)?;
                self.each(branch, focus, sink)
            }
            ExprKind::Call(function, arguments) => self.each_of_call(*function, arguments, focus, sink),
            _ => {
                let items = self.collect_kind(id, focus)?;
                self.drain(items, sink)
            }
        }
    }

    fn each_operand(&mut self, operands: &'e [ExprId], focus: &Focus<T::Node>, sink: Sink<'_, 'e, T>) -> Flow {
        for &operand in operands {
            if self.each(operand, focus, sink)?.is_enough() {
                return Ok(Demand::Enough);
            }
        }
        Ok(Demand::More)
    }

    /// Passes on the items of a sequence.
    fn drain(&mut self, items: Sequence<T::Node>, sink: Sink<'_, 'e, T>) -> Flow {
        for item in items {
            self.step(1)?;
            if sink(self, item)?.is_enough() {
                return Ok(Demand::Enough);
            }
        }
        Ok(Demand::More)
    }

    /// The whole value of an expression.
    fn collect(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Sequence<T::Node>, XPathError> {
        if let Some(items) = self.kept_items(id, focus) {
            return Ok(items);
        }
        let items = self.collect_kind(id, focus).map_err(|error| error.at(self.position_of(id)))?;
        self.keep_items(id, focus, &items);
        Ok(items)
    }

    fn collect_kind(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Sequence<T::Node>, XPathError> {
        match &self.expr(id).kind {
            ExprKind::Literal(atomic) => Ok(Sequence::atomic(atomic.clone())),
            ExprKind::Variable(slot) => Ok(self.slots[*slot as usize].clone()),
            ExprKind::ContextItem => focus.item().map(|item| Sequence::one(item.clone())),
            ExprKind::Sequence(operands) if operands.is_empty() => Ok(Sequence::EMPTY),
            ExprKind::Range(first, last) => self.range(*first, *last, focus),
            ExprKind::Value(..) => Ok(self.value_comparison(id, focus)?.map_or(Sequence::EMPTY, Sequence::boolean)),
            ExprKind::Node(..) => Ok(self.node_comparison(id, focus)?.map_or(Sequence::EMPTY, Sequence::boolean)),
            ExprKind::Or(_)
            | ExprKind::And(_)
            | ExprKind::General(..)
            | ExprKind::Quantified { .. }
            | ExprKind::InstanceOf(..)
            | ExprKind::Castable(..) => Ok(Sequence::boolean(self.boolean_kind(id, focus)?)),
            ExprKind::Arithmetic(first, rest) => self.arithmetic(*first, rest, focus).map(Sequence::optional),
            ExprKind::Unary { negative, operand } => self.unary(*negative, *operand, focus).map(Sequence::optional),
            ExprKind::Cast(operand, target) => self.cast(*operand, *target, focus).map(Sequence::optional),
            ExprKind::Set(first, rest) => self.set(*first, rest, focus),
            ExprKind::TreatAs(operand, target) => self.treat(*operand, target, focus),
            ExprKind::If { .. } => {
                let branch = self.branch(id, focus)?;
                self.collect(branch, focus)
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments, focus),
            ExprKind::Path(_) | ExprKind::Filter(..) | ExprKind::For(..) | ExprKind::Sequence(_) => {
                self.collect_each(id, focus)
            }
        }
    }

    fn collect_each(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Sequence<T::Node>, XPathError> {
        let mut builder = SequenceBuilder::new();
        self.each_of_kind(id, focus, &mut |evaluation, item| {
            evaluation.check_items(builder.len() + 1)?;
            builder.push(item);
            Ok(Demand::More)
        })?;
        Ok(builder.finish())
    }
}

/// The value of an expression.
pub(crate) fn evaluate<T: Tree>(
    ast: &Ast,
    plan: &Plan,
    tree: &T,
    types: &dyn Types,
    context: &DynamicContext<T::Node>,
) -> Result<Vec<Item<T::Node>>, XPathError> {
    let mut evaluation = Evaluation::new(ast, plan, tree, types, context);
    let focus = outermost(context);
    let value = evaluation.collect(ast.root, &focus)?;
    evaluation.check_items(value.len())?;
    Ok(value.into_vec())
}

/// The effective boolean value of an expression.
pub(crate) fn test<T: Tree>(
    ast: &Ast,
    plan: &Plan,
    tree: &T,
    types: &dyn Types,
    context: &DynamicContext<T::Node>,
) -> Result<bool, XPathError> {
    Evaluation::new(ast, plan, tree, types, context).boolean(ast.root, &outermost(context))
}

fn outermost<N: Copy>(context: &DynamicContext<N>) -> Focus<N> {
    context.item.clone().map_or(Focus::NONE, |item| Focus::new(item, 1, 1))
}
