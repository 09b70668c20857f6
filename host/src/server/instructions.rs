//! What a client's model is told of the server as a whole.

/// The `instructions` of the handshake.
pub const INSTRUCTIONS: &str = "\
XML and XML Schema in a sandbox, offline. Inputs live in a workspace: pyxsd_manage_workspace {\"action\": \"create\"}, then \
pyxsd_put_files with the documents, the schema and every file that it includes or imports, at the relative paths that its \
references use. To understand a schema first: pyxsd_inspect_schema, with `view` components and an id for all about one element, \
and pyxsd_find_schema_components for ids. Then pyxsd_validate_document; page with `cursor` until `next_cursor` is null. An invalid document is a success \
with data.valid = false: each issue has code, rule, file, line, column, the exact element, what was expected and where the \
schema says so; pyxsd_explain_issue has usual causes, fixes and an example of a code. For two documents and more use \
pyxsd_validate_documents: one call, each with a result of its own. pyxsd_query_document evaluates XPath 2.0 over a document \
that its schema types. pyxsd_inspect_model and pyxsd_validate_data are for JSON, pyxsd_compare_schemas for two versions of a schema, pyxsd_preview_records and \
pyxsd_export_records for columns, pyxsd_preview_transform for changing a copy by steps or Python. Guides with calls to follow are the resources \
pyxsd://skills/diagnosing-xml/SKILL.md, pyxsd://skills/authoring-transform-pipelines/SKILL.md and pyxsd://skills/evaluating-migrations/SKILL.md. \
Workspaces end with the server. Reports on invalid documents and replies with data.spilled are artifacts, which stay: \
read them in ranges with pyxsd_read_artifact.\n\
Faults (ok = false): invalid_argument, not_found: correct the call. invalid_xml: the file is not well-formed at the place \
given. schema_incomplete: upload the missing files. invalid_schema, unsupported: the schema decides nothing as it is. \
invalid_document: mend the document first. input_limit, output_limit, worker_fuel, worker_memory: send less; the operator can raise the limit \
named. worker_timeout, worker_failed, server_busy, state_busy, cancelled: try again. execution_disabled: transforms are off here. \
transform_failed, output_rejected: mend your code. invalid_cursor: repeat without it. state_io, state_corrupt, internal: tell the operator. \
response_limit: ask for a smaller range.";

#[cfg(test)]
mod tests {
    use super::INSTRUCTIONS;
    use crate::fault::FAULTS;
    use crate::server::tools::TOOLS;
    use crate::skills::SKILLS;

    #[test]
    fn every_fault_every_skill_and_no_unknown_tool_is_named() {
        for fault in FAULTS {
            assert!(INSTRUCTIONS.contains(fault.name), "{}", fault.name);
        }
        for skill in SKILLS {
            assert!(INSTRUCTIONS.contains(&skill.address(&skill.entry)), "{}", skill.name);
        }
        let words = INSTRUCTIONS.split(|letter: char| !(letter.is_ascii_lowercase() || letter == '_'));
        for word in words.filter(|word| word.starts_with("pyxsd_")) {
            assert!(TOOLS.iter().any(|tool| tool.name == word), "{word}");
        }
        assert!(INSTRUCTIONS.len() < 3 << 10, "{}", INSTRUCTIONS.len());
    }
}
