"""The document that a transform is given."""

from . import markup, reading
from .element import Element, SubElement, root_of
from .serialiser import Writer
from .table import Table

_JUDGED = "whether the document is valid is judged by other workers once the transform has returned"


class Document:
    """A document: `root` and what is in it; the methods of ElementTree and those of pyxsd's documents."""

    def __init__(self, data, table=b""):
        """`data` are the bytes of the document, `table` those of its node table; without one nodes have no types."""
        self._table = Table.read(data, table) if table else reading.read(data)
        self._table.document = self
        self._root = root_of(self._table)
        self._preferred = {}
        if self._root is None:
            raise reading.UnreadableError("strict binding leaves nothing of this document: use lax binding")

    @property
    def root(self):
        """The document element."""
        node = self._root
        while node._parent is not None:
            node = node._parent
        if node._tree is None:
            node._tree = self._table
        return node

    @root.setter
    def root(self, element):
        if not isinstance(element, Element):
            raise TypeError(f"the root is an Element, not {type(element).__name__}")
        if element.getparent() is not None:
            element.getparent().remove(element)
        self._root = element
        if element._tree is None:
            element._tree = self._table

    def getroot(self):
        return self.root

    def element(self, tag, attrib=None, text=None, **extra):
        """A new element, not yet in the tree."""
        made = Element(tag, attrib, **extra)
        made.text = text
        return made

    @property
    def namespaces(self):
        """Prefix to namespace name at the document element; the empty prefix only where it is bound."""
        return self.root.namespaces

    def register_namespace(self, prefix, uri):
        """Which prefix a namespace gets where it needs a declaration."""
        markup.require_binding(prefix, uri)
        self._preferred[uri] = prefix

    # Searching

    def iter(self, tag=None):
        return self.root.iter(tag)

    walk = iter

    def find(self, path, namespaces=None):
        return self.root.find(path, namespaces)

    def findall(self, path, namespaces=None):
        return self.root.findall(path, namespaces)

    def iterfind(self, path, namespaces=None):
        return self.root.iterfind(path, namespaces)

    def findtext(self, path, default=None, namespaces=None):
        return self.root.findtext(path, default, namespaces)

    def xpath(self, expression, namespaces=None):
        """See `Element.xpath`; the context is the document element."""
        return self.root.xpath(expression, namespaces)

    # Writing

    def to_bytes(self):
        """The document as it would be written now."""
        return self._write()[0]

    def _write(self):
        """Bytes and warnings."""
        writer = Writer(self._preferred)
        data = writer.document(self._table, self.root)
        return data, writer.warnings(self._table)

    def to_string(self):
        return self.to_bytes().decode().removeprefix("\ufeff")

    def to_dict(self, typed=True, always_list=False):
        return self.root.to_dict(typed, always_list)

    def to_json(self, indent=None):
        return self.root.to_json(indent)

    def transform(self, function, *arguments, **named):
        """Calls a function of pyxsd's kind with the root: another root that it returns becomes the root."""
        found = function(self.root, *arguments, **named)
        if isinstance(found, Element):
            self.root = found
            return self
        return found

    def __getattr__(self, name):
        if name in ("report", "is_valid", "require_valid", "revalidate"):
            advice = f"documents have no {name!r} here: {_JUDGED}"
        elif name in ("write", "source"):
            advice = f"documents have no {name!r} here: there are no files; return the document, or use context.checkpoint(name)"
        elif name == "schema":
            advice = "documents have no 'schema' here: use context.schema, and .declaration and .type of elements"
        else:
            advice = f"documents have no attribute {name!r}: the tree begins at document.root"
        raise AttributeError(advice, name=name, obj=self)

    def __repr__(self):
        return f"<Document {self.root.tag!r}>"


__all__ = ["Document", "Element", "SubElement", "markup"]
