//! Sets of counts as bits. A configuration of a repetition within repetitions is one number for each of them; a set of configurations
//! is a row of bits for each number of the innermost, so that one more round of it is a shift by a row.

/// Bits of all sets of one pattern.
pub(super) const MAX_BITS: usize = 1 << 23;

const WORD: usize = u64::BITS as usize;

/// How many configurations the repetitions around a place have. Rows of fewer bits than a word have a power of two, so that none lies
/// across two words; longer rows are whole words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Space {
    pub bits: usize,
}

impl Space {
    /// Outside of every repetition.
    pub(super) const OUTSIDE: Space = Space { bits: 1 };

    /// Inside one more repetition with so many counts, unless that is too large.
    pub(super) fn inside(self, rows: usize) -> Option<Space> {
        let bits = self.bits.checked_mul(rows).filter(|bits| *bits <= MAX_BITS)?;
        Some(Space { bits: if bits < WORD { bits.next_power_of_two() } else { bits.next_multiple_of(WORD) } })
    }
}

/// A set of configurations. Only the words from the first to the last that is not zero are kept: a text is seldom at more than a few
/// counts at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Words before the first that is kept.
    offset: usize,
    words: Vec<u64>,
}

impl Counts {
    /// The one configuration outside of every repetition.
    pub(super) fn one() -> Self {
        Self { offset: 0, words: vec![1] }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.offset = 0;
        self.words.clear();
    }

    pub(super) fn assign(&mut self, other: &Counts) {
        self.offset = other.offset;
        self.words.clear();
        self.words.extend_from_slice(&other.words);
    }

    pub(super) fn add(&mut self, other: &Counts) {
        self.add_moved(other, 0, usize::MAX);
    }

    /// Adds another set with every count one higher. Counts of `rows` and more are dropped, or stay at the last one if that stands for
    /// all that follow.
    pub(super) fn add_next(&mut self, other: &Counts, row: Space, rows: usize, is_open: bool) {
        let limit = row.bits * rows;
        if row.bits >= WORD {
            self.add_moved(other, row.bits / WORD, limit / WORD);
        } else {
            self.add_bits(other, row.bits, limit);
        }
        if is_open {
            let last = limit - row.bits;
            for (index, word) in other.indexed(last, limit) {
                self.add_word(index, word);
            }
        }
        self.trim();
    }

    /// Adds the configurations around, for the counts from `first` to the last.
    pub(super) fn add_around(&mut self, inner: &Counts, row: Space, first: usize, rows: usize) {
        let counts = inner.indexed(first * row.bits, rows * row.bits);
        if row.bits >= WORD {
            let width = row.bits / WORD;
            counts.for_each(|(index, word)| self.add_word(index % width, word));
        } else {
            let all = counts.fold(0, |all, (_, word)| all | word);
            self.add_word(0, folded(all, row.bits));
        }
        self.trim();
    }

    /// The words with bits from `from` to `to`, and their places.
    fn indexed(&self, from: usize, to: usize) -> impl Iterator<Item = (usize, u64)> {
        let start = (from / WORD).max(self.offset);
        let end = to.div_ceil(WORD).min(self.offset + self.words.len());
        (start..end).map(move |index| (index, self.words[index - self.offset] & window(index, from, to)))
    }

    /// Adds the words of another set, moved up by so many words, below the word `limit`.
    fn add_moved(&mut self, other: &Counts, shift: usize, limit: usize) {
        let start = other.offset + shift;
        let kept = other.words.len().min(limit.saturating_sub(start));
        if kept == 0 {
            return;
        }
        self.cover(start, start + kept);
        let own = &mut self.words[start - self.offset..];
        own.iter_mut().zip(&other.words[..kept]).for_each(|(word, more)| *word |= more);
    }

    /// Adds the bits below `limit` of another set, moved up by less than a word.
    fn add_bits(&mut self, other: &Counts, shift: usize, limit: usize) {
        let start = other.offset;
        let end = limit.div_ceil(WORD).min(start + other.words.len() + 1);
        if other.is_empty() || start >= end {
            return;
        }
        self.cover(start, end);
        let mut carry = 0;
        for index in start..end {
            let word = other.words.get(index - start).copied().unwrap_or(0);
            self.words[index - self.offset] |= ((word << shift) | carry) & window(index, 0, limit);
            carry = word >> (WORD - shift);
        }
    }

    fn add_word(&mut self, index: usize, word: u64) {
        if word != 0 {
            self.cover(index, index + 1);
            self.words[index - self.offset] |= word;
        }
    }

    /// Keeps the words from `start` to `end` too.
    fn cover(&mut self, start: usize, end: usize) {
        if self.words.is_empty() {
            self.offset = start;
        }
        if start < self.offset {
            self.words.splice(0..0, std::iter::repeat_n(0, self.offset - start));
            self.offset = start;
        }
        if self.offset + self.words.len() < end {
            self.words.resize(end - self.offset, 0);
        }
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
        let zeros = self.words.iter().take_while(|word| **word == 0).count();
        if zeros > 0 {
            self.words.drain(..zeros);
            self.offset += zeros;
        }
    }
}

/// The bits of one word that lie from `from` to `to`, counted over all words.
fn window(index: usize, from: usize, to: usize) -> u64 {
    let start = index * WORD;
    let below = |bit: usize| match bit.saturating_sub(start) {
        count if count >= WORD => u64::MAX,
        count => (1 << count) - 1,
    };
    below(to) & !below(from)
}

/// The rows of one word laid on top of each other.
fn folded(mut word: u64, bits: usize) -> u64 {
    let mut shift = WORD / 2;
    while shift >= bits {
        word |= word >> shift;
        shift /= 2;
    }
    word & ((1 << bits) - 1)
}
