"""The children of an element, and how they come and go."""

from . import markup
from .attribute import Written
from .gap import UNSET, Gap, Slice, text_of, without_kept


class Children:
    """Part of `Element`: a sequence of elements."""

    __slots__ = ()

    def _kids(self):
        nodes = self._nodes
        if nodes is None:
            table, index = self._tree, self._index
            if table.end[index] == index + 1:
                nodes = self._nodes = []
            else:
                from .element import bound

                nodes = self._nodes = [bound(table, child, self) for child in table.children(index)]
        return nodes

    def __len__(self):
        return len(self._kids())

    def __iter__(self):
        # A copy, so that a loop may take elements out.
        return iter(self._kids()[:])

    def __getitem__(self, index):
        return self._kids()[index]

    def __delitem__(self, index):
        found = self._kids()[index]
        for child in found if isinstance(index, slice) else [found]:
            self._detach(child)

    def __setitem__(self, index, value):
        kids = self._kids()
        if not isinstance(index, slice):
            self.replace(kids[index], value)
            return
        old = kids[index]
        new = [adopted(child) for child in value]
        if {id(child) for child in old} == {id(child) for child in new} and len(old) == len(new):
            self._reorder(index, old, new)
            return
        start = index.indices(len(kids))[0]
        if index.step not in (None, 1):
            raise ValueError("a slice with a step takes as many elements as it has, in another order")
        for child in old:
            self._detach(child)
        for offset, child in enumerate(new):
            self.insert(start + offset, child)

    def __contains__(self, child):
        return any(node is child for node in self._kids())

    def index(self, child, start=0, stop=None):
        kids = self._kids()
        for at in range(*slice(start, stop).indices(len(kids))):
            if kids[at] is child:
                return at
        raise ValueError(f"{child!r} is not a child of {self!r}")

    def append(self, child):
        self._place(len(self._kids()), child)

    def extend(self, children):
        for child in list(children):
            self.append(child)

    def insert(self, index, child):
        self._place(slice(index, None).indices(len(self._kids()))[0], child)

    def remove(self, child):
        """Takes a child out, with its tail; comments in the tail stay."""
        if child not in self:
            raise ValueError(f"{child!r} is not a child of {self!r}")
        self._detach(child)

    def replace(self, old, new):
        """Puts an element in the place of a child; the tail of the place stays where the new one has none."""
        at = self.index(old)
        new = adopted(new)
        tail = old._gap_of_tail()
        if new is old:
            return
        self._refuse_cycle(new)
        if new._parent is not None:
            new._parent._detach(new)
            at = self.index(old)
        old._tail = None
        old._parent = None
        if markup.is_space(new.tail):
            new._tail = tail
        self._kids()[at] = new
        self._take(new)

    def clear(self):
        """Takes out children, text and attributes; the tail stays where it is white space."""
        for child in self._kids():
            child._tail = text_of(child._gap_of_tail())
            child._parent = None
        self._nodes = []
        self._text = None
        self._attributes = Written()
        if not markup.is_space(self.tail):
            self.tail = None
        self._touch()

    def getparent(self):
        return self._parent

    def getnext(self):
        return self._sibling(1)

    def getprevious(self):
        return self._sibling(-1)

    def _sibling(self, step):
        if self._parent is None:
            return None
        kids = self._parent._kids()
        at = self._parent.index(self) + step
        return kids[at] if 0 <= at < len(kids) else None

    def iterancestors(self):
        node = self._parent
        while node is not None:
            yield node
            node = node._parent

    def indent(self, unit=None):
        """Puts children, and what is in them, on lines of their own, where only white space stands between them."""
        from .layout import indent

        indent(self, unit)

    # Gaps

    def _gap_of_text(self):
        return Gap([Slice(self._tree, *self._tree.lead(self._index))]) if self._text is UNSET else self._text

    def _gap_of_tail(self):
        return Gap([Slice(self._tree, *self._tree.tail(self._index))]) if self._tail is UNSET else self._tail

    def _gap_before(self, at):
        return self._kids()[at - 1]._gap_of_tail() if at else self._gap_of_text()

    def _set_gap_before(self, at, gap):
        if at:
            self._kids()[at - 1]._tail = gap
        else:
            self._text = gap

    def _detach(self, child):
        at = self.index(child)
        tail = child._gap_of_tail()
        before = self._gap_before(at)
        left = without_kept(before, tail, at == len(self._kids()) - 1)
        if left is not before:
            self._set_gap_before(at, left)
        text = text_of(tail)
        child._tail = None if markup.is_space(text) else text
        del self._kids()[at]
        child._parent = None
        self._touch()

    def _place(self, at, child):
        child = adopted(child)
        self._refuse_cycle(child)
        if child._parent is self and self.index(child) < at:
            at -= 1
        if child._parent is not None:
            child._parent._detach(child)
        kids = self._kids()
        if markup.is_space(child.tail):
            self._lay_out(at, child)
        kids.insert(at, child)
        self._take(child)

    def _lay_out(self, at, child):
        """Gives a child that is put somewhere the white space that its siblings have."""
        before = self._gap_before(at)
        space = text_of(before)
        if not space or "\n" not in space or not markup.is_space(space):
            return
        if isinstance(before, Gap) and before.kept():
            space = list(before.resolved())[-1]
            child._tail = space if isinstance(space, str) else None
            return
        child._tail = before if at else space
        lead = self.text
        if at and at == len(self._kids()) and lead and markup.is_space(lead):
            self._set_gap_before(at, "\n" + lead.rpartition("\n")[2] if "\n" in lead else space)

    def _take(self, child):
        child._parent = self
        if child._tree is None:
            child._tree = self._tree
        self._touch()

    def _refuse_cycle(self, child):
        node = self
        while node is not None:
            if node is child:
                raise ValueError(f"{child!r} cannot stand inside itself")
            node = node._parent

    def _reorder(self, index, old, new):
        gaps = [child._gap_of_tail() for child in old]
        if all(markup.is_space(text_of(gap)) for gap in gaps):
            # White space and comments belong to the places, not to the elements.
            for child, gap in zip(new, gaps):
                child._tail = gap
        else:
            for child, gap in zip(old, gaps):
                child._tail = gap
        self._kids()[index] = new
        self._touch()


def adopted(child):
    """The element itself; of an element of the standard library a copy of our own kind."""
    from .element import Element

    if isinstance(child, Element):
        return child
    if not (hasattr(child, "tag") and hasattr(child, "attrib") and hasattr(child, "itertext")):
        raise TypeError(f"a child is an Element, not {type(child).__name__}: text goes to .text and .tail")
    copied = _like(child, Element)
    pairs = [(child, copied)]
    while pairs:
        source, target = pairs.pop()
        for inner in source:
            twin = _like(inner, Element)
            twin._parent = target
            target._nodes.append(twin)
            pairs.append((inner, twin))
    return copied


def _like(source, kind):
    copied = kind(source.tag, dict(source.attrib))
    copied.text = source.text
    copied.tail = source.tail
    return copied
