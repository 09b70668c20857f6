// Validates a document with the worker component in a page, without a server. `jco transpile` makes a module of the component;
// `@bytecodealliance/preview2-shim` supplies WASI, with files that are in memory only.

// What the component bounds itself. The names are those of `limits` in wit/types.wit.
const LIMITS = {
  xmlBytes: 64n << 20n,
  xsdBytes: 16n << 20n,
  schemaClosureFiles: 128,
  schemaClosureBytes: 64n << 20n,
  xmlDepth: 256,
  xmlElements: 1_000_000n,
  xmlAttributes: 10_000,
  xmlNamespaces: 10_000,
  xmlNameBytes: 65_536,
  xmlAttributeBytes: 16n << 20n,
  issuesCollected: 10_000,
  issueMessageBytes: 4_096,
};
const OPTIONS = { version: 'v1-1', matching: 'strict', binding: 'lax', namespaceSchemas: [] };

// `files`: relative path to text or bytes. In the shim's form: folders within each other.
function tree(files) {
  const root = { dir: {} };
  for (const [path, source] of Object.entries(files)) {
    const parts = path.split('/');
    const name = parts.pop();
    let folder = root;
    for (const part of parts) folder = folder.dir[part] ??= { dir: {} };
    folder.dir[name] = { source };
  }
  return root;
}

/**
 * `worker`: the module that jco made. `filesystem`: the shim's module of that name. Gives the report, as in wit/types.wit; throws the
 * component's `failure` as `error.payload` where there is no verdict.
 */
export function validate(worker, filesystem, files, schemaPath, documentPath) {
  filesystem._clearPreopens();
  filesystem._addPreopen('/capture', tree(files));
  const schema = worker.schemas.Schema.compile([schemaPath], OPTIONS, LIMITS);
  try {
    return worker.documents.validate(schema, documentPath, new Date().toISOString(), LIMITS);
  } finally {
    schema[Symbol.dispose]?.();
  }
}
