//! QName references (part 1, 3.17.6.2: src-resolve, src-qname).

use super::declare::noun;
use super::*;
use crate::Unresolved;
use pyxsd_xml::NamespaceId;

/// The issue that a dangling reference into a symbol space is.
fn code(space: Space) -> IssueCode {
    match space {
        Space::Element => IssueCode::UnknownElementRef,
        Space::Attribute => IssueCode::UnknownAttributeRef,
        Space::Type => IssueCode::UnknownType,
        Space::Group => IssueCode::UnknownGroup,
        Space::AttributeGroup => IssueCode::UnknownAttributeGroup,
        Space::Notation => IssueCode::UnknownNotation,
        Space::Identity => IssueCode::IdentityRefer,
    }
}

/// The kind of a component id.
fn kind(space: Space) -> &'static str {
    match space {
        Space::Element => "element",
        Space::Attribute => "attribute",
        Space::Type => "type",
        Space::Group => "group",
        Space::AttributeGroup => "attributeGroup",
        Space::Notation => "notation",
        Space::Identity => "identityConstraint",
    }
}

impl<'d> Reader<'d, '_> {
    /// The expanded name that a QName of a schema document means. A prefix that is not bound is an issue; what is no QName at all the
    /// grammar has reported.
    pub(super) fn qname(&mut self, scope: Scope, node: Node<'d>, text: &str) -> Option<Symbol> {
        let (prefix, local) = text.split_once(':').unwrap_or(("", text));
        let well_formed = lexical::is_ncname(local) && (lexical::is_ncname(prefix) || !text.contains(':'));
        if !well_formed {
            return None;
        }
        let Some(uri) = lexical::namespace_of_prefix(node, prefix) else {
            if self.matching == NameMatching::Legacy {
                return Some(self.names.intern(NamespaceId::NONE, local));
            }
            let message = format!("the prefix {prefix} of \"{text}\" is not bound to a namespace");
            self.error(IssueCode::UnknownNamespacePrefix, "src-qname.1", scope, node, message);
            return None;
        };
        let unit = self.unit(scope);
        // What overrides a component of a chameleon is no part of it: the override comes after the change of namespace (1.1, 4.2.5).
        let is_chameleon = unit.chameleon && self.composition.files[scope.file].target_namespace().is_none();
        let namespace = match uri {
            "" if is_chameleon => unit.namespace,
            uri => self.names.namespace(uri),
        };
        Some(self.names.intern(namespace, local))
    }

    /// Resolves a reference to a global component; what does not resolve is reported.
    pub(super) fn refer(&mut self, scope: Scope, node: Node<'d>, text: &str, space: Space) -> Option<u32> {
        let name = self.qname(scope, node, text)?;
        self.refer_name(scope, node, name, space)
    }

    /// Resolves an expanded name to a global component.
    pub(super) fn refer_name(&mut self, scope: Scope, node: Node<'d>, name: Symbol, space: Space) -> Option<u32> {
        if space == Space::Type {
            match self.built_in_type(name) {
                Some(id) if self.is_known_here(id) => return Some(id.0),
                Some(_) => {
                    let message = format!("{} is a type of XSD 1.1; the schema is compiled as 1.0", self.shown(name));
                    self.error(IssueCode::Xsd11Construct, "src-resolve.1", scope, node, message);
                    return None;
                }
                None => {}
            }
        }
        let found = match space {
            Space::Identity => self.identity_by_name.get(&name).map(|id| id.0),
            _ => self.find_global(space, name).map(|at| self.globals[at].index),
        };
        let namespace = self.names.namespace_of(name);
        if self.matching == NameMatching::Strict && !self.is_visible(scope, namespace, space) {
            self.report_invisible(scope, node, name, space);
            return found;
        }
        if found.is_none() {
            self.report_dangling(scope, node, name, space);
        }
        found
    }

    fn find_global(&mut self, space: Space, name: Symbol) -> Option<usize> {
        if let Some(&at) = self.by_name.get(&(space, name)) {
            return Some(at);
        }
        if self.matching == NameMatching::Strict {
            return None;
        }
        let local = self.names.without_namespace(name);
        self.by_local.get(&(space, local)).copied()
    }

    /// The built-in type of a name, in any version.
    pub(super) fn built_in_type(&self, name: Symbol) -> Option<TypeId> {
        if self.names.namespace_of(name) != NamespaceId::XS {
            return None;
        }
        match self.names.local(name) {
            "anyType" => Some(TypeId::ANY_TYPE),
            local => Builtin::from_name(local).map(TypeId::builtin),
        }
    }

    fn is_known_here(&self, id: TypeId) -> bool {
        Builtin::ALL.get(id.index()).is_none_or(|builtin| builtin.in_version(self.version))
    }

    /// Whether a document may refer to a namespace (src-resolve.4). The types of XML Schema need no import, since 1.1 nothing of it does;
    /// but what else its schema for schemas declares is only there where some document imports it.
    pub(super) fn is_visible(&self, scope: Scope, namespace: NamespaceId, space: Space) -> bool {
        let unit = self.unit(scope);
        let is_special =
            namespace == NamespaceId::XSI || (namespace == NamespaceId::XS && (space == Space::Type || self.is_1_1()));
        if namespace == unit.namespace || is_special {
            return true;
        }
        if unit.imports.contains(&namespace) {
            return true;
        }
        // An overriding component brings the imports of its own document with it.
        let of_file = |unit: &&Unit<'_>| unit.file == scope.file;
        scope.file != unit.file
            && self.composition.units.iter().filter(of_file).any(|unit| unit.imports.contains(&namespace))
    }

    fn report_invisible(&mut self, scope: Scope, node: Node<'d>, name: Symbol, space: Space) {
        let namespace = self.names.namespace_of(name);
        let (rule, message) = match self.names.namespace_uri(namespace) {
            "" => {
                let message =
                    format!("{} is in no namespace, which this document does not import", self.names.local(name));
                ("src-resolve.4.1", message)
            }
            uri => {
                let message = format!(
                    "this document does not import the namespace {uri} of the {} {}",
                    noun(space),
                    self.names.local(name)
                );
                ("src-resolve.4.2", message)
            }
        };
        self.error(code(space), rule, scope, node, message);
    }

    /// A component that no document supplies: the schema is incomplete, and as it stands in error.
    fn report_dangling(&mut self, scope: Scope, node: Node<'d>, name: Symbol, space: Space) {
        let shown = self.shown(name);
        let asked_by = self.place(scope, node);
        let target = format!("{}:{shown}", kind(space));
        self.findings.unresolved.push(Unresolved { location: String::new(), target, asked_by });
        let mut message = format!("there is no {} {shown}", noun(space));
        if space == Space::Type && self.unusable.contains(&name) {
            message.push_str(": its definition has a facet that is not known here");
        }
        self.error(code(space), "src-resolve", scope, node, message);
    }

    /// Resolves a reference to a type.
    pub(super) fn refer_type(&mut self, scope: Scope, node: Node<'d>, text: &str) -> Option<TypeId> {
        self.refer(scope, node, text, Space::Type).map(TypeId)
    }

    /// Resolves a reference to a type that must be simple.
    pub(super) fn refer_simple_type(
        &mut self,
        scope: Scope,
        node: Node<'d>,
        text: &str,
        rule: &'static str,
    ) -> Option<TypeId> {
        let id = self.refer_type(scope, node, text)?;
        if self.types[id.index()].is_simple {
            return Some(id);
        }
        let code = match node.tag_name().name() {
            "list" | "union" => IssueCode::AtomicRequired,
            _ => IssueCode::InvalidBase,
        };
        let message = format!("{text} is a complex type, but a simple type is needed here");
        self.error(code, rule, scope, node, message);
        None
    }
}
