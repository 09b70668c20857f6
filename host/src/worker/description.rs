//! Descriptions of components as clients see them: what does not apply is left out.

use super::bindings::exports::pyxsd::worker::inspection as wit;
use super::inquiry::KINDS;
use serde_json::{Map, Value, json};

/// The word for a kind.
pub(super) fn kind(kind: wit::ComponentKind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or("", |(word, _)| word)
}

/// `{components, complete}`.
pub(super) fn described(described: wit::Described) -> Value {
    let components: Vec<Value> = described.components.into_iter().map(description).collect();
    json!({"components": components, "complete": described.complete})
}

/// An object without members that say nothing.
#[derive(Default)]
struct Members(Map<String, Value>);

impl Members {
    fn put(&mut self, name: &str, value: Value) {
        let silent = match &value {
            Value::Null | Value::Bool(false) => true,
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        if !silent {
            self.0.insert(name.to_owned(), value);
        }
    }

    fn finish(self) -> Value {
        Value::Object(self.0)
    }
}

fn description(component: wit::Description) -> Value {
    let mut members = Members::default();
    members.put("id", json!(component.id));
    members.put("kind", json!(kind(component.kind)));
    members.put("name", json!(component.name));
    members.put("level", json!(component.level));
    let place = component.place.map(|place| json!({"file": place.file, "line": place.line}));
    members.put("declared_at", json!(place));
    members.put("documentation", json!(component.documentation));
    members.put("type", json!(component.type_id));
    members.put("base", json!(component.base));
    members.put("derivation", json!(component.derivation));
    members.put("item", json!(component.item));
    members.put("members", json!(component.members));
    members.put("abstract", json!(component.is_abstract));
    members.put("nillable", json!(component.nillable));
    members.put("inheritable", json!(component.inheritable));
    members.put("default", json!(component.default));
    members.put("fixed", json!(component.fixed));
    members.put("block", json!(component.block));
    members.put("final", json!(component.final_));
    members.put("facets", json!(component.facets.into_iter().map(facet).collect::<Vec<_>>()));
    members.put("content", component.content.map_or(Value::Null, content));
    members.put("attributes", json!(component.attributes.into_iter().map(attribute).collect::<Vec<_>>()));
    members.put("attribute_wildcard", json!(component.attribute_wildcard));
    members.put("attribute_groups", json!(component.attribute_groups));
    members.put("assertions", json!(component.assertions));
    let alternatives: Vec<Value> =
        component.alternatives.into_iter().map(|(test, type_id)| json!({"test": test, "type": type_id})).collect();
    members.put("alternatives", json!(alternatives));
    members.put("substitution_heads", json!(component.substitution_heads));
    members.put("substitutes", json!(component.substitutes));
    members.put("identity_constraints", json!(component.identity_constraints));
    if let Some(identity) = component.identity {
        members.put("category", json!(identity.category));
        members.put("selector", json!(identity.selector));
        members.put("fields", json!(identity.fields));
        members.put("refer", json!(identity.refer));
    }
    members.finish()
}

fn facet(facet: wit::Facet) -> Value {
    let mut members = Members::default();
    members.put("name", json!(facet.name));
    let is_list = matches!(facet.name.as_str(), "enumeration" | "pattern" | "assertion");
    match facet.values.as_slice() {
        [one] if !is_list => members.put("value", json!(one)),
        values => members.put("values", json!(values)),
    }
    if facet.total > facet.values.len() as u64 {
        members.put("total", json!(facet.total));
    }
    members.finish()
}

fn attribute(attribute: wit::Attribute) -> Value {
    let mut members = Members::default();
    members.put("name", json!(attribute.name));
    members.put("id", json!(attribute.id));
    members.put("type", json!(attribute.type_id));
    members.put("required", json!(attribute.required));
    members.put("default", json!(attribute.default));
    members.put("fixed", json!(attribute.fixed));
    members.finish()
}

fn content(content: wit::Content) -> Value {
    let mut members = Members::default();
    members.put("kind", json!(content.kind));
    members.put("type", json!(content.simple_type));
    if !content.expression.is_empty() {
        members.put("model", json!(content.expression));
    }
    members.put("particle", nested(content.particles));
    members.put("incomplete", json!(!content.complete));
    let open = content.open.map(|(mode, wildcard)| json!({"mode": mode, "wildcard": wildcard}));
    members.put("open_content", json!(open));
    members.finish()
}

/// Particles in pre-order as a tree; `null` for none.
fn nested(particles: Vec<wit::Particle>) -> Value {
    // The particles on the way to the present one, each with those inside it.
    let mut open: Vec<(Members, Vec<Value>)> = Vec::new();
    let mut root = Value::Null;
    for particle in particles {
        while open.len() > particle.level as usize {
            close(&mut open, &mut root);
        }
        open.push((node(particle), Vec::new()));
    }
    while !open.is_empty() {
        close(&mut open, &mut root);
    }
    root
}

fn close(open: &mut Vec<(Members, Vec<Value>)>, root: &mut Value) {
    let Some((mut members, inside)) = open.pop() else { return };
    members.put("particles", json!(inside));
    let value = members.finish();
    match open.last_mut() {
        Some((_, siblings)) => siblings.push(value),
        None => *root = value,
    }
}

fn node(particle: wit::Particle) -> Members {
    let mut members = Members::default();
    let is_group = !matches!(particle.kind, wit::ParticleKind::Element | wit::ParticleKind::Any);
    let kind = match particle.kind {
        wit::ParticleKind::Sequence => "sequence",
        wit::ParticleKind::Choice => "choice",
        wit::ParticleKind::All => "all",
        wit::ParticleKind::Element => "element",
        wit::ParticleKind::Any => "any",
    };
    members.put("kind", json!(kind));
    members.put("name", json!(particle.name));
    members.put("min", json!(particle.min));
    members.put("max", particle.max.map_or(json!("unbounded"), |max| json!(max)));
    members.put(if is_group { "group" } else { "id" }, json!(particle.id));
    members.put("type", json!(particle.type_id));
    members.put("abstract", json!(particle.is_abstract));
    members.put("substitutes", json!(particle.substitutes));
    members.put("wildcard", json!(particle.wildcard));
    members
}
