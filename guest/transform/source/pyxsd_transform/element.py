"""Elements: a tree like that of ElementTree, over the table of the document.

An element of the document costs nothing until it is asked for, and says nothing of its own until it is changed: the serialiser copies what was
not touched from the document.
"""

from xml.etree import ElementPath

from . import lexical, markup
from .attribute import Attributes, Written, read_attributes
from .children import Children
from .gap import UNSET, text_of, with_text
from .pyxsd_names import PyxsdNames
from .table import NONE
from .typed import Typed


class Element(Children, Typed, PyxsdNames):
    """An element.

    `tag`, `text`, `tail`, `attrib`, `get`, `set`, `find`, `iter` and the rest work as in `xml.etree.ElementTree`, with `{namespace}local` names.
    Other than there: an element has one parent (`getparent()`), and putting it somewhere takes it away from where it was; an element without
    children is true; prefixes of the document may be used in paths; numbers, dates and the like may be given where text is expected.
    """

    __slots__ = (
        "__weakref__",
        "_attributes",
        "_index",
        "_nodes",
        "_parent",
        "_tag",
        "_tail",
        "_text",
        "_touched",
        "_tree",
    )

    def __init__(self, tag, attrib=None, **extra):
        # Comments and processing instructions are elements with a function for a tag, as in ElementTree.
        self._tag = tag if callable(tag) else markup.require_name(tag)
        self._tree = None
        self._index = -1
        self._parent = None
        self._nodes = []
        self._text = None
        self._tail = None
        self._touched = True
        self._attributes = Written()
        for name, value in {**(attrib or {}), **extra}.items():
            self.set(name, value)

    def __getattr__(self, name):
        raise AttributeError(self._advice(name), name=name, obj=self)

    def _advice(self, name):
        local = {markup.local_name(child.tag): child.tag for child in self if isinstance(child.tag, str)}
        if name in local:
            tag = local[name]
            return f"elements have no attribute {name!r} for their children: write .find({tag!r}) or .findall({tag!r})"
        attributes = {markup.local_name(key): key for key in self._dict()}
        if name in attributes:
            return f"elements have no attribute {name!r} for their XML attributes: write .get({attributes[name]!r})"
        kin = {"getchildren": "list(element)", "getiterator": "element.iter()", "children": "list(element)"}
        kin |= {"attributes_": "element.attrib", "name": "element.tag", "parent": "element.getparent()"}
        hint = kin.get(name, ".find(tag) for children, .get(name) for XML attributes, .value for the typed value")
        return f"elements have no attribute {name!r}: write {hint}"

    # Names, text, attributes

    @property
    def tag(self):
        """`{namespace}local`, or `local` in no namespace."""
        return self._tree.tag(self._index) if self._tag is None else self._tag

    @tag.setter
    def tag(self, tag):
        # What is set to what it is stays as it is written.
        if markup.require_name(tag) != self.tag:
            self._tag = tag
            self._touch()

    @property
    def text(self):
        """The characters before the first child, without comments; None where there are none."""
        if self._text is UNSET:
            return self._tree.text_between(*self._tree.lead(self._index))
        return text_of(self._text)

    @text.setter
    def text(self, text):
        written = self._checked(text)
        if _is_same(written, self.text):
            return
        if self._text is not UNSET or self._tree.keeps_between(*self._tree.lead(self._index)):
            written = with_text(self._gap_of_text(), written)
        self._text = written
        self._touch()

    @property
    def tail(self):
        """The characters behind the element, without comments; None where there are none."""
        if self._tail is UNSET:
            return self._tree.text_between(*self._tree.tail(self._index))
        return text_of(self._tail)

    @tail.setter
    def tail(self, text):
        written = self._checked(text)
        if _is_same(written, self.tail):
            return
        if self._tail is not UNSET or self._tree.keeps_between(*self._tree.tail(self._index)):
            written = with_text(self._gap_of_tail(), written)
        self._tail = written
        self._touch()

    def _checked(self, value):
        if value is None:
            return None
        written = lexical.write(value, lexical.UNTYPED if isinstance(value, str) else self._kind())
        if isinstance(written, str):
            return markup.require_characters(written)
        markup.require_name(written.text)
        return written

    def _dict(self):
        if self._attributes is None:
            self._attributes = read_attributes(self._tree, self._index)
        return self._attributes

    def _written(self, name):
        """The value of an attribute in the document."""
        return read_attributes(self._tree, self._index).get(name)

    @property
    def attrib(self):
        """The written attributes as a dict, which may be changed."""
        self._touch()
        return self._dict()

    @attrib.setter
    def attrib(self, attributes):
        self._attributes = Written()
        self._touch()
        for name, value in dict(attributes).items():
            self.set(name, value)

    @property
    def attributes(self):
        """The attributes with their types, by name; with those that the schema supplies."""
        return Attributes(self)

    def get(self, name, default=None):
        value = self._dict().get(name, default)
        return value if value is default or isinstance(value, str) else str(value)

    def set(self, name, value):
        markup.require_attribute_name(name)
        if value is None:
            raise TypeError(f"the attribute {name!r} cannot be None: write element.unset({name!r}) to remove it")
        written = lexical.write(value, lexical.UNTYPED if isinstance(value, str) else self.attributes.kind_of(name))
        markup.require_value(name, written)
        held = self._dict().get(name)
        if type(held) is not type(written) or held != written:
            dict.__setitem__(self._dict(), name, written)
            self._touch()

    def unset(self, name):
        """Removes an attribute if it is there."""
        if name in self._dict():
            del self._dict()[name]
            self._touch()

    def keys(self):
        return self._dict().keys()

    def items(self):
        return self._dict().items()

    @property
    def namespaces(self):
        """Prefix to namespace name where the element stands in the document; the empty prefix only where it is bound."""
        node = self
        while node is not None and node._index < 0:
            node = node._parent
        return {} if node is None else dict(node._tree.scope_of(node._index))

    # Walking and searching

    def iter(self, tag=None):
        """The element and everything inside, in document order; with `tag` those of this name."""
        if tag == "*":
            tag = None
        open = [self]
        while open:
            node = open.pop()
            if tag is None or node.tag == tag:
                yield node
            open.extend(reversed(node._kids()))

    def itertext(self):
        """The characters inside, in document order."""
        open = [(self, False)]
        while open:
            node, behind = open.pop()
            if behind:
                if node.tail:
                    yield node.tail
                continue
            if callable(node._tag):
                continue
            if node.text:
                yield node.text
            for child in reversed(node._kids()):
                open.append((child, True))
                open.append((child, False))

    def _prefixes(self, namespaces):
        if namespaces is not None:
            return namespaces
        return {prefix: uri for prefix, uri in self.namespaces.items() if prefix}

    def find(self, path, namespaces=None):
        """The first element that a path of ElementTree leads to, or None. Without `namespaces` the prefixes of the document are known."""
        return ElementPath.find(self, path, self._prefixes(namespaces))

    def findall(self, path, namespaces=None):
        return ElementPath.findall(self, path, self._prefixes(namespaces))

    def iterfind(self, path, namespaces=None):
        return ElementPath.iterfind(self, path, self._prefixes(namespaces))

    def findtext(self, path, default=None, namespaces=None):
        return ElementPath.findtext(self, path, default, self._prefixes(namespaces))

    def makeelement(self, tag, attrib=None):
        return Element(tag, attrib)

    # The rest

    def _touch(self):
        node = self
        while node is not None and not node._touched:
            node._touched = True
            node = node._parent

    def _document(self):
        node = self
        while node._parent is not None:
            node = node._parent
        return getattr(node._tree, "document", None)

    def __copy__(self):
        return self.__deepcopy__({})

    def __deepcopy__(self, memo):
        copied = _copy(self)
        copied._tail = None if markup.is_space(self.tail) else self.tail
        pairs = [(self, copied)]
        while pairs:
            source, target = pairs.pop()
            for child in source._nodes or () if source._touched else ():
                twin = _copy(child)
                twin._parent = target
                target._nodes.append(twin)
                pairs.append((child, twin))
        return copied

    def __bool__(self):
        return True

    def __repr__(self):
        return f"<Element {self.tag!r} at {self.path}>"


