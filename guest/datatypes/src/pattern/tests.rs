use super::*;
use std::collections::BTreeSet;

const BOTH: [XsdVersion; 2] = [XsdVersion::V1_0, XsdVersion::V1_1];

/// Pattern, texts that match, texts that do not.
const MATCHES: &[(&str, &[&str], &[&str])] = &[
    ("", &[""], &["a", " "]),
    ("a|", &["a", ""], &["b"]),
    ("()", &[""], &["a"]),
    ("abc", &["abc"], &["ab", "abcd", "xabc"]),
    ("^a$", &["^a$"], &["a"]),
    (
        "[A-Z]{3}-\\d{4,6}",
        &["ABC-1234", "ABC-123456", "ABC-\u{661}\u{662}\u{663}\u{664}"],
        &["ABC-123", "ABC-1234567", "AbC-1234"],
    ),
    (".", &["a", "\u{10000}", "\t"], &["\n", "\r", "", "ab"]),
    ("[\\s\\S]", &["\n", "x"], &[""]),
    ("\\s+", &[" \t\n\r"], &["\u{A0}", "\u{B}"]),
    ("\\i\\c*", &["a-b.c", "_1", ":x", "\u{C9}t\u{E9}"], &["1a", "-a", "a b"]),
    ("\\I", &["1", "-"], &["a"]),
    ("\\C", &[" ", "/"], &["-"]),
    ("\\w+", &["abc123", "\u{E9}", "$+"], &["a b", "a-b", "a_b"]),
    ("\\W", &["-", " ", "_"], &["a", "+"]),
    ("\\D", &["a"], &["1", "\u{661}"]),
    ("\\p{Lu}\\p{Ll}*", &["Hello", "\u{C9}t\u{E9}"], &["hello", "H1"]),
    ("\\P{L}", &["1"], &["a"]),
    ("\\p{Zl}|\\p{Zp}", &["\u{2028}", "\u{2029}"], &["\n"]),
    ("\\p{IsBasicLatin}+", &["abc"], &["\u{E9}"]),
    ("\\P{IsGreek}", &["a"], &["\u{3B1}"]),
    ("\\p{IsLowSurrogates}?", &[""], &["\u{E000}"]),
    ("[a-z-[aeiou]]+", &["xyz"], &["a", "xaz", "-"]),
    ("[^a-z-[A-Z]]", &["1"], &["a", "A"]),
    ("[a-z-[b-y-[m]]]+", &["amz"], &["b", "n"]),
    ("[\\d-[5]]", &["4"], &["5"]),
    ("[-a]", &["-", "a"], &["b"]),
    ("[a-]", &["-", "a"], &["b"]),
    ("[--]", &["-"], &["a"]),
    ("[a-z-]", &["-", "q"], &["A"]),
    ("[a--[a]]", &["-"], &["a"]),
    ("[^-]", &["a"], &["-"]),
    ("[a^]", &["^", "a"], &["b"]),
    ("[^^]", &["a"], &["^"]),
    ("[.*+?(){}|$]+", &[".*+?(){}|$"], &["a"]),
    ("[\\-\\[\\]\\\\\\^\\n]+", &["-[]\\^\n"], &["n"]),
    ("[\\^-a]", &["_", "a", "^"], &["b"]),
    ("\\.\\?\\*\\+\\(\\)\\{\\}\\[\\]\\|\\\\\\-\\^", &[".?*+(){}[]|\\-^"], &[]),
    ("a{0}", &[""], &["a"]),
    ("a{2}", &["aa"], &["a", "aaa"]),
    ("a{2,}", &["aa", "aaaaa"], &["a"]),
    ("(ab){2,3}", &["abab", "ababab"], &["ab", "aba", "abababab"]),
    ("(a{2}){2,3}", &["aaaa", "aaaaaa"], &["aaaaa", "aa"]),
    ("(a{2,3}){0,2}", &["", "aa", "aaa", "aaaa", "aaaaaa"], &["a", "aaaaaaa"]),
    ("(a{3,4}){1,3}", &["aaa", "aaaaaa", "aaaaaaaaaaaa"], &["aa", "aaaaa"]),
    ("(a*){3}", &["", "aaaaaaa"], &["b"]),
    ("(a|b*)*c", &["c", "abbac"], &["ab"]),
    ("a{00002}", &["aa"], &["a"]),
    ("\u{1F600}+", &["\u{1F600}\u{1F600}"], &["\u{1F601}"]),
];

