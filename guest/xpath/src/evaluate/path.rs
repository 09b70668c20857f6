//! Paths (XPath 2.0, 3.2): stages of axis steps, whose cursors stand in a stack of their own.

use super::axis::{AxisCursor, is_reverse};
use super::plan::{AxisStep, COUNTED, Finish, PathPlan, Predicate, Reduce, Source, Stage};
use super::{Demand, Evaluation, Flow, Focus, Sink};
use crate::ast::ExprId;
use crate::{ErrorCode, Item, NodeKind, Tree, XPathError};

/// What takes the nodes of a step.
type NodeSink<'s, 'e, T> = &'s mut dyn FnMut(&mut Evaluation<'e, T>, <T as Tree>::Node) -> Flow;

/// The nodes of a step from one context node, in document order.
enum StepCursor<N> {
    /// Predicates are tried one node at a time; the numbers of nodes that reached each of them.
    Stream(AxisCursor<N>, [u64; COUNTED]),
    Buffer(std::vec::IntoIter<N>),
}

impl<'e, T: Tree> Evaluation<'e, T> {
    /// Passes on the items of a path; in document order unless `ordered` is false.
    pub(super) fn each_path(
        &mut self,
        path: &'e PathPlan,
        focus: &Focus<T::Node>,
        ordered: bool,
        sink: Sink<'_, 'e, T>,
    ) -> Flow {
        let contexts = match path.source {
            Source::Context => Contexts::One(self.context_node(path, focus)?),
            Source::Root => Contexts::One(self.root_of(focus.node(ErrorCode::XPTY0020)?)?),
            Source::Expression(id) => {
                let items = self.collect(id, focus)?;
                if path.stages.is_empty() {
                    return self.drain(items, sink);
                }
                let position = self.position_of(id);
                if let Some(Item::Node(node)) = items.as_one() {
                    return self.each_stage(Contexts::One(*node), path, ordered, sink);
                }
                let nodes = items.into_iter().map(as_node).collect::<Result<_, _>>();
                Contexts::Many(nodes.map_err(|error: XPathError| error.at(position))?)
            }
        };
        self.each_stage(contexts, path, ordered, sink)
    }

    fn each_stage(
        &mut self,
        contexts: Contexts<T::Node>,
        path: &'e PathPlan,
        ordered: bool,
        sink: Sink<'_, 'e, T>,
    ) -> Flow {
        let mut contexts = contexts;
        let Some((last, earlier)) = path.stages.split_last() else {
            return self.drain_nodes(contexts, sink);
        };
        for stage in earlier {
            let mut nodes = Vec::new();
            match stage {
                Stage::Axes { sort, reduce, steps } => {
                    self.arrange(&mut contexts, *sort, *reduce)?;
                    self.run_axes(contexts, steps, &mut |evaluation, node| {
                        evaluation.check_items(nodes.len() as u64 + 1)?;
                        nodes.push(node);
                        Ok(Demand::More)
                    })?;
                }
                Stage::Map { sort, expr } => {
                    self.arrange(&mut contexts, *sort, Reduce::Nothing)?;
                    let position = self.position_of(*expr);
                    self.run_map(contexts, *expr, &mut |evaluation, item| {
                        evaluation.check_items(nodes.len() as u64 + 1)?;
                        nodes.push(as_node(item).map_err(|error| error.at(position))?);
                        Ok(Demand::More)
                    })?;
                }
            }
            contexts = Contexts::Many(nodes);
        }
        match last {
            Stage::Axes { sort, reduce, steps } => {
                self.arrange(&mut contexts, *sort, *reduce)?;
                self.finish_axes(contexts, steps, path.finish, ordered, sink)
            }
            Stage::Map { sort, expr } => {
                self.arrange(&mut contexts, *sort, Reduce::Nothing)?;
                self.finish_map(contexts, *expr, sink)
            }
        }
    }

    fn context_node(&self, path: &PathPlan, focus: &Focus<T::Node>) -> Result<T::Node, XPathError> {
        let at = match path.stages.first() {
            Some(Stage::Axes { steps, .. }) => steps.first().map(|step| step.at as usize),
            _ => None,
        };
        focus.node(ErrorCode::XPTY0020).map_err(|error| at.map_or(error.clone(), |at| error.at(at)))
    }

    /// The document node above a node.
    fn root_of(&self, node: T::Node) -> Result<T::Node, XPathError> {
        let mut root = node;
        while let Some(parent) = self.tree.parent(root) {
            root = parent;
        }
        match self.tree.kind(root) {
            NodeKind::Document => Ok(root),
            _ => Err(XPathError::new(
                ErrorCode::XPDY0050,
                "/ needs a document node, and the root of this tree is none: start with the context item",
            )),
        }
    }

