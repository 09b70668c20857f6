//! The pass over the events: the open elements and what hangs on them.

use crate::alternatives::TypeChoice;
use crate::attributes::{AttributeAssessment, Tag};
use crate::binding::Recorders;
use crate::frame::{Flags, FrameContent, Frames};
use crate::identity::Identity;
use crate::ids::IdTable;
use crate::recovery::Recovery;
use crate::report::Findings;
use crate::text::TextRun;
use crate::value::Bindings;
use crate::xsi::XsiNames;
use pyxsd_schema::NameMatching;
use pyxsd_schema::components::{Components, ElementDeclaration, ElementId};
use pyxsd_xml::{Characters, EndElement, Names, Sink, StartElement, Symbol};
use std::convert::Infallible;

/// How a start tag is assessed.
pub(crate) enum Assessment<'s> {
    /// Not at all, with everything inside; `stray`: nothing admits it.
    Skip { stray: bool },
    /// By a declaration, or laxly without one.
    Element {
        declaration: Option<&'s ElementDeclaration>,
        /// Nothing declares or admits it, which is reported.
        stray: bool,
        /// What gives an element that a wildcard admits its locally declared type: a declaration of the same name in the type of the parent, or
        /// in one that this is derived from. That type governs the element where it has no declaration, else that of the element must be able
        /// to stand for it (XSD 1.1, 3.3.4.6 and cvc-complex-type.5).
        consistent_with: Option<ElementId>,
    },
}

impl<'s> Assessment<'s> {
    pub(crate) fn by(declaration: Option<&'s ElementDeclaration>) -> Self {
        Self::Element { declaration, stray: false, consistent_with: None }
    }

    /// For an element where nothing admits it.
    pub(crate) fn of_stray(declaration: Option<&'s ElementDeclaration>) -> Self {
        Self::Element { declaration, stray: declaration.is_none(), consistent_with: None }
    }
}

/// One validation in progress.
pub(crate) struct Pass<'s> {
    pub(crate) components: &'s Components,
    pub(crate) text: &'s str,
    pub(crate) xsi: XsiNames,
    /// Open elements that are assessed, the root first: their position is their depth.
    pub(crate) frames: Frames<'s>,
    /// Open elements that are skipped.
    pub(crate) skipped: usize,
    pub(crate) run: TextRun,
    pub(crate) attributes: AttributeAssessment<'s>,
    attribute_keys: Vec<Symbol>,
    /// For open elements with a misfit among their children, outermost first.
    pub(crate) recoveries: Vec<Recovery>,
    pub(crate) ids: IdTable,
    pub(crate) identity: Identity<'s>,
    pub(crate) findings: Findings<'s>,
    /// Trees that are built beside; nothing where none is wanted.
    pub(crate) recorders: Option<Box<Recorders>>,
    /// The same while nothing is recorded.
    pub(crate) idle_recorders: Option<Box<Recorders>>,
    /// Where the schema has type tables.
    pub(crate) type_choice: Option<Box<TypeChoice>>,
}

impl<'s> Pass<'s> {
    pub(crate) fn new(components: &'s Components, names: &mut Names, text: &'s str, findings: Findings<'s>) -> Self {
        let xsi = XsiNames::new(names);
        Self {
            components,
            text,
            xsi,
            frames: Frames::default(),
            skipped: 0,
            run: TextRun::default(),
            attributes: AttributeAssessment::new(components, xsi),
            attribute_keys: Vec::new(),
            recoveries: Vec::new(),
            ids: IdTable::default(),
            identity: Identity::new(components),
            findings,
            recorders: None,
            idle_recorders: None,
            type_choice: TypeChoice::new(components),
        }
    }

    /// What can only be said at the end of the document.
    pub(crate) fn finish(mut self, names: &Names) -> Findings<'s> {
        self.ids.finish(names, &mut self.findings);
        self.findings
    }

    /// Assesses the start tag of the innermost element, whose frame is there.
    #[inline]
    fn enter(&mut self, names: &mut Names, event: &StartElement<'_>) {
        let Some(frame) = self.frames.last() else { return };
        if let Some(declaration) = frame.declaration
            && !declaration.identity_constraints.is_empty()
        {
            self.identity.open(self.frames.len() - 1, &declaration.identity_constraints);
        }
        self.attribute_keys.clear();
        if self.components.matching == NameMatching::Legacy {
            let keys = event.attributes.iter().map(|attribute| self.components.key(names, attribute.name));
            self.attribute_keys.extend(keys);
        }
        let bindings = Bindings { scope: event.scope, names };
        let wanted = self.identity.is_active() && self.identity.start(&self.frames, bindings.names, &mut self.findings);
        self.attributes.keep_types = wanted || self.recorders.is_some() || frame.flags.has(Flags::ASSERTED);
        let (ids, findings) = (&mut self.ids, &mut self.findings);
        let mut tag = Tag { frame, event, keys: &self.attribute_keys, bindings: &bindings, ids, findings };
        self.attributes.assess(&mut tag);
        if wanted {
            let typed = &self.attributes.typed;
            self.identity.attributes(&self.frames, typed, event.attributes, &bindings, &mut self.findings);
        }
        if let Some(choice) = &mut self.type_choice {
            let depth = self.frames.len() - 1;
            choice.enter(self.components, names, event, &self.attribute_keys, &self.frames[depth], depth);
        }
    }
}

impl Sink for Pass<'_> {
    type Stop = Infallible;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        if self.skipped > 0 {
            self.skipped += 1;
            self.record_unassessed(names, event, false);
            return Ok(());
        }
        let key = self.components.key(names, event.name);
        let assessment = match self.frames.is_empty() {
            true => self.root(names, event, key),
            false => self.child(names, event, key),
        };
        match assessment {
            Assessment::Skip { stray } => {
                self.skipped = 1;
                self.record_unassessed(names, event, stray);
            }
            Assessment::Element { declaration, stray, consistent_with } => {
                let found = self.findings.found;
                self.govern(names, event, key, declaration, consistent_with);
                self.enter(names, event);
                let has_assertions = self.frames.last().is_some_and(|frame| frame.flags.has(Flags::ASSERTED));
                if self.recorders.is_some() || has_assertions {
                    self.record_start(names, event, stray, found);
                }
            }
        }
        Ok(())
    }

    fn characters(&mut self, names: &mut Names, event: &Characters<'_>) -> Result<(), Infallible> {
        if self.recorders.is_some() {
            self.record_text(event);
        }
        if self.skipped > 0 || event.text.is_empty() {
            return Ok(());
        }
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.flags.set(Flags::TEXT);
        if frame.flags.has(Flags::NIL) {
            self.text_in_nil(names, event);
            return Ok(());
        }
        if frame.flags.has(Flags::COLLECT) {
            self.run.push(self.text, event);
        }
        match frame.content {
            FrameContent::Model { mixed: false, .. } if !event.whitespace => self.unexpected_text(names, event),
            FrameContent::Empty => self.unexpected_text(names, event),
            _ => {}
        }
        Ok(())
    }

    fn end_element(&mut self, names: &mut Names, event: &EndElement<'_>) -> Result<(), Infallible> {
        if self.skipped > 0 {
            self.skipped -= 1;
            if let Some(recorders) = &mut self.recorders {
                recorders.each(|recorder| recorder.end_unassessed(event.span.end));
            }
            return Ok(());
        }
        self.close(names, event);
        Ok(())
    }
}
