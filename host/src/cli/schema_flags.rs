//! Flags of the commands that look at schemas.

use super::flags::{Format, Namespaces, Version};
use crate::capture::folder::Folder;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::operations::inspect::{DEFAULT_DEPTH, MAX_DEPTH, View};
use crate::worker::schema::{Binding, NameMatching, SchemaOptions, XsdVersion};
use crate::workspace::WorkspacePath;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// What a schema is compiled with.
#[derive(Debug, Args)]
pub struct OptionFlags {
    /// Version of XML Schema.
    #[arg(long, value_name = "VERSION", default_value = "1.1")]
    xsd_version: Version,
    /// How names are matched: by expanded name, or by local name alone.
    #[arg(long, value_name = "MATCHING", default_value = "strict")]
    namespaces: Namespaces,
    /// The schema of a namespace, as if it were imported: for imports without a location, and for wildcards. Repeatable.
    #[arg(long = "namespace-schemas", value_name = "NS=PATH", value_parser = namespace_schema)]
    namespace_schemas: Vec<(String, PathBuf)>,
}

impl OptionFlags {
    /// The files that they name.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.namespace_schemas.iter().map(|(_, path)| path.as_path())
    }

    /// The options, with the paths of [`files`](Self::files) in a capture.
    pub fn resolved(&self, paths: impl IntoIterator<Item = Outcome<WorkspacePath>>) -> Outcome<SchemaOptions> {
        let paths = paths.into_iter().collect::<Outcome<Vec<_>>>();
        let paths = paths.map_err(|fault| fault.with("role", "namespace_schemas"))?;
        let mut namespace_schemas: Vec<(String, WorkspacePath)> = Vec::new();
        for ((namespace, _), path) in self.namespace_schemas.iter().zip(paths) {
            if namespace_schemas.iter().any(|(known, _)| known == namespace) {
                let message = format!("--namespace-schemas names a schema of `{namespace}` twice.");
                return Err(Fault::new(FaultCode::InvalidArgument, message));
            }
            namespace_schemas.push((namespace.clone(), path));
        }
        Ok(SchemaOptions {
            version: match self.xsd_version {
                Version::V1_0 => XsdVersion::V1_0,
                Version::V1_1 => XsdVersion::V1_1,
            },
            matching: match self.namespaces {
                Namespaces::Strict => NameMatching::Strict,
                Namespaces::Legacy => NameMatching::Legacy,
            },
            namespace_schemas,
            ..SchemaOptions::default()
        })
    }
}

/// A namespace name may have the sign, so the last one counts.
fn namespace_schema(text: &str) -> Result<(String, PathBuf), String> {
    let pair = text.rsplit_once('=').map(|(namespace, path)| (namespace.to_owned(), PathBuf::from(path)));
    pair.ok_or_else(|| "a schema of a namespace is given as NS=PATH".to_owned())
}

/// How a schema is compiled, and what may be read for it.
#[derive(Debug, Args)]
pub struct CompileFlags {
    /// What it is compiled with.
    #[command(flatten)]
    options: OptionFlags,
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
    /// The expression; its context item is the root element. It may begin with a minus sign.
    #[arg(value_name = "XPATH", allow_hyphen_values = true)]
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
    /// What the expression sees of invalid content: it is kept as untyped text, or it is absent.
    #[arg(long, value_name = "BINDING", default_value = "lax")]
    pub binding: ShownBinding,
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

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// The documents, all of which must be valid.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The folder to make. There must be nothing of that name.
    #[arg(long, value_name = "DIR")]
    pub output: PathBuf,
    /// The schema [default: the schemas that the documents name].
    #[arg(long, value_name = "XSD")]
    pub schema: Option<PathBuf>,
    /// The root element, or the records themselves: id or name.
    #[arg(long, value_name = "ELEMENT", required_unless_present = "selector", conflicts_with = "selector")]
    pub element: Option<String>,
    /// Exact names of the child elements that lead from there to the records, with `/` between.
    #[arg(long, value_name = "STEPS", requires = "element")]
    pub path: Option<String>,
    /// What finds the records: a path as Python's ElementTree has it.
    #[arg(long, value_name = "SELECTOR")]
    pub selector: Option<String>,
    /// A prefix of names; `=URI` is for elements without prefix. Repeatable.
    #[arg(long, value_name = "PREFIX=URI", value_parser = namespace)]
    pub ns: Vec<(String, String)>,
    /// A column [default: everything of a record]. SOURCE is steps to a child, `@name` for an attribute; it starts at the record, with `/`
    /// at the root, with `../` above the record. Repeatable.
    #[arg(long = "column", value_name = "NAME=SOURCE")]
    pub columns: Vec<String>,
    /// How the schema is compiled.
    #[command(flatten)]
    pub compile: CompileFlags,
    /// How to say what was written.
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

/// The files of a command in the folder that is read.
#[derive(Debug)]
pub struct Gathered {
    /// The folder.
    pub folder: Folder,
    /// Path of each file in it, in the order given.
    pub paths: Vec<Outcome<WorkspacePath>>,
    /// The options of the schemas.
    pub options: SchemaOptions,
}

impl CompileFlags {
    /// The files that its options name.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.options.files()
    }

    /// The folder that these files and those of the options are read from.
    pub fn gather(&self, files: &[&Path]) -> Outcome<Gathered> {
        let named: Vec<&Path> = files.iter().copied().chain(self.options.files()).collect();
        let (folder, mut paths) = match &self.root {
            Some(root) => Folder::at(root, &named),
            None => Folder::around(&named),
        }?;
        let options = self.options.resolved(paths.split_off(files.len()))?;
        Ok(Gathered { folder, paths, options })
    }
}

/// What an expression sees of invalid content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum ShownBinding {
    Lax,
    Strict,
}

impl From<ShownBinding> for Binding {
    fn from(binding: ShownBinding) -> Binding {
        match binding {
            ShownBinding::Lax => Binding::Lax,
            ShownBinding::Strict => Binding::Strict,
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
