//! Attributes of schema documents that are of type `anyURI`, which version 1.0 bounds (part 2, 3.2.17). In 1.1 every string is one.

use super::file::{File, XS};
use crate::IssueCode;
use crate::findings::Findings;
use pyxsd_datatypes::{Builtin, NoContext, SimpleType, XsdVersion};

/// Attribute, and the elements on which it is a URI or a list of URIs and `##…` keywords.
const URIS: [(&str, &[&str]); 5] = [
    ("source", &["appinfo", "documentation"]),
    ("schemaLocation", &["include", "import", "redefine"]),
    ("namespace", &["import", "any", "anyAttribute"]),
    ("targetNamespace", &["schema"]),
    ("system", &["notation"]),
];

/// Reports what is no URI reference in a document of version 1.0.
pub(super) fn check(file: &File<'_>, findings: &mut Findings) {
    let uri = SimpleType::of_builtin_in(Builtin::AnyUri, XsdVersion::V1_0);
    let mut pending = vec![file.root];
    while let Some(node) = pending.pop() {
        let element = node.tag_name().name();
        if node.tag_name().namespace() != Some(XS) {
            continue;
        }
        for (attribute, elements) in URIS {
            let value = node.attribute(attribute).filter(|_| elements.contains(&element)).unwrap_or_default();
            let is_list = matches!(element, "any" | "anyAttribute");
            let items = if is_list { value.split_ascii_whitespace().collect() } else { vec![value] };
            for item in items.into_iter().filter(|item| !is_list || !item.starts_with("##")) {
                if let Err(error) = uri.validate(item, &NoContext) {
                    let message = format!("{attribute} of xs:{element}: {}", error.message);
                    findings.error(IssueCode::DeclarationAttribute, "cvc-attribute.3", file.place(node), message);
                    findings.describe(Some(attribute.to_owned()), vec!["a URI reference".to_owned()]);
                }
            }
        }
        if !matches!(element, "appinfo" | "documentation") {
            pending.extend(node.children().filter(|child| child.is_element()));
        }
    }
}
