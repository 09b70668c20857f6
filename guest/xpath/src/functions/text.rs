//! Functions on strings and URIs (F&O 7, 8).

use super::arguments::{Answer, Arguments, STRING, check_collation, required_double, required_string, string, uri};
use crate::evaluate::{Evaluation, Expected, Focus, Sequence};
use crate::values::{quoted, strings, to_string, uris};
use crate::{Atomic, ErrorCode, Tree, XPathError};
use pyxsd_datatypes::{Builtin, Value};

pub(super) fn codepoints_to_string<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let mut text = String::new();
    for code in evaluation.values(arguments.take(), Expected::Type(Builtin::Integer))? {
        let number = match &code.value {
            Value::Decimal(number) => number.to_i64().and_then(|number| u32::try_from(number).ok()),
            _ => None,
        };
        let character = number.and_then(char::from_u32).filter(|&character| strings::is_xml_char(character));
        let character = character.ok_or_else(|| {
            let found = code.value.canonical();
            XPathError::new(ErrorCode::FOCH0001, format!("{} is no code point of a character of XML", quoted(&found)))
        })?;
        text.push(character);
        evaluation.check_string(text.len())?;
    }
    Ok(Sequence::atomic(Atomic::string(text)))
}

pub(super) fn string_to_codepoints<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    evaluation.check_items(text.len() as u64 / 4)?;
    let codes: Vec<Atomic> = text.chars().map(|character| Atomic::integer(i64::from(u32::from(character)))).collect();
    evaluation.check_items(codes.len() as u64)?;
    Ok(Sequence::atomics(codes))
}

/// Two strings of which neither is the empty sequence.
fn both<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Result<Option<(String, String)>, XPathError> {
    let a = evaluation.optional_string(arguments.take())?;
    let b = evaluation.optional_string(arguments.take())?;
    check_collation(evaluation, arguments.take_if_given())?;
    Ok(a.zip(b))
}

pub(super) fn compare<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let order = both(evaluation, arguments)?.map(|(a, b)| a.cmp(&b) as i64);
    Ok(Sequence::optional(order.map(Atomic::integer)))
}

pub(super) fn codepoint_equal<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let equal = both(evaluation, arguments)?.map(|(a, b)| a == b);
    Ok(Sequence::optional(equal.map(Atomic::boolean)))
}

pub(super) fn concat<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let mut text = String::new();
    while let Some(argument) = arguments.take_if_given() {
        let Some(value) = evaluation.optional(argument, Expected::Any)? else {
            continue;
        };
        text.push_str(&to_string(&value, evaluation.types));
        evaluation.check_string(text.len())?;
    }
    Ok(Sequence::atomic(Atomic::string(text)))
}

pub(super) fn string_join<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let parts = evaluation.values(arguments.take(), STRING)?;
    let separator = required_string(evaluation, arguments.take())?;
    let mut text = String::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push_str(&separator);
        }
        text.push_str(crate::values::borrowed_text(part).unwrap_or_default());
        evaluation.check_string(text.len())?;
    }
    Ok(Sequence::atomic(Atomic::string(text)))
}

pub(super) fn substring<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    let start = required_double(evaluation, arguments.take())?;
    let length = arguments.take_if_given().map(|length| required_double(evaluation, length)).transpose()?;
    string(evaluation, strings::substring(&text, start, length).to_owned())
}

/// The text of the argument, or the string value of the context item where the call has none.
fn text_or_focus<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Result<String, XPathError> {
    match arguments.take_if_given() {
        Some(argument) => evaluation.string_or_empty(argument),
        None => evaluation.string_of(focus.item()?),
    }
}

pub(super) fn string_length<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    let text = text_or_focus(evaluation, arguments, focus)?;
    Ok(Sequence::atomic(Atomic::integer(text.chars().count() as i64)))
}

pub(super) fn normalize_space<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    let text = text_or_focus(evaluation, arguments, focus)?;
    string(evaluation, strings::normalize_space(&text))
}

