//! What is different between two files, byte for byte.
//!
//! The form is a unified diff of lines, whatever encoding the bytes are in. Lines of more than [`LONG`] bytes are broken after each `>`
//! as well, so that a document on one line has a readable diff too; a piece that does not end its line is followed by `\ Line goes on`.
//!
//! The same two files always give the same diff: its effort is bounded by counts and not by time. What is alike at both ends is
//! set aside; pieces that stand once in each file are anchors; what is left between two anchors is compared by Myers' algorithm
//! where it is small, and shown as replaced where it is not. Two files of more than [`PIECES`] together are not taken apart at all: what
//! lies between the lines that are alike at both ends is shown as replaced.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashMap;
use std::io::Write as _;

/// Longest line that is not broken.
const LONG: usize = 4 << 10;
/// Pieces that are shown around a change.
const CONTEXT: usize = 3;
/// Most pieces of both sides that Myers' algorithm is given at one time; its effort may grow with their square.
const SMALL: usize = 1_500;
/// Most pieces of both files together that are compared: each takes memory, some hundred bytes at the worst.
const PIECES: usize = 1 << 21;
/// How many times every piece may be looked at while anchors are sought.
const PASSES: usize = 32;

/// The differences of two files as a unified diff; nothing where there are none. At most about `most` bytes: a longer one is cut
/// between two pieces, and its last line says so.
pub fn unified(old: (&str, &[u8]), new: (&str, &[u8]), most: usize) -> Vec<u8> {
    compared(old, new, (most, PIECES))
}

/// The same where at most so many pieces are compared.
fn compared(old: (&str, &[u8]), new: (&str, &[u8]), (most, compared): (usize, usize)) -> Vec<u8> {
    let mut written = Written { bytes: Vec::new(), most, full: false };
    if old.1 == new.1 {
        return written.bytes;
    }
    written.add(&[b"--- ", old.0.as_bytes(), b"\n+++ ", new.0.as_bytes(), b"\n"]);
    if pieces(old.1).chain(pieces(new.1)).nth(compared).is_some() {
        written.replaced(old.1, new.1);
        return written.bytes;
    }
    let (old_pieces, new_pieces): (Vec<_>, Vec<_>) = (pieces(old.1).collect(), pieces(new.1).collect());
    let changes = changes(&old_pieces, &new_pieces);
    for hunk in hunks(&changes, old_pieces.len()) {
        written.hunk(hunk, &old_pieces, &new_pieces);
    }
    written.bytes
}

/// A stretch of the old file that another of the new one stands for, in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    old: (usize, usize),
    new: (usize, usize),
}

/// Lines, with what ends them; long ones broken.
fn pieces(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    lines(bytes).flat_map(|line| {
        let broken = line.len() > LONG;
        line.split_inclusive(move |byte| broken && *byte == b'>')
    })
}

fn lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

/// Bytes of the lines that both files begin with, and of those that both end with; no line counts twice.
fn alike(old: &[u8], new: &[u8]) -> (usize, usize) {
    let same = |(one, other): &(&[u8], &[u8])| one == other;
    let first = lines(old).zip(lines(new)).take_while(same).map(|(line, _)| line.len()).sum();
    let (old, new) = (&old[first..], &new[first..]);
    (first, lines(old).rev().zip(lines(new).rev()).take_while(same).map(|(line, _)| line.len()).sum())
}

/// The changes in their order; those that touch are one.
fn changes(old: &[&[u8]], new: &[&[u8]]) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut effort = PASSES.saturating_mul(old.len() + new.len());
    // The last one is looked at first, so that changes come in their order.
    let mut open = vec![Change { old: (0, old.len()), new: (0, new.len()) }];
    while let Some(whole) = open.pop() {
        let stretch = trimmed(whole, old, new);
        let (left, right) = (&old[stretch.old.0..stretch.old.1], &new[stretch.new.0..stretch.new.1]);
        if left.is_empty() && right.is_empty() {
            continue;
        }
        let size = left.len() + right.len();
        if left.is_empty() || right.is_empty() || size > effort {
            push(&mut changes, stretch);
            continue;
        }
        effort -= size;
        let anchors = anchors(left, right);
        if !anchors.is_empty() {
            open.extend(between(stretch, &anchors).into_iter().rev());
        } else if size <= SMALL {
            for change in small(stretch, left, right) {
                push(&mut changes, change);
            }
        } else {
            push(&mut changes, stretch);
        }
    }
    changes
}

