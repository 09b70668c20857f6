//! Values as strings (F&O 17.1.2).

use super::kind::builtin_of;
use crate::{Atomic, Types};
use pyxsd_datatypes::{Builtin, Value};
use std::fmt::Display;

/// The value as `xs:string`, as `cast as xs:string` gives it.
pub(crate) fn to_string(atomic: &Atomic, types: &dyn Types) -> String {
    match &atomic.value {
        Value::Float(value) => number_text(*value, f64::from(*value), &atomic.value),
        Value::Double(value) => number_text(*value, *value, &atomic.value),
        Value::Duration(duration)
            if duration.months() == 0 && builtin_of(atomic.type_ref, types) == Builtin::YearMonthDuration =>
        {
            "P0M".to_owned()
        }
        value => value.canonical(),
    }
}

/// The text where it exists already; otherwise `None`.
pub(crate) fn borrowed_text(atomic: &Atomic) -> Option<&str> {
    match &atomic.value {
        Value::String(text) | Value::AnyUri(text) => Some(text),
        _ => None,
    }
}

/// Numbers of usual size are written without exponent.
fn number_text(value: impl Display, wide: f64, canonical: &Value) -> String {
    let usual = wide == 0.0 || (1e-6..1e6).contains(&wide.abs());
    if usual { value.to_string() } else { canonical.canonical() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuiltinTypes, TypeRef};

    #[test]
    fn numbers_have_the_forms_of_xpath() {
        for (value, text) in [
            (1e6, "1.0E6"),
            (999999.0, "999999"),
            (100000.0, "100000"),
            (0.000001, "0.000001"),
            (9.99e-7, "9.99E-7"),
            (-1.5, "-1.5"),
            (0.0, "0"),
            (-0.0, "-0"),
            (1.25e10, "1.25E10"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-INF"),
        ] {
            assert_eq!(to_string(&Atomic::double(value), &BuiltinTypes), text);
        }
        let float = |value| Atomic { value: Value::Float(value), type_ref: TypeRef::builtin(Builtin::Float) };
        for (value, text) in
            [(0.1, "0.1"), (16777216.0, "1.6777216E7"), (123456.79, "123456.79"), (f32::INFINITY, "INF")]
        {
            assert_eq!(to_string(&float(value), &BuiltinTypes), text);
        }
    }
}