#[test]
fn patterns_match_whole_strings() {
    for version in BOTH {
        for (source, matching, other) in MATCHES {
            if *source == "[a--[a]]" && version == XsdVersion::V1_0 {
                continue;
            }
            let pattern = Pattern::new(source, version).unwrap_or_else(|error| panic!("{source}: {error}"));
            assert_eq!(pattern.source(), *source);
            matching.iter().for_each(|text| assert!(pattern.matches(text), "{source} on {text:?} under {version:?}"));
            other.iter().for_each(|text| assert!(!pattern.matches(text), "{source} on {text:?} under {version:?}"));
        }
    }
}

/// Pattern and offset of its error.
const INVALID: &[(&str, usize)] = &[
    ("*", 0),
    ("a**", 2),
    ("a+?", 2),
    ("|+", 1),
    ("(?:a)", 1),
    ("(a", 0),
    ("a)", 1),
    ("((a)", 0),
    ("a{", 2),
    ("a{,2}", 2),
    ("a{1", 3),
    ("a{1,2", 5),
    ("a{x}", 2),
    ("a{2,1}", 2),
    ("a{1}{2}", 4),
    ("{1}", 0),
    ("}", 0),
    ("]", 0),
    ("[", 0),
    ("[]", 1),
    ("[^]", 2),
    ("[a", 0),
    ("[a[b]]", 2),
    ("[-[a]]", 1),
    ("[a-[b]c]", 6),
    ("[z-a]", 2),
    ("[a-\\d]", 3),
    ("[a--b]", 3),
    ("\\", 0),
    ("\\b", 0),
    ("\\1", 0),
    ("\\$", 0),
    ("\\u0041", 0),
    ("\\p", 0),
    ("\\pL", 0),
    ("\\p{L", 0),
    ("\\p{}", 3),
    ("\\p{Xx}", 3),
    ("\\p{lu}", 3),
    ("\\p{Cs}", 3),
    ("\\p{^L}", 3),
    ("\\p{Greek}", 3),
    ("\\p{Is}", 3),
    ("\\p{Is Greek}", 3),
    ("\u{E9}*+", 3),
];

#[test]
fn what_is_not_in_the_dialect_is_refused_with_its_place() {
    for version in BOTH {
        for (source, offset) in INVALID {
            let error = Pattern::new(source, version).map(|_| ()).expect_err(source);
            let known = if *source == "[a--b]" && version == XsdVersion::V1_0 { error.offset } else { *offset };
            assert_eq!(error.offset, known, "{source}: {error}");
        }
    }
}

#[test]
fn the_versions_differ_in_hyphens_and_unknown_blocks() {
    for source in ["[a-c-e]", "[\\d-a]", "[+-a-z]", "[\\w-\\.]", "\\p{IsKlingon}", "\\P{IsKlingon}"] {
        assert!(Pattern::new(source, XsdVersion::V1_0).is_err(), "{source}");
        assert!(Pattern::new(source, XsdVersion::V1_1).is_ok(), "{source}");
    }
    let later = |source: &str| Pattern::new(source, XsdVersion::V1_1).expect("a pattern of 1.1");
    assert!(later("[a-c-e]").matches("-"));
    assert!(!later("[a-c-e]").matches("d"));
    assert!(later("\\p{IsKlingon}").matches("x"));
    assert!(later("\\P{IsKlingon}").matches("x"));
}

#[test]
fn large_counts_of_one_class_are_exact() {
    for (source, unit, min, max) in [
        ("[a-z]{1,100000}", "a", 1, 100_000),
        (".{0,4000}", "\u{1F600}", 0, 4000),
        ("(a{1000}){20}", "a", 20_000, 20_000),
        ("(a{0,300}){0,300}", "a", 0, 90_000),
        ("(\\w{1,99}){1,9}", "\u{E9}", 1, 891),
        ("(a|b{1,2}){0,100}", "a", 0, 100),
    ] {
        let pattern = Pattern::new(source, XsdVersion::V1_1).expect(source);
        for (length, expected) in [(min, true), (max, true), (max + 1, false)] {
            assert_eq!(pattern.matches(&unit.repeat(length)), expected, "{source} on {length} characters");
        }
        assert!(min == 0 || !pattern.matches(&unit.repeat(min - 1)), "{source}");
    }
    let pattern = Pattern::new("<[a-z]{100,200}>!", XsdVersion::V1_1).expect("a pattern");
    for (length, expected) in [(99, false), (100, true), (200, true), (201, false)] {
        assert_eq!(pattern.matches(&format!("<{}>!", "x".repeat(length))), expected, "{length}");
    }
}

