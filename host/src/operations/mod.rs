//! One file for each tool: arguments, capture, worker calls, result. The server and the command line both call these.

pub mod arguments;
pub mod artifacts;
pub mod capabilities;
pub mod cursor;
pub mod gather;
pub mod paging;
pub mod recent;
pub mod references;
pub mod report;
pub mod spill;
pub mod validate;
pub mod workspaces;
