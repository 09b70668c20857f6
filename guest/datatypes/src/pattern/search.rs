//! The dialect of XPath (F&O 7.6.1), which looks for matches inside a text: anchors, reluctant quantifiers, groups and back-references.
//!
//! Patterns without back-references are matched in linear time. The others need backtracking, which is bounded by fuel.

use super::backtrack::Program;
use super::{MAX_PROGRAM, PatternError, parser};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_automata::{Input, meta};
use regex_syntax::hir::Hir;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// The flags of F&O 7.6.1.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// `s`: the dot matches line ends too.
    pub dot_all: bool,
    /// `m`: anchors match at the ends of lines.
    pub multi_line: bool,
    /// `i`: case variants are the same, except in category and block escapes.
    pub ignore_case: bool,
    /// `x`: white space in the pattern does not count outside classes.
    pub ignore_white_space: bool,
}

impl Flags {
    /// Reads the letters, in any order and any number; the first that is no flag is the error.
    pub fn parse(text: &str) -> Result<Self, char> {
        let mut flags = Self::default();
        for letter in text.chars() {
            match letter {
                's' => flags.dot_all = true,
                'm' => flags.multi_line = true,
                'i' => flags.ignore_case = true,
                'x' => flags.ignore_white_space = true,
                other => return Err(other),
            }
        }
        Ok(flags)
    }
}

/// Memory of the lazy automaton, in bytes.
const MAX_CACHE: usize = 2 << 20;

/// Where a match needs a text longer than that, the pattern need not be compiled to tell that shorter ones have none.
const LONGEST: usize = 1 << 26;

/// The fuel was not enough for a pattern that needs backtracking, or the text so long that a pattern too large to compile may match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// A compiled pattern. The first match from the left counts; of those that start there, the one that the order of alternatives and the
/// greed of quantifiers prefer.
#[derive(Debug)]
pub struct Search {
    groups: u32,
    /// `None` where the pattern has back-references.
    linear: Option<meta::Regex>,
    /// For patterns with back-references, and for texts where anchors differ from those of the linear matcher.
    program: Option<Program>,
    has_line_starts: bool,
    /// No shorter text has a match, in bytes.
    least: usize,
    /// Worked out when it is asked for.
    matches_empty: OnceLock<bool>,
}

/// The places of a match and of its groups, in bytes; the whole match is the first, and a group that took no part has none.
pub type Groups = Vec<Option<Range<usize>>>;

impl Search {
    /// Parses and compiles. Refused are patterns that are not in the dialect, and those of more than 200 levels or a few megabytes.
    pub fn new(pattern: &str, flags: Flags) -> Result<Self, PatternError> {
        let pattern = if flags.ignore_white_space { strip(pattern) } else { Cow::Borrowed(pattern) };
        let parsed = parser::parse_search(&pattern, flags)?;
        let least = match parsed.has_back_references {
            // They may stand for nothing.
            true => 0,
            false => parsed.hir.properties().minimum_len().unwrap_or(usize::MAX),
        };
        let needs_program = parsed.has_back_references || parsed.has_line_starts;
        let program = needs_program.then(|| Program::new(&parsed.hir, parsed.groups, flags.ignore_case)).transpose()?;
        let linear = match compile(&parsed.hir) {
            _ if parsed.has_back_references => None,
            Ok(regex) => Some(regex),
            Err(_) if least > LONGEST => None,
            Err(error) => return Err(error),
        };
        Ok(Self {
            groups: parsed.groups,
            linear,
            program,
            has_line_starts: parsed.has_line_starts,
            least,
            matches_empty: OnceLock::new(),
        })
    }

    /// The number of groups.
    pub fn groups(&self) -> u32 {
        self.groups
    }

    /// Whether the empty text matches; of a pattern that needs more than some thousands of steps to tell, it is taken to.
    pub fn matches_empty(&self) -> bool {
        *self.matches_empty.get_or_init(|| self.is_match("", &mut 100_000).unwrap_or(true))
    }

    /// Whether some part of the text matches. Steps of backtracking are taken off the fuel.
    pub fn is_match(&self, text: &str, fuel: &mut u64) -> Result<bool, Exhausted> {
        match self.linear_for(text) {
            Some(regex) => Ok(regex.is_match(text)),
            None => Ok(self.backtrack(text, 0, fuel)?.is_some()),
        }
    }

    /// The first match that starts at the offset or after it.
    pub fn find(&self, text: &str, start: usize, fuel: &mut u64) -> Result<Option<Range<usize>>, Exhausted> {
        match self.linear_for(text) {
            Some(regex) => Ok(regex.search(&Input::new(text).span(start..text.len())).map(|found| found.range())),
            None => Ok(self.backtrack(text, start, fuel)?.and_then(|groups| groups.into_iter().next().flatten())),
        }
    }

