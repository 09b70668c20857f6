//! Matching with back-references, by backtracking on a stack of its own.

use super::parser::BACK_REFERENCE;
use super::search::{Exhausted, Groups};
use super::{PatternError, class};
use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind, Look, Repetition};

/// Instructions of a program.
const MAX_INSTRUCTIONS: usize = 100_000;
/// Places to go back to.
const MAX_FRAMES: usize = 2_000_000;

#[derive(Debug)]
enum Instruction {
    /// One character of the set.
    Class(ClassUnicode),
    /// The first place, and if that fails the second.
    Split(usize, usize),
    Jump(usize),
    /// Notes the place in the text.
    Save(usize),
    /// Leaves the loop for the place if the text has not advanced since the mark was set: a loop must not turn forever.
    Progress {
        mark: usize,
        exit: usize,
    },
    Look(Look),
    /// What the group matched, once more; nothing if it took no part.
    BackReference(usize),
    Match,
}

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Program {
    instructions: Vec<Instruction>,
    groups: usize,
    /// Starts and ends of the groups, then the marks of loops.
    slots: usize,
    ignore_case: bool,
}

enum Frame {
    Branch { instruction: usize, at: usize },
    Restore { slot: usize, place: Option<usize> },
}

impl Program {
    /// Compiles the expression; its depth is bounded by the parser.
    pub(super) fn new(hir: &Hir, groups: u32, ignore_case: bool) -> Result<Self, PatternError> {
        let groups = groups as usize + 1;
        let mut program = Self { instructions: Vec::new(), groups, slots: groups * 2, ignore_case };
        program.add(hir)?;
        program.push(Instruction::Match)?;
        Ok(program)
    }

    fn push(&mut self, instruction: Instruction) -> Result<usize, PatternError> {
        if self.instructions.len() >= MAX_INSTRUCTIONS {
            let message = format!(
                "the pattern is too large: it has more than {MAX_INSTRUCTIONS} steps, its repetitions written out"
            );
            return Err(PatternError { offset: 0, message, is_too_large: true });
        }
        self.instructions.push(instruction);
        Ok(self.instructions.len() - 1)
    }

    fn add(&mut self, hir: &Hir) -> Result<(), PatternError> {
        match hir.kind() {
            HirKind::Empty => {}
            HirKind::Literal(literal) => {
                for character in String::from_utf8_lossy(&literal.0).chars() {
                    self.push(Instruction::Class(class::range(character, character)))?;
                }
            }
            HirKind::Class(Class::Unicode(set)) => {
                self.push(Instruction::Class(set.clone()))?;
            }
            HirKind::Class(Class::Bytes(set)) => {
                self.push(Instruction::Class(set.to_unicode_class().unwrap_or_else(ClassUnicode::empty)))?;
            }
            HirKind::Look(look) => {
                self.push(Instruction::Look(*look))?;
            }
            HirKind::Capture(capture) if capture.name.as_deref() == Some(BACK_REFERENCE) => {
                self.push(Instruction::BackReference(capture.index as usize))?;
            }
            HirKind::Capture(capture) => {
                self.push(Instruction::Save(capture.index as usize * 2))?;
                self.add(&capture.sub)?;
                self.push(Instruction::Save(capture.index as usize * 2 + 1))?;
            }
            HirKind::Concat(parts) => parts.iter().try_for_each(|part| self.add(part))?,
            HirKind::Alternation(branches) => self.add_branches(branches)?,
            HirKind::Repetition(repetition) => self.add_repetition(repetition)?,
        }
        Ok(())
    }

    fn add_branches(&mut self, branches: &[Hir]) -> Result<(), PatternError> {
        let Some((last, others)) = branches.split_last() else {
            return Ok(());
        };
        let mut ends = Vec::new();
        for branch in others {
            let split = self.push(Instruction::Split(0, 0))?;
            self.add(branch)?;
            ends.push(self.push(Instruction::Jump(0))?);
            self.instructions[split] = Instruction::Split(split + 1, self.instructions.len());
        }
        self.add(last)?;
        let end = self.instructions.len();
        for jump in ends {
            self.instructions[jump] = Instruction::Jump(end);
        }
        Ok(())
    }

