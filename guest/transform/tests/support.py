"""What the tests share: documents with and without a node table."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "source"))

from pyxsd_transform import Document

O = "{urn:o}"


def typed(case="order", binding="lax"):
    """A document with its node table; the tables come from a test of `guest/handover`."""
    folder = HERE / "tables" / case
    return Document((folder / "document.xml").read_bytes(), (folder / f"{binding}.table").read_bytes())


def source(case="order"):
    return (HERE / "tables" / case / "document.xml").read_bytes()


def untyped(text):
    return Document(text.encode() if isinstance(text, str) else text)


def after(text, change):
    """The document as text after a change."""
    document = untyped(text)
    change(document)
    return document.to_bytes().decode()
