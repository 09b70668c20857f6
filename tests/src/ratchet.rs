//! The committed lists of known failures: nothing may be added by accident, and what passes must leave them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Known failures: key of the test to reason.
pub type Known = BTreeMap<String, String>;

/// What became of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// As expected.
    Passed,
    /// Not run.
    Skipped,
    /// Otherwise, with a word on it.
    Failed(String),
}

/// A test and what became of it. The key has as many columns as the list has before the reason.
pub type Entry = (String, State);

/// Reads a list: one test a line, the columns of its key and a reason, separated by tabs; `#` starts a comment.
pub fn read(path: &Path, columns: usize) -> Result<Known, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut known = Known::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let (key, reason) = line.rsplit_once('\t').ok_or_else(|| format!("line {}: no reason", number + 1))?;
        if reason.trim().is_empty() || key.split('\t').count() != columns {
            return Err(format!("line {}: wants {columns} columns and a reason", number + 1));
        }
        known.insert(key.to_owned(), reason.to_owned());
    }
    Ok(known)
}

/// How results differ from a list: a line a surprise. Empty: all is as known.
pub fn compare(entries: &[Entry], known: &Known) -> Vec<String> {
    let mut surprises = Vec::new();
    let mut seen = BTreeSet::new();
    for (key, state) in entries {
        match (state, known.contains_key(key)) {
            (State::Failed(why), false) => surprises.push(format!("new failure: {key}: {why}")),
            (State::Passed, true) => surprises.push(format!("passes now, take it off the list: {key}")),
            (State::Skipped, true) => surprises.push(format!("is not run, take it off the list: {key}")),
            _ => {}
        }
        seen.insert(key);
    }
    surprises.extend(known.keys().filter(|key| !seen.contains(key)).map(|key| format!("not in the suite: {key}")));
    surprises
}

/// Writes the list anew. Reasons of tests that stay are kept; new ones get `unreviewed` and what failed, for a person to replace.
pub fn write(path: &Path, header: &str, entries: &[Entry], known: &Known) -> Result<(), String> {
    let mut text = header.to_owned();
    for (key, state) in entries {
        let State::Failed(why) = state else { continue };
        let why: String = why.chars().map(|c| if c.is_control() { ' ' } else { c }).take(160).collect();
        let reason = known.get(key).cloned().unwrap_or_else(|| format!("unreviewed: {why}"));
        text.push_str(&format!("{key}\t{reason}\n"));
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
