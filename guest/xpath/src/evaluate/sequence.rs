//! Sequences of items, with cheap forms for those that are common.

use crate::{Atomic, Item};
use std::rc::Rc;

/// A sequence. Cloning one shares its items.
#[derive(Clone, Debug)]
pub(crate) struct Sequence<N>(Form<N>);

#[derive(Clone, Debug)]
enum Form<N> {
    Empty,
    One(Item<N>),
    /// Consecutive integers; at least two, and fewer than 2^63.
    Integers {
        first: i128,
        last: i128,
    },
    Nodes(Rc<Vec<N>>),
    Items(Rc<Vec<Item<N>>>),
}

impl<N: Copy> Sequence<N> {
    /// `()`
    pub const EMPTY: Self = Self(Form::Empty);

    /// One item.
    pub fn one(item: Item<N>) -> Self {
        Self(Form::One(item))
    }

    /// One atomic value.
    pub fn atomic(value: Atomic) -> Self {
        Self::one(Item::Atomic(value))
    }

    /// One atomic value, or none.
    pub fn optional(value: Option<Atomic>) -> Self {
        value.map_or(Self::EMPTY, Self::atomic)
    }

    /// One node, or none.
    pub fn node(node: Option<N>) -> Self {
        node.map_or(Self::EMPTY, |node| Self::one(Item::Node(node)))
    }

    /// One `xs:boolean`.
    pub fn boolean(value: bool) -> Self {
        Self::atomic(Atomic::boolean(value))
    }

    /// The integers from `first` to `last`; none if `last` is less. `None` if there are more than can be counted.
    pub fn integers(first: i128, last: i128) -> Option<Self> {
        if last < first {
            return Some(Self::EMPTY);
        }
        last.checked_sub(first).filter(|&steps| steps < i128::from(i64::MAX))?;
        Some(if first == last {
            Self::atomic(Atomic::big_integer(first))
        } else {
            Self(Form::Integers { first, last })
        })
    }

    /// These nodes, in this order.
    pub fn nodes(mut nodes: Vec<N>) -> Self {
        match nodes.len() {
            0 => Self::EMPTY,
            1 => Self::node(nodes.pop()),
            _ => Self(Form::Nodes(Rc::new(nodes))),
        }
    }

    /// These atomic values.
    pub fn atomics(values: Vec<Atomic>) -> Self {
        Self::items(values.into_iter().map(Item::Atomic).collect())
    }

    /// These items.
    pub fn items(mut items: Vec<Item<N>>) -> Self {
        match items.pop() {
            None => Self::EMPTY,
            Some(item) if items.is_empty() => Self::one(item),
            Some(item) => {
                items.push(item);
                Self(Form::Items(Rc::new(items)))
            }
        }
    }

    /// Number of items.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Form::Empty => 0,
            Form::One(_) => 1,
            // Fewer than 2^63.
            Form::Integers { first, last } => (last - first) as u64 + 1,
            Form::Nodes(nodes) => nodes.len() as u64,
            Form::Items(items) => items.len() as u64,
        }
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Form::Empty)
    }

    /// The item with this index, counted from 0.
    pub fn get(&self, index: u64) -> Option<Item<N>> {
        match &self.0 {
            Form::Empty => None,
            Form::One(item) => (index == 0).then(|| item.clone()),
            Form::Integers { first, last } => {
                let number = first.checked_add(i128::from(index)).filter(|number| number <= last)?;
                Some(Item::Atomic(Atomic::big_integer(number)))
            }
            Form::Nodes(nodes) => nodes.get(usize::try_from(index).ok()?).map(|&node| Item::Node(node)),
            Form::Items(items) => items.get(usize::try_from(index).ok()?).cloned(),
        }
    }

    /// The first item.
    pub fn first(&self) -> Option<Item<N>> {
        self.get(0)
    }

    /// The only item, borrowed; `None` if there is none or there are more.
    pub fn as_one(&self) -> Option<&Item<N>> {
        match &self.0 {
            Form::One(item) => Some(item),
            _ => None,
        }
    }

    /// The only item, or the sequence as it was.
    pub fn into_single(self) -> Result<Item<N>, Self> {
        match self.0 {
            Form::One(item) => Ok(item),
            form => Err(Self(form)),
        }
    }

    /// The nodes, if the sequence is known to have nothing else and to have at least two.
    pub fn as_nodes(&self) -> Option<&[N]> {
        match &self.0 {
            Form::Nodes(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// The first and the last one, if the sequence is a range of at least two integers.
    pub fn as_integers(&self) -> Option<(i128, i128)> {
        match self.0 {
            Form::Integers { first, last } => Some((first, last)),
            _ => None,
        }
    }

    /// The items from `start` to before `end`, counted from 0.
    pub fn slice(&self, start: u64, end: u64) -> Self {
        let end = end.min(self.len());
        if start >= end {
            return Self::EMPTY;
        }
        match &self.0 {
            Form::Integers { first, .. } => {
                Self::integers(first + i128::from(start), first + i128::from(end - 1)).unwrap_or(Self::EMPTY)
            }
            // Lists have as many items as memory.
            Form::Nodes(nodes) => Self::nodes(nodes[start as usize..end as usize].to_vec()),
            Form::Items(items) => Self::items(items[start as usize..end as usize].to_vec()),
            Form::Empty | Form::One(_) => self.clone(),
        }
    }

    /// The items one after the other; atomic values are cloned. Use [`IntoIterator`] where the sequence is not needed any more.
    pub fn iter(&self) -> Items<'_, N> {
        Items { sequence: self, next: 0, end: self.len() }
    }

    /// The items in a vector of their own.
    pub fn into_vec(self) -> Vec<Item<N>> {
        match self.0 {
            Form::Items(items) => Rc::unwrap_or_clone(items),
            Form::One(item) => vec![item],
            _ => self.iter().collect(),
        }
    }
}

/// Items of a borrowed sequence.
pub(crate) struct Items<'s, N> {
    sequence: &'s Sequence<N>,
    next: u64,
    end: u64,
}

