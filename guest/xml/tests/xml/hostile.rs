//! Documents made to cost much: each is read or refused with work in proportion to its length, on a small stack.

use pyxsd_xml::{
    Characters, EndElement, ErrorKind, Names, ParseError, ParseLimits, Sink, Source, StartElement, XmlError, parse,
};
use std::fmt::Write;

/// Counts what it is told.
#[derive(Default, Debug, PartialEq, Eq)]
struct Work {
    starts: usize,
    ends: usize,
    attributes: usize,
    runs: usize,
    text: usize,
    values: usize,
}

impl Sink for Work {
    type Stop = ();
    fn start_element(&mut self, _: &mut Names, event: &StartElement<'_>) -> Result<(), ()> {
        self.starts += 1;
        self.attributes += event.attributes.len();
        self.values += event.attributes.iter().map(|attribute| attribute.value.len()).sum::<usize>();
        Ok(())
    }
    fn characters(&mut self, _: &mut Names, event: &Characters<'_>) -> Result<(), ()> {
        self.runs += 1;
        self.text += event.text.len();
        Ok(())
    }
    fn end_element(&mut self, _: &mut Names, _: &EndElement<'_>) -> Result<(), ()> {
        self.ends += 1;
        Ok(())
    }
}

fn unlimited() -> ParseLimits {
    ParseLimits {
        bytes: u64::MAX,
        depth: u32::MAX,
        elements: u64::MAX,
        attributes: u32::MAX,
        namespaces: u32::MAX,
        name_bytes: u32::MAX,
        attribute_bytes: u64::MAX,
    }
}

fn read(text: &str, names: &mut Names, limits: &ParseLimits) -> Result<Work, XmlError> {
    let source = Source::decode(text.as_bytes(), limits)?;
    let mut work = Work::default();
    match parse(&source, names, limits, &mut work) {
        Ok(()) => Ok(work),
        Err(ParseError::Xml(error)) => Err(error),
        Err(ParseError::Stopped(())) => panic!("the sink never stops"),
    }
}

/// Reads without limits on a stack of 64 KiB.
fn work(text: String) -> Result<Work, XmlError> {
    let thread = std::thread::Builder::new().stack_size(64 << 10);
    thread.spawn(move || read(&text, &mut Names::new(), &unlimited())).unwrap().join().unwrap()
}

fn limit_of(text: &str) -> ErrorKind {
    read(text, &mut Names::new(), &ParseLimits::default()).unwrap_err().kind
}

#[test]
fn a_million_nested_elements_need_no_stack() {
    let depth = 1_000_000;
    let text = format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    assert!(matches!(limit_of(&text), ErrorKind::Limit { .. }));
    let found = work(text).unwrap();
    assert_eq!((found.starts, found.ends), (depth, depth));
    let unclosed = work("<a>".repeat(depth)).unwrap_err();
    assert!(matches!(unclosed.kind, ErrorKind::UnclosedElement { .. }));
}

#[test]
fn a_hundred_thousand_attributes_of_one_element_are_compared_by_hash() {
    let mut text = String::from("<a xmlns:p='u' xmlns:q='u'");
    for n in 0..100_000 {
        let _ = write!(text, " {}a{n}='{n}'", if n % 2 == 0 { "p:" } else { "" });
    }
    assert!(matches!(limit_of(&format!("{text}/>")), ErrorKind::Limit { .. }));
    let found = work(format!("{text}><b c='' d='' e='' f='' g='' h='' i='' j='' k='' l=''/></a>")).unwrap();
    assert_eq!((found.attributes, found.ends), (100_010, 2));
    let repeated = work(format!("{text} q:a0=''/>")).unwrap_err();
    assert_eq!(repeated.kind, ErrorKind::DuplicateAttribute("q:a0".to_owned()));
}

#[test]
fn five_thousand_namespaces_over_five_thousand_elements_are_not_copied() {
    let mut text = String::from("<a");
    for n in 0..5_000 {
        let _ = write!(text, " xmlns:p{n}='urn:{n}'");
    }
    text.push('>');
    for n in 0..5_000 {
        let _ = write!(text, "<p{n}:b p{n}:c='' xmlns:own='urn:own'/>");
    }
    text.push_str("</a>");
    assert!(matches!(limit_of(&text), ErrorKind::Limit { .. }));
    assert_eq!(work(text).unwrap().attributes, 5_000);
}

#[test]
fn namespaces_declared_again_on_every_element_are_taken_back() {
    let mut declarations = String::new();
    for n in 0..5_000 {
        let _ = write!(declarations, " xmlns:p{n}='urn:{n}'");
    }
    let element = format!("<p0:a{declarations}><p1:b{declarations}/></p0:a>");
    let mut names = Names::new();
    let found = read(&format!("<r>{}</r>", element.repeat(20)), &mut names, &unlimited()).unwrap();
    assert_eq!(found.starts, 41);
    assert_eq!((names.len(), names.namespace_count()), (3, 5_005));
}

