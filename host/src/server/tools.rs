//! The table of tools.

use super::schemas::{self, Parameter};
use crate::envelope::Reply;
use crate::fault::Outcome;
use crate::host::Host;
use crate::limits::Limits;
use crate::operations;
use crate::operations::progress::Progress;
use crate::store::KINDS;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::json;
use std::pin::Pin;
use std::sync::Arc;

/// An operation under way.
pub type Running = Pin<Box<dyn Future<Output = Outcome<Reply>> + Send>>;

/// How a tool is run.
#[derive(Clone, Copy)]
pub enum Run {
    /// On a thread that may block.
    Blocking(fn(&Host, JsonObject) -> Outcome<Reply>),
    /// As a task; what computes happens in a worker.
    Async(fn(Arc<Host>, JsonObject) -> Running),
    /// As a task that tells how far it is.
    Long(fn(Arc<Host>, JsonObject, Progress) -> Running),
}

/// What a tool does to what is retained, for clients that ask before they call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Changes nothing.
    Reads,
    /// Adds or replaces session inputs; the same call again changes nothing more.
    Uploads,
    /// Retains outputs beside what is there; the same call again retains them again.
    Retains,
    /// Removes what is retained; the same call again changes nothing more.
    Deletes,
    /// May end a workspace.
    Manages,
}

/// One tool.
pub struct ToolEntry {
    /// Its name.
    pub name: &'static str,
    title: &'static str,
    description: &'static str,
    group: &'static str,
    effect: Effect,
    parameters: fn(&Limits) -> Vec<Parameter>,
    /// What it does.
    pub run: Run,
}

