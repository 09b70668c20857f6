//! The table of tools.

use super::schemas::{self, Parameter};
use crate::envelope::Reply;
use crate::fault::Outcome;
use crate::host::Host;
use crate::limits::Limits;
use crate::operations;
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
            });
        }
    }
}
