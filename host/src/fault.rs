//! Faults: why an operation gives no result. The set is closed; clients may match on the code.

use serde_json::{Map, Value, json};

/// How many members of a list `error.details` carries.
pub const DETAIL_ITEMS: usize = 10;

/// What is kept of a text when a fault does not fit otherwise.
const FITTED_TEXT_BYTES: usize = 512;

macro_rules! fault_codes {
    ($($(#[$doc:meta])* $variant:ident, $code:literal, retryable: $retryable:literal, $when:literal, $remedy:literal;)*) => {
        /// Code of a fault.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FaultCode {
            $(#[doc = $when] $variant,)*
        }

        /// Every fault code, in the order of the documentation.
        pub const FAULTS: &[FaultEntry] = &[
            $(FaultEntry { code: FaultCode::$variant, name: $code, retryable: $retryable, when: $when, remedy: $remedy },)*
        ];
    };
}

/// What is known of a fault code.
#[derive(Debug)]
pub struct FaultEntry {
    /// The code.
    pub code: FaultCode,
    /// The code as clients see it.
    pub name: &'static str,
    /// Whether the same call may succeed later without any change. Advice to the client.
    pub retryable: bool,
    /// When it is given, and what its details hold.
    pub when: &'static str,
    /// What the caller can do.
    pub remedy: &'static str,
}

fault_codes! {
    InvalidArgument, "invalid_argument", retryable: false,
        "An argument is missing, malformed, unknown, ambiguous or out of range, or a query is wrong. `details.field` names the argument; `details.allowed` or `details.candidates` what would be accepted.",
        "Correct the argument that the message names.";
    NotFound, "not_found", retryable: false,
        "A workspace, file, component, artifact or issue does not exist. `details.path` or `details.id` names it, `details.role` says what it was to be.",
        "Create a workspace, upload the file, or name one that exists.";
    InvalidCursor, "invalid_cursor", retryable: false,
        "A cursor is malformed, belongs to a call with other arguments (`page_size` is one of them), or its inputs have changed since.",
        "Repeat the call without a cursor.";
    InvalidXml, "invalid_xml", retryable: false,
        "A document or schema document is not well-formed, is in an encoding that is not read, or has a document type declaration. Details: `path`, `line`, `column`, `offset`, `role`.",
        "Repair the file at the place given.";
    InvalidSchema, "invalid_schema", retryable: false,
        "The schema has errors. `details.issues` holds the first of them.",
        "Repair the schema; it decides nothing until it is free of errors.";
    SchemaIncomplete, "schema_incomplete", retryable: false,
        "A part of the schema is missing: a reference to another document does not resolve, or a component is referenced that no document supplies. `details.unresolved` holds each with its place. Decided before `invalid_schema`.",
        "Supply the missing documents, at the paths that the references name or through `namespace_schemas`. Nothing is ever fetched.";
    InvalidDocument, "invalid_document", retryable: false,
        "The operation needs a valid document and this one is not. Details: `path`, `report` with the verdict and the first issues; of an export `documents`, every one that is not valid.",
        "Validate the document and repair what the report names.";
    Unsupported, "unsupported", retryable: false,
        "A construct that this version does not implement. `details.constructs` says what and where.",
        "Use another construct; nothing was ignored.";
    InputLimit, "input_limit", retryable: false,
        "An input is larger, deeper or more than a limit allows. Details: `limit`, `value` (at least), `maximum`, `flag`.",
        "Send less, or ask the operator to raise the limit with the flag given.";
    ResponseLimit, "response_limit", retryable: false,
        "A range of an artifact does not fit a reply.",
        "Ask for a smaller range.";
    OutputLimit, "output_limit", retryable: false,
        "An output exceeds `artifact_bytes`.",
        "Ask for less, or ask the operator to raise the limit.";
    OutputRejected, "output_rejected", retryable: false,
        "A worker left something that is not a plain file.",
        "Change the code that produced it.";
    WorkerFuel, "worker_fuel", retryable: false,
        "The operation used up the computation it is allowed. Details: `limit`, `value`, `flag`.",
        "Make the input simpler, or ask the operator to raise the budget with the flag given.";
    WorkerMemory, "worker_memory", retryable: false,
        "The operation reached its memory cap. Details: `limit`, `value`, `maximum`, `flag`.",
        "Make the input smaller, or ask the operator to raise the cap with the flag given.";
    WorkerTimeout, "worker_timeout", retryable: true,
        "The wall-clock deadline passed. There is no partial verdict.",
        "Try again when the machine is less busy, or with a smaller input.";
    WorkerFailed, "worker_failed", retryable: true,
        "The worker stopped by a defect, or its component cannot be loaded. The server goes on. Of a transform, `details.trap` and `details.output`.",
        "Try again; if it repeats, report it with the inputs.";
    ServerBusy, "server_busy", retryable: true,
        "All workers are busy and the queue is full.",
        "Try again after a moment.";
    Cancelled, "cancelled", retryable: true,
        "The operation was cancelled.",
        "Call again if the result is wanted after all.";
    ExecutionDisabled, "execution_disabled", retryable: false,
        "Transforms are not enabled on this server.",
        "Ask the operator to start it with `--execution-backend wasm`.";
    TransformFailed, "transform_failed", retryable: false,
        "The transform raised, returned the wrong thing or broke its own limits. Details: `type`, `message`, `line` of the source, `output` before it; of a pipeline `step` and `op`, and `at` for the node.",
        "Correct the transform's source at the line given.";
    StateBusy, "state_busy", retryable: true,
        "The artifact store stayed locked by others for 5,000 ms, or a file of the source root was changed while it was captured (`details.path`).",
        "Try again, when nobody writes to the file.";
    StateIo, "state_io", retryable: false,
        "The artifact store, or the private scratch of the server, cannot be read or written.",
        "Ask the operator to check disk space and permissions.";
    StateCorrupt, "state_corrupt", retryable: false,
        "An indexed artifact is missing or altered, or the index is damaged or of an unknown format.",
        "Ask the operator to reset the store.";
    Internal, "internal", retryable: false,
        "A defect of the server. Its particulars go to the server's standard error only.",
        "Report it.";
}

impl FaultCode {
    /// Its row of the table.
    pub fn entry(self) -> &'static FaultEntry {
        &FAULTS[self as usize]
    }

    /// The code as clients see it.
    pub fn name(self) -> &'static str {
        self.entry().name
    }
}

