//! Base URIs (XML Base, RFC 3986, 5.2).

use crate::document::NONE;
use crate::{Document, View};
use pyxsd_xml::NamespaceId;
use pyxsd_xpath::{NodeKind, resolve_reference};

impl Document {
    pub(crate) fn uri_of(&self, node: u32) -> Option<&str> {
        let position = self.uris.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(&self.uris[position].1)
    }
}

impl View<'_> {
    /// The base URI of a node: the `xml:base` attributes around it, resolved against each other and the URI of the document. Linear in the
    /// depth.
    pub(crate) fn base_uri_of(&self, node: u32) -> Option<String> {
        let xml_base = self.names.find(NamespaceId::XML, "base");
        let mut references: Vec<&str> = Vec::new();
        let mut next = node;
        let mut document_uri = None;
        while next != NONE {
            let record = self.document.record(next);
            if record.kind == NodeKind::Document {
                document_uri = self.document.uri_of(next);
            }
            let attributes = next + 1..next + 1 + u32::from(record.attributes);
            let mut attributes = attributes.filter_map(|attribute| self.document.get(attribute));
            if let Some(base) = attributes.find(|attribute| Some(attribute.name) == xml_base) {
                references.push(self.document.text(base));
            }
            next = record.parent;
        }
        let mut base = document_uri.map(str::to_owned);
        for reference in references.into_iter().rev() {
            base = Some(match base {
                Some(base) => resolve_reference(&base, reference),
                None => reference.to_owned(),
            });
        }
        base
    }
}