fn push(changes: &mut Vec<Change>, change: Change) {
    match changes.last_mut() {
        Some(last) if last.old.1 == change.old.0 && last.new.1 == change.new.0 => {
            (last.old.1, last.new.1) = (change.old.1, change.new.1);
        }
        _ => changes.push(change),
    }
}

/// Without what both have at the begin and at the end.
fn trimmed(stretch: Change, old: &[&[u8]], new: &[&[u8]]) -> Change {
    let Change { old: (mut a, mut b), new: (mut c, mut d) } = stretch;
    while a < b && c < d && old[a] == new[c] {
        (a, c) = (a + 1, c + 1);
    }
    while a < b && c < d && old[b - 1] == new[d - 1] {
        (b, d) = (b - 1, d - 1);
    }
    Change { old: (a, b), new: (c, d) }
}

/// Places of pieces that stand once on each side, as many as come in the same order on both.
fn anchors(old: &[&[u8]], new: &[&[u8]]) -> Vec<(usize, usize)> {
    let places = once(new);
    let olds = once(old);
    let paired = old.iter().enumerate().filter_map(|(place, piece)| {
        olds.get(piece).copied().flatten()?;
        Some((place, places.get(piece).copied().flatten()?))
    });
    rising(&paired.collect::<Vec<_>>())
}

/// Where each piece stands; nothing for those that stand more than once.
fn once<'a>(pieces: &[&'a [u8]]) -> HashMap<&'a [u8], Option<usize>> {
    let mut places = HashMap::with_capacity(pieces.len());
    for (place, piece) in pieces.iter().enumerate() {
        places.entry(*piece).and_modify(|known| *known = None).or_insert(Some(place));
    }
    places
}

/// The longest rising subsequence by the second member, of pairs that rise by the first.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, place)) in pairs.iter().enumerate() {
        let at = ends.partition_point(|end| pairs[*end].1 < *place);
        before.push(at.checked_sub(1).map(|at| ends[at]));
        match ends.get_mut(at) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut found = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        found.push(pairs[index]);
        at = before[index];
    }
    found.reverse();
    found
}

/// The stretches between anchors, which are counted from the begin of the whole.
fn between(whole: Change, anchors: &[(usize, usize)]) -> Vec<Change> {
    let (mut old, mut new) = (whole.old.0, whole.new.0);
    let mut stretches = Vec::with_capacity(anchors.len() + 1);
    for (a, b) in anchors {
        let (a, b) = (whole.old.0 + a, whole.new.0 + b);
        stretches.push(Change { old: (old, a), new: (new, b) });
        (old, new) = (a + 1, b + 1);
    }
    stretches.push(Change { old: (old, whole.old.1), new: (new, whole.new.1) });
    stretches
}

fn small(stretch: Change, old: &[&[u8]], new: &[&[u8]]) -> Vec<Change> {
    let operations = capture_diff_slices(Algorithm::Myers, old, new);
    let changed = operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
    let placed = |operation: &DiffOp| {
        let (old, new) = (operation.old_range(), operation.new_range());
        Change {
            old: (stretch.old.0 + old.start, stretch.old.0 + old.end),
            new: (stretch.new.0 + new.start, stretch.new.0 + new.end),
        }
    };
    changed.map(placed).collect()
}

/// Changes so near to each other that what is shown around them would touch.
fn hunks(changes: &[Change], pieces: usize) -> Vec<&[Change]> {
    debug_assert!(changes.iter().all(|change| change.old.1 <= pieces));
    changes.chunk_by(|one, next| next.old.0 - one.old.1 <= 2 * CONTEXT).collect()
}

struct Written {
    bytes: Vec<u8>,
    most: usize,
    full: bool,
}

