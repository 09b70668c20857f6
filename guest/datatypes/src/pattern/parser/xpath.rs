//! What the dialect of XPath has beyond that of XML Schema (F&O 7.6.1): groups that are numbered, anchors, back-references, case.

use super::{Group, Parser, Term, error};
use crate::XsdVersion;
use crate::pattern::PatternError;
use crate::pattern::class::{self, Classes};
use crate::pattern::search::Flags;
use regex_syntax::hir::{Capture, Class, ClassUnicode, Hir, Look};

/// A pattern of the dialect of XPath.
pub(in crate::pattern) struct Parsed {
    /// The expression; a back-reference is a capture with the name [`BACK_REFERENCE`].
    pub hir: Hir,
    /// Groups in parentheses.
    pub groups: u32,
    pub has_back_references: bool,
    /// Whether it has a `^` that matches at the beginning of each line.
    pub has_line_starts: bool,
}

/// The name by which a back-reference is told from a group.
pub(in crate::pattern) const BACK_REFERENCE: &str = "\\";

/// Parses a pattern with the anchors, reluctant quantifiers and back-references of F&O 7.6.1.
pub(in crate::pattern) fn parse_search(pattern: &str, flags: Flags) -> Result<Parsed, PatternError> {
    // An unknown block is an error, as in 1.0; a hyphen may stand where 1.1 allows it.
    let classes = Classes::new(XsdVersion::V1_0);
    let mut parser = Parser { classes, ..Parser::new(pattern, XsdVersion::V1_1, Some(flags)) };
    let hir = parser.expression()?;
    let Parser { closed, has_back_references, has_line_starts, .. } = parser;
    Ok(Parsed { hir, groups: closed.len() as u32, has_back_references, has_line_starts })
}

impl Parser<'_> {
    /// The number of a group that opens.
    pub(super) fn open_group(&mut self) -> u32 {
        if self.search.is_none() {
            return 0;
        }
        self.closed.push(false);
        self.closed.len() as u32
    }

    pub(super) fn close_group(&mut self, group: Group) -> Term {
        let number = group.number;
        let Term { hir, depth } = group.finish();
        let Some(closed) = (number as usize).checked_sub(1).and_then(|index| self.closed.get_mut(index)) else {
            return Term { hir, depth };
        };
        *closed = true;
        let capture = Capture { index: number, name: None, sub: Box::new(hir) };
        Term { hir: Hir::capture(capture), depth: depth + 1 }
    }

    /// What is an atom in the dialect of XPath only.
    pub(super) fn search_atom(&mut self, start: usize, character: char) -> Option<Result<Hir, PatternError>> {
        let flags = self.search?;
        Some(match (character, flags.multi_line) {
            ('^', true) => {
                self.has_line_starts = true;
                Ok(Hir::look(Look::StartLF))
            }
            ('^', false) => Ok(Hir::look(Look::Start)),
            ('$', true) => Ok(Hir::look(Look::EndLF)),
            ('$', false) => Ok(Hir::look(Look::End)),
            ('.', _) => {
                let set = if flags.dot_all { class::any() } else { class::dot() };
                Ok(Hir::class(Class::Unicode(set)))
            }
            ('\\', _) if self.peek().is_some_and(|next| next.is_ascii_digit()) => self.back_reference(start),
            _ => return None,
        })
    }

    /// The digits of a back-reference: as many as make the number of a group.
    fn back_reference(&mut self, start: usize) -> Result<Hir, PatternError> {
        let mut number = 0;
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            let longer = number * 10 + digit as usize;
            if longer == 0 || (number > 0 && longer > self.closed.len()) {
                break;
            }
            number = longer;
            self.next();
        }
        if number == 0 || self.closed.get(number - 1) != Some(&true) {
            return Err(error(
                start,
                format!("the back-reference \\{number} refers to no group that is complete here"),
            ));
        }
        self.has_back_references = true;
        // It matches some text as far as the expression can tell, so that no quantifier is simplified away.
        let sub = Box::new(Hir::class(Class::Unicode(class::any())));
        Ok(Hir::capture(Capture { index: number as u32, name: Some(BACK_REFERENCE.into()), sub }))
    }

    /// A set of characters written out, with their case variants where case does not matter.
    pub(super) fn written(&self, first: char, last: char) -> ClassUnicode {
        let mut set = class::range(first, last);
        if self.search.is_some_and(|flags| flags.ignore_case) {
            set.case_fold_simple();
        }
        set
    }
}