    /// The first match that starts at the offset or after it, with its groups.
    pub fn captures(&self, text: &str, start: usize, fuel: &mut u64) -> Result<Option<Groups>, Exhausted> {
        let Some(regex) = self.linear_for(text) else {
            return self.backtrack(text, start, fuel);
        };
        let mut captures = regex.create_captures();
        regex.search_captures(&Input::new(text).span(start..text.len()), &mut captures);
        if !captures.is_match() {
            return Ok(None);
        }
        let group = |index: u32| captures.get_group(index as usize).map(|span| span.range());
        Ok(Some((0..=self.groups).map(group).collect()))
    }

    /// The linear matcher, if it may be used on the text: it takes the end of a text after a line feed for the start of a line.
    fn linear_for(&self, text: &str) -> Option<&meta::Regex> {
        self.linear.as_ref().filter(|_| !self.has_line_starts || !text.ends_with('\n'))
    }

    fn backtrack(&self, text: &str, start: usize, fuel: &mut u64) -> Result<Option<Groups>, Exhausted> {
        match &self.program {
            _ if text.len() < self.least => Ok(None),
            Some(program) => program.search(text, start, fuel),
            None => Err(Exhausted),
        }
    }
}

fn compile(hir: &Hir) -> Result<meta::Regex, PatternError> {
    let config = meta::Config::new()
        .nfa_size_limit(Some(MAX_PROGRAM))
        .hybrid_cache_capacity(MAX_CACHE)
        .which_captures(WhichCaptures::All)
        .auto_prefilter(false);
    meta::Builder::new().configure(config).build_from_hir(hir).map_err(|_| PatternError {
        offset: 0,
        is_too_large: true,
        message: format!("the pattern is too large: its compiled form needs more than {} MiB", MAX_PROGRAM >> 20),
    })
}