    fn add_repetition(&mut self, repetition: &Repetition) -> Result<(), PatternError> {
        for _ in 0..repetition.min {
            self.add(&repetition.sub)?;
            if self.is_void(&repetition.sub) {
                break;
            }
        }
        let Some(max) = repetition.max else {
            let mark = self.slots;
            self.slots += 1;
            let split = self.push(Instruction::Split(0, 0))?;
            self.push(Instruction::Save(mark))?;
            self.add(&repetition.sub)?;
            let progress = self.push(Instruction::Progress { mark, exit: 0 })?;
            self.push(Instruction::Jump(split))?;
            self.instructions[progress] = Instruction::Progress { mark, exit: self.instructions.len() };
            self.set_split(split, repetition.greedy);
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in repetition.min..max {
            splits.push(self.push(Instruction::Split(0, 0))?);
            self.add(&repetition.sub)?;
            if self.is_void(&repetition.sub) {
                break;
            }
        }
        splits.into_iter().for_each(|split| self.set_split(split, repetition.greedy));
        Ok(())
    }

    /// Whether copies of an expression add no instruction, so that counting them would take time for nothing.
    fn is_void(&self, hir: &Hir) -> bool {
        matches!(hir.kind(), HirKind::Empty)
    }

    /// The split goes on behind itself, or leaves to the end of what there is so far.
    fn set_split(&mut self, split: usize, greedy: bool) {
        let (body, end) = (split + 1, self.instructions.len());
        self.instructions[split] = if greedy { Instruction::Split(body, end) } else { Instruction::Split(end, body) };
    }

    /// The first match that starts at the offset or after it.
    pub(super) fn search(&self, text: &str, start: usize, fuel: &mut u64) -> Result<Option<Groups>, Exhausted> {
        let mut at = start;
        loop {
            if let Some(groups) = self.match_at(text, at, fuel)? {
                return Ok(Some(groups));
            }
            match text[at..].chars().next() {
                Some(character) => at += character.len_utf8(),
                None => return Ok(None),
            }
        }
    }

    fn match_at(&self, text: &str, start: usize, fuel: &mut u64) -> Result<Option<Groups>, Exhausted> {
        let mut slots: Vec<Option<usize>> = vec![None; self.slots];
        let mut frames: Vec<Frame> = vec![Frame::Branch { instruction: 0, at: start }];
        while let Some(frame) = frames.pop() {
            let (mut instruction, mut at) = match frame {
                Frame::Restore { slot, place } => {
                    slots[slot] = place;
                    continue;
                }
                Frame::Branch { instruction, at } => (instruction, at),
            };
            loop {
                *fuel = fuel.checked_sub(1).ok_or(Exhausted)?;
                if frames.len() > MAX_FRAMES {
                    return Err(Exhausted);
                }
                match &self.instructions[instruction] {
                    Instruction::Match => return Ok(Some(self.groups(&slots, start..at))),
                    Instruction::Jump(target) => {
                        instruction = *target;
                        continue;
                    }
                    Instruction::Split(first, second) => {
                        frames.push(Frame::Branch { instruction: *second, at });
                        instruction = *first;
                        continue;
                    }
                    Instruction::Save(slot) => {
                        frames.push(Frame::Restore { slot: *slot, place: slots[*slot] });
                        slots[*slot] = Some(at);
                    }
                    Instruction::Progress { mark, exit } if slots[*mark] == Some(at) => {
                        instruction = *exit;
                        continue;
                    }
                    Instruction::Progress { .. } => {}
                    Instruction::Look(look) if !looks(*look, text, at) => break,
                    Instruction::Look(_) => {}
                    Instruction::Class(set) => match text[at..].chars().next() {
                        Some(character) if contains(set, character) => at += character.len_utf8(),
                        _ => break,
                    },
                    Instruction::BackReference(group) => match self.repeated(text, at, *group, &slots, fuel)? {
                        Some(end) => at = end,
                        None => break,
                    },
                }
                instruction += 1;
            }
        }
        Ok(None)
    }

    /// Where the text of a group ends that stands here once more.
    fn repeated(
        &self,
        text: &str,
        at: usize,
        group: usize,
        slots: &[Option<usize>],
        fuel: &mut u64,
    ) -> Result<Option<usize>, Exhausted> {
        let (Some(start), Some(end)) = (slots[group * 2], slots[group * 2 + 1]) else {
            return Ok(Some(at));
        };
        let wanted = text.get(start..end).unwrap_or_default();
        *fuel = fuel.checked_sub(wanted.len() as u64 / 16).ok_or(Exhausted)?;
        if !self.ignore_case {
            return Ok(text[at..].starts_with(wanted).then_some(at + wanted.len()));
        }
        let mut found = text[at..].char_indices();
        for character in wanted.chars() {
            match found.next() {
                Some((_, other)) if is_variant(character, other) => {}
                _ => return Ok(None),
            }
        }
        Ok(Some(at + found.offset()))
    }

    fn groups(&self, slots: &[Option<usize>], whole: std::ops::Range<usize>) -> Groups {
        let group = |index: usize| slots[index * 2].zip(slots[index * 2 + 1]).map(|(start, end)| start..end);
        std::iter::once(Some(whole)).chain((1..self.groups).map(group)).collect()
    }
}

fn is_variant(a: char, b: char) -> bool {
    a == b || a.to_lowercase().eq(b.to_lowercase()) || a.to_uppercase().eq(b.to_uppercase())
}

fn contains(set: &ClassUnicode, character: char) -> bool {
    let ranges = set.ranges();
    let after = ranges.partition_point(|range| range.start() <= character);
    after > 0 && ranges[after - 1].end() >= character
}

/// Anchors. A line starts after a line feed that is not the last character.
fn looks(look: Look, text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    match look {
        Look::Start => at == 0,
        Look::End => at == text.len(),
        Look::StartLF => at == 0 || (at < text.len() && bytes[at - 1] == b'\n'),
        Look::EndLF => at == text.len() || bytes[at] == b'\n',
        _ => false,
    }
}
