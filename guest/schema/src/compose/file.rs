//! One schema document as a file: checked, decoded and parsed once, however often it is included.

use super::store::Store;
use crate::findings::Findings;
use crate::{CompileError, Place, resolve_base, resolve_location};
use hashbrown::HashSet;
use pyxsd_datatypes::XsdVersion;
use pyxsd_xml::{Characters, EndElement, Names, ParseError, ParseLimits, Sink, Source, StartElement};
use roxmltree::NodeId;
use std::sync::Arc;

/// Namespace name of XML Schema.
pub(crate) const XS: &str = "http://www.w3.org/2001/XMLSchema";

/// Namespace name of `xml:base`.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// What the tree of a well-formed document can still be refused for: it numbers namespaces with 16 bits.
const TREE_LIMIT: CompileError =
    CompileError::Limit { limit: "xml_namespaces", value: 1 << 16, maximum: (1 << 16) - 1 };

/// An element of a schema document.
pub(crate) type Node<'d> = roxmltree::Node<'d, 'd>;

/// Index of a [`File`].
pub(crate) type FileId = usize;

/// Where texts and trees of all documents live.
pub(crate) struct Library<'b, 's, 't> {
    pub bytes: &'b Store<Vec<u8>>,
    pub sources: &'s Store<Source<'b>>,
    pub trees: &'t Store<roxmltree::Document<'s>>,
}

/// A schema document.
pub(crate) struct File<'d> {
    pub path: Arc<str>,
    pub root: Node<'d>,
    source: &'d Source<'d>,
    /// One of the documents that come with the engine.
    pub built_in: bool,
}

impl<'d> File<'d> {
    /// Checks a document with the strict parser and reads its tree.
    pub(crate) fn read<'b: 's, 's: 'd>(
        library: &Library<'b, 's, 'd>,
        path: &str,
        bytes: Vec<u8>,
        limits: &ParseLimits,
        built_in: bool,
    ) -> Result<Self, CompileError> {
        let path: Arc<str> = path.into();
        let refuse = |error| CompileError::Xml { path: path.clone(), error };
        let source = Source::decode(library.bytes.push(bytes), limits).map_err(refuse)?;
        match pyxsd_xml::parse(&source, &mut Names::new(), limits, &mut Checked) {
            Ok(()) => {}
            Err(ParseError::Xml(error)) => return Err(refuse(error)),
            Err(ParseError::Stopped(never)) => match never {},
        }
        let source = library.sources.push(source);
        let tree = roxmltree::Document::parse(source.text()).map_err(|_| TREE_LIMIT)?;
        let root = library.trees.push(tree).root_element();
        Ok(Self { path, root, source, built_in })
    }

    /// Where a node stands.
    pub(crate) fn place(&self, node: Node<'_>) -> Place {
        Place { file: self.path.clone(), position: self.source.position(node.range().start) }
    }

    /// Checks the document against the grammar of schema documents, but for some of its components.
    pub(crate) fn check_grammar(&self, version: XsdVersion, without: &HashSet<NodeId>, findings: &mut Findings) {
        let tree = self.root.document();
        crate::grammar::check(tree, version, &mut |finding| {
            let node = tree.get_node(finding.node);
            let is_left_out = |node: Node<'_>| node.ancestors().any(|outer| without.contains(&outer.id()));
            if without.is_empty() || !node.is_some_and(is_left_out) {
                self.report(finding, findings);
            }
        });
        if version == XsdVersion::V1_0 {
            super::uris::check(self, findings);
        }
    }

    /// Checks a component of this document that an override puts into an `xs:redefine`.
    pub(crate) fn check_redefined(&self, node: Node<'_>, version: XsdVersion, findings: &mut Findings) {
        crate::grammar::check_redefined(node, version, &mut |finding| self.report(finding, findings));
    }

    fn report(&self, finding: crate::grammar::Finding, findings: &mut Findings) {
        let node = self.root.document().get_node(finding.node);
        let place = node.map_or_else(Place::default, |node| self.place(node));
        findings.error(finding.code, finding.rule, place, finding.message);
        findings.describe(finding.attribute, finding.expected);
    }

    /// The path that a location on an element names, against the base of the element (XML Base; part 1, 4.3.2).
    pub(crate) fn locate(&self, node: Node<'_>, location: &str) -> Option<String> {
        let mut bases: Vec<&str> = node.ancestors().filter_map(|outer| outer.attribute((XML, "base"))).collect();
        bases.reverse();
        let base = bases.into_iter().try_fold(self.path.to_string(), |base, inner| resolve_base(&base, inner))?;
        resolve_location(&base, location)
    }

    /// Whether the root is `xs:schema`.
    pub(crate) fn is_schema(&self) -> bool {
        self.root.has_tag_name((XS, "schema"))
    }

    /// The `targetNamespace` attribute.
    pub(crate) fn target_namespace(&self) -> Option<&'d str> {
        self.root.attribute("targetNamespace").map(trim)
    }
}

/// Wants nothing: the parser checks.
struct Checked;

impl Sink for Checked {
    type Stop = std::convert::Infallible;
    fn start_element(&mut self, _: &mut Names, _: &StartElement<'_>) -> Result<(), Self::Stop> {
        Ok(())
    }
    fn characters(&mut self, _: &mut Names, _: &Characters<'_>) -> Result<(), Self::Stop> {
        Ok(())
    }
    fn end_element(&mut self, _: &mut Names, _: &EndElement<'_>) -> Result<(), Self::Stop> {
        Ok(())
    }
}

/// White-space collapse as far as a single token needs it.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}

/// The elements of the XML Schema namespace inside a node that take part in this version.
pub(crate) fn children<'d>(node: Node<'d>, version: XsdVersion) -> impl Iterator<Item = Node<'d>> + use<'d> {
    node.children().filter(move |child| {
        child.is_element() && child.tag_name().namespace() == Some(XS) && takes_part(*child, version)
    })
}

/// Conditional inclusion (part 1, 4.2.2).
pub(crate) fn takes_part(node: Node<'_>, version: XsdVersion) -> bool {
    !crate::grammar::is_excluded(node, version)
}
