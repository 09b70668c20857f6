"""The document API of Python transforms; `docs/transforms.md` describes it."""

from xml.etree.ElementTree import QName

# Nothing can be imported any more when code runs, so what is only imported where it is needed has to be here.
from . import export, layout, serialiser, xpath  # noqa: F401
from .document import Document
from .element import Element, SubElement
from .xpath import QueryError

__all__ = ["Document", "Element", "QName", "QueryError", "SubElement"]