#[test]
fn hostile_patterns_are_compiled_or_refused() {
    let deep = format!("{}a{}", "(".repeat(50_000), ")".repeat(50_000));
    assert!(Pattern::new(&deep, XsdVersion::V1_1).expect("plain parentheses").matches("a"));
    let operators = format!("{}a{}", "(b|".repeat(5_000), ")*".repeat(5_000));
    assert!(Pattern::new(&operators, XsdVersion::V1_1).is_err());
    let subtractions = format!("{}a{}", "[a-".repeat(20_000) + "[", "]".repeat(20_001));
    assert!(Pattern::new(&subtractions, XsdVersion::V1_1).is_ok());
    let combinations = "((((a{0,9}b){0,99}c){0,99}d){0,99}e){0,99}";
    assert!(Pattern::new(combinations, XsdVersion::V1_1).is_err_and(|error| error.is_too_large));
    assert!(Pattern::new(&"\\w".repeat(100_000), XsdVersion::V1_1).is_err());
}

#[test]
fn what_backtracks_elsewhere_is_linear_here() {
    let nested = Pattern::new("(a*)*b|(a|a)*c|(a?){30}a{30}", XsdVersion::V1_1).expect("a pattern");
    assert!(!nested.matches(&"a".repeat(200_000)));
    assert!(nested.matches(&"a".repeat(45)));
    let large = Pattern::new("[ab]*a[ab]{40}", XsdVersion::V1_1).expect("a pattern without a small automaton");
    assert!(matches!(large.compiled.matcher, Matcher::General(_)));
    assert!(large.matches(&"a".repeat(50_000)));
    assert!(!large.matches(&"b".repeat(50_000)));
}

#[test]
fn counts_within_counts_are_decided_exactly() {
    let text = |word: usize, separator: &str, words: usize| -> String {
        std::iter::repeat_n("\u{E9}".repeat(word), words).collect::<Vec<_>>().join(separator)
    };
    let words = Pattern::new("(\\w{1,255};?){1,100}", XsdVersion::V1_0).expect("a pattern");
    assert!(matches!(words.compiled.matcher, Matcher::Counted(_)));
    for (sample, expected) in [
        (text(1, ";", 100), true),
        (text(255, ";", 9), true),
        (text(256, ";", 51), false),
        (text(256, ";", 50), true),
        (text(25_501, "", 1), false),
        (text(1, ";", 101), false),
        (text(3, ";;", 2), false),
        (String::new(), false),
    ] {
        assert_eq!(words.matches(&sample), expected, "{} characters", sample.chars().count());
    }
    let lines = Pattern::new("([\\w ]{3,400}-[\\w ]{2,300}\\.){65,}", XsdVersion::V1_1).expect("a pattern");
    assert!(matches!(lines.compiled.matcher, Matcher::Counted(_)));
    for (count, expected) in [(64, false), (65, true), (66, true), (200, true)] {
        assert_eq!(lines.matches(&"one two-three.".repeat(count)), expected, "{count}");
        assert!(!lines.matches(&("one two-three.".repeat(count) + "one")), "{count}");
    }
    let pairs = Pattern::new("((ab){100}){200}", XsdVersion::V1_1).expect("a pattern");
    assert!(pairs.matches(&"ab".repeat(20_000)));
    assert!(!pairs.matches(&"ab".repeat(19_999)));
    let endless = Pattern::new("(\\w?x?){99999999999999999999}", XsdVersion::V1_1).expect("a pattern");
    assert!(endless.matches("") && endless.matches("axbx") && !endless.matches("a-"));
    assert!(!Pattern::new("(ab|c){4000000000,}", XsdVersion::V1_1).expect("a pattern").matches("abc"));
}

