//! The name that was probably meant.

/// Names longer than this are not compared.
const LONGEST: usize = 64;
/// No more candidates than this are looked at.
const MOST: usize = 10_000;

/// The candidate nearest to a name, if it is near: at most a third of the letters differ. Of equals the first.
pub(super) fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let wanted: Vec<char> = name.chars().flat_map(char::to_lowercase).take(LONGEST + 1).collect();
    if wanted.len() > LONGEST {
        return None;
    }
    let most = (wanted.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.take(MOST).filter(|candidate| candidate.len() <= 4 * LONGEST) {
        let letters: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        if letters.len().abs_diff(wanted.len()) > most {
            continue;
        }
        let edits = distance(&wanted, &letters);
        if edits <= most && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Letters to insert, remove, replace or swap with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let replaced = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_its_name() {
        let names = ["count", "contains", "concat", "string-length"];
        for (slip, meant) in [
            ("cuont", Some("count")),
            ("Contains", Some("contains")),
            ("string-lenght", Some("string-length")),
            ("sum", None),
            ("", None),
        ] {
            assert_eq!(nearest(slip, names.into_iter()), meant, "{slip}");
        }
    }
}
