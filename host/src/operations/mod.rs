//! One file for each tool: arguments, capture, worker calls, result. The server and the command line both call these.

pub mod arguments;
pub mod artifacts;
pub mod capabilities;
pub mod compare;
pub mod cursor;
pub mod explain;
pub mod find;
pub mod fingerprint;
pub mod gather;
pub mod inquiry;
pub mod inspect;
pub mod issue_table;
pub mod model;
pub mod paging;
pub mod progress;
pub mod query;
pub mod recent;
pub mod references;
pub mod report;
pub mod spill;
pub mod stored_report;
pub mod validate;
pub mod validate_all;
pub mod workspaces;
