//! Content models in one line: `(a, (b | c)*, any(##other, lax){0,5})`.

use pyxsd_schema::Schema;
use pyxsd_schema::components::*;
use pyxsd_xml::NamespaceId;

/// How names are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// The local part.
    Local,
    /// `{ns}local`.
    Expanded,
}

enum Piece<'s> {
    Particle(&'s Particle),
    Text(&'static str),
    Occurs(Occurs),
}

/// Particles one after another in one line of at most about `bytes` bytes; what does not fit is `…`. References to named groups stay
/// references, so that the length is in proportion to the schema document.
pub(crate) fn expression(schema: &Schema, particles: &[Particle], names: Names, bytes: usize) -> String {
    let mut out = String::new();
    let mut stack: Vec<Piece<'_>> = Vec::new();
    push_joined(&mut stack, particles, ", ");
    while let Some(piece) = stack.pop() {
        if out.len() > bytes {
            out.push('…');
            break;
        }
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Occurs(occurs) => out.push_str(&occurs_suffix(occurs)),
            Piece::Particle(particle) => {
                stack.push(Piece::Occurs(particle.occurs));
                match &particle.term {
                    Term::Element(id) => out.push_str(&shown(schema, schema.components.element(*id).name, names)),
                    Term::Wildcard(id) => out.push_str(&wildcard(schema, *id)),
                    Term::Group(group) => match group.named {
                        Some(named) => {
                            out.push_str("group ");
                            out.push_str(&shown(schema, schema.components.groups[named.index()].name, names));
                        }
                        None => push_group(&mut stack, &mut out, group),
                    },
                }
            }
        }
    }
    out
}

fn push_group<'s>(stack: &mut Vec<Piece<'s>>, out: &mut String, group: &'s ModelGroup) {
    let separator = match group.compositor {
        Compositor::Sequence => ", ",
        Compositor::Choice => " | ",
        Compositor::All => " & ",
    };
    out.push('(');
    stack.push(Piece::Text(")"));
    push_joined(stack, &group.particles, separator);
}

fn push_joined<'s>(stack: &mut Vec<Piece<'s>>, particles: &'s [Particle], separator: &'static str) {
    for (at, particle) in particles.iter().enumerate().rev() {
        stack.push(Piece::Particle(particle));
        if at > 0 {
            stack.push(Piece::Text(separator));
        }
    }
}

fn shown(schema: &Schema, name: pyxsd_xml::Symbol, names: Names) -> String {
    match names {
        Names::Local => schema.names.local(name).to_owned(),
        Names::Expanded => schema.names.display(name).to_string(),
    }
}

/// `?`, `*`, `+`, `{2,5}` or nothing.
pub(crate) fn occurs_suffix(occurs: Occurs) -> String {
    match (occurs.min, occurs.max) {
        (1, Some(1)) => String::new(),
        (0, Some(1)) => "?".to_owned(),
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (min, None) => format!("{{{min},}}"),
        (min, Some(max)) if min == max => format!("{{{min}}}"),
        (min, Some(max)) => format!("{{{min},{max}}}"),
    }
}

/// `any(namespaces, processContents)`, with what is excluded.
pub(crate) fn wildcard(schema: &Schema, id: WildcardId) -> String {
    wildcard_text(schema, schema.components.wildcard(id))
}

/// The same of a wildcard that need not be one of the schema.
pub(crate) fn wildcard_text(schema: &Schema, wildcard: &Wildcard) -> String {
    let list = |namespaces: &[NamespaceId]| -> String {
        let shown = namespaces.iter().map(|namespace| match *namespace {
            NamespaceId::NONE => "##local",
            other => schema.names.namespace_uri(other),
        });
        shown.collect::<Vec<_>>().join(" ")
    };
    let mut text = match &wildcard.namespaces {
        NamespaceConstraint::Any => "any(##any".to_owned(),
        NamespaceConstraint::Not(namespaces) => format!("any(not {}", list(namespaces)),
        NamespaceConstraint::Only(namespaces) => format!("any({}", list(namespaces)),
    };
    let names = wildcard.not_names.iter().map(|name| schema.names.display(*name).to_string());
    let defined = wildcard.not_defined.then(|| "##defined".to_owned());
    let siblings = wildcard.not_defined_siblings.then(|| "##definedSibling".to_owned());
    let excluded: Vec<String> = names.chain(defined).chain(siblings).collect();
    if !excluded.is_empty() {
        text.push_str(" except ");
        text.push_str(&excluded.join(" "));
    }
    text.push_str(match wildcard.process {
        ProcessContents::Strict => ", strict)",
        ProcessContents::Lax => ", lax)",
        ProcessContents::Skip => ", skip)",
    });
    text
}