/// A fault: code, message for a person, and details for a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// What kind of fault.
    pub code: FaultCode,
    /// One or two sentences; names no path outside the inputs of the call.
    pub message: String,
    /// Particulars, as the table of codes promises them.
    pub details: Map<String, Value>,
}

/// A result that fails with a fault.
pub type Outcome<T> = Result<T, Fault>;

impl Fault {
    /// A fault without details.
    pub fn new(code: FaultCode, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), details: Map::new() }
    }

    /// The same fault with one more detail. Of a list the first ten members are kept and `<key>_total` says how many there were.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Fault {
        let mut value = value.into();
        let total = value.as_array().map(Vec::len);
        if let Value::Array(items) = &mut value {
            items.truncate(DETAIL_ITEMS);
        }
        self.details.insert(key.to_owned(), value);
        if let Some(total) = total {
            self.details.insert(format!("{key}_total"), json!(total));
        }
        self
    }

    /// `invalid_argument` about one argument, named by its path such as `files[2].path`.
    pub fn argument(field: &str, message: impl Into<String>) -> Fault {
        Fault::new(FaultCode::InvalidArgument, message).with("field", field)
    }

    /// `not_found` of a file, with the role it was to play.
    pub fn missing_file(path: &str, role: &str) -> Fault {
        Fault::new(FaultCode::NotFound, format!("There is no file `{path}`, named as {role}, in the workspace."))
            .with("path", path)
            .with("role", role)
    }

    /// `internal`. The cause goes to the log and nowhere else.
    pub fn internal(cause: impl std::fmt::Display) -> Fault {
        tracing::error!("internal: {cause}");
        Fault::new(FaultCode::Internal, "A defect of the server; its particulars are in the server's log.")
    }

    /// `state_io` about the server's own files. The cause, which may name host paths, goes to the log only.
    pub fn state_io(what: &str, cause: impl std::fmt::Display) -> Fault {
        tracing::error!("{what}: {cause}");
        Fault::new(FaultCode::StateIo, format!("{what} failed; the server's log has the cause."))
    }

    /// The same fault, shortened until its JSON form has at most `bytes`: first lists lose their last members, then texts their ends.
    #[must_use]
    pub fn fitted(mut self, bytes: usize) -> Fault {
        while self.to_json().to_string().len() > bytes {
            let longest = self.details.values_mut().filter_map(Value::as_array_mut).max_by_key(|items| items.len());
            if longest.and_then(Vec::pop).is_some() {
                continue;
            }
            clip(&mut self.message, FITTED_TEXT_BYTES);
            for value in self.details.values_mut() {
                match value {
                    Value::String(text) => clip(text, FITTED_TEXT_BYTES),
                    Value::Array(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
                    Value::Object(_) => *value = Value::Null,
                }
            }
            break;
        }
        self
    }

    /// The `error` member of an envelope.
    pub fn to_json(&self) -> Value {
        json!({
            "code": self.code.name(),
            "message": self.message,
            "retryable": self.code.entry().retryable,
            "details": self.details,
        })
    }
}

