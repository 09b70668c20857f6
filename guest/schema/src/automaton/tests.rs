//! Content models against an unrolled model: the sets of places that a particle can end at.

use super::counted::Counted;
use super::*;
use crate::components::{
    Compositor, DerivationSet, ElementDeclaration, ModelGroup, NameMatching, NamespaceConstraint, Occurs, Owner,
    ProcessContents, Term, TypeId, Wildcard,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use pyxsd_xml::Names;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Elements `a` … `h` in no namespace, a wildcard (0) for `urn:w`, and one (1) for anything. A word is letters; `w` stands for an
/// element of `urn:w`, `z` for an undeclared one in no namespace.
struct Bench {
    components: Components,
    names: Names,
    other: NamespaceId,
}

const LETTERS: &str = "abcdefgh";

impl Bench {
    fn new() -> Self {
        let mut names = Names::new();
        let other = names.namespace("urn:w");
        let mut components = Components::default();
        for letter in LETTERS.chars() {
            let name = names.intern(NamespaceId::NONE, &letter.to_string());
            components.element_by_key.insert(name, ElementId(components.elements.len() as u32));
            components.elements.push(element(name));
        }
        for namespaces in [NamespaceConstraint::Only(vec![other]), NamespaceConstraint::Any] {
            components.wildcards.push(Wildcard {
                namespaces,
                not_names: vec![],
                not_defined: false,
                not_defined_siblings: false,
                process: ProcessContents::Skip,
                place: None,
            });
        }
        Self { components, names, other }
    }

    fn item(&mut self, letter: char) -> (Symbol, NamespaceId) {
        let namespace = if letter == 'w' { self.other } else { NamespaceId::NONE };
        (self.names.intern(namespace, &letter.to_string()), namespace)
    }

    fn model(&self, particle: &Particle) -> ContentModel {
        ContentModel::new(&self.components, particle, None).expect("small enough")
    }

    /// The same model, made to count.
    fn counting(&self, particle: &Particle) -> ContentModel {
        let expression = Expression::new(particle).expect("small enough");
        let alphabet = Alphabet::new(&self.components, &expression.leaves).expect("small enough");
        let counted = Counted::new(&expression, &alphabet);
        ContentModel { alphabet, machine: Machine::Counted(counted), open: None, outline: Outline::new(&expression) }
    }

    fn run(&mut self, model: &ContentModel, word: &str) -> Result<(State, bool), usize> {
        let mut state = model.start();
        for (index, letter) in word.chars().enumerate() {
            let (key, namespace) = self.item(letter);
            let before = state.clone();
            if model.step(&self.components, &mut state, key, namespace).is_none() {
                assert_eq!(state, before, "a refused child leaves the state as it was");
                return Err(index);
            }
        }
        let complete = model.is_complete(&state);
        Ok((state, complete))
    }

    fn accepts(&mut self, model: &ContentModel, word: &str) -> bool {
        self.run(model, word).is_ok_and(|(_, complete)| complete)
    }

    fn misfit(&mut self, model: &ContentModel, word: &str, next: char) -> Misfit {
        let (mut state, _) = self.run(model, word).expect("a prefix of a valid word");
        let (key, namespace) = self.item(next);
        assert_eq!(model.step(&self.components, &mut state, key, namespace), None, "{next} does not fit after {word}");
        model.misfit(&self.components, &state, key, namespace)
    }
}

fn element(name: Symbol) -> ElementDeclaration {
    ElementDeclaration {
        name,
        key: name,
        owner: Owner::Global,
        type_id: TypeId::ANY_TYPE,
        type_table: None,
        nillable: false,
        is_abstract: false,
        value: None,
        block: DerivationSet::default(),
        final_: DerivationSet::default(),
        substitution_heads: vec![],
        substitutes: vec![],
        identity_constraints: vec![],
        place: None,
    }
}

fn particle(term: Term, min: u64, max: Option<u64>) -> Particle {
    Particle { occurs: Occurs { min, max }, term, place: None }
}

fn leaf(letter: char) -> Term {
    match letter {
        'w' => Term::Wildcard(WildcardId(0)),
        '.' => Term::Wildcard(WildcardId(1)),
        _ => Term::Element(ElementId(LETTERS.find(letter).expect("a letter of the bench") as u32)),
    }
}

fn group(compositor: Compositor, particles: Vec<Particle>) -> Term {
    Term::Group(Arc::new(ModelGroup { compositor, particles, named: None }))
}

/// Reads `(a{2,3}b?){2}`, `(a|b)*`, `[a b?]` (an all group).
fn read(text: &str) -> Particle {
    let mut chars = text.chars().peekable();
    let particle = sequence(&mut chars, None);
    assert_eq!(chars.next(), None, "{text} is read to its end");
    particle
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn sequence(chars: &mut Chars, close: Option<char>) -> Particle {
    let mut parts = Vec::new();
    let mut choice = false;
    while let Some(next) = chars.next().filter(|&next| Some(next) != close) {
        let term = match next {
            '|' => {
                choice = true;
                continue;
            }
            '(' => sequence(chars, Some(')')).term,
            '[' => match sequence(chars, Some(']')).term {
                Term::Group(inner) => group(Compositor::All, inner.particles.clone()),
                other => other,
            },
            letter => leaf(letter),
        };
        let (min, max) = occurs(chars);
        parts.push(particle(term, min, max));
    }
    particle(group(if choice { Compositor::Choice } else { Compositor::Sequence }, parts), 1, Some(1))
}

fn occurs(chars: &mut Chars) -> (u64, Option<u64>) {
    let bounds = match chars.peek() {
        Some('?') => (0, Some(1)),
        Some('*') => (0, None),
        Some('+') => (1, None),
        Some('{') => {
            chars.next();
            let text: String = chars.by_ref().take_while(|&next| next != '}').collect();
            let number = |text: &str| text.parse::<u64>().ok();
            return match text.split_once(',') {
                None => (number(&text).expect("a number"), number(&text)),
                Some((min, max)) => (number(min).expect("a number"), number(max)),
            };
        }
        _ => return (1, Some(1)),
    };
    chars.next();
    bounds
}

/// The ends that a particle can reach from a set of starts.
fn ends(particle: &Particle, word: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
    let Occurs { min, max } = particle.occurs;
    let mut reached = starts.clone();
    let mut all = if min == 0 { starts.clone() } else { BTreeSet::new() };
    let bound = max.unwrap_or(u64::MAX).min(min + word.len() as u64 + 1);
    for count in 1..=bound {
        reached = once(&particle.term, word, &reached);
        if reached.is_empty() {
            break;
        }
        if count >= min {
            all.extend(&reached);
        }
    }
    all
}

fn once(term: &Term, word: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
    match term {
        Term::Group(group) if group.compositor == Compositor::Sequence => {
            group.particles.iter().fold(starts.clone(), |starts, particle| ends(particle, word, &starts))
        }
        Term::Group(group) => group.particles.iter().filter(|particle| particle.occurs.max != Some(0)).fold(
            BTreeSet::new(),
            |mut all, particle| {
                all.extend(ends(particle, word, starts));
                all
            },
        ),
        leaf => {
            let fits = |&&start: &&usize| word.get(start).is_some_and(|&letter| same(leaf, letter));
            starts.iter().filter(fits).map(|start| start + 1).collect()
        }
    }
}

fn same(term: &Term, letter: char) -> bool {
    match term {
        Term::Element(id) => LETTERS[id.index()..].starts_with(letter),
        Term::Wildcard(_) => letter == 'w',
        Term::Group(_) => false,
    }
}

fn words(length: usize) -> Vec<Vec<char>> {
    let mut words = vec![vec![]];
    let mut from = 0;
    for _ in 0..length {
        let to = words.len();
        for index in from..to {
            for letter in ['a', 'b', 'w'] {
                let mut word = words[index].clone();
                word.push(letter);
                words.push(word);
            }
        }
        from = to;
    }
    words
}

fn any_occurs() -> impl Strategy<Value = (u64, Option<u64>)> {
    prop_oneof![
        6 => Just((1, Some(1))),
        2 => Just((0, Some(1))),
        1 => Just((0, None)),
        1 => Just((1, None)),
        4 => (0u64..4, 0u64..4).prop_map(|(min, more)| (min, Some(min + more))),
        1 => (0u64..4).prop_map(|min| (min, None)),
        1 => (0u64..3).prop_map(|min| (min, Some(1_000_000_000))),
    ]
}

fn any_particle() -> impl Strategy<Value = Particle> {
    let leaf = prop_oneof![Just('a'), Just('b'), Just('w')].prop_map(leaf);
    let leaf = (leaf, any_occurs()).prop_map(|(term, (min, max))| particle(term, min, max));
    leaf.prop_recursive(4, 12, 3, |inner| {
        let compositor = prop_oneof![Just(Compositor::Sequence), Just(Compositor::Choice)];
        (compositor, prop::collection::vec(inner, 0..4), any_occurs())
            .prop_map(|(compositor, particles, (min, max))| particle(group(compositor, particles), min, max))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn every_machine_accepts_what_the_unrolled_model_accepts(particle in any_particle()) {
        let mut bench = Bench::new();
        let model = bench.model(&particle);
        let counting = bench.counting(&particle);
        for word in words(5) {
            let expected = ends(&particle, &word, &BTreeSet::from([0])).contains(&word.len());
            let text: String = word.into_iter().collect();
            prop_assert_eq!(bench.accepts(&model, &text), expected, "{}", text);
            prop_assert_eq!(bench.accepts(&counting, &text), expected, "{} counted", text);
        }
    }

    #[test]
    fn what_is_expected_is_what_fits(particle in any_particle(), word in "[abw]{0,8}") {
        let mut bench = Bench::new();
        for model in [bench.model(&particle), bench.counting(&particle)] {
            let mut state = model.start();
            for letter in word.chars() {
                let expected = model.expected(&state);
                for candidate in ['a', 'b', 'w'] {
                    let (key, namespace) = bench.item(candidate);
                    let fits = model.step(&bench.components, &mut state.clone(), key, namespace).is_some();
                    let listed = expected.iter().any(|next| match next {
                        Expected::Element(id) => bench.components.element(*id).key == key,
                        Expected::Wildcard(_) => candidate == 'w',
                    });
                    prop_assert_eq!(fits, listed);
                }
                let (key, namespace) = bench.item(letter);
                if model.step(&bench.components, &mut state, key, namespace).is_none() {
                    break;
                }
            }
        }
    }
}

#[track_caller]
fn check(model: &str, accepted: &[&str], refused: &[&str]) {
    let mut bench = Bench::new();
    let particle = read(model);
    let compiled = bench.model(&particle);
    for word in accepted {
        assert!(bench.accepts(&compiled, word), "{model} accepts {word}");
    }
    for word in refused {
        assert!(!bench.accepts(&compiled, word), "{model} refuses {word}");
    }
}

#[test]
fn nested_counters_that_share_a_particle_are_not_greedy() {
    check("(a{2,3}){2}", &["aaaa", "aaaaa", "aaaaaa"], &["aaa", "aaaaaaa"]);
    check("(a{2,3}b?){2}", &["aaaa", "aabaa", "aaaaa", "aaabaaa", "aaaaaab"], &["aaa", "aaaaaaa", "aaba"]);
    check("((a{2}|b){3,100}c?){2}", &["aabaabaabb", "bbbbbb", "bbbcbbb"], &["bbbbb", "aaa"]);
}

#[test]
fn an_empty_choice_matches_nothing_and_an_empty_sequence_the_empty_word() {
    let mut bench = Bench::new();
    let nothing = bench.model(&particle(group(Compositor::Choice, vec![]), 1, Some(1)));
    assert!(!bench.accepts(&nothing, ""));
    let optional = bench.model(&particle(group(Compositor::Choice, vec![]), 0, Some(1)));
    assert!(bench.accepts(&optional, ""));
    check("", &[""], &["a"]);
    check("a{0,0}b", &["b"], &["ab"]);
}

#[test]
fn a_thousand_million_occurrences_cost_no_memory() {
    let mut bench = Bench::new();
    let model = bench.model(&read("(a{3,1000000000}b?){200,1000000000}"));
    let (state, complete) = bench.run(&model, &"a".repeat(5000)).expect("fits");
    assert!(complete);
    let Progress::Configurations(set) = &state.progress else { panic!("counts") };
    assert!(set.len() < 20, "{} configurations", set.len());
    let staircase = bench.model(&read("(a{3,4000}b?){2,4000}"));
    assert!(bench.accepts(&staircase, &"a".repeat(300)));
    let exact = bench.model(&read("a{2000,2000}b"));
    assert!(bench.accepts(&exact, &("a".repeat(2000) + "b")));
    assert!(!bench.accepts(&exact, &("a".repeat(1999) + "b")));
    assert!(!bench.accepts(&exact, &("a".repeat(2001) + "b")));
}

#[test]
fn what_counts_beyond_a_minimum_do_not_multiply() {
    let mut bench = Bench::new();
    for text in ["(a{3,10000}b?){2,10000}", "((a{2,50}b?){3,70}c?){4,90}", "(a{0,1000}b{0,1000}){5,1000}"] {
        let model = bench.model(&read(text));
        let (state, complete) = bench.run(&model, &"a".repeat(900)).expect("fits");
        assert!(complete, "{text}");
        assert!(state.size() < 40, "{text}: {} configurations", state.size());
    }
}

#[test]
fn thousands_of_optional_particles_compile_without_an_edge_for_every_pair() {
    let mut bench = Bench::new();
    let choices: String = (0..3_000).map(|index| if index == 1_500 { "d?" } else { "(ab)?" }).collect();
    let model = bench.model(&read(&choices));
    assert!(matches!(model.machine, Machine::Counted(_)));
    assert!(bench.accepts(&model, ""));
    assert!(bench.accepts(&model, "abdab"));
    assert!(!bench.accepts(&model, "abdabdab"));
    assert!(!bench.accepts(&model, "aab"));
    let (state, _) = bench.run(&model, "d").expect("fits");
    assert_eq!(model.expected(&state), [Expected::Element(ElementId(0))]);
    assert_eq!(bench.misfit(&model, "abd", 'd'), Misfit::TooMany);
}

#[test]
fn group_references_that_multiply_are_refused() {
    let bench = Bench::new();
    let mut term = leaf('a');
    for _ in 0..30 {
        let reference = particle(term, 1, Some(1));
        term = group(Compositor::Sequence, vec![reference.clone(), reference]);
    }
    let model = ContentModel::new(&bench.components, &particle(term, 1, Some(1)), None);
    assert_eq!(model.err(), Some(TooLarge));
}

#[test]
fn deep_nesting_does_not_recurse() {
    let mut bench = Bench::new();
    let mut term = leaf('a');
    for _ in 0..120 {
        term = group(Compositor::Sequence, vec![particle(term, 0, Some(1)), particle(leaf('b'), 0, Some(1))]);
    }
    let model = bench.model(&particle(term.clone(), 1, Some(1)));
    assert!(bench.accepts(&model, "abbb"));
    assert!(!bench.accepts(&model, "ba"));
    for _ in 0..120 {
        term = group(Compositor::Choice, vec![particle(term, 1, None), particle(leaf('c'), 1, Some(1))]);
    }
    let model = bench.model(&particle(term, 1, Some(1)));
    assert!(bench.accepts(&model, "abbbcc"));
}

#[test]
fn all_groups_take_their_members_in_any_order() {
    check("[ab?c]", &["abc", "cba", "ca", "ac"], &["a", "ab", "acc", "acd", ""]);
    check("[ab]?", &["", "ab", "ba"], &["a"]);
    check("[a{2,3}b*w]", &["awa", "babawb", "aaaw"], &["aw", "aaaaw", "ab"]);
    check("[a[bc]]", &["bca", "acb"], &["ab"]);
}

#[test]
fn an_element_particle_wins_over_a_wildcard() {
    let mut bench = Bench::new();
    let model = bench.model(&read("(a|.)a?"));
    let mut state = model.start();
    let (key, namespace) = bench.item('a');
    assert_eq!(model.step(&bench.components, &mut state, key, namespace), Some(Matched::Element(ElementId(0))));
    let all = bench.model(&read("[a.?]"));
    let mut state = all.start();
    assert_eq!(all.step(&bench.components, &mut state, key, namespace), Some(Matched::Element(ElementId(0))));
    assert_eq!(all.step(&bench.components, &mut state, key, namespace), Some(Matched::Wildcard(WildcardId(1))));
}

#[test]
fn open_content_is_taken_where_its_mode_allows() {
    let mut bench = Bench::new();
    let particle = read("ab");
    let open = |interleave| OpenContent { interleave, wildcard: WildcardId(0) };
    let interleave = ContentModel::new(&bench.components, &particle, Some(&open(true))).expect("small");
    let suffix = ContentModel::new(&bench.components, &particle, Some(&open(false))).expect("small");
    assert!(bench.accepts(&interleave, "wawwbw"));
    assert!(!bench.accepts(&interleave, "wazb"));
    assert!(bench.accepts(&suffix, "abww"));
    assert!(!bench.accepts(&suffix, "awb"));
    assert_eq!(bench.misfit(&suffix, "abw", 'a'), Misfit::Order);
    assert_eq!(bench.misfit(&suffix, "a", 'w'), Misfit::Order);
}

#[test]
fn members_of_a_substitution_group_take_the_place_of_their_head() {
    let mut bench = Bench::new();
    bench.components.elements[0].substitutes = vec![ElementId(1), ElementId(2)];
    let model = bench.model(&read("a{2}d"));
    let mut state = model.start();
    for (letter, id) in [('c', 2), ('a', 0), ('d', 3)] {
        let (key, namespace) = bench.item(letter);
        assert_eq!(model.step(&bench.components, &mut state, key, namespace), Some(Matched::Element(ElementId(id))));
    }
    assert!(model.is_complete(&state));
    let (key, _) = bench.item('b');
    assert_eq!(model.declaration_of(key), Some(ElementId(1)));
}

#[test]
fn in_1_0_an_abstract_member_gives_way_to_an_element_of_its_name() {
    let mut bench = Bench::new();
    bench.components.elements[0].substitutes = vec![ElementId(1), ElementId(2)];
    bench.components.elements[1].is_abstract = true;
    bench.components.elements[2].is_abstract = true;
    let local =
        ElementDeclaration { owner: Owner::Type(TypeId::ANY_TYPE), ..element(bench.components.elements[1].name) };
    bench.components.elements.push(local);
    let local = ElementId(bench.components.elements.len() as u32 - 1);
    bench.components.version = pyxsd_datatypes::XsdVersion::V1_0;
    let choice =
        group(Compositor::Choice, vec![particle(leaf('a'), 1, Some(1)), particle(Term::Element(local), 1, Some(1))]);
    let model = bench.model(&particle(choice, 1, None));
    let mut state = model.start();
    for (letter, id) in [('b', local), ('c', ElementId(2))] {
        let (key, namespace) = bench.item(letter);
        assert_eq!(model.step(&bench.components, &mut state, key, namespace), Some(Matched::Element(id)), "{letter}");
    }
}

#[test]
fn a_wildcard_leaves_out_the_names_that_it_disallows() {
    let mut bench = Bench::new();
    let (z, _) = bench.item('z');
    bench.components.wildcards[1].not_names = vec![z];
    let model = bench.model(&read("a."));
    assert!(bench.accepts(&model, "aw"));
    assert!(!bench.accepts(&model, "az"));
    bench.components.wildcards[1].not_defined_siblings = true;
    let model = bench.model(&read("(a?.)"));
    assert!(!bench.accepts(&model, "aa"));
    assert!(bench.accepts(&model, "ab"));
    bench.components.wildcards[1].not_defined = true;
    assert!(!bench.accepts(&model, "ab"));
    bench.components.matching = NameMatching::Legacy;
    assert!(bench.accepts(&model, "az"));
}

#[test]
fn a_misfit_tells_unknown_names_wrong_order_and_too_many_apart() {
    let mut bench = Bench::new();
    let model = bench.model(&read("a{1,2}b(c|d)e?"));
    assert_eq!(bench.misfit(&model, "", 'z'), Misfit::Unknown);
    assert_eq!(bench.misfit(&model, "", 'b'), Misfit::Order);
    assert_eq!(bench.misfit(&model, "aa", 'a'), Misfit::TooMany);
    assert_eq!(bench.misfit(&model, "ab", 'a'), Misfit::Order);
    assert_eq!(bench.misfit(&model, "abc", 'd'), Misfit::TooMany);
    assert_eq!(bench.misfit(&model, "abce", 'e'), Misfit::TooMany);
    let turns = bench.model(&read("(ab){1,2}c"));
    assert_eq!(bench.misfit(&turns, "abab", 'a'), Misfit::TooMany);
    assert_eq!(bench.misfit(&turns, "ab", 'b'), Misfit::TooMany);
    let counted = bench.model(&read("a{1,5000}b"));
    assert_eq!(bench.misfit(&counted, &"a".repeat(5000), 'a'), Misfit::TooMany);
    assert_eq!(bench.misfit(&counted, "ab", 'a'), Misfit::Order);
    let all = bench.model(&read("[ab]"));
    assert_eq!(bench.misfit(&all, "a", 'a'), Misfit::TooMany);
}

#[test]
fn what_is_expected_comes_in_the_order_of_the_particles() {
    let mut bench = Bench::new();
    let model = bench.model(&read("(h|g|f|w)(a|b)"));
    let element = |letter: char| Expected::Element(ElementId(LETTERS.find(letter).expect("a letter") as u32));
    let expected = model.expected(&model.start());
    assert_eq!(expected, [element('h'), element('g'), element('f'), Expected::Wildcard(WildcardId(0))]);
    let (state, _) = bench.run(&model, "f").expect("fits");
    assert_eq!(model.expected(&state), [element('a'), element('b')]);
}
