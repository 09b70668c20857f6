//! The binary `pyxsd-mcp`.

use clap::Parser as _;
use pyxsd_mcp::cli::{self, CommandLine};
use std::process::ExitCode;

fn main() -> ExitCode {
    match CommandLine::try_parse() {
        Ok(line) => cli::run(line).into(),
        Err(error) => {
            // Help and version go to standard output and are no error.
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
    }
}
