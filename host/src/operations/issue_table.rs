//! The table of issue codes. The guest's crates have it; the page that is generated from it, cases included, is read here.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::OnceLock;

static PAGE: &str = include_str!("../../../docs/issue-codes.json");

/// What the explanation of a code holds, in its order.
pub const NAMES: &[&str] = &["code", "rule", "meaning", "usual_causes", "fixes", "example"];

/// What the list of all codes holds of each: all would be more than a reply may have.
const LISTED: &[&str] = &["code", "severity", "phase", "rule", "meaning", "fixes"];

/// Every issue code with its guidance.
#[derive(Debug)]
pub struct IssueTable(Vec<Map<String, Value>>);

impl IssueTable {
    /// The table of this build.
    pub fn get() -> &'static IssueTable {
        static TABLE: OnceLock<IssueTable> = OnceLock::new();
        TABLE.get_or_init(|| {
            let entries = serde_json::from_str(PAGE).unwrap_or_else(|cause| {
                tracing::error!("the table of issue codes cannot be read: {cause}");
                Vec::new()
            });
            IssueTable(entries)
        })
    }

    /// The entry of a code.
    pub fn entry(&self, code: &str) -> Option<&Map<String, Value>> {
        self.0.iter().find(|entry| entry["code"] == code)
    }

    /// Codes that share words with a text, most of them first.
    pub fn like(&self, text: &str) -> Vec<&str> {
        let words = |text: &str| -> BTreeSet<String> {
            let parts = text.split(|letter: char| !letter.is_alphanumeric());
            parts.filter(|word| word.len() > 1).map(str::to_lowercase).collect()
        };
        let wanted = words(text);
        let mut found: Vec<(usize, &str)> = Vec::new();
        for code in self.codes() {
            let shared = words(code).intersection(&wanted).count();
            if shared > 0 {
                found.push((shared, code));
            }
        }
        // Stable: equal ones stay in the order of the table.
        found.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
        found.into_iter().map(|(_, code)| code).collect()
    }

    /// Every code.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|entry| entry["code"].as_str())
    }

    /// The list of all codes, without causes and examples.
    pub fn to_json(&self) -> Value {
        let listed = |entry: &Map<String, Value>| -> Map<String, Value> {
            LISTED.iter().filter_map(|name| Some(((*name).to_owned(), entry.get(*name)?.clone()))).collect()
        };
        json!({ "issue_codes": self.0.iter().map(listed).collect::<Vec<_>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_every_member() {
        let table = IssueTable::get();
        assert!(table.0.len() >= 80, "{}", table.0.len());
        for entry in &table.0 {
            for name in NAMES.iter().chain(LISTED) {
                assert!(entry.contains_key(*name), "{entry:?}: {name}");
            }
        }
    }

    #[test]
    fn codes_like_a_text_share_its_words() {
        let table = IssueTable::get();
        assert_eq!(table.like("Occurrence_Min")[..2], ["occurrence-min", "occurrence-max"]);
        assert!(table.like("ж").is_empty() && table.like("").is_empty());
    }
}
