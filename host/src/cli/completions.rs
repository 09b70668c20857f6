//! `completions`.

use super::flags::CommandLine;
use super::{Exit, usage};
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints a script that completes commands, flags and their values.
pub fn run(arguments: &CompletionsArguments) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut CommandLine::command(), "pyxsd-mcp", &mut script);
    match String::from_utf8(script) {
        Ok(script) => super::inspect::print(&script),
        Err(cause) => usage(&cause.to_string()),
    }
}
