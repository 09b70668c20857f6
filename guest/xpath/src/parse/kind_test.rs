//! Kind tests (XPath 2.0, 2.5.4).

use super::cursor::Parser;
use super::token::TokenKind;
use crate::ast::{ExpandedName, KindTest};
use crate::{ErrorCode, TypeRef, XPathError};

/// Names that are no functions though a parenthesis follows, apart from the kind tests (A.3).
const RESERVED: &[&str] = &["empty-sequence", "if", "item", "typeswitch"];

const KIND_TESTS: &[&str] = &[
    "attribute",
    "comment",
    "document-node",
    "element",
    "node",
    "processing-instruction",
    "schema-attribute",
    "schema-element",
    "text",
];

pub(super) fn is_kind_test(local: &str) -> bool {
    KIND_TESTS.contains(&local)
}

pub(super) fn reserved(local: &str) -> bool {
    RESERVED.contains(&local)
}

impl Parser<'_, '_> {
    /// A kind test: the caller has seen its name and the parenthesis.
    pub fn kind_test(&mut self) -> Result<KindTest, XPathError> {
        let (_, local) = self.expect_name("a kind test")?;
        self.expect_symbol("(")?;
        let test = match local {
            "text" => KindTest::Text,
            "comment" => KindTest::Comment,
            "processing-instruction" => KindTest::ProcessingInstruction(self.target()?),
            "document-node" => KindTest::Document(self.document_element()?),
            "element" => {
                let (name, type_ref, nillable) = self.name_and_type(true)?;
                KindTest::Element { name, type_ref, nillable }
            }
            "attribute" => {
                let (name, type_ref, _) = self.name_and_type(false)?;
                KindTest::Attribute { name, type_ref }
            }
            "schema-element" => {
                let at = self.at();
                let name = self.expect_name("the name of an element declaration")?;
                KindTest::SchemaElement(self.scope.element_declaration(name, at)?)
            }
            "schema-attribute" => {
                let at = self.at();
                let name = self.expect_name("the name of an attribute declaration")?;
                KindTest::SchemaAttribute(self.scope.attribute_declaration(name, at)?)
            }
            _ => KindTest::Node,
        };
        self.expect_symbol(")")?;
        Ok(test)
    }

    /// The target of a processing instruction: a name, or a literal whose white space is normalised.
    fn target(&mut self) -> Result<Option<String>, XPathError> {
        let target = match self.peek(0) {
            TokenKind::Name { prefix: "", local } => (*local).to_owned(),
            TokenKind::String(literal) => literal.split_ascii_whitespace().collect::<Vec<_>>().join(" "),
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(target))
    }

    fn document_element(&mut self) -> Result<Option<Box<KindTest>>, XPathError> {
        if self.is_symbol(0, ")") {
            return Ok(None);
        }
        let of_element = self.is_word(0, "element") || self.is_word(0, "schema-element");
        if !of_element || !self.is_symbol(1, "(") {
            return Err(self.unexpected("`element(…)` or `schema-element(…)`"));
        }
        Ok(Some(Box::new(self.kind_test()?)))
    }

    /// What stands in `element(…)` or `attribute(…)`; the last is whether the type has a `?`.
    fn name_and_type(&mut self, of_element: bool) -> Result<(Option<ExpandedName>, Option<TypeRef>, bool), XPathError> {
        if self.is_symbol(0, ")") {
            return Ok((None, None, false));
        }
        let at = self.at();
        let name = if self.take_symbol("*") {
            None
        } else {
            let (prefix, local) = self.expect_name("a name, `*` or `)`")?;
            let namespace = match of_element {
                true => self.scope.element_namespace(prefix, at)?,
                false => self.scope.namespace(prefix, "", at)?,
            };
            Some(ExpandedName { namespace: namespace.to_owned(), local: local.to_owned() })
        };
        if !self.take_symbol(",") {
            return Ok((name, None, false));
        }
        let at = self.at();
        let type_name = self.expect_name("the name of a type")?;
        let type_ref = self.scope.type_named(type_name, ErrorCode::XPST0008, at)?;
        let nillable = of_element && self.take_symbol("?");
        Ok((name, Some(type_ref), nillable))
    }
}
