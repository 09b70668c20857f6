//! Paths inside a workspace.

use crate::fault::Fault;

/// Longest path, in bytes.
pub const PATH_BYTES: usize = 1_024;
/// Longest part of a path, in bytes.
pub const PART_BYTES: usize = 255;

/// A path relative to a workspace: `/`-separated parts, none of them empty, `.` or `..`; no leading `/`, backslash, NUL or drive
/// letter; at most [`PATH_BYTES`] bytes and [`PART_BYTES`] a part. A path has exactly one spelling.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(transparent)]
pub struct WorkspacePath(String);

impl WorkspacePath {
    /// Checks a path. The error is a sentence that completes "the path …".
    pub fn parse(text: &str) -> Result<WorkspacePath, &'static str> {
        if text.is_empty() {
            return Err("is empty");
        }
        if text.len() > PATH_BYTES {
            return Err("is longer than 1,024 bytes");
        }
        if text.starts_with('/') {
            return Err("starts with `/`; paths are relative to the workspace");
        }
        if text.contains('\\') {
            return Err("has a backslash; parts are separated by `/`");
        }
        if text.contains('\0') {
            return Err("has a NUL character");
        }
        let bytes = text.as_bytes();
        if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
            return Err("starts with a drive letter");
        }
        for part in text.split('/') {
            match part {
                "" => return Err("has an empty part"),
                "." | ".." => return Err("has a part `.` or `..`"),
                _ if part.len() > PART_BYTES => return Err("has a part longer than 255 bytes"),
                _ => {}
            }
        }
        Ok(WorkspacePath(text.to_owned()))
    }

    /// Checks a path given as the argument `field`; else `invalid_argument`.
    pub fn argument(field: &str, text: &str) -> Result<WorkspacePath, Fault> {
        WorkspacePath::parse(text).map_err(|why| Fault::argument(field, format!("`{field}`: the path {why}.")))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The parts, from the outside in.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.0.split('/')
    }

    /// The folders that the path lies in, outermost first: `a`, `a/b` for `a/b/c`.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.0.match_indices('/').map(|(at, _)| &self.0[..at])
    }
}

// Order, equality and hash are those of the text.
impl std::borrow::Borrow<str> for WorkspacePath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for WorkspacePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_with_plain_parts_is_accepted() {
        for path in
            ["a.xml", "a/b/c.xsd", "ä/…/x", ".hidden", "a b", "xy:z/w", "...", "p/".repeat(500).trim_end_matches('/')]
        {
            assert_eq!(WorkspacePath::parse(path).as_ref().map(WorkspacePath::as_str), Ok(path));
        }
    }

    #[test]
    fn every_other_spelling_is_refused() {
        let long = "a/".repeat(600) + "a";
        let part = "a".repeat(256);
        for path in
            ["", "/a", "a//b", "a/", ".", "./a", "a/./b", "..", "a/../b", "a\\b", "a\0b", "C:/a", "c:a", &long, &part]
        {
            assert!(WorkspacePath::parse(path).is_err(), "{path:?}");
        }
    }

    #[test]
    fn folders_of_a_path_go_from_the_outside_in() {
        let path = WorkspacePath::parse("a/b/c").unwrap();
        assert_eq!(path.folders().collect::<Vec<_>>(), ["a", "a/b"]);
    }
}
