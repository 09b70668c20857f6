//! Prompts: tasks that a person hands to an agent, each with the skill that says how. Optional guidance; every tool works without.

use crate::skills::{self, Skill};
use rmcp::ErrorData;
use rmcp::model::{
    ContentBlock, EmbeddedResource, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role,
};
use serde_json::json;

/// Bytes that an argument may have: it is a path or a sentence, not a document.
const ARGUMENT_BYTES: usize = 4 << 10;

/// An argument of a prompt.
struct Parameter {
    name: &'static str,
    description: &'static str,
    required: bool,
}

/// A prompt. In its text `{name}` stands for an argument; `[…]` is left out where the argument in it is not given.
struct PromptEntry {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    parameters: &'static [Parameter],
    text: &'static str,
    skill: &'static str,
}

const PROMPTS: &[PromptEntry] = &[
    PromptEntry {
        name: "pyxsd_diagnose_xml",
        title: "Diagnose an XML document",
        description: "Find out what is wrong with a document, why, and what the smallest repair is.",
        parameters: &[
            Parameter { name: "document", description: "Path of the XML document", required: true },
            Parameter {
                name: "schema",
                description: "Path of its schema; without it the document's own location hints are used",
                required: false,
            },
        ],
        text: "Diagnose the XML document at {document}[, whose schema is at {schema}]. Say whether it is valid; if not, group the issues by \
               cause, name for each cause the place, the rule and what was expected there, and propose the smallest change that mends it. \
               Prove the proposal: validate a changed copy. Change no file of mine. Work as the skill below says, with the pyxsd tools.",
        skill: "diagnosing-xml",
    },
    PromptEntry {
        name: "pyxsd_author_pipeline",
        title: "Author a transform pipeline",
        description: "Write and prove a pipeline of steps that changes a document towards a goal.",
        parameters: &[
            Parameter {
                name: "goal",
                description: "What the document is to become, in a sentence or two",
                required: true,
            },
            Parameter { name: "document", description: "Path of the XML document", required: true },
        ],
        text: "Write a transform pipeline for the XML document at {document}. The goal: {goal}. Find the schema first; let every step be as small \
               as it can be; preview it until the candidate is valid against the schema that it is meant for, and show the pipeline, the verdict \
               and what the diffs say. Publish nothing. Work as the skill below says, with the pyxsd tools.",
        skill: "authoring-transform-pipelines",
    },
    PromptEntry {
        name: "pyxsd_evaluate_migration",
        title: "Evaluate a schema migration",
        description: "Say what a new version of a schema breaks, for whom, and what a migration needs.",
        parameters: &[
            Parameter { name: "old_schema", description: "Path of the schema in use", required: true },
            Parameter { name: "new_schema", description: "Path of the schema that is to replace it", required: true },
        ],
        text: "Evaluate the migration from the schema at {old_schema} to the one at {new_schema}. List what was added, removed and changed, \
               separate what can break documents from what cannot, and prove it with documents that are valid under the old schema. End with a \
               recommendation and the steps of a migration. Work as the skill below says, with the pyxsd tools.",
        skill: "evaluating-migrations",
    },
];

/// Every prompt.
pub fn list() -> Vec<Prompt> {
    PROMPTS.iter().map(PromptEntry::to_prompt).collect()
}

/// The messages of a prompt.
///
/// # Errors
/// -32602 where there is no such prompt, or an argument is missing, unknown, empty, too long or no string.
pub fn get(name: &str, arguments: Option<JsonObject>) -> Result<GetPromptResult, ErrorData> {
    let prompt = PROMPTS.iter().find(|prompt| prompt.name == name);
    let Some(prompt) = prompt else {
        let names: Vec<&str> = PROMPTS.iter().map(|prompt| prompt.name).collect();
        let message = format!("There is no prompt `{name}`; there are: {}.", names.join(", "));
        return Err(ErrorData::invalid_params(message, None));
    };
    let arguments = arguments.unwrap_or_default();
    prompt.check(&arguments)?;
    let mut messages = vec![PromptMessage::new_text(Role::User, prompt.filled(&arguments))];
    messages.extend(skills::named(prompt.skill).map(|skill| PromptMessage::new(Role::User, embedded(skill))));
    Ok(GetPromptResult::new(messages).with_description(prompt.description))
}

/// The entry of a skill, for clients that do not read resources by themselves.
fn embedded(skill: &Skill) -> ContentBlock {
    let contents = super::skills::contents(&skill.address(&skill.entry), &skill.entry);
    ContentBlock::Resource(EmbeddedResource::new(contents))
}