/// A stream of numbers that is the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn pattern(&mut self, depth: u64) -> String {
        let pieces = self.below(4);
        let mut text = String::new();
        for _ in 0..pieces {
            if depth > 0 && self.below(3) == 0 {
                text += &format!("({}|{})", self.pattern(depth - 1), self.pattern(depth - 1));
            } else {
                text += self.pick(&["a", "b", "c", "[ab]", "[^a]", "[b-c]", "\\.", "\u{E9}"]);
            }
            text += self.pick(&["", "", "", "?", "*", "+", "{2}", "{1,3}", "{0,2}", "{2,}"]);
        }
        text
    }
}

#[test]
fn random_patterns_agree_with_an_independent_matcher() {
    let mut numbers = Numbers(7);
    for _ in 0..300 {
        let source = numbers.pattern(3);
        let Ok(oracle) = meta::Regex::new(&format!("^(?:{source})$")) else {
            continue;
        };
        let pattern = Pattern::new(&source, XsdVersion::V1_0).unwrap_or_else(|error| panic!("{source}: {error}"));
        let hir = parser::parse(&source, XsdVersion::V1_0).expect("parsed before");
        let counted = Counted::new(&hir).expect("small");
        let general = general(hir).expect("small");
        for _ in 0..30 {
            let length = numbers.below(9);
            let text: String = (0..length).map(|_| numbers.pick(&["a", "a", "b", "b", "c", ".", "\u{E9}"])).collect();
            let expected = oracle.is_match(text.as_str());
            assert_eq!(pattern.matches(&text), expected, "{source} on {text:?}");
            assert_eq!(counted.matches(&text), expected, "{source} on {text:?}, counted");
            assert_eq!(
                general.is_match(Input::new(&text).anchored(Anchored::Yes)),
                expected,
                "{source} on {text:?}, general"
            );
        }
    }
}

/// Where an expression may end that starts at one of these places: the definition, without anything clever.
fn ends(hir: &Hir, text: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
    match hir.kind() {
        HirKind::Literal(literal) => {
            let literal: Vec<char> = String::from_utf8_lossy(&literal.0).chars().collect();
            let fits = starts.iter().filter(|start| text[**start..].starts_with(&literal));
            fits.map(|start| start + literal.len()).collect()
        }
        HirKind::Class(Class::Unicode(class)) => {
            let has = |found: &char| class.ranges().iter().any(|range| (range.start()..=range.end()).contains(found));
            starts.iter().filter(|start| text.get(**start).is_some_and(has)).map(|start| start + 1).collect()
        }
        HirKind::Concat(parts) => parts.iter().fold(starts.clone(), |starts, part| ends(part, text, &starts)),
        HirKind::Alternation(parts) => parts.iter().flat_map(|part| ends(part, text, starts)).collect(),
        HirKind::Repetition(repetition) => {
            let (mut reached, mut all) = (starts.clone(), BTreeSet::new());
            for count in 0..=repetition.max.unwrap_or(repetition.min + text.len() as u32) {
                if count >= repetition.min {
                    all.extend(&reached);
                }
                reached = ends(&repetition.sub, text, &reached);
            }
            all
        }
        _ => starts.clone(),
    }
}

#[test]
fn random_counts_agree_with_an_independent_matcher() {
    let mut numbers = Numbers(11);
    for _ in 0..60 {
        let mut source = numbers.pick(&["a", "ab", "a|ab", "[ab]", "a|bb?"]).to_owned();
        let mut longest = 2;
        for _ in 0..=numbers.below(2) {
            let (min, more) = (numbers.below(9), numbers.below(70));
            let max = if numbers.below(4) == 0 { String::new() } else { (min + more).to_string() };
            source = format!("({source}){{{min},{max}}}{}", numbers.pick(&["", "b?", "a", "b"]));
            longest = (longest * (min + more + 1)).min(120);
        }
        let hir = parser::parse(&source, XsdVersion::V1_0).expect("in the dialect");
        let counted = Counted::new(&hir).expect("small enough");
        for _ in 0..8 {
            let text: String = (0..numbers.below(longest + 2)).map(|_| numbers.pick(&["a", "a", "b"])).collect();
            let plain = text.replace('b', "");
            for text in [text, plain] {
                let characters: Vec<char> = text.chars().collect();
                let expected = ends(&hir, &characters, &BTreeSet::from([0])).contains(&characters.len());
                assert_eq!(counted.matches(&text), expected, "{source} on {text:?}");
            }
        }
    }
}

#[test]
fn patterns_are_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&Pattern::new("a", XsdVersion::V1_1).expect("a pattern"));
}
