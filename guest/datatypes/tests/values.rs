//! Actual values: equality, order and keys.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use pyxsd_datatypes::{Builtin, NoContext, SimpleType, Value, ValueContext};
use std::cmp::Ordering;
use std::sync::Arc;

struct Prefixes;

impl ValueContext for Prefixes {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        Some(if prefix.is_empty() { "" } else { "urn:p" })
    }

    fn is_enumerated(&self) -> bool {
        true
    }
}

fn read(builtin: Builtin, form: &str) -> Value {
    SimpleType::of_builtin(builtin).parse(form, &Prefixes).unwrap_or_else(|error| panic!("{error}"))
}

fn key(value: &Value) -> Vec<u8> {
    let mut key = Vec::new();
    value.write_key(&mut key);
    key
}

#[test]
fn equality_is_in_the_value_space() {
    use Builtin as B;
    for (one, other, equal) in [
        ((B::Decimal, "1.0"), (B::Byte, "1"), true),
        ((B::Decimal, "1"), (B::Double, "1"), false),
        ((B::Float, "1"), (B::Double, "1"), false),
        ((B::Float, "NaN"), (B::Float, "NaN"), true),
        ((B::Double, "NaN"), (B::Double, "NaN"), true),
        ((B::Double, "0"), (B::Double, "-0"), true),
        ((B::Double, "INF"), (B::Double, "1e400"), true),
        ((B::Boolean, "1"), (B::Boolean, "true"), true),
        ((B::Boolean, "1"), (B::Decimal, "1"), false),
        ((B::String, "a"), (B::NcName, "a"), true),
        ((B::String, "a"), (B::AnyUri, "a"), false),
        ((B::String, "a "), (B::String, "a"), false),
        ((B::HexBinary, "ab"), (B::HexBinary, "AB"), true),
        ((B::HexBinary, "4D61"), (B::Base64Binary, "TWE="), false),
        ((B::Base64Binary, "TWE="), (B::Base64Binary, "T W E ="), true),
        ((B::Duration, "P1Y"), (B::YearMonthDuration, "P12M"), true),
        ((B::Duration, "P1D"), (B::DayTimeDuration, "PT24H"), true),
        ((B::Duration, "P400Y"), (B::Duration, "P146097D"), false),
        ((B::Duration, "-P0Y"), (B::Duration, "PT0S"), true),
        ((B::DateTime, "2000-01-01T00:00:00Z"), (B::DateTimeStamp, "1999-12-31T19:00:00-05:00"), true),
        ((B::DateTime, "2000-01-01T00:00:00"), (B::DateTime, "2000-01-01T00:00:00Z"), false),
        ((B::DateTime, "2000-01-01T00:00:00"), (B::DateTime, "1999-12-31T24:00:00"), true),
        ((B::DateTime, "2000-01-01T00:00:00.10"), (B::DateTime, "2000-01-01T00:00:00.1"), true),
        ((B::Time, "24:00:00"), (B::Time, "00:00:00"), true),
        ((B::Time, "12:00:00+01:00"), (B::Time, "11:00:00Z"), true),
        ((B::Date, "2000-01-01+13:00"), (B::Date, "1999-12-31-11:00"), true),
        ((B::Date, "2000-01-01"), (B::GYearMonth, "2000-01"), false),
        ((B::GMonthDay, "--01-31"), (B::GMonthDay, "--01-31"), true),
        ((B::GDay, "---01"), (B::GMonth, "--12"), false),
        ((B::QName, "p:a"), (B::QName, "q:a"), true),
        ((B::QName, "p:a"), (B::QName, "a"), false),
        ((B::QName, "p:a"), (B::Notation, "p:a"), false),
        ((B::NmTokens, "a b"), (B::NmTokens, " a  b "), true),
        ((B::NmTokens, "a b"), (B::NmTokens, "b a"), false),
        ((B::NmTokens, "a b"), (B::NmTokens, "a"), false),
        ((B::NmTokens, "a"), (B::String, "a"), true),
    ] {
        let (a, b) = (read(one.0, one.1), read(other.0, other.1));
        assert_eq!(a.equals(&b), equal, "{one:?} {other:?}");
        assert_eq!(b.equals(&a), equal, "{other:?} {one:?}");
        assert_eq!(key(&a) == key(&b), equal, "{one:?} {other:?}");
    }
}

