//! Selectors from text.

use super::token::{Token, tokens};
use super::{Comparison, Condition, NameTest, Path, Step};

/// Bytes of a selector: each step costs as much as the document is long.
const MAX_BYTES: usize = 4096;
const MAX_STEPS: usize = 256;

/// Reads a selector; `namespaces` are prefixes with their namespace names, the empty prefix for names without one. One line says what is
/// wrong.
pub(crate) fn parse(path: &str, namespaces: &[(String, String)]) -> Result<Path, String> {
    if path.len() > MAX_BYTES {
        return Err(format!("it has {} bytes; at most {MAX_BYTES} are allowed", path.len()));
    }
    let tokens = tokens(path)?;
    if tokens.first().is_some_and(|first| matches!(first, Token::Slash | Token::DoubleSlash)) {
        return Err("it is relative to the document element: start with a name, `.` or `.//`".to_owned());
    }
    let mut parser = Parser { tokens, at: 0, namespaces, steps: Vec::new() };
    parser.path()?;
    match parser.steps.len() {
        0 => Err("it is empty".to_owned()),
        1..=MAX_STEPS => Ok(parser.steps),
        steps => Err(format!("it has {steps} steps; at most {MAX_STEPS} are allowed")),
    }
}

struct Parser<'p> {
    tokens: Vec<Token>,
    at: usize,
    namespaces: &'p [(String, String)],
    steps: Path,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn take(&mut self, wanted: &Token) -> bool {
        let found = self.tokens.get(self.at) == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: &Token, shown: &str) -> Result<(), String> {
        if self.take(wanted) { Ok(()) } else { Err(format!("{shown} is missing after word {}", self.at)) }
    }

    fn path(&mut self) -> Result<(), String> {
        while let Some(token) = self.next() {
            self.step(token)?;
            while self.take(&Token::Open) {
                let condition = self.condition()?;
                self.expect(&Token::Close, "`]`")?;
                self.steps.push(Step::Keep(condition));
            }
            if self.at >= self.tokens.len() {
                return Ok(());
            }
            if self.take(&Token::DoubleSlash) {
                self.at -= 1;
                continue;
            }
            self.expect(&Token::Slash, "`/`")?;
            if self.at == self.tokens.len() {
                // As in ElementTree a path that ends with a slash means all children.
                self.steps.push(Step::Children(NameTest { namespace: None, local: None }));
            }
        }
        Ok(())
    }

    fn step(&mut self, token: Token) -> Result<(), String> {
        let step = match token {
            Token::Dot => Step::Itself,
            Token::DoubleDot => Step::Parent,
            Token::Star => Step::Children(NameTest { namespace: None, local: None }),
            Token::Name(name) => Step::Children(self.name(&name, true)?),
            Token::DoubleSlash => match self.next() {
                Some(Token::Star) => Step::Descendants(NameTest { namespace: None, local: None }),
                Some(Token::Name(name)) => Step::Descendants(self.name(&name, true)?),
                _ => return Err("behind `//` a name or `*` must stand".to_owned()),
            },
            other => {
                return Err(format!("{other:?} starts no step: a step is a name, `*`, `.`, `..` or `//` with a name"));
            }
        };
        self.steps.push(step);
        Ok(())
    }

    fn condition(&mut self) -> Result<Condition, String> {
        match self.next() {
            Some(Token::At) => match self.next() {
                Some(Token::Name(name)) => Ok(Condition::Attribute(self.name(&name, false)?, self.comparison()?)),
                _ => Err("behind `@` a name must stand".to_owned()),
            },
            Some(Token::Dot) => match self.comparison()? {
                Some(comparison) => Ok(Condition::Text(comparison)),
                None => Err("behind `.` in a predicate `=` or `!=` must stand".to_owned()),
            },
            Some(Token::Name(name)) if name.starts_with(|c: char| c.is_ascii_digit()) => match name.parse() {
                Ok(position @ 1..) => Ok(Condition::Position(position)),
                _ => Err(format!("{name} is no position; they count from 1")),
            },
            Some(Token::Name(name)) if name == "last()" => self.last(),
            Some(Token::Name(name)) if name.starts_with("last()") => from_last(&name["last()".len()..]),
            Some(Token::Name(name)) => Ok(Condition::Child(self.name(&name, true)?, self.comparison()?)),
            _ => Err("a predicate is [@a], [@a='v'], [name], [name='text'], [.='text'], [n], [last()] or [last()-n]"
                .to_owned()),
        }
    }

    /// `last()`, or with a number behind a space.
    fn last(&mut self) -> Result<Condition, String> {
        let mut behind = String::new();
        while let Some(Token::Name(word)) = self.tokens.get(self.at) {
            behind.push_str(word);
            self.at += 1;
        }
        from_last(&behind)
    }

    fn comparison(&mut self) -> Result<Option<Comparison>, String> {
        let equal = self.take(&Token::Equals);
        if !equal && !self.take(&Token::Differs) {
            return Ok(None);
        }
        match self.next() {
            Some(Token::Literal(text)) => Ok(Some(Comparison { equal, text })),
            _ => Err("a comparison is with a text in quotes".to_owned()),
        }
    }

    /// `is_element`: the namespace for names without prefix applies.
    fn name(&self, name: &str, is_element: bool) -> Result<NameTest, String> {
        let find = |prefix: &str| self.namespaces.iter().find(|(known, _)| known == prefix).map(|(_, uri)| uri.clone());
        let (namespace, local) = if let Some(braced) = name.strip_prefix('{') {
            let (uri, local) = braced.rsplit_once('}').unwrap_or((braced, ""));
            ((uri != "*").then(|| uri.to_owned()), local)
        } else if let Some((prefix, local)) = name.split_once(':') {
            let uri = find(prefix).ok_or_else(|| format!("the prefix {prefix} is not among `namespaces`"))?;
            (Some(uri), local)
        } else {
            (Some(is_element.then(|| find("")).flatten().unwrap_or_default()), name)
        };
        if local != "*" && !pyxsd_datatypes::is_ncname(local) {
            return Err(format!("{name:?} is no name; functions and axes are not part of this language"));
        }
        Ok(NameTest { namespace, local: (local != "*").then(|| local.to_owned()) })
    }
}

fn from_last(behind: &str) -> Result<Condition, String> {
    if behind.is_empty() {
        return Ok(Condition::FromLast(0));
    }
    match behind.strip_prefix('-').and_then(|digits| digits.trim().parse().ok()) {
        Some(offset @ 1..) => Ok(Condition::FromLast(offset)),
        _ => Err(format!("last(){behind} is no position; write last() or last()-1")),
    }
}
