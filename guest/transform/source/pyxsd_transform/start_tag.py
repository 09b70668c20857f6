"""Start tags: which prefixes names are written with, and what of a tag of the document stays."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import QName

from . import markup
from .attribute import expanded

_TYPE = markup.join_name(markup.XSI, "type")


class Names:
    """The bindings at one start tag, and the declarations that it needs beside those that it has."""

    def __init__(self, scope, own=None, preferred=None):
        self.bindings = dict(scope)
        self._around = scope
        self.own = own or {}
        for prefix, namespace in self.own.items():
            self._bind(prefix, namespace)
        self.preferred = preferred or {}
        #: Declarations to add or to replace, in order.
        self.declared = {}

    def _bind(self, prefix, namespace):
        if namespace:
            self.bindings[prefix] = namespace
        else:
            self.bindings.pop(prefix, None)

    def declare(self, prefix, namespace):
        self.declared[prefix] = namespace
        self._bind(prefix, namespace)

    def has(self, prefix, namespace):
        return self.bindings.get(prefix, "") == namespace and (bool(namespace) or not prefix)

    def element(self, tag, hint=None, may_rebind=False):
        """The name of an element as written; `hint` is the prefix that it had."""
        namespace, local = markup.split_name(tag)
        if namespace == markup.XML:
            return f"xml:{local}"
        if hint is not None and self.has(hint, namespace):
            return _join(hint, local)
        if self.has("", namespace):
            return local
        if not namespace:
            self.declare("", "")
            return local
        prefix = self._bound(namespace)
        if prefix is None:
            if may_rebind and hint in self.own and hint not in self.declared:
                prefix = hint
            else:
                prefix = self._free(namespace)
            self.declare(prefix, namespace)
        return _join(prefix, local)

    def attribute(self, name, hint=None):
        """The name of an attribute as written."""
        namespace, local = markup.split_name(name)
        if not namespace:
            return local
        if namespace == markup.XML:
            return f"xml:{local}"
        if hint and self.has(hint, namespace):
            return _join(hint, local)
        return _join(self.prefix(namespace), local)

    def prefix(self, namespace):
        """A prefix that is not empty; declared where none is."""
        prefix = self._bound(namespace)
        if prefix is None:
            prefix = self._free(namespace)
            self.declare(prefix, namespace)
        return prefix

    def value(self, name):
        """A QName as the text of an attribute or element."""
        namespace, local = markup.split_name(name.text)
        if namespace == markup.XML:
            return f"xml:{local}"
        if namespace:
            return _join(self.prefix(namespace), local)
        if "" in self.bindings:
            raise ValueError(f"the name {local!r} is in no namespace and cannot be written where a default namespace is declared")
        return local

    def _bound(self, namespace):
        return next((prefix for prefix, bound in self.bindings.items() if prefix and bound == namespace), None)

    def _free(self, namespace):
        wanted = self.preferred.get(namespace) or ElementTree._namespace_map.get(namespace)
        if wanted and wanted not in self.bindings:
            return wanted
        number = 0
        while f"ns{number}" in self.bindings:
            number += 1
        return f"ns{number}"

    def written(self):
        """The declarations to add."""
        around = self._around
        added = [(prefix, uri) for prefix, uri in self.declared.items() if prefix not in self.own and around.get(prefix, "") != uri]
        return b"".join(declaration(prefix, uri) for prefix, uri in added)


def declaration(prefix, namespace):
    name = f"xmlns:{prefix}" if prefix else "xmlns"
    return b" " + name.encode() + b'="' + markup.escape_attribute(namespace) + b'"'


def _join(prefix, local):
    return f"{prefix}:{local}" if prefix else local


def text_value(names, value):
    """The text of an attribute or element, which may be a QName."""
    return names.value(value) if isinstance(value, QName) else value if isinstance(value, str) else None


class Tag:
    """A start tag: its name as written, everything up to its end, its end, and the bindings inside."""

    __slots__ = ("body", "end", "inner", "name")

    def __init__(self, name, body, end, inner):
        self.name = name
        self.body = body
        self.end = end
        self.inner = inner


class Tags:
    """Writes start tags; names that come again in the same bindings are found once."""

    def __init__(self, preferred):
        self._preferred = preferred
        self._plain = {}
        #: Table and position of elements whose content is a name that means something else than before.
        self.lost = []

    def written(self, node, scope, carried):
        """The start tag of an element where the bindings of `scope` hold; `carried` are declarations that it gets beside its own."""
        if node._index < 0:
            return _new_tag(node, scope, self._preferred, carried)
        if not carried and not node._tree.strict and not isinstance(node._text, QName):
            tag = self._plain_tag(node, scope)
            if tag is not None:
                return tag
        tag = _changed_tag(node, scope, self._preferred, carried)
        table, index = node._tree, node._index
        if tag.inner is not table.scope_of(index) and tag.inner.get("") != table.scope_of(index).get("") and _keeps_unprefixed_text(node):
            self.lost.append((table, index))
        return tag

    def _plain_tag(self, node, scope):
        """The tag of an element that declares nothing and has no colon in its attributes or text; None for others."""
        table, index = node._tree, node._index
        raw = table.start_tag(index)
        name = markup.written_name(raw)
        around = table.scope_of(index)
        body, end = _parted(raw)
        attributes = node._attributes
        is_same = node._tag is None and scope is around
        if b"xmlns" in raw or (not is_same and table.has_unprefixed_names(index)):
            return None
        if not (is_same and attributes is None) and (raw.find(b":", 1 + len(name)) >= 0 or self._has_colon(node)):
            return None
        if attributes is not None and not all(name[:1] != "{" and isinstance(value, str) for name, value in attributes.items()):
            return None
        rest = body[1 + len(name) :] if attributes is None else _plain_attributes(raw, attributes)
        if is_same:
            return Tag(name, b"<" + name + rest, end, scope)
        key = (id(scope), id(around), name, node.tag)
        found = self._plain.get(key)
        if found is None:
            names = Names(scope, None, self._preferred)
            qname = names.element(node.tag, name.decode().rpartition(":")[0]).encode()
            bindings = around if names.bindings == around else scope if names.bindings == scope else names.bindings
            # The dicts are kept, so that no others get their ids.
            found = self._plain[key] = (qname, b"<" + qname + names.written(), bindings, scope, around)
        qname, start, inner = found[:3]
        return Tag(qname, start + rest, end, inner)

    def _has_colon(self, node):
        if isinstance(node._text, str):
            return False
        table = node._tree
        return table.text.find(b":", *table.lead(node._index)) >= 0


def _parted(raw):
    """A start tag without its end, and its end with the white space before it."""
    body = raw[: -2 if raw.endswith(b"/>") else -1].rstrip()
    return body, raw[len(body) :]


def _plain_attributes(raw, attributes):
    """The attributes of a tag without prefixes and declarations, those of the document first."""
    known = set()
    written = []
    for piece in markup.start_tag(raw)[1]:
        known.add(piece.qname)
        value = attributes.get(piece.qname)
        if value is None:
            continue
        if value == piece.value:
            written.append(raw[piece.start : piece.stop])
        else:
            value = markup.require_characters(value)
            written.append(_written(piece.space, piece.qname, piece.equals, piece.raw[:1], value))
    if len(known) < len(attributes) or not known.issuperset(attributes):
        new = {name: value for name, value in attributes.items() if name not in known}
        written += _new_attributes(new, None)
    return b"".join(written)


def _new_tag(node, scope, preferred, carried=None):
    """The tag of an element that the transform made."""
    names = Names(scope, None, preferred)
    for prefix, namespace in (carried or {}).items():
        names.declare(prefix, namespace)
    qname = names.element(node.tag).encode()
    written = list(_new_attributes(node._attributes, names))
    if isinstance(node._text, QName):
        names.value(node._text)
    inner = scope if names.bindings == scope else names.bindings
    return Tag(qname, b"<" + qname + names.written() + b"".join(written), b"/>", inner)


def _new_attributes(attributes, names):
    for name, value in attributes.items():
        qname = name if name[:1] != "{" else names.attribute(name)
        markup.require_name(name)
        yield _written(b" ", qname, b"=", b'"', _require_text(name, text_value(names, value)))


def _written(space, qname, equals, quote, value):
    return space + qname.encode() + equals + quote + markup.escape_attribute(value, quote.decode()) + quote


def _require_text(name, value):
    if value is None:
        raise TypeError(f"the attribute {name!r} holds no string: write element.set({name!r}, value)")
    return markup.require_characters(value)


def _changed_tag(node, scope, preferred, carried=None):
    """The tag of an element of the document; what did not change stays as it is written."""
    table, index = node._tree, node._index
    raw = table.start_tag(index)
    qname, pieces = markup.start_tag(raw)
    own = {piece.declares: piece.value for piece in pieces if piece.declares is not None}
    names = Names(scope, own, preferred)
    for prefix, namespace in (carried or {}).items():
        if prefix not in own:
            names.declare(prefix, namespace)
    source = table.scope_of(index)
    hint = qname.rpartition(":")[0]
    mentioned = _mentioned(node, pieces, source)
    for prefix in mentioned:
        if prefix not in own and names.bindings.get(prefix, "") != source.get(prefix, ""):
            names.declare(prefix, source.get(prefix, ""))
    written_name = names.element(node.tag, hint, may_rebind=hint not in mentioned)
    attributes = _changed_attributes(node, pieces, names, source)
    if isinstance(node._text, QName):
        names.value(node._text)
    end = b"".join(_pieces(raw, pieces, attributes, names))
    name = written_name.encode()
    return Tag(name, b"<" + name + names.written() + end, _parted(raw)[1], source if names.bindings == source else names.bindings)


def _changed_attributes(node, pieces, names, source):
    """Position of the piece, or None for a new attribute, with the attribute as written or None where it is gone."""
    table = node._tree
    attributes = node._attributes
    row = table.first_attribute[node._index] if table.strict and table.kind is not None else None
    known = set()
    found = []
    # Where an element in no namespace has to undo the default, names in its values get a prefix.
    lost = set(_unprefixed_values(node)) if names.bindings.get("") != source.get("") and "" in source else ()
    for at, piece in enumerate(pieces):
        if piece.declares is not None:
            continue
        hidden = row is not None and table.attribute_kind[row] & 0x2000
        row = None if row is None else row + 1
        prefix, _, local = piece.qname.rpartition(":")
        namespace = markup.XML if prefix == "xml" else source[prefix] if prefix else ""
        name = markup.join_name(namespace, local)
        known.add(name)
        if attributes is not None and not hidden and name not in attributes:
            found.append((at, None))
            continue
        value = piece.value if attributes is None or hidden else _require_text(name, text_value(names, attributes[name]))
        if name in lost and value == piece.value:
            value = _with_prefixes(value, names, source[""])
        qname = names.attribute(name, prefix)
        if qname != piece.qname or value != piece.value:
            found.append((at, _written(piece.space, qname, piece.equals, piece.raw[:1], value)))
    new = {name: value for name, value in (attributes or {}).items() if name not in known}
    return found + [(None, written) for written in _new_attributes(new, names)]


def _pieces(raw, pieces, attributes, names):
    """What follows the name of the tag, its end left out."""
    changed = {at: written for at, written in attributes if at is not None}
    for at, piece in enumerate(pieces):
        prefix = piece.declares
        if prefix is not None and names.declared.get(prefix, piece.value) != piece.value:
            quote = piece.raw[:1]
            value = markup.escape_attribute(names.declared[prefix], quote.decode())
            yield piece.space + piece.qname.encode() + piece.equals + quote + value + quote
        elif at in changed:
            yield changed[at] or b""
        else:
            yield raw[piece.start : piece.stop]
    yield from (written for at, written in attributes if at is None)


def _mentioned(node, pieces, source):
    """Prefixes of the document that names in the values of an element may use; the order is that of the bindings."""
    if isinstance(node._text, str):
        text = ""
    else:
        start, stop = node._tree.lead(node._index)
        text = node._tree.text[start:stop].decode()
    values = [piece.value for piece in pieces if piece.declares is None] + [text]
    found = {prefix for value in values if ":" in value for prefix in re.findall(r"([^\s:'\"()\[\]/=,<>]+):", value)}
    unprefixed = _keeps_unprefixed_text(node) or any(True for _ in _unprefixed_values(node))
    if unprefixed and "" not in source:
        return ["", *(prefix for prefix in source if prefix in found)]
    return [prefix for prefix in source if prefix in found or (unprefixed and not prefix)]


def _keeps_unprefixed_text(node):
    """Whether the content is still that of the document, and a name without a prefix."""
    return not isinstance(node._text, (str, QName)) and node._text is not None and node._tree.has_unprefixed_text(node._index)


def _unprefixed_values(node):
    """Attributes whose values are names without a prefix, as far as that can be known."""
    attributes = node._dict()
    held = attributes.get(_TYPE)
    if isinstance(held, str) and ":" not in held:
        yield _TYPE
    table, index = node._tree, node._index
    if not table.has_unprefixed_names(index):
        return
    bindings = table.scope_of(index)
    for qname in table.unprefixed_attributes(index):
        name = expanded(qname, bindings)
        if name != _TYPE and attributes.get(name) is not None and attributes[name] == node._written(name):
            yield name


def _with_prefixes(value, names, namespace):
    """The names of a value, those without a prefix with one for the namespace that they are in."""
    return " ".join(name if ":" in name else f"{names.prefix(namespace)}:{name}" for name in value.split())
