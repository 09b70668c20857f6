//! Failures in words: what was found and what is allowed.

use crate::check::Failure;
use crate::effective::PatternStep;
use crate::{BEYOND_BOUNDS, FacetKind, SimpleType, ValueContext, ValueError, Variety, binary, names, white_space};

/// Characters of a value that a message shows.
const SHOWN: usize = 80;
/// Values of an enumeration that a message lists.
const LISTED: usize = 10;
/// Members of a union whose reasons a message tells.
const MEMBERS: usize = 4;

/// A value in quotes, shortened, on one line.
pub(crate) fn quoted(text: &str) -> String {
    let (shown, more) = match text.char_indices().nth(SHOWN) {
        Some((end, _)) => (&text[..end], "…"),
        None => (text, ""),
    };
    if !shown.contains(char::is_control) {
        return format!("\"{shown}{more}\"");
    }
    let mut line = String::with_capacity(shown.len() + 8);
    for c in shown.chars() {
        if c.is_control() {
            line.extend(c.escape_debug());
        } else {
            line.push(c);
        }
    }
    format!("\"{line}{more}\"")
}

#[cold]
pub(crate) fn explain(definition: &SimpleType, raw: &str, context: &dyn ValueContext, failure: Failure) -> ValueError {
    let text = definition.normalize(raw);
    let found = quoted(&text);
    let lexical = "cvc-datatype-valid.1.2.1";
    let (rule, facet, message) = match failure {
        Failure::Lexical(reason) => (lexical, None, not_lexical(definition, &found, reason)),
        Failure::Limit(reason) => (
            BEYOND_BOUNDS,
            None,
            format!("{found} is beyond a limit of this processor, so it cannot be judged: {reason}"),
        ),
        Failure::UndeclaredPrefix => {
            let prefix = names::split_qname(&text).map_or("", |(prefix, _)| prefix);
            let name = definition.builtin.name();
            (
                lexical,
                None,
                format!("{found} is not a valid xs:{name}: the prefix {} is not declared here", quoted(prefix)),
            )
        }
        Failure::Facet(kind) => {
            (kind.validation_rule(), Some(kind), outside_facet(definition, raw, &found, kind, context))
        }
        Failure::NotEnumerated => (
            "enumeration-required-notation",
            None,
            format!(
                "{found} is of xs:NOTATION without xs:enumeration: only notations that the type enumerates are valid"
            ),
        ),
        Failure::Item => return invalid_item(definition, raw, context),
        Failure::NoMember => ("cvc-datatype-valid.1.2.3", None, no_member(definition, raw, &found, context)),
        Failure::Unsupported => {
            let (depth, members) = (SimpleType::MAX_NESTING, SimpleType::MAX_MEMBERS);
            let limits = format!("{depth} unions and lists within each other, or {members} members of a union in all");
            (BEYOND_BOUNDS, None, format!("types with more than {limits}, are not supported"))
        }
    };
    ValueError { rule, facet, message }
}

fn not_lexical(definition: &SimpleType, found: &str, reason: &str) -> String {
    let name = definition.builtin.name();
    let expects = definition.builtin.definition().expects;
    let separator = if reason.is_empty() { "" } else { "; " };
    format!("{found} is not a valid xs:{name}: {expects} is expected{separator}{reason}")
}

fn outside_facet(
    definition: &SimpleType,
    raw: &str,
    found: &str,
    kind: FacetKind,
    context: &dyn ValueContext,
) -> String {
    let facets = &definition.facets;
    let limit = written_limit(definition, kind);
    let name = kind.name();
    match kind {
        FacetKind::Length | FacetKind::MinLength | FacetKind::MaxLength => {
            let (length, unit) = length_of(definition, raw);
            let allowed = match kind {
                FacetKind::Length => "exactly",
                FacetKind::MinLength => "at least",
                _ => "at most",
            };
            let plural = if length == 1 { "" } else { "s" };
            format!("{found} has {length} {unit}{plural}, but {allowed} {limit} must stand here ({name})")
        }
        FacetKind::Pattern => {
            let text = definition.active_text(raw, context);
            let steps = facets.patterns.iter().flat_map(|last| last.steps());
            let broken = steps.filter(|step| !step.matches(&text)).last().map(PatternStep::source);
            format!("{found} does not match the pattern {}", broken.unwrap_or_default())
        }
        FacetKind::Enumeration => {
            let texts = facets.enumeration.as_deref().map_or(&[][..], |values| &values.texts);
            format!("{found} is not {}", one_of(texts))
        }
        FacetKind::MinInclusive | FacetKind::MinExclusive | FacetKind::MaxInclusive | FacetKind::MaxExclusive => {
            outside_bound(definition, raw, found, kind, &limit)
        }
        FacetKind::TotalDigits => format!("{found} has more digits than the {limit} allowed ({name})"),
        FacetKind::FractionDigits => {
            format!("{found} has more digits after the point than the {limit} allowed ({name})")
        }
        FacetKind::ExplicitTimezone if limit == "required" => {
            format!("{found} has no timezone, but one is required ({name})")
        }
        FacetKind::ExplicitTimezone => format!("{found} has a timezone, but none is allowed ({name})"),
        FacetKind::Assertion => {
            let active = definition.deciding_type(raw, context);
            let refusal = definition.refusal(active, raw, context).ok().flatten();
            format!("{found} is not allowed: {}", refusal.map(|refusal| refusal.reason).unwrap_or_default())
        }
        FacetKind::WhiteSpace => format!("{found} has white space that is not allowed ({name})"),
    }
}

