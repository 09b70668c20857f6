//! Functions on nodes.

use crate::support::Fixture;

#[test]
fn nodes_tell_their_names_and_roots() {
    Fixture::new("<p:r xmlns:p='urn:p' id='1'><a id='2'/><?t u?>x</p:r>").assert(&[
        ("name()", "'p:r'"),
        ("local-name()", "'r'"),
        ("namespace-uri()", "urn:p:anyURI"),
        ("name(@id)", "'id'"),
        ("name(processing-instruction())", "'t'"),
        ("name(text())", "''"),
        ("name(())", "''"),
        ("namespace-uri(a)", ":anyURI"),
        ("namespace-uri(())", ":anyURI"),
        ("local-name(1)", "XPTY0004"),
        ("for $n in 1 return 1[name() = '']", "XPTY0004"),
        ("root()", "/"),
        ("root(a)", "/"),
        ("root(())", ""),
    ]);
}

#[test]
fn languages_are_those_of_the_nearest_ancestor() {
    Fixture::new("<r xml:lang='en-US'><a id='1'/><b xml:lang='de' id='2'><c/></b><d xml:lang=''/></r>").assert(&[
        ("lang('en')", "true"),
        ("lang('EN-us')", "true"),
        ("lang('en-US-x')", "false"),
        ("lang('e')", "false"),
        ("lang('en', a)", "true"),
        ("lang('en', a/@id)", "true"),
        ("lang('de', b/c)", "true"),
        ("lang('en', b)", "false"),
        ("lang('en', d)", "false"),
        ("lang('', d)", "true"),
        ("lang('en', /)", "false"),
        ("lang('en', 1)", "XPTY0004"),
    ]);
    Fixture::new("<r/>").assert(&[("lang('en')", "false")]);
}

#[test]
fn ids_are_those_that_the_document_marks() {
    Fixture::new("<r><a xml:id='one'/><b xml:id='two'/></r>").assert(&[
        ("id('two one')/name()", "'a' 'b'"),
        ("id(('none', 'two'))/name()", "'b'"),
        ("id('')", ""),
        ("id('one', a)/name()", "'a'"),
        ("idref('one')", ""),
        ("id('one', 1)", "XPTY0004"),
    ]);
    Fixture::typed("<r><a><ID>one</ID></a><b ID='two'/><IDREF>one</IDREF><c IDREFS='two none'/><d ID='two'/></r>")
        .assert(&[
            ("id('one')/name()", "'ID'"),
            ("element-with-id('one')/name()", "'a'"),
            ("id('two')/name()", "'b'"),
            ("element-with-id('two')/name()", "'b'"),
            ("id(('none', 'one'))/name()", "'ID'"),
            ("id(IDREF)/..", "a"),
            ("for $c in c return id($c/@IDREFS)", "b"),
            ("idref('one')/name()", "'IDREF'"),
            ("idref('two')/name()", "'IDREFS'"),
            ("element-with-id()", "XPST0017"),
        ]);
}

#[test]
fn typed_nodes_are_compared_by_their_values() {
    Fixture::typed("<r><a><integer>1</integer></a><a><integer>01</integer></a><a><string>1</string></a><a><string>01</string></a></r>")
        .assert(&[
            ("deep-equal(a[1], a[2])", "true"),
            ("deep-equal(a[3], a[4])", "false"),
            ("deep-equal(a[1], a[3])", "false"),
            ("deep-equal(a[1]/integer, a[2]/integer)", "true"),
        ]);
}

#[test]
fn deep_equality_is_that_of_names_attributes_and_content() {
    Fixture::new(
        "<r><a x='1' y='2'>t<b/></a><a y='2' x='1'>t<!--c--><b/><?p?></a><a x='1'>t<b/></a><a x='1' y='2'>t<c/></a><a x='1' y='2'><b/>t</a></r>",
    )
    .assert(&[
        ("deep-equal(a[1], a[2])", "true"),
        ("deep-equal(a[1], a[3])", "false"),
        ("deep-equal(a[1], a[4])", "false"),
        ("deep-equal(a[1], a[5])", "false"),
        ("deep-equal(a[1]/@x, a[2]/@x)", "true"),
        ("deep-equal(a[1]/@x, a[2]/@y)", "false"),
        ("deep-equal(., .)", "true"),
        ("deep-equal(/, .)", "false"),
        ("deep-equal((), ())", "true"),
        ("deep-equal((1, 2), (1, 2.0))", "true"),
        ("deep-equal((1, 2), (1))", "false"),
        ("deep-equal(1, '1')", "false"),
        ("deep-equal(number('x'), xs:float('NaN'))", "true"),
        ("deep-equal(a[1]/@x, '1')", "false"),
        ("deep-equal(//comment(), //comment())", "true"),
    ]);
    let deep =
        format!("<r>{}{}{}{}</r>", "<a>".repeat(5000), "</a>".repeat(5000), "<a>".repeat(5000), "</a>".repeat(5000));
    Fixture::new(&deep).assert(&[("deep-equal(*[1], *[2])", "true"), ("deep-equal(*[1], *[1]/*)", "false")]);
}
