//! Expressions made by chance: whatever they give, they end, and nothing panics.

use crate::numbers::Numbers;
use crate::support::Fixture;
use crate::typed;
use pyxsd_xpath::Budget;

/// Names and arities, as the table of functions has them.
fn functions() -> Vec<(&'static str, usize, usize)> {
    let table = include_str!("../../src/functions/table.rs");
    let row = |line: &'static str| {
        let (_, rest) = line.trim().split_once(" \"")?;
        let (name, arity) = rest.strip_suffix(';')?.split_once("\" ")?;
        let (least, most) = arity.split_once("..=")?;
        Some((name, least.parse().ok()?, most.parse::<usize>().ok()?.min(4)))
    };
    table.lines().filter_map(row).collect()
}

const LEAVES: &[&str] = &[
    "1",
    "0",
    "-1",
    "2.5",
    "1e300",
    "'a'",
    "''",
    "'2024-02-29'",
    "()",
    ".",
    "*",
    "@*",
    "//node()",
    "/",
    "..",
    "$v",
    "position()",
    "last()",
    "9223372036854775807",
    "-9223372036854775808",
    "170141183460469231731687303715884105728",
    "1 to 5",
    "1 to 1000000000000",
    "xs:date('-0001-12-31Z')",
    "xs:dayTimeDuration('-P999999999DT1.5S')",
    "xs:untypedAtomic('7')",
    "xs:yearMonthDuration('P9999999999Y')",
    "xs:double('NaN')",
    "xs:float('-INF')",
    "xs:QName('xs:a')",
    "xs:hexBinary('0a')",
    "xs:time('24:00:00')",
    "'(a|b)*?\\1'",
    "'[\u{10FFFF}-x]'",
    "'\u{1F600}e\u{301}'",
    "integer",
    "NMTOKENS",
    "date",
    "boolean",
];

const TYPES: &[&str] = &[
    "xs:integer",
    "xs:string?",
    "xs:double",
    "xs:dateTime",
    "xs:boolean?",
    "xs:date",
    "xs:token",
    "xs:unsignedByte",
    "xs:duration",
    "xs:anyURI",
    "xs:QName",
    "xs:gYearMonth?",
    "xs:base64Binary",
    "xs:decimal",
    "xs:NMTOKEN",
];

const SEQUENCE_TYPES: &[&str] = &[
    "item()*",
    "node()+",
    "element()",
    "xs:integer*",
    "empty-sequence()",
    "document-node(element(only))",
    "attribute(*, xs:string)?",
    "element(*, xs:anyType?)*",
    "text()",
    "xs:anyAtomicType+",
];

const STEPS: &[&str] = &[
    "child::*",
    "@*",
    "..",
    "descendant::node()",
    "ancestor-or-self::*",
    "following::*",
    "preceding::node()",
    "namespace::*",
    "following-sibling::node()",
    "preceding-sibling::*",
    "self::node()",
    "*:integer",
    "text()",
];

struct Writer {
    numbers: Numbers,
    functions: Vec<(&'static str, usize, usize)>,
}

impl Writer {
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.numbers.pick(LEAVES).to_owned();
        }
        let depth = depth - 1;
        match self.numbers.below(16) {
            0 => self.numbers.pick(LEAVES).to_owned(),
            1..=3 => self.call(depth),
            4 => self.joined(&["+", "-", "*", "div", "idiv", "mod"], depth),
            5 => self.joined(&["=", "!=", "<", "<=", ">", ">=", "eq", "ne", "lt", "ge", "is", "<<"], depth),
            6 => self.joined(&["and", "or", ",", "to"], depth),
            7 => self.joined(&["|", "intersect", "except"], depth),
            8 | 9 => format!("({})/{}[{}]", self.expression(depth), self.numbers.pick(STEPS), self.expression(depth)),
            10 => format!("({})[{}]", self.expression(depth), self.expression(depth)),
            11 => format!("({})/({})", self.expression(depth), self.expression(depth)),
            12 => format!("(for $v in {} return {})", self.expression(depth), self.expression(depth)),
            13 => {
                let quantifier = self.numbers.pick(&["some", "every"]);
                format!("({quantifier} $v in {} satisfies {})", self.expression(depth), self.expression(depth))
            }
            14 => format!(
                "(if ({}) then {} else {})",
                self.expression(depth),
                self.expression(depth),
                self.expression(depth)
            ),
            _ => match self.numbers.below(4) {
                0 => format!("(({}) cast as {})", self.expression(depth), self.numbers.pick(TYPES)),
                1 => format!("(({}) castable as {})", self.expression(depth), self.numbers.pick(TYPES)),
                2 => format!("(({}) instance of {})", self.expression(depth), self.numbers.pick(SEQUENCE_TYPES)),
                _ => format!("(({}) treat as {})", self.expression(depth), self.numbers.pick(SEQUENCE_TYPES)),
            },
        }
    }

    fn call(&mut self, depth: usize) -> String {
        let (name, least, most) = self.functions[self.numbers.below(self.functions.len())];
        let count = least + self.numbers.below(most - least + 1);
        let arguments: Vec<String> = (0..count).map(|_| format!("({})", self.expression(depth))).collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn joined(&mut self, operators: &[&str], depth: usize) -> String {
        format!("(({}) {} ({}))", self.expression(depth), self.numbers.pick(operators), self.expression(depth))
    }
}

#[test]
fn any_expression_ends() {
    let mut writer = Writer { numbers: Numbers(5), functions: functions() };
    assert!(writer.functions.len() > 100);
    let budget = Budget { steps: 20_000, items: 2_000, string_bytes: 20_000 };
    let fixture = Fixture::typed(typed::VALUES).with_budget(budget);
    let mut values = 0;
    for number in 0..count() {
        let expression = format!("for $v in (1, .) return {}", writer.expression(1 + number % 4));
        values += usize::from(fixture.evaluate(&expression).is_ok());
    }
    // Most have some error, but not all.
    assert!(values > count() / 20, "{values}");
}

/// More with `EXPRESSIONS`.
fn count() -> usize {
    std::env::var("EXPRESSIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(4_000)
}
