//! The XPath subset of selectors and fields (part 1, 3.11.6.2 and 3.11.6.3).

use super::*;
use pyxsd_xml::NamespaceId;

impl<'d> Reader<'d, '_> {
    /// Parses the `xpath` attribute of `selector` or `field`; what is outside the subset is reported.
    pub(super) fn identity_paths(&mut self, node: Node<'d>, scope: Scope) -> Option<Vec<IdentityPath>> {
        let text = lexical::attribute(node, "xpath").filter(|text| !text.trim().is_empty())?;
        let is_field = node.tag_name().name() == "field";
        let paths: Result<Vec<_>, String> =
            text.split('|').map(|path| self.identity_path(path, node, scope, is_field)).collect();
        match paths {
            Ok(paths) => Some(paths),
            Err(reason) => {
                let rule = if is_field { "c-fields-xpaths" } else { "c-selector-xpath" };
                let message = format!("\"{text}\" is not a path that a {} may have: {reason}", node.tag_name().name());
                self.error(IssueCode::XpathInvalid, rule, scope, node, message);
                None
            }
        }
    }

    fn identity_path(
        &mut self,
        text: &str,
        node: Node<'d>,
        scope: Scope,
        is_field: bool,
    ) -> Result<IdentityPath, String> {
        let mut path = IdentityPath { descendant: false, steps: Vec::new(), attribute: None };
        let mut rest = skip(text);
        if let Some(after_dot) = rest.strip_prefix('.')
            && let Some(after) = skip(after_dot).strip_prefix("//")
        {
            path.descendant = true;
            rest = skip(after);
        }
        let mut is_first = true;
        loop {
            if !is_first {
                rest = skip(rest.strip_prefix('/').ok_or_else(|| format!("unexpected \"{rest}\""))?);
            }
            is_first = false;
            rest = self.identity_step(rest, node, scope, is_field, &mut path)?;
            if rest.is_empty() {
                return Ok(path);
            }
            if path.attribute.is_some() {
                return Err("an attribute step is the last one".to_owned());
            }
        }
    }

    /// Reads one step; what follows it.
    fn identity_step<'t>(
        &mut self,
        text: &'t str,
        node: Node<'d>,
        scope: Scope,
        is_field: bool,
        path: &mut IdentityPath,
    ) -> Result<&'t str, String> {
        if let Some(rest) = text.strip_prefix('.') {
            if rest.starts_with('.') {
                return Err("the parent axis is not allowed".to_owned());
            }
            return Ok(skip(rest));
        }
        if let Some(rest) = text.strip_prefix('@').or_else(|| axis(text, "attribute")) {
            if !is_field {
                return Err("a selector selects elements".to_owned());
            }
            let (test, rest) = self.name_test(skip(rest), node, scope, true)?;
            path.attribute = Some(test);
            return Ok(rest);
        }
        let (test, rest) = self.name_test(skip(axis(text, "child").unwrap_or(text)), node, scope, false)?;
        path.steps.push(test);
        Ok(rest)
    }

    fn name_test<'t>(
        &mut self,
        text: &'t str,
        node: Node<'d>,
        scope: Scope,
        is_attribute: bool,
    ) -> Result<(NameTest, &'t str), String> {
        if let Some(rest) = text.strip_prefix('*') {
            return Ok((NameTest::Any, skip(rest)));
        }
        let (first, rest) = ncname(text)?;
        let Some(after) = rest.strip_prefix(':').filter(|after| !after.starts_with(':')) else {
            let namespace = if is_attribute { NamespaceId::NONE } else { self.xpath_default_namespace(node, scope) };
            let name = self.names.intern(namespace, first);
            return Ok((NameTest::Name(self.key(name)), skip(rest)));
        };
        let uri = lexical::namespace_of_prefix(node, first)
            .ok_or_else(|| format!("the prefix {first} is not bound to a namespace"))?;
        let namespace = self.names.namespace(uri);
        if let Some(rest) = after.strip_prefix('*') {
            let test =
                if self.matching == NameMatching::Legacy { NameTest::Any } else { NameTest::Namespace(namespace) };
            return Ok((test, skip(rest)));
        }
        let (local, rest) = ncname(after)?;
        let name = self.names.intern(namespace, local);
        Ok((NameTest::Name(self.key(name)), skip(rest)))
    }

    /// What a name without prefix means in a path: `xpathDefaultNamespace` of the element or the schema (1.1), else no namespace.
    pub(super) fn xpath_default_namespace(&mut self, node: Node<'d>, scope: Scope) -> NamespaceId {
        if !self.is_1_1() {
            return NamespaceId::NONE;
        }
        let root = self.schema_root(scope);
        let named = lexical::attribute(node, "xpathDefaultNamespace")
            .or_else(|| lexical::attribute(root, "xpathDefaultNamespace"));
        match named {
            None | Some("##local") => NamespaceId::NONE,
            Some("##defaultNamespace") => {
                let uri = lexical::namespace_of_prefix(node, "").unwrap_or_default();
                self.names.namespace(uri)
            }
            Some("##targetNamespace") => self.unit(scope).namespace,
            Some(uri) => self.names.namespace(uri),
        }
    }
}

fn skip(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

/// What follows `name::`.
fn axis<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    skip(text.strip_prefix(name)?).strip_prefix("::")
}

fn ncname(text: &str) -> Result<(&str, &str), String> {
    let is_part = |c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '\u{B7}') || (c as u32 >= 0x300 && !c.is_whitespace())
    };
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return Err(match text.is_empty() {
            true => "a step is missing".to_owned(),
            false => format!("unexpected \"{text}\""),
        });
    }
    match lexical::is_ncname(name) {
        true => Ok((name, rest)),
        false => Err(format!("\"{name}\" is not a name")),
    }
}