pub(super) fn normalize_unicode<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    let form = match arguments.take_if_given() {
        Some(form) => required_string(evaluation, form)?.trim().to_uppercase(),
        None => "NFC".to_owned(),
    };
    match strings::normalize_unicode(&text, &form) {
        Some(normalized) => collect(evaluation, normalized),
        None => {
            let message = format!("the normalisation form {} is not known; NFC, NFD, NFKC and NFKD are", quoted(&form));
            Err(XPathError::new(ErrorCode::FOCH0003, message))
        }
    }
}

/// One `xs:string` of these characters, as long as they are within the budget.
fn collect<T: Tree>(evaluation: &Evaluation<'_, T>, characters: impl Iterator<Item = char>) -> Answer<T::Node> {
    let mut text = String::new();
    for character in characters {
        text.push(character);
        evaluation.check_string(text.len())?;
    }
    Ok(Sequence::atomic(Atomic::string(text)))
}

/// Letter by letter, without regard to what stands around it.
pub(super) fn upper_case<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    collect(evaluation, text.chars().flat_map(char::to_uppercase))
}

/// Letter by letter, without regard to what stands around it.
pub(super) fn lower_case<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    collect(evaluation, text.chars().flat_map(char::to_lowercase))
}

pub(super) fn encode_for_uri<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    collect(evaluation, uris::encode_for_uri(&text))
}

pub(super) fn iri_to_uri<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    collect(evaluation, uris::iri_to_uri(&text))
}

pub(super) fn escape_html_uri<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    collect(evaluation, uris::escape_html_uri(&text))
}

pub(super) fn translate<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    let from = required_string(evaluation, arguments.take())?;
    let to = required_string(evaluation, arguments.take())?;
    string(evaluation, strings::translate(&text, &from, &to))
}

/// Two strings, the empty one for the empty sequence.
fn two_texts<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Result<(String, String), XPathError> {
    let text = evaluation.string_or_empty(arguments.take())?;
    let part = evaluation.string_or_empty(arguments.take())?;
    check_collation(evaluation, arguments.take_if_given())?;
    Ok((text, part))
}

/// A function that asks whether a string is in another.
pub(super) fn test<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    holds: fn(&str, &str) -> bool,
) -> Answer<T::Node> {
    let (text, part) = two_texts(evaluation, arguments)?;
    Ok(Sequence::boolean(holds(&text, &part)))
}

pub(super) fn substring_before<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let (text, part) = two_texts(evaluation, arguments)?;
    let end = text.find(&part).unwrap_or(0);
    string(evaluation, text[..end].to_owned())
}

pub(super) fn substring_after<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let (text, part) = two_texts(evaluation, arguments)?;
    let start = text.find(&part).map_or(text.len(), |at| at + part.len());
    string(evaluation, text[start..].to_owned())
}

/// `fn:resolve-uri`; the static base URI, where there is one, is its second argument already.
pub(super) fn resolve_uri<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let relative = evaluation.optional_string(arguments.take())?;
    let base = arguments.take_if_given().map(|base| required_string(evaluation, base)).transpose()?;
    let Some(relative) = relative else {
        return Ok(Sequence::EMPTY);
    };
    let invalid = |text: &str, why: &str| Err(XPathError::new(ErrorCode::FORG0002, format!("{} {why}", quoted(text))));
    if !uris::is_reference(&relative) {
        return invalid(&relative, "is no URI reference");
    }
    if uris::is_absolute(&relative) {
        return Ok(uri(relative));
    }
    let Some(base) = base else {
        return Err(XPathError::new(
            ErrorCode::FONS0005,
            "the static context has no base URI: give it as second argument",
        ));
    };
    if !uris::is_reference(&base) {
        return invalid(&base, "is no URI");
    }
    match uris::resolve(&relative, &base) {
        Some(resolved) => Ok(uri(resolved)),
        None => invalid(
            &base,
            "is no absolute URI with a path and without a fragment, against which another could be resolved",
        ),
    }
}
