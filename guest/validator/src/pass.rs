//! The pass over the events: the open elements and what hangs on them.

use crate::attributes::{AttributeAssessment, Tag};
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
    /// Not at all, with everything inside.
    Skip,
    /// By a declaration, or laxly without one.
    Element {
        declaration: Option<&'s ElementDeclaration>,
        /// A declaration of the same name in the content model of the parent, whose type the element's type must be derived
        /// from (XSD 1.1, cvc-complex-type.5).
        consistent_with: Option<ElementId>,
    },
}

impl<'s> Assessment<'s> {
    pub(crate) fn by(declaration: Option<&'s ElementDeclaration>) -> Self {
        Self::Element { declaration, consistent_with: None }
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
        self.attributes.keep_types = wanted;
        let (ids, findings) = (&mut self.ids, &mut self.findings);
        let mut tag = Tag { frame, event, keys: &self.attribute_keys, bindings: &bindings, ids, findings };
        self.attributes.assess(&mut tag);
        if wanted {
            let typed = &self.attributes.typed;
            self.identity.attributes(&self.frames, typed, event.attributes, &bindings, &mut self.findings);
        }
    }
}

impl Sink for Pass<'_> {
    type Stop = Infallible;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        if self.skipped > 0 {
            self.skipped += 1;
            return Ok(());
        }
        let key = self.components.key(names, event.name);
        let assessment = match self.frames.is_empty() {
            true => self.root(names, event, key),
            false => self.child(names, event, key),
        };
        match assessment {
            Assessment::Skip => self.skipped = 1,
            Assessment::Element { declaration, consistent_with } => {
                self.govern(names, event, key, declaration, consistent_with);
                self.enter(names, event);
            }
        }
        Ok(())
    }

    fn characters(&mut self, names: &mut Names, event: &Characters<'_>) -> Result<(), Infallible> {
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
            return Ok(());
        }
        self.close(names, event);
        Ok(())
    }
}
