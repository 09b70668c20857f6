//! Setting limits: flags and the configuration file.

use super::{Field, FuelBudget, GIB, GIGA, KIB, LimitEntry, LimitValue, Limits, MEGA, MIB, Unit};
use toml::de::{DeInteger, DeTable, DeValue};

/// Why a limit could not be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LimitError {
    /// There is no limit of that name.
    UnknownKey(String),
    /// The text is not a value of the limit's unit: key, what was expected.
    Malformed(&'static str, &'static str),
    /// The value lies outside the range: key, smallest, largest.
    OutOfRange(&'static str, u64, u64),
    /// A flag without `=`.
    NotAPair(String),
    /// The configuration file is not TOML, or has something other than a table `[limits]`.
    Configuration(String),
    /// Another error, at this line and column of the configuration file, counted from 1.
    At(u64, u64, Box<LimitError>),
}

impl std::fmt::Display for LimitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LimitError::UnknownKey(key) => write!(f, "there is no limit `{key}`; `pyxsd-mcp limits` lists them"),
            LimitError::Malformed(key, expected) => write!(f, "limit `{key}` takes {expected}"),
            LimitError::OutOfRange(key, min, max) => write!(f, "limit `{key}` lies between {min} and {max}"),
            LimitError::NotAPair(text) => write!(f, "`{text}` is not of the form KEY=VALUE"),
            LimitError::Configuration(cause) => write!(f, "{cause}"),
            LimitError::At(line, column, cause) => write!(f, "line {line}, column {column}: {cause}"),
        }
    }
}

impl std::error::Error for LimitError {}

impl LimitEntry {
    fn set(&self, limits: &mut Limits, value: LimitValue) -> Result<(), LimitError> {
        let ranged = match value {
            LimitValue::Number(number) => number,
            LimitValue::Fuel(budget) => budget.base,
        };
        let (min, max) = self.range;
        if !(min..=max).contains(&ranged) {
            return Err(LimitError::OutOfRange(self.key, min, max));
        }
        match ((self.field)(limits), value) {
            (Field::Number(field), LimitValue::Number(number)) => *field = number,
            (Field::Fuel(field), LimitValue::Fuel(budget)) => *field = budget,
            (Field::Number(_), LimitValue::Fuel(_)) | (Field::Fuel(_), LimitValue::Number(_)) => {
                return Err(self.malformed());
            }
        }
        Ok(())
    }

    fn malformed(&self) -> LimitError {
        let expected = match self.unit {
            Unit::Bytes => "a whole number of bytes, with KiB, MiB or GiB if wanted",
            Unit::Count => "a whole number",
            Unit::Seconds => "a whole number of seconds",
            Unit::Fuel => "fuel as BASE+PER_BYTE (in a configuration file a table with `base` and `per_byte`)",
        };
        LimitError::Malformed(self.key, expected)
    }

    fn parse(&self, text: &str) -> Option<LimitValue> {
        const BYTES: &[(&str, u64)] = &[("KiB", KIB), ("MiB", MIB), ("GiB", GIB)];
        const FUEL: &[(&str, u64)] = &[("k", 1_000), ("M", MEGA), ("G", GIGA)];
        match self.unit {
            Unit::Bytes => parse_number(text, BYTES).map(LimitValue::Number),
            Unit::Count | Unit::Seconds => parse_number(text, &[]).map(LimitValue::Number),
            Unit::Fuel => {
                let (base, per_byte) = text.split_once('+')?;
                let (base, per_byte) = (parse_number(base, FUEL)?, parse_number(per_byte, FUEL)?);
                Some(LimitValue::Fuel(FuelBudget { base, per_byte }))
            }
        }
    }

    fn parse_toml(&self, value: &DeValue<'_>) -> Option<LimitValue> {
        match value {
            DeValue::Integer(number) => whole(number).map(LimitValue::Number),
            DeValue::String(text) => self.parse(text),
            DeValue::Table(table) if self.unit == Unit::Fuel && table.len() == 2 => {
                let part = |key: &str| whole(table.get(key)?.get_ref().as_integer()?);
                Some(LimitValue::Fuel(FuelBudget { base: part("base")?, per_byte: part("per_byte")? }))
            }
            _ => None,
        }
    }

    fn apply_toml(&self, limits: &mut Limits, value: &DeValue<'_>) -> Result<(), LimitError> {
        let value = self.parse_toml(value).ok_or_else(|| self.malformed())?;
        self.set(limits, value)
    }
}

fn whole(number: &DeInteger<'_>) -> Option<u64> {
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// The text of a configuration file, for the places of errors.
#[derive(Debug, Clone, Copy)]
struct Source<'a>(&'a str);

impl Source<'_> {
    /// The error, with the place of the byte that it is about.
    fn at(self, byte: usize, error: LimitError) -> LimitError {
        let before = &self.0[..self.0.floor_char_boundary(byte)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        LimitError::At(line as u64, column as u64, Box::new(error))
    }
}