impl Written {
    fn hunk(&mut self, changes: &[Change], old: &[&[u8]], new: &[&[u8]]) {
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return };
        let before = first.old.0.min(CONTEXT);
        let after = (old.len() - last.old.1).min(CONTEXT);
        let (from, to) = (first.old.0 - before, last.old.1 + after);
        let (new_from, new_to) = (first.new.0 - before, last.new.1 + after);
        let head = format!("@@ -{} +{} @@\n", range(from, to), range(new_from, new_to));
        self.add(&[head.as_bytes()]);
        let mut at = from;
        for change in changes {
            self.side(b" ", slices(&old[at..change.old.0]), change.old.0 == old.len());
            self.side(b"-", slices(&old[change.old.0..change.old.1]), change.old.1 == old.len());
            self.side(b"+", slices(&new[change.new.0..change.new.1]), change.new.1 == new.len());
            at = change.old.1;
        }
        self.side(b" ", slices(&old[at..to]), to == old.len());
    }

    /// All between what is alike at both ends, without taking it apart.
    fn replaced(&mut self, old: &[u8], new: &[u8]) {
        let (first, last) = alike(old, new);
        let (start, end) = old.split_at(old.len() - last);
        let (start, old) = start.split_at(first);
        let new = &new[first..new.len() - last];
        let before: usize = lines(start).rev().take(CONTEXT).map(<[u8]>::len).sum();
        let after: usize = lines(end).take(CONTEXT).map(<[u8]>::len).sum();
        let (start, around) = start.split_at(start.len() - before);
        let (from, above, below) = (pieces(start).count(), pieces(around).count(), pieces(&end[..after]).count());
        let head = |changed: &[u8]| range(from, from + above + pieces(changed).count() + below);
        self.add(&[format!("@@ -{} +{} @@\n", head(old), head(new)).as_bytes()]);
        let ends = end.is_empty();
        self.side(b" ", pieces(around), false);
        self.side(b"-", pieces(old), ends);
        self.side(b"+", pieces(new), ends);
        self.side(b" ", pieces(&end[..after]), after == end.len());
    }

    /// `ends`: the last of the pieces is the last of its file.
    fn side<'a>(&mut self, sign: &[u8], pieces: impl Iterator<Item = &'a [u8]>, ends: bool) {
        let mut pieces = pieces.peekable();
        while let Some(piece) = pieces.next() {
            let tail: &[u8] = match piece.ends_with(b"\n") {
                true => b"",
                false if ends && pieces.peek().is_none() => b"\n\\ No newline at end of file\n",
                false => b"\n\\ Line goes on\n",
            };
            self.add(&[sign, piece, tail]);
            if self.full {
                return;
            }
        }
    }

    fn add(&mut self, parts: &[&[u8]]) {
        if self.full {
            return;
        }
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        if self.bytes.len() + bytes > self.most {
            self.full = true;
            // Writing to a vector does not fail.
            let _ = writeln!(self.bytes, "\\ The difference goes on; it is cut at {} bytes", self.most);
            return;
        }
        for part in parts {
            self.bytes.extend_from_slice(part);
        }
    }
}

fn slices<'a>(pieces: &[&'a [u8]]) -> impl Iterator<Item = &'a [u8]> {
    pieces.iter().copied()
}