#[test]
fn order_is_that_of_the_type() {
    use Builtin as B;
    use Ordering::{Equal, Greater, Less};
    for (builtin, one, other, order) in [
        (B::Integer, "2", "10", Some(Less)),
        (B::Double, "-INF", "INF", Some(Less)),
        (B::Double, "NaN", "INF", None),
        (B::Double, "NaN", "NaN", Some(Equal)),
        (B::String, "a", "b", None),
        (B::Boolean, "false", "true", None),
        (B::HexBinary, "00", "01", None),
        (B::Duration, "P1M", "P30D", None),
        (B::Duration, "P400Y", "P146097D", Some(Equal)),
        (B::DateTime, "2000-01-15T00:00:00", "2000-02-15T00:00:00", Some(Less)),
        (B::DateTime, "2000-01-15T12:00:00", "2000-01-16T12:00:00Z", Some(Less)),
        (B::DateTime, "2000-01-01T12:00:00", "1999-12-31T23:00:00Z", None),
        (B::DateTime, "2000-01-16T12:00:00", "2000-01-16T12:00:00Z", None),
        (B::DateTime, "2000-01-16T00:00:00Z", "2000-01-16T14:00:00", None),
        (B::DateTime, "2000-01-16T00:00:00Z", "2000-01-16T14:00:00.1", Some(Less)),
        (B::DateTime, "-0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z", Some(Less)),
        (B::DateTime, "123456789012-01-01T00:00:00Z", "0001-01-01T00:00:00Z", Some(Greater)),
        (B::Time, "00:00:00+14:00", "00:00:00Z", Some(Less)),
        (B::GYear, "1999", "2000", Some(Less)),
        (B::GMonthDay, "--02-29", "--03-01", Some(Less)),
        (B::GDay, "---31", "---30", Some(Greater)),
    ] {
        let (a, b) = (read(builtin, one), read(builtin, other));
        assert_eq!(a.compare(&b), order, "{one} {other}");
        assert_eq!(b.compare(&a), order.map(Ordering::reverse), "{other} {one}");
    }
}

/// Three values, mostly of one type; small ranges make equal ones likely.
fn values() -> impl Strategy<Value = (Value, Value, Value)> {
    let forms: Vec<(Builtin, &str)> = vec![
        (Builtin::Decimal, "[+-]?0{0,2}[0-9]{1,3}(\\.[0-9]{0,2}0{0,2})?"),
        (Builtin::Decimal, "-?[1-9]0{36,39}(\\.[01]{1,2})?"),
        (Builtin::Integer, "-?[0-3]{1,2}"),
        (Builtin::Float, "-?[0-2](\\.[05])?(e[01])?|NaN|-?INF"),
        (Builtin::Double, "-?[0-2](\\.[05])?(e[01])?|NaN|-?INF"),
        (Builtin::Duration, "-?P[0-2]Y[0-9]{1,2}M[0-9]{1,2}DT[0-2]H[0-9]M[0-2](\\.[05])?S"),
        (Builtin::DateTime, "(-000[12]|000[12]|2000)-0[1-3]-(01|28)T[01][0-9]:[03]0:00(\\.[05])?(Z|[+-]0[12]:00)?"),
        (Builtin::Time, "[01][0-9]:00:00(\\.50?)?(Z|[+-]0[12]:00)?"),
        (Builtin::Date, "2000-0[12]-0[12](Z|[+-]1[0-2]:00)?"),
        (Builtin::GDay, "---0[12](Z|[+-]1[0-2]:00)?"),
        (Builtin::HexBinary, "([aA]1){0,2}"),
        (Builtin::Boolean, "true|false|0|1"),
        (Builtin::String, "[ab]{0,2}"),
        (Builtin::AnyUri, "[ab]{0,2}"),
        (Builtin::QName, "([pq]:)?[ab]"),
        (Builtin::NmTokens, "[ab]( [ab]){0,2}"),
    ];
    let single = |(builtin, pattern): &(Builtin, &str)| {
        let builtin = *builtin;
        proptest::string::string_regex(pattern).unwrap().prop_map(move |form| read(builtin, &form)).boxed()
    };
    let singles: Vec<BoxedStrategy<Value>> = forms.iter().map(single).collect();
    let mixed = proptest::strategy::Union::new(singles.clone()).boxed();
    let triple = |one: BoxedStrategy<Value>| (one.clone(), one.clone(), one);
    let like = proptest::strategy::Union::new(singles.into_iter().map(triple));
    prop_oneof![3 => like, 1 => triple(mixed)]
}

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn keys_are_equal_exactly_for_equal_values() {
    let equal_pairs = std::cell::Cell::new(0);
    runner(1500)
        .run(&values(), |(a, b, _)| {
            prop_assert!(a.equals(&a) && a.equals(&a.clone()));
            prop_assert_eq!(a.equals(&b), b.equals(&a));
            prop_assert_eq!(a.equals(&b), key(&a) == key(&b), "{:?} {:?}", a, b);
            equal_pairs.set(equal_pairs.get() + usize::from(a.equals(&b)));
            Ok(())
        })
        .unwrap();
    assert!(equal_pairs.get() > 100, "only {} equal pairs were tried", equal_pairs.get());
}