def _is_same(written, held):
    """Whether text that is set is what stands there; a name whose prefix is to be chosen never is."""
    return (written is None or isinstance(written, str)) and (written or None) == held


def bound(table, index, parent):
    """The element of the document at a position of the table."""
    node = Element.__new__(Element)
    node._tree = table
    node._index = index
    node._parent = parent
    node._tag = node._attributes = node._nodes = None
    node._text = node._tail = UNSET
    node._touched = False
    return node


def _copy(node):
    """A copy without parent; without children where something was changed."""
    copied = Element.__new__(Element)
    copied._tree = node._tree
    copied._index = node._index
    copied._parent = None
    copied._tag = node._tag
    copied._attributes = None if node._attributes is None else Written(node._attributes)
    copied._text = node._text
    copied._tail = node._tail
    copied._touched = node._touched
    # What was not touched is read from the document again.
    copied._nodes = [] if node._touched and node._nodes is not None else None
    return copied


def root_of(table):
    """The document element; None where strict binding leaves it out."""
    if table.is_hidden(0):
        return None
    return bound(table, 0, None)


def is_new(node):
    return node._index < 0


def SubElement(parent, tag, attrib=None, **extra):
    """A new element at the end of another one."""
    child = Element(tag, attrib, **extra)
    parent.append(child)
    return child


__all__ = ["NONE", "Element", "SubElement", "bound", "is_new", "root_of"]
