"""The node table: where every element stands in the document, and what the schema says about it. `docs/node-table.md` describes the bytes."""

import bisect
from array import array

from . import lexical, markup

NONE = 0xFFFFFFFF
_HEAD = 24
_LEGACY, _STRICT, _CARRIES_TEXT = 1, 2, 4
_SECTIONS = [
    "text",
    "heap",
    "strings",
    "declarations",
    "types",
    "scopes",
    "bindings",
    "parent",
    "end",
    "start",
    "open_end",
    "close_start",
    "stop",
    "scope",
    "name",
    "declaration",
    "type",
    "kind",
    "value_start",
    "value_length",
    "first_attribute",
    "attribute_name",
    "attribute_declaration",
    "attribute_type",
    "attribute_kind",
    "attribute_value_start",
    "attribute_value_length",
]
_BYTES = ("text", "heap")


def _rows_with_names(kinds):
    """Positions of the kinds that hold names, or may hold them."""
    wanted = {kind for kind in set(kinds) if kind & lexical.KIND == lexical.ITEMS or kind & 0xFF in (lexical.QNAME, lexical.NOTATION)}
    return [at for at, kind in enumerate(kinds) if kind in wanted] if wanted else []


class TableError(ValueError):
    """The bytes are no node table of this document."""


class Table:
    """Columns by the names of the sections, each a sequence of numbers; `text` and `heap` are bytes.

    A table that was made without a schema has no values: `kind` is None.
    """

    def __init__(self, columns, text, prolog=b"", legacy=False, strict=False, is_utf8=True):
        for name, column in columns.items():
            setattr(self, name, column)
        self.text = text
        #: Bytes of the document before `text`: a byte-order mark.
        self.prolog = prolog
        self.legacy = legacy
        self.strict = strict
        self.is_utf8 = is_utf8
        self._strings = {}
        self._scopes = {}
        self._told = {}
        self._unprefixed = None
        self.hidden = self._find_hidden()

    @classmethod
    def read(cls, document, table):
        """The table of a document."""
        table = memoryview(table)
        if len(table) < _HEAD or bytes(table[:4]) != b"PXNT":
            raise TableError("the node table does not begin as one")
        version, flags, mark, length, count = table[4:_HEAD].cast("I")
        if version != 1 or count < len(_SECTIONS):
            raise TableError(f"a node table of version {version} with {count} sections cannot be read")
        directory = table[_HEAD : _HEAD + 8 * count].cast("I")
        columns = {}
        for index, name in enumerate(_SECTIONS):
            start, size = directory[2 * index], directory[2 * index + 1]
            section = table[start : start + size]
            if len(section) != size:
                raise TableError("the node table ends too early")
            columns[name] = bytes(section) if name in _BYTES else array("I", section.cast("I"))
        text = columns.pop("text")
        if not flags & _CARRIES_TEXT:
            text = document[mark:]
        if len(text) != length:
            raise TableError("the node table belongs to another document")
        prolog = b"" if flags & _CARRIES_TEXT else document[:mark]
        return cls(columns, text, prolog, bool(flags & _LEGACY), bool(flags & _STRICT), not flags & _CARRIES_TEXT)

    def _find_hidden(self):
        """Elements that strict binding leaves out, outermost only, in document order."""
        if not self.strict or self.kind is None:
            return []
        found = []
        at, count = 0, len(self.end)
        while at < count:
            if self.kind[at] & lexical.UNBOUND:
                found.append(at)
                at = self.end[at]
            else:
                at += 1
        self._hidden_starts = [self.start[index] for index in found]
        return found

    def has_unprefixed_names(self, index, end=None):
        """Whether elements from a position on (that one, or those before `end`) hold typed QNames or NOTATIONs that are written without a prefix."""
        if self._unprefixed is None:
            self._unprefixed = self._find_unprefixed()
        at = bisect.bisect_left(self._unprefixed, index)
        return at < len(self._unprefixed) and self._unprefixed[at] < (index + 1 if end is None else end)

    def _find_unprefixed(self):
        if self.kind is None:
            return []
        found = {index for index in _rows_with_names(self.kind) if self.has_unprefixed_text(index)}
        for row in _rows_with_names(self.attribute_kind):
            index = bisect.bisect_right(self.first_attribute, row) - 1
            if any(True for _ in self.unprefixed_attributes(index)):
                found.add(index)
        return sorted(found)

    def has_unprefixed_text(self, index):
        """Whether the content of an element is a typed name without a prefix, or has such items."""
        if self.kind is None or self.value_start[index] == NONE or self.kind[index] & (lexical.DEFAULTED | lexical.UNBOUND):
            return False
        form = self.lexical_form(self.value_start[index], self.value_length[index])
        return lexical.has_unprefixed_name(self.kind[index], form, self.text_between(*self.lead(index)) or "")

    def unprefixed_attributes(self, index):
        """Written names of the attributes of an element whose values are typed names without a prefix, or have such items."""
        if self.kind is None:
            return
        pieces = (piece for piece in markup.start_tag(self.start_tag(index))[1] if piece.declares is None)
        for row, piece in zip(self.attribute_rows(index), pieces):
            start = self.attribute_value_start[row]
            if start == NONE or self.attribute_kind[row] & (lexical.DEFAULTED | lexical.UNBOUND):
                continue
            form = self.lexical_form(start, self.attribute_value_length[row])
            if lexical.has_unprefixed_name(self.attribute_kind[row], form, piece.value):
                yield piece.qname

    def string(self, number):
        found = self._strings.get(number)
        if found is None:
            start, length = self.strings[2 * number], self.strings[2 * number + 1]
            found = self._strings[number] = self.heap[start : start + length].decode()
        return found

    def tag(self, index):
        return self.string(self.name[index])

    def bindings_of(self, scope):
        """Prefix to namespace name, all that are in scope; the empty prefix only where it is bound. Not to be changed."""
        found = self._scopes.get(scope)
        if found is not None:
            return found
        chain = []
        outer = scope
        while outer != NONE and outer not in self._scopes:
            chain.append(outer)
            outer = self.scopes[3 * outer]
        found = self._scopes.setdefault(outer, {})
        for inner in reversed(chain):
            found = dict(found)
            first, count = self.scopes[3 * inner + 1], self.scopes[3 * inner + 2]
            for at in range(first, first + count):
                prefix, namespace = self.string(self.bindings[2 * at]), self.string(self.bindings[2 * at + 1])
                found[prefix] = namespace
                if not namespace:
                    del found[prefix]
            self._scopes[inner] = found
        return found

    def scope_of(self, index):
        return self.bindings_of(self.scope[index])

    def scope_around(self, index):
        """The bindings outside an element."""
        parent = self.parent[index]
        return self.bindings_of(NONE if parent == NONE else self.scope[parent])

    def is_hidden(self, index):
        return bool(self.hidden) and bool(self.kind[index] & lexical.UNBOUND)

    def children(self, index):
        """Positions of the child elements that the bound document has."""
        at, end = index + 1, self.end[index]
        while at < end:
            if not self.is_hidden(at):
                yield at
            at = self.end[at]

    def lead(self, index):
        """Where the text before the first child stands."""
        return self.open_end[index], self._up_to(index + 1, index)

    def tail(self, index):
        """Where the text behind an element stands; nowhere for the root."""
        parent = self.parent[index]
        stop = self.stop[index]
        return (stop, stop) if parent == NONE else (stop, self._up_to(self.end[index], parent))

    def _up_to(self, sibling, parent):
        end = self.end[parent]
        if not self.hidden:
            return self.start[sibling] if sibling < end else self.close_start[parent]
        while sibling < end and self.is_hidden(sibling):
            sibling = self.end[sibling]
        return self.start[sibling] if sibling < end else self.close_start[parent]

    def hidden_between(self, start, stop):
        """Hidden elements that stand in a range between two tags."""
        if not self.hidden:
            return []
        first = bisect.bisect_left(self._hidden_starts, start)
        return self.hidden[first : bisect.bisect_left(self._hidden_starts, stop)]

    def pieces(self, start, stop):
        """What stands between two tags, in order: str for text, bytes for a comment or processing instruction, int for a hidden element."""
        found = []
        for hidden in self.hidden_between(start, stop):
            found += markup.pieces(self.text[start : self.start[hidden]])
            found.append(hidden)
            start = self.stop[hidden]
        return found + markup.pieces(self.text[start:stop])

    def text_between(self, start, stop):
        """The characters between two tags; None where there are none."""
        if start >= stop:
            return None
        if not self.hidden or not self.hidden_between(start, stop):
            return markup.text_of(self.text[start:stop])
        return "".join(piece for piece in self.pieces(start, stop) if type(piece) is str) or None

    def keeps_between(self, start, stop):
        """Whether something stands between two tags that is no text, or may be none."""
        return self.text.find(b"<", start, stop) >= 0

    def lexical_form(self, start, length):
        """A text that stands in the document or in the heap."""
        at = start - len(self.text)
        return (self.text[start : start + length] if at < 0 else self.heap[at : at + length]).decode()

    def start_tag(self, index):
        return self.text[self.start[index] : self.open_end[index]]

    def attribute_rows(self, index):
        return range(self.first_attribute[index], self.first_attribute[index + 1])
