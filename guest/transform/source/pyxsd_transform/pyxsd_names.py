"""The names that nodes have in pyxsd, so that transforms written for it run."""

from collections.abc import MutableMapping, MutableSequence

from . import markup
from .gap import UNSET


class PyxsdNames:
    """Part of `Element`."""

    __slots__ = ()

    def _is_legacy(self):
        return self._tree is not None and self._tree.legacy

    @property
    def _name_(self):
        """The tag; under legacy matching the local name."""
        return markup.local_name(self.tag) if self._is_legacy() else self.tag

    @_name_.setter
    def _name_(self, name):
        if self._is_legacy() and name[:1] != "{":
            name = markup.join_name(markup.split_name(self.tag)[0], name)
        self.tag = name

    @property
    def _attribs_(self):
        """Attributes by name; those of `xsi` as `xsi:nil`."""
        return _Attribs(self)

    @_attribs_.setter
    def _attribs_(self, attributes):
        attributes = dict(attributes)
        self._attribs_.clear()
        self._attribs_.update(attributes)

    @property
    def _children_(self):
        """Child elements in document order, as a list that may be changed."""
        return _ChildList(self)

    @_children_.setter
    def _children_(self, children):
        self[:] = list(children)

    @property
    def _value_(self):
        """The characters of the content, normalised as the type says, as a list of one string; None where there is no value."""
        if self._is_typed() and not self._is_rewritten():
            from . import lexical
            from .table import NONE

            kind = self._kind()
            if kind & lexical.KIND == lexical.NOTHING:
                return None
            start = self._tree.value_start[self._index]
            if start != NONE and kind & lexical.KIND != lexical.ITEMS:
                return [self._tree.lexical_form(start, self._tree.value_length[self._index])]
        text = self.text
        return None if text is None or (len(self) and markup.is_space(text)) else [text]

    @_value_.setter
    def _value_(self, value):
        if isinstance(value, (list, tuple)):
            value = " ".join(str(item) for item in value)
        self.text = value

    @property
    def _tail_(self):
        return self.tail

    @_tail_.setter
    def _tail_(self, text):
        self.tail = text

    @property
    def _nil_(self):
        return self.nil

    @property
    def _descriptor_(self):
        """The declaration."""
        return self.declaration

    def walk(self):
        """The element and everything inside, in document order."""
        return self.iter()

    def xpath(self, expression, namespaces=None):
        """The value of an XPath 2.0 expression with this element as context: nodes as elements, attributes and text as strings, other values as
        Python values; a single value that is no node comes without a list. The document as it is now is bound for it."""
        from .xpath import evaluate

        return evaluate(self, expression, self._query_prefixes(namespaces))

    def _query_prefixes(self, namespaces):
        prefixes = self.namespaces if namespaces is None else namespaces
        if namespaces is None:
            prefixes.pop("", None)
        return prefixes

    def to_dict(self, typed=True, always_list=False):
        """Nested dicts: children by name, attributes as `@name`, text beside them as `$`; see `docs/transforms.md`."""
        from .export import to_dict

        return to_dict(self, typed, always_list)

    def to_json(self, indent=None):
        from .export import to_json

        return to_json(self, indent)

    def to_string(self):
        """The element as XML text, with the namespace declarations that it needs."""
        from .serialiser import Writer

        return Writer().fragment(self).decode()


class _Attribs(MutableMapping):
    __slots__ = ("_element",)

    def __init__(self, element):
        self._element = element

    def _key(self, name):
        return markup.join_name(markup.XSI, name[4:]) if name.startswith("xsi:") else name

    def __getitem__(self, name):
        return self._element._dict()[self._key(name)]

    def __setitem__(self, name, value):
        self._element.set(self._key(name), value)

    def __delitem__(self, name):
        if self._key(name) not in self._element._dict():
            raise KeyError(name)
        self._element.unset(self._key(name))

    def __iter__(self):
        for name in list(self._element._dict()):
            namespace, local = markup.split_name(name)
            yield f"xsi:{local}" if namespace == markup.XSI else name

    def __len__(self):
        return len(self._element._dict())

    def __repr__(self):
        return repr(dict(self))


class _ChildList(MutableSequence):
    __slots__ = ("_element",)

    def __init__(self, element):
        self._element = element

    def __getitem__(self, index):
        return self._element[index]

    def __setitem__(self, index, value):
        self._element[index] = value

    def __delitem__(self, index):
        del self._element[index]

    def __len__(self):
        return len(self._element)

    def __iter__(self):
        return iter(self._element)

    def __eq__(self, other):
        return list(self) == list(other)

    def __repr__(self):
        return repr(list(self))

    def insert(self, index, child):
        self._element.insert(index, child)

    def sort(self, key=None, reverse=False):
        self._element[:] = sorted(self._element, key=key, reverse=reverse)


__all__ = ["UNSET", "PyxsdNames"]