#[test]
fn a_text_of_sixty_mebibytes_is_one_run() {
    let length = 60 << 20;
    let found = work(format!("<a>{}</a>", "x".repeat(length))).unwrap();
    assert_eq!((found.runs, found.text), (1, length));
}

#[test]
fn floods_of_one_character_are_read_once() {
    let length = 512 << 10;
    let cases = [
        (format!("<a>{}</a>", "\r".repeat(length)), length),
        (format!("<a>{}</a>", "\r\n".repeat(length)), length),
        (format!("<a>{}</a>", "]".repeat(length)), length),
        (format!("<a><![CDATA[{}]]></a>", "]".repeat(length)), length),
        (format!("<a><![CDATA[{}]]></a>", "\r".repeat(length)), length),
        (format!("<a>{}</a>", "&#38;".repeat(length)), length),
        (format!("<a>{}</a>", "&lt;".repeat(length)), length),
        (format!("<a>&#{}65;</a>", "0".repeat(length)), 1),
        (format!("<a>{}</a>", "\u{FFFD}".repeat(length)), 3 * length),
        (format!("<a>{}</a>", "<![CDATA[]]>".repeat(length)), 0),
        (format!("<a><!--{}--></a>", "- ".repeat(length)), 0),
        (format!("<a><?p {}?></a>", "?".repeat(length)), 0),
    ];
    for (text, expected) in cases {
        let begins = text.chars().take(20).collect::<String>();
        let found = work(text).unwrap();
        assert_eq!(found.text, expected, "{begins}");
        assert!(found.runs <= length / (32 << 10), "{begins}: {} runs", found.runs);
    }
}

#[test]
fn unclosed_floods_end_at_the_end_of_the_document() {
    let length = 1 << 20;
    for (text, kind) in [
        (format!("<a>{}", "<!--".repeat(length)), ErrorKind::DoubleHyphen),
        (format!("<a><!-{}", "-".repeat(length)), ErrorKind::DoubleHyphen),
        (format!("<a><![CDATA[{}", "]".repeat(length)), ErrorKind::UnclosedCdata),
        (format!("<a><?p {}", "?".repeat(length)), ErrorKind::UnclosedInstruction),
        (format!("<a b='{}", "&amp;".repeat(length)), ErrorKind::UnclosedValue),
        (format!("<a{}", " ".repeat(length)), ErrorKind::UnclosedTag),
        (format!("<a>{}</a>", "&".repeat(length)), ErrorKind::InvalidReference),
        (format!("<a>&{};</a>", "n".repeat(length)), ErrorKind::UnknownEntity(format!("{}…", "n".repeat(80)))),
    ] {
        assert_eq!(work(text).unwrap_err().kind, kind);
    }
}

#[test]
fn long_names_and_values_are_limited_or_read() {
    let name = "n".repeat(1 << 20);
    let text = format!("<{name} {name}='{}'></{name}>", "&#65;\n".repeat(1 << 20));
    assert!(matches!(limit_of(&text), ErrorKind::Limit { .. }));
    assert_eq!(work(text).unwrap().values, 2 << 20);
}

#[test]
fn names_of_a_document_are_forgotten_after_it() {
    let mut names = Names::new();
    names.intern(pyxsd_xml::NamespaceId::XS, "schema");
    let mark = names.mark();
    let mut text = String::from("<a>");
    for n in 0..100_000 {
        let _ = write!(text, "<e{n} a{n}='' xmlns='u{n}'/>");
    }
    text.push_str("</a>");
    read(&text, &mut names, &unlimited()).unwrap();
    assert_eq!(names.len(), 200_002);
    names.rollback(mark);
    assert_eq!((names.len(), names.namespace_count()), (1, 5));
}

#[test]
fn an_entity_bomb_is_refused_at_its_declaration() {
    let mut text = String::from("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x0 'x'>");
    for n in 1..30 {
        let _ = write!(text, "<!ENTITY x{n} '&x{};&x{};'>", n - 1, n - 1);
    }
    text.push_str("]><a>&x29;</a>");
    assert_eq!(work(text).unwrap_err().kind, ErrorKind::Doctype);
}

#[test]
fn no_cut_of_a_document_makes_the_parser_fail_otherwise_than_by_an_error() {
    let text = "<?xml version='1.0' encoding='UTF-8'?><!--é--><p:a xmlns:p='u' b='&amp;\r\n'>x&#x41;\r<![CDATA[]]]]>\u{FFFD}<?q r?></p:a> ";
    for end in (0..text.trim_end().len()).filter(|&end| text.is_char_boundary(end)) {
        read(&text[..end], &mut Names::new(), &unlimited()).unwrap_err();
    }
    read(text, &mut Names::new(), &unlimited()).unwrap();
}