fn parse_number(text: &str, suffixes: &[(&str, u64)]) -> Option<u64> {
    let text = text.trim();
    let (digits, factor) =
        suffixes.iter().find_map(|(suffix, factor)| Some((text.strip_suffix(suffix)?, *factor))).unwrap_or((text, 1));
    let digits = digits.trim_end().replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

impl Limits {
    /// Applies one `KEY=VALUE`, as the flag `--limit` has it.
    pub fn apply_flag(&mut self, pair: &str) -> Result<(), LimitError> {
        let (key, value) = pair.split_once('=').ok_or_else(|| LimitError::NotAPair(pair.to_owned()))?;
        let entry = LimitEntry::of(key.trim()).ok_or_else(|| LimitError::UnknownKey(key.trim().to_owned()))?;
        let value = entry.parse(value).ok_or_else(|| entry.malformed())?;
        entry.set(self, value)
    }

    /// Applies the table `[limits]` of a configuration file. Anything else in the file is an error, told with its place.
    pub fn apply_configuration(&mut self, text: &str) -> Result<(), LimitError> {
        let source = Source(text);
        let configuration = DeTable::parse(text).map_err(|cause| {
            let error = LimitError::Configuration(cause.message().to_owned());
            match cause.span() {
                Some(span) => source.at(span.start, error),
                None => error,
            }
        })?;
        for (name, value) in configuration.get_ref() {
            let table = match (name.get_ref().as_ref(), value.get_ref()) {
                ("limits", DeValue::Table(table)) => table,
                (name, _) => {
                    let message = format!("`{name}` is not known; there is only the table [limits]");
                    return Err(source.at(value.span().start, LimitError::Configuration(message)));
                }
            };
            for (key, value) in table {
                let entry = LimitEntry::of(key.get_ref())
                    .ok_or_else(|| source.at(key.span().start, LimitError::UnknownKey(key.get_ref().to_string())))?;
                entry.apply_toml(self, value.get_ref()).map_err(|error| source.at(value.span().start, error))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::LIMITS;
    use super::*;

    #[test]
    fn every_default_lies_in_its_own_range() {
        let mut limits = Limits::default();
        for entry in LIMITS {
            let value = entry.value(&Limits::default());
            assert_eq!(entry.set(&mut limits, value), Ok(()), "{}", entry.key);
        }
        assert_eq!(limits, Limits::default());
    }

    #[test]
    fn a_flag_accepts_binary_suffixes_for_bytes() {
        let mut limits = Limits::default();
        limits.apply_flag("xml_bytes=3MiB").unwrap();
        assert_eq!(limits.xml_bytes, 3 * MIB);
        limits.apply_flag("fuel_validate=2G+5k").unwrap();
        assert_eq!(limits.fuel_validate, FuelBudget { base: 2 * GIGA, per_byte: 5_000 });
    }

    #[test]
    fn what_is_not_a_limit_is_refused() {
        let mut limits = Limits::default();
        assert!(matches!(limits.apply_flag("nope=1"), Err(LimitError::UnknownKey(_))));
        assert!(matches!(limits.apply_flag("workers"), Err(LimitError::NotAPair(_))));
        assert!(matches!(limits.apply_flag("workers=0"), Err(LimitError::OutOfRange("workers", 1, 256))));
        assert!(matches!(limits.apply_flag("workers=2KiB"), Err(LimitError::Malformed("workers", _))));
        assert!(matches!(limits.apply_flag("workers=-1"), Err(LimitError::Malformed("workers", _))));
        assert!(matches!(limits.apply_flag("fuel_query=7"), Err(LimitError::Malformed("fuel_query", _))));
        assert_eq!(limits, Limits::default());
    }

    #[test]
    fn a_configuration_file_sets_limits_and_nothing_else() {
        let mut limits = Limits::default();
        limits
            .apply_configuration(
                "[limits]\nworkers = 2\nxsd_bytes = \"1MiB\"\nfuel_query = { base = 1_000_000, per_byte = 1 }\n",
            )
            .unwrap();
        assert_eq!((limits.workers, limits.xsd_bytes, limits.fuel_query.per_byte), (2, MIB, 1));
        assert_eq!(limits.apply_configuration("[limits]\nworkers = 0x3\n"), Ok(()));
        assert_eq!(limits.workers, 3);
    }

    #[test]
    fn errors_of_a_configuration_file_have_their_place() {
        for (text, place) in [
            ("[other]\nx = 1\n", "line 1, column 1: `other`"),
            ("limits = 1\n", "line 1, column 10: `limits`"),
            ("[limits]\nworkers = 1\nnope = 1\n", "line 3, column 1: there is no limit `nope`"),
            ("# ä\n[limits]\nworkers = 0\n", "line 3, column 11: limit `workers` lies between"),
            ("[limits]\nworkers = -1\n", "line 2, column 11: limit `workers` takes"),
            ("[limits]\nworkers = true", "line 2, column 11: limit `workers` takes"),
            ("[limits]\nfuel_query = { base = 1_000_000 }\n", "line 2, column 14: limit `fuel_query` takes"),
            ("[limits]\n\"ä\" = 1\nworkers ? 1\n", "line 3, column 9: "),
            ("[limits\n", "line 1, column 8: "),
        ] {
            let error = Limits::default().apply_configuration(text).unwrap_err().to_string();
            assert!(error.starts_with(place), "{text}: {error}");
        }
    }
}
