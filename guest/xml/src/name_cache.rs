//! A small cache from names as written to symbols: a document whose declarations stand on its root costs one probe a tag.

use crate::cursor::QName;
use crate::short::Short;
use crate::{Names, NamespaceId, NamespaceScope, Symbol};

/// Slots; a power of two. Two names of one slot cost a look-up in [`Names`] each time they take turns.
const SLOTS: usize = 256;

/// A name that was resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    pub name: Symbol,
    pub namespace: NamespaceId,
}

#[derive(Clone, Copy)]
struct Slot<'s> {
    qname: &'s str,
    short: Short,
    generation: u32,
    resolved: Resolved,
}

/// The names of one document, elements or attributes.
pub(crate) struct NameCache<'s> {
    slots: Vec<Option<Slot<'s>>>,
    /// The namespace of a name without prefix is the default one (elements), or none (attributes).
    defaulted: bool,
}

impl<'s> NameCache<'s> {
    pub(crate) fn new(defaulted: bool) -> Self {
        Self { slots: vec![None; SLOTS], defaulted }
    }

    /// Resolves and interns a name; `None` where its prefix is not declared. `generation` stands for the bindings in `scope`.
    #[inline]
    pub(crate) fn resolve(
        &mut self,
        text: &'s str,
        qname: QName,
        scope: &NamespaceScope,
        generation: u32,
        names: &mut Names,
    ) -> Option<Resolved> {
        let written = &text[qname.start..qname.end];
        let short = Short::of(written.as_bytes());
        let place = short.spread(written.len()) % SLOTS;
        if let Some(slot) = &self.slots[place] {
            let same = short.is_same(written.as_bytes(), slot.short, slot.qname.as_bytes());
            if same && slot.generation == generation {
                return Some(slot.resolved);
            }
        }
        let resolved = self.resolve_slow(text, qname, scope, names)?;
        self.slots[place] = Some(Slot { qname: written, short, generation, resolved });
        Some(resolved)
    }

    fn resolve_slow(&self, text: &'s str, qname: QName, scope: &NamespaceScope, names: &mut Names) -> Option<Resolved> {
        let namespace = if qname.local > qname.start {
            scope.resolve(&text[qname.start..qname.local - 1])?
        } else if self.defaulted {
            scope.resolve("")?
        } else {
            NamespaceId::NONE
        };
        let name = names.intern(namespace, &text[qname.local..qname.end]);
        Some(Resolved { name, namespace })
    }
}
