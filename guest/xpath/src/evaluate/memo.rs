//! Values that are kept from one turn of a loop to the next.

use super::comparison::Held;
use super::hoist::Invariant;
use super::{Evaluation, Focus, Sequence};
use crate::ast::ExprId;
use crate::{Item, Tree};

/// A value and what it was worked out under.
pub(super) struct Kept<N> {
    root: Option<N>,
    /// Of each variable of the [`Invariant`] the number of bindings so far.
    bindings: Vec<u64>,
    value: Value<N>,
}

enum Value<N> {
    Items(Sequence<N>),
    Boolean(bool),
    /// The operand of a general comparison.
    Held(Box<Held<'static>>),
}

impl<'e, T: Tree> Evaluation<'e, T> {
    /// A value that was kept, if it still holds.
    pub(super) fn kept_items(&self, id: ExprId, focus: &Focus<T::Node>) -> Option<Sequence<T::Node>> {
        match self.kept(id, focus)? {
            Value::Items(items) => Some(items.clone()),
            _ => None,
        }
    }

    /// An effective boolean value that was kept, if it still holds.
    pub(super) fn kept_boolean(&self, id: ExprId, focus: &Focus<T::Node>) -> Option<bool> {
        match self.kept(id, focus)? {
            Value::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    fn kept(&self, id: ExprId, focus: &Focus<T::Node>) -> Option<&Value<T::Node>> {
        let kept = self.kept.get(id.0 as usize)?.as_ref()?;
        self.still_holds(id, kept, focus).then_some(&kept.value)
    }

    /// Whether a value that was kept still holds.
    fn still_holds(&self, id: ExprId, kept: &Kept<T::Node>, focus: &Focus<T::Node>) -> bool {
        let Some(invariant) = &self.plan.invariants[id.0 as usize] else {
            return false;
        };
        let bound_before = |(slot, count): (&u32, &u64)| self.bindings[*slot as usize] == *count;
        invariant.variables.iter().zip(&kept.bindings).all(bound_before)
            && (!invariant.root || kept.root == self.root_in(focus))
    }

    pub(super) fn keep_items(&mut self, id: ExprId, focus: &Focus<T::Node>, items: &Sequence<T::Node>) {
        self.keep(id, focus, Value::Items(items.clone()));
    }

    pub(super) fn keep_boolean(&mut self, id: ExprId, focus: &Focus<T::Node>, value: bool) {
        self.keep(id, focus, Value::Boolean(value));
    }

    /// The operand of a general comparison, if it was kept and still holds. The caller puts it back.
    pub(super) fn take_held(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Option<Box<Held<'static>>> {
        self.kept(id, focus)?;
        match self.kept[id.0 as usize].take()?.value {
            Value::Held(held) => Some(held),
            _ => None,
        }
    }

    pub(super) fn keep_held(&mut self, id: ExprId, focus: &Focus<T::Node>, held: Box<Held<'static>>) {
        self.keep(id, focus, Value::Held(held));
    }

    fn keep(&mut self, id: ExprId, focus: &Focus<T::Node>, value: Value<T::Node>) {
        let Some(Invariant { root, variables }) = &self.plan.invariants[id.0 as usize] else {
            return;
        };
        let root = if *root { self.root_in(focus) } else { None };
        let bindings = variables.iter().map(|slot| self.bindings[*slot as usize]).collect();
        if self.kept.is_empty() {
            self.kept.resize_with(self.ast.nodes.len(), || None);
        }
        self.kept[id.0 as usize] = Some(Kept { root, bindings, value });
    }

    fn root_in(&self, focus: &Focus<T::Node>) -> Option<T::Node> {
        match focus.item() {
            Ok(Item::Node(node)) => Some(self.top(*node)),
            _ => None,
        }
    }
}
