//! What is retained: identities, kinds, references, and drafts of what is to be retained.

use crate::digest::Digest;
use crate::fault::{Fault, FaultCode, Outcome};
use std::path::{Path, PathBuf};

/// Longest name of a retained file, in bytes: what file systems take.
const FILENAME_BYTES: usize = 255;

/// Handle of an artifact: 32 lower-case hexadecimal digits. It is also the name of the artifact's folder.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(transparent)]
pub struct ArtifactId(String);

impl ArtifactId {
    /// Checks an identity.
    pub fn parse(text: &str) -> Option<ArtifactId> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 32 && text.bytes().all(digit)).then(|| ArtifactId(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `not_found`, with role `artifact`.
    pub fn not_found(text: &str) -> Fault {
        let message = "There is no such artifact: it was deleted, or it belongs to another store. pyxsd_list_artifacts shows what there is.";
        Fault::new(FaultCode::NotFound, message).with("id", text).with("role", "artifact")
    }
}

impl std::fmt::Display for ArtifactId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// What an artifact is. The set is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The report on an invalid document.
    Report,
    /// The envelope of a reply that was too large to be sent.
    Result,
    /// Records of one document.
    Records,
    /// A member of a data set.
    Dataset,
    /// What a transform made.
    Candidate,
    /// Difference of bytes between a transform's input and its candidate.
    ByteDiff,
    /// Difference of structure between them.
    StructuralDiff,
    /// An intermediate state of a transform.
    Checkpoint,
}

/// Every kind with its name.
pub const KINDS: &[(&str, Kind)] = &[
    ("report", Kind::Report),
    ("result", Kind::Result),
    ("records", Kind::Records),
    ("dataset", Kind::Dataset),
    ("candidate", Kind::Candidate),
    ("byte_diff", Kind::ByteDiff),
    ("structural_diff", Kind::StructuralDiff),
    ("checkpoint", Kind::Checkpoint),
];

impl Kind {
    /// The name that clients see.
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    pub(super) fn of_name(name: &str) -> Option<Kind> {
        KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// A retained file, as clients see it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ArtifactRef {
    /// Its handle.
    pub artifact_id: ArtifactId,
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub filename: String,
    /// Its media type.
    pub media_type: String,
    /// Bytes.
    pub size: u64,
    /// Digest of its contents.
    pub digest: Digest,
    /// Where it lies on this machine, absolute.
    #[serde(serialize_with = "shown")]
    pub path: PathBuf,
    /// When it was retained, RFC 3339 in UTC.
    pub created_at: String,
    /// Shared by the members of one data set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dataset_id: Option<String>,
    /// Its place in the data set's layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relative_path: Option<String>,
}

/// A path need not be Unicode; JSON is.
fn shown<S: serde::Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// The place of a file in a data set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Shared by all members.
    pub dataset_id: String,
    /// The member's place in the layout.
    pub relative_path: String,
}

/// What is known of a file before it is retained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// What it is.
    pub kind: Kind,
    /// Its name: one part, no separators.
    pub filename: String,
    /// Its media type.
    pub media_type: &'static str,
    /// For members of a data set.
    pub membership: Option<Membership>,
}

impl Draft {
    /// A JSON file that stands alone.
    pub fn json(kind: Kind, filename: &str) -> Draft {
        Draft { kind, filename: filename.to_owned(), media_type: "application/json", membership: None }
    }
}

/// A name that denotes a file of its folder and nothing else.
pub(super) fn is_filename(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= FILENAME_BYTES
        && name != "."
        && name != ".."
        && !name.contains(['/', '\\', '\0'])
        && !name.chars().any(char::is_control)
}

/// A draft whose name can be kept; `internal` else, since names are ours.
pub(super) fn checked(draft: &Draft) -> Outcome<()> {
    if is_filename(&draft.filename) {
        return Ok(());
    }
    Err(Fault::internal(format!("{:?} is no name of an artifact", draft.filename)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_thirty_two_lower_case_digits() {
        assert!(ArtifactId::parse(&"0f".repeat(16)).is_some());
        for text in ["", "0", &"0F".repeat(16), &"0g".repeat(16), &"00".repeat(17), "../../../../../../etc/passwd12345"]
        {
            assert_eq!(ArtifactId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_kind_has_the_name_that_it_is_serialised_with() {
        for (name, kind) in KINDS {
            assert_eq!((kind.name(), serde_json::to_value(kind).unwrap().as_str()), (*name, Some(*name)));
            assert_eq!(Kind::of_name(name), Some(*kind));
        }
    }

    #[test]
    fn a_name_stays_in_its_folder() {
        assert!(is_filename("part-0.parquet"));
        for name in ["", ".", "..", "a/b", "a\\b", "a\0", "a\nb", &"a".repeat(256)] {
            assert!(!is_filename(name), "{name:?}");
        }
    }
}
