"""The table of a document without schema, made by a parser."""

import re
from array import array
from xml.parsers import expat

from . import markup
from .table import NONE, Table

_DECLARATION = re.compile(r"""<\?xml(\s+version\s*=\s*(?:"[^"]*"|'[^']*'))\s+encoding\s*=\s*("[^"]*"|'[^']*')""")
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class UnreadableError(ValueError):
    """The document cannot be read."""


def decode(document):
    """Byte-order mark, text in UTF-8, and whether the document was in UTF-8."""
    mark, encoding = next(((mark, name) for mark, name in _MARKS if document.startswith(mark)), (b"", None))
    if encoding is None and document[:2] in (b"<\0", b"\0<"):
        encoding = "utf-16-le" if document[0] else "utf-16-be"
    if encoding is None:
        match = _DECLARATION.match(document[:200].decode("latin-1"))
        encoding = match.group(2)[1:-1].lower() if match else "utf-8"
    try:
        text = document[len(mark) :].decode(encoding)
    except (LookupError, UnicodeDecodeError) as error:
        raise UnreadableError(f"the document cannot be decoded as {encoding}: {error}") from None
    if encoding in ("utf-8", "utf8"):
        return mark, document[len(mark) :], True
    return b"", text.encode(), False


class _Reader:
    def __init__(self, text):
        self.text = text
        names = ["parent", "end", "start", "open_end", "close_start", "stop", "scope", "name"]
        self.columns = {name: array("I") for name in names}
        self.strings = {}
        self.scopes = []
        self.bindings = []
        self.open = []
        self.resolved = {}
        self.parser = parser = expat.ParserCreate("utf-8")
        parser.ordered_attributes = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.StartDoctypeDeclHandler = self.doctype

    def doctype(self, *_):
        raise UnreadableError("documents with a document type declaration are not read")

    def number(self, text):
        return self.strings.setdefault(text, len(self.strings))

    def resolve(self, scope, qname):
        prefix, _, local = qname.rpartition(":")
        while scope != NONE:
            outer, first, count = self.scopes[scope]
            for declared, namespace in self.bindings[first : first + count]:
                if declared == prefix:
                    return markup.join_name(namespace, local)
            scope = outer
        if prefix == "xml":
            return markup.join_name(markup.XML, local)
        if prefix:
            raise UnreadableError(f"the prefix of {qname!r} is not declared")
        return local

    def start(self, qname, attributes):
        columns = self.columns
        at = self.parser.CurrentByteIndex
        parent, outer = self.open[-1] if self.open else (NONE, NONE)
        pairs = zip(attributes[::2], attributes[1::2])
        declared = [(name[6:], uri) for name, uri in pairs if name == "xmlns" or name.startswith("xmlns:")]
        scope = outer
        if declared:
            scope = len(self.scopes)
            self.scopes.append((outer, len(self.bindings), len(declared)))
            self.bindings += declared
        open_end = self.tag_end(at)
        self.open.append((len(columns["parent"]), scope))
        columns["parent"].append(parent)
        columns["end"].append(0)
        columns["start"].append(at)
        for name in ("open_end", "close_start", "stop"):
            columns[name].append(open_end)
        columns["scope"].append(scope)
        number = self.resolved.get((scope, qname))
        if number is None:
            number = self.resolved[scope, qname] = self.number(self.resolve(scope, qname))
        columns["name"].append(number)

    def tag_end(self, at):
        text = self.text
        while True:
            end = text.index(b">", at)
            quotes = [(where, quote) for quote in (b'"', b"'") if (where := text.find(quote, at, end)) >= 0]
            if not quotes:
                return end + 1
            where, quote = min(quotes)
            at = text.index(quote, where + 1) + 1

    def end(self, _):
        columns = self.columns
        index, _ = self.open.pop()
        columns["end"][index] = len(columns["parent"])
        open_end = columns["open_end"][index]
        if self.text[open_end - 2] == 0x2F:
            return
        close = self.parser.CurrentByteIndex
        columns["close_start"][index] = close
        columns["stop"][index] = self.text.index(b">", close) + 1

    def table(self, mark, is_utf8):
        heap = bytearray()
        strings = array("I")

        def add(text):
            raw = text.encode()
            strings.extend((len(heap), len(raw)))
            heap.extend(raw)

        numbered = [(self.number(prefix), self.number(uri)) for prefix, uri in self.bindings]
        for text in self.strings:
            add(text)
        columns = dict(self.columns, heap=bytes(heap), strings=strings, kind=None, first_attribute=None)
        columns["scopes"] = array("I", [number for scope in self.scopes for number in scope])
        columns["bindings"] = array("I", [number for pair in numbered for number in pair])
        return Table(columns, self.text, mark, is_utf8=is_utf8)


def read(document):
    """The table of a well-formed document; nodes have no types."""
    mark, text, is_utf8 = decode(document)
    reader = _Reader(text)
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        raise UnreadableError(f"the document is not well-formed: {error}") from None
    return reader.table(mark, is_utf8)