impl PromptEntry {
    fn to_prompt(&self) -> Prompt {
        let argument = |parameter: &Parameter| {
            PromptArgument::new(parameter.name)
                .with_description(parameter.description)
                .with_required(parameter.required)
        };
        Prompt::new(self.name, Some(self.description), Some(self.parameters.iter().map(argument).collect()))
            .with_title(self.title)
    }

    fn check(&self, arguments: &JsonObject) -> Result<(), ErrorData> {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        let refuse = |name: &str, message: String| {
            Err(ErrorData::invalid_params(message, Some(json!({"argument": name, "allowed": names}))))
        };
        for (name, value) in arguments {
            let Some(parameter) = self.parameters.iter().find(|parameter| parameter.name == name) else {
                return refuse(
                    name,
                    format!("`{name}` is no argument of `{}`; it takes: {}.", self.name, names.join(", ")),
                );
            };
            match value.as_str() {
                None => return refuse(name, format!("`{name}` is a string.")),
                Some(text) if text.len() > ARGUMENT_BYTES => {
                    return refuse(name, format!("`{name}` has at most {ARGUMENT_BYTES} bytes."));
                }
                Some(text) if text.trim().is_empty() && parameter.required => {
                    return refuse(name, format!("`{name}` is empty."));
                }
                Some(_) => {}
            }
        }
        match self.parameters.iter().find(|parameter| parameter.required && !arguments.contains_key(parameter.name)) {
            Some(parameter) => {
                refuse(parameter.name, format!("`{}` is missing: {}.", parameter.name, parameter.description))
            }
            None => Ok(()),
        }
    }

    /// The text with the arguments in it, each as a quoted string, so that none is read as a sentence of ours.
    fn filled(&self, arguments: &JsonObject) -> String {
        let mut text = String::new();
        let mut rest = self.text;
        while let Some(start) = rest.find(['{', '[']) {
            text.push_str(&rest[..start]);
            let optional = rest[start..].starts_with('[');
            let end = rest[start..].find(if optional { ']' } else { '}' }).map_or(rest.len(), |end| start + end);
            let inner = &rest[start + 1..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            let (before, name) = if optional { inner.split_once('{').unwrap_or((inner, "")) } else { ("", inner) };
            let value = arguments.get(name.trim_end_matches('}')).filter(|value| value.as_str() != Some(""));
            if let Some(value) = value {
                text.push_str(before);
                text.push_str(&value.to_string());
            }
        }
        text + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn arguments(value: Value) -> Option<JsonObject> {
        value.as_object().cloned()
    }

    fn text(name: &str, given: Value) -> String {
        let messages = get(name, arguments(given)).unwrap().messages;
        assert_eq!(messages.len(), 2, "the task and its skill");
        messages[0].content.as_text().unwrap().text.clone()
    }

    #[test]
    fn arguments_stand_quoted_in_the_text_and_optional_ones_may_be_left_out() {
        let name = "pyxsd_diagnose_xml";
        let said = text(name, json!({"document": "a \"b\".xml", "schema": "s.xsd"}));
        assert!(
            said.starts_with(r#"Diagnose the XML document at "a \"b\".xml", whose schema is at "s.xsd". Say"#),
            "{said}"
        );
        for left_out in [json!({"document": "a.xml"}), json!({"document": "a.xml", "schema": ""})] {
            assert!(text(name, left_out).starts_with(r#"Diagnose the XML document at "a.xml". Say"#));
        }
    }

    #[test]
    fn no_text_keeps_a_placeholder() {
        for prompt in PROMPTS {
            let given = prompt.parameters.iter().map(|parameter| (parameter.name.to_owned(), json!("value")));
            let said = text(prompt.name, Value::Object(given.collect()));
            assert_eq!(said.matches("\"value\"").count(), prompt.parameters.len(), "{said}");
            assert!(!said.contains(['{', '}', '[', ']']), "{said}");
            assert!(skills::named(prompt.skill).is_some(), "{}", prompt.skill);
        }
    }

    #[test]
    fn wrong_arguments_are_refused_by_name() {
        let long = "x".repeat(ARGUMENT_BYTES + 1);
        for (name, given, message) in [
            ("none", json!({}), "There is no prompt `none`"),
            ("pyxsd_diagnose_xml", json!({}), "`document` is missing"),
            ("pyxsd_diagnose_xml", json!({"document": 1}), "`document` is a string"),
            ("pyxsd_diagnose_xml", json!({"document": " "}), "`document` is empty"),
            ("pyxsd_diagnose_xml", json!({"document": long}), "at most 4096 bytes"),
            ("pyxsd_evaluate_migration", json!({"document": "a"}), "it takes: old_schema, new_schema"),
        ] {
            let error = get(name, arguments(given)).unwrap_err();
            assert_eq!(error.code.0, -32602);
            assert!(error.message.contains(message), "{}", error.message);
        }
    }
}
