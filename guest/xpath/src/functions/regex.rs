//! Functions on regular expressions (F&O 7.6).

use super::arguments::{Answer, Arguments, required_string};
use crate::evaluate::{Evaluation, Sequence};
use crate::values::regex;
use crate::{Atomic, Tree, XPathError};
use pyxsd_datatypes::pattern::Search;
use std::rc::Rc;

/// The compiled pattern of a call.
fn search<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    pattern: &str,
    flags: Option<Sequence<T::Node>>,
) -> Result<Rc<Search>, XPathError> {
    let flags = flags.map(|flags| required_string(evaluation, flags)).transpose()?.unwrap_or_default();
    evaluation.patterns.get(pattern, &flags)
}

pub(super) fn matches<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    let pattern = required_string(evaluation, arguments.take())?;
    let search = search(evaluation, &pattern, arguments.take_if_given())?;
    regex::matches(&search, &text).map(Sequence::boolean)
}

pub(super) fn replace<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    let pattern = required_string(evaluation, arguments.take())?;
    let with = required_string(evaluation, arguments.take())?;
    let search = search(evaluation, &pattern, arguments.take_if_given())?;
    regex::refuse_empty_matches(&search)?;
    let parts = regex::replacement(&with, search.groups())?;
    let replaced = regex::replace(&search, &text, &parts, &|length| evaluation.check_string(length))?;
    Ok(Sequence::atomic(Atomic::string(replaced)))
}

pub(super) fn tokenize<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.string_or_empty(arguments.take())?;
    let pattern = required_string(evaluation, arguments.take())?;
    let search = search(evaluation, &pattern, arguments.take_if_given())?;
    regex::refuse_empty_matches(&search)?;
    let mut tokens = Vec::new();
    if !text.is_empty() {
        regex::tokenize(&search, &text, &mut |token| {
            tokens.push(Atomic::string(token));
            evaluation.check_items(tokens.len() as u64)
        })?;
    }
    Ok(Sequence::atomics(tokens))
}
