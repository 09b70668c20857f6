#!/usr/bin/env bash
# Drives the server with the MCP Inspector's command line: bash tests/clients/inspector.sh BINARY MODULES
# NODE names a Node 22 where `node` is older. Tool schemas must be portable without a warning, skills conform and match their digests, and
# 2,000 calls, eight at once, must all succeed.
set -euo pipefail
binary=$1 modules=$2
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
inspector() {
  HOME=$home "${NODE:-node}" "$modules/node_modules/.bin/inspector" --cli "$binary" --no-persist "$@"
}

for era in legacy auto modern; do
  warnings=$(inspector --protocol-era "$era" --method tools/list --strict 2>&1 >"$home/tools.json")
  [ -z "$warnings" ] || { echo "$warnings"; exit 1; }
  echo "$era: $(grep -c '"inputSchema"' "$home/tools.json") tools without a warning"
  inspector --protocol-era "$era" --method resources/list >/dev/null
  inspector --protocol-era "$era" --method resources/templates/list >/dev/null
  inspector --protocol-era "$era" --method resources/read --uri pyxsd://issue-codes >/dev/null
  inspector --protocol-era "$era" --method prompts/list >/dev/null
  inspector --protocol-era "$era" --method prompts/get --prompt-name pyxsd_diagnose_xml --prompt-args document=a.xml >/dev/null
  # Rules of the skills extension, and every file read and compared with its digest.
  inspector --protocol-era "$era" --method skills/list --verify --require-digests >/dev/null
  inspector --protocol-era "$era" --method skills/get --uri pyxsd://skills/diagnosing-xml/SKILL.md --verify --require-digests >/dev/null
  inspector --protocol-era "$era" --method tools/call --tool-name pyxsd_explain_issue --tool-arg code=value >/dev/null
  inspector --protocol-era "$era" --method tools/call --tool-name pyxsd_explain_issue --tool-arg code=value \
    --load --load-requests 2000 --load-concurrency 8 >"$home/load.json"
  grep -q '"ok": 2000' "$home/load.json" || { cat "$home/load.json"; exit 1; }
  echo "$era: 2,000 calls, $(grep '"p50"\|"p99"' "$home/load.json" | tr -d ' \n') ms"
done