impl std::fmt::Debug for ToolEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ToolEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Every tool, in the order in which they are listed.
pub const TOOLS: &[ToolEntry] = &[
    ToolEntry {
        name: "pyxsd_capabilities",
        title: "Server capabilities",
        description: "Versions, limits, tool groups and execution backend of this server. Call it when a limit was reached or a \
                      feature seems missing; no other tool needs it first.",
        group: "core",
        effect: Effect::Reads,
        parameters: |_| Vec::new(),
        run: Run::Blocking(operations::capabilities::capabilities),
    },
    ToolEntry {
        name: "pyxsd_manage_workspace",
        title: "Create, list or release workspaces",
        description: "A workspace holds the input files of later calls. `create` gives a workspace_id, which lives until `release` or the \
                      end of the server. Fill it with pyxsd_put_files. `list` shows all; `release` drops the inputs only.",
        group: "core",
        effect: Effect::Manages,
        parameters: |_| {
            vec![
                ("action", true, schemas::choice(&["create", "list", "release"], "What to do")),
                ("workspace_id", false, schemas::string("The workspace to release; only with `release`")),
            ]
        },
        run: Run::Blocking(operations::workspaces::manage),
    },
    ToolEntry {
        name: "pyxsd_put_files",
        title: "Upload files to a workspace",
        description: "Adds or replaces files of a workspace, all or none; others stay. Upload a schema with everything that it includes or \
                      imports, at the relative paths its references use. Text, or base64 for other encodings than UTF-8.",
        group: "core",
        effect: Effect::Uploads,
        parameters: |_| {
            let file = json!({
                "type": "object",
                "properties": {
                    "path": {"type": "string", "description": "Relative, parts separated by /"},
                    "text": {"type": "string", "description": "Contents as text"},
                    "base64": {"type": "string", "description": "Contents as base64, instead of text"},
                },
                "required": ["path"],
                "additionalProperties": false,
            });
            let files = json!({"type": "array", "items": file, "description": "The files, each with text or base64"});
            vec![schemas::workspace_id(), ("files", true, files)]
        },
        run: Run::Blocking(operations::workspaces::put_files),
    },
    ToolEntry {
        name: "pyxsd_validate_document",
        title: "Validate a document",
        description: "Validates one XML document against an XSD 1.1 or 1.0 schema of the workspace. Gives the verdict and the issues with \
                      rule, place and what was expected, in pages. Without schema_ref the document's xsi:schemaLocation hints are used.",
        group: "core",
        effect: Effect::Retains,
        parameters: |limits| {
            let mut parameters = vec![schemas::workspace_id(), schemas::document(), schemas::schema_ref(false)];
            parameters.extend(schemas::paging(limits.page_items));
            parameters
        },
        run: Run::Async(|host, arguments| Box::pin(operations::validate::validate_document(host, arguments))),
    },
    ToolEntry {
        name: "pyxsd_validate_documents",
        title: "Validate many documents",
        description: "Validates several documents of a workspace in one call; each schema is compiled once. Every document has its own result: \
                      verdict and counts, a report if invalid, or an error that ends no other. For the issues of one document use \
                      pyxsd_validate_document.",
        group: "core",
        effect: Effect::Retains,
        parameters: |_| {
            let (_, _, schema_ref) = schemas::schema_ref(false);
            let item = json!({
                "type": "object",
                "properties": {"document": schemas::source(), "schema_ref": schema_ref},
                "required": ["document"],
                "additionalProperties": false,
            });
            let documents =
                json!({"type": "array", "items": item, "description": "The documents, in the order of the results"});
            vec![schemas::workspace_id(), ("documents", true, documents)]
        },
        run: Run::Long(|host, arguments, progress| {
            Box::pin(operations::validate_all::validate_documents(host, arguments, progress))
        }),
    },
    ToolEntry {
        name: "pyxsd_explain_issue",
        title: "Explain an issue",
        description: "Says what an issue code means, why it usually comes and how to mend it, with an example. Give a code, or artifact_id and \
                      index to have an issue of a report beside its explanation, or both. To find issues use pyxsd_validate_document.",
        group: "core",
        effect: Effect::Reads,
        parameters: |_| {
            vec![
                ("code", false, schemas::string("Issue code, such as occurrence-min")),
                ("artifact_id", false, schemas::string("Handle of a report, with index")),
                ("index", false, schemas::number(0, "Which issue of the report, from 0")),
            ]
        },
        run: Run::Blocking(operations::explain::explain),
    },
    ToolEntry {
        name: "pyxsd_inspect_schema",
        title: "Inspect a schema",
        description: "Shows a schema: `overview` of roots, documents and issues; `compact` or `full` class-like text; `components`: all about the \
                      ids given, such as what may stand in an element. Works on broken schemas. Ids: overview or pyxsd_find_schema_components.",
        group: "core",
        effect: Effect::Reads,
        parameters: |_| {
            let views: Vec<&str> = operations::inspect::VIEWS.iter().map(|(name, _)| *name).collect();
            vec![
                schemas::workspace_id(),
                schemas::schema_ref(true),
                ("view", false, schemas::choice(&views, "How it is shown; overview by itself")),
                ("components", false, schemas::strings("Ids or names of components, for the other views")),
                ("depth", false, schemas::number(1, "Levels of nested types, 1 to 8; default 2")),
            ]
        },
        run: Run::Async(|host, arguments| Box::pin(operations::inspect::inspect_schema(host, arguments))),
    },
    ToolEntry {
        name: "pyxsd_find_schema_components",
        title: "Find schema components",
        description: "Finds elements, attributes, types and groups of a schema by text, kind, name or namespace, what a component refers to \
                      (`uses`) and who refers to it (`used_by`), with ids and places, in pages. To read about one use pyxsd_inspect_schema.",
        group: "core",
        effect: Effect::Reads,
        parameters: |limits| {
            let kinds = crate::worker::inquiry::KINDS.map(|(name, _)| name);
            let mut parameters = vec![
                schemas::workspace_id(),
                schemas::schema_ref(true),
                ("text", false, schemas::string("Part of the name or documentation")),
                ("kind", false, schemas::choice(&kinds, "Only this kind")),
                ("name", false, schemas::string("Local name, {ns}local or prefix:local")),
                ("namespace", false, schemas::string("Namespace name; empty for none")),
                ("uses", false, schemas::string("Id or name: what this component refers to")),
                ("used_by", false, schemas::string("Id or name: who refers to this component")),
            ];
            parameters.extend(schemas::paging(limits.page_items));
            parameters
        },
        run: Run::Async(|host, arguments| Box::pin(operations::find::find_components(host, arguments))),
    },
    ToolEntry {
        name: "pyxsd_inspect_model",
        title: "JSON Schema of an element",
        description: "Gives the JSON Schema (2020-12) of an element, or of a child that path leads to, with XSD facts in x-pyxsd-* keys and \
                      notes on what it leaves out. Where JSON cannot say it, the error names a descendant. To check data use pyxsd_validate_data.",
        group: "models",
        effect: Effect::Reads,
        parameters: |_| vec![schemas::workspace_id(), schemas::schema_ref(true), schemas::element(), schemas::path()],
        run: Run::Async(|host, arguments| Box::pin(operations::model::inspect_model(host, arguments))),
    },
    ToolEntry {
        name: "pyxsd_validate_data",
        title: "Validate JSON data",
        description: "Checks JSON data against an element of a schema, by its own datatypes and declarations: every facet, exact decimals. Errors \
                      have JSON pointers and issue codes. The shape is that of pyxsd_inspect_model. For XML use pyxsd_validate_document.",
        group: "models",
        effect: Effect::Reads,
        parameters: |_| {
            // Schemas without a type are refused or warned of by clients; the server takes any value.
            let data =
                json!({"type": "object", "description": "The data; of an element with simple content its value"});
            vec![
                schemas::workspace_id(),
                schemas::schema_ref(true),
                schemas::element(),
                schemas::path(),
                ("data", true, data),
            ]
        },
        run: Run::Async(|host, arguments| Box::pin(operations::model::validate_data(host, arguments))),
    },
    ToolEntry {
        name: "pyxsd_compare_schemas",
        title: "Compare two schemas",
        description: "Compares two schemas of a workspace: components added, removed and changed, field by field, and what may be touched. With a \
                      corpus of documents also what becomes of each under both, with evidence. Give both schemas separate folders.",
        group: "compare",
        effect: Effect::Reads,
        parameters: |_| {
            let corpus =
                json!({"type": "array", "items": schemas::source(), "description": "Documents to validate under both"});
            let (_, _, schema) = schemas::schema_ref(true);
            vec![
                schemas::workspace_id(),
                ("old_schema", true, schema.clone()),
                ("new_schema", true, schema),
                ("corpus", false, corpus),
            ]
        },
        run: Run::Long(|host, arguments, progress| {
            Box::pin(operations::compare::compare_schemas(host, arguments, progress))
        }),
    },
    ToolEntry {
        name: "pyxsd_query_document",
        title: "Query a document",
        description: "Evaluates XPath 2.0 over a document typed by its schema: numbers compare as numbers, defaults are there. Gives values, or nodes \
                      with place and value; `subtree` gives the exact source of elements. Paged. To check a document use \
                      pyxsd_validate_document.",
        group: "query",
        effect: Effect::Reads,
        parameters: |limits| {
            let namespaces = json!({
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "Prefix to namespace URI; the prefix \"\" is the default for elements. xs, fn, xml, xsi are known",
            });
            let mut parameters = vec![
                schemas::workspace_id(),
                schemas::document(),
                ("xpath", true, schemas::string("XPath 2.0 expression; the context item is the root element")),
                ("namespaces", false, namespaces),
                ("result", false, schemas::choice(&["summary", "subtree"], "What elements come with; default summary")),
                schemas::schema_ref(false),
            ];
            parameters.extend(schemas::paging(limits.page_items));
            parameters
        },
        run: Run::Async(|host, arguments| Box::pin(operations::query::query_document(host, arguments))),
    },
    ToolEntry {
        name: "pyxsd_preview_records",
        title: "Preview records",
        description: "Shows the first records of a valid document as typed columns, and how many there are. Each element of one declaration \
                      (element, path) or that a selector finds is a record. To have them all as Parquet use pyxsd_export_records; for single \
                      values pyxsd_query_document.",
        group: "records",
        effect: Effect::Reads,
        parameters: |_| {
            let exact = json!({"type": "boolean", "description": "Whether the count must be exact; it always is"});
            let mut parameters = vec![schemas::workspace_id(), schemas::document()];
            parameters.extend(schemas::records());
            parameters.extend([("exact_count", false, exact), schemas::schema_ref(false)]);
            parameters
        },
        run: Run::Async(|host, arguments| Box::pin(operations::preview_records::preview_records(host, arguments))),
    },
    ToolEntry {
        name: "pyxsd_export_records",
        title: "Export records as Parquet",
        description: "Writes the records of valid documents to Parquet artifacts: one file, or a data set with a part a document and a manifest. \
                      Nothing is retained unless all documents are valid. Look at a few with pyxsd_preview_records first.",
        group: "records",
        effect: Effect::Retains,
        parameters: |_| {
            let documents =
                json!({"type": "array", "items": schemas::source(), "description": "The documents, each once"});
            let layouts: Vec<&str> = operations::export_records::LAYOUTS.iter().map(|(name, _)| *name).collect();
            let layout = schemas::choice(&layouts, "One file of one document, or a data set; default by their number");
            let mut parameters =
                vec![schemas::workspace_id(), ("documents", true, documents), ("layout", false, layout)];
            parameters.extend(schemas::records());
            parameters.push(schemas::schema_ref(false));
            parameters
        },
        run: Run::Long(|host, arguments, progress| {
            Box::pin(operations::export_records::export_records(host, arguments, progress))
        }),
    },
    ToolEntry {
        name: "pyxsd_preview_transform",
        title: "Preview a transform",
        description: "Changes a copy of a document by Python, a pipeline of steps or a component, in a sandbox; then validates and compares the \
                      result. Gives verdicts and artifacts: candidate, diffs, report. Changes no file. Needs --execution-backend wasm. To read \
                      values use pyxsd_query_document.",
        group: "transform",
        effect: Effect::Retains,
        parameters: |_| {
            vec![
                schemas::workspace_id(),
                schemas::document(),
                ("source_schema", true, schemas::schema("Schema of the document")),
                ("target_schema", false, schemas::schema("Schema of the result")),
                ("transform", true, operations::transform::schema()),
            ]
        },
        run: Run::Long(|host, arguments, progress| {
            Box::pin(operations::transform::preview_transform(host, arguments, progress))
        }),
    },
    ToolEntry {
        name: "pyxsd_list_artifacts",
        title: "List retained artifacts",
        description: "Artifacts are retained outputs: reports on invalid documents, replies that were too large, exports. Lists them in order \
                      of creation, in pages. Not needed to read one whose artifact_id is known.",
        group: "core",
        effect: Effect::Reads,
        parameters: |limits| {
            let kinds: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
            let mut parameters = vec![("kind", false, schemas::choice(&kinds, "Only this kind"))];
            parameters.extend(schemas::paging(limits.page_items));
            parameters
        },
        run: Run::Blocking(operations::artifacts::list),
    },
    ToolEntry {
        name: "pyxsd_read_artifact",
        title: "Read a range of an artifact",
        description: "Gives a range of a retained file as base64, after the whole file was verified. Without length: what fits a reply; go on \
                      with offset + length until size. On the same machine the file can be read at its path instead.",
        group: "core",
        effect: Effect::Reads,
        parameters: |_| {
            vec![
                schemas::artifact_id(),
                ("offset", false, schemas::number(0, "First byte; default 0")),
                ("length", false, schemas::number(1, "Bytes; default what fits a reply")),
            ]
        },
        run: Run::Blocking(operations::artifacts::read),
    },
    ToolEntry {
        name: "pyxsd_delete_artifact",
        title: "Delete an artifact",
        description: "Deletes one retained file for good. Nothing else is ever deleted, neither by time nor at the end of the server. Repeating \
                      it is harmless: `deleted` is then false.",
        group: "core",
        effect: Effect::Deletes,
        parameters: |_| vec![schemas::artifact_id()],
        run: Run::Blocking(operations::artifacts::delete),
    },
];

