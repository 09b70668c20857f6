use super::parsed;
use crate::ErrorCode;

/// The stack that the sandbox has.
const STACK_BYTES: usize = 1 << 20;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work).unwrap();
    thread.join().unwrap();
}

#[test]
fn nesting_beyond_the_bound_is_an_error_and_no_overflow() {
    on_a_small_stack(|| {
        for (open, middle, close) in [
            ("(", "1", ")"),
            ("a[", "1", "]"),
            ("not(", "1", ")"),
            ("if (1) then 1 else ", "1", ""),
            ("if (", "1", ") then 1 else 2"),
            ("for $x in 1 return ", "1", ""),
            ("some $x in ", "1", " satisfies 1"),
            ("-(", "1", ")"),
            ("1 or 1 and 1 = 1 to 1 + 1 * (. | . intersect (", "1", "))"),
            ("a/(", "b", ")"),
        ] {
            let text = format!("{}{middle}{}", open.repeat(5000), close.repeat(5000));
            let error = parsed(&text).unwrap_err();
            assert_eq!(error.code, ErrorCode::Budget, "{open}");
            let text = format!("{}{middle}{}", open.repeat(30), close.repeat(30));
            assert!(parsed(&text).is_ok(), "{open}: thirty levels are for people");
        }
    });
}

#[test]
fn flat_chains_of_any_length_are_no_nesting() {
    on_a_small_stack(|| {
        for (first, more) in [
            ("1", " + 1"),
            ("1", ", 1"),
            ("1", " or 1"),
            ("a", "/a"),
            ("a", "//a"),
            ("a", "[1]"),
            ("1", "[1]"),
            (".", " | ."),
            ("1", " div 1"),
        ] {
            assert!(parsed(&format!("{first}{}", more.repeat(100_000))).is_ok(), "{more}");
        }
        assert!(parsed(&format!("{}3", "if (1) then 2 else ".repeat(200))).is_ok());
        assert!(parsed(&format!("{}1", "-".repeat(100_000))).is_ok());
        assert!(parsed(&format!("concat('a'{})", ", 'a'".repeat(100_000))).is_ok());
        assert!(parsed(&format!("{}1{}", "(: ".repeat(100_000), " :)".repeat(100_000))).is_err());
        assert!(parsed(&format!("{}{} 1", "(: ".repeat(100_000), " :)".repeat(100_000))).is_ok());
        let bindings: Vec<String> = (0..20_000).map(|number| format!("$v{number} in $order")).collect();
        assert!(parsed(&format!("for {} return $v1", bindings.join(", "))).is_ok());
    });
}

#[test]
fn numbers_without_end_are_refused() {
    let error = parsed(&"9".repeat(1_000_000)).unwrap_err();
    assert_eq!(error.code, ErrorCode::FOAR0002);
}

#[test]
fn messages_repeat_only_the_beginning_of_what_is_long() {
    let long = "n".repeat(100_000);
    for text in [
        format!("{long}()"),
        format!("{long}:a"),
        format!("${long}"),
        format!("1 {long}"),
        format!("{long}::a"),
        format!("1 cast as {long}"),
        format!("1 instance of {long}:{long}"),
        format!("xs:QName('{long} ')/{long}:{long}()"),
        format!("schema-element({long})"),
    ] {
        let error = parsed(&text).unwrap_err();
        assert!(error.message.len() < 400, "{}", error.message.len());
    }
}

/// Every token that has a part in the grammar, and some that have none.
const SOUP: &[&str] = &[
    "a",
    "t:a",
    "q:b",
    "*",
    "t:*",
    "*:a",
    "1",
    "1.5",
    "2e3",
    "'s'",
    "\"",
    "(",
    ")",
    "[",
    "]",
    ",",
    ".",
    "..",
    "/",
    "//",
    "@",
    "::",
    "$",
    "$order",
    "?",
    "+",
    "-",
    "=",
    "!=",
    "<",
    "<<",
    "|",
    "and",
    "or",
    "to",
    "div",
    "eq",
    "is",
    "union",
    "except",
    "instance",
    "of",
    "treat",
    "castable",
    "cast",
    "as",
    "xs:integer",
    "t:code",
    "item()",
    "node()",
    "element(",
    "attribute(",
    "schema-element(",
    "document-node(",
    "processing-instruction(",
    "empty-sequence()",
    "for",
    "some",
    "every",
    "in",
    "return",
    "satisfies",
    "if",
    "then",
    "else",
    "child",
    "self::",
    "position()",
    "last()",
    "count(",
    "not(",
    "xs:QName('t:a')",
    "(:",
    ":)",
    ":",
    ":=",
    "=>",
    "||",
    "!",
    "#",
    "{",
    "}",
    "é",
    "\u{0}",
    "💥",
    "fn:",
    "Q{",
    "let",
];

#[test]
fn no_soup_of_tokens_makes_it_panic() {
    let mut state = 0x5EED_u64;
    let mut random = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut accepted = 0;
    for _ in 0..50_000 {
        let length = 1 + random(12);
        let space = if random(4) == 0 { "" } else { " " };
        let words: Vec<&str> = (0..length).map(|_| SOUP[random(SOUP.len())]).collect();
        let text = words.join(space);
        match parsed(&text) {
            Ok(_) => accepted += 1,
            Err(error) => {
                let position = error.position.unwrap_or_else(|| panic!("{text}: {error} has no place"));
                assert!(text.is_char_boundary(position), "{text}: {error} at {position}");
            }
        }
    }
    assert!(accepted > 500, "the soup must have sense in it now and then: {accepted}");
}