/// A range as the heads of hunks have it: counted from 1; an empty one names the line before it.
fn range(from: usize, to: usize) -> String {
    match to - from {
        1 => (from + 1).to_string(),
        0 => format!("{from},0"),
        many => format!("{},{many}", from + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn shown(old: &str, new: &str) -> String {
        String::from_utf8(unified(("a", old.as_bytes()), ("b", new.as_bytes()), 1 << 20)).unwrap()
    }

    #[test]
    fn equal_files_have_no_difference() {
        assert_eq!(shown("", ""), "");
        assert_eq!(shown("<a>\n</a>", "<a>\n</a>"), "");
    }

    #[test]
    fn changes_stand_between_three_lines_of_what_is_around_them() {
        let old: String = (10..28).map(|line| format!("{line}\n")).collect();
        let new = old.replace("11\n", "11\r\n").replace("14\n", "x\n").replace("23\n", "");
        let expected = "--- a\n+++ b\n@@ -1,8 +1,8 @@\n 10\n-11\n+11\r\n 12\n 13\n-14\n+x\n 15\n 16\n 17\n\
                        @@ -11,7 +11,6 @@\n 20\n 21\n 22\n-23\n 24\n 25\n 26\n";
        assert_eq!(shown(&old, &new), expected);
    }

    #[test]
    fn a_document_on_one_line_is_broken_at_its_tags() {
        let old = format!("<a>{}</a>", "<b>x</b>".repeat(1_000));
        let new = old.replacen("<b>x</b></a>", "<b>y</b></a>", 1);
        let text = shown(&old, &new);
        assert!(
            text.contains("-x</b>\n\\ Line goes on\n+y</b>\n\\ Line goes on\n </a>\n\\ No newline at end of file\n")
        );
        assert!(text.len() < 300, "{text}");
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_as_they_are() {
        let text = unified(("a", b"\xff\xfe\n"), ("b", b"\xff\xff"), 1 << 20);
        assert_eq!(text, b"--- a\n+++ b\n@@ -1 +1 @@\n-\xff\xfe\n+\xff\xff\n\\ No newline at end of file\n");
    }

    #[test]
    fn a_long_difference_is_cut_between_two_pieces_and_says_so() {
        let text = unified(("a", b""), ("b", "0123456789\n".repeat(100).as_bytes()), 200);
        let text = String::from_utf8(text).unwrap();
        assert!(text.ends_with("+0123456789\n\\ The difference goes on; it is cut at 200 bytes\n"), "{text}");
    }

    /// Lines of few kinds, so that they repeat.
    fn lines(seed: u64, count: usize, kinds: u64) -> String {
        let mut state = seed;
        let mut text = String::new();
        for _ in 0..count {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(&format!("<l{}/>\n", (state >> 33) % kinds));
        }
        text
    }

    #[test]
    fn the_difference_makes_the_new_file_of_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for seed in 0..24 {
            let kinds = [3, 40, 100_000][usize::try_from(seed % 3).unwrap()];
            let old = lines(seed, 120, kinds);
            let rest = lines(seed + 100, 20, kinds);
            let new = format!("{}{rest}{}", &old[..old.len() / 5], &old[old.len() / 3..]);
            let new = if seed % 2 == 0 { new } else { new.trim_end().to_owned() };
            for most_pieces in [PIECES, 10] {
                std::fs::write(at("file"), &old).unwrap();
                let diff = compared(("file", old.as_bytes()), ("file", new.as_bytes()), (1 << 20, most_pieces));
                std::fs::write(at("diff"), diff).unwrap();
                let patch = Command::new("git")
                    .args(["apply", "-p0", "--whitespace=nowarn", "diff"])
                    .current_dir(folder.path())
                    .status()
                    .unwrap();
                assert!(patch.success(), "seed {seed}");
                assert_eq!(std::fs::read_to_string(at("file")).unwrap(), new, "seed {seed}");
            }
        }
    }

    #[test]
    fn files_of_very_many_lines_are_not_taken_apart() {
        let old = (0..100).map(|line| format!("{line}\n")).collect::<String>();
        let new = old.replace("\n50\n", "\nx\ny\n").replace("\n60\n", "\n");
        let diff = compared(("a", old.as_bytes()), ("b", new.as_bytes()), (1 << 20, 150));
        let text = String::from_utf8(diff).unwrap();
        assert!(text.starts_with("--- a\n+++ b\n@@ -48,17 +48,17 @@\n 47\n 48\n 49\n-50\n-51\n"), "{text}");
        assert!(text.ends_with("+58\n+59\n 61\n 62\n 63\n"), "{text}");
        let many = vec![b'\n'; PIECES + 1];
        let diff = unified(("a", b"<a/>"), ("b", &many), 1_000);
        assert!(diff.ends_with(b"it is cut at 1000 bytes\n") && diff.len() < 1_100);
    }

    #[test]
    fn files_that_share_nothing_and_files_that_repeat_themselves_are_compared_in_bounded_time() {
        let (one, other) = (lines(1, 200_000, 1 << 40), lines(2, 200_000, 1 << 40));
        let repeated = "<a/>\n<b/>\n".repeat(100_000);
        let turned = "<b/>\n<b/>\n<a/>\n".repeat(60_000);
        let started = std::time::Instant::now();
        for (old, new) in [(&one, &other), (&repeated, &turned), (&one, &one.replacen("<l1", "<m1", 5))] {
            assert!(!unified(("a", old.as_bytes()), ("b", new.as_bytes()), 1 << 30).is_empty());
        }
        assert!(started.elapsed() < std::time::Duration::from_secs(20));
    }
}
