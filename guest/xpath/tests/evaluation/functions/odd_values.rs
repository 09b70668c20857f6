//! Every function, operator and cast with values at the edges: each gives a value or an error with a code that belongs to it.

use crate::support::{Fixture, compiles};
use pyxsd_datatypes::Builtin;

/// The table of functions as it is written.
const TABLE: &str = include_str!("../../../src/functions/table.rs");

const VALUES: [&str; 38] = [
    "()",
    "0",
    "-1",
    "9223372036854775807",
    "-99999999999999999999999999999999999999999999",
    "0.00000000000000000000000000000000000000000000000001",
    "xs:double('NaN')",
    "xs:double('INF')",
    "-0.0e0",
    "1.7976931348623157e308",
    "xs:float('1e-45')",
    "''",
    "'a'",
    "'\u{10FFFD}\u{301}'",
    "'(a)\\1$1'",
    "true()",
    "xs:untypedAtomic('12')",
    "xs:untypedAtomic('x')",
    "xs:anyURI('http://a/b')",
    "xs:yearMonthDuration('P768614336404564650Y')",
    "xs:dayTimeDuration('-P99999999999999999999DT0.000000000000000000000001S')",
    "xs:duration('-P1Y1D')",
    "xs:dateTime('25252734927766555-07-28T23:59:59.999999999999999999999Z')",
    "xs:dateTime('-25252734927766554-12-31T00:00:00+14:00')",
    "xs:date('0000-02-29-14:00')",
    "xs:time('24:00:00')",
    "xs:gDay('---31')",
    "xs:gMonthDay('--02-29Z')",
    "xs:hexBinary('')",
    "xs:base64Binary('AAAA')",
    "xs:QName('xs:a')",
    "(1, 'a')",
    "1 to 1000000000",
    ".",
    "@*",
    "text()",
    "/",
    "namespace::*",
];

fn fixture() -> Fixture {
    let fixture = Fixture::new("<r a='1' b='x'>t<c/><?p?></r>");
    fixture.with_budget(pyxsd_xpath::Budget { steps: 20_000, items: 1000, string_bytes: 10_000 })
}

/// Evaluates; the result must be a value or an error of the dynamic kind.
fn check(fixture: &Fixture, expression: &str) {
    if let Err(error) = fixture.evaluate(expression) {
        let code = error.code.as_str();
        let known = ["FO", "XPTY", "XPDY", "XPST0017", "XPST0051", "XPST0080", "XPST0005", "budget"];
        assert!(known.iter().any(|start| code.starts_with(start)), "{expression}: {error}");
        assert!(!error.message.is_empty() && !error.message.contains("not implemented"), "{expression}: {error}");
    }
}

/// Names of the functions with the least and the greatest number of arguments.
fn functions() -> Vec<(&'static str, usize, usize)> {
    let row = |line: &'static str| {
        let mut parts = line.trim().strip_suffix(';')?.split('"');
        let (_, name, arity) = (parts.next()?, parts.next()?, parts.next()?);
        let (least, greatest) = arity.trim().split_once("..=")?;
        Some((name, least.parse().ok()?, greatest.parse().ok()?))
    };
    TABLE.lines().filter_map(row).collect()
}

#[test]
fn functions_answer_every_argument() {
    let (fixture, functions) = (fixture(), functions());
    assert!(functions.len() > 110, "{}", functions.len());
    for (name, least, greatest) in functions {
        for count in least..=greatest.min(4) {
            for (index, value) in VALUES.iter().enumerate() {
                // Each value stands at each place, beside others that change with it.
                let arguments = |place: usize| {
                    (0..count).map(
                        move |at| if at == place { *value } else { VALUES[(index * 7 + at * 11 + 12) % VALUES.len()] },
                    )
                };
                for place in 0..count.max(1) {
                    check(&fixture, &format!("{name}({})", arguments(place).collect::<Vec<_>>().join(", ")));
                }
                let same = vec![*value; count];
                check(&fixture, &format!("{name}({})", same.join(", ")));
            }
        }
    }
}

#[test]
fn operators_answer_every_pair() {
    let fixture = fixture();
    for operator in ["+", "-", "*", "div", "idiv", "mod", "eq", "lt", "=", ">=", "to", "is", "|", "and"] {
        for (index, a) in VALUES.iter().enumerate() {
            for b in VALUES.iter().skip(index % 2).step_by(2) {
                check(&fixture, &format!("({a}) {operator} ({b})"));
            }
        }
    }
}

#[test]
fn casts_answer_every_value() {
    let fixture = fixture();
    for builtin in Builtin::ALL {
        for value in VALUES {
            let cast = format!("({value}) cast as xs:{}?", builtin.name());
            if !compiles(&cast) {
                continue;
            }
            check(&fixture, &cast);
            let castable = fixture.shown(&format!("({value}) castable as xs:{}?", builtin.name()));
            let is_value = fixture.evaluate(&cast).is_ok();
            assert!(castable == is_value.to_string() || castable == "budget", "{cast}: castable is {castable}");
        }
    }
}
