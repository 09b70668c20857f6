//! From an id, or a shorter name of a component, to the component.

use super::{Ids, Kind, role};
use pyxsd_schema::Component;
use pyxsd_xml::{NamespaceId, Symbol};

/// Roles of anonymous types beside that of `type`, which ids have too.
const ROLES: [&str; 5] = ["base", "item", "member", "content", "alternative"];

/// What a name was found to mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// One component.
    Found(Component),
    /// Several, in the order of [`Ids::all`].
    Ambiguous(Vec<Component>),
    /// None.
    Unknown,
}

/// The first step of an id: kinds that it admits, namespace where it says one, local name.
struct Head<'t> {
    kinds: Vec<Kind>,
    namespace: Option<&'t str>,
    local: &'t str,
}

impl Ids<'_> {
    /// The component that a text names: a component id, or one without its kind, without its namespace, or both; a namespace may be written
    /// as a prefix of the schema documents ([`Prefixes`](super::Prefixes)). `{}name` is in no namespace. Where `kinds` is not empty, only components of these kinds are meant. Built-in and local declarations are found
    /// by a bare name only where no other component has it.
    pub fn find(&self, text: &str, kinds: &[Kind]) -> Lookup {
        let admitted = |component: &Component| kinds.is_empty() || kinds.contains(&self.kind(*component));
        for (head, rest) in self.heads(text.trim()) {
            let (ordinal, steps) = ordinal_of(rest);
            let mut found = self.heads_named(&head, ordinal);
            found = found.into_iter().filter_map(|component| self.descend(component, steps)).collect();
            found.retain(admitted);
            match found.as_slice() {
                [] => {}
                [one] => return Lookup::Found(*one),
                _ => return Lookup::Ambiguous(found),
            }
        }
        Lookup::Unknown
    }

    /// The global components that the first step of an id may mean; where there is none, local ones of this name.
    fn heads_named(&self, head: &Head<'_>, ordinal: u32) -> Vec<Component> {
        let names = &self.schema.names;
        let exact = |uri: &str| names.find_namespace(uri).and_then(|namespace| names.find(namespace, head.local));
        if let Some(uri) = head.namespace {
            return exact(uri).map_or_else(Vec::new, |name| self.globals(head, name, ordinal));
        }
        // What an id says of a component in no namespace is exact.
        if head.kinds.len() == 1
            && let Some(name) = names.find(NamespaceId::NONE, head.local)
            && let found = self.globals(head, name, ordinal)
            && !found.is_empty()
        {
            return found;
        }
        let named = |component: &Component| {
            self.name(*component).is_some_and(|name| names.local(name) == head.local)
                && head.kinds.contains(&self.kind(*component))
        };
        let all: Vec<Component> = self.all().into_iter().filter(named).collect();
        let with = |wanted: &dyn Fn(Component) -> bool| -> Vec<Component> {
            all.iter().copied().filter(|component| wanted(*component)).collect()
        };
        let is_global = |component| self.owner(component).is_none() && !self.ordinals.contains_key(&component);
        let global = with(&|component| is_global(component) && self.place(component).is_some());
        let built_in = || with(&|component| is_global(component) && self.place(component).is_none());
        let local = || with(&|component| self.owner(component).is_some());
        [global].into_iter().chain([built_in(), local()]).find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn globals(&self, head: &Head<'_>, name: Symbol, ordinal: u32) -> Vec<Component> {
        let step = |kind: &Kind| self.by_step.get(&((None, Some(*kind), Some(name)), ordinal)).copied();
        head.kinds.iter().filter_map(step).collect()
    }

    /// The component that the steps behind the first one lead to.
    fn descend(&self, mut component: Component, steps: &str) -> Option<Component> {
        let mut rest = steps;
        while let Some(step) = rest.strip_prefix('/') {
            if let Some(after) =
                step.strip_prefix("type").filter(|after| after.is_empty() || after.starts_with(['/', '#']))
            {
                let (ordinal, behind) = ordinal_of(after);
                component = *self.by_step.get(&((Some(component), None, None), ordinal))?;
                rest = behind;
                continue;
            }
            if let Some((found, behind)) = self.in_role(component, step) {
                (component, rest) = (found, behind);
                continue;
            }
            (component, rest) = self.heads(step).into_iter().find_map(|(head, after)| {
                let (ordinal, behind) = ordinal_of(after);
                let [kind] = head.kinds.as_slice() else { return None };
                let names = &self.schema.names;
                let namespace = names.find_namespace(head.namespace.unwrap_or_default())?;
                let name = names.find(namespace, head.local)?;
                let inner = self.by_step.get(&((Some(component), Some(*kind), Some(name)), ordinal))?;
                Some((*inner, behind))
            })?;
        }
        rest.is_empty().then_some(component)
    }

    /// The anonymous type that a step of a comparison identity names by its role, such as `base` or `member#2`, and what follows the step.
    fn in_role<'t>(&self, owner: Component, step: &'t str) -> Option<(Component, &'t str)> {
        let (word, after) = step.split_at(step.find(['/', '#']).unwrap_or(step.len()));
        let (ordinal, behind) = ordinal_of(after);
        if !ROLES.contains(&word) || ordinal == 0 {
            return None;
        }
        let anonymous = (1..).map_while(|number| self.by_step.get(&((Some(owner), None, None), number)).copied());
        let mut in_role = anonymous.filter(|found| role(self.schema, owner, *found) == word);
        in_role.nth(ordinal as usize - 1).map(|found| (found, behind))
    }

    /// The ways to read the first step, with what follows it: a namespace name may itself hold a brace.
    fn heads<'t>(&'t self, text: &'t str) -> Vec<(Head<'t>, &'t str)> {
        let types = [Kind::ComplexType, Kind::SimpleType];
        let (kinds, name) = match text.split_once(':') {
            Some((word, name)) if Kind::from_name(word).is_some() => {
                (Kind::from_name(word).into_iter().collect(), name)
            }
            Some(("type", name)) => (types.to_vec(), name),
            _ => (Kind::ALL.to_vec(), text),
        };
        let end_of = |local: &str| local.find(['/', '#']).unwrap_or(local.len());
        let Some(braced) = name.strip_prefix('{') else {
            let (name, rest) = name.split_at(end_of(name));
            let Some((prefix, local)) = name.split_once(':') else {
                return vec![(Head { kinds, namespace: None, local: name }, rest)];
            };
            let namespace = self.prefixes.namespace(self.schema, prefix);
            let head = |namespace| (Head { kinds, namespace: Some(namespace), local }, rest);
            return namespace.map(head).into_iter().collect();
        };
        let split = |(at, _)| {
            let (local, rest) = braced[at + 1..].split_at(end_of(&braced[at + 1..]));
            (Head { kinds: kinds.clone(), namespace: Some(&braced[..at]), local }, rest)
        };
        braced.match_indices('}').map(split).take(8).collect()
    }
}

/// The number behind `#`, 1 where there is none, and what follows it. A number that ids do not use gives one that nothing has.
fn ordinal_of(text: &str) -> (u32, &str) {
    let Some(number) = text.strip_prefix('#') else { return (1, text) };
    let (digits, rest) = number.split_at(number.find('/').unwrap_or(number.len()));
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    (digits.parse().ok().filter(|ordinal| plain && *ordinal > 1).unwrap_or(0), rest)
}
