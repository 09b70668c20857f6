"""What stands between two tags: characters, and what is no part of the tree but keeps its place.

A gap is None or a str, a QName whose prefix is not chosen yet, `UNSET` for what stands in the document, or a `Gap` of parts: str for
characters, bytes for a comment or processing instruction as written, `Slice` for a stretch of the document, `Hidden` for an element that
strict binding leaves out.
"""

from . import markup

UNSET = object()


class Slice:
    """A stretch of the document between two tags."""

    __slots__ = ("start", "stop", "table")

    def __init__(self, table, start, stop):
        self.table = table
        self.start = start
        self.stop = stop

    def parts(self):
        for piece in self.table.pieces(self.start, self.stop):
            yield Hidden(self.table, piece) if type(piece) is int else piece


class Hidden:
    """An element of the document that the tree does not show."""

    __slots__ = ("index", "table")

    def __init__(self, table, index):
        self.table = table
        self.index = index


class Gap:
    """Parts in order; never changed once made."""

    __slots__ = ("parts",)

    def __init__(self, parts):
        self.parts = tuple(parts)

    def resolved(self):
        """The parts without slices."""
        for part in self.parts:
            if type(part) is Slice:
                yield from part.parts()
            else:
                yield part

    @property
    def text(self):
        return "".join(part for part in self.resolved() if type(part) is str) or None

    def kept(self):
        """What is no text."""
        return [part for part in self.resolved() if type(part) is not str]


def text_of(gap):
    """The characters of a gap that is set."""
    if type(gap) is Gap:
        return gap.text
    return gap if gap is None or isinstance(gap, str) else str(gap)


def kept_in(gap):
    return gap.kept() if type(gap) is Gap else []


def with_text(gap, text):
    """The gap with other characters in front of what is kept."""
    kept = kept_in(gap)
    if not kept:
        return text
    return Gap(kept if text is None else [text, *kept])


def without_kept(before, tail, is_last):
    """What becomes of the gap before an element that leaves, given its tail: the comments of the tail stay, and the white space that places the
    end tag or the comments does."""
    before_text, tail_text = text_of(before), text_of(tail)
    only_space = markup.is_space(tail_text) and markup.is_space(before_text) and not kept_in(before)
    kept = kept_in(tail)
    if only_space and (kept or (is_last and tail_text)):
        return tail
    if not kept:
        return before
    front = before.parts if type(before) is Gap else [] if before is None else [before]
    return Gap([*front, *kept])
