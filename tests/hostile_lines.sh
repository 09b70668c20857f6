#!/usr/bin/env bash
# The long form of the test of hostile lines: 100,000 of them. `cargo test` sends some thousands.
set -euo pipefail
cd "$(dirname "$0")/.."
PYXSD_LINES=100000 cargo test --release --locked -p pyxsd-mcp --test hostile_lines -- --nocapture
