//! Agreement with roxmltree: which documents are well-formed, and what is in them.

use crate::transcript::{Transcript, read};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use pyxsd_xml::{ErrorKind, ParseLimits};
use roxmltree::{Document, Node, NodeType, ParsingOptions};
use std::fmt::Write;

/// Documents that roxmltree accepts although the standards refuse them.
const LENIENT: [(&str, &str); 14] = [
    ("XML 1.1", "<?xml version='1.1'?><a/>"),
    ("missing version", "<?xml? version='1.0'?><a/>"),
    ("version", "<?xml version='1.'?><a/>"),
    ("reserved target", "<?XML?><a/>"),
    ("encoding name", "<?xml version='1.0' encoding='foo bar'?><a/>"),
    ("encoding", "<?xml version='1.0' encoding='UTF-16'?><a/>"),
    ("characters of the declaration", "<?xml version='1.0é'?><a/>"),
    ("grammar of the declaration", "<?xml versionx='1.0'?><a/>"),
    ("standalone", "<?xml version='1.0' standalone='maybe'?><a/>"),
    ("no namespace", "<a xmlns:p=''/>"),
    ("xmlns declared", "<a xmlns:xmlns='u'/>"),
    ("colon in a target", "<?a:b?><a/>"),
    ("colon at the start", "<:a/>"),
    ("white space after a target", "<?a+?><a/>"),
];

/// Whether a refusal of ours is of a rule that roxmltree is known not to check.
fn is_known_leniency(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Version11
            | ErrorKind::MissingVersion
            | ErrorKind::InvalidVersion(_)
            | ErrorKind::ReservedTarget(_)
            | ErrorKind::InvalidEncodingName(_)
            | ErrorKind::UnsupportedEncoding(_)
            | ErrorKind::ContradictedEncoding { .. }
            | ErrorKind::InvalidStandalone(_)
            | ErrorKind::InvalidDeclaration(_)
            | ErrorKind::EmptyNamespace(_)
            | ErrorKind::ReservedPrefix(_)
            | ErrorKind::InvalidTarget
            | ErrorKind::InvalidQName(_)
    )
}

fn clark(namespace: Option<&str>, local: &str) -> String {
    match namespace {
        Some(namespace) if !namespace.is_empty() => format!("{{{namespace}}}{local}"),
        _ => local.to_owned(),
    }
}

fn write_node(node: Node<'_, '_>, transcript: &mut Transcript) {
    match node.node_type() {
        NodeType::Root => node.children().for_each(|child| write_node(child, transcript)),
        NodeType::Element => {
            let name = clark(node.tag_name().namespace(), node.tag_name().name());
            let mut line = format!("start {name}");
            for attribute in node.attributes() {
                let _ = write!(line, " {}={:?}", clark(attribute.namespace(), attribute.name()), attribute.value());
            }
            transcript.line(line);
            node.children().for_each(|child| write_node(child, transcript));
            transcript.line(format!("end {name}"));
        }
        NodeType::Text => transcript.text(node.text().unwrap_or_default()),
        NodeType::Comment => transcript.line(format!("comment {:?}", node.text().unwrap_or_default())),
        NodeType::PI => {
            let instruction = node.pi().unwrap();
            // A declaration with a tab or line end after its `xml` is an instruction to the oracle.
            if instruction.target == "xml" {
                return;
            }
            let data = instruction.value.unwrap_or_default();
            transcript.line(format!("instruction {} {data:?}", instruction.target));
        }
    }
}

/// What roxmltree reads; `None` where it refuses.
fn oracle(text: &str) -> Option<Vec<String>> {
    // It keeps a CR before a reference; line ends may be normalised before parsing instead (XML 1.0, 2.11).
    let text = &text.replace("\r\n", "\n").replace('\r', "\n");
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).ok()?;
    let mut transcript = Transcript::default();
    write_node(document.root(), &mut transcript);
    transcript.flush();
    Some(transcript.lines)
}

