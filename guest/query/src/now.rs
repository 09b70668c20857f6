//! The time, which is given from outside.

use pyxsd_datatypes::{Builtin, Moment, NoContext, SimpleType, Value};

/// The point in time of an `xs:dateTime` with a timezone, such as RFC 3339 has it.
pub fn moment(text: &str) -> Option<Moment> {
    match SimpleType::of_builtin(Builtin::DateTimeStamp).parse(text, &NoContext) {
        Ok(Value::Moment(moment)) => Some(moment),
        _ => None,
    }
}
