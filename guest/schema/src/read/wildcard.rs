//! Wildcards as written (part 1, 3.10.2).

use super::*;
use pyxsd_xml::NamespaceId;

impl<'d> Reader<'d, '_> {
    /// Reads `any` or `anyAttribute`.
    pub(super) fn read_wildcard(&mut self, node: Node<'d>, scope: Scope) -> WildcardId {
        let target = self.unit(scope).namespace;
        let namespaces = match (lexical::attribute(node, "namespace"), self.not_namespaces(node, target)) {
            (None, Some(excluded)) => NamespaceConstraint::Not(excluded),
            (None | Some("##any"), _) => NamespaceConstraint::Any,
            (Some("##other"), _) => {
                let mut excluded = vec![NamespaceId::NONE, target];
                excluded.sort_unstable();
                excluded.dedup();
                NamespaceConstraint::Not(excluded)
            }
            (Some(list), _) => NamespaceConstraint::Only(self.namespaces(list, target)),
        };
        let process = match lexical::attribute(node, "processContents") {
            Some("lax") => ProcessContents::Lax,
            Some("skip") => ProcessContents::Skip,
            _ => ProcessContents::Strict,
        };
        let place = self.component_place(scope, node);
        let mut wildcard = Wildcard {
            namespaces,
            not_names: Vec::new(),
            not_defined: false,
            not_defined_siblings: false,
            process,
            place,
        };
        self.read_excluded_names(node, scope, &mut wildcard);
        self.add_wildcard(wildcard)
    }

    pub(super) fn add_wildcard(&mut self, wildcard: Wildcard) -> WildcardId {
        self.wildcards.push(wildcard);
        WildcardId(self.wildcards.len() as u32 - 1)
    }

    fn not_namespaces(&mut self, node: Node<'d>, target: NamespaceId) -> Option<Vec<NamespaceId>> {
        if !self.is_1_1() {
            return None;
        }
        let list = lexical::attribute(node, "notNamespace")?;
        Some(self.namespaces(list, target))
    }

    fn namespaces(&mut self, list: &str, target: NamespaceId) -> Vec<NamespaceId> {
        let mut namespaces: Vec<NamespaceId> = lexical::tokens(list)
            .map(|token| match token {
                "##targetNamespace" => target,
                "##local" => NamespaceId::NONE,
                uri => self.names.namespace(uri),
            })
            .collect();
        namespaces.sort_unstable();
        namespaces.dedup();
        namespaces
    }

    fn read_excluded_names(&mut self, node: Node<'d>, scope: Scope, wildcard: &mut Wildcard) {
        if !self.is_1_1() {
            return;
        }
        for token in lexical::tokens(node.attribute("notQName").unwrap_or_default()) {
            match token {
                "##defined" => wildcard.not_defined = true,
                "##definedSibling" => wildcard.not_defined_siblings = true,
                qname => wildcard.not_names.extend(self.qname(scope, node, qname)),
            }
        }
        wildcard.not_names.sort_unstable();
        wildcard.not_names.dedup();
        let admitted = |name: &&Symbol| wildcard.admits_namespace(self.names.namespace_of(**name));
        if let Some(&name) = wildcard.not_names.iter().find(|name| !admitted(name)) {
            let message =
                format!("notQName excludes {}, whose namespace the wildcard does not admit anyway", self.shown(name));
            self.error(IssueCode::WildcardInvalid, "w-props-correct.4", scope, node, message);
        }
    }
}

/// What both wildcards admit; `None` where 1.0 cannot express it (3.10.6).
pub(super) fn intersection(a: &Wildcard, b: &Wildcard, version: XsdVersion) -> Option<Wildcard> {
    use NamespaceConstraint::{Any, Not, Only};
    let namespaces = match (&a.namespaces, &b.namespaces) {
        (Any, other) | (other, Any) => other.clone(),
        (Only(only), Not(not)) | (Not(not), Only(only)) => Only(without(only, not)),
        (Only(a), Only(b)) => Only(a.iter().copied().filter(|namespace| b.contains(namespace)).collect()),
        (Not(a), Not(b)) => {
            let mut both = [a.as_slice(), b].concat();
            both.sort_unstable();
            both.dedup();
            let named = both.iter().filter(|&&namespace| namespace != NamespaceId::NONE).count();
            if version == XsdVersion::V1_0 && named > 1 {
                return None;
            }
            Not(both)
        }
    };
    let mut not_names = [a.not_names.as_slice(), &b.not_names].concat();
    not_names.sort_unstable();
    not_names.dedup();
    Some(Wildcard {
        namespaces,
        not_names,
        not_defined: a.not_defined || b.not_defined,
        not_defined_siblings: a.not_defined_siblings || b.not_defined_siblings,
        ..a.clone()
    })
}

/// What either wildcard admits; `None` where 1.0 cannot express it (3.10.6). `namespace_of` gives the namespace of a name.
pub(super) fn union(
    a: &Wildcard,
    b: &Wildcard,
    version: XsdVersion,
    namespace_of: &dyn Fn(Symbol) -> NamespaceId,
) -> Option<Wildcard> {
    use NamespaceConstraint::{Any, Not, Only};
    let namespaces = match (&a.namespaces, &b.namespaces) {
        (Any, _) | (_, Any) => Any,
        (Only(a), Only(b)) => {
            let mut either = [a.as_slice(), b].concat();
            either.sort_unstable();
            either.dedup();
            Only(either)
        }
        (Only(only), Not(not)) | (Not(not), Only(only)) => {
            let left = without(not, only);
            let is_expressible =
                left.is_empty() || left.contains(&NamespaceId::NONE) || !not.contains(&NamespaceId::NONE);
            if version == XsdVersion::V1_0 && !is_expressible {
                return None;
            }
            any_but(left)
        }
        (Not(a), Not(b)) => any_but(a.iter().copied().filter(|namespace| b.contains(namespace)).collect()),
    };
    let refused_by = |name: &Symbol, other: &Wildcard| {
        other.not_names.contains(name) || !other.admits_namespace(namespace_of(*name))
    };
    let mut not_names: Vec<Symbol> = a.not_names.iter().copied().filter(|name| refused_by(name, b)).collect();
    not_names.extend(b.not_names.iter().copied().filter(|name| refused_by(name, a)));
    not_names.sort_unstable();
    not_names.dedup();
    Some(Wildcard {
        namespaces,
        not_names,
        not_defined: a.not_defined && b.not_defined,
        not_defined_siblings: a.not_defined_siblings && b.not_defined_siblings,
        ..a.clone()
    })
}

fn any_but(excluded: Vec<NamespaceId>) -> NamespaceConstraint {
    match excluded.is_empty() {
        true => NamespaceConstraint::Any,
        false => NamespaceConstraint::Not(excluded),
    }
}

fn without(set: &[NamespaceId], removed: &[NamespaceId]) -> Vec<NamespaceId> {
    set.iter().copied().filter(|namespace| !removed.contains(namespace)).collect()
}