fn clip(text: &mut String, bytes: usize) {
    if text.len() > bytes {
        text.truncate(text.floor_char_boundary(bytes));
        text.push('…');
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.message)
    }
}

impl std::error::Error for Fault {}

/// The page `docs/faults.md`.
pub fn documentation() -> String {
    let mut page = String::from(
        "# Faults\n\nGenerated from `host/src/fault.rs`; `UPDATE_EXPECT=1 cargo test -p pyxsd-mcp --test docs` rewrites it.\n\n\
         A fault is the answer `{\"ok\": false, \"error\": {code, message, retryable, details}}`. The set is closed. An invalid document is\n\
         not a fault: validation then succeeds with `data.valid = false`. Lists in `details` hold the first ten members, and\n\
         `<name>_total` says how many there were.\n\n\
         | code | retryable | when | what to do |\n| --- | --- | --- | --- |\n",
    );
    for fault in FAULTS {
        let retryable = if fault.retryable { "yes" } else { "no" };
        page.push_str(&format!("| `{}` | {retryable} | {} | {} |\n", fault.name, fault.when, fault.remedy));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_stands_at_its_own_place_in_the_table() {
        for (place, entry) in FAULTS.iter().enumerate() {
            assert_eq!(entry.code as usize, place, "{}", entry.name);
            assert_eq!(entry.code.name(), entry.name);
        }
    }

    #[test]
    fn a_fault_is_shortened_to_fit() {
        let many: Vec<Value> = (0..10).map(|_| json!("ä".repeat(1_000))).collect();
        let fault = Fault::new(FaultCode::InvalidSchema, "x").with("issues", many).fitted(5_000);
        assert_eq!(fault.details["issues"].as_array().map(Vec::len), Some(2));
        assert_eq!(fault.details["issues_total"], json!(10));
        let fault = Fault::argument(&"ä".repeat(9_000), "ö".repeat(9_000)).fitted(4_096);
        assert!(fault.to_json().to_string().len() <= 4_096);
    }

    #[test]
    fn a_list_in_details_holds_ten_members_and_a_total() {
        let many: Vec<Value> = (0..25).map(|n| json!(n)).collect();
        let fault = Fault::new(FaultCode::InvalidSchema, "x").with("issues", many);
        assert_eq!(fault.details["issues"].as_array().map(Vec::len), Some(10));
        assert_eq!(fault.details["issues_total"], json!(25));
    }
}
