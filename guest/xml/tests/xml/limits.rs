//! Each bound: what reaches it, what just does not, and where it is reported.

use crate::transcript::read;
use pyxsd_xml::{ErrorKind, LimitKind, ParseLimits};

fn check(input: &str, limits: ParseLimits, expected: Option<(LimitKind, u64, u64, u64)>) {
    let found = match read(input.as_bytes(), &limits) {
        Ok(_) => None,
        Err(error) => match error.kind {
            ErrorKind::Limit { kind, value, maximum } => Some((kind, value, maximum, error.position.offset)),
            other => panic!("{input}: {other}"),
        },
    };
    assert_eq!(found, expected, "{input}");
}

fn limits(change: impl FnOnce(&mut ParseLimits)) -> ParseLimits {
    let mut limits = ParseLimits::default();
    change(&mut limits);
    limits
}

#[test]
fn bytes_are_those_of_the_file() {
    let nine = || limits(|limits| limits.bytes = 9);
    check("<a>12</a>", nine(), None);
    check("<a>123</a>", nine(), Some((LimitKind::Bytes, 10, 9, 0)));
    check("\u{FEFF}<a></a>", nine(), Some((LimitKind::Bytes, 10, 9, 0)));
    check("<not well-formed", nine(), Some((LimitKind::Bytes, 16, 9, 0)));
}

#[test]
fn depth_counts_open_elements() {
    let two = || limits(|limits| limits.depth = 2);
    check("<a><b></b><b/></a>", two(), None);
    check("<a><b><c/></b></a>", two(), Some((LimitKind::Depth, 3, 2, 6)));
    let deep = |depth| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    check(&deep(256), ParseLimits::default(), None);
    check(&deep(257), ParseLimits::default(), Some((LimitKind::Depth, 257, 256, 768)));
}

#[test]
fn elements_are_counted_over_the_document() {
    let three = || limits(|limits| limits.elements = 3);
    check("<a><b/><b/></a>", three(), None);
    check("<a><b/><b/><b/></a>", three(), Some((LimitKind::Elements, 4, 3, 11)));
}

#[test]
fn attributes_of_one_element_include_namespace_declarations() {
    let two = || limits(|limits| limits.attributes = 2);
    check("<a b='' xmlns='u'><a b='' c=''/></a>", two(), None);
    check("<a b='' xmlns='u' c=''/>", two(), Some((LimitKind::Attributes, 3, 2, 18)));
}

#[test]
fn namespaces_are_the_declarations_in_scope() {
    let two = || limits(|limits| limits.namespaces = 2);
    check("<a xmlns='u'><b xmlns='v'/><b xmlns='v'/></a>", two(), None);
    check("<a xmlns='u'><b xmlns='v' xmlns:p='w'/></a>", two(), Some((LimitKind::Namespaces, 3, 2, 26)));
}

#[test]
fn name_bytes_bound_every_kind_of_name() {
    let four = || limits(|limits| limits.name_bytes = 4);
    check("<abcd éé='' p:b='' xmlns='' />".replace(" p:b=''", "").replace(" xmlns=''", "").as_str(), four(), None);
    check("<abcde/>", four(), Some((LimitKind::NameBytes, 5, 4, 1)));
    check("<a éée=''/>", four(), Some((LimitKind::NameBytes, 5, 4, 3)));
    check("<ab:cd/>", four(), Some((LimitKind::NameBytes, 5, 4, 1)));
    check("<?abcde?><a/>", four(), Some((LimitKind::NameBytes, 5, 4, 2)));
    check("<a>&abcde;</a>", four(), Some((LimitKind::NameBytes, 5, 4, 4)));
    check("<a></abcde>", four(), Some((LimitKind::NameBytes, 5, 4, 5)));
}

#[test]
fn attribute_bytes_are_counted_after_normalisation() {
    let four = || limits(|limits| limits.attribute_bytes = 4);
    check("<a b='1234' c='&#65;&#66;\r\n&lt;' d='éé'/>", four(), None);
    check("<a b='12345'/>", four(), Some((LimitKind::AttributeBytes, 5, 4, 5)));
    check("<a c='&amp;' b='&#65;&#66;&#67;&#68;&#69;'/>", four(), Some((LimitKind::AttributeBytes, 5, 4, 15)));
    check("<a xmlns='12345'/>", four(), Some((LimitKind::AttributeBytes, 5, 4, 9)));
}

#[test]
fn a_limit_tells_what_was_counted() {
    let error = read(b"<a><b/></a>", &limits(|limits| limits.elements = 1)).unwrap_err();
    assert_eq!(error.to_string(), "too many elements: at least 2, at most 1 are allowed (line 1, column 4)");
}
