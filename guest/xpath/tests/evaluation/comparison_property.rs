//! General comparisons of long sequences against all their pairs.

use crate::numbers::Numbers;
use crate::support::Fixture;

/// Forms of values that compare with each other; `#` is a small number.
const KINDS: &[&[&str]] = &[
    &[
        "#",
        "#.5",
        "#e0",
        "xs:float(#.5)",
        "xs:untypedAtomic('#.0')",
        "xs:double('NaN')",
        "0.1",
        "1e-1",
        "xs:float('0.1')",
    ],
    &["'#'", "xs:untypedAtomic('#')", "xs:anyURI('#')", "'x#'"],
    &[
        "xs:date('2000-01-1#')",
        "xs:date('2000-01-1#Z')",
        "xs:date('2000-01-1#+14:00')",
        "xs:untypedAtomic('2000-01-1#')",
    ],
    &["xs:dayTimeDuration('P#D')", "xs:dayTimeDuration('PT#H')", "xs:untypedAtomic('PT#H')"],
    &["xs:boolean('true')", "xs:untypedAtomic('true')"],
];

fn sequence(numbers: &mut Numbers, forms: &[&str], from: usize, span: usize) -> String {
    let values: Vec<String> =
        (0..30).map(|_| numbers.pick(forms).replace('#', &(from + numbers.below(span)).to_string())).collect();
    format!("({})", values.join(", "))
}

#[test]
fn long_sequences_compare_like_their_pairs() {
    let fixture = Fixture::new("<r/>");
    let mut numbers = Numbers(11);
    let mut seen = Vec::new();
    for _ in 0..120 {
        let kind = KINDS[numbers.below(KINDS.len())];
        let single = [kind[numbers.below(kind.len())]];
        // Often one form on one side, so that sequences without a pair occur.
        let forms: &[&str] = if numbers.below(2) == 0 { &single } else { kind };
        let (from, span) = (numbers.below(6), 1 + numbers.below(4));
        let left = sequence(&mut numbers, kind, 0, 4);
        let right = sequence(&mut numbers, forms, from, span);
        for operator in ["=", "!=", "<", "<=", ">", ">="] {
            let whole = fixture.shown(&format!("{left} {operator} {right}"));
            let pairs = fixture.shown(&format!("some $a in {left}, $b in {right} satisfies $a {operator} $b"));
            assert_eq!(whole, pairs, "{left} {operator} {right}");
            seen.push(whole);
        }
    }
    for outcome in ["true", "false"] {
        assert!(seen.iter().filter(|seen| *seen == outcome).count() > 50, "{outcome}");
    }
}
