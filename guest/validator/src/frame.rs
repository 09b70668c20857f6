//! The open elements, each with what governs it.

use pyxsd_datatypes::SimpleType;
use pyxsd_schema::automaton::{ContentModel, State};
use pyxsd_schema::components::{Content, ElementDeclaration, TypeDefinition, TypeDetail, TypeId};
use pyxsd_xml::{NamespaceId, Symbol};
use std::ops::{Deref, DerefMut};

/// What an element may contain.
pub(crate) enum FrameContent<'s> {
    /// Nothing.
    Empty,
    /// Text of a simple type.
    Simple(&'s SimpleType),
    /// Elements of a content model, and text where `mixed`.
    Model { model: &'s ContentModel, state: State, mixed: bool },
    /// Anything; elements with a global declaration are assessed (`anyType`).
    Lax,
}

impl<'s> FrameContent<'s> {
    /// Becomes the content of a type, at its start.
    #[inline]
    pub(crate) fn start(&mut self, id: TypeId, definition: &'s TypeDefinition) {
        *self = match &definition.detail {
            TypeDetail::Simple(simple) => Self::Simple(&simple.datatype),
            TypeDetail::Complex(_) if id == TypeId::ANY_TYPE => Self::Lax,
            TypeDetail::Complex(complex) => match &complex.content {
                Content::Empty => Self::Empty,
                Content::Simple { datatype, .. } => Self::Simple(datatype),
                Content::Elements { mixed, model, .. } => Self::Model { model, state: model.start(), mixed: *mixed },
            },
        };
    }
}

/// The frames of the open elements, the root first. Frames of closed elements are kept to be written over: a frame is never moved.
#[derive(Default)]
pub(crate) struct Frames<'s> {
    frames: Vec<Frame<'s>>,
    open: usize,
}

impl<'s> Frames<'s> {
    /// Opens an element: the frame to write to. Beside its names it has what another element left there.
    #[inline]
    pub(crate) fn open(&mut self, name: Symbol, key: Symbol, namespace: NamespaceId) -> &mut Frame<'s> {
        if self.open == self.frames.len() {
            self.frames.push(Frame::new(name, key, namespace));
        }
        self.open += 1;
        let frame = &mut self.frames[self.open - 1];
        frame.name = name;
        frame.key = key;
        frame.namespace = namespace;
        frame
    }

    /// Closes the innermost element.
    #[inline]
    pub(crate) fn close(&mut self) {
        self.open = self.open.saturating_sub(1);
    }
}

impl<'s> Deref for Frames<'s> {
    type Target = [Frame<'s>];

    #[inline]
    fn deref(&self) -> &[Frame<'s>] {
        &self.frames[..self.open]
    }
}

impl<'s> DerefMut for Frames<'s> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Frame<'s>] {
        &mut self.frames[..self.open]
    }
}

/// What was seen of an element, and what was already reported of it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags(u16);

impl Flags {
    /// It has character children.
    pub(crate) const TEXT: Flags = Flags(1);
    /// It has element children.
    pub(crate) const CHILDREN: Flags = Flags(2);
    /// `xsi:nil` is true.
    pub(crate) const NIL: Flags = Flags(4);
    /// Its text is needed at its end.
    pub(crate) const COLLECT: Flags = Flags(8);
    /// Text where none is allowed was reported.
    pub(crate) const BAD_TEXT: Flags = Flags(16);
    /// A child where none is allowed was reported.
    pub(crate) const BAD_CHILD: Flags = Flags(32);
    /// A child did not fit its content model: there is a [`crate::recovery::Recovery`].
    pub(crate) const RECOVERING: Flags = Flags(64);
    /// Its type has assertions.
    pub(crate) const ASSERTED: Flags = Flags(128);
    /// Its `xsi:type` was refused: what does not fit the declared type, which governs it then, is no second defect.
    pub(crate) const UNSURE: Flags = Flags(256);
    /// `xsi:type` gives its type.
    pub(crate) const INSTANCE_TYPE: Flags = Flags(512);

    pub(crate) fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    pub(crate) fn set(&mut self, flag: Flags) {
        self.0 |= flag.0;
    }

    /// Sets a flag and tells whether it was not set before.
    pub(crate) fn first(&mut self, flag: Flags) -> bool {
        let first = !self.has(flag);
        self.set(flag);
        first
    }
}

/// An open element that is assessed.
pub(crate) struct Frame<'s> {
    /// Expanded name.
    pub(crate) name: Symbol,
    /// Matching key of the name.
    pub(crate) key: Symbol,
    /// Namespace of the matching key.
    pub(crate) namespace: NamespaceId,
    /// Offset of the start tag.
    pub(crate) start: usize,
    /// The governing declaration.
    pub(crate) declaration: Option<&'s ElementDeclaration>,
    /// The governing type; `anyType` where there is none.
    pub(crate) type_id: TypeId,
    pub(crate) content: FrameContent<'s>,
    pub(crate) flags: Flags,
}

impl Frame<'_> {
    fn new(name: Symbol, key: Symbol, namespace: NamespaceId) -> Self {
        Self {
            name,
            key,
            namespace,
            start: 0,
            declaration: None,
            type_id: TypeId::ANY_TYPE,
            content: FrameContent::Lax,
            flags: Flags::default(),
        }
    }
}
