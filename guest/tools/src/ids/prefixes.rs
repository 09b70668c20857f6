//! Prefixes for the namespaces of a schema, so that ids can be written and read in short: `element:cac:Party`.

use super::Kind;
use hashbrown::HashMap;
use pyxsd_schema::Schema;
use pyxsd_xml::{NamespaceId, Symbol};

/// The namespace of the types that everybody calls `xs:string` and so on.
const XML_SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";
const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// What ids and readers use already; `tns` is the target namespace of the entry document.
const RESERVED: [&str; 5] = ["type", "xs", "xsd", "xml", "tns"];

/// One prefix for each namespace of the schema documents: that which the first document declares for it. Depends on the schema documents only.
#[derive(Debug, Default)]
pub struct Prefixes {
    /// In the order in which they were given.
    listed: Vec<(String, NamespaceId)>,
    by_namespace: HashMap<NamespaceId, usize>,
    /// Every prefix that the documents declare, with its namespace where they agree.
    declared: HashMap<String, Option<NamespaceId>>,
    target: Option<NamespaceId>,
}

impl Prefixes {
    /// The prefixes of a schema.
    pub fn of(schema: &Schema) -> Self {
        let names = &schema.names;
        let documents = &schema.components.documents;
        let mut prefixes = Self { target: documents.first().map(|entry| entry.namespace), ..Self::default() };
        for (prefix, uri) in [("xs", XML_SCHEMA), ("xml", XML)] {
            if let Some(namespace) = names.find_namespace(uri) {
                prefixes.give(prefix.to_owned(), namespace);
            }
        }
        for (prefix, namespace) in documents.iter().flat_map(|document| &document.prefixes) {
            if RESERVED.contains(&&**prefix) || Kind::from_name(prefix).is_some() {
                continue;
            }
            let known = prefixes.declared.entry(prefix.to_string()).or_insert(Some(*namespace));
            let is_new = *known == Some(*namespace);
            if !is_new {
                *known = None;
            }
            let is_free = !prefixes.listed.iter().any(|(taken, _)| **taken == **prefix);
            if is_free && !prefixes.by_namespace.contains_key(namespace) {
                prefixes.give(prefix.to_string(), *namespace);
            }
        }
        for (number, document) in documents.iter().enumerate() {
            if document.namespace == NamespaceId::NONE || prefixes.by_namespace.contains_key(&document.namespace) {
                continue;
            }
            let prefix = if number == 0 { "tns".to_owned() } else { prefixes.invented() };
            prefixes.give(prefix, document.namespace);
        }
        prefixes
    }

    fn give(&mut self, prefix: String, namespace: NamespaceId) {
        self.by_namespace.insert(namespace, self.listed.len());
        self.listed.push((prefix, namespace));
    }

    fn invented(&self) -> String {
        let is_free = |prefix: &String| {
            !self.declared.contains_key(prefix) && !self.listed.iter().any(|(taken, _)| taken == prefix)
        };
        (1..).map(|number: u32| format!("ns{number}")).find(is_free).unwrap_or_default()
    }

    /// The prefixes with their namespace names, those of XML and XML Schema left out.
    pub fn listed<'s>(&self, schema: &'s Schema) -> Vec<(String, &'s str)> {
        let uris =
            self.listed.iter().map(|(prefix, namespace)| (prefix.clone(), schema.names.namespace_uri(*namespace)));
        uris.filter(|(_, uri)| ![XML_SCHEMA, XML].contains(uri)).collect()
    }

    /// The namespace that a prefix stands for: one that was given, else one that the documents declare and agree on; `tns` is always the
    /// target namespace of the entry document.
    pub fn namespace<'s>(&self, schema: &'s Schema, prefix: &str) -> Option<&'s str> {
        let listed = self.listed.iter().find(|(known, _)| known == prefix).map(|(_, namespace)| *namespace);
        let declared = || self.declared.get(prefix).copied().flatten();
        let target = || self.target.filter(|_| prefix == "tns");
        match listed.or_else(declared).or_else(target) {
            Some(namespace) => Some(schema.names.namespace_uri(namespace)),
            None if prefix == "xsd" => Some(XML_SCHEMA),
            None => None,
        }
    }

    /// A name in short: `prefix:local`, `local` in no namespace, and `{ns}local` where the namespace has no prefix.
    pub fn shown(&self, schema: &Schema, name: Symbol) -> String {
        let namespace = schema.names.namespace_of(name);
        match self.by_namespace.get(&namespace) {
            Some(at) => format!("{}:{}", self.listed[*at].0, schema.names.local(name)),
            None => schema.names.display(name).to_string(),
        }
    }
}
