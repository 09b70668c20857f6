//! Skills over the protocol: the extension `io.modelcontextprotocol/skills`, and their files as resources.

use super::resources::unknown_address;
use crate::skills::{self, SKILLS, Skill, SkillFile};
use rmcp::ErrorData;
use rmcp::model::{Resource, ResourceContents, ResourceTemplate, SkillFrontmatter, SkillResource, SkillResources};

/// How long a client may keep a skill, in milliseconds.
pub const TTL_MS: u64 = 60_000;

const MARKDOWN: &str = "text/markdown";

/// Every skill with its files, their sizes and digests.
pub fn list() -> Vec<rmcp::model::Skill> {
    SKILLS.iter().map(described).collect()
}

/// The skill whose entry has this address.
pub fn get(uri: &str) -> Result<rmcp::model::Skill, ErrorData> {
    let entry = skills::at(uri).filter(|(_, file)| file.path == skills::ENTRY);
    entry.map(|(skill, _)| described(skill)).ok_or_else(|| unknown_address(uri, "There is no such skill."))
}

fn described(skill: &Skill) -> rmcp::model::Skill {
    let mut matter = SkillFrontmatter::new(skill.name, skill.description());
    for (key, value) in skill.front_matter() {
        if !["name", "description"].contains(&key) {
            matter = matter.with_field(key, value);
        }
    }
    let files = skill.files().map(|file| SkillResource::from_bytes(skill.address(file), file.bytes)).collect();
    rmcp::model::Skill::new(skill.address(&skill.entry), matter, SkillResources::Files(files))
}

/// The entries, as resources of a list.
pub fn resources() -> impl Iterator<Item = Resource> {
    SKILLS.iter().map(|skill| {
        Resource::new(skill.address(&skill.entry), skill.name)
            .with_title(format!("Skill: {}", skill.name.replace('-', " ")))
            .with_description(skill.description())
            .with_mime_type(MARKDOWN)
            .with_size(skill.entry.bytes.len() as u64)
    })
}

/// Every file of a skill.
pub fn template() -> ResourceTemplate {
    ResourceTemplate::new("pyxsd://skills/{name}/{+path}", "skill-file")
        .with_title("File of a skill")
        .with_description("Guides for agents. SKILL.md is listed; it names the other files of its skill.")
        .with_mime_type(MARKDOWN)
}

/// The contents of a skill's file.
pub fn contents(uri: &str, file: &SkillFile) -> ResourceContents {
    ResourceContents::text(file.text(), uri).with_mime_type(MARKDOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_protocol_library_finds_nothing_wrong_with_the_skills() {
        rmcp::model::validate_skills(&list()).unwrap();
        for skill in list() {
            assert_eq!(get(&skill.uri).unwrap(), skill);
        }
        assert!(get("pyxsd://skills/diagnosing-xml/references/faults.md").is_err(), "a file that is no entry");
    }
}
