#!/usr/bin/env bash
# The store's long tests: 200 killed writers, and eight servers for a minute. Minutes of work; `cargo test` runs shorter ones.
set -euo pipefail
cd "$(dirname "$0")/.."
PYXSD_KILLS=200 PYXSD_STORE_SECONDS=60 \
  cargo test --release --locked -p pyxsd-mcp --test store_trouble -- --nocapture --test-threads 1 a_writer_killed many_servers
