//! Random documents full of namespaces, random steps, and the comparison as the judge: a step must do what it says and nothing else.

use super::{edited, name, step};
use crate::{Counts, Operation, Position, Selection, StructuralDiff, structural};
use pyxsd_xml::ParseLimits;

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

const URIS: [&str; 3] = ["urn:1", "urn:2", "urn:3"];

/// A document of so many elements; each has a number of its own, so that no two are equal. Values have prefixes that are in scope.
fn document(random: &mut Random, elements: u64) -> String {
    let mut text = String::new();
    // Open elements with their names and the prefixes in scope.
    let mut open: Vec<(String, Vec<String>)> = Vec::new();
    for number in 0..elements {
        while open.len() > 1 && random.below(3) == 0 {
            close(random, &mut text, &mut open);
        }
        let mut scope = open.last().map_or(Vec::new(), |(_, scope)| scope.clone());
        let mut declarations = String::new();
        for prefix in ["", "p", "q"] {
            if random.below(5) != 0 {
                continue;
            }
            let uri = URIS[random.below(3) as usize];
            match prefix {
                "" if random.below(3) == 0 => declarations.push_str(" xmlns=''"),
                "" => declarations.push_str(&format!(" xmlns='{uri}'")),
                prefix => {
                    declarations.push_str(&format!(" xmlns:{prefix}='{uri}'"));
                    scope.push(prefix.to_owned());
                }
            }
        }
        let prefix = |random: &mut Random| match scope.len() as u64 {
            0 => String::new(),
            count => match random.below(count + 1) {
                0 => String::new(),
                at => format!("{}:", scope[at as usize - 1]),
            },
        };
        let (own, of_attribute, of_value) = (prefix(random), prefix(random), prefix(random));
        let local = ["a", "b", "c"][random.below(3) as usize];
        if random.below(2) == 0 && !open.is_empty() {
            text.push_str(&format!("\n{}", "  ".repeat(open.len())));
        }
        text.push_str(&format!("<{own}{local}{declarations} n='{number}' {of_attribute}k='{of_value}v'>"));
        if random.below(4) == 0 {
            text.push_str("t&amp;<!-- c -->");
        }
        open.push((format!("{own}{local}"), scope));
    }
    while !open.is_empty() {
        close(random, &mut text, &mut open);
    }
    text
}

fn close(random: &mut Random, text: &mut String, open: &mut Vec<(String, Vec<String>)>) {
    if let Some((name, _)) = open.pop() {
        if random.below(2) == 0 {
            text.push_str(&format!("\n{}", "  ".repeat(open.len())));
        }
        text.push_str(&format!("</{name}>"));
    }
}

fn compared(old: &str, new: &[u8]) -> StructuralDiff {
    structural(old.as_bytes(), new, 100, &ParseLimits::default()).expect("both are XML")
}

fn select(random: &mut Random, elements: u64) -> String {
    let wanted: Vec<String> = (0..1 + random.below(3)).map(|_| (1 + random.below(elements - 1)).to_string()).collect();
    format!("//*[@n = ({})]", wanted.join(", "))
}

fn rounds(mut act: impl FnMut(&mut Random, &str, u64)) {
    for seed in 0..300 {
        let mut random = Random(seed);
        let elements = 3 + random.below(12);
        let text = document(&mut random, elements);
        act(&mut random, &text, elements);
    }
}