    fn drain_nodes(&mut self, contexts: Contexts<T::Node>, sink: Sink<'_, 'e, T>) -> Flow {
        for node in contexts.into_vec() {
            self.step(1)?;
            if sink(self, Item::Node(node))?.is_enough() {
                return Ok(Demand::Enough);
            }
        }
        Ok(Demand::More)
    }

    fn finish_axes(
        &mut self,
        contexts: Contexts<T::Node>,
        steps: &'e [AxisStep],
        finish: Finish,
        ordered: bool,
        sink: Sink<'_, 'e, T>,
    ) -> Flow {
        let stream = match finish {
            Finish::Ordered => true,
            Finish::Unordered => !ordered,
            Finish::Duplicates | Finish::Mapped => false,
        };
        if stream {
            return self.run_axes(contexts, steps, &mut |evaluation, node| sink(evaluation, Item::Node(node)));
        }
        let mut nodes = Vec::new();
        self.run_axes(contexts, steps, &mut |evaluation, node| {
            evaluation.check_items(nodes.len() as u64 + 1)?;
            nodes.push(node);
            Ok(Demand::More)
        })?;
        sort_nodes(&mut nodes);
        self.drain_nodes(Contexts::Many(nodes), sink)
    }

    /// The last step gives either nodes, which are sorted, or atomic values, which are passed on as they come.
    fn finish_map(&mut self, contexts: Contexts<T::Node>, expr: ExprId, sink: Sink<'_, 'e, T>) -> Flow {
        let position = self.position_of(expr);
        let (mut nodes, mut atomic) = (Vec::new(), false);
        let flow = self.run_map(contexts, expr, &mut |evaluation, item| match item {
            Item::Node(node) if !atomic => {
                evaluation.check_items(nodes.len() as u64 + 1)?;
                nodes.push(node);
                Ok(Demand::More)
            }
            Item::Atomic(value) if nodes.is_empty() => {
                atomic = true;
                sink(evaluation, Item::Atomic(value))
            }
            _ => Err(XPathError::new(
                ErrorCode::XPTY0018,
                "the last step of the path gives nodes and atomic values: it may give only one of the two",
            )
            .at(position)),
        })?;
        if flow.is_enough() {
            return Ok(flow);
        }
        sort_nodes(&mut nodes);
        self.drain_nodes(Contexts::Many(nodes), sink)
    }

    /// Passes on what an expression gives with each of the nodes as context item.
    fn run_map(&mut self, contexts: Contexts<T::Node>, expr: ExprId, sink: Sink<'_, 'e, T>) -> Flow {
        let nodes = contexts.into_vec();
        let size = nodes.len() as u64;
        for (index, node) in nodes.into_iter().enumerate() {
            let focus = Focus::new(Item::Node(node), index as u64 + 1, size);
            if self.each(expr, &focus, sink)?.is_enough() {
                return Ok(Demand::Enough);
            }
        }
        Ok(Demand::More)
    }

    fn run_axes(&mut self, contexts: Contexts<T::Node>, steps: &'e [AxisStep], sink: NodeSink<'_, 'e, T>) -> Flow {
        match contexts {
            Contexts::One(node) => self.run_axes_from(node, steps, sink),
            Contexts::Many(nodes) => {
                for node in nodes {
                    if self.run_axes_from(node, steps, sink)?.is_enough() {
                        return Ok(Demand::Enough);
                    }
                }
                Ok(Demand::More)
            }
        }
    }

    fn run_axes_from(&mut self, context: T::Node, steps: &'e [AxisStep], sink: NodeSink<'_, 'e, T>) -> Flow {
        let [step] = steps else {
            return self.run_steps(context, steps, sink);
        };
        let Some(mut cursor) = self.step_cursor(step, context)? else {
            return Ok(Demand::More);
        };
        while let Some(node) = self.next_of_step(step, &mut cursor)? {
            if sink(self, node)?.is_enough() {
                return Ok(Demand::Enough);
            }
        }
        Ok(Demand::More)
    }

    /// Depth first: the nodes of each step are context nodes of the next one as soon as they are found.
    fn run_steps(&mut self, context: T::Node, steps: &'e [AxisStep], sink: NodeSink<'_, 'e, T>) -> Flow {
        let mut cursors = Vec::with_capacity(steps.len());
        cursors.extend(self.step_cursor(&steps[0], context)?);
        loop {
            let depth = cursors.len();
            let Some(cursor) = cursors.last_mut() else {
                return Ok(Demand::More);
            };
            let Some(node) = self.next_of_step(&steps[depth - 1], cursor)? else {
                cursors.pop();
                continue;
            };
            match steps.get(depth) {
                Some(next) => cursors.extend(self.step_cursor(next, node)?),
                None if sink(self, node)?.is_enough() => return Ok(Demand::Enough),
                None => {}
            }
        }
    }

