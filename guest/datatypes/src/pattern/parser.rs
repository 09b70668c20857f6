//! The grammar of the dialect. The parser keeps its own stack, so nesting costs memory in proportion to the pattern only.

use super::PatternError;
use super::class::{self, Classes};
use super::search::Flags;
use crate::XsdVersion;
use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind, Repetition};

mod xpath;

pub(super) use xpath::{BACK_REFERENCE, parse_search};

/// Levels of operators within operators. Plain parentheses around an atom do not count.
const MAX_DEPTH: usize = 200;

/// Counts beyond this are the same: no text is that long.
const MAX_COUNT: u64 = u32::MAX as u64 - 1;

/// Ranges in all classes of a pattern. `\w` has about 800.
const MAX_RANGES: usize = 1_000_000;

/// Parses a pattern to the expression of the strings it matches as a whole.
pub(super) fn parse(pattern: &str, version: XsdVersion) -> Result<Hir, PatternError> {
    Parser::new(pattern, version, None).expression()
}

struct Parser<'p> {
    pattern: &'p str,
    offset: usize,
    version: XsdVersion,
    classes: Classes,
    /// Ranges in all classes so far.
    ranges: usize,
    /// The flags of the dialect of XPath; `None` for that of XML Schema.
    search: Option<Flags>,
    /// For each group of the dialect of XPath whether its parenthesis is closed.
    closed: Vec<bool>,
    has_back_references: bool,
    has_line_starts: bool,
}

/// An expression and the depth of operators in it.
struct Term {
    hir: Hir,
    depth: usize,
}

/// An open parenthesis: the branches before the current one, and the pieces of the current one.
#[derive(Default)]
struct Group {
    start: usize,
    /// Its number; 0 where groups do not count.
    number: u32,
    branches: Vec<Term>,
    pieces: Vec<Term>,
}

impl Group {
    fn end_branch(&mut self) {
        let branch = join(std::mem::take(&mut self.pieces), Hir::concat);
        self.branches.push(branch);
    }

    fn finish(mut self) -> Term {
        self.end_branch();
        join(self.branches, Hir::alternation)
    }
}

fn join(mut terms: Vec<Term>, operator: fn(Vec<Hir>) -> Hir) -> Term {
    if terms.len() == 1 {
        return terms.remove(0);
    }
    let depth = terms.iter().map(|term| term.depth).max().map_or(0, |depth| depth + 1);
    Term { hir: operator(terms.into_iter().map(|term| term.hir).collect()), depth }
}

/// A member of a character group.
enum Member {
    Single(char),
    Set(ClassUnicode),
}

impl<'p> Parser<'p> {
    fn new(pattern: &'p str, version: XsdVersion, search: Option<Flags>) -> Self {
        Self {
            pattern,
            offset: 0,
            version,
            classes: Classes::new(version),
            ranges: 0,
            search,
            closed: Vec::new(),
            has_back_references: false,
            has_line_starts: false,
        }
    }

    fn expression(&mut self) -> Result<Hir, PatternError> {
        let mut open: Vec<Group> = Vec::new();
        let mut group = Group::default();
        loop {
            let start = self.offset;
            let Some(character) = self.next() else { break };
            let atom = match character {
                '|' => {
                    group.end_branch();
                    continue;
                }
                '(' => {
                    let number = self.open_group();
                    open.push(std::mem::replace(&mut group, Group { start, number, ..Group::default() }));
                    continue;
                }
                ')' => {
                    let Some(outer) = open.pop() else {
                        return Err(error(start, "a ')' without its '('"));
                    };
                    self.close_group(std::mem::replace(&mut group, outer))
                }
                other => {
                    Term { hir: self.search_atom(start, other).unwrap_or_else(|| self.atom(start, other))?, depth: 0 }
                }
            };
            let piece = self.quantified(atom)?;
            if piece.depth > MAX_DEPTH {
                return Err(too_large(start, format!("operators are nested more than {MAX_DEPTH} deep")));
            }
            group.pieces.push(piece);
        }
        if !open.is_empty() {
            return Err(error(group.start, "a '(' without its ')'"));
        }
        Ok(group.finish().hir)
    }

    fn atom(&mut self, start: usize, character: char) -> Result<Hir, PatternError> {
        let set = match character {
            '.' => class::dot(),
            '[' => self.class_expression(start)?,
            '\\' => match self.escape(start)? {
                Member::Single(single) => self.written(single, single),
                Member::Set(set) => set,
            },
            '?' | '*' | '+' | '{' => {
                return Err(error(start, format!("'{character}' has nothing before it to repeat")));
            }
            '}' | ']' => {
                return Err(error(start, format!("'{character}' must be written '\\{character}'")));
            }
            other => self.written(other, other),
        };
        self.ranges += set.ranges().len();
        if self.ranges > MAX_RANGES {
            return Err(too_large(start, "the pattern is too large: its character classes have too many ranges"));
        }
        Ok(Hir::class(Class::Unicode(set)))
    }

