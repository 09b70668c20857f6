//! The host of `pyxsd-mcp`: it moves files, counts, hashes and speaks MCP. XML, XML Schema, queries and user code are read only
//! by components in the sandbox (see [`worker`]).

pub mod audit;
pub mod capture;
pub mod cli;
pub mod clock;
pub mod digest;
pub mod envelope;
pub mod fault;
pub mod host;
pub mod limits;
pub mod operations;
pub mod server;
pub mod settings;
pub mod skills;
pub mod store;
pub mod worker;
pub mod workspace;
