//! The static context: prefixes, variables, types and declarations by name, with suggestions for those that are not there.

use super::suggest::nearest;
use crate::types::XS;
use crate::{AttributeRef, BuiltinTypes, ElementRef, ErrorCode, StaticContext, TypeRef, Types, XPathError};
use pyxsd_datatypes::{Builtin, Variety};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The namespace name of the functions of F&O.
pub(super) const FN: &str = "http://www.w3.org/2005/xpath-functions";
const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
const PREDECLARED: [(&str, &str); 4] = [("xs", XS), ("fn", FN), ("xml", XML), ("xsi", XSI)];

/// Names that are known where the parser stands.
pub(super) struct Scope<'a, 't> {
    pub context: &'a StaticContext<'t>,
    prefixes: BTreeMap<&'a str, &'a str>,
    /// Slots of the bindings of each name; the last one is in force.
    variables: BTreeMap<(String, String), Vec<u32>>,
    pub slots: u32,
}

impl<'a, 't> Scope<'a, 't> {
    pub fn new(context: &'a StaticContext<'t>) -> Self {
        let is_known = |(prefix, _): &(&str, &str)| !context.in_schema || *prefix == "xml";
        let mut prefixes: BTreeMap<&str, &str> = PREDECLARED.into_iter().filter(is_known).collect();
        prefixes.extend(context.namespaces.iter().map(|(prefix, uri)| (prefix.as_str(), uri.as_str())));
        let mut scope = Self { context, prefixes, variables: BTreeMap::new(), slots: 0 };
        for (namespace, local) in &context.variables {
            scope.bind(namespace.clone(), local.clone());
        }
        scope
    }

