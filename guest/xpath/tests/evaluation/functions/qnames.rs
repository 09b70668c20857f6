//! Functions on qualified names.

use crate::support::Fixture;

#[test]
fn names_are_made_and_taken_apart() {
    Fixture::new("<r xmlns='urn:d' xmlns:p='urn:p'><s xmlns=''/></r>").assert(&[
        ("resolve-QName('p:a', .)", "p:a:QName"),
        ("namespace-uri-from-QName(resolve-QName('a', .))", "urn:d:anyURI"),
        ("namespace-uri-from-QName(resolve-QName('a', s))", ":anyURI"),
        ("resolve-QName('q:a', .)", "FONS0004"),
        ("resolve-QName('1', .)", "FOCA0002"),
        ("resolve-QName((), .)", ""),
        ("resolve-QName('a', /)", "XPTY0004"),
        ("QName('urn:x', 'x:a')", "x:a:QName"),
        ("QName((), 'a')", "a:QName"),
        ("QName('', 'x:a')", "FOCA0002"),
        ("QName('urn:x', 'a b')", "FOCA0002"),
        ("prefix-from-QName(QName('urn:x', 'x:a'))", "x:NCName"),
        ("prefix-from-QName(QName('urn:x', 'a'))", ""),
        ("local-name-from-QName(QName('urn:x', 'x:a'))", "a:NCName"),
        ("namespace-uri-for-prefix('p', .)", "urn:p:anyURI"),
        ("namespace-uri-for-prefix('', .)", "urn:d:anyURI"),
        ("namespace-uri-for-prefix((), s)", ""),
        ("namespace-uri-for-prefix('xml', .)", "http://www.w3.org/XML/1998/namespace:anyURI"),
        ("namespace-uri-for-prefix('q', .)", ""),
        ("in-scope-prefixes(.)", "'' 'p' 'xml'"),
        ("QName('urn:x', 'x:a') eq QName('urn:x', 'y:a')", "true"),
        ("QName('urn:x', 'x:a') lt QName('urn:x', 'y:a')", "XPTY0004"),
    ]);
}