#[test]
fn keys_are_self_delimiting() {
    runner(1500)
        .run(&values(), |(a, b, _)| {
            let (a, b) = (key(&a), key(&b));
            prop_assert!(a == b || !(a.starts_with(&b) || b.starts_with(&a)));
            Ok(())
        })
        .unwrap();
}

#[test]
fn order_is_antisymmetric_and_agrees_with_equality() {
    runner(1500)
        .run(&values(), |(a, b, _)| {
            prop_assert_eq!(a.compare(&b), b.compare(&a).map(Ordering::reverse));
            if a.equals(&b) && a.compare(&a).is_some() && b.compare(&b).is_some() {
                prop_assert_eq!(a.compare(&b), Some(Ordering::Equal));
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn order_is_transitive() {
    runner(1500)
        .run(&values(), |(a, b, c)| {
            let below = |x: &Value, y: &Value| x.compare(y) == Some(Ordering::Less);
            prop_assert!(!(below(&a, &b) && below(&b, &c)) || below(&a, &c), "{:?} {:?} {:?}", a, b, c);
            Ok(())
        })
        .unwrap();
}

#[test]
fn canonical_forms_read_back_as_the_value() {
    let forms = [
        (Builtin::Decimal, "[+-]?[0-9]{1,50}(\\.[0-9]{1,50})?"),
        (Builtin::Double, "-?[0-9]{1,20}\\.[0-9]{1,20}e-?[0-9]{1,3}"),
        (Builtin::Float, "-?[0-9]{1,9}\\.[0-9]{1,9}e-?[0-9]{1,2}"),
        (Builtin::Duration, "-?P[0-9]{1,20}Y[0-9]{1,3}DT[0-9]{1,9}M[0-9]{1,5}\\.[0-9]{1,30}S"),
        (
            Builtin::DateTime,
            "-?[1-9][0-9]{3,15}-(0[1-9]|1[0-2])-[012][1-8]T2[0-3]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,30})?(Z|[+-]1[0-3]:[0-5][0-9])?",
        ),
        (Builtin::Base64Binary, "([A-Za-z0-9+/]{4}){0,9}([A-Za-z0-9+/][AQgw]==)?"),
        (Builtin::HexBinary, "([a-f0-9][A-F0-9]){0,9}"),
    ];
    for (builtin, pattern) in forms {
        let check = |form: String| {
            let value = read(builtin, &form);
            let canonical = value.canonical();
            let again = read(builtin, &canonical);
            prop_assert!(again.equals(&value), "{} {}", form, canonical);
            prop_assert_eq!(again.canonical(), canonical);
            Ok(())
        };
        runner(200).run(&proptest::string::string_regex(pattern).unwrap(), check).unwrap();
    }
}

#[test]
fn arbitrary_text_is_checked_and_read_alike() {
    let types: Vec<Arc<SimpleType>> = Builtin::ALL.iter().map(|&builtin| SimpleType::of_builtin(builtin)).collect();
    runner(3000)
        .run(&(proptest::sample::select(types), "[-+.:PTYMDHSZINFaeé0-9= \t]{0,24}"), |(definition, form)| {
            let read = definition.parse(&form, &NoContext);
            prop_assert_eq!(definition.validate(&form, &NoContext).err(), read.err());
            Ok(())
        })
        .unwrap();
}