    fn quantified(&mut self, atom: Term) -> Result<Term, PatternError> {
        let (min, max) = match self.peek() {
            Some('?') => self.after((0, Some(1))),
            Some('*') => self.after((0, None)),
            Some('+') => self.after((1, None)),
            Some('{') => {
                self.next();
                self.quantity()?
            }
            _ => return Ok(atom),
        };
        if self.search.is_some() {
            let greedy = !self.eat('?');
            let hir = repetition(atom.hir, min, max, greedy);
            return Ok(Term { hir, depth: atom.depth + 1 });
        }
        Ok(repeat(atom, (min, max)))
    }

    /// Skips the character of a quantifier.
    fn after(&mut self, counts: (u64, Option<u64>)) -> (u64, Option<u64>) {
        self.next();
        counts
    }

    /// What stands in braces, with the closing one.
    fn quantity(&mut self) -> Result<(u64, Option<u64>), PatternError> {
        let start = self.offset;
        let min = self.number()?;
        let max =
            if self.eat(',') { if self.peek() == Some('}') { None } else { Some(self.number()?) } } else { Some(min) };
        if !self.eat('}') {
            return Err(error(self.offset, "a quantity is '{n}', '{n,}' or '{n,m}'"));
        }
        if max.is_some_and(|max| max < min) {
            return Err(error(start, "the quantity's maximum is less than its minimum"));
        }
        Ok((min.min(MAX_COUNT), max.map(|max| max.min(MAX_COUNT))))
    }

    fn number(&mut self) -> Result<u64, PatternError> {
        let start = self.offset;
        let mut number = 0u64;
        while let Some(digit) = self.peek().and_then(|digit| digit.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(u64::from(digit));
            self.next();
        }
        if self.offset == start {
            return Err(error(start, "a quantity needs a number here"));
        }
        Ok(number)
    }

    /// What follows a backslash that stands at `start`.
    fn escape(&mut self, start: usize) -> Result<Member, PatternError> {
        let Some(letter) = self.next() else {
            return Err(error(start, "a backslash at the end escapes nothing"));
        };
        let single = match letter {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '\\' | '|' | '.' | '?' | '*' | '+' | '(' | ')' | '{' | '}' | '-' | '[' | ']' | '^' => letter,
            '$' if self.search.is_some() => letter,
            'p' | 'P' => return self.property(start, letter == 'P').map(Member::Set),
            _ => {
                let set = self.classes.multi(letter);
                return set
                    .map(Member::Set)
                    .ok_or_else(|| error(start, format!("'\\{letter}' is not an escape of this dialect")));
            }
        };
        Ok(Member::Single(single))
    }

    fn property(&mut self, start: usize, complement: bool) -> Result<ClassUnicode, PatternError> {
        if !self.eat('{') {
            return Err(error(start, "a property escape is written '\\p{…}'"));
        }
        let name_start = self.offset;
        let Some(length) = self.pattern[name_start..].find('}') else {
            return Err(error(start, "a property escape without its '}'"));
        };
        let name = &self.pattern[name_start..name_start + length];
        self.offset = name_start + length + 1;
        let mut set = self.classes.property(name).map_err(|message| error(name_start, message))?;
        if complement && !self.classes.is_unknown_block(name) {
            set.negate();
        }
        Ok(set)
    }

    /// A class in brackets; the opening one stands at `start`. Subtractions nest at the end only, so a list of groups holds them.
    fn class_expression(&mut self, start: usize) -> Result<ClassUnicode, PatternError> {
        let mut groups = Vec::new();
        let mut group_start = start;
        loop {
            let (set, subtracts) = self.character_group(group_start)?;
            groups.push(set);
            if !subtracts {
                break;
            }
            group_start = self.offset - 1;
        }
        let mut set = groups.pop().unwrap_or_else(ClassUnicode::empty);
        while let Some(mut base) = groups.pop() {
            if !self.eat(']') {
                return Err(error(self.offset, "a subtraction must be the last of its class: ']' expected"));
            }
            base.difference(&set);
            set = base;
        }
        Ok(set)
    }

    /// A group with its end, which is `]` or the `-[` of a subtraction; the second result tells which.
    fn character_group(&mut self, start: usize) -> Result<(ClassUnicode, bool), PatternError> {
        let negated = self.eat('^');
        let mut ranges: Vec<ClassUnicode> = Vec::new();
        let subtracts = loop {
            let at = self.offset;
            let rest = &self.pattern[at..];
            let Some(character) = self.next() else {
                return Err(error(start, "a '[' without its ']'"));
            };
            match character {
                ']' if ranges.is_empty() => {
                    return Err(error(at, "a class needs at least one character"));
                }
                ']' => break false,
                '[' => return Err(error(at, "'[' in a class must be written '\\['")),
                '-' if rest.starts_with("-[") && ranges.is_empty() => {
                    return Err(error(at, "a subtraction needs characters to subtract from"));
                }
                '-' if rest.starts_with("-[") => {
                    self.next();
                    break true;
                }
                '-' => {
                    self.check_hyphen(at, ranges.is_empty())?;
                    ranges.push(self.written('-', '-'));
                }
                '\\' => match self.escape(at)? {
                    Member::Single(first) => ranges.push(self.range_from(first)?),
                    Member::Set(set) => ranges.push(set),
                },
                first => ranges.push(self.range_from(first)?),
            }
        };
        let mut set = ClassUnicode::new(ranges.iter().flat_map(|range| range.ranges().iter().copied()));
        if negated {
            set.negate();
        }
        Ok((set, subtracts))
    }

