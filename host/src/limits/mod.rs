//! Limits: one table from which the struct, the flags, the configuration file, `pyxsd-mcp limits` and `docs/limits.md` come.

mod page;
mod setting;

pub use page::documentation;
pub use setting::LimitError;

use crate::fault::{Fault, FaultCode};
use serde_json::{Map, Value, json};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Computation that one call may use, in wasmtime's fuel: a base and a part for each byte of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FuelBudget {
    /// Whatever the input.
    pub base: u64,
    /// More for each byte of input.
    pub per_byte: u64,
}

impl FuelBudget {
    /// The fuel for an input of that many bytes.
    pub fn for_bytes(self, bytes: u64) -> u64 {
        self.base.saturating_add(self.per_byte.saturating_mul(bytes))
    }
}

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Bytes; flags accept `KiB`, `MiB` and `GiB`.
    Bytes,
    /// Things.
    Count,
    /// Seconds of wall-clock time.
    Seconds,
    /// Fuel, as `BASE+PER_BYTE`; flags accept `k`, `M` and `G` for thousands, millions and thousands of millions.
    Fuel,
}

impl Unit {
    /// The word in documentation.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Bytes => "bytes",
            Unit::Count => "count",
            Unit::Seconds => "seconds",
            Unit::Fuel => "fuel, base + per byte",
        }
    }
}

/// A field of [`Limits`] by reference.
#[derive(Debug)]
enum Field<'a> {
    Number(&'a mut u64),
    Fuel(&'a mut FuelBudget),
}

/// The value of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitValue {
    /// Bytes, things or seconds.
    Number(u64),
    /// Fuel.
    Fuel(FuelBudget),
}

impl From<u64> for LimitValue {
    fn from(value: u64) -> Self {
        LimitValue::Number(value)
    }
}

impl From<FuelBudget> for LimitValue {
    fn from(value: FuelBudget) -> Self {
        LimitValue::Fuel(value)
    }
}

impl<'a> From<&'a mut u64> for Field<'a> {
    fn from(value: &'a mut u64) -> Self {
        Field::Number(value)
    }
}

impl<'a> From<&'a mut FuelBudget> for Field<'a> {
    fn from(value: &'a mut FuelBudget) -> Self {
        Field::Fuel(value)
    }
}

/// One row of the table of limits.
pub struct LimitEntry {
    /// Name, in flags, configuration and replies.
    pub key: &'static str,
    /// What it counts.
    pub unit: Unit,
    /// Smallest and largest value an operator may give; for fuel they hold for the base.
    pub range: (u64, u64),
    /// The fault that reaching it gives.
    pub fault: FaultCode,
    /// What it bounds.
    pub meaning: &'static str,
    /// What it does not cover.
    pub not_covered: &'static str,
    get: fn(&Limits) -> LimitValue,
    field: for<'a> fn(&'a mut Limits) -> Field<'a>,
}

impl std::fmt::Debug for LimitEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LimitEntry").field("key", &self.key).finish_non_exhaustive()
    }
}

macro_rules! limits {
    ($($key:ident: $type:ty = $default:expr, $unit:ident, $min:expr, $max:expr, $fault:ident, $meaning:literal, $not_covered:literal;)*) => {
        /// Every limit of the server. Fields carry the names of the keys.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Limits {
            $(#[doc = $meaning] pub $key: $type,)*
        }

        impl Default for Limits {
            fn default() -> Self {
                Limits { $($key: $default,)* }
            }
        }

        /// The table of limits.
        pub const LIMITS: &[LimitEntry] = &[
            $(LimitEntry {
                key: stringify!($key),
                unit: Unit::$unit,
                range: ($min, $max),
                fault: FaultCode::$fault,
                meaning: $meaning,
                not_covered: $not_covered,
                get: |limits| limits.$key.into(),
                field: |limits| (&mut limits.$key).into(),
            },)*
        ];
    };
}

const fn fuel(base: u64, per_byte: u64) -> FuelBudget {
    FuelBudget { base, per_byte }
}

const MEGA: u64 = 1_000_000;
const GIGA: u64 = 1_000_000_000;

