#!/usr/bin/env bash
# Every check of the project, in the order in which they fail fastest. Needs a stable Rust toolchain and the package registry.
# The conformance suites run too where ../shared holds them.
set -euo pipefail
cd "$(dirname "$0")/.."

rustup target list --installed | grep -qx wasm32-wasip2 || rustup target add wasm32-wasip2

step() { printf '\n== %s\n' "$*"; }

step format
cargo fmt --all --check
step clippy
cargo clippy --workspace --all-targets --release --locked -- -D warnings
step tests
cargo test --workspace --release --locked

if [ -f ../shared/tools/conformance/unpack.sh ]; then
  suites=$(bash ../shared/tools/conformance/unpack.sh)
  # The tests have built it; `cargo run` would build half of everything again for the features of one package.
  target=$(cargo metadata --locked --no-deps --format-version 1 | grep -o '"target_directory":"[^"]*"' | cut -d '"' -f 4)
  conformance() { "$target/release/pyxsd-conformance" "$@"; }
  for version in 1.0 1.1; do
    step "W3C XML Schema Test Suite, XSD $version"
    conformance suite "$suites/xsts" --sandbox --xsd "$version" --ratchet "tests/conformance/known-$version.tsv"
  done
  step "QT3 test suite, XPath 2.0"
  conformance xpath "$suites/qt3" --sandbox --ratchet tests/conformance/known-qt3.tsv
  step "cases of pyxsd"
  conformance cases ../shared/data/pyxsd-cases.toml --known tests/conformance/known-pyxsd-cases.tsv
fi
step done
