//! Names that a step gives.

use crate::{EditError, Step};
use pyxsd_datatypes::is_ncname;

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// An expanded name; one without prefix and braces has a namespace of its own for elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GivenName {
    pub element_namespace: String,
    pub attribute_namespace: String,
    pub local: String,
}

/// Reads `{namespace}local`, `prefix:local` or `local`.
pub(crate) fn read(step: &Step, given: &str) -> Result<GivenName, EditError> {
    let wrong = |why: &str| EditError::Argument(format!("`{given}` is no name: {why}"));
    let (element_namespace, attribute_namespace, local) = match given.strip_prefix('{') {
        Some(rest) => {
            let (namespace, local) = rest.rsplit_once('}').ok_or_else(|| wrong("its `{` is not closed"))?;
            (namespace.to_owned(), namespace.to_owned(), local)
        }
        None => match given.split_once(':') {
            Some((prefix, local)) => {
                let namespace = resolve(step, prefix)
                    .ok_or_else(|| wrong(&format!("the step's `namespaces` do not have the prefix `{prefix}`")))?;
                (namespace.to_owned(), namespace.to_owned(), local)
            }
            None => (resolve(step, "").unwrap_or_default().to_owned(), String::new(), given),
        },
    };
    if !is_ncname(local) {
        return Err(wrong(
            "what follows the namespace must begin with a letter or `_` and go on with letters, digits, `-`, `.` and `_`",
        ));
    }
    check_namespace(&element_namespace)?;
    check_namespace(&attribute_namespace)?;
    Ok(GivenName { element_namespace, attribute_namespace, local: local.to_owned() })
}

/// A namespace name that may be declared.
pub(crate) fn check_namespace(namespace: &str) -> Result<(), EditError> {
    if namespace == XMLNS {
        return Err(EditError::Argument(format!(
            "no name is in the namespace `{XMLNS}`: declarations are written by the step"
        )));
    }
    check_characters("a namespace", namespace)
}

/// Text that XML has characters for.
pub(crate) fn check_characters(what: &str, text: &str) -> Result<(), EditError> {
    match text.chars().find(|c| !pyxsd_xml::is_char(*c)) {
        Some(c) => Err(EditError::Argument(format!("{what} has U+{:04X}, which XML does not have", c as u32))),
        None => Ok(()),
    }
}

/// The name of an attribute, which is not that of a declaration.
pub(crate) fn read_attribute(step: &Step, given: &str) -> Result<GivenName, EditError> {
    let name = read(step, given)?;
    if name.attribute_namespace.is_empty() && name.local == "xmlns" {
        return Err(EditError::Argument("`xmlns` is no attribute: declarations are written by the step".to_owned()));
    }
    Ok(name)
}

fn resolve<'s>(step: &'s Step, prefix: &str) -> Option<&'s str> {
    let given = step.namespaces.iter().find(|(known, _)| known == prefix).map(|(_, namespace)| namespace.as_str());
    given.or(match prefix {
        "xml" => Some(XML),
        "xsi" => Some(XSI),
        _ => None,
    })
}
