//! The regular-expression dialect of XML Schema (part 2, appendix F / G), matched in linear time.
//!
//! A pattern is parsed to an expression of `regex_syntax` by a parser of its own, since the dialect is not the one of that crate. What
//! stays small becomes a deterministic automaton at once. A repetition of one class with large counts is matched without its counts, and
//! the length of the text is compared with them. Other expressions with large counts keep sets of counts; the rest goes to
//! `regex-automata`.
//!
//! [`Search`] is the dialect of XPath, which finds matches inside a text.

mod alphabet;
mod automaton;
mod backtrack;
mod blocks;
mod class;
mod counted;
mod counts;
mod length;
mod parser;
mod search;

use crate::XsdVersion;
use automaton::Automaton;
use counted::Counted;
use length::Length;
use regex_automata::{Anchored, Input, meta};
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use std::fmt;
use std::sync::Arc;

pub use blocks::unknown_block;
pub use search::{Exhausted, Flags, Search};

/// Memory of the general matcher's program, in bytes.
const MAX_PROGRAM: usize = 8 << 20;
/// Ranges of characters, with every count written out, that still go to the general matcher.
const MAX_WRITTEN_OUT: u64 = 20_000;

/// A compiled pattern. It matches whole strings (the dialect is anchored).
#[derive(Debug, Clone)]
pub struct Pattern {
    compiled: Arc<Compiled>,
}

#[derive(Debug)]
struct Compiled {
    source: String,
    /// Lengths in characters that the matcher does not check.
    length: Option<Length>,
    matcher: Matcher,
}

#[derive(Debug)]
enum Matcher {
    Automaton(Box<Automaton>),
    Counted(Box<Counted>),
    General(meta::Regex),
}

/// Why a pattern is not in the dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// Offset in bytes into the pattern.
    pub offset: usize,
    /// One line for a person.
    pub message: String,
    /// Whether the pattern may be one of the dialect, but is larger than what is compiled.
    pub is_too_large: bool,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// Parses and compiles. Compiled once, shared by clones.
    ///
    /// The versions differ in where a hyphen may stand in a class, and in an unknown block name: an error in 1.0, every character in
    /// 1.1. A pattern in the dialect is refused if its operators nest more than 200 deep, or if its counts within counts allow for
    /// millions of combinations.
    pub fn new(pattern: &str, version: XsdVersion) -> Result<Self, PatternError> {
        let hir = parser::parse(pattern, version)?;
        let (hir, length) = length::split(hir);
        let matcher = match Automaton::new(&hir) {
            Some(automaton) => Matcher::Automaton(Box::new(automaton)),
            None if written_out(&hir) <= MAX_WRITTEN_OUT => Matcher::General(general(hir)?),
            None => match Counted::new(&hir) {
                Some(counted) => Matcher::Counted(Box::new(counted)),
                None => Matcher::General(general(hir)?),
            },
        };
        Ok(Self { compiled: Arc::new(Compiled { source: pattern.to_owned(), length, matcher }) })
    }

    /// Whether the whole string matches. The time is proportional to the length of the text.
    pub fn matches(&self, text: &str) -> bool {
        if self.compiled.length.is_some_and(|length| !length.admits(text)) {
            return false;
        }
        match &self.compiled.matcher {
            Matcher::Automaton(automaton) => automaton.matches(text),
            Matcher::Counted(counted) => counted.matches(text),
            Matcher::General(regex) => regex.is_match(Input::new(text).anchored(Anchored::Yes)),
        }
    }

    /// The pattern as written.
    pub fn source(&self) -> &str {
        &self.compiled.source
    }
}

/// How many ranges of characters the expression has with its counts written out. Its depth is bounded by the parser.
fn written_out(hir: &Hir) -> u64 {
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => class.ranges().len() as u64,
        HirKind::Repetition(repetition) => {
            let copies = u64::from(repetition.max.unwrap_or(repetition.min).max(1));
            written_out(&repetition.sub).saturating_mul(copies)
        }
        HirKind::Capture(capture) => written_out(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().fold(0, |sum, part| sum.saturating_add(written_out(part)))
        }
        HirKind::Literal(literal) => literal.0.len() as u64,
        HirKind::Class(Class::Bytes(_)) | HirKind::Empty | HirKind::Look(_) => 1,
    }
}

/// The matcher for what has no small automaton: a lazy automaton, and where that does not pay a simulation.
fn general(hir: Hir) -> Result<meta::Regex, PatternError> {
    let whole = Hir::concat(vec![Hir::look(Look::Start), hir, Hir::look(Look::End)]);
    let config = meta::Config::new()
        .nfa_size_limit(Some(MAX_PROGRAM))
        .hybrid_cache_capacity(MAX_PROGRAM)
        .which_captures(regex_automata::nfa::thompson::WhichCaptures::None)
        .auto_prefilter(false);
    meta::Builder::new().configure(config).build_from_hir(&whole).map_err(|_| PatternError {
        offset: 0,
        is_too_large: true,
        message: format!("the pattern is too large: its compiled form needs more than {} MiB", MAX_PROGRAM >> 20),
    })
}

#[cfg(test)]
mod tests;