    /// The namespace name of a prefix that is not empty.
    pub fn prefix(&self, prefix: &str, at: usize) -> Result<&'a str, XPathError> {
        if let Some(uri) = self.prefixes.get(prefix) {
            return Ok(uri);
        }
        let meant = match prefix {
            "xsd" => Some("xs"),
            _ => nearest(prefix, self.prefixes.keys().copied()),
        };
        let known: Vec<String> = self.prefixes.keys().take(20).map(|prefix| format!("`{}`", short(prefix))).collect();
        let prefix = short(prefix);
        let message = match meant {
            Some(meant) => {
                format!(
                    "the prefix `{prefix}` is not declared: is `{meant}` meant? Or declare it, in a query by `namespaces`, in a schema by xmlns:{prefix}"
                )
            }
            None => format!(
                "the prefix `{prefix}` is not declared: declare it, in a query by `namespaces`, in a schema by xmlns:{prefix}; declared are {}",
                known.join(", ")
            ),
        };
        Err(XPathError::new(ErrorCode::XPST0081, message).suggesting(meant).at(at))
    }

    /// The prefix resolved, or `default` for a name without.
    pub fn namespace(&self, prefix: &str, default: &'a str, at: usize) -> Result<&'a str, XPathError> {
        if prefix.is_empty() { Ok(default) } else { self.prefix(prefix, at) }
    }

    /// Namespace of an unprefixed name of an element or type.
    pub fn element_namespace(&self, prefix: &str, at: usize) -> Result<&'a str, XPathError> {
        self.namespace(prefix, &self.context.default_element_namespace, at)
    }

    /// Binds a variable to a new slot, until it is unbound.
    pub fn bind(&mut self, namespace: String, local: String) -> u32 {
        let slot = self.slots;
        self.slots += 1;
        self.variables.entry((namespace, local)).or_default().push(slot);
        slot
    }

    /// Ends the latest binding of a name.
    pub fn unbind(&mut self, name: &(String, String)) {
        if let Some(slots) = self.variables.get_mut(name) {
            slots.pop();
        }
    }

    /// The slot of a variable in scope.
    pub fn variable(&self, name: (String, String), at: usize) -> Result<u32, XPathError> {
        if let Some(slot) = self.variables.get(&name).and_then(|slots| slots.last()) {
            return Ok(*slot);
        }
        let in_scope = self.variables.iter().filter(|(_, slots)| !slots.is_empty());
        let meant = nearest(&name.1, in_scope.map(|((_, local), _)| local.as_str()));
        let help = match meant {
            Some(meant) => format!("is `${meant}` meant?"),
            None => "only `for`, `some` and `every` bind variables here".to_owned(),
        };
        let message = format!("no variable `${}` is in scope: {help}", shown(&name.0, &name.1));
        Err(XPathError::new(ErrorCode::XPST0008, message).suggesting(meant).at(at))
    }

    /// The type with this name, of any kind.
    pub fn find_type(&self, namespace: &str, local: &str) -> Option<TypeRef> {
        if namespace != XS {
            return self.context.types.find_type(namespace, local);
        }
        match local {
            "untyped" => Some(TypeRef::UNTYPED),
            "untypedAtomic" => Some(TypeRef::UNTYPED_ATOMIC),
            _ => BuiltinTypes.find_type(namespace, local).or_else(|| self.context.types.find_type(namespace, local)),
        }
    }

    /// A type named in a test or cast; `unknown` is the code for one that is not there.
    pub fn type_named(&self, name: (&str, &str), unknown: ErrorCode, at: usize) -> Result<TypeRef, XPathError> {
        let (prefix, local) = name;
        let namespace = self.element_namespace(prefix, at)?;
        if let Some(found) = self.find_type(namespace, local) {
            return Ok(found);
        }
        // The commonest slip is to leave out the prefix.
        let builtin = Builtin::from_name(local).is_some() && namespace != XS;
        let meant = if builtin { Some(local) } else { None };
        let meant = meant.or_else(|| (namespace == XS).then(|| nearest(local, builtin_names())).flatten());
        let meant = meant.map(|local| format!("xs:{local}"));
        let help = meant.as_deref().map_or(String::new(), |meant| format!(": is `{meant}` meant?"));
        let message = format!("there is no type `{}`{help}", shown(namespace, local));
        Err(XPathError::new(unknown, message).suggesting(meant.as_deref()).at(at))
    }

    /// The element declaration of `schema-element(name)`.
    pub fn element_declaration(&self, name: (&str, &str), at: usize) -> Result<ElementRef, XPathError> {
        let namespace = self.element_namespace(name.0, at)?;
        self.context.types.find_element(namespace, name.1).ok_or_else(|| undeclared("element", namespace, name.1, at))
    }

    /// The attribute declaration of `schema-attribute(name)`.
    pub fn attribute_declaration(&self, name: (&str, &str), at: usize) -> Result<AttributeRef, XPathError> {
        let namespace = self.namespace(name.0, "", at)?;
        self.context
            .types
            .find_attribute(namespace, name.1)
            .ok_or_else(|| undeclared("attribute", namespace, name.1, at))
    }

    /// Whether values of the type are atomic, of one primitive.
    pub fn is_atomic(&self, type_ref: TypeRef) -> bool {
        if type_ref == TypeRef::UNTYPED_ATOMIC || type_ref == TypeRef::builtin(Builtin::AnyAtomicType) {
            return true;
        }
        let datatype = self.context.types.datatype(type_ref).or_else(|| BuiltinTypes.datatype(type_ref));
        datatype.is_some_and(|datatype| matches!(datatype.variety, Variety::Atomic(_)))
    }

    /// The built-in type that an atomic type is derived from.
    pub fn builtin_of(&self, type_ref: TypeRef) -> Option<Builtin> {
        self.context.types.datatype(type_ref).map(|datatype| datatype.builtin)
    }
}

fn undeclared(what: &str, namespace: &str, local: &str, at: usize) -> XPathError {
    let message = format!("the schema has no global {what} declaration `{}`", shown(namespace, local));
    XPathError::new(ErrorCode::XPST0008, message).at(at)
}

/// Local names of the atomic built-in types.
pub(super) fn builtin_names() -> impl Iterator<Item = &'static str> {
    Builtin::ALL.iter().filter(|builtin| builtin.primitive().is_some()).map(|builtin| builtin.name())
}

/// Characters of a text that a message repeats.
const SHOWN_CHARS: usize = 60;

/// A text for messages, cut where it is long.
pub(super) fn short(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A name for messages.
pub(super) fn shown(namespace: &str, local: &str) -> String {
    let (namespace, local) = (short(namespace), short(local));
    match namespace.as_ref() {
        "" => local.into_owned(),
        XS => format!("xs:{local}"),
        FN => format!("fn:{local}"),
        _ => format!("{{{namespace}}}{local}"),
    }
}
