//! Paths against the same steps taken one context node at a time and sorted by a union.

use crate::numbers::Numbers;
use crate::support::Fixture;

fn document(numbers: &mut Numbers) -> String {
    let mut text = String::from("<a id='0'>");
    let mut open = vec!["a"];
    for id in 1..40 {
        let name = numbers.pick(&["a", "b", "c"]);
        text.push_str(&format!("<{name} id='{id}'>"));
        open.push(name);
        while open.len() > 1 && numbers.below(2) == 0 {
            text.push_str(&format!("</{}>", open.pop().unwrap_or_default()));
        }
        if numbers.below(5) == 0 {
            text.push_str("t<!--c-->");
        }
    }
    while let Some(name) = open.pop() {
        text.push_str(&format!("</{name}>"));
    }
    text
}

fn step(numbers: &mut Numbers) -> String {
    let axis = numbers.pick(&[
        "child",
        "child",
        "descendant",
        "descendant-or-self",
        "self",
        "parent",
        "ancestor",
        "ancestor-or-self",
        "following-sibling",
        "preceding-sibling",
        "following",
        "preceding",
        "attribute",
    ]);
    let test =
        if axis == "attribute" { "*" } else { numbers.pick(&["a", "b", "*", "*", "node()", "node()", "text()"]) };
    let predicate = numbers.pick(&[
        "",
        "",
        "",
        "",
        "[1]",
        "[last()]",
        "[2]",
        "[b]",
        "[@id > 7]",
        "[position() = 2]",
        "[a][1]",
        "[position() < last()]",
        "[count(*) = 1]",
        "[not(position() = 1)]",
    ]);
    format!("{axis}::{test}{predicate}")
}

#[test]
fn paths_are_their_steps_one_after_the_other() {
    let mut numbers = Numbers(7);
    for _ in 0..40 {
        let fixture = Fixture::new(&document(&mut numbers));
        for _ in 0..60 {
            let (mut path, mut steps) = (String::from("."), String::from("."));
            for number in 0..=numbers.below(4) {
                let (step, all) = (step(&mut numbers), numbers.below(4) == 0);
                let separator = if all { "//" } else { "/" };
                path = format!("{path}{separator}{step}");
                if all {
                    steps =
                        format!("((for $all{number} in {steps} return $all{number}/descendant-or-self::node()) | ())");
                }
                steps = format!("((for $n{number} in {steps} return $n{number}/{step}) | ())");
            }
            assert_eq!(fixture.shown(&path), fixture.shown(&steps), "{path}");
            let count = fixture.shown(&format!("count({steps})"));
            assert_eq!(fixture.shown(&format!("count({path})")), count, "{path}");
            assert_eq!(fixture.shown(&format!("exists({path})")), (count != "0").to_string(), "{path}");
            let first = fixture.shown(&format!("{steps}[1]"));
            assert_eq!(fixture.shown(&format!("({path})[1]")), first, "{path}");
        }
    }
}