/// The facet as written; nothing for those of which there may be many.
fn written_limit(definition: &SimpleType, kind: FacetKind) -> String {
    if matches!(kind, FacetKind::Enumeration | FacetKind::Pattern | FacetKind::Assertion) {
        return String::new();
    }
    definition.facets.listed(kind).into_iter().next().unwrap_or_default()
}

fn outside_bound(definition: &SimpleType, raw: &str, found: &str, kind: FacetKind, limit: &str) -> String {
    let name = kind.name();
    if definition.is_incomparable(raw, kind) {
        return format!("{found} is neither above nor below {limit}, so it is outside the range ({name})");
    }
    let bounds = definition.builtin.definition().bounds;
    let inherent = if kind == FacetKind::MinInclusive { bounds.0 } else { bounds.1 };
    let owner = match inherent == Some(limit) {
        true => format!("of xs:{}", definition.builtin.name()),
        false => "allowed".to_owned(),
    };
    match kind {
        FacetKind::MinInclusive => format!("{found} is below {limit}, the least value {owner} ({name})"),
        FacetKind::MaxInclusive => format!("{found} is above {limit}, the greatest value {owner} ({name})"),
        FacetKind::MinExclusive => format!("{found} is not above {limit} ({name})"),
        _ => format!("{found} is not below {limit} ({name})"),
    }
}

fn one_of(texts: &[String]) -> String {
    let shown: Vec<String> = texts.iter().take(LISTED).map(|text| quoted(text)).collect();
    let more = texts.len() - shown.len();
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    match texts.len() {
        1 => format!("the only allowed value {}", shown[0]),
        count => format!("one of the {count} allowed values: {}{tail}", shown.join(", ")),
    }
}

fn length_of(definition: &SimpleType, raw: &str) -> (usize, &'static str) {
    use crate::builtin::Lexical;
    if matches!(definition.variety, Variety::List(_)) {
        return (white_space::split(raw).count(), "item");
    }
    let text = definition.normalize(raw);
    let octets = match definition.lexical {
        Lexical::HexBinary => binary::hex_length(text.as_bytes()),
        Lexical::Base64Binary => binary::base64_length(text.as_bytes()),
        _ => return (text.chars().count(), "character"),
    };
    (octets.unwrap_or(0), "octet")
}

fn invalid_item(definition: &SimpleType, raw: &str, context: &dyn ValueContext) -> ValueError {
    let rule = "cvc-datatype-valid.1.2.2";
    if let Variety::List(item) = &definition.variety {
        for (index, text) in white_space::split(raw).enumerate() {
            if let Err(failure) = item.check(text, context) {
                let cause = explain(item, text, context, failure);
                let rule = if cause.rule == BEYOND_BOUNDS { cause.rule } else { rule };
                let message = format!("item {} of the list: {}", index + 1, cause.message);
                return ValueError { rule, facet: cause.facet, message };
            }
        }
    }
    ValueError { rule, facet: None, message: format!("{} has an invalid item", quoted(raw)) }
}

/// The reasons of nested unions are told by their own messages, which the number of members shown keeps short.
fn no_member(definition: &SimpleType, raw: &str, found: &str, context: &dyn ValueContext) -> String {
    let Variety::Union(members) = &definition.variety else {
        return format!("{found} is not allowed");
    };
    if members.is_empty() {
        return format!("{found} is not allowed: the type has no values");
    }
    let reasons: Vec<String> = members
        .iter()
        .take(MEMBERS)
        .filter(|member| !matches!(member.variety, Variety::Union(_)))
        .filter_map(|member| member.validate(raw, context).err())
        .map(|cause| cause.message)
        .collect();
    let count = members.len();
    let separator = if reasons.is_empty() { "" } else { ": " };
    let tail = if !reasons.is_empty() && reasons.len() < count { "; …" } else { "" };
    format!("{found} is valid for none of the {count} members of the union{separator}{}{tail}", reasons.join("; "))
}

impl SimpleType {
    /// The text that patterns see: of a union the one that the matching member normalises.
    fn active_text<'v>(&self, raw: &'v str, context: &dyn ValueContext) -> std::borrow::Cow<'v, str> {
        self.deciding_type(raw, context).normalize(raw)
    }

    /// Of a union the member that matches, whatever the facets of the union itself say; otherwise the type.
    fn deciding_type(&self, raw: &str, context: &dyn ValueContext) -> &SimpleType {
        let Variety::Union(members) = &self.variety else { return self };
        members.iter().find_map(|member| member.active_type(raw, context)).unwrap_or(self)
    }
}