limits! {
    xml_bytes: u64 = 64 * MIB, Bytes, 1, GIB, InputLimit,
        "Bytes of one instance document.", "Schema documents.";
    xsd_bytes: u64 = 16 * MIB, Bytes, 1, GIB, InputLimit,
        "Bytes of one schema document.", "Instance documents; the sum over a schema.";
    schema_closure_files: u64 = 128, Count, 1, 100_000, InputLimit,
        "Schema documents of one schema.", "Files that lie in the workspace and are not referenced.";
    schema_closure_bytes: u64 = 64 * MIB, Bytes, 1, GIB, InputLimit,
        "Bytes of all documents of one schema.", "Files that are not referenced.";
    xml_depth: u64 = 256, Count, 1, 100_000, InputLimit,
        "Elements open at one time, in documents and schema documents.", "Depth of component inspection.";
    xml_elements: u64 = 1_000_000, Count, 1, GIGA, InputLimit,
        "Elements of one document or schema document.", "Attributes and text, which the bytes bound.";
    xml_attributes: u64 = 10_000, Count, 1, MEGA, InputLimit,
        "Attributes of one element, namespace declarations included, in documents and schema documents.", "Attributes of all elements, which the bytes bound.";
    xml_namespaces: u64 = 4_096, Count, 1, MEGA, InputLimit,
        "Namespace declarations in scope at one time, in documents and schema documents.", "Declarations whose element has ended.";
    xml_name_bytes: u64 = 4 * KIB, Bytes, 1, MIB, InputLimit,
        "Bytes of one name in UTF-8, prefix included, in documents and schema documents.", "Namespace names, which are attribute values.";
    xml_attribute_bytes: u64 = 8 * MIB, Bytes, 1, GIB, InputLimit,
        "Bytes of one attribute value in UTF-8, after normalisation, in documents and schema documents.", "Text between tags.";
    upload_bytes: u64 = MIB, Bytes, 1, GIB, InputLimit,
        "Decoded bytes of all files of one `pyxsd_put_files` call.", "The JSON around them: `request_bytes`.";
    request_bytes: u64 = 2 * MIB, Bytes, 1_024, GIB, InputLimit,
        "Bytes of one line on standard input. A longer line is answered with the JSON-RPC error -32600.", "Replies.";
    session_bytes: u64 = 512 * MIB, Bytes, 1, 1 << 40, InputLimit,
        "Bytes of all files of all workspaces; equal contents of one workspace count for each path.", "Files of a source root, of which one capture alone may have as many bytes.";
    workspaces: u64 = 32, Count, 1, 10_000, InputLimit,
        "Workspaces that exist at one time.", "Workspaces of other servers.";
    input_entries: u64 = 4_096, Count, 1, 1_000_000, InputLimit,
        "Files of one workspace.", "Folders, which exist only as parts of paths.";
    result_bytes: u64 = 24 * KIB, Bytes, 4 * KIB, GIB, ResponseLimit,
        "Bytes of one reply's envelope. A page is made shorter to fit, with a cursor for the rest.", "The JSON-RPC message around it and the copy of the envelope as text.";
    page_items: u64 = 50, Count, 1, 10_000, InvalidArgument,
        "Items of one page, the default and the largest `page_size`.", "The number of pages.";
    preview_rows: u64 = 20, Count, 1, 1_000, InvalidArgument,
        "Rows of a preview of records. Further ones are counted; it is not a fault.", "Exports.";
    row_bytes: u64 = 8 * MIB, Bytes, 1, GIB, InputLimit,
        "Bytes of one row of a data set or preview, in columns.", "What half of `hostcall_bytes` bounds where that is less.";
    corpus_max_files: u64 = 100, Count, 1, 1_000, InputLimit,
        "Documents of one batch, corpus or data set.", "Schema documents.";
    corpus_file_seconds: u64 = 10, Seconds, 1, 3_600, WorkerTimeout,
        "Time for one document of a batch, corpus or data set.", "Compiling its schema.";
    issues_collected: u64 = 10_000, Count, 1, 1_000_000, InputLimit,
        "Issues kept of one document. Further ones are counted in `suppressed`; it is not a fault.", "The counts, which are complete.";
    issue_message_bytes: u64 = 4 * KIB, Bytes, 64, 64 * KIB, InputLimit,
        "Bytes of one message. A longer one is cut at a character; it is not a fault.", "Other members of an issue.";
    artifact_bytes: u64 = 128 * MIB, Bytes, 1, 1 << 40, OutputLimit,
        "Bytes of one retained output file.", "The store as a whole.";
    schema_cache_entries: u64 = 8, Count, 0, 1_000, ServerBusy,
        "Idle workers that keep a compiled schema. The longest unused one is dropped; it is not a fault.", "Running workers.";
    workers: u64 = 4, Count, 1, 256, ServerBusy,
        "Workers that run at one time. Further operations wait in the queue.", "Idle workers.";
    worker_operations: u64 = 100, Count, 1, 1_000_000, WorkerFailed,
        "Operations of one worker, after which a fresh one takes its place; it is not a fault.", "Their cost.";
    queue_slots: u64 = 16, Count, 0, 10_000, ServerBusy,
        "Operations that wait for a worker.", "Requests that need no worker.";
    compile_seconds: u64 = 30, Seconds, 1, 3_600, WorkerTimeout,
        "Time to compile one schema.", "Waiting in the queue.";
    query_seconds: u64 = 30, Seconds, 1, 3_600, WorkerTimeout,
        "Time of an operation on one document, validation included; of an inspection, search, JSON model or comparison.", "Compiling the schema; waiting in the queue.";
    transform_seconds: u64 = 60, Seconds, 1, 3_600, WorkerTimeout,
        "Time of one transform.", "Validation of what it leaves.";
    batch_seconds: u64 = 300, Seconds, 1, 86_400, WorkerTimeout,
        "Time of one batch, corpus or data set.", "Waiting in the queue.";
    transform_source_bytes: u64 = 64 * KIB, Bytes, 1, 16 * MIB, InputLimit,
        "Bytes of a transform's source.", "A transform given as a component.";
    component_bytes: u64 = 32 * MIB, Bytes, 1, GIB, InputLimit,
        "Bytes of a transform given as a component.", "Its compiled code, which may have eight times as many.";
    compile_memory_bytes: u64 = GIB, Bytes, 64 * MIB, 1 << 40, WorkerMemory,
        "Address space of the process that compiles a transform given as a component, which has `compile_seconds` for it.", "Compiling our own components.";
    pipeline_steps: u64 = 32, Count, 1, 1_000, InputLimit,
        "Steps of one pipeline.", "What a step costs.";
    fuel_compile: FuelBudget = fuel(40 * GIGA, 100_000), Fuel, MEGA, 1 << 60, WorkerFuel,
        "Computation to compile a schema; the bytes are those of its documents.", "Time spent in the host.";
    fuel_validate: FuelBudget = fuel(10 * GIGA, 5_000), Fuel, MEGA, 1 << 60, WorkerFuel,
        "Computation to validate one document; the bytes are the document's. Measured: about 200 a byte, 700 where every element is wrong.", "Compiling the schema.";
    fuel_query: FuelBudget = fuel(20 * GIGA, 40_000), Fuel, MEGA, 1 << 60, WorkerFuel,
        "Computation of one query, whose bytes are the document's, and of one inspection, search, JSON model or comparison, whose bytes are those of all files of the operation.", "Compiling the schema.";
    fuel_records: FuelBudget = fuel(10 * GIGA, 40_000), Fuel, MEGA, 1 << 60, WorkerFuel,
        "Computation to validate one document, extract its records and encode them; the bytes are the document's. Measured: about 220 a byte.", "Compiling the schema.";
    fuel_transform: FuelBudget = fuel(100 * GIGA, 100_000), Fuel, MEGA, 1 << 60, WorkerFuel,
        "Computation of one transform, with the queries of its code; the bytes are the document's.", "Validation of what it leaves.";
    worker_memory_bytes: u64 = 512 * MIB, Bytes, 16 * MIB, 4 * GIB - 64 * KIB, WorkerMemory,
        "Memories and tables of one worker together.", "Compiled code and the host's own buffers.";
    transform_memory_bytes: u64 = 512 * MIB, Bytes, 32 * MIB, 4 * GIB - 64 * KIB, WorkerMemory,
        "Memories and tables of one transform together; apart from that, globals, functions and elements of a component's instances.", "Compiled code and the host's own buffers.";
    hostcall_bytes: u64 = 128 * MIB, Bytes, MIB, 4 * GIB, WorkerFailed,
        "Bytes that a worker hands to the host in one call.", "Files it reads.";
    worker_output_bytes: u64 = 64 * KIB, Bytes, 0, 16 * MIB, WorkerFailed,
        "Bytes kept of what a worker writes to its standard output and error; the rest is dropped, it is not a fault.", "Its results.";
    output_files: u64 = 64, Count, 1, 10_000, OutputLimit,
        "Files that a worker may leave, and checkpoints of a transform.", "Their bytes: `artifact_bytes`.";
}

