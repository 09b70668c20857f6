#!/usr/bin/env bash
# Runs the MCP conformance suite against the server, through a bridge to HTTP on this machine: bash tests/clients/conformance.sh BINARY MODULES [PORT]
# NODE names a Node 22 where `node` is older.
set -euo pipefail
here=$(dirname "$0")
binary=$1 modules=$2 port=${3:-7801}
results=$(mktemp -d)
touch "$results/bridge.log"
"${NODE:-node}" "$here/bridge.mjs" "$port" "$binary" 2>"$results/bridge.log" &
bridge=$!
trap 'kill $bridge; rm -rf "$results"' EXIT
until grep -q "/mcp" "$results/bridge.log"; do kill -0 $bridge; done

for version in 2025-06-18 2025-11-25; do
  "${NODE:-node}" "$modules/node_modules/.bin/conformance" server --url "http://127.0.0.1:$port/mcp" --suite all --spec-version "$version" \
    --expected-failures "$here/conformance-other.yml" -o "$results/$version" >"$results/$version.log" 2>&1 ||
    { tail -n 60 "$results/$version.log"; exit 1; }
  echo "$version: $(grep -c '^✓' "$results/$version.log") scenarios pass, $(grep -c '^✗' "$results/$version.log") need what this server does not have"
done
