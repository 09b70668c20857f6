"""Pieces of XML text: start tags, the text between tags, escaping. All bytes are UTF-8."""

import re
from xml.etree import ElementTree

XML = "http://www.w3.org/XML/1998/namespace"
XMLNS = "http://www.w3.org/2000/xmlns/"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
XS = "http://www.w3.org/2001/XMLSchema"

_NAME = re.compile(rb"<([^\s/>]+)")
_ATTRIBUTE = re.compile(rb"""(\s+)([^\s=/>]+)(\s*=\s*)("[^"]*"|'[^']*')""")
_REFERENCE = re.compile(rb"&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(lt|gt|amp|apos|quot));")
_PIECE = re.compile(rb"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>", re.S)
_NOT_A_CHARACTER = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_START = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef"
    "\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
#: An NCName of Namespaces in XML.
_NCNAME = re.compile(f"[{_START}][{_START}\\-.0-9\u00b7\u0300-\u036f\u203f\u2040]*\\Z")
_DECLARATIONS = "namespace declarations are no attributes, and are written where they are needed: set the names of elements"
_PREDEFINED = {b"lt": b"<", b"gt": b">", b"amp": b"&", b"apos": b"'", b"quot": b'"'}


class Piece:
    """An attribute, or a declaration, of a start tag; offsets are in the tag."""

    __slots__ = ("equals", "qname", "raw", "space", "start", "stop")

    def __init__(self, match):
        self.start = match.start()
        self.stop = match.end()
        #: The white space in front, the name, what stands around the equals sign, the value with its quotes.
        self.space, qname, self.equals, self.raw = match.groups()
        self.qname = qname.decode()

    @property
    def declares(self):
        """The prefix that it declares; None for an attribute."""
        if self.qname == "xmlns":
            return ""
        return self.qname[6:] if self.qname.startswith("xmlns:") else None

    @property
    def value(self):
        return attribute_value(self.raw[1:-1])


def written_name(raw):
    """The name of a start tag as written, in bytes."""
    return _NAME.match(raw).group(1)


def start_tag(raw):
    """The name as written, and the pieces of a start tag."""
    name = _NAME.match(raw)
    return name.group(1).decode(), [Piece(match) for match in _ATTRIBUTE.finditer(raw, name.end())]


def _resolve(match):
    hexadecimal, number, name = match.groups()
    if name:
        return _PREDEFINED[name]
    return chr(int(hexadecimal, 16) if hexadecimal else int(number)).encode()


def _plain(raw):
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return _REFERENCE.sub(_resolve, raw) if b"&" in raw else raw


def attribute_value(raw):
    """The value of an attribute that stands so in the document."""
    if b"\r" in raw or b"\n" in raw or b"\t" in raw:
        raw = raw.replace(b"\r\n", b" ").replace(b"\r", b" ").replace(b"\n", b" ").replace(b"\t", b" ")
    return (_REFERENCE.sub(_resolve, raw) if b"&" in raw else raw).decode()


def pieces(raw):
    """What stands between two tags, in order: str for text, bytes for a comment or processing instruction."""
    found = []
    at = 0
    for match in _PIECE.finditer(raw):
        if match.start() > at:
            found.append(_plain(raw[at : match.start()]).decode())
        piece = match.group()
        if piece.startswith(b"<![CDATA["):
            found.append(piece[9:-3].replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode())
        else:
            found.append(piece)
        at = match.end()
    if at < len(raw):
        found.append(_plain(raw[at:]).decode())
    return found


def text_of(raw):
    """The characters between two tags; None where there are none."""
    if b"<" not in raw:
        return _plain(raw).decode() or None
    return "".join(piece for piece in pieces(raw) if type(piece) is str) or None


def escape_text(text):
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;").encode() if "\r" in text else text.encode()


def escape_attribute(text, quote='"'):
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    text = text.replace(quote, "&quot;" if quote == '"' else "&apos;")
    if "\n" in text or "\t" in text or "\r" in text:
        text = text.replace("\r", "&#13;").replace("\n", "&#10;").replace("\t", "&#9;")
    return text.encode()


def require_characters(text):
    """Raises ValueError where a text has what XML 1.0 cannot hold."""
    found = _NOT_A_CHARACTER.search(text)
    if found:
        code = ord(found.group())
        raise ValueError(f"XML has no place for the character U+{code:04X}: remove it or write it in another way")
    return text


def require_name(tag):
    """Raises where a tag is no `{namespace}local` or `local`."""
    if not isinstance(tag, str):
        raise TypeError(f"a tag is a string such as '{{namespace}}local' or 'local', not {type(tag).__name__}")
    namespace, local = split_name(tag)
    if not _NCNAME.match(local) or (tag[:1] == "{" and "}" not in tag):
        hint = ": write '{namespace}local' in place of a prefix" if ":" in local else ""
        raise ValueError(f"{tag!r} is not the name of an element or attribute{hint}")
    if namespace:
        _require_namespace(namespace)
    return tag


def _require_namespace(namespace):
    if namespace == XMLNS:
        raise ValueError(_DECLARATIONS)
    require_characters(namespace)


def require_attribute_name(name):
    """Raises where a name is none that an attribute can have."""
    if name == "xmlns":
        raise ValueError(_DECLARATIONS)
    return require_name(name)


def require_value(name, value):
    """Raises where a value of an attribute is neither a string that XML can hold nor a QName."""
    if isinstance(value, ElementTree.QName):
        require_name(value.text)
    elif isinstance(value, str):
        require_characters(value)
    else:
        raise TypeError(f"the attribute {name!r} holds no string: write element.set({name!r}, value)")
    return value


def require_binding(prefix, namespace):
    """Raises where no declaration can bind the prefix to the namespace, or where that is settled by Namespaces in XML."""
    if not isinstance(prefix, str) or not isinstance(namespace, str):
        raise TypeError("a prefix and a namespace name are strings")
    if not _NCNAME.match(prefix):
        raise ValueError(f"{prefix!r} is no prefix: a prefix is a name without a colon")
    if prefix in ("xml", "xmlns"):
        raise ValueError(f"the prefix {prefix!r} has its meaning from XML itself: take another one")
    if namespace in (XML, XMLNS):
        raise ValueError(f"the namespace {namespace!r} has its prefix from XML itself")
    if not namespace:
        raise ValueError("no namespace has no prefix: give the name of a namespace")
    require_characters(namespace)


def split_name(tag):
    """Namespace name (empty for none) and local name of `{namespace}local` or `local`."""
    if tag[:1] != "{":
        return "", tag
    namespace, _, local = tag[1:].rpartition("}")
    return namespace, local


def join_name(namespace, local):
    return f"{{{namespace}}}{local}" if namespace else local


def local_name(tag):
    return tag.rpartition("}")[2]


def is_space(text):
    """Whether a text is absent or nothing but XML white space."""
    return not text or not text.strip(" \t\r\n")
