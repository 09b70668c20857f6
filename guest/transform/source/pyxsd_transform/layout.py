"""White space that places elements on lines of their own."""

from . import markup
from .gap import kept_in, text_of


def indent(element, unit=None):
    """Puts the children of an element, and what is in them, on lines of their own, where nothing but white space stands between them. Comments
    keep the white space around them. `unit` is that of a level; without it that of the document, or two spaces."""
    depth = sum(1 for _ in element.iterancestors())
    unit = _unit(element) if unit is None else unit
    work = [(element, depth)]
    while work:
        node, depth = work.pop()
        kids = node._kids()
        gaps = [node._gap_of_text(), *(child._gap_of_tail() for child in kids)]
        if not kids or not all(markup.is_space(text_of(gap)) for gap in gaps):
            continue
        for at, gap in enumerate(gaps):
            wanted = "\n" + unit * (depth + (at < len(kids)))
            if not kept_in(gap) and text_of(gap) != wanted:
                node._set_gap_before(at, wanted)
        node._touch()
        work.extend((child, depth + 1) for child in kids)


def _unit(element):
    root = element
    while root._parent is not None:
        root = root._parent
    lead = root.text
    if lead and "\n" in lead and markup.is_space(lead):
        return lead.rpartition("\n")[2] or "  "
    return "  "
