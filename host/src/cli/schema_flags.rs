//! Flags of the commands that look at schemas.

use super::flags::{Format, Namespaces, Version};
use crate::capture::folder::Folder;
use crate::fault::Outcome;
use crate::operations::inspect::{DEFAULT_DEPTH, MAX_DEPTH, View};
use crate::worker::schema::{NameMatching, SchemaOptions, XsdVersion};
use crate::workspace::WorkspacePath;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// How a schema is compiled.
#[derive(Debug, Args)]
pub struct CompileFlags {
    /// Version of XML Schema.
    #[arg(long, value_name = "VERSION", default_value = "1.1")]
    xsd_version: Version,
    /// How names are matched: by expanded name, or by local name alone.
    #[arg(long, value_name = "MATCHING", default_value = "strict")]
    namespaces: Namespaces,
    /// The folder outside which nothing is read [default: the common folder of the files named].
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// Arguments of `inspect`.
#[derive(Debug, Args)]
pub struct InspectArguments {
    /// The schema.
    #[arg(value_name = "XSD")]
    pub schema: PathBuf,
    /// How to show it [default: overview, or components where some are named].
    #[arg(long, value_name = "VIEW")]
    pub view: Option<ShownView>,
    /// A component to show: its id, or its name if only one fits. Repeatable.
    #[arg(long = "component", value_name = "ID")]
    pub components: Vec<String>,
    /// Levels to go down.
    #[arg(long, value_name = "LEVELS", default_value_t = DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: u32,
    /// List the components whose name or documentation has this text.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["view", "components"])]
    pub find: Option<String>,
    /// List what this component refers to.
    #[arg(long, value_name = "ID", conflicts_with_all = ["view", "components"])]
    pub uses: Option<String>,
    /// List what refers to this component.
    #[arg(long, value_name = "ID", conflicts_with_all = ["view", "components"])]
    pub used_by: Option<String>,
    /// Print the JSON Schema of this element.
    #[arg(long, value_name = "ELEMENT", conflicts_with_all = ["view", "components", "find", "uses", "used_by"])]
    pub model: Option<String>,
    /// How it is compiled.
    #[command(flatten)]
    pub compile: CompileFlags,
    /// How to print it.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Arguments of `query`.
#[derive(Debug, Args)]
pub struct QueryArguments {
    /// The document. It need not be valid.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The expression; its context item is the root element.
    #[arg(value_name = "XPATH")]
    pub xpath: String,
    /// The schema [default: the schemas that the document names].
    #[arg(long, value_name = "XSD")]
    pub schema: Option<PathBuf>,
    /// A prefix of the expression; `=URI` sets the default namespace of elements. Repeatable.
    #[arg(long, value_name = "PREFIX=URI", value_parser = namespace)]
    pub ns: Vec<(String, String)>,
    /// Print elements as they stand in the file.
    #[arg(long)]
    pub subtree: bool,
    /// How the schema is compiled.
    #[command(flatten)]
    pub compile: CompileFlags,
    /// How to print the value.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

fn namespace(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').map(|(prefix, uri)| (prefix.to_owned(), uri.to_owned()));
    pair.ok_or_else(|| "a namespace is given as PREFIX=URI".to_owned())
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// The old schema.
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The new schema.
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// Documents to validate under both.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub corpus: Vec<PathBuf>,
    /// How both are compiled.
    #[command(flatten)]
    pub compile: CompileFlags,
    /// How to print what is different.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// What is shown of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum ShownView {
    Overview,
    Compact,
    Full,
    Components,
}

impl CompileFlags {
    /// The folder that files are read from, and their paths in it.
    pub fn folder(&self, files: &[&Path]) -> Outcome<(Folder, Vec<Outcome<WorkspacePath>>)> {
        match &self.root {
            Some(root) => Folder::at(root, files),
            None => Folder::around(files),
        }
    }

    /// The options that they say.
    pub fn options(&self) -> SchemaOptions {
        SchemaOptions {
            version: match self.xsd_version {
                Version::V1_0 => XsdVersion::V1_0,
                Version::V1_1 => XsdVersion::V1_1,
            },
            matching: match self.namespaces {
                Namespaces::Strict => NameMatching::Strict,
                Namespaces::Legacy => NameMatching::Legacy,
            },
            ..SchemaOptions::default()
        }
    }
}

impl From<ShownView> for View {
    fn from(view: ShownView) -> View {
        match view {
            ShownView::Overview => View::Overview,
            ShownView::Compact => View::Compact,
            ShownView::Full => View::Full,
            ShownView::Components => View::Components,
        }
    }
}