/// Every element by its number with its expanded name and its attributes, and what the prefix of its value stands for.
fn facts(text: &[u8]) -> Vec<(String, String)> {
    use pyxsd_xml::{Characters, EndElement, Names, Sink, Source, StartElement, parse};
    struct Facts(Vec<(String, String)>);
    impl Sink for Facts {
        type Stop = ();
        fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), ()> {
            let mut number = String::new();
            let mut shown = names.display(event.name).to_string();
            let mut attributes: Vec<String> = Vec::new();
            for attribute in event.attributes {
                if attribute.qname == "n" {
                    number = format!("{:>4}", attribute.value);
                }
                let prefix = attribute.value.split_once(':').map(|(prefix, _)| event.scope.resolve(prefix));
                let meant =
                    prefix.map(|namespace| namespace.map(|namespace| names.namespace_uri(namespace).to_owned()));
                attributes.push(format!("{}={} {meant:?}", names.display(attribute.name), attribute.value));
            }
            attributes.sort();
            shown.push_str(&attributes.join(","));
            self.0.push((number, shown));
            Ok(())
        }
        fn characters(&mut self, _: &mut Names, _: &Characters<'_>) -> Result<(), ()> {
            Ok(())
        }
        fn end_element(&mut self, _: &mut Names, _: &EndElement<'_>) -> Result<(), ()> {
            Ok(())
        }
    }
    let limits = ParseLimits::default();
    let source = Source::decode(text, &limits).expect("UTF-8");
    let mut facts = Facts(Vec::new());
    parse(&source, &mut Names::new(), &limits, &mut facts).expect("well-formed");
    facts.0.sort();
    facts.0
}

#[test]
fn moves_change_nothing_but_places() {
    rounds(|random, text, elements| {
        let to = format!("/descendant-or-self::*[@n = {}]", random.below(elements));
        let position = [Position::First, Position::Last, Position::Before, Position::After][random.below(4) as usize];
        let operation = Operation::Move { to: Selection::Expression(to), position };
        let step = step(&select(random, elements), operation);
        let Ok(edited) = super::outcome(super::NOTHING, text.as_bytes(), &step) else { return };
        assert_eq!(
            facts(&edited.document),
            facts(text.as_bytes()),
            "{text}\n{}",
            String::from_utf8_lossy(&edited.document)
        );
    });
}

#[test]
fn wrapping_adds_and_unwrapping_takes_it_back() {
    rounds(|random, text, elements| {
        let selected = select(random, elements);
        let together = random.below(2) == 0;
        let wrapped = edited(text, &step(&selected, Operation::Wrap { name: name("w"), together }));
        let bytes = wrapped.document;
        let kept: Vec<_> = facts(&bytes).into_iter().filter(|(number, _)| !number.is_empty()).collect();
        assert_eq!(kept, facts(text.as_bytes()), "{text}\n{}", String::from_utf8_lossy(&bytes));
        let unwrapped = edited(&String::from_utf8_lossy(&bytes), &step("//w", Operation::Unwrap));
        let shown = String::from_utf8_lossy(&unwrapped.document).into_owned();
        assert_eq!(facts(&unwrapped.document), facts(text.as_bytes()), "{text}\n{shown}");
        if !together {
            let diff = compared(text, &unwrapped.document);
            assert_eq!(diff.content, Counts::default(), "{text}\n{shown}\n{diff:?}");
        }
    });
}

#[test]
fn renaming_and_dropping_leave_the_rest_alone() {
    rounds(|random, text, elements| {
        let selected = select(random, elements);
        let new = ["z", "{urn:1}z", "{urn:9}z"][random.below(3) as usize];
        let renamed = edited(text, &step(&selected, super::rename(new)));
        let differing = |left: Vec<(String, String)>, right: Vec<(String, String)>| {
            assert_eq!(left.len(), right.len());
            left.into_iter().zip(right).filter(|(left, right)| left != right).count() as u64
        };
        let shown = String::from_utf8_lossy(&renamed.document).into_owned();
        assert_eq!(differing(facts(text.as_bytes()), facts(&renamed.document)), renamed.changed, "{text}\n{shown}");
        let dropped = edited(text, &step(&selected, Operation::Drop));
        let all = facts(text.as_bytes());
        let shown = String::from_utf8_lossy(&dropped.document).into_owned();
        assert!(facts(&dropped.document).iter().all(|fact| all.contains(fact)), "{text}\n{shown}");
        let counts = compared(text, &dropped.document).content;
        assert_eq!((counts.added, counts.moved), (0, 0), "{text}\n{shown}");
    });
}

