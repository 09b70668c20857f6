//! `pyxsd_export_records`: the records of valid documents as Parquet files.

use super::arguments::Arguments;
use super::export::exported;
use super::gather::Gathering;
use super::manifest::{MANIFEST_FILE, PARTS};
use super::progress::Progress;
use super::projection::projection;
use super::references;
use crate::envelope::{Provenance, Reply};
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::store::{ArtifactRef, Draft, Kind, Membership};
use crate::worker::rows::Projection;
use crate::worker::{OutputFile, SchemaSource};
use crate::workspace::WorkspacePath;
use serde_json::{Map, Value, json};
use std::io::Read;
use std::sync::Arc;

const PARQUET: &str = "application/vnd.apache.parquet";
const JSON: &str = "application/json";

/// What an export leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One Parquet file of one document.
    File,
    /// A part for each document, a file with the columns alone, and a manifest.
    Dataset,
}

/// Names of the layouts.
pub const LAYOUTS: &[(&str, Layout)] = &[("file", Layout::File), ("dataset", Layout::Dataset)];

/// What is to be exported.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The documents, each once.
    pub documents: Vec<WorkspacePath>,
    /// The schema of all of them.
    pub schema: SchemaSource,
    /// Which elements are records, and what of them is wanted.
    pub projection: Projection,
    /// What is left.
    pub layout: Layout,
}

/// A file of an export.
#[derive(Debug)]
pub struct Member {
    /// Its place in the layout, `/`-separated.
    pub relative_path: String,
    media_type: &'static str,
    contents: Contents,
}

#[derive(Debug)]
enum Contents {
    Bytes(Vec<u8>),
    File(OutputFile),
}

/// The files of an export, complete, and what they were made from.
#[derive(Debug)]
pub struct Exported {
    /// The files.
    pub members: Vec<Member>,
    /// Records of all documents.
    pub rows: u64,
    pub(super) provenance: Provenance,
}

impl Member {
    pub(super) fn manifest(bytes: Vec<u8>) -> Member {
        Member { relative_path: MANIFEST_FILE.to_owned(), media_type: JSON, contents: Contents::Bytes(bytes) }
    }

    /// A file that stands beside the manifest, or alone.
    pub(super) fn file(file: OutputFile) -> Member {
        Member { relative_path: file.name().to_owned(), media_type: PARQUET, contents: Contents::File(file) }
    }

    pub(super) fn part(file: OutputFile) -> Member {
        Member { relative_path: format!("{PARTS}/{}", file.name()), ..Member::file(file) }
    }

    /// Its contents.
    pub fn open(&self) -> Outcome<Box<dyn Read + Send>> {
        Ok(match &self.contents {
            Contents::Bytes(bytes) => Box::new(std::io::Cursor::new(bytes.clone())),
            Contents::File(file) => Box::new(file.open()?),
        })
    }

    fn filename(&self) -> String {
        self.relative_path.rsplit('/').next().unwrap_or_default().to_owned()
    }
}

/// `pyxsd_export_records {workspace_id, documents: [{path}], layout?, element + path? | selector + namespaces?, columns?, schema_ref?}`. All
/// documents are valid, or nothing is retained.
pub async fn export_records(host: Arc<Host>, arguments: Map<String, Value>, progress: Progress) -> Outcome<Reply> {
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let documents = references::paths(&mut arguments, "documents")?
        .ok_or_else(|| Fault::argument("documents", "`documents` is missing."))?;
    let layout = arguments.optional_choice("layout", LAYOUTS)?;
    let layout = layout.unwrap_or(if documents.len() > 1 { Layout::Dataset } else { Layout::File });
    let schema = references::optional_schema(&mut arguments)?;
    let projection = projection(&mut arguments)?;
    arguments.finish()?;
    let asked = Asked { documents, schema, projection, layout };
    let mut gathering = Gathering::of_workspace(&host, &workspace_id)?;
    let exported = exported(&host, &mut gathering, &asked, progress).await?;
    gathering.release();
    let Exported { members, rows, provenance } = exported;
    let files = retained(&host, members, layout).await?;
    let data = json!({"files": files, "rows": rows});
    Ok(Reply { data, page: None, warnings: Vec::new(), artifacts: files, provenance })
}

async fn retained(host: &Host, members: Vec<Member>, layout: Layout) -> Outcome<Vec<ArtifactRef>> {
    let dataset_id = host.identity();
    let draft = |member: Member| {
        let (kind, membership) = match layout {
            Layout::File => (Kind::Records, None),
            Layout::Dataset => {
                let (dataset_id, relative_path) = (dataset_id.clone(), member.relative_path.clone());
                (Kind::Dataset, Some(Membership { dataset_id, relative_path }))
            }
        };
        (Draft { kind, filename: member.filename(), media_type: member.media_type, membership }, member)
    };
    host.retain_each(members.into_iter().map(draft).collect(), |member| member.open()).await
}
