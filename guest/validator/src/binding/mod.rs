//! The second output of validation: the typed tree of the document.

mod annotate;
mod recorder;

use crate::assertions::Asserting;
use crate::frame::Flags;
use crate::pass::Pass;
use pyxsd_xml::{Characters, Names, StartElement};
pub(crate) use recorder::{Outcome, Recorder};

/// What the bound document shows of what is not valid. The report is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Binding {
    /// An element whose value is invalid is kept with its raw text, one that nothing declares as an untyped one.
    #[default]
    Lax,
    /// Such elements are absent, with everything inside.
    Strict,
    /// As lax, and attributes that a complex type does not have are kept too: everything that is written is there.
    Whole,
}

/// The trees that a pass builds beside its report.
#[derive(Default)]
pub(crate) struct Recorders {
    /// The bound document.
    pub(crate) bound: Option<Recorder>,
    /// What assertions are evaluated over.
    pub(crate) asserted: Option<Asserting>,
}

impl Recorders {
    /// Each tree that is being built now.
    pub(crate) fn each(&mut self, mut act: impl FnMut(&mut Recorder)) {
        self.bound.iter_mut().for_each(&mut act);
        let asserted = self.asserted.iter_mut().filter(|asserted| asserted.is_open());
        asserted.for_each(|asserted| act(&mut asserted.recorder));
    }
}

impl Pass<'_> {
    /// The start of the innermost element, after its assessment; `found` issues were found before it.
    #[cold]
    pub(crate) fn record_start(&mut self, names: &mut Names, event: &StartElement<'_>, stray: bool, found: u64) {
        let Some(frame) = self.frames.last() else { return };
        let has_assertions = frame.flags.has(Flags::ASSERTED);
        let recorders = self.recorders.get_or_insert_with(|| self.idle_recorders.take().unwrap_or_default());
        let number = |declaration| self.components.elements.element_offset(declaration).map(|index| index as u32);
        let declaration = frame.declaration.and_then(number);
        let (components, typed) = (self.components, &self.attributes.typed);
        recorders.each(|recorder| {
            recorder.start(names, event, frame, declaration, stray);
            recorder.attributes(names, event, components, typed);
        });
        if !has_assertions {
            return;
        }
        let asserted = recorders.asserted.get_or_insert_with(|| Asserting::new(names));
        if !asserted.recorder.builder.document().has_room_for(self.text.len()) {
            return self.too_large_for_assertions(event);
        }
        if !asserted.is_open() {
            asserted.recorder.start(names, event, frame, declaration, false);
            asserted.recorder.attributes(names, event, components, typed);
        }
        asserted.open(found);
    }

    /// The trees are put aside while nothing is recorded.
    pub(crate) fn rest_recorders(&mut self) {
        let is_idle = |recorders: &mut Box<Recorders>| {
            recorders.bound.is_none() && recorders.asserted.as_ref().is_none_or(|asserted| !asserted.is_open())
        };
        if let Some(idle) = self.recorders.take_if(is_idle) {
            self.idle_recorders = Some(idle);
        }
    }

    /// The start of an element that is not assessed.
    pub(crate) fn record_unassessed(&mut self, names: &mut Names, event: &StartElement<'_>, stray: bool) {
        if let Some(recorders) = &mut self.recorders {
            recorders.each(|recorder| recorder.start_unassessed(names, event, stray));
        }
    }

    #[cold]
    pub(crate) fn record_text(&mut self, event: &Characters<'_>) {
        let frame = self.frames.last().filter(|_| self.skipped == 0);
        if let Some(recorders) = &mut self.recorders {
            recorders.each(|recorder| recorder.text(event, frame));
        }
    }
}
