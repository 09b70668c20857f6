"""What the schema says about nodes."""

from . import markup
from .table import NONE

_WIDTH = 6


class Type:
    """A type definition."""

    __slots__ = ("base", "file", "id", "is_complex", "line", "name")

    def __init__(self, id, name, file, line, base, is_complex):
        #: Component id, as `pyxsd_query_schema` gives it.
        self.id = id
        #: `{namespace}local`; None for an anonymous type.
        self.name = name
        #: The schema document and line; None for what is built in.
        self.file = file
        self.line = line
        #: The base type; None for `anyType`.
        self.base = base
        self.is_complex = is_complex

    @property
    def is_simple(self):
        return not self.is_complex

    def derives_from(self, name):
        """Whether the type has this name or is derived from the one that has: `{namespace}local`, or `xs:local` for a built-in type."""
        if name.startswith("xs:"):
            name = markup.join_name(markup.XS, name[3:])
        found = self
        while found is not None and found.name != name:
            found = found.base
        return found is not None

    def __repr__(self):
        return f"<Type {self.id}>"


class Declaration:
    """An element or attribute declaration."""

    __slots__ = ("file", "id", "kind", "line", "name", "type")

    def __init__(self, id, name, file, line, type, kind):
        self.id = id
        #: `{namespace}local`.
        self.name = name
        self.file = file
        self.line = line
        #: The declared type; that of a node may be another one (`xsi:type`).
        self.type = type
        #: `element` or `attribute`.
        self.kind = kind

    def __repr__(self):
        return f"<Declaration {self.id}>"


def _row(table, section, number):
    id, name, file, line, of, form = section[_WIDTH * number : _WIDTH * (number + 1)]
    return table.string(id), table.string(name) or None, table.string(file) or None, line or None, of, form


def type_of(table, number):
    """The type with a number; None for `NONE`."""
    told = table._told
    chain = []
    while number != NONE and ("type", number) not in told:
        row = _row(table, table.types, number)
        chain.append((number, row))
        number = row[4]
    found = None if number == NONE else told["type", number]
    for number, (id, name, file, line, _, form) in reversed(chain):
        found = told["type", number] = Type(id, name, file, line, found, form == 1)
    return found


def declaration_of(table, number):
    """The declaration with a number; None for `NONE`."""
    if number == NONE:
        return None
    found = table._told.get(("declaration", number))
    if found is None:
        id, name, file, line, of, form = _row(table, table.declarations, number)
        kind = "attribute" if form == 1 else "element"
        found = Declaration(id, name, file, line, type_of(table, of), kind)
        table._told["declaration", number] = found
    return found
