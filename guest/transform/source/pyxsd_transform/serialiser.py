"""Documents as bytes: UTF-8, deterministic, and for what was not touched the bytes of the document."""

import bisect
import re
from xml.etree.ElementTree import QName

from . import markup, start_tag
from .gap import UNSET, Gap, Hidden, Slice
from .table import NONE

_UNPREFIXED = re.compile(rb"<[^\s:/>!?]+[\s/>]")
#: An `xsi:type`, whatever its prefix, without a prefix in its value.
_UNPREFIXED_TYPE = re.compile(rb"""\s[^\s:=<>"']+:type\s*=\s*("[^":]*"|'[^':]*')""")
_ENCODING = re.compile(rb"""(<\?xml[^>]*?\sencoding\s*=\s*)("[^"]*"|'[^']*')""")
_OPEN, _TAIL, _COPY, _CLOSE = range(4)
_MOST_WARNINGS = 100


class Writer:
    """Writes one document or element."""

    def __init__(self, preferred=None):
        #: Prefixes for namespaces that have none, by namespace name.
        self.preferred = preferred or {}
        self._tags = start_tag.Tags(self.preferred)
        self._out = []
        #: Where the document was copied from, and which hidden elements were written, for the warnings.
        self._copied = []
        self._kept = set()

    def document(self, table, root):
        """The whole document with `root` for its document element."""
        text = table.text
        prolog, epilog = text[: table.start[0]], text[table.stop[0] :]
        if not table.is_utf8:
            prolog = _ENCODING.sub(rb'\1"UTF-8"', prolog, count=1)
        self._out = [table.prolog, prolog]
        self._subtree(root, table.bindings_of(NONE), self._carried(table, root))
        self._out.append(epilog)
        return b"".join(self._out)

    def fragment(self, node):
        """One element, with the declarations that it needs."""
        self._out = []
        self._subtree(node, {}, None)
        return b"".join(self._out)

    def _carried(self, table, root):
        """Declarations that the document element gets beside its own: those of the one that is gone, and those that several changes need."""
        carried = {}
        if root._index < 0:
            namespace, _ = markup.split_name(root.tag) if isinstance(root.tag, str) else ("", "")
            stays = any(node._index == 0 and node._tree is table for node in _touched_and_below(root))
            declared = table.scope_of(0)
            carried = {prefix: uri for prefix, uri in declared.items() if not stays or uri == namespace}
        if not root._touched:
            return carried
        bound = set(carried.values()) | (set(table.scope_of(0).values()) if root._index == 0 else set())
        names = start_tag.Names(carried if root._index < 0 else table.scope_of(0), None, self.preferred)
        for namespace, count in _needed(root).items():
            if count > 1 and namespace not in bound:
                carried[names.prefix(namespace)] = namespace
        return carried

    # Elements

    def _subtree(self, root, scope, carried):
        work = [(_OPEN, root, scope)]
        while work:
            what, node, scope = work.pop()
            if what == _CLOSE:
                self._out.append(node)
            elif what == _COPY:
                self._copy(*node)
            elif what == _TAIL:
                self._gap(node, node._tail, node._tree.tail if node._tail is UNSET else None, scope)
            elif not node._touched and not (node is root and carried):
                self._raw(node._tree, node._index, scope)
            else:
                self._element(node, scope, carried if node is root else None, work)

    def _element(self, node, scope, carried, work):
        if callable(node._tag):
            self._out.append(_no_element(node))
            return
        tag = self._tags.written(node, scope, carried)
        self._out.append(tag.body)
        at = len(self._out)
        table, index = node._tree, node._index
        if node._text is UNSET and tag.inner is table.scope_of(index) and self._has_its_content(node, tag):
            self._copy(table, table.open_end[index] - len(tag.end), table.stop[index])
            return
        kids = ()
        self._gap(node, node._text, table.lead if node._text is UNSET else None, tag.inner)
        if node._nodes or (node._nodes is None and table.end[index] > index + 1):
            kids = node._kids()
        is_single = tag.end.endswith(b"/>")
        if not kids and (is_single or self._was_filled(node)) and not any(self._out[at:]):
            self._out.append(tag.end if is_single else b"/>")
            return
        self._out.insert(at, b">" if is_single else tag.end)
        work.append((_CLOSE, self._end_tag(node, tag.name), None))
        self._children(kids, tag.inner, work)

    def _has_its_content(self, node, tag):
        """Whether everything from the end of the start tag on is as in the document."""
        table, index = node._tree, node._index
        if node._nodes is not None and (node._nodes or table.end[index] > index + 1):
            return False
        start = table.start[index] + 1
        return table.text.startswith(tag.name, start) and table.text[start + len(tag.name)] in b" \t\r\n/>"

    def _children(self, kids, inner, work):
        """Puts down what is to be done for children and their tails, last first; runs that stand so in the document are one stretch of it."""
        run = None
        for child in reversed(kids):
            table, index = child._tree, child._index
            if child._touched or child._tail is not UNSET or inner is not table.scope_around(index):
                if run is not None:
                    work.append((_COPY, run, None))
                    run = None
                work.append((_TAIL, child, inner))
                work.append((_OPEN, child, inner))
                continue
            start, stop = table.start[index], table.tail(index)[1]
            if run is not None and run[0] is table and run[1] == stop:
                run = (table, start, run[2])
                continue
            if run is not None:
                work.append((_COPY, run, None))
            run = (table, start, stop)
        if run is not None:
            work.append((_COPY, run, None))

    def _was_filled(self, node):
        table, index = node._tree, node._index
        return index >= 0 and table.close_start[index] > table.open_end[index]

    def _end_tag(self, node, name):
        plain = b"</" + name
        if node._index < 0:
            return plain + b">"
        table, index = node._tree, node._index
        stop = table.stop[index]
        if table.text[stop - 2] > 0x20:
            return plain + b">"
        raw = table.text[table.close_start[index] : stop]
        return plain + raw[len(raw[:-1].rstrip()) :]

    def _copy(self, table, start, stop):
        self._out.append(table.text[start:stop])
        if table.hidden:
            self._copied.append((start, stop))

    def _raw(self, table, index, scope):
        """An element as it stands in the document, with the declarations that it lacks in its place."""
        start, stop = table.start[index], table.stop[index]
        around = table.scope_around(index)
        if scope is around or scope == around:
            self._copy(table, start, stop)
            return
        raw = table.text[start:stop]
        tag = table.start_tag(index)
        qname, pieces = markup.start_tag(tag)
        own = {piece.declares for piece in pieces}
        lacking = b""
        for prefix in sorted({*scope, *around}):
            namespace = around.get(prefix, "")
            if prefix in own or scope.get(prefix, "") == namespace:
                continue
            used = prefix.encode() + b":" in raw if prefix else _uses_default(table, index, raw)
            if used and (namespace or not prefix):
                lacking += start_tag.declaration(prefix, namespace)
        cut = start + 1 + len(qname.encode())
        self._copy(table, start, cut)
        self._out.append(lacking)
        self._copy(table, cut, stop)

    # Gaps

    def _gap(self, node, gap, place, scope):
        if gap is UNSET:
            self._slice(node._tree, *place(node._index), scope)
        elif type(gap) is Gap:
            for part in gap.parts:
                self._part(part, scope)
        elif gap is not None:
            self._part(gap, scope)

    def _part(self, part, scope):
        if isinstance(part, QName):
            self._out.append(start_tag.Names(scope).value(part).encode())
        elif type(part) is bytes:
            self._out.append(part)
        elif type(part) is Slice:
            self._slice(part.table, part.start, part.stop, scope)
        elif type(part) is Hidden:
            self._kept.add(part.index)
            self._raw(part.table, part.index, scope)
        else:
            self._out.append(markup.escape_text(part))

    def _slice(self, table, start, stop, scope):
        for hidden in table.hidden_between(start, stop) if table.hidden else ():
            self._out.append(table.text[start : table.start[hidden]])
            self._part(Hidden(table, hidden), scope)
            start = table.stop[hidden]
        if start < stop:
            self._out.append(table.text[start:stop])

    # Warnings

    def warnings(self, table):
        """Names in values that no declaration could keep, what strict binding kept from the transform, and what became of it; one line each."""
        lines = [
            f"the content of {path_of(source, index)} is a name without a prefix, which meant another namespace before the element was changed"
            for source, index in self._tags.lost[:_MOST_WARNINGS]
        ]
        if len(self._tags.lost) > _MOST_WARNINGS:
            lines.append(f"{len(self._tags.lost) - _MOST_WARNINGS} more of this kind")
        return lines + self._hidden_warnings(table)

    def _hidden_warnings(self, table):
        if not table.strict or table.kind is None:
            return []
        copied = sorted(self._copied)
        lines = []
        for index in table.hidden:
            at = bisect.bisect_right(copied, (table.start[index], len(table.text))) - 1
            stays = index in self._kept or (at >= 0 and copied[at][1] >= table.stop[index])
            fate = "stays as it is written" if stays else "is gone with what was around it"
            lines.append(f"{path_of(table, index)} is invalid or undeclared, so the transform did not see it; it {fate}")
        unbound = sum(1 for kind in table.attribute_kind if kind & 0x2000)
        if unbound:
            lines.append(f"{unbound} attributes are undeclared, so the transform did not see them")
        if len(lines) > _MOST_WARNINGS:
            lines[_MOST_WARNINGS:] = [f"{len(lines) - _MOST_WARNINGS} more of this kind"]
        return lines


