//! Functions on strings and URIs.

use crate::support::Fixture;
use pyxsd_xpath::Budget;

#[test]
fn strings_are_put_together_and_taken_apart() {
    Fixture::new("<r> a  b </r>").assert(&[
        ("codepoints-to-string((2309, 2358, 2378, 2325))", "'अशॊक'"),
        ("codepoints-to-string(())", "''"),
        ("codepoints-to-string(0)", "FOCH0001"),
        ("codepoints-to-string(55296)", "FOCH0001"),
        ("codepoints-to-string(99999999999)", "FOCH0001"),
        ("codepoints-to-string('a')", "XPTY0004"),
        ("string-to-codepoints('Thé')", "84 104 233"),
        ("string-to-codepoints(())", ""),
        ("concat('un', 'grateful')", "'ungrateful'"),
        ("concat(1, (), true(), 1e0)", "'1true1'"),
        ("concat((1, 2), 'a')", "XPTY0004"),
        ("string-join(('a', 'b', 'c'), ', ')", "'a, b, c'"),
        ("string-join((), 'a')", "''"),
        ("string-join('a', ())", "XPTY0004"),
        ("string-join(1, 'a')", "XPTY0004"),
        ("substring('motor car', 6)", "' car'"),
        ("substring('metadata', 4, 3)", "'ada'"),
        ("substring('12345', 1.5, 2.6)", "'234'"),
        ("substring((), 1, 3)", "''"),
        ("substring('a', ())", "XPTY0004"),
        ("string-length('Ä€𝄞')", "3"),
        ("string-length(())", "0"),
        ("string-length()", "6"),
        ("normalize-space()", "'a b'"),
        ("normalize-space(())", "''"),
        ("normalize-unicode('e\u{301}')", "'é'"),
        ("normalize-unicode('é', ' nfd ')", "'e\u{301}'"),
        ("normalize-unicode('é', '')", "'é'"),
        ("normalize-unicode('é', 'x')", "FOCH0003"),
        ("upper-case('abCß')", "'ABCSS'"),
        ("lower-case('ABc!D')", "'abc!d'"),
        ("translate('bar', 'abc', 'AB')", "'BAr'"),
        ("translate('a', (), 'b')", "XPTY0004"),
    ]);
}

#[test]
fn strings_are_compared_by_code_points() {
    let codepoints = "'http://www.w3.org/2005/xpath-functions/collation/codepoint'";
    Fixture::new("<r/>").assert(&[
        ("compare('abc', 'abc')", "0"),
        ("compare('a', 'b')", "-1"),
        ("compare('\u{10000}', '\u{FFFD}')", "1"),
        ("compare('a', ())", ""),
        (&format!("compare('a', 'b', {codepoints})"), "-1"),
        ("compare('a', 'b', 'urn:other')", "FOCH0002"),
        ("codepoint-equal('a', 'a')", "true"),
        ("codepoint-equal('a', ())", ""),
        ("contains('tattoo', 't')", "true"),
        ("contains('tattoo', 'ttt')", "false"),
        ("contains('', ())", "true"),
        ("contains('a', 'a', 'urn:other')", "FOCH0002"),
        ("starts-with('tattoo', 'tat')", "true"),
        ("starts-with((), ())", "true"),
        ("ends-with('tattoo', 'too')", "true"),
        ("substring-before('tattoo', 'attoo')", "'t'"),
        ("substring-before('tattoo', 'x')", "''"),
        ("substring-after('tattoo', 'tat')", "'too'"),
        ("substring-after('tattoo', 'x')", "''"),
        ("substring-after('tattoo', '')", "'tattoo'"),
        ("default-collation()", codepoints),
    ]);
}

#[test]
fn uris_are_escaped_and_resolved() {
    Fixture::new("<r/>").assert(&[
        ("encode-for-uri('~bébé/1 2')", "'~b%C3%A9b%C3%A9%2F1%202'"),
        ("iri-to-uri('http://h/~bébé#%20 ')", "'http://h/~b%C3%A9b%C3%A9#%20%20'"),
        ("escape-html-uri('a é')", "'a %C3%A9'"),
        ("encode-for-uri(())", "''"),
        ("resolve-uri('b', 'http://h/a')", "http://h/b:anyURI"),
        ("resolve-uri((), 'http://h/a')", ""),
        ("resolve-uri('urn:a')", "urn:a:anyURI"),
        ("resolve-uri('b')", "FONS0005"),
        ("resolve-uri('b', 'a')", "FORG0002"),
        ("resolve-uri(':', 'http://h/')", "FORG0002"),
        ("static-base-uri()", ""),
    ]);
}

#[test]
fn strings_do_not_grow_beyond_the_budget() {
    let budget = Budget { string_bytes: 1000, ..Budget::default() };
    Fixture::new("<r/>").with_budget(budget).assert(&[
        ("string-length(string-join(for $n in 1 to 100 return 'aaaaaaaaa', ''))", "900"),
        ("string-join(for $n in 1 to 100000 return 'aaaaaaaaaa', '')", "budget"),
        ("replace(string-join(for $n in 1 to 100 return 'a', ''), 'a', 'aaaaaaaaaaaaaaaaaaaa')", "budget"),
        ("encode-for-uri(string-join(for $n in 1 to 400 return ' ', ''))", "budget"),
        ("codepoints-to-string(for $n in 1 to 2000 return 65)", "budget"),
    ]);
}
