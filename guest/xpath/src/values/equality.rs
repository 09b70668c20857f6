//! Looking up values that are equal by `eq`.

use pyxsd_datatypes::Value;
use std::collections::HashSet;

/// Values for looking up equal ones in constant time. Two values are equal by `eq`, promotion included, exactly if a key under which the
/// one is entered is among those under which the other is looked up.
pub(crate) struct EqualValues {
    timezone: i16,
    /// Whether `NaN` equals itself, as it does for `distinct-values`.
    nan_is_equal: bool,
    /// Whether there may be numbers of several types.
    promotes: bool,
    keys: HashSet<Vec<u8>>,
}

impl EqualValues {
    pub fn new(timezone: i16, nan_is_equal: bool) -> Self {
        Self { timezone, nan_is_equal, promotes: true, keys: HashSet::new() }
    }

    /// For values of which no number is a float or double, which takes a third of the room.
    pub fn without_promotion(self) -> Self {
        Self { promotes: false, ..self }
    }

    /// Enters a value.
    pub fn insert(&mut self, value: &Value) {
        match value {
            Value::Float(number) if number.is_nan() => self.insert_nan(),
            Value::Double(number) if number.is_nan() => self.insert_nan(),
            Value::Decimal(number) if self.promotes => {
                self.keys.insert(float_key(b'F', number.to_f32()));
                self.keys.insert(double_key(b'G', number.to_f64()));
                self.keys.insert(self.exact_key(value));
            }
            Value::Float(number) => {
                self.keys.insert(double_key(b'H', f64::from(*number)));
                self.keys.insert(float_key(b'f', *number));
            }
            Value::Double(number) => {
                self.keys.insert(double_key(b'g', *number));
            }
            _ => {
                self.keys.insert(self.exact_key(value));
            }
        }
    }

    fn insert_nan(&mut self) {
        if self.nan_is_equal {
            self.keys.insert(b"NaN".to_vec());
        }
    }

    /// Whether an equal value was entered.
    pub fn contains(&self, value: &Value) -> bool {
        let has = |key: Vec<u8>| self.keys.contains(&key);
        match value {
            Value::Float(number) if number.is_nan() => has(b"NaN".to_vec()),
            Value::Double(number) if number.is_nan() => has(b"NaN".to_vec()),
            Value::Decimal(number) if self.promotes => {
                has(self.exact_key(value))
                    || has(float_key(b'f', number.to_f32()))
                    || has(double_key(b'g', number.to_f64()))
            }
            Value::Float(number) => {
                has(float_key(b'f', *number))
                    || has(float_key(b'F', *number))
                    || has(double_key(b'g', f64::from(*number)))
            }
            Value::Double(number) => {
                has(double_key(b'g', *number)) || has(double_key(b'G', *number)) || has(double_key(b'H', *number))
            }
            _ => has(self.exact_key(value)),
        }
    }

    fn exact_key(&self, value: &Value) -> Vec<u8> {
        let mut key = Vec::new();
        match value {
            Value::String(text) | Value::AnyUri(text) => {
                key.push(b's');
                key.extend_from_slice(text.as_bytes());
            }
            Value::Moment(moment) => {
                key.extend_from_slice(&[b't', moment.primitive as u8]);
                moment.write_key_in(self.timezone, &mut key);
            }
            _ => value.write_key(&mut key),
        }
        key
    }
}

/// Zeros of both signs are equal.
fn float_key(tag: u8, value: f32) -> Vec<u8> {
    let mut key = vec![tag];
    key.extend_from_slice(&(value + 0.0).to_bits().to_le_bytes());
    key
}

fn double_key(tag: u8, value: f64) -> Vec<u8> {
    let mut key = vec![tag];
    key.extend_from_slice(&(value + 0.0).to_bits().to_le_bytes());
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BuiltinTypes;
    use crate::values::equal;
    use crate::values::tests::value;

    #[test]
    fn what_is_looked_up_is_what_is_equal() {
        let texts = [
            "integer 1",
            "decimal 1.0",
            "double 1",
            "float 1",
            "decimal 0.1",
            "double 0.1",
            "float 0.1",
            "double -0",
            "integer 0",
            "float 0",
            "decimal 16777217",
            "float 16777216",
            "double 16777217",
            "string 1",
            "anyURI 1",
            "boolean true",
            "date 2000-01-01",
            "date 2000-01-01Z",
            "date 2000-01-01-01:00",
            "duration P1Y",
            "yearMonthDuration P12M",
            "dayTimeDuration P1D",
            "hexBinary 31",
            "base64Binary MQ==",
            "double NaN",
            "float NaN",
            "gYear 2000",
            "gDay ---01",
        ];
        for a in texts {
            for b in texts {
                let (first, second) = (value(a), value(b));
                let mut values = EqualValues::new(-60, false);
                values.insert(&first.value);
                assert_eq!(values.contains(&second.value), equal(&first, &second, -60, &BuiltinTypes), "{a}, {b}");
            }
        }
        let mut values = EqualValues::new(0, true);
        values.insert(&Value::Float(f32::NAN));
        assert!(values.contains(&Value::Double(f64::NAN)));
    }
}