def _uses_default(table, index, raw):
    """Whether names in an element, or in its values, have no prefix."""
    return _UNPREFIXED.search(raw) or _UNPREFIXED_TYPE.search(raw) or table.has_unprefixed_names(index, table.end[index])


def path_of(table, index):
    """Where an element stands in the document, as `/order[1]/line[2]`, with local names."""
    steps = []
    while index < len(table.parent):
        parent = table.parent[index]
        count = 1
        at = parent + 1 if parent < len(table.parent) else index
        while at < index:
            count += table.name[at] == table.name[index]
            at = table.end[at]
        steps.append(f"/{markup.local_name(table.tag(index))}[{count}]")
        index = parent
    return "".join(reversed(steps))


def _no_element(node):
    """A comment or processing instruction."""
    text = markup.require_characters(node.text or "")
    if getattr(node._tag, "__name__", "") == "Comment":
        if "--" in text or text.endswith("-"):
            raise ValueError("a comment cannot contain '--' or end with '-'")
        return b"<!--" + text.encode() + b"-->"
    if "?>" in text or not text or text.split()[0].lower() == "xml":
        raise ValueError("a processing instruction has a target other than 'xml', and no '?>'")
    return b"<?" + text.encode() + b"?>"


def _touched_and_below(root):
    """Elements that are touched, and those that stand in them."""
    work = [root]
    while work:
        node = work.pop()
        yield node
        if node._touched and node._nodes:
            work.extend(node._nodes)


def _needed(root):
    """How many changed names need a namespace that is not bound where they stand."""
    counts = {}
    for node in _touched_and_below(root):
        if not node._touched or (node._tag is None and not node._attributes) or callable(node._tag) or node is root:
            continue
        names = [node._tag] if node._tag is not None else []
        names += [name for name in node._attributes or () if name[:1] == "{"]
        names += [value.text for value in (node._attributes or {}).values() if isinstance(value, QName)]
        namespaces = {markup.split_name(name)[0] for name in names if name[:1] == "{"}
        if not namespaces:
            continue
        bound = node._tree.scope_of(node._index) if node._index >= 0 else {}
        for namespace in namespaces - {"", markup.XML}:
            if namespace not in bound.values():
                counts[namespace] = counts.get(namespace, 0) + 1
    root_namespace = markup.split_name(root.tag)[0] if isinstance(root.tag, str) else ""
    counts.pop(root_namespace, None)
    return counts