#[test]
fn a_namespace_is_left_by_every_name_inside() {
    rounds(|random, text, elements| {
        let from = ["", "urn:1", "urn:2"][random.below(3) as usize];
        let to = ["urn:9", "urn:3", ""][random.below(3) as usize];
        if from == to {
            return;
        }
        let whole = random.below(2) == 0;
        let selected = if whole { ".".to_owned() } else { select(random, elements) };
        let operation = Operation::ChangeNamespace { from: name(from), to: name(to) };
        let Ok(edited) = super::outcome(super::NOTHING, text.as_bytes(), &step(&selected, operation)) else { return };
        let shown = String::from_utf8_lossy(&edited.document).into_owned();
        // What changed are names of elements and attributes, and all of the old namespace are gone.
        let inside = if whole { shown.clone() } else { String::new() };
        for (_, fact) in facts(inside.as_bytes().get(..).filter(|bytes| !bytes.is_empty()).unwrap_or(b"<none n='0'/>"))
        {
            let element = fact.split("n=").next().unwrap_or_default().to_owned();
            let in_old =
                if from.is_empty() { !element.starts_with('{') } else { fact.contains(&format!("{{{from}}}")) };
            assert!(!in_old || fact.starts_with("none"), "{from} {to}\n{text}\n{shown}\n{fact}");
        }
        assert_eq!(facts(&edited.document).len() as u64, elements);
    });
}

fn operation(random: &mut Random, elements: u64) -> Operation {
    use crate::{Content, KeyOrder, Unmapped};
    let given = [name("z"), name("{urn:1}z"), name("{urn:9}z")][random.below(3) as usize].clone();
    let content = match random.below(3) {
        0 => Content::Text(name("<new>\n")),
        1 => Content::Expression(name("(@n, name())")),
        _ => Content::Expression(name("preceding-sibling::*[1]/@n")),
    };
    let position = [Position::First, Position::Last, Position::Before, Position::After][random.below(4) as usize];
    match random.below(13) {
        0 => Operation::Rename { name: given },
        1 => {
            let to = format!("/descendant-or-self::*[@n = {}]", random.below(elements));
            Operation::Move { to: Selection::Expression(to), position }
        }
        2 => Operation::Wrap { name: given, together: random.below(2) == 0 },
        3 => Operation::Unwrap,
        4 => Operation::Drop,
        5 => Operation::Insert { name: given, content: Some(content), position },
        6 => Operation::SetAttribute { name: given, content },
        7 => Operation::RemoveAttribute { name: name("k") },
        8 => Operation::SetText { content },
        9 => {
            let values = vec![(name("v"), name("w")), (name("t&"), name("u"))];
            Operation::MapValues { values, attribute: Some(name("k")), otherwise: Unmapped::Keep }
        }
        10 => Operation::Sort { by: name("@n"), descending: random.below(2) == 0, order: KeyOrder::Number },
        11 => Operation::Split { separator: name("&"), into: vec![given, name("rest")] },
        _ => Operation::Merge { separator: None },
    }
}

#[test]
fn whatever_is_done_what_comes_out_is_well_formed() {
    let mut done = 0;
    rounds(|random, text, elements| {
        for _ in 0..4 {
            let operation = operation(random, elements);
            let selected = match random.below(4) {
                0 => name("//*"),
                1 => name("//@*"),
                2 => name("*"),
                _ => select(random, elements),
            };
            let step = step(&selected, operation);
            let Ok(edited) = super::outcome(super::NOTHING, text.as_bytes(), &step) else { continue };
            done += 1;
            let same = edited.changed == 0;
            assert!(!same || edited.document == text.as_bytes(), "{step:?}\n{text}");
            assert!(edited.changed <= edited.selected, "{step:?}\n{text}");
            // Once more, with what came out.
            let text = String::from_utf8(edited.document).expect("UTF-8");
            let _ = super::outcome(super::NOTHING, text.as_bytes(), &step);
        }
    });
    assert!(done > 500, "{done}");
}
