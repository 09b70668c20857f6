//! Selectors: the path language of Python's ElementTree.

mod find;
mod parse;
mod token;

pub(crate) use find::find;
pub(crate) use parse::parse;

/// A selector.
pub(crate) type Path = Vec<Step>;

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// `.`.
    Itself,
    /// `..`.
    Parent,
    /// Child elements.
    Children(NameTest),
    /// `//` and a name: elements inside.
    Descendants(NameTest),
    /// Keeps what meets a condition.
    Keep(Condition),
}

/// Which names are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NameTest {
    /// The namespace name, empty for none; `None` for any.
    pub namespace: Option<String>,
    /// `None` for any.
    pub local: Option<String>,
}

/// A predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    /// `[@a]`, or with a comparison.
    Attribute(NameTest, Option<Comparison>),
    /// `[a]`, or with a comparison: some child.
    Child(NameTest, Option<Comparison>),
    /// `[.='text']`.
    Text(Comparison),
    /// `[n]`, from 1 among the siblings of the same name.
    Position(u64),
    /// `[last()-n]`.
    FromLast(u64),
}

/// A comparison with a string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Comparison {
    pub equal: bool,
    pub text: String,
}

impl Comparison {
    fn holds(&self, text: &str) -> bool {
        (text == self.text) == self.equal
    }
}
