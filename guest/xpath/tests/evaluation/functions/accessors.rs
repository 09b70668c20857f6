//! Accessors, errors, trace and documents.

use crate::support::Fixture;

#[test]
fn accessors_ask_nodes_for_their_properties() {
    Fixture::new("<p:r xmlns:p='urn:p' id='1'>a<b xml:base='http://h/'>c</b><?t u?></p:r>").assert(&[
        ("node-name(.)", "p:r:QName"),
        ("node-name(.) eq xs:QName('p:r')", "true"),
        ("node-name(@id)", "id:QName"),
        ("node-name(processing-instruction())", "t:QName"),
        ("node-name(text())", ""),
        ("node-name(/)", ""),
        ("node-name(())", ""),
        ("node-name(1)", "XPTY0004"),
        ("node-name((., b))", "XPTY0004"),
        ("nilled(.)", "false"),
        ("nilled(@id)", ""),
        ("string()", "'ac'"),
        ("string(())", "''"),
        ("string(b)", "'c'"),
        ("string(1.50)", "'1.5'"),
        ("string(1e6)", "'1.0E6'"),
        ("string((1, 2))", "XPTY0004"),
        ("data((@id, 1))", "1:untypedAtomic 1"),
        ("base-uri(b)", "http://h/:anyURI"),
        ("base-uri(())", ""),
        ("document-uri(/)", ""),
        ("document-uri(.)", ""),
    ]);
    Fixture::new("<r/>").without_item().assert(&[
        ("string()", "XPDY0002"),
        ("name()", "XPDY0002"),
        ("number()", "XPDY0002"),
    ]);
}

#[test]
fn errors_are_raised_with_the_code_of_the_expression() {
    let fixture = Fixture::new("<r/>");
    fixture.assert(&[
        ("error()", "FOER0000"),
        ("error(())", "XPTY0004"),
        ("error((), 'text')", "FOER0000"),
        ("error(QName('http://www.w3.org/2005/xqt-errors', 'err:FODC0002'))", "FODC0002"),
        ("if (1) then 1 else error()", "1"),
        ("trace((1, 2), 'label')", "1 2"),
        ("trace(1, ())", "XPTY0004"),
    ]);
    let error = fixture.evaluate("error(QName('urn:e', 'e:odd'), 'why not', 1)").err();
    let told = error.map(|error| (error.raised, error.message));
    assert_eq!(told, Some((Some("{urn:e}odd".to_owned()), "why not".to_owned())));
}

#[test]
fn other_documents_are_out_of_reach() {
    Fixture::new("<r/>").assert(&[
        ("doc(())", ""),
        ("doc('a.xml')", "FODC0002"),
        ("doc('%zz')", "FODC0005"),
        ("doc-available('a.xml')", "false"),
        ("doc-available(())", "false"),
        ("collection()", "FODC0002"),
        ("collection('a')", "FODC0002"),
        ("collection('%zz')", "FODC0004"),
    ]);
}
