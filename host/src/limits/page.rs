//! Showing limits: to people and as `docs/limits.md`.

use super::{GIB, KIB, LIMITS, LimitValue, Limits, MIB, Unit};

impl Limits {
    /// A table for people: key, value, unit, meaning.
    pub fn to_text(&self) -> String {
        LIMITS
            .iter()
            .map(|entry| format!("{:<24} {:<20} {}\n", entry.key, show(entry.unit, entry.value(self)), entry.meaning))
            .collect()
    }
}

fn show(unit: Unit, value: LimitValue) -> String {
    match value {
        LimitValue::Number(number) if unit == Unit::Bytes => show_bytes(number),
        LimitValue::Number(number) if unit == Unit::Seconds => format!("{number} s"),
        LimitValue::Number(number) => number.to_string(),
        LimitValue::Fuel(budget) => format!("{}+{}", budget.base, budget.per_byte),
    }
}

fn show_bytes(bytes: u64) -> String {
    for (suffix, factor) in [("GiB", GIB), ("MiB", MIB), ("KiB", KIB)] {
        if bytes >= factor && bytes.is_multiple_of(factor) {
            return format!("{} {suffix}", bytes / factor);
        }
    }
    bytes.to_string()
}

/// The page `docs/limits.md`.
pub fn documentation() -> String {
    let mut page = String::from(
        "# Limits\n\nGenerated from `host/src/limits/mod.rs`; `UPDATE_EXPECT=1 cargo test -p pyxsd-mcp --test docs` rewrites it.\n\n\
         An operator sets a limit with `--limit KEY=VALUE` (repeatable) or in a file given with `--config FILE`:\n\n\
         ```toml\n[limits]\nxml_bytes = \"128MiB\"\nworkers = 2\nfuel_validate = { base = 10_000_000_000, per_byte = 5_000 }\n```\n\n\
         Flags win over the file. Bytes accept `KiB`, `MiB` and `GiB`; fuel is written `BASE+PER_BYTE` on the command line and accepts\n\
         `k`, `M` and `G` there. `pyxsd-mcp limits` prints what is in force. The range of a fuel budget is that of its base.\n\n\
         | key | unit | default | range | fault | bounds | does not cover |\n| --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let defaults = Limits::default();
    for entry in LIMITS {
        let (min, max) = entry.range;
        let range = if entry.unit == Unit::Bytes {
            format!("{} – {}", show_bytes(min), show_bytes(max))
        } else {
            format!("{min} – {max}")
        };
        page.push_str(&format!(
            "| `{}` | {} | {} | {range} | `{}` | {} | {} |\n",
            entry.key,
            entry.unit.name(),
            show(entry.unit, entry.value(&defaults)),
            entry.fault.name(),
            entry.meaning,
            entry.not_covered,
        ));
    }
    page
}
