"""What the schema says about an element."""

from xml.etree.ElementTree import QName

from . import lexical, markup
from .declaration import declaration_of, type_of
from .gap import UNSET
from .table import NONE

_NIL = markup.join_name(markup.XSI, "nil")


class Typed:
    """Part of `Element`: typed value, declaration and type. Elements that the transform made have none of them."""

    __slots__ = ()

    def _is_typed(self):
        return self._index >= 0 and self._tree.kind is not None

    def _kind(self):
        return self._tree.kind[self._index] if self._is_typed() else lexical.UNTYPED

    def _is_rewritten(self):
        """Whether the content is no longer that of the document."""
        if self._text is not UNSET:
            return True
        return self._touched and bool(self._nodes or self._index < 0 or self._tree.end[self._index] > self._index + 1)

    @property
    def value(self):
        """The value as its type says: int, Decimal, float, bool, date, time, datetime, timedelta, bytes, QName, a list of these, or a str.

        None for nilled, empty and element-only content. Of an element without a type, or with mixed content, the characters inside. Where the
        schema supplies the content, that.
        """
        kind = self._kind()
        if self._is_rewritten():
            if len(self):
                return "".join(self.itertext()) if not kind & lexical.ELEMENT_ONLY else None
            return lexical.read_new(kind, self.text, self._resolve_value)
        if kind & lexical.KIND == lexical.NOTHING:
            return None
        start = NONE if kind & lexical.KIND == lexical.UNTYPED else self._tree.value_start[self._index]
        if start == NONE:
            return "".join(self.itertext()) or None
        form = self._tree.lexical_form(start, self._tree.value_length[self._index])
        return lexical.read(kind & lexical.KIND, form)

    @value.setter
    def value(self, value):
        if len(self):
            raise TypeError(f"{self!r} has child elements: set the value of one of them, or .text and .tail")
        self.text = value

    def _resolve_value(self, text):
        """The QName that a text means here."""
        prefix, _, local = text.rpartition(":")
        namespace = markup.XML if prefix == "xml" else self.namespaces.get(prefix, None if prefix else "")
        return text if namespace is None else QName(markup.join_name(namespace, local))

    @property
    def declaration(self):
        """The element declaration that governs; None where nothing declares the element."""
        if not self._is_typed():
            return None
        number = self._tree.declaration[self._index]
        return None if number == NONE else declaration_of(self._tree, number)

    @property
    def type(self):
        """The type that governs, `xsi:type` and alternatives heeded; None without one."""
        if not self._is_typed():
            return None
        number = self._tree.type[self._index]
        return None if number == NONE else type_of(self._tree, number)

    @property
    def is_default(self):
        """Whether the schema supplies the content: it is not written, and will not be."""
        return not self._is_rewritten() and bool(self._kind() & lexical.DEFAULTED)

    @property
    def nil(self):
        """Whether `xsi:nil` says that there is no content. Setting it writes or removes the attribute, and takes out the content."""
        return self._dict().get(_NIL) in ("true", "1")

    @nil.setter
    def nil(self, nil):
        if not nil:
            self.unset(_NIL)
            return
        for child in self:
            self._detach(child)
        self._text = None
        self._touch()
        self.set(_NIL, "true")

    @property
    def path(self):
        """Where the element stands now, as `/order[1]/line[2]`, with local names."""
        steps = []
        node = self
        while node is not None:
            local = "node()" if callable(node._tag) else markup.local_name(node.tag)
            index = 1
            if node._parent is not None:
                siblings = node._parent._kids()
                same = (other for other in siblings if other is node or other.tag == node.tag)
                index = next(at for at, other in enumerate(same, 1) if other is node)
            steps.append(f"/{local}[{index}]")
            node = node._parent
        return "".join(reversed(steps))
