//! Errors, with the codes of XPath 2.0 and F&O.

use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// An error code of the namespace `http://www.w3.org/2005/xqt-errors`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $name,)+
            /// A bound of the [`crate::Budget`] was reached. No code of the standard.
            Budget,
        }
        impl ErrorCode {
            /// Every code of the standard.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$name),+];
            /// The local name of the code, such as `XPST0003`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$name => stringify!($name),)+
                    ErrorCode::Budget => "budget",
                }
            }
        }
    };
}

codes! {
    /// A component of the static context that is needed has no value.
    XPST0001,
    /// A component of the dynamic context that is needed has no value, such as the context item.
    XPDY0002,
    /// The expression is not in the grammar.
    XPST0003,
    /// A value has another type than is required.
    XPTY0004,
    /// The static type of an expression is `empty-sequence()`.
    XPST0005,
    /// A name refers to no schema type, element or variable that is known.
    XPST0008,
    /// An implementation does not support the namespace axis.
    XPST0010,
    /// No function has this name and number of arguments.
    XPST0017,
    /// The last step of a path gives both nodes and atomic values.
    XPTY0018,
    /// A step that is not the last gives atomic values.
    XPTY0019,
    /// The context item of an axis step is no node.
    XPTY0020,
    /// The value does not have the type that `treat as` demands; or the root of a path is no document node.
    XPDY0050,
    /// A cast or a type test names a type that is not atomic or not known.
    XPST0051,
    /// The target of a cast is `xs:NOTATION` or `xs:anyAtomicType`.
    XPST0080,
    /// A prefix is not declared.
    XPST0081,
    /// Unidentified error.
    FOER0000,
    /// Division by zero.
    FOAR0001,
    /// Numeric overflow or underflow.
    FOAR0002,
    /// A value is too large for `xs:decimal`.
    FOCA0001,
    /// A lexical value is invalid.
    FOCA0002,
    /// A value is too large for `xs:integer`.
    FOCA0003,
    /// `NaN` supplied as a float or double value where that has no meaning.
    FOCA0005,
    /// A decimal has too many digits.
    FOCA0006,
    /// A code point is not valid.
    FOCH0001,
    /// The collation is not supported.
    FOCH0002,
    /// The normalisation form is not supported.
    FOCH0003,
    /// The collation does not support collation units.
    FOCH0004,
    /// The context has no document.
    FODC0001,
    /// A resource cannot be read.
    FODC0002,
    /// A function's result is not stable.
    FODC0003,
    /// The argument of `collection` is invalid.
    FODC0004,
    /// The argument of `doc` is no valid URI.
    FODC0005,
    /// Overflow or underflow of a date or time.
    FODT0001,
    /// Overflow or underflow of a duration.
    FODT0002,
    /// The timezone is invalid.
    FODT0003,
    /// Unidentified error of a function.
    FONS0004,
    /// The base URI is not defined.
    FONS0005,
    /// A value cannot be cast or constructed.
    FORG0001,
    /// An argument of `resolve-uri` is invalid.
    FORG0002,
    /// `zero-or-one` was given more than one item.
    FORG0003,
    /// `one-or-more` was given none.
    FORG0004,
    /// `exactly-one` was given none or more than one.
    FORG0005,
    /// The type of an argument is invalid.
    FORG0006,
    /// The two arguments have different timezones.
    FORG0008,
    /// A URI cannot be resolved.
    FORG0009,
    /// A flag of a regular expression is invalid.
    FORX0001,
    /// A regular expression is invalid.
    FORX0002,
    /// A regular expression matches the empty string.
    FORX0003,
    /// A replacement string is invalid.
    FORX0004,
    /// A node has no typed value.
    FOTY0012,
}

/// Why an expression has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XPathError {
    /// What kind of error.
    pub code: ErrorCode,
    /// One line for a person: what was found and what is allowed.
    pub message: String,
    /// Byte offset in the text of the expression; `None` until the evaluator knows it.
    pub position: Option<usize>,
    /// The name that was probably meant, as it would be written: a prefix, a function, a variable without `$`.
    pub suggestion: Option<String>,
    /// The name that the expression gave to `error()`, as `{namespace}local` or `local`.
    pub raised: Option<String>,
}

impl XPathError {
    /// An error whose place is not known yet.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), position: None, suggestion: None, raised: None }
    }

    /// Says which name was probably meant.
    pub fn suggesting(mut self, name: Option<&str>) -> Self {
        self.suggestion = name.map(str::to_owned);
        self
    }

    /// Says which name the expression gave to its error.
    pub fn raising(mut self, name: String) -> Self {
        self.raised = Some(name);
        self
    }

    /// The code as it is shown: the name that the expression gave to its error, unless that is one of the known ones.
    pub fn code_name(&self) -> &str {
        match &self.raised {
            Some(name) if self.code == ErrorCode::FOER0000 => name,
            _ => self.code.as_str(),
        }
    }

    /// Gives it a place, unless it has one: the innermost expression wins.
    pub fn at(mut self, position: usize) -> Self {
        self.position.get_or_insert(position);
        self
    }
}

impl fmt::Display for XPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code_name(), self.message)
    }
}

impl std::error::Error for XPathError {}
