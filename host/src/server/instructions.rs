//! What a client's model is told of the server as a whole.

/// The `instructions` of the handshake.
pub const INSTRUCTIONS: &str = "\
XML and XML Schema in a sandbox, offline. Inputs live in a workspace: pyxsd_manage_workspace {\"action\": \"create\"}, then \
pyxsd_put_files with the documents, the schema and every file that it includes or imports, at the relative paths that its \
references use. Then pyxsd_validate_document; page with `cursor` until `next_cursor` is null. An invalid document is a success \
with data.valid = false: each issue has code, rule, file, line, column, the exact element, what was expected and where the \
schema says so. Workspaces end with the server. Reports on invalid documents and replies with data.spilled are artifacts, which stay: \
read them in ranges with pyxsd_read_artifact.\n\
Faults (ok = false): invalid_argument, not_found: correct the call. invalid_xml: the file is not well-formed at the place \
given. schema_incomplete: upload the missing files. invalid_schema, unsupported: the schema decides nothing as it is. \
input_limit, worker_fuel, worker_memory: send less; the operator can raise the limit named. worker_timeout, worker_failed, \
server_busy, state_busy: try again. invalid_cursor: repeat without it. state_io, state_corrupt: the operator has to look at the \
artifact store. response_limit: ask for a smaller range.";