impl LimitEntry {
    /// Its row, by key.
    pub fn of(key: &str) -> Option<&'static LimitEntry> {
        LIMITS.iter().find(|entry| entry.key == key)
    }

    /// Its value in `limits`.
    pub fn value(&self, limits: &Limits) -> LimitValue {
        (self.get)(limits)
    }
}

impl Limits {
    /// The fault of reaching the limit `key` with `value`, with the flag that raises it.
    pub fn reached(&self, key: &'static str, value: u64) -> Fault {
        let Some(entry) = LimitEntry::of(key) else {
            return Fault::internal(format!("no limit {key}"));
        };
        let (maximum, shown) = match entry.value(self) {
            LimitValue::Number(number) => (json!(number), number.to_string()),
            LimitValue::Fuel(budget) => (json!(budget.base), budget.base.to_string()),
        };
        Fault::new(
            entry.fault,
            format!(
                "The limit `{key}` of {shown} ({}) was reached with {value}; `--limit {key}=VALUE` raises it.",
                entry.unit.name()
            ),
        )
        .with("limit", key)
        .with("value", value)
        .with("maximum", maximum)
        .with("flag", format!("--limit {key}=VALUE"))
    }

    /// Every limit with its value, in the order of the table.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        for entry in LIMITS {
            let value = match entry.value(self) {
                LimitValue::Number(number) => json!(number),
                LimitValue::Fuel(budget) => json!({"base": budget.base, "per_byte": budget.per_byte}),
            };
            object.insert(entry.key.to_owned(), value);
        }
        Value::Object(object)
    }
}