/// The pattern without white space outside classes.
fn strip(pattern: &str) -> Cow<'_, str> {
    let mut stripped = String::with_capacity(pattern.len());
    let (mut depth, mut escaped) = (0u32, false);
    for character in pattern.chars() {
        if depth == 0 && matches!(character, ' ' | '\t' | '\n' | '\r') {
            continue;
        }
        stripped.push(character);
        match character {
            _ if escaped => {}
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    Cow::Owned(stripped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn search(pattern: &str, flags: &str) -> Search {
        let flags = Flags::parse(flags).unwrap_or_else(|letter| panic!("{letter}"));
        Search::new(pattern, flags).unwrap_or_else(|error| panic!("{pattern}: {error}"))
    }

    /// Every match of a text with its groups, as text.
    fn matches(pattern: &str, flags: &str, text: &str) -> Vec<String> {
        let search = search(pattern, flags);
        let (mut at, mut found, mut fuel) = (0, Vec::new(), 1_000_000);
        while let Ok(Some(groups)) = search.captures(text, at, &mut fuel) {
            let shown: Vec<&str> = groups.iter().map(|group| group.clone().map_or("-", |group| &text[group])).collect();
            found.push(shown.join("|"));
            let whole = groups[0].clone().unwrap_or(0..0);
            assert_eq!(search.find(text, at, &mut fuel), Ok(Some(whole.clone())));
            if whole.end == text.len() {
                break;
            }
            at = whole.end.max(whole.start + 1);
        }
        found
    }

    #[test]
    fn the_first_and_preferred_match_counts() {
        for (pattern, flags, text, expected) in [
            ("a|ab", "", "abab", &["a", "a"][..]),
            ("ab|a", "", "abab", &["ab", "ab"]),
            ("a+?", "", "aaa", &["a", "a", "a"]),
            ("a{2,}?b|a", "", "aab", &["aab"]),
            ("(a)|(b)", "", "ab", &["a|a|-", "b|-|b"]),
            ("(a.)+", "", "axay", &["axay|ay"]),
            ("^a", "", "aa\na", &["a"]),
            ("^a", "m", "aa\na", &["a", "a"]),
            ("a$", "", "a\na", &["a"]),
            ("a$", "m", "a\na", &["a", "a"]),
            ("a.b", "", "a\nb a\rb a-b", &["a-b"]),
            ("a.b", "s", "a\nb", &["a\nb"]),
            ("[^Q]ä", "i", "QÄ xÄ", &["xÄ"]),
            ("[A-Z-[OI]]", "i", "aoiZ", &["a", "Z"]),
            ("\\p{Lu}", "i", "aB", &["B"]),
            (" a b [ ] ", "x", "ab ", &["ab "]),
            ("\\[ a", "x", "[a", &["[a"]),
            ("\\$", "", "a$", &["$"]),
            ("\\i\\c*", "", "1a-b", &["a-b"]),
        ] {
            assert_eq!(matches(pattern, flags, text), expected, "{pattern} on {text:?}");
        }
    }

    #[test]
    fn back_references_repeat_what_their_group_matched() {
        for (pattern, flags, text, expected) in [
            ("(a|b)\\1", "", "abbaa", &["bb|b", "aa|a"][..]),
            ("(.)(.)\\2\\1", "", "xabbay", &["abba|a|b"]),
            ("(['\"])(.*?)\\1", "", "a 'b\"c' \"d\"", &["'b\"c'|'|b\"c", "\"d\"|\"|d"]),
            ("(a)\\1{2}", "", "aaaa", &["aaa|a"]),
            ("(A)\\1", "i", "aA", &["aA|a"]),
            ("(a)\\11", "", "aa1", &["aa1|a"]),
            ("(a*)*\\1b", "", "aab", &["aab|"]),
            ("(x)?y\\1z", "", "yz", &["yz|-"]),
        ] {
            assert_eq!(matches(pattern, flags, text), expected, "{pattern} on {text:?}");
        }
    }

    #[test]
    fn a_line_does_not_start_after_the_last_line_feed() {
        let search = search("^", "m");
        let mut fuel = 1000;
        assert_eq!(search.find("a\nb\n", 1, &mut fuel), Ok(Some(2..2)));
        assert_eq!(search.find("a\nb\n", 3, &mut fuel), Ok(None));
    }

    #[test]
    fn what_is_not_in_the_dialect_is_refused() {
        for bad in [
            "(a", "a)", "*a", "a**", "a???", "\\1", "(a\\1)", "(a)\\2", "[\\1]", "[a", "a{2,1}", "\\q", "\\p{Xx}", "]",
            "(?:a)", "\\0", "(a)\\01",
        ] {
            assert!(Search::new(bad, Flags::default()).is_err(), "{bad}");
        }
        assert_eq!(Flags::parse("smq"), Err('q'));
        let deep = format!("{}a{}", "(".repeat(10_000), ")".repeat(10_000));
        assert!(Search::new(&deep, Flags::default()).is_err_and(|error| error.is_too_large));
    }

    #[test]
    fn a_text_shorter_than_any_match_has_none() {
        assert_eq!(search("a{2147483647}", "").is_match("aaa", &mut 0), Ok(false));
        assert!(Search::new("(a{10000}b{10000}){1000}", Flags::default()).is_err_and(|error| error.is_too_large));
    }

    #[test]
    fn runaway_backtracking_ends_with_the_fuel() {
        let search = search("(a*)*(a*)*(a*)*\\1c", "");
        let mut fuel = 100_000;
        assert_eq!(search.is_match(&"a".repeat(100), &mut fuel), Err(Exhausted));
        assert_eq!(fuel, 0);
    }

    /// Patterns over two letters.
    fn patterns() -> impl Strategy<Value = String> {
        let atoms =
            prop_oneof![Just("a"), Just("b"), Just("[ab]"), Just("."), Just("^"), Just("$")].prop_map(str::to_owned);
        atoms.prop_recursive(4, 16, 3, |inner| {
            let quantifier = prop_oneof![Just("*"), Just("+?"), Just("*?"), Just("{1,2}"), Just("?"), Just("{2,}?")];
            prop_oneof![
                proptest::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
                proptest::collection::vec(inner.clone(), 1..4).prop_map(|branches| format!("({})", branches.join("|"))),
                (inner, quantifier).prop_map(|(inner, quantifier)| format!("({inner}){quantifier}")),
            ]
        })
    }

    proptest! {
        #[test]
        fn both_matchers_agree(pattern in patterns(), text in "[ab\n]{0,8}", flags in "m?") {
            let flags = Flags::parse(&flags).unwrap_or_default();
            let parsed = parser::parse_search(&pattern, flags).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            let search = Search::new(&pattern, flags).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            let program = Program::new(&parsed.hir, parsed.groups, false).unwrap_or_else(|error| panic!("{error}"));
            let slow = program.search(&text, 0, &mut 10_000_000);
            let fast = search.captures(&text, 0, &mut 10_000_000);
            let whole = |found: &Result<Option<Groups>, Exhausted>| found.clone().map(|groups| groups.map(|groups| groups[0].clone()));
            prop_assert_eq!(whole(&slow), whole(&fast), "{} on {:?}", pattern, text);
        }
    }

    #[test]
    fn patterns_without_back_references_are_linear() {
        let search = search("(a*)*(a*)*(a*)*c", "");
        assert_eq!(search.is_match(&"a".repeat(10_000), &mut 0), Ok(false));
    }
}
