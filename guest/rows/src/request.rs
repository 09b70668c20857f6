//! What is asked for.

use crate::Route;

/// Which elements are rows, and what of them is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Id or name of the element where the route starts: the document element, or where that is another every element of this declaration.
    /// The document element, whatever it is, where this is `None`.
    pub element: Option<String>,
    /// Exact names of child elements that lead on to the rows. Needs `element`.
    pub path: Vec<String>,
    /// What finds the rows instead; each must be at the end of the route where `element` gives one, else all at the same.
    pub selector: Option<Selector>,
    /// A route that was found in another document, at whose end each row must be: what rows look like even where there are none.
    pub route: Option<Route>,
    /// At least one, each name once; `None` for the whole element.
    pub columns: Option<Vec<Column>>,
    /// Bytes of the buffers that one row may have.
    pub row_bytes: u64,
}

/// An expression in the path language of Python's ElementTree, relative to the document element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selector {
    /// The expression.
    pub path: String,
    /// Prefix and namespace name; the empty prefix is for names without prefix.
    pub namespaces: Vec<(String, String)>,
}

/// A column of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name in the result.
    pub name: String,
    /// Its value.
    pub source: Source,
}

/// From where a source starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The row.
    Row,
    /// So many elements above the row, at least 1.
    Ancestor(u32),
    /// The document element.
    Root,
}

/// One value for each row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Where it starts.
    pub scope: Scope,
    /// Exact names of child elements, each of which may stand at most once.
    pub path: Vec<String>,
    /// Exact name of an attribute of that element; its simple content where this is `None`.
    pub attribute: Option<String>,
}
