//! The functions of F&O, chapter by chapter: expressions in, text out.

mod accessors;
mod aggregates;
mod dates;
mod nodes;
mod numerics;
mod odd_values;
mod qnames;
mod regex;
mod sequences;
mod strings;
