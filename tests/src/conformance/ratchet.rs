//! The committed list of known failures: nothing may be added by accident, and what passes must leave it.

use super::runner::Outcome;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Known failures: test key to reason.
pub type Known = BTreeMap<String, String>;

/// Reads a list: one test a line, `set⇥group⇥test⇥kind⇥reason`; `#` starts a comment.
pub fn read(path: &Path) -> Result<Known, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut known = Known::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let (key, reason) = line.rsplit_once('\t').ok_or_else(|| format!("line {}: no reason", number + 1))?;
        if reason.trim().is_empty() || key.split('\t').count() != 4 {
            return Err(format!("line {}: wants set, group, test, kind and a reason", number + 1));
        }
        known.insert(key.to_string(), reason.to_string());
    }
    Ok(known)
}

/// How outcomes differ from a list: a line a surprise. Empty: all is as known.
pub fn compare(outcomes: &[Outcome], known: &Known) -> Vec<String> {
    let mut surprises = Vec::new();
    let mut seen = BTreeMap::new();
    for outcome in outcomes {
        let key = outcome.test.key();
        match (&outcome.failure, known.contains_key(&key)) {
            (Some(failure), false) => {
                surprises.push(format!("new failure ({failure}): {key}: {}", outcome.verdict.note))
            }
            (None, true) => surprises.push(format!("passes now, take it off the list: {key}")),
            _ => {}
        }
        seen.insert(key, ());
    }
    surprises.extend(known.keys().filter(|key| !seen.contains_key(*key)).map(|key| format!("not in the suite: {key}")));
    surprises
}

/// Writes the list anew. Reasons of tests that stay are kept; new ones get `unreviewed` and the kind of failure, for a person to replace.
pub fn write(path: &Path, header: &str, outcomes: &[Outcome], known: &Known) -> Result<(), String> {
    let mut text = header.to_string();
    for outcome in outcomes {
        let Some(failure) = outcome.failure else { continue };
        let key = outcome.test.key();
        let reason = known.get(&key).cloned().unwrap_or_else(|| format!("unreviewed: {failure}"));
        text.push_str(&format!("{key}\t{reason}\n"));
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
