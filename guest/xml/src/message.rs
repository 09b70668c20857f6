//! The sentences that tell a person why a document was refused.

use crate::{Encoding, ErrorKind, LimitKind, Position, XmlError};
use std::fmt;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for XmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind, self.position)
    }
}

impl std::error::Error for XmlError {}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl LimitKind {
    /// What is counted.
    fn noun(self) -> &'static str {
        match self {
            Self::Bytes => "bytes of the document",
            Self::Depth => "levels of nested elements",
            Self::Elements => "elements",
            Self::Attributes => "attributes of one element",
            Self::Namespaces => "namespace declarations in scope",
            Self::NameBytes => "bytes of one name",
            Self::AttributeBytes => "bytes of one attribute value",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(message) = self.fixed_message() {
            return f.write_str(message);
        }
        self.composed_message(f)
    }
}

impl ErrorKind {
    /// The message of a rule whose message repeats nothing of the document.
    fn fixed_message(&self) -> Option<&'static str> {
        Some(match self {
            Self::Doctype => "the document has a document type declaration; DTDs are refused",
            Self::UndeclaredUtf16 => {
                "the bytes look like UTF-16, but there is neither a byte-order mark nor an encoding declaration"
            }
            Self::MissingVersion => "the XML declaration must begin with version=\"1.0\"",
            Self::Version11 => "XML 1.1 is not supported; declare version=\"1.0\"",
            Self::MisplacedDeclaration => {
                "the XML declaration may only stand at the very start of the document, with nothing before it"
            }
            Self::MissingRoot => "the document has no root element",
            Self::SecondRoot => "there is a second element after the root element; a document has exactly one",
            Self::TextOutsideRoot => "text may not stand outside the root element",
            Self::UnexpectedEndTag => "this end tag closes nothing: no element is open",
            Self::InvalidMarkup => {
                "'<' does not begin a tag, comment, CDATA section or processing instruction here; write &lt; for the character"
            }
            Self::UnclosedTag => "the tag that begins here is never closed by '>'",
            Self::MissingSpace => "white space is missing before this attribute",
            Self::UnclosedValue => "the attribute value that begins here is never closed by its quote",
            Self::LessThanInValue => "'<' may not stand in an attribute value; write &lt;",
            Self::CdataEndInText => "']]>' may not stand in text; write ]]&gt;",
            Self::UnclosedCdata => "the CDATA section that begins here is never closed by ']]>'",
            Self::UnclosedComment => "the comment that begins here is never closed by '-->'",
            Self::DoubleHyphen => "'--' may not stand inside a comment, nor may a comment end with '--->'",
            Self::UnclosedInstruction => "the processing instruction that begins here is never closed by '?>'",
            Self::InvalidTarget => {
                "a processing instruction must begin with a target: a name without a colon, followed by white space or '?>'"
            }
            Self::InvalidReference => {
                "'&' does not begin a complete reference such as &amp; or &#38; here; write &amp; for the character"
            }
            _ => return None,
        })
    }

    fn composed_message(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit { kind, value, maximum } => {
                write!(f, "too many {}: at least {value}, at most {maximum} are allowed", kind.noun())
            }
            Self::UnsupportedEncoding(name) => write!(
                f,
                "the encoding '{name}' is not supported; use UTF-8, UTF-16, ISO-8859-1, US-ASCII or windows-1252"
            ),
            Self::ContradictedEncoding { declared, found } => {
                write!(f, "the document declares the encoding '{declared}', but its bytes are {found}")
            }
            Self::InvalidBytes(encoding) => {
                write!(f, "the bytes here are no character of {encoding}")
            }
            Self::InvalidCharacter(c) => {
                write!(f, "the character U+{:04X} is not allowed in XML", *c as u32)
            }
            Self::InvalidDeclaration(expected) => {
                write!(f, "the XML declaration is malformed: {expected} was expected here")
            }
            Self::InvalidVersion(version) => write!(f, "'{version}' is not a version of XML; declare version=\"1.0\""),
            Self::InvalidEncodingName(name) => {
                write!(f, "'{name}' is not a well-formed encoding name")
            }
            Self::InvalidStandalone(value) => {
                write!(f, "standalone must be 'yes' or 'no', not '{value}'")
            }
            Self::UnclosedElement { name, opened } => {
                write!(f, "the document ends inside the element '{name}', which was opened at {opened}")
            }
            Self::MismatchedEndTag { expected, found, opened } => write!(
                f,
                "the end tag '</{found}>' does not match: '</{expected}>' was expected, for the element opened at {opened}"
            ),
            Self::UnexpectedInTag(c) => {
                write!(f, "the character {c:?} may not stand here in a tag")
            }
            Self::MissingValue(name) => write!(f, "the attribute '{name}' has no value: '=' was expected here"),
            Self::UnquotedValue(name) => write!(f, "the value of the attribute '{name}' must stand in quotes"),
            _ => self.name_message(f),
        }
    }

    /// The messages about names, references and namespaces.
    fn name_message(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateAttribute(name) => {
                write!(f, "the attribute '{name}' repeats the name of an earlier attribute of this element")
            }
            Self::ReservedTarget(target) => {
                write!(f, "'{target}' is reserved and may not be the target of a processing instruction")
            }
            Self::InvalidCharacterReference(number) => {
                write!(
                    f,
                    "the reference to the character number {number} (hexadecimal {number:X}) is not allowed in XML"
                )
            }
            Self::UnknownEntity(name) => write!(
                f,
                "the entity '{name}' is not declared; only &lt; &gt; &amp; &apos; &quot; and numbers such as &#160; can be used without a DTD"
            ),
            Self::InvalidQName(name) => write!(f, "'{name}' is not a well-formed name with one optional prefix"),
            Self::UndeclaredPrefix(prefix) => {
                write!(f, "the namespace prefix '{prefix}' is not declared")
            }
            Self::EmptyNamespace(prefix) => {
                write!(f, "the prefix '{prefix}' may not be bound to the empty namespace name")
            }
            Self::ReservedPrefix(prefix) => write!(f, "the prefix '{prefix}' is reserved and may not be used so"),
            Self::ReservedNamespace(uri) => write!(f, "the namespace '{uri}' is reserved and may not be declared so"),
            _ => write!(f, "the document is not well-formed"),
        }
    }
}