impl<N: Copy> Iterator for Items<'_, N> {
    type Item = Item<N>;

    fn next(&mut self) -> Option<Item<N>> {
        let item = (self.next < self.end).then(|| self.sequence.get(self.next))?;
        self.next += 1;
        item
    }
}

impl<N: Copy> DoubleEndedIterator for Items<'_, N> {
    fn next_back(&mut self) -> Option<Item<N>> {
        if self.next >= self.end {
            return None;
        }
        self.end -= 1;
        self.sequence.get(self.end)
    }
}

/// Items of a sequence that is consumed.
pub(crate) enum IntoItems<N> {
    /// Owned, with no copy elsewhere.
    Owned(std::vec::IntoIter<Item<N>>),
    /// Any other form, and the next index.
    Shared(Sequence<N>, u64),
}

impl<N: Copy> Iterator for IntoItems<N> {
    type Item = Item<N>;

    fn next(&mut self) -> Option<Item<N>> {
        match self {
            IntoItems::Owned(items) => items.next(),
            IntoItems::Shared(sequence, next) => {
                let item = sequence.get(*next)?;
                *next += 1;
                Some(item)
            }
        }
    }
}

impl<N: Copy> IntoIterator for Sequence<N> {
    type Item = Item<N>;
    type IntoIter = IntoItems<N>;

    fn into_iter(self) -> IntoItems<N> {
        match self.0 {
            Form::Items(items) => match Rc::try_unwrap(items) {
                Ok(items) => IntoItems::Owned(items.into_iter()),
                Err(shared) => IntoItems::Shared(Sequence(Form::Items(shared)), 0),
            },
            form => IntoItems::Shared(Sequence(form), 0),
        }
    }
}

/// Puts a sequence together, in its cheapest form.
pub(crate) struct SequenceBuilder<N> {
    /// Most sequences have one item, which needs no vector.
    first: Option<Item<N>>,
    /// All items, once there are more, if they are nodes.
    nodes: Vec<N>,
    /// All items, once there are more, if they are not only nodes.
    items: Vec<Item<N>>,
}

impl<N: Copy> SequenceBuilder<N> {
    pub fn new() -> Self {
        Self { first: None, nodes: Vec::new(), items: Vec::new() }
    }

    pub fn len(&self) -> u64 {
        (usize::from(self.first.is_some()) + self.nodes.len() + self.items.len()) as u64
    }

    pub fn push(&mut self, item: Item<N>) {
        if let Some(first) = self.first.take() {
            self.append(first);
        } else if self.nodes.is_empty() && self.items.is_empty() {
            self.first = Some(item);
            return;
        }
        self.append(item);
    }

    fn append(&mut self, item: Item<N>) {
        match item {
            Item::Node(node) if self.items.is_empty() => self.nodes.push(node),
            item => {
                self.items.extend(self.nodes.drain(..).map(Item::Node));
                self.items.push(item);
            }
        }
    }

    pub fn finish(self) -> Sequence<N> {
        match self.first {
            Some(item) => Sequence::one(item),
            None if self.items.is_empty() => Sequence::nodes(self.nodes),
            None => Sequence::items(self.items),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(sequence: &Sequence<u32>) -> Vec<String> {
        let show = |item| match item {
            Item::Node(node) => format!("node {node}"),
            Item::Atomic(atomic) => atomic.value.canonical(),
        };
        sequence.iter().map(show).collect()
    }

    #[test]
    fn a_range_is_counted_and_sliced_without_its_items() {
        let range = Sequence::<u32>::integers(1, 1_000_000_000_000).unwrap();
        assert_eq!(range.len(), 1_000_000_000_000);
        assert_eq!(numbers(&range.slice(5, 7)), ["6", "7"]);
        assert_eq!(numbers(&range.slice(7, 5)), [""; 0]);
        assert_eq!(numbers(&Sequence::integers(3, 3).unwrap()), ["3"]);
        assert!(Sequence::<u32>::integers(3, 2).unwrap().is_empty());
        assert!(Sequence::<u32>::integers(i64::MIN.into(), i64::MAX.into()).is_none());
        assert!(Sequence::<u32>::integers(i128::MIN, i128::MAX).is_none());
        let greatest = 10i128.pow(38) - 1;
        let ends = ["99999999999999999999999999999999999998", "99999999999999999999999999999999999999"];
        assert_eq!(numbers(&Sequence::integers(greatest - 1, greatest).unwrap()), ends);
    }

    #[test]
    fn a_mixture_keeps_its_order() {
        let mut builder = SequenceBuilder::new();
        assert_eq!(builder.len(), 0);
        builder.push(Item::Node(7));
        assert_eq!(builder.len(), 1);
        builder.push(Item::Node(8));
        builder.push(Item::Atomic(Atomic::integer(1)));
        builder.push(Item::Node(9));
        assert_eq!(builder.len(), 4);
        let sequence = builder.finish();
        assert_eq!(numbers(&sequence), ["node 7", "node 8", "1", "node 9"]);
        assert_eq!(sequence.clone().into_iter().count(), 4);
        let backwards: Vec<_> = sequence.iter().rev().collect();
        assert!(matches!(backwards[0], Item::Node(9)));
        assert_eq!(backwards.len(), 4);
    }
}