    /// Whether a hyphen at `at` may stand for itself there.
    fn check_hyphen(&self, at: usize, is_first: bool) -> Result<(), PatternError> {
        let rest = &self.pattern[at + 1..];
        let is_last = rest.starts_with(']') || rest.starts_with("-[");
        match self.version {
            XsdVersion::V1_0 if is_first || is_last => Ok(()),
            XsdVersion::V1_0 => {
                Err(error(at, "a hyphen stands for itself only at the beginning or the end of a class; write '\\-'"))
            }
            XsdVersion::V1_1
                if rest.starts_with('-')
                    && !rest.starts_with("-[")
                    && !rest.starts_with("-]")
                    && !rest.starts_with("--[") =>
            {
                Err(error(at, "a range cannot start with a hyphen; write '\\-'"))
            }
            XsdVersion::V1_1 => Ok(()),
        }
    }

    /// The rest of a range that starts with this character, or the character alone.
    fn range_from(&mut self, first: char) -> Result<ClassUnicode, PatternError> {
        let at = self.offset;
        let rest = &self.pattern[at..];
        if !rest.starts_with('-') || ["-[", "-]", "--["].iter().any(|end| rest.starts_with(end)) {
            return Ok(self.written(first, first));
        }
        self.next();
        let end = self.offset;
        let last = match self.next() {
            Some('\\') => match self.escape(end)? {
                Member::Single(last) => last,
                Member::Set(_) => {
                    return Err(error(end, "a range must end with a character, not with a set"));
                }
            },
            Some('-') => return Err(error(end, "a range cannot end with a hyphen; write '\\-'")),
            Some(last) => last,
            None => return Err(error(at, "a range without its end")),
        };
        if last < first {
            return Err(error(at, "the range's last character comes before its first"));
        }
        Ok(self.written(first, last))
    }

    fn peek(&self) -> Option<char> {
        self.pattern[self.offset..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.offset += character.len_utf8();
        Some(character)
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.offset += expected.len_utf8();
        }
        found
    }
}

/// A repetition. Counts of counts become one count where they allow the same numbers, so `(a{0,9}){0,9}` is `a{0,81}`.
fn repeat(atom: Term, (min, max): (u64, Option<u64>)) -> Term {
    let Term { hir, depth } = atom;
    if (min, max) == (1, Some(1)) {
        return Term { hir, depth };
    }
    let one = match hir.kind() {
        HirKind::Repetition(inner) => combined((inner.min.into(), inner.max.map(u64::from)), (min, max)),
        _ => None,
    };
    let Some((min, max)) = one else {
        return Term { hir: repetition(hir, min, max, true), depth: depth + 1 };
    };
    let hir = match hir.into_kind() {
        HirKind::Repetition(inner) => repetition(*inner.sub, min, max, true),
        _ => Hir::empty(),
    };
    Term { hir, depth }
}

fn repetition(sub: Hir, min: u64, max: Option<u64>, greedy: bool) -> Hir {
    let count = |count: u64| u32::try_from(count.min(MAX_COUNT)).unwrap_or(u32::MAX - 1);
    Hir::repetition(Repetition { min: count(min), max: max.map(count), greedy, sub: Box::new(sub) })
}

/// The one count that `{a,b}` repeated `{c,d}` times amounts to, if its numbers leave no gap.
fn combined((a, b): (u64, Option<u64>), (c, d): (u64, Option<u64>)) -> Option<(u64, Option<u64>)> {
    let joins = |times: u64| b.is_none_or(|b| a.saturating_mul(times + 1) <= b.saturating_mul(times).saturating_add(1));
    let joins = |times: u64| if times == 0 { a <= 1 } else { joins(times) };
    let several = d.is_none_or(|d| d > c);
    if several && !(joins(c) && (c > 0 || d == Some(1) || joins(1))) {
        return None;
    }
    let max = match (b, d) {
        (_, Some(0)) | (Some(0), _) => Some(0),
        (Some(b), Some(d)) => Some(b.saturating_mul(d)),
        _ => None,
    };
    Some((a.saturating_mul(c), max))
}

fn error(offset: usize, message: impl Into<String>) -> PatternError {
    PatternError { offset, message: message.into(), is_too_large: false }
}

fn too_large(offset: usize, message: impl Into<String>) -> PatternError {
    PatternError { is_too_large: true, ..error(offset, message) }
}