    /// `None` where the axis has no nodes.
    fn step_cursor(&mut self, step: &'e AxisStep, context: T::Node) -> Result<Option<StepCursor<T::Node>>, XPathError> {
        let cursor = AxisCursor::new(self.tree, step.axis, context);
        if let AxisCursor::Done = cursor {
            return Ok(None);
        }
        if !step.buffered && !is_reverse(step.axis) {
            return Ok(Some(StepCursor::Stream(cursor, [0; COUNTED])));
        }
        let mut nodes = match step.buffered {
            true => self.filtered_at_once(step, cursor)?,
            false => {
                let (mut cursor, mut nodes) = (StepCursor::Stream(cursor, [0; COUNTED]), Vec::new());
                while let Some(node) = self.next_of_step(step, &mut cursor)? {
                    self.check_items(nodes.len() as u64 + 1)?;
                    nodes.push(node);
                }
                nodes
            }
        };
        if is_reverse(step.axis) {
            nodes.reverse();
        }
        Ok(Some(StepCursor::Buffer(nodes.into_iter())))
    }

    /// All nodes of a step in the order of the axis, filtered by one predicate after the other.
    fn filtered_at_once(
        &mut self,
        step: &'e AxisStep,
        mut cursor: AxisCursor<T::Node>,
    ) -> Result<Vec<T::Node>, XPathError> {
        let test = self.tests[step.test];
        let mut nodes = Vec::new();
        let mut steps = 0;
        while let Some(node) = cursor.next(self.tree, &test, &mut steps) {
            self.step(std::mem::take(&mut steps))?;
            self.check_items(nodes.len() as u64 + 1)?;
            nodes.push(node);
        }
        for &predicate in &step.predicates {
            let size = nodes.len() as u64;
            let mut kept = Vec::new();
            for (index, node) in nodes.into_iter().enumerate() {
                if self.holds(predicate, &Focus::new(Item::Node(node), index as u64 + 1, size))? {
                    kept.push(node);
                }
            }
            nodes = kept;
        }
        Ok(nodes)
    }

    #[inline]
    fn next_of_step(
        &mut self,
        step: &'e AxisStep,
        cursor: &mut StepCursor<T::Node>,
    ) -> Result<Option<T::Node>, XPathError> {
        let (cursor, counts) = match cursor {
            StepCursor::Buffer(nodes) => return Ok(nodes.next()),
            StepCursor::Stream(cursor, counts) => (cursor, counts),
        };
        let test = self.tests[step.test];
        let mut steps = 0;
        loop {
            let node = cursor.next(self.tree, &test, &mut steps);
            self.step(std::mem::take(&mut steps))?;
            let Some(node) = node else {
                return Ok(None);
            };
            if step.predicates.is_empty() || self.passes(step, node, counts, cursor)? {
                return Ok(Some(node));
            }
        }
    }

    /// Whether a node passes all predicates; ends the axis if no later one can.
    fn passes(
        &mut self,
        step: &'e AxisStep,
        node: T::Node,
        counts: &mut [u64; COUNTED],
        cursor: &mut AxisCursor<T::Node>,
    ) -> Result<bool, XPathError> {
        for (predicate, count) in step.predicates.iter().zip(counts) {
            *count += 1;
            let holds = match *predicate {
                Predicate::Position(position) => {
                    if *count >= position {
                        *cursor = AxisCursor::Done;
                    }
                    *count == position
                }
                predicate => self.holds(predicate, &Focus::new(Item::Node(node), *count, 0))?,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Context nodes of a stage.
pub(super) enum Contexts<N> {
    One(N),
    Many(Vec<N>),
}

impl<N> Contexts<N> {
    fn into_vec(self) -> Vec<N> {
        match self {
            Contexts::One(node) => vec![node],
            Contexts::Many(nodes) => nodes,
        }
    }
}

pub(super) fn sort_nodes<N: Ord>(nodes: &mut Vec<N>) {
    if !nodes.is_sorted_by(|a, b| a < b) {
        nodes.sort_unstable();
        nodes.dedup();
    }
}

fn as_node<N>(item: Item<N>) -> Result<N, XPathError> {
    match item {
        Item::Node(node) => Ok(node),
        Item::Atomic(_) => Err(XPathError::new(
            ErrorCode::XPTY0019,
            "a step that is not the last gives atomic values: only nodes have further steps",
        )),
    }
}
