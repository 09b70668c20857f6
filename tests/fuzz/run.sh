#!/usr/bin/env bash
# Fuzzes the engine: tests/fuzz/run.sh TARGET SECONDS [CORPUS]. TARGET is validate, pattern or xpath.
# The corpus (default: a temporary folder) is seeded from the cases in tests/cases and grows. A crash, a hang of 10 seconds or 2 GiB of memory
# ends the run, with the input in the current folder. Needs a C++ compiler beside the stable toolchain.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=${1:?validate, pattern or xpath}
seconds=${2:?seconds}
corpus=${3:-$(mktemp -d)}

mkdir -p "$corpus"
if [ "$target" = validate ]; then
  for case in "$here"/../cases/issues/*/; do
    [ -f "$case/schema.xsd" ] || continue
    { printf '\0'; cat "$case/schema.xsd"; printf '\0'; [ ! -f "$case/instance.xml" ] || cat "$case/instance.xml"; } > "$corpus/case-$(basename "$case")"
  done
elif [ "$target" = xpath ]; then
  grep -rhoE 'test="[^"]+' "$here/../cases" | sed 's/^test="//' | sort -u | while read -r test; do
    printf %s "$test" > "$corpus/test-$(printf %s "$test" | cksum | cut -d' ' -f1)"
  done
else
  grep -rhoE '<xs:pattern value="[^"]+' "$here/../cases" | sed 's/.*value="//' | sort -u | while read -r pattern; do
    printf '\0%s\0%s' "$pattern" "$pattern" > "$corpus/pattern-$(printf %s "$pattern" | cksum | cut -d' ' -f1)"
  done
fi

# What cargo-fuzz sets too, but for the sanitizers, which want a nightly compiler.
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
coverage="$coverage -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
triple=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="--cfg fuzzing $coverage"
cargo build --quiet --release --locked --target "$triple" --manifest-path "$here/Cargo.toml" --bin "$target"
folder=${CARGO_TARGET_DIR:-$here/target}/$triple/release
exec "$folder/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 "$corpus"
