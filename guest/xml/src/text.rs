//! Text: runs of characters and CDATA sections.

use crate::chars::{self, NAMES, SPACE};
use crate::content::{Halt, Outcome, Parser};
use crate::error::Refusal;
use crate::markup;
use crate::{Characters, ErrorKind, Sink, Span};

/// Text that is longer is told in several runs where it does not stand literally in the source, so that the buffer stays small.
const RUN: usize = 64 << 10;

/// Text that is gathered in the scratch buffer.
struct Run {
    /// Where it begins in the source.
    start: usize,
    /// Whether all of it is white space.
    blank: bool,
}

impl<S: Sink> Parser<'_, '_, S> {
    /// Reads text up to the next markup.
    pub(crate) fn characters(&mut self) -> Outcome<S> {
        let start = self.cursor.at;
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
        let blank = start + self.cursor.bytes[start..].iter().take_while(|byte| is_blank(byte)).count();
        let stop = if self.cursor.bytes.get(blank) == Some(&b'<') { blank } else { self.scan_text(blank)? };
        self.cursor.at = stop;
        if matches!(self.cursor.byte(), None | Some(b'<')) {
            return self.tell_literal(start, stop, stop == blank);
        }
        self.mixed(start, stop == blank)
    }

    /// The next `<`, `&`, CR or end.
    #[inline]
    fn scan_text(&self, from: usize) -> Result<usize, Refusal> {
        let mut at = from;
        loop {
            at = self.cursor.scan(at, chars::TEXT)?;
            if self.cursor.bytes.get(at) != Some(&b']') {
                return Ok(at);
            }
            if self.cursor.bytes[at..].starts_with(b"]]>") {
                return Err(Refusal::new(ErrorKind::CdataEndInText, at));
            }
            at += 1;
        }
    }

    /// Reads text with references or CRs in it, of which the part from `start` to here is literal.
    fn mixed(&mut self, start: usize, blank: bool) -> Outcome<S> {
        let mut run = Run { start, blank: true };
        self.take_literal(&mut run, start, self.cursor.at, blank)?;
        loop {
            match self.cursor.byte() {
                None | Some(b'<') => return self.tell_run(run),
                Some(b'&') => {
                    let c = self.cursor.read_reference()?;
                    run.blank &= matches!(c, ' ' | '\t' | '\n' | '\r');
                    self.scratch.push(c);
                }
                Some(_) => {
                    self.skip_line_end();
                }
            }
            let from = self.cursor.at;
            let stop = self.scan_text(from)?;
            self.cursor.at = stop;
            let blank = self.is_blank(from, stop);
            self.take_literal(&mut run, from, stop, blank)?;
        }
    }

    /// Whether all text between two offsets is white space; looks no further than the first character that is not.
    fn is_blank(&self, from: usize, to: usize) -> bool {
        self.cursor.bytes[from..to].iter().all(|&byte| NAMES[byte as usize] & SPACE != 0)
    }

    /// Takes the CR or the pair of CR and LF here as one line feed.
    fn skip_line_end(&mut self) {
        self.cursor.at += if self.cursor.ahead(1) == Some(b'\n') { 2 } else { 1 };
        self.scratch.push('\n');
    }

    /// Adds literal text to the run; long text and a long run are told at once.
    fn take_literal(&mut self, run: &mut Run, from: usize, to: usize, blank: bool) -> Outcome<S> {
        if self.scratch.len() + (to - from) < RUN {
            self.scratch.push_str(&self.cursor.text[from..to]);
            run.blank &= blank;
            return Ok(());
        }
        let done = std::mem::replace(run, Run { start: to, blank: true });
        if !self.scratch.is_empty() {
            self.tell_scratch(Span { start: done.start, end: from }, done.blank)?;
        }
        self.tell_literal(from, to, blank)
    }

    /// Tells what is left of a run.
    fn tell_run(&mut self, run: Run) -> Outcome<S> {
        if self.scratch.is_empty() {
            return Ok(());
        }
        self.tell_scratch(Span { start: run.start, end: self.cursor.at }, run.blank)
    }

    fn tell_scratch(&mut self, span: Span, whitespace: bool) -> Outcome<S> {
        let event = Characters { text: &self.scratch, literal: false, whitespace, span };
        let outcome = self.sink.characters(self.names, &event);
        self.scratch.clear();
        outcome.map_err(Halt::Stopped)
    }

    #[inline]
    fn tell_literal(&mut self, start: usize, end: usize, whitespace: bool) -> Outcome<S> {
        if start == end {
            return Ok(());
        }
        let text = &self.cursor.text[start..end];
        let event = Characters { text, literal: true, whitespace, span: Span { start, end } };
        self.sink.characters(self.names, &event).map_err(Halt::Stopped)
    }

    /// Reads a CDATA section; its text is told as characters. The span of a run lies inside the section.
    pub(crate) fn cdata(&mut self) -> Outcome<S> {
        let opening = self.cursor.at;
        self.cursor.at += markup::CDATA.len();
        let mut run = Run { start: self.cursor.at, blank: true };
        loop {
            let from = self.cursor.at;
            let stop = markup::scan_cdata(&self.cursor, from, opening)?;
            self.cursor.at = stop;
            let blank = self.is_blank(from, stop);
            if self.cursor.byte() == Some(b'\r') {
                self.take_literal(&mut run, from, stop, blank)?;
                self.skip_line_end();
                continue;
            }
            if self.scratch.is_empty() {
                self.tell_literal(from, stop, blank)?;
            } else {
                self.take_literal(&mut run, from, stop, blank)?;
                self.tell_run(run)?;
            }
            self.cursor.at += b"]]>".len();
            return Ok(());
        }
    }
}