fn agree(text: &str) -> Result<(), TestCaseError> {
    match (read(text.as_bytes(), &ParseLimits::default()), oracle(text)) {
        (Ok(ours), Some(theirs)) => prop_assert_eq!(ours, theirs, "{}", text),
        (Ok(_), None) => {
            let error = Document::parse(text).map(|_| ()).unwrap_err();
            prop_assert!(false, "only we accept {text:?}: {error}");
        }
        (Err(error), Some(_)) => prop_assert!(is_known_leniency(&error.kind), "only we refuse {text:?}: {error}"),
        (Err(_), None) => {}
    }
    Ok(())
}

#[test]
fn the_known_leniencies_of_the_oracle_are_what_they_were() {
    let still = |(rule, text): &(&'static str, &str)| {
        let refused = read(text.as_bytes(), &ParseLimits::default()).unwrap_err();
        (*rule, is_known_leniency(&refused.kind) && oracle(text).is_some())
    };
    let expected: Vec<_> = LENIENT.iter().map(|(rule, _)| (*rule, true)).collect();
    assert_eq!(LENIENT.iter().map(still).collect::<Vec<_>>(), expected);
}

/// Pieces from which documents, most of them malformed, are put together.
const PIECES: [&str; 48] = [
    "<a>",
    "</a>",
    "<a/>",
    "<b>",
    "</b>",
    "<p:a xmlns:p='u'>",
    "</p:a>",
    "<p:b/>",
    "<a b='1'>",
    "<a b=\"2\" c='>'/>",
    "<a b='1' b='2'/>",
    "<a p:b='' b=''/>",
    "<a xmlns='u'>",
    "<a xmlns=''>",
    "<b xmlns:q='u' q:a='' a='&#10;&lt;\t\r\n'/>",
    "<a xml:lang='en'/>",
    " ",
    "\n",
    "\r\n",
    "\r",
    "x",
    "é",
    "&amp;",
    "&#65;",
    "&#x10FFFF;",
    "&#0;",
    "&x;",
    "&",
    "]]>",
    "]]",
    "<![CDATA[x]]>",
    "<![CDATA[]]]]>",
    "<![CDATA[\r\n]]>",
    "<![CDATA[",
    "<!--x-->",
    "<!---->",
    "<!-- - -->",
    "<!--x--",
    "<?p?>",
    "<?p x ?>",
    "<?p",
    "<?xml version='1.0'?>",
    "<",
    ">",
    "'",
    "=",
    "\u{1}",
    "\u{FFFE}",
];

/// Characters that mean something somewhere.
const ALPHABET: &str = "<>/='\"&;#x![]-? \t\n\r:ab1.é·\u{FFFD}\u{FFFF}\u{1}";

/// Well-formed documents to be damaged.
const SEEDS: [&str; 4] = [
    "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<!-- c --><a b='1' c=\"&lt;2\"><b/>text &amp; more<![CDATA[<x>]]></a><?p d?>\n",
    "<p:a xmlns:p='u' xmlns='v' p:b='x' b='y'><c xmlns=''><d/></c>&#x41;\r\n<!----></p:a>",
    "<a><b><c x='1' y='2' z='3'>]] > &quot;</c></b> <b></b></a>",
    "<é ·é='ÿ'>日本<?target data?></é>",
];

fn damaged() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3usize, any::<prop::sample::Index>()), 1..4);
    (prop::sample::select(&SEEDS[..]), edits).prop_map(|(seed, edits)| {
        let alphabet: Vec<char> = ALPHABET.chars().collect();
        let mut characters: Vec<char> = seed.chars().collect();
        for (place, edit, with) in edits {
            let place = place.index(characters.len());
            let with = *with.get(&alphabet);
            match edit {
                0 => characters.insert(place, with),
                1 => characters[place] = with,
                _ => drop(characters.remove(place)),
            }
        }
        characters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn both_read_the_same_in_documents_put_together_from_pieces(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..8), wrapped in any::<bool>(),
    ) {
        let inner = pieces.concat();
        agree(&if wrapped { format!("<r xmlns:p='v'>{inner}</r>") } else { inner })?;
    }

    #[test]
    fn both_read_the_same_in_damaged_documents(text in damaged()) {
        agree(&text)?;
    }

    #[test]
    fn no_bytes_make_the_parser_fail_otherwise_than_by_an_error(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = read(&bytes, &ParseLimits::default());
    }
}
