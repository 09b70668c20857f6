#!/usr/bin/env bash
# Runs the examples of docs/reuse.md: the worker component in other hosts than ours.
#   bash tests/reuse.sh COMPONENT [--without-javascript]
# COMPONENT is the worker as `cargo build` makes it (docs/reuse.md says where). Needed: `wasmtime` (the command line), `python3` with the package
# `wasmtime` (PYTHON names another), and for the page in a browser Node 20 or newer with the packages @bytecodealliance/jco and
# @bytecodealliance/preview2-shim below $MODULES. What is missing fails; only the flag leaves JavaScript out.
set -euo pipefail
cd "$(dirname "$0")/.."
component=$(realpath "$1")
javascript=yes
[ "${2:-}" = --without-javascript ] && javascript=no
python=${PYTHON:-python3}
examples=docs/examples
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

fail() { echo "reuse.sh: $*" >&2; exit 1; }
command -v "${WASMTIME:-wasmtime}" >/dev/null || fail "the command line of wasmtime is missing; WASMTIME names it"
"$python" -c 'import wasmtime.component' 2>/dev/null || fail "$python has no package wasmtime"

# The blocks of the page in one language, as a script.
blocks() { awk -v fence="\`\`\`$1" '$0 == fence {on = 1; next} /^```/ {on = 0} on' docs/reuse.md; }

echo "== wasmtime command line"
blocks sh-wasmtime >"$made/command.sh"
[ -s "$made/command.sh" ] || fail "docs/reuse.md shows no command"
COMPONENT=$component PATH=$(dirname "$(command -v "${WASMTIME:-wasmtime}")"):$PATH bash -euo pipefail "$made/command.sh" | tee "$made/command.txt"
grep -q 'types/money.xsd' "$made/command.txt" || fail "the references of the schema are missing"

echo "== Python"
status=0
"$python" $examples/reuse/validate.py "$component" $examples order.xsd order.xml order-invalid.xml >"$made/python.txt" || status=$?
cat "$made/python.txt"
[ $status = 1 ] || fail "validate.py ended with $status"
grep -qx 'order.xml: valid' "$made/python.txt" || fail "the valid document"
grep -qx 'order-invalid.xml: 5 errors' "$made/python.txt" || fail "the invalid document"

if [ $javascript = yes ]; then
  echo "== JavaScript, with the modules that a page uses"
  modules=$(realpath "${MODULES:?MODULES names the folder with node_modules, or give --without-javascript}")
  shim=$modules/node_modules/@bytecodealliance/preview2-shim/dist/browser
  [ -d "$shim" ] || fail "$shim is missing"
  maps=()
  for room in cli clocks filesystem io random; do maps+=(--map "wasi:$room/*=$shim/$room.js#*"); done
  "$modules/node_modules/.bin/jco" transpile "$component" -o "$made/js" --name worker -q "${maps[@]}"
  echo '{"type": "module"}' >"$made/js/package.json"
  "${NODE:-node}" --input-type=module - "$PWD/$examples" "$made/js/worker.js" "$shim/filesystem.js" <<'JS'
import { readFileSync, readdirSync } from 'node:fs';
const [examples, made, shim] = process.argv.slice(2);
const { validate } = await import(`${examples}/reuse/validate.mjs`);
const files = {};
for (const path of readdirSync(examples, { recursive: true })) {
  if (/\.(xml|xsd)$/.test(path)) files[path] = readFileSync(`${examples}/${path}`, 'utf8');
}
const [worker, filesystem] = [await import(made), await import(shim)];
const reports = ['order.xml', 'order-invalid.xml'].map((path) => validate(worker, filesystem, files, 'order.xsd', path));
for (const issue of reports[1].issues) console.log(`${issue.place.file}:${issue.place.line}: ${issue.code}`);
if (!reports[0].valid || reports[1].errors !== 5n) throw new Error('other verdicts than elsewhere');
try {
  validate(worker, filesystem, files, 'order.xsd', 'none.xml');
  throw new Error('a verdict on nothing');
} catch (error) {
  if (error.payload?.tag !== 'not-found') throw error;
}
JS
fi
echo "== done"
