//! The text of one element, borrowed from the source where it stands there literally.

use pyxsd_xml::{Characters, Span};

/// Collects the character data of the innermost element that needs it.
#[derive(Default)]
pub(crate) struct TextRun {
    /// Offset of the first character.
    start: usize,
    /// The whole text, while it is one literal run.
    literal: Option<Span>,
    buffer: String,
    empty: bool,
}

impl TextRun {
    pub(crate) fn clear(&mut self) {
        self.literal = None;
        self.empty = true;
        self.buffer.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, source: &str, event: &Characters<'_>) {
        if self.empty {
            self.empty = false;
            self.start = event.span.start;
            if event.literal {
                self.literal = Some(event.span);
                return;
            }
        }
        if let Some(span) = self.literal.take() {
            self.buffer.push_str(&source[span.range()]);
        }
        self.buffer.push_str(event.text);
    }

    #[inline]
    pub(crate) fn text<'t>(&'t self, source: &'t str) -> &'t str {
        match self.literal {
            Some(span) => &source[span.range()],
            None => &self.buffer,
        }
    }

    /// Offset of the first character; `None` where there is none.
    pub(crate) fn start(&self) -> Option<usize> {
        (!self.empty).then_some(self.start)
    }
}
