//! From offsets of the decoded text to lines, columns and bytes of the file, by checkpoints at equal distances.

use memchr::memchr2_iter;

/// Bytes of text between two checkpoints: what one look-up counts at most.
const STEP: usize = 1024;

/// How many bytes of the file a character took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Widths {
    /// As many as in the text.
    Utf8,
    /// One.
    Single,
    /// Two, or four beyond the basic plane.
    Utf16,
}

impl Widths {
    pub(crate) fn original(self, text: &[u8]) -> u64 {
        match self {
            Self::Utf8 => text.len() as u64,
            Self::Single => characters(text),
            Self::Utf16 => 2 * (characters(text) + text.iter().filter(|&&byte| byte >= 0xF0).count() as u64),
        }
    }
}

fn characters(text: &[u8]) -> u64 {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64
}

/// What was counted before an offset.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Line ends.
    pub lines: u32,
    /// Characters since the last line end.
    pub characters: u32,
    /// Bytes of the file.
    pub original: u64,
}

impl Counts {
    /// Counts on over `text[from..to]`.
    fn advance(&mut self, text: &[u8], from: usize, to: usize, widths: Widths) {
        let chunk = &text[from..to];
        let mut line = None;
        for end in memchr2_iter(b'\n', b'\r', chunk) {
            // The line feed of a pair ends the line, even where the pair lies across two steps.
            if chunk[end] == b'\r' && text.get(from + end + 1) == Some(&b'\n') {
                continue;
            }
            self.lines = self.lines.saturating_add(1);
            line = Some(end + 1);
        }
        if line.is_some() {
            self.characters = 0;
        }
        let counted = u32::try_from(characters(&chunk[line.unwrap_or(0)..])).unwrap_or(u32::MAX);
        self.characters = self.characters.saturating_add(counted);
        self.original += widths.original(chunk);
    }
}

/// Checkpoints of one text.
#[derive(Clone, Debug)]
pub(crate) struct LineIndex {
    /// The counts before each multiple of [`STEP`].
    steps: Vec<Counts>,
    widths: Widths,
}

impl LineIndex {
    pub(crate) fn new(text: &str, widths: Widths) -> Self {
        let text = text.as_bytes();
        let mut steps = Vec::with_capacity(text.len() / STEP + 1);
        let mut counts = Counts::default();
        steps.push(counts);
        for step in 1..=text.len() / STEP {
            counts.advance(text, (step - 1) * STEP, step * STEP, widths);
            steps.push(counts);
        }
        Self { steps, widths }
    }

    /// The counts before an offset of the text that the index was made of; an offset past its end counts as the end.
    pub(crate) fn before(&self, text: &str, offset: usize) -> Counts {
        let offset = offset.min(text.len());
        let step = offset / STEP;
        let mut counts = self.steps[step];
        counts.advance(text.as_bytes(), step * STEP, offset, self.widths);
        counts
    }
}
