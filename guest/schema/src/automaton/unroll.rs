//! Small bounded repetitions written out, so that the automaton need not count.

use super::TooLarge;
use super::expression::{Expression, Node};
use crate::components::Occurs;

/// Leaves that one repetition may be written out to, and all of an expression together.
const ONE: u64 = 64;
const TOTAL: u64 = 1024;

enum Task {
    Visit(u32),
    Sequence(usize),
    Choice(usize),
    Plain(Occurs),
    /// The copies of the body of a bounded repetition are on the stack: `min` of them mandatory.
    Copies {
        min: usize,
        max: Option<usize>,
    },
}

/// The expression without counters; `None` where it would become too large.
pub(crate) fn unroll<'a>(expression: &Expression<'a>) -> Option<Expression<'a>> {
    if !fits(expression) {
        return None;
    }
    write_out(expression).ok()
}

fn copies(min: u64, max: Option<u64>) -> u64 {
    max.unwrap_or(min).max(min)
}

fn fits(expression: &Expression) -> bool {
    let mut sizes: Vec<u64> = Vec::with_capacity(expression.nodes.len());
    for node in &expression.nodes {
        let size = match node {
            Node::Leaf(_) => 1,
            Node::Sequence(children) | Node::Choice(children) => {
                children.iter().fold(0u64, |sum, &child| sum.saturating_add(sizes[child as usize]))
            }
            Node::Repeat { body, min, max } if node.is_counter() => {
                let size = sizes[*body as usize].saturating_mul(copies(*min, *max));
                if size > ONE { u64::MAX } else { size }
            }
            Node::Repeat { body, .. } => sizes[*body as usize],
        };
        sizes.push(size);
    }
    let plain = expression.leaves.len() as u64;
    sizes.last().is_some_and(|&size| size <= plain.max(TOTAL))
}

fn write_out<'a>(expression: &Expression<'a>) -> Result<Expression<'a>, TooLarge> {
    let mut out = Expression { leaves: expression.leaves.clone(), ..Expression::default() };
    let mut tasks = vec![Task::Visit(expression.root())];
    let mut built: Vec<u32> = Vec::new();
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Visit(node) => match &expression.nodes[node as usize] {
                Node::Leaf(leaf) => out.push(Node::Leaf(*leaf))?,
                Node::Sequence(children) => {
                    tasks.push(Task::Sequence(children.len()));
                    tasks.extend(children.iter().rev().map(|&child| Task::Visit(child)));
                    continue;
                }
                Node::Choice(children) => {
                    tasks.push(Task::Choice(children.len()));
                    tasks.extend(children.iter().rev().map(|&child| Task::Visit(child)));
                    continue;
                }
                repeat @ &Node::Repeat { body, min, max } => {
                    let copies = if repeat.is_counter() {
                        tasks.push(Task::Copies { min: min as usize, max: max.map(|max| max as usize) });
                        copies(min, max)
                    } else {
                        tasks.push(Task::Plain(Occurs { min, max }));
                        1
                    };
                    tasks.extend((0..copies).map(|_| Task::Visit(body)));
                    continue;
                }
            },
            Task::Sequence(count) => {
                let children = built.split_off(built.len() - count);
                out.push(Node::Sequence(children))?
            }
            Task::Choice(count) => {
                let children = built.split_off(built.len() - count);
                out.push(Node::Choice(children))?
            }
            Task::Plain(occurs) => {
                let body = built.pop().unwrap_or_default();
                out.repeat(body, occurs)?
            }
            Task::Copies { min, max } => {
                let children = built.split_off(built.len() - copies(min as u64, max.map(|max| max as u64)) as usize);
                nest(&mut out, children, min, max)?
            }
        };
        built.push(node);
    }
    let root = built[0];
    out.finish_at(root)
}

/// `e{2,4}` as `e e (e (e)?)?`, `e{2,}` as `e e+`.
fn nest(out: &mut Expression, mut copies: Vec<u32>, min: usize, max: Option<usize>) -> Result<u32, TooLarge> {
    let mut tail = copies.split_off(min);
    if max.is_none() {
        let last = copies.pop().unwrap_or_default();
        copies.push(out.repeat(last, Occurs { min: 1, max: None })?);
    }
    let mut optional: Option<u32> = None;
    while let Some(copy) = tail.pop() {
        let body = match optional {
            None => copy,
            Some(rest) => out.push(Node::Sequence(vec![copy, rest]))?,
        };
        optional = Some(out.repeat(body, Occurs { min: 0, max: Some(1) })?);
    }
    copies.extend(optional);
    out.push(Node::Sequence(copies))
}
