//! Why a document could not be read.

use crate::{Encoding, LimitKind};

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// Line from 1; a line ends with LF, CR or CRLF.
    pub line: u32,
    /// Column from 1, in characters (Unicode scalar values), byte-order mark not counted.
    pub column: u32,
    /// Offset from 0 in bytes of the file, in its own encoding, byte-order mark counted.
    pub offset: u64,
}

/// A document that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where. For a construct that is never closed this is its first character, for an element that is never closed the end of the document.
    pub position: Position,
}

/// Why a document was refused: one variant a rule. Text taken from the document is cut to 80 characters, with spaces for
/// control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A bound was reached: `value` is what was found (at least), `maximum` the bound.
    Limit {
        /// Which bound.
        kind: LimitKind,
        /// What was found, at least.
        value: u64,
        /// The bound.
        maximum: u64,
    },
    /// A document type declaration; DTDs are refused whole. `<!DOCTYPE a><a/>`
    Doctype,

    /// An encoding that is not read, by declaration or by its first bytes. `<?xml version="1.0" encoding="EBCDIC-CP-US"?>`, UTF-32
    UnsupportedEncoding(String),
    /// The declared encoding is not the one that the bytes show. `encoding="UTF-16"` in a document of one byte a character, or
    /// `encoding="ISO-8859-1"` after the byte-order mark of UTF-8
    ContradictedEncoding {
        /// The encoding declared.
        declared: String,
        /// The encoding that the bytes show.
        found: Encoding,
    },
    /// UTF-16 with neither a byte-order mark nor an encoding declaration. `<a/>` in UTF-16
    UndeclaredUtf16,
    /// Bytes that are no character of the encoding. The byte FF in UTF-8, E9 in US-ASCII, 81 in windows-1252, half a pair in UTF-16
    InvalidBytes(Encoding),
    /// A character that XML does not allow. U+0001, U+FFFE
    InvalidCharacter(char),

    /// An XML declaration that does not begin with `version`. `<?xml encoding="UTF-8"?>`, `<?xml?>`
    MissingVersion,
    /// An XML declaration that breaks its grammar; the text says what could stand there. `<?xml version="1.0" foo="1"?>`
    InvalidDeclaration(&'static str),
    /// A version that is not a number of the form 1.n. `<?xml version="2.0"?>`
    InvalidVersion(String),
    /// XML 1.1, which is refused. `<?xml version="1.1"?>`
    Version11,
    /// An encoding name that breaks the grammar of such names. `<?xml version="1.0" encoding="foo bar"?>`
    InvalidEncodingName(String),
    /// A value of `standalone` other than `yes` and `no`. `<?xml version="1.0" standalone="maybe"?>`
    InvalidStandalone(String),
    /// An XML declaration that does not stand at the very start. ` <?xml version="1.0"?><a/>`
    MisplacedDeclaration,

    /// No root element. `<!-- nothing -->`
    MissingRoot,
    /// A second element after the root. `<a/><b/>`
    SecondRoot,
    /// Text, a reference or a CDATA section outside the root. `text<a/>`, `<a/>&#32;`
    TextOutsideRoot,
    /// An end tag outside the root. `<a/></a>`
    UnexpectedEndTag,
    /// The document ends inside an element. `<a><b></b>`
    UnclosedElement {
        /// The name of the innermost open element.
        name: String,
        /// Its start tag.
        opened: Position,
    },
    /// An end tag that does not match the start tag. `<a></b>`
    MismatchedEndTag {
        /// The name of the element that is open.
        expected: String,
        /// The name of the end tag.
        found: String,
        /// The start tag of the open element.
        opened: Position,
    },

    /// `<` that begins no markup. `<1/>`, `<!ELEMENT`, `< a>`
    InvalidMarkup,
    /// A tag that is never closed. `<a b="1"`
    UnclosedTag,
    /// A character that cannot stand there in a tag. `<a =>`, `<a/ >`, `</a b>`
    UnexpectedInTag(char),
    /// No white space between two attributes. `<a b="1"c="2"/>`
    MissingSpace,
    /// An attribute without a value. `<a b/>`
    MissingValue(String),
    /// An attribute value without quotes. `<a b=1/>`
    UnquotedValue(String),
    /// An attribute value whose quote is never closed. `<a b="1`
    UnclosedValue,
    /// `<` in an attribute value. `<a b="<"/>`
    LessThanInValue,
    /// Two attributes of one name, or of one local name and one namespace. `<a b="" b=""/>`
    DuplicateAttribute(String),

    /// `]]>` in text. `<a>]]></a>`
    CdataEndInText,
    /// A CDATA section that is never closed. `<a><![CDATA[`
    UnclosedCdata,
    /// A comment that is never closed. `<!-- `
    UnclosedComment,
    /// `--` inside a comment, or `--->` at its end. `<!-- a -- b -->`
    DoubleHyphen,
    /// A processing instruction that is never closed. `<?a `
    UnclosedInstruction,
    /// A processing instruction without a target, or with one that is no name without a colon, or with no space after it. `<? a?>`, `<?a:b?>`
    InvalidTarget,
    /// The target `xml` in another case. `<?XML?>`
    ReservedTarget(String),

    /// `&` that begins no complete reference. `<a>&</a>`, `&amp`, `&#;`, `&#xg;`
    InvalidReference,
    /// A reference to a character that XML does not allow. `&#0;`, `&#xD800;`, `&#xFFFFFFFFF;` (then the number is the greatest of 32 bits)
    InvalidCharacterReference(u32),
    /// A reference to an entity other than the five predefined ones: without a DTD none can be declared. `&nbsp;`
    UnknownEntity(String),

    /// A name with an empty or ill-formed part beside a colon, or with two colons. `<a:/>`, `<:a/>`, `<a:b:c/>`, `<a:1/>`
    InvalidQName(String),
    /// A prefix that no declaration in scope binds. `<p:a/>`
    UndeclaredPrefix(String),
    /// A prefix bound to no namespace. `<a xmlns:p=""/>`
    EmptyNamespace(String),
    /// The prefix `xmlns` declared or on an element, or `xml` bound to another namespace than its own. `<a xmlns:xmlns="u"/>`, `<xmlns:a/>`
    ReservedPrefix(String),
    /// A namespace that only the prefix `xml` may be bound to, or none. `<a xmlns="http://www.w3.org/2000/xmlns/"/>`
    ReservedNamespace(String),
}

/// How a parse ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError<S> {
    /// The document was refused.
    Xml(XmlError),
    /// The sink stopped.
    Stopped(S),
}

/// What is wrong and at which offset of the decoded text; boxed, because every step of the parser may return it.
#[derive(Debug)]
pub(crate) struct Refusal(pub Box<(ErrorKind, usize)>);

impl Refusal {
    #[cold]
    pub(crate) fn new(kind: ErrorKind, at: usize) -> Self {
        Self(Box::new((kind, at)))
    }

    #[cold]
    pub(crate) fn limit(kind: LimitKind, value: u64, maximum: u64, at: usize) -> Self {
        Self::new(ErrorKind::Limit { kind, value, maximum }, at)
    }
}

/// How much of a document's text an error repeats, in characters.
const EXCERPT: usize = 80;

/// The beginning of a text, short enough for a message and on one line.
pub(crate) fn excerpt(text: &str) -> String {
    let one_line = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = text.chars().take(EXCERPT).map(one_line).collect();
    if text.chars().nth(EXCERPT).is_some() {
        shown.push('…');
    }
    shown
}
