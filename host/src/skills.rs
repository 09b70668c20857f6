//! Skills: guides that an agent can follow, folders below `docs/skills` that are part of the binary, byte for byte.

/// One file of a skill.
#[derive(Debug)]
pub struct SkillFile {
    /// Its path in the skill's folder, parts separated by `/`.
    pub path: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
}

/// One skill.
#[derive(Debug)]
pub struct Skill {
    /// Its name, which is also that of its folder.
    pub name: &'static str,
    /// What a reader needs first.
    pub entry: SkillFile,
    /// What the entry refers to.
    pub references: &'static [SkillFile],
}

macro_rules! skill_file {
    ($name:literal, $path:literal) => {
        SkillFile { path: $path, bytes: include_bytes!(concat!("../../docs/skills/", $name, "/", $path)) }
    };
}

macro_rules! skills {
    ($($name:literal: [$($reference:literal),*];)*) => {
        /// Every skill, in the order in which they are listed.
        pub const SKILLS: &[Skill] = &[$(Skill {
            name: $name,
            entry: skill_file!($name, "SKILL.md"),
            references: &[$(skill_file!($name, $reference)),*],
        }),*];
    };
}

skills! {
    "diagnosing-xml": ["references/reading-issues.md", "references/faults.md"];
    "authoring-transform-pipelines": ["references/operations.md", "references/python.md"];
    "evaluating-migrations": ["references/reading-a-comparison.md"];
}

/// The path of a skill's entry.
pub const ENTRY: &str = "SKILL.md";

/// What stands before the path of a skill's file in its address.
pub const ADDRESS: &str = "pyxsd://skills/";

/// The skill with this name.
pub fn named(name: &str) -> Option<&'static Skill> {
    SKILLS.iter().find(|skill| skill.name == name)
}

/// The file with this address, and its skill.
pub fn at(address: &str) -> Option<(&'static Skill, &'static SkillFile)> {
    let (name, path) = address.strip_prefix(ADDRESS)?.split_once('/')?;
    let skill = named(name)?;
    skill.files().find(|file| file.path == path).map(|file| (skill, file))
}

impl Skill {
    /// Every file, the entry first.
    pub fn files(&self) -> impl Iterator<Item = &SkillFile> {
        std::iter::once(&self.entry).chain(self.references)
    }

    /// The address of one of its files.
    pub fn address(&self, file: &SkillFile) -> String {
        format!("{ADDRESS}{}/{}", self.name, file.path)
    }

    /// The fields before the text of the entry, in their order. A value in quotation marks is a JSON string, any other its own text.
    pub fn front_matter(&self) -> Vec<(&'static str, String)> {
        let lines = self.entry.text().lines().skip(1).take_while(|line| *line != "---");
        let fields = lines.filter_map(|line| line.split_once(": "));
        fields.map(|(key, value)| (key, serde_json::from_str(value).unwrap_or_else(|_| value.to_owned()))).collect()
    }

    /// What it is for, in the words of its front matter.
    pub fn description(&self) -> String {
        self.front_matter().into_iter().find(|(key, _)| *key == "description").map(|(_, text)| text).unwrap_or_default()
    }
}

impl SkillFile {
    /// The contents as text. Every file is Markdown in UTF-8.
    pub fn text(&self) -> &'static str {
        std::str::from_utf8(self.bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that a file may have, so that an agent can read it at once.
    const FILE_BYTES: usize = 16 << 10;

    #[test]
    fn every_skill_has_front_matter_that_hosts_accept() {
        for skill in SKILLS {
            let fields = skill.front_matter();
            let keys: Vec<&str> = fields.iter().map(|(key, _)| *key).collect();
            assert_eq!(keys, ["name", "description", "license"], "{}", skill.name);
            assert_eq!(fields[0].1, skill.name);
            assert!((100..1_024).contains(&fields[1].1.len()), "{}: the description", skill.name);
            assert!(skill.entry.text().starts_with("---\n"), "{}", skill.name);
        }
    }

    #[test]
    fn every_file_is_text_of_moderate_size_and_found_by_its_address() {
        for skill in SKILLS {
            for file in skill.files() {
                assert!((1..=FILE_BYTES).contains(&file.text().len()), "{}/{}", skill.name, file.path);
                let (_, found) = at(&skill.address(file)).unwrap();
                assert_eq!(found.path, file.path);
            }
        }
        for unknown in ["pyxsd://skills/", "pyxsd://skills/none/SKILL.md", "pyxsd://skills/diagnosing-xml/../SKILL.md"]
        {
            assert!(at(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn every_reference_is_mentioned_in_the_entry() {
        for skill in SKILLS {
            for file in skill.references {
                assert!(skill.entry.text().contains(&format!("({})", file.path)), "{}/{}", skill.name, file.path);
            }
        }
    }
}
