//! Whether a result is as the case says.

use super::catalogue::Assertion;
use super::compare;
use super::environment::Environment;
use pyxsd_document::NodeId;
use pyxsd_xpath::{ErrorCode, Item, XPathError};

/// A value or an error.
pub type Outcome = Result<Vec<Item<NodeId>>, XPathError>;

/// Checks an assertion; the error says what is not as asserted.
pub fn judge(environment: &Environment, assertion: &Assertion, outcome: &Outcome) -> Result<(), String> {
    match assertion {
        Assertion::AllOf(all) => all.iter().try_for_each(|one| judge(environment, one, outcome)),
        Assertion::AnyOf(any) => {
            let mut reasons = Vec::new();
            for one in any {
                match judge(environment, one, outcome) {
                    Ok(()) => return Ok(()),
                    Err(why) => reasons.push(why),
                }
            }
            Err(reasons.join("; or "))
        }
        Assertion::Error(code) => match outcome {
            Err(error) if code == "*" || error.code.as_str() == code => Ok(()),
            // The code of XPath 3 for a bound of the implementation.
            Err(error) if code == "XPDY0130" && error.code == ErrorCode::Budget => Ok(()),
            Err(error) if error.raised.as_deref().is_some_and(|name| is_named(name, code)) => Ok(()),
            Err(error) => Err(format!("wants {code}, got {error}")),
            Ok(value) => Err(format!("wants {code}, got {}", shown(environment, value))),
        },
        Assertion::Unknown(name) => Err(format!("the harness does not know {name}")),
        _ => match outcome {
            Ok(value) => judge_value(environment, assertion, value),
            Err(error) => Err(format!("got {error}, wants {assertion:?}")),
        },
    }
}

fn judge_value(environment: &Environment, assertion: &Assertion, value: &[Item<NodeId>]) -> Result<(), String> {
    let is = |expression: &str| {
        let holds =
            environment.test(expression, &[("result", value)]).map_err(|error| format!("{expression}: {error}"));
        match holds {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("got {}, wants {expression}", shown(environment, value))),
            Err(error) => Err(format!("got {}: {error}", shown(environment, value))),
        }
    };
    match assertion {
        Assertion::True => is("$result instance of xs:boolean and $result"),
        Assertion::False => is("$result instance of xs:boolean and not($result)"),
        Assertion::Empty => is("empty($result)"),
        Assertion::Count(count) => is(&format!("count($result) eq {count}")),
        Assertion::Equal(expected) => is(&format!("$result eq ({expected})")),
        Assertion::DeepEqual(expected) => is(&format!("deep-equal($result, ({expected}))")),
        Assertion::Type(expected) => is(&format!("$result instance of {expected}")),
        Assertion::Expression(expression) => is(expression),
        Assertion::String { value: expected, normalize } => {
            let found = string_of(environment, value)?;
            let normal = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            let equal = if *normalize { normal(&found) == normal(expected) } else { found == *expected };
            if equal { Ok(()) } else { Err(format!("got {found:?}, wants {expected:?}")) }
        }
        Assertion::Permutation(expected) => is_permutation(environment, value, expected),
        Assertion::Xml(expected) => is_xml(environment, value, expected),
        _ => Err(format!("{assertion:?} is not about values")),
    }
}

/// The strings of the items with a space between.
fn string_of(environment: &Environment, value: &[Item<NodeId>]) -> Result<String, String> {
    let strings = environment
        .evaluate("string-join(for $i in $result return string($i), ' ')", &[("result", value)])
        .map_err(|error| error.to_string())?;
    match strings.as_slice() {
        [Item::Atomic(atomic)] => Ok(atomic.value.canonical()),
        _ => Err("no string".to_owned()),
    }
}

fn is_permutation(environment: &Environment, value: &[Item<NodeId>], expected: &str) -> Result<(), String> {
    let mut wanted = environment.evaluate(expected, &[]).map_err(|error| error.to_string())?;
    for item in value {
        let one = std::slice::from_ref(item);
        let equal = |other: &Item<NodeId>| {
            environment.test("deep-equal($a, $b)", &[("a", one), ("b", std::slice::from_ref(other))]).unwrap_or(false)
        };
        match wanted.iter().position(equal) {
            Some(index) => drop(wanted.remove(index)),
            None => return Err(format!("got {}, not wanted", shown(environment, one))),
        }
    }
    if wanted.is_empty() { Ok(()) } else { Err(format!("missing {}", shown(environment, &wanted))) }
}

fn is_xml(environment: &Environment, value: &[Item<NodeId>], expected: &str) -> Result<(), String> {
    let mut found = Vec::new();
    let mut after_atomic = false;
    for item in value {
        match item {
            Item::Node(node) => environment.with_view(|view| compare::append(view, *node, &mut found)),
            Item::Atomic(_) => {
                if after_atomic {
                    compare::append_text(" ", &mut found);
                }
                compare::append_text(&string_of(environment, std::slice::from_ref(item))?, &mut found);
            }
        }
        after_atomic = matches!(item, Item::Atomic(_));
    }
    let wanted = compare::of_text(expected)?;
    if found == wanted { Ok(()) } else { Err(format!("got {found:?}, wants {wanted:?}")) }
}

/// A value for messages.
fn shown(environment: &Environment, value: &[Item<NodeId>]) -> String {
    let one = |item: &Item<NodeId>| match item {
        Item::Atomic(atomic) => format!("{:?}", atomic.value.canonical()),
        Item::Node(_) => format!("node {:?}", string_of(environment, std::slice::from_ref(item)).unwrap_or_default()),
    };
    let mut items: Vec<String> = value.iter().take(5).map(one).collect();
    if value.len() > 5 {
        items.push(format!("… {} in all", value.len()));
    }
    let mut text = format!("({})", items.join(", "));
    if let Some((cut, _)) = text.char_indices().nth(200) {
        text.truncate(cut);
    }
    text
}

/// Whether the name that an expression gave to its error is that of a code: the local name, or `Q{namespace}local`.
fn is_named(raised: &str, code: &str) -> bool {
    raised == code.trim_start_matches('Q') || raised.rsplit('}').next() == Some(code)
}
