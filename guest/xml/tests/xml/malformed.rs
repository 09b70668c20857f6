//! Every rule of well-formedness and namespace well-formedness: an input that breaks it, the variant, and the place.

use crate::transcript::read;
use pyxsd_xml::ErrorKind::{self, *};
use pyxsd_xml::{Encoding, ParseLimits, Position};

/// Input, what is wrong, and offset of the error (in bytes, on the first line unless the input has line ends).
type Case = (&'static str, ErrorKind, u64);

fn text(text: &str) -> String {
    text.to_owned()
}

fn first(column: u32) -> Position {
    Position { line: 1, column, offset: u64::from(column) - 1 }
}

fn declarations() -> Vec<Case> {
    vec![
        ("<?xml?><a/>", MissingVersion, 5),
        ("<?xml ?><a/>", MissingVersion, 6),
        ("<?xml encoding='UTF-8'?><a/>", MissingVersion, 6),
        ("<?xml Version='1.0'?><a/>", MissingVersion, 6),
        ("<?xml version='1.1'?><a/>", Version11, 15),
        ("<?xml version='2.0'?><a/>", InvalidVersion(text("2.0")), 15),
        ("<?xml version='1\n\t0'?><a/>", InvalidVersion(text("1  0")), 15),
        ("<?xml version='1.'?><a/>", InvalidVersion(text("1.")), 15),
        ("<?xml version=''?><a/>", InvalidVersion(text("")), 15),
        ("<?xml version='1.0a'?><a/>", InvalidVersion(text("1.0a")), 15),
        ("<?xml version 1.0?><a/>", InvalidDeclaration("'='"), 14),
        ("<?xml version=1.0?><a/>", InvalidDeclaration("a value in quotes"), 14),
        ("<?xml version='1.0\"?><a/>", InvalidDeclaration("the closing quote of the value"), 21),
        ("<?xml version='1.0é'?><a/>", InvalidDeclaration("the closing quote of the value"), 18),
        ("<?xml version='1.0'encoding='UTF-8'?><a/>", InvalidDeclaration("white space"), 19),
        ("<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>", InvalidDeclaration("'?>'"), 37),
        ("<?xml version='1.0' foo='1'?><a/>", InvalidDeclaration("'encoding', 'standalone' or '?>'"), 20),
        ("<?xml version='1.0' encoding='UTF-8' foo='1'?><a/>", InvalidDeclaration("'standalone' or '?>'"), 37),
        ("<?xml version='1.0'><a/>", InvalidDeclaration("'encoding', 'standalone' or '?>'"), 19),
        ("<?xml version='1.0'", InvalidDeclaration("'encoding', 'standalone' or '?>'"), 19),
        ("<?xml version='1.0' standalone='maybe'?><a/>", InvalidStandalone(text("maybe")), 32),
        ("<?xml version='1.0' standalone='Yes'?><a/>", InvalidStandalone(text("Yes")), 32),
        ("<?xml version='1.0' encoding='foo bar'?><a/>", InvalidEncodingName(text("foo bar")), 30),
        ("<?xml version='1.0' encoding=''?><a/>", InvalidEncodingName(text("")), 30),
        ("<?xml version='1.0' encoding='8859'?><a/>", InvalidEncodingName(text("8859")), 30),
        ("<?xml version='1.0' encoding='EBCDIC-CP-US'?><a/>", UnsupportedEncoding(text("EBCDIC-CP-US")), 30),
        (
            "<?xml version='1.0' encoding='UTF-16'?><a/>",
            ContradictedEncoding { declared: text("UTF-16"), found: Encoding::Utf8 },
            30,
        ),
        (" <?xml version='1.0'?><a/>", MisplacedDeclaration, 1),
        ("<!----><?xml version='1.0'?><a/>", MisplacedDeclaration, 7),
        ("<a><?xml version='1.0'?></a>", MisplacedDeclaration, 3),
        ("<?XML version='1.0'?><a/>", ReservedTarget(text("XML")), 0),
        ("<a/><?xMl?>", ReservedTarget(text("xMl")), 4),
    ]
}

fn document_structure() -> Vec<Case> {
    vec![
        ("", MissingRoot, 0),
        ("  ", MissingRoot, 2),
        ("<!-- nothing -->", MissingRoot, 16),
        ("<?xml version='1.0'?>", MissingRoot, 21),
        ("<a/><b/>", SecondRoot, 4),
        ("<a></a> <a>", SecondRoot, 8),
        ("text<a/>", TextOutsideRoot, 0),
        ("<a/>text", TextOutsideRoot, 4),
        ("<a/>&#32;", TextOutsideRoot, 4),
        ("&amp;<a/>", TextOutsideRoot, 0),
        ("<![CDATA[]]><a/>", TextOutsideRoot, 0),
        ("<a/><![CDATA[ ]]>", TextOutsideRoot, 4),
        ("\u{FEFF}\u{FEFF}<a/>", TextOutsideRoot, 3),
        ("</a>", UnexpectedEndTag, 0),
        ("<a/></a>", UnexpectedEndTag, 4),
        ("<a>", UnclosedElement { name: text("a"), opened: first(1) }, 3),
        ("<a><b></b> ", UnclosedElement { name: text("a"), opened: first(1) }, 11),
        ("<a><b>text", UnclosedElement { name: text("b"), opened: first(4) }, 10),
        ("<a></b>", MismatchedEndTag { expected: text("a"), found: text("b"), opened: first(1) }, 3),
        ("<a></A>", MismatchedEndTag { expected: text("a"), found: text("A"), opened: first(1) }, 3),
        ("<a><b></a></b>", MismatchedEndTag { expected: text("b"), found: text("a"), opened: first(4) }, 6),
        ("<ab></a>", MismatchedEndTag { expected: text("ab"), found: text("a"), opened: first(1) }, 4),
        ("<a></ab>", MismatchedEndTag { expected: text("a"), found: text("ab"), opened: first(1) }, 3),
        ("<a></a:b>", MismatchedEndTag { expected: text("a"), found: text("a:b"), opened: first(1) }, 3),
        (
            "<p:a xmlns:p='u' xmlns:q='u'></q:a>",
            MismatchedEndTag { expected: text("p:a"), found: text("q:a"), opened: first(1) },
            29,
        ),
        ("<!DOCTYPE a><a/>", Doctype, 0),
        ("<!-- --> <!DOCTYPE a [<!ENTITY b 'c'>]><a/>", Doctype, 9),
        ("<!doctype html><a/>", Doctype, 0),
        ("<a><!DOCTYPE a></a>", Doctype, 3),
        ("<a/><!DOCTYPE a>", Doctype, 4),
    ]
}

fn tags() -> Vec<Case> {
    vec![
        ("<", InvalidMarkup, 0),
        ("<1/>", InvalidMarkup, 0),
        ("< a/>", InvalidMarkup, 0),
        ("<>", InvalidMarkup, 0),
        ("<a><</a>", InvalidMarkup, 3),
        ("<!ELEMENT a ANY><a/>", InvalidMarkup, 0),
        ("<a><!x></a>", InvalidMarkup, 3),
        ("<a><![CDATA ]]></a>", InvalidMarkup, 3),
        ("<a", UnclosedTag, 0),
        ("<a ", UnclosedTag, 0),
        ("<a/", UnclosedTag, 0),
        ("<a b", UnclosedTag, 0),
        ("<a b=", UnclosedTag, 0),
        ("<a b=''", UnclosedTag, 0),
        ("<a></a", UnclosedTag, 3),
        ("<a></", UnclosedTag, 3),
        ("<a =''/>", UnexpectedInTag('='), 3),
        ("<a/ >", UnexpectedInTag(' '), 3),
        ("<a / >", UnexpectedInTag(' '), 4),
        ("<a$/>", UnexpectedInTag('$'), 2),
        ("<a×/>", UnexpectedInTag('×'), 2),
        ("<a <b/>", UnexpectedInTag('<'), 3),
        ("<a 1=''/>", UnexpectedInTag('1'), 3),
        ("<a></a b>", UnexpectedInTag('b'), 7),
        ("<a></a/>", UnexpectedInTag('/'), 6),
        ("<a></ a>", UnexpectedInTag(' '), 5),
        ("<a></>", UnexpectedInTag('>'), 5),
        ("<a b='1'c='2'/>", MissingSpace, 8),
        ("<a b/>", MissingValue(text("b")), 4),
        ("<a b c=''/>", MissingValue(text("b")), 5),
        ("<a b=1/>", UnquotedValue(text("b")), 5),
        ("<a b=>", UnquotedValue(text("b")), 5),
        ("<a b='1", UnclosedValue, 5),
        ("<a b='1\"/>", UnclosedValue, 5),
        ("<a b='&amp;", UnclosedValue, 5),
        ("<a b='<'/>", LessThanInValue, 6),
        ("<a b='&lt;<'/>", LessThanInValue, 10),
        ("<a b='' b=''/>", DuplicateAttribute(text("b")), 8),
        ("<a p:b='' q:b='' xmlns:p='u' xmlns:q='u'/>", DuplicateAttribute(text("q:b")), 10),
        ("<a xmlns='u' xmlns='v'/>", DuplicateAttribute(text("xmlns")), 13),
        ("<a xmlns:p='u' xmlns:p='u'/>", DuplicateAttribute(text("xmlns:p")), 15),
        ("<a a='' b='' c='' d='' e='' f='' g='' h='' i='' j='' a=''/>", DuplicateAttribute(text("a")), 53),
        ("<a a='' b='' c='' d='' e='' f='' g='' h='' i='' i=''/>", DuplicateAttribute(text("i")), 48),
    ]
}

fn text_and_markup() -> Vec<Case> {
    vec![
        ("<a>]]></a>", CdataEndInText, 3),
        ("<a>x]]]]></a>", CdataEndInText, 6),
        ("<a>&amp;]]></a>", CdataEndInText, 8),
        ("<a><![CDATA[x]]>]]></a>", CdataEndInText, 16),
        ("<a><![CDATA[x]]", UnclosedCdata, 3),
        ("<a><![CDATA[", UnclosedCdata, 3),
        ("<!-- ", UnclosedComment, 0),
        ("<!--", UnclosedComment, 0),
        ("<!-->", UnclosedComment, 0),
        ("<!--->", UnclosedComment, 0),
        ("<!-- -", UnclosedComment, 0),
        ("<!-- --", UnclosedComment, 0),
        ("<!-- a -- b --><a/>", DoubleHyphen, 7),
        ("<!-- a ---><a/>", DoubleHyphen, 7),
        ("<?a ", UnclosedInstruction, 0),
        ("<?a", UnclosedInstruction, 0),
        ("<?a?", InvalidTarget, 3),
        ("<?", UnclosedInstruction, 0),
        ("<? a?><a/>", InvalidTarget, 2),
        ("<??><a/>", InvalidTarget, 2),
        ("<?1?><a/>", InvalidTarget, 2),
        ("<?a+?><a/>", InvalidTarget, 3),
        ("<?a:b?><a/>", InvalidTarget, 3),
        ("<?xml:b?><a/>", InvalidTarget, 5),
        ("<a>\u{1}</a>", InvalidCharacter('\u{1}'), 3),
        ("<a>é\u{FFFE}</a>", InvalidCharacter('\u{FFFE}'), 5),
        ("<a>\u{FFFF}</a>", InvalidCharacter('\u{FFFF}'), 3),
        ("<a b='\u{1F}'/>", InvalidCharacter('\u{1F}'), 6),
        ("<a b=\u{0}''/>", InvalidCharacter('\u{0}'), 5),
        ("<a \u{0}/>", InvalidCharacter('\u{0}'), 3),
        ("<a><![CDATA[\u{C}]]></a>", InvalidCharacter('\u{C}'), 12),
        ("<!--\u{B}--><a/>", InvalidCharacter('\u{B}'), 4),
        ("<?a \u{8}?><a/>", InvalidCharacter('\u{8}'), 4),
        (" \u{0}<a/>", InvalidCharacter('\u{0}'), 1),
        ("<a/>\u{FFFF}", InvalidCharacter('\u{FFFF}'), 4),
    ]
}

fn references() -> Vec<Case> {
    vec![
        ("<a>&</a>", InvalidReference, 3),
        ("<a>& b</a>", InvalidReference, 3),
        ("<a>&amp</a>", InvalidReference, 3),
        ("<a>&amp ;</a>", InvalidReference, 3),
        ("<a>&#;</a>", InvalidReference, 3),
        ("<a>&#x;</a>", InvalidReference, 3),
        ("<a>&#xg;</a>", InvalidReference, 3),
        ("<a>&#X41;</a>", InvalidReference, 3),
        ("<a>&#1a;</a>", InvalidReference, 3),
        ("<a>&#+65;</a>", InvalidReference, 3),
        ("<a>&#65</a>", InvalidReference, 3),
        ("<a b='&#65'/>", InvalidReference, 6),
        ("<a>&p:q;</a>", InvalidReference, 3),
        ("<a>&", InvalidReference, 3),
        ("<a>&#0;</a>", InvalidCharacterReference(0), 3),
        ("<a>&#x1F;</a>", InvalidCharacterReference(0x1F), 3),
        ("<a>&#xD800;</a>", InvalidCharacterReference(0xD800), 3),
        ("<a>&#xDFFF;</a>", InvalidCharacterReference(0xDFFF), 3),
        ("<a>&#xFFFE;</a>", InvalidCharacterReference(0xFFFE), 3),
        ("<a>&#x110000;</a>", InvalidCharacterReference(0x0011_0000), 3),
        ("<a>&#xFFFFFFFFFFFFFFFFFFFF;</a>", InvalidCharacterReference(u32::MAX), 3),
        ("<a>&#4294967361;</a>", InvalidCharacterReference(u32::MAX), 3),
        ("<a b='&#0;'/>", InvalidCharacterReference(0), 6),
        ("<a>&nbsp;</a>", UnknownEntity(text("nbsp")), 3),
        ("<a>&Amp;</a>", UnknownEntity(text("Amp")), 3),
        ("<a b='&x;'/>", UnknownEntity(text("x")), 6),
    ]
}

fn namespaces() -> Vec<Case> {
    vec![
        ("<a:/>", InvalidQName(text("a:")), 1),
        ("<:a/>", InvalidQName(text(":a")), 1),
        ("<:/>", InvalidQName(text(":")), 1),
        ("<a:b:c/>", InvalidQName(text("a:b:c")), 1),
        ("<a::b/>", InvalidQName(text("a::b")), 1),
        ("<a:1/>", InvalidQName(text("a:1")), 1),
        ("<a xmlns:=''/>", InvalidQName(text("xmlns:")), 3),
        ("<a b:=''/>", InvalidQName(text("b:")), 3),
        ("<p:a/>", UndeclaredPrefix(text("p")), 1),
        ("<a p:b=''/>", UndeclaredPrefix(text("p")), 3),
        ("<a><b xmlns:p='u'/><p:c/></a>", UndeclaredPrefix(text("p")), 20),
        ("<p:a xmlns:P='u'/>", UndeclaredPrefix(text("p")), 1),
        ("<a xmlns:p=''/>", EmptyNamespace(text("p")), 3),
        ("<a xmlns:xmlns='u'/>", ReservedPrefix(text("xmlns")), 3),
        ("<a xmlns:xmlns='http://www.w3.org/2000/xmlns/'/>", ReservedPrefix(text("xmlns")), 3),
        ("<a xmlns:xml='u'/>", ReservedPrefix(text("xml")), 3),
        ("<a xmlns:xml=''/>", ReservedPrefix(text("xml")), 3),
        ("<xmlns:a/>", ReservedPrefix(text("xmlns")), 1),
        ("<a xmlns='http://www.w3.org/2000/xmlns/'/>", ReservedNamespace(text("http://www.w3.org/2000/xmlns/")), 3),
        ("<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", ReservedNamespace(text("http://www.w3.org/2000/xmlns/")), 3),
        (
            "<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
            ReservedNamespace(text("http://www.w3.org/XML/1998/namespace")),
            3,
        ),
        (
            "<a xmlns:p='http://www.w3.org/XML/1998/namespac&#x65;'/>",
            ReservedNamespace(text("http://www.w3.org/XML/1998/namespace")),
            3,
        ),
    ]
}

fn check(cases: Vec<Case>) {
    let mut wrong = Vec::new();
    for (input, kind, offset) in cases {
        match read(input.as_bytes(), &ParseLimits::default()) {
            Err(error) if error.kind == kind && error.position.offset == offset => {
                let message = error.to_string();
                assert!(message.len() > 20 && !message.contains("is not well-formed ("), "{message}");
            }
            other => wrong.push(format!("{input:?}\n  expected {kind:?} at {offset}\n  found {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_malformed_xml_declaration_is_refused() {
    check(declarations());
}

#[test]
fn a_document_has_exactly_one_root_and_matching_tags() {
    check(document_structure());
}

#[test]
fn a_malformed_tag_is_refused() {
    check(tags());
}

#[test]
fn malformed_text_and_markup_is_refused() {
    check(text_and_markup());
}

#[test]
fn only_references_to_predefined_entities_and_allowed_characters_are_read() {
    check(references());
}

#[test]
fn the_rules_of_namespaces_are_kept() {
    check(namespaces());
}

#[test]
fn a_message_repeats_only_the_beginning_of_a_long_name() {
    let input = format!("<a>&{};</a>", "é".repeat(1000));
    let error = read(input.as_bytes(), &ParseLimits::default()).unwrap_err();
    assert_eq!(error.kind, UnknownEntity(format!("{}…", "é".repeat(80))));
}

#[test]
fn a_message_tells_a_person_what_and_where() {
    let error = read(b"<a>\n<b></c></a>", &ParseLimits::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the end tag '</c>' does not match: '</b>' was expected, for the element opened at line 2, column 1 (line 2, column 4)"
    );
}