/// Whether a group has tools in this version.
pub fn has_tools(group: &str) -> bool {
    TOOLS.iter().any(|tool| tool.group == group)
}

/// The tools of these groups.
pub fn enabled(groups: &[&'static str]) -> impl Iterator<Item = &'static ToolEntry> {
    TOOLS.iter().filter(|tool| groups.contains(&tool.group))
}

impl ToolEntry {
    /// The tool as it is listed.
    pub fn to_tool(&self, limits: &Limits) -> Tool {
        let annotations = ToolAnnotations::new()
            .read_only(self.effect == Effect::Reads)
            .destructive(matches!(self.effect, Effect::Manages | Effect::Deletes))
            .idempotent(!matches!(self.effect, Effect::Manages | Effect::Retains))
            .open_world(false);
        Tool::new(self.name, self.description, schemas::object((self.parameters)(limits)))
            .with_title(self.title)
            .with_annotations(annotations)
            .with_raw_output_schema(Arc::new(schemas::envelope()))
    }
}

/// A tool with a defect.
#[cfg(test)]
pub const DEFECTIVE: ToolEntry = ToolEntry {
    name: "pyxsd_defective",
    title: "",
    description: "",
    group: "core",
    effect: Effect::Reads,
    parameters: |_| Vec::new(),
    run: Run::Async(|_, _| Box::pin(async { panic!("a secret") })),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::GROUPS;
    use serde_json::Value;

    fn walk(schema: &Value, visit: &mut impl FnMut(&str, &Value)) {
        match schema {
            Value::Object(members) => {
                for (name, value) in members {
                    visit(name, value);
                    walk(value, visit);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, visit)),
            _ => {}
        }
    }

    #[test]
    fn every_tool_keeps_within_the_bounds_of_clients() {
        for tool in TOOLS {
            assert!(tool.name.len() <= 32, "{}", tool.name);
            assert!(tool.description.len() <= 280, "{}: {}", tool.name, tool.description.len());
            assert!(GROUPS.contains(&tool.group), "{}", tool.name);
        }
        let tools: Vec<Tool> = TOOLS.iter().map(|tool| tool.to_tool(&Limits::default())).collect();
        assert!(serde_json::to_string(&tools).unwrap().len() <= 28 << 10);
        assert!(serde_json::to_string(&schemas::envelope()).unwrap().len() <= 150);
    }

    #[test]
    fn every_input_schema_is_portable() {
        for tool in TOOLS {
            let schema = Value::Object(schemas::object((tool.parameters)(&Limits::default())));
            assert!(schema["properties"].is_object(), "{}", tool.name);
            walk(&schema, &mut |name, value| {
                assert!(
                    !["$ref", "$defs", "$schema", "oneOf", "anyOf", "allOf", "format", "default"].contains(&name),
                    "{}: {name}",
                    tool.name
                );
                assert_ne!(value, &Value::Bool(true), "{}: {name}", tool.name);
                assert!(name != "type" || value.is_string() || value.is_object(), "{}", tool.name);
                if name == "properties" {
                    for (property, schema) in value.as_object().unwrap() {
                        assert!(schema["type"].is_string(), "{}: {property} accepts anything", tool.name);
                    }
                }
            });
        }
    }
}
