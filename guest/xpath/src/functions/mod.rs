//! The functions of F&O: one table of names and arities, one file of implementations a chapter.

mod table;

pub(crate) use table::Function;
