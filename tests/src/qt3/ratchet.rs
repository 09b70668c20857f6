//! The committed list of known failures: nothing may be added by accident, and what passes must leave it.

use super::runner::{Ran, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const HEADER: &str =
    "# Cases of the QT3 suite (public part, XPath 2.0) that fail, each with the reason.\n# set\tcase\treason\n";

/// Known failures: key of the case to reason.
pub type Known = BTreeMap<String, String>;

/// Reads a list: one case a line, `set⇥case⇥reason`; `#` starts a comment.
pub fn read(path: &Path) -> Result<Known, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut known = Known::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let (key, reason) = line.rsplit_once('\t').ok_or_else(|| format!("line {}: no reason", number + 1))?;
        if reason.trim().is_empty() || key.split('\t').count() != 2 {
            return Err(format!("line {}: wants set, case and a reason", number + 1));
        }
        known.insert(key.to_owned(), reason.to_owned());
    }
    Ok(known)
}

/// How verdicts differ from a list: a line a surprise. Empty: all is as known.
pub fn compare(ran: &[Ran<'_>], known: &Known) -> Vec<String> {
    let mut surprises = Vec::new();
    let mut seen = BTreeSet::new();
    for ran in ran {
        let key = ran.case.key();
        match (&ran.verdict, known.contains_key(&key)) {
            (Verdict::Failed(why), false) => surprises.push(format!("new failure: {key}: {why}")),
            (Verdict::Passed, true) => surprises.push(format!("passes now, take it off the list: {key}")),
            (Verdict::Skipped(_), true) => surprises.push(format!("is not run, take it off the list: {key}")),
            _ => {}
        }
        seen.insert(key);
    }
    surprises.extend(known.keys().filter(|key| !seen.contains(*key)).map(|key| format!("not in the suite: {key}")));
    surprises
}

/// Writes the list anew. Reasons of cases that stay are kept; new ones get `unreviewed` and what failed, for a person to replace.
pub fn write(path: &Path, ran: &[Ran<'_>], known: &Known) -> Result<(), String> {
    let mut text = HEADER.to_owned();
    for ran in ran {
        let Verdict::Failed(why) = &ran.verdict else { continue };
        let key = ran.case.key();
        let why: String = why.chars().map(|c| if c.is_control() { ' ' } else { c }).take(160).collect();
        let reason = known.get(&key).cloned().unwrap_or_else(|| format!("unreviewed: {why}"));
        text.push_str(&format!("{key}\t{reason}\n"));
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
