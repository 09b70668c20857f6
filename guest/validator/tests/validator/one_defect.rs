//! Documents of random content models with one defect each: one defect gives one issue.

use crate::support::schema;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A content model in which every name stands once.
#[derive(Clone, Debug)]
enum Model {
    Element,
    Sequence(Vec<Model>),
    Choice(Vec<Model>),
    /// `minOccurs` and `maxOccurs`.
    Repeat(Box<Model>, u32, u32),
}

fn models() -> impl Strategy<Value = Model> {
    Just(Model::Element).prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            3 => proptest::collection::vec(inner.clone(), 1..4).prop_map(Model::Sequence),
            2 => proptest::collection::vec(inner.clone(), 1..4).prop_map(Model::Choice),
            2 => (inner, 0..2u32, 1..3u32).prop_map(|(inner, min, max)| Model::Repeat(Box::new(inner), min, max)),
        ]
    })
}

/// Writes the particle; `names` counts the names given so far.
fn particle(model: &Model, occurs: &str, names: &mut usize) -> String {
    let group = |tag: &str, parts: &[Model], names: &mut usize| {
        let parts: String = parts.iter().map(|part| particle(part, "", names)).collect();
        format!("<xs:{tag}{occurs}>{parts}</xs:{tag}>")
    };
    match model {
        Model::Element => {
            *names += 1;
            format!(r#"<xs:element name="e{names}" type="xs:int"{occurs}/>"#)
        }
        Model::Sequence(parts) => group("sequence", parts, names),
        Model::Choice(parts) => group("choice", parts, names),
        Model::Repeat(inner, min, max) => {
            let inner = particle(inner, "", names);
            format!(r#"<xs:sequence minOccurs="{min}" maxOccurs="{max}">{inner}</xs:sequence>"#)
        }
    }
}

fn size(model: &Model) -> usize {
    match model {
        Model::Element => 1,
        Model::Sequence(parts) | Model::Choice(parts) => parts.iter().map(size).sum(),
        Model::Repeat(inner, ..) => size(inner),
    }
}

/// Appends the names of one match; `choices` decides.
fn walk(model: &Model, first: usize, choices: &mut impl Iterator<Item = usize>, out: &mut Vec<String>) {
    let mut pick = |among: usize| choices.next().unwrap_or(0) % among;
    match model {
        Model::Element => out.push(format!("e{first}")),
        Model::Sequence(parts) => {
            let mut at = first;
            for part in parts {
                walk(part, at, choices, out);
                at += size(part);
            }
        }
        Model::Choice(parts) => {
            let taken = pick(parts.len());
            let before: usize = parts[..taken].iter().map(size).sum();
            walk(&parts[taken], first + before, choices, out);
        }
        Model::Repeat(inner, min, max) => {
            let max = (*max).max(*min);
            let times = *min + pick((max - min + 1) as usize) as u32;
            (0..times).for_each(|_| walk(inner, first, choices, out));
        }
    }
}

fn document(children: &[String]) -> String {
    let children: String = children.iter().map(|name| format!("<{name}>1</{name}>")).collect();
    format!("<r>{children}</r>")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn one_defect_gives_one_issue(model in models(), choices in proptest::collection::vec(0..64usize, 24), place in 0..64usize) {
        let body = particle(&model, "", &mut 0);
        let body = format!(r#"<xs:element name="r"><xs:complexType><xs:sequence>{body}</xs:sequence></xs:complexType></xs:element>"#);
        let mut checker = schema(&body);
        let mut children = Vec::new();
        walk(&model, 1, &mut choices.into_iter(), &mut children);
        let mut issues = |children: &[String]| checker.report(&document(children)).issues;
        prop_assert!(issues(&children).is_empty(), "{body} {children:?}");

        let mut stray = children.clone();
        stray.insert(place % (children.len() + 1), "z".to_string());
        let found = issues(&stray);
        prop_assert_eq!(found.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["unexpected-element"], "{} {:?}", body, stray);

        if !children.is_empty() {
            let place = place % children.len();
            let mut misspelt = children.clone();
            misspelt[place] = "z".to_string();
            let found = issues(&misspelt);
            prop_assert_eq!(found.len(), 1, "{} {:?}: {:#?}", body, misspelt, found);
            let mut shortened = children.clone();
            shortened.remove(place);
            let found = issues(&shortened);
            prop_assert!(found.len() <= 1, "{body} {shortened:?}: {found:#?}");
        }
    }
}

#[test]
fn a_misspelt_end_of_one_round_does_not_make_the_next_round_wrong() {
    let round = r#"<xs:sequence maxOccurs="2"><xs:element name="a"/><xs:element name="b"/></xs:sequence>"#;
    let mut checker = schema(&format!(r#"<xs:element name="r"><xs:complexType>{round}</xs:complexType></xs:element>"#));
    let issues = checker.report("<r><a/><z/><a/><b/></r>").issues;
    assert_eq!(issues.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["unexpected-element"]);
}
