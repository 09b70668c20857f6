//! Functions on regular expressions.

use crate::support::Fixture;

#[test]
fn patterns_match_anywhere() {
    Fixture::new("<r><a>x1</a><a>y2</a><a>x3</a></r>").assert(&[
        ("matches('abracadabra', 'bra')", "true"),
        ("matches('abracadabra', '^a.*a$')", "true"),
        ("matches('abracadabra', '^bra')", "false"),
        ("matches((), '^$')", "true"),
        ("matches('a', ())", "XPTY0004"),
        ("matches('a&#10;b', '^b$', 'm')", "false"),
        ("matches('A', 'a', 'i')", "true"),
        ("matches('helloworld', 'hello[ ]world', 'x')", "false"),
        ("matches('helloworld', 'hello world', 'x')", "true"),
        ("matches('a', 'a', 'q')", "FORX0001"),
        ("matches('a', '[a', '')", "FORX0002"),
        ("matches('abab', '(ab)\\1')", "true"),
        ("count(a[matches(., '^x')])", "2"),
        ("matches('a', '(a{0,1000}){0,1000}{0,1000}')", "FORX0002"),
        ("matches('a', '((a{0,1000}){0,1000}){0,1000}')", "budget"),
    ]);
}

#[test]
fn matches_are_replaced_and_split_at() {
    Fixture::new("<r/>").assert(&[
        ("replace('abracadabra', 'a(.)', 'a$1$1')", "'abbraccaddabbra'"),
        ("replace((), 'a', 'b')", "''"),
        ("replace('abc', '.*?', '$1')", "FORX0003"),
        ("replace('abc', 'a', '$')", "FORX0004"),
        ("replace('aB', 'b', 'c', 'i')", "'ac'"),
        ("tokenize('1, 15, 24', ',\\s*')", "'1' '15' '24'"),
        ("tokenize('', 'a')", ""),
        ("tokenize((), 'a')", ""),
        ("tokenize('abba', '.?')", "FORX0003"),
        ("tokenize('Some<BR>text', '<br>', 'i')", "'Some' 'text'"),
    ]);
}

#[test]
fn catastrophic_patterns_end() {
    let text = "a".repeat(5000);
    let fixture = Fixture::new("<r/>");
    assert_eq!(fixture.shown(&format!("matches('{text}', '(a+)+(a+)+b')")), "false");
    assert_eq!(fixture.shown(&format!("matches('{text}', '(a+)+(a+)+\\1b')")), "budget");
}
