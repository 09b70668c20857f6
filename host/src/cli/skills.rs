//! `skills list` and `skills export`.

use super::source::shown;
use super::{Exit, inspect, usage};
use crate::skills::{self, SKILLS};
use clap::{Args, Subcommand};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Arguments of `skills`.
#[derive(Debug, Args)]
pub struct SkillsArguments {
    /// What to do.
    #[command(subcommand)]
    command: SkillsCommand,
}

#[derive(Debug, Subcommand)]
enum SkillsCommand {
    /// List the skills that the server offers to agents.
    List,
    /// Write the files of a skill into a folder, which is made if need be. Nothing is overwritten.
    Export {
        /// The skill.
        name: String,
        /// The folder, such as `.agents/skills/NAME`.
        #[arg(value_name = "DEST")]
        destination: PathBuf,
    },
}

/// Works on the skills in the binary.
pub fn run(arguments: &SkillsArguments) -> Exit {
    match &arguments.command {
        SkillsCommand::List => inspect::print(&list()),
        SkillsCommand::Export { name, destination } => match export(name, destination) {
            Ok(written) => inspect::print(&written),
            Err(message) => usage(&message),
        },
    }
}

fn list() -> String {
    let width = SKILLS.iter().map(|skill| skill.name.len()).max().unwrap_or_default();
    let line = |skill: &skills::Skill| {
        let description = skill.description();
        let first = description.split(['.', ':']).next().unwrap_or_default();
        format!("{:width$}  {first}\n", skill.name)
    };
    SKILLS.iter().map(line).collect()
}

fn export(name: &str, destination: &Path) -> Result<String, String> {
    let Some(skill) = skills::named(name) else {
        let names: Vec<&str> = SKILLS.iter().map(|skill| skill.name).collect();
        return Err(format!("there is no skill `{name}`; there are: {}", names.join(", ")));
    };
    let targets: Vec<PathBuf> = skill.files().map(|file| destination.join(file.path)).collect();
    if let Some(there) = targets.iter().find(|target| target.symlink_metadata().is_ok()) {
        return Err(format!("{} is there already and is not overwritten", shown(there)));
    }
    let mut written = String::new();
    for (file, target) in skill.files().zip(&targets) {
        write(target, file.bytes).map_err(|cause| format!("{}: {cause}", shown(target)))?;
        written.push_str(&format!("{}\n", shown(target)));
    }
    Ok(written)
}

fn write(target: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = target.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::File::create_new(target)?.write_all(bytes)
}
