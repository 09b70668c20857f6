"""Attributes with their types."""

from collections.abc import Mapping

from . import lexical, markup
from .declaration import declaration_of, type_of
from .table import NONE


class Attribute:
    """An attribute of an element, written or supplied by the schema."""

    __slots__ = ("_element", "_row", "name", "text")

    def __init__(self, element, name, text, row):
        self.name = name
        #: The value as a string; of one that the schema supplies its lexical form.
        self.text = text
        self._element = element
        self._row = row

    def _known(self, column, otherwise):
        return otherwise if self._row is None else getattr(self._element._tree, column)[self._row]

    @property
    def is_default(self):
        """Whether the schema supplies it: it is not written, and will not be."""
        return bool(self._known("attribute_kind", 0) & lexical.DEFAULTED)

    @property
    def value(self):
        """The value as its type says, such as an int or a Decimal; without a type the string."""
        kind = self._known("attribute_kind", lexical.UNTYPED)
        start = self._known("attribute_value_start", NONE)
        if start == NONE:
            return self.text
        table = self._element._tree
        if self._element._touched and not self.is_default and self.text != self._element._written(self.name):
            return lexical.read_new(kind, self.text, self._element._resolve_value)
        return lexical.read(kind & lexical.KIND, table.lexical_form(start, self._known("attribute_value_length", 0)))

    @property
    def declaration(self):
        number = self._known("attribute_declaration", NONE)
        return None if number == NONE else declaration_of(self._element._tree, number)

    @property
    def type(self):
        number = self._known("attribute_type", NONE)
        return None if number == NONE else type_of(self._element._tree, number)

    def __repr__(self):
        return f"<Attribute {self.name}={self.text!r}>"


class Attributes(Mapping):
    """The attributes of an element by `{namespace}local`, with those that the schema supplies behind those that are written."""

    __slots__ = ("_element",)

    def __init__(self, element):
        self._element = element

    def _rows(self):
        element = self._element
        table = element._tree
        if element._index < 0 or table.kind is None:
            return {}
        return {table.string(table.attribute_name[row]): row for row in table.attribute_rows(element._index)}

    def _supplied(self, rows):
        kinds = self._element._tree.attribute_kind if rows else ()
        written = self._element._dict()
        return {name: row for name, row in rows.items() if kinds[row] & lexical.DEFAULTED and name not in written}

    def _row(self, name):
        element = self._element
        table = element._tree
        if element._index < 0 or table.kind is None:
            return None
        rows = table.attribute_rows(element._index)
        return next((row for row in rows if table.string(table.attribute_name[row]) == name), None)

    def __getitem__(self, name):
        element = self._element
        row = self._row(name)
        written = element._dict()
        if name in written:
            return Attribute(element, name, text_of(written[name]), row)
        table = element._tree
        if row is None or not table.attribute_kind[row] & lexical.DEFAULTED:
            raise KeyError(name)
        text = table.lexical_form(table.attribute_value_start[row], table.attribute_value_length[row])
        return Attribute(element, name, text, row)

    def __iter__(self):
        yield from self._element._dict()
        yield from self._supplied(self._rows())

    def __len__(self):
        return len(self._element._dict()) + len(self._supplied(self._rows()))

    def kind_of(self, name):
        """How the value of an attribute is read."""
        row = self._row(name)
        return lexical.UNTYPED if row is None else self._element._tree.attribute_kind[row]


class Written(dict):
    """Written attributes: `{namespace}local` to string, or to a QName whose prefix is not chosen yet. What XML cannot hold is refused."""

    __slots__ = ()

    def __setitem__(self, name, value):
        markup.require_attribute_name(name)
        super().__setitem__(name, markup.require_value(name, value))

    def setdefault(self, name, value=None):
        if name not in self:
            self[name] = value
        return self[name]

    def update(self, *others, **named):
        for name, value in dict(*others, **named).items():
            self[name] = value

    def __ior__(self, other):
        self.update(other)
        return self

    def copy(self):
        return Written(self)


def text_of(value):
    return value if isinstance(value, str) else str(value)


def read_attributes(table, index):
    """Written attributes of an element that the bound document has: `{namespace}local` to string."""
    found = {}
    _, pieces = markup.start_tag(table.start_tag(index))
    bindings = None
    row = table.first_attribute[index] if table.strict and table.kind is not None else None
    for piece in pieces:
        if piece.declares is not None:
            continue
        name = piece.qname
        if ":" in name:
            bindings = table.scope_of(index) if bindings is None else bindings
            name = expanded(name, bindings)
        if row is None or not table.attribute_kind[row] & lexical.UNBOUND:
            found[name] = piece.value
        row = None if row is None else row + 1
    return Written(found)


def expanded(qname, bindings):
    """The expanded name of an attribute."""
    prefix, _, local = qname.rpartition(":")
    if not prefix:
        return local
    return markup.join_name(markup.XML if prefix == "xml" else bindings[prefix], local)
