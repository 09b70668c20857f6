//! Characters that a pattern never tells apart become one letter: the automaton has a column for each letter, not for each character.

use regex_syntax::hir::ClassUnicode;
use std::collections::BTreeMap;

/// A letter. Letter 0 is for the characters that occur in no class of the pattern.
pub(super) type Letter = u16;

/// Bounds of ranges times classes.
const MAX_WORK: usize = 4_000_000;

/// The partition of all characters into letters.
#[derive(Debug)]
pub(super) struct Alphabet {
    ascii: [Letter; 128],
    /// Start of each interval and its letter, in order; the first starts at 0.
    intervals: Vec<(u32, Letter)>,
    /// Number of letters, letter 0 included.
    pub(super) len: usize,
}

impl Alphabet {
    /// The alphabet of these classes, and the letters of each class. Nothing if that
    /// takes too long or there are more letters than a `Letter` can count.
    pub(super) fn new(classes: &[&ClassUnicode]) -> Option<(Self, Vec<Vec<Letter>>)> {
        let mut events = Vec::new();
        for (index, class) in classes.iter().enumerate() {
            for range in class.ranges() {
                events.push((range.start() as u32, true, index));
                events.push((range.end() as u32 + 1, false, index));
            }
        }
        if events.len().saturating_mul(classes.len()) > MAX_WORK {
            return None;
        }
        events.sort_unstable();
        let mut letters: BTreeMap<Vec<usize>, Letter> = BTreeMap::from([(Vec::new(), 0)]);
        let mut members = vec![Vec::new(); classes.len()];
        let mut intervals: Vec<(u32, Letter)> = vec![(0, 0)];
        let mut current: Vec<usize> = Vec::new();
        for (position, event) in events.iter().enumerate() {
            let &(at, enters, index) = event;
            match (current.binary_search(&index), enters) {
                (Err(slot), true) => current.insert(slot, index),
                (Ok(slot), false) => drop(current.remove(slot)),
                _ => {}
            }
            if events.get(position + 1).is_some_and(|next| next.0 == at) {
                continue;
            }
            let letter = match letters.get(&current) {
                Some(letter) => *letter,
                None => {
                    let letter = Letter::try_from(letters.len()).ok()?;
                    letters.insert(current.clone(), letter);
                    current.iter().for_each(|&index| members[index].push(letter));
                    letter
                }
            };
            match intervals.last_mut() {
                Some(last) if last.0 == at => last.1 = letter,
                _ => intervals.push((at, letter)),
            }
        }
        let mut alphabet = Self { ascii: [0; 128], intervals, len: letters.len() };
        for code in 0..128u8 {
            alphabet.ascii[usize::from(code)] = alphabet.search(u32::from(code));
        }
        Some((alphabet, members))
    }

    /// The letter of an ASCII character.
    #[inline]
    pub(super) fn ascii(&self, byte: u8) -> Letter {
        self.ascii[usize::from(byte & 0x7F)]
    }

    /// The letter of any character.
    pub(super) fn search(&self, code: u32) -> Letter {
        let after = self.intervals.partition_point(|&(start, _)| start <= code);
        self.intervals[after - 1].1
    }
}
