//! Where the parser stands, and what it says where the text does not go on as it must.

use super::arena::Arena;
use super::later;
use super::names::{Scope, short};
use super::token::{Token, TokenKind, tokens};
use crate::ast::{ExprId, ExprKind};
use crate::{ErrorCode, StaticContext, XPathError};

/// The parser: one method a production, in the files of this module.
pub(super) struct Parser<'a, 't> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    next: usize,
    pub scope: Scope<'a, 't>,
    pub arena: Arena,
    pub nesting: u32,
}

impl<'a, 't> Parser<'a, 't> {
    pub fn new(text: &'a str, context: &'a StaticContext<'t>) -> Self {
        Self { text, tokens: tokens(text), next: 0, scope: Scope::new(context), arena: Arena::default(), nesting: 0 }
    }

    /// The token `ahead` of the next one; the last one stays.
    pub fn peek(&self, ahead: usize) -> &TokenKind<'a> {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.next + ahead).min(last)].kind
    }

    /// Where the next token begins.
    pub fn at(&self) -> usize {
        self.tokens[self.next].start
    }

    pub fn advance(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    /// The text of the next token.
    pub fn token_text(&self) -> &'a str {
        let token = &self.tokens[self.next];
        &self.text[token.start..token.end]
    }

    pub fn is_symbol(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.peek(ahead), TokenKind::Symbol(found) if *found == symbol)
    }

    /// Whether a token is this name without a prefix.
    pub fn is_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.peek(ahead), TokenKind::Name { prefix: "", local } if *local == word)
    }

    /// Takes the symbol if it comes next.
    pub fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(0, symbol);
        if found {
            self.advance();
        }
        found
    }

    /// Takes the word if it comes next.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(0, word);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect_symbol(&mut self, symbol: &str) -> Result<(), XPathError> {
        if self.take_symbol(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), XPathError> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// A name as prefix and local part.
    pub fn expect_name(&mut self, what: &str) -> Result<(&'a str, &'a str), XPathError> {
        let TokenKind::Name { prefix, local } = *self.peek(0) else { return Err(self.unexpected(what)) };
        self.advance();
        Ok((prefix, local))
    }

    pub fn expect_end(&self) -> Result<(), XPathError> {
        match self.peek(0) {
            TokenKind::End => Ok(()),
            TokenKind::Symbol(")" | "]") => Err(self.syntax(format!("`{}` closes nothing", self.token_text()))),
            _ => Err(self.unexpected("an operator or the end of the expression")),
        }
    }

    /// `$` and a name.
    pub fn variable_name(&mut self) -> Result<(String, String), XPathError> {
        self.expect_symbol("$")?;
        let at = self.at();
        let (prefix, local) = self.expect_name("the name of a variable")?;
        Ok((self.scope.namespace(prefix, "", at)?.to_owned(), local.to_owned()))
    }

    pub fn add(&mut self, kind: ExprKind, at: usize) -> Result<ExprId, XPathError> {
        self.arena.add(kind, at)
    }

    /// What is no text of the language goes before what is wrong with its names.
    pub fn text_first(&mut self, error: XPathError) -> XPathError {
        self.next = self.tokens.len() - 1;
        let readable = matches!(self.peek(0), TokenKind::End) || error.code == ErrorCode::XPST0003;
        if readable { error } else { self.unexpected("an expression") }
    }

    /// The error for text outside the grammar, at the next token.
    pub fn syntax(&self, message: String) -> XPathError {
        XPathError::new(ErrorCode::XPST0003, message).at(self.at())
    }

    /// The error for a next token that is none of what is allowed here.
    pub fn unexpected(&self, allowed: &str) -> XPathError {
        let found = match self.peek(0) {
            TokenKind::End => match self.open_bracket() {
                Some((at, bracket)) => {
                    format!("the expression ends here, where the `{bracket}` at its character {at} is still open")
                }
                None => "the expression ends here".to_owned(),
            },
            TokenKind::Unterminated(what) => return self.syntax(format!("this {what} has no end")),
            TokenKind::Glued => {
                return self.syntax("the number runs into what follows: white space is missing".to_owned());
            }
            TokenKind::String(_) => "a string literal stands here".to_owned(),
            TokenKind::Unknown(c) => format!("the character `{}` stands here", c.escape_debug()),
            _ => format!("`{}` stands here", short(self.token_text())),
        };
        let ends = matches!(self.peek(0), TokenKind::End);
        match self.later().filter(|_| !ends || self.open_bracket().is_none()) {
            Some(later) => self.syntax(format!("{found}, and {allowed} is wanted: {later}")),
            None => self.syntax(format!("{found}, and {allowed} is wanted")),
        }
    }

    /// The last bracket without its partner, and which character of the expression it is, from 1.
    fn open_bracket(&self) -> Option<(usize, &'static str)> {
        let mut open: Vec<(usize, &'static str)> = Vec::new();
        for token in &self.tokens {
            match token.kind {
                TokenKind::Symbol(bracket @ ("(" | "[")) => open.push((token.start, bracket)),
                TokenKind::Symbol(")" | "]") => drop(open.pop()),
                _ => {}
            }
        }
        let (start, bracket) = open.pop()?;
        Some((self.text[..start].chars().count() + 1, bracket))
    }

    /// The remark on syntax of later versions that the next token, or the one before, seems to begin.
    fn later(&self) -> Option<&'static str> {
        let text_of = |index: usize| {
            let token = &self.tokens[index.min(self.tokens.len() - 1)];
            &self.text[token.start..token.end]
        };
        let here = later::syntax(text_of(self.next), text_of(self.next + 1));
        let before = self.next.checked_sub(1).map(|before| later::syntax(text_of(before), text_of(self.next)));
        here.or(before.flatten())
    }
}
