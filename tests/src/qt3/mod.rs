//! The W3C's QT3 test suite, its cases for XPath 2.0, run against the XPath engine over the typed tree.

pub mod catalogue;
pub mod compare;
pub mod environment;
pub mod judge;
pub mod ratchet;
pub mod runner;
pub mod sandbox;
pub mod skip;
#[cfg(test)]
mod tests;
