"""Typed values: what a lexical form means in Python, and how a Python value is written."""

import base64
import datetime
import decimal
import math
import re
import sys
from xml.etree.ElementTree import QName

# An xs:integer has as many digits as it has; what they cost is bounded by the fuel.
sys.set_int_max_str_digits(0)

NOTHING = 0
UNTYPED = 1
(STRING, BOOLEAN, DECIMAL, FLOAT, DOUBLE, DURATION, DATE_TIME, TIME, DATE) = range(2, 11)
(YEAR_MONTH, YEAR, MONTH_DAY, DAY, MONTH, HEX_BINARY, BASE64_BINARY, ANY_URI, QNAME, NOTATION) = range(11, 21)
INTEGER = 21
ITEMS = 22
LIST = 0x100
NILLED = 0x200
DEFAULTED = 0x400
GENERIC = 0x800
ELEMENT_ONLY = 0x1000
UNBOUND = 0x2000
#: The part of a kind that says how the value is read.
KIND = 0x1FF

_ITEM = re.compile(rb"(\d+):(\d+):")
_DURATION = re.compile(r"(-)?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?\Z")


def _boolean(text):
    return text in ("true", "1")


def _float(text):
    return float(text.replace("INF", "inf"))


def _single(text):
    # The nearest double of a float is what comparisons with literals expect.
    return _float(text)


def _duration(text):
    match = _DURATION.match(text)
    if not match:
        return text
    sign, days, hours, minutes, seconds, fraction = match.groups()
    if fraction and len(fraction) > 6 and fraction[6:].strip("0"):
        return text
    microseconds = int((fraction or "0")[:6].ljust(6, "0"))
    days, hours, minutes, seconds = (int(part or 0) for part in (days, hours, minutes, seconds))
    try:
        value = datetime.timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds, microseconds=microseconds)
    except OverflowError:
        return text
    return -value if sign else value


def _moment(read):
    def convert(text):
        # What Python cannot hold exactly (year 0, 24:00:00, nanoseconds, a date with a timezone) stays text.
        fraction = text.partition(".")[2].rstrip("Z").partition("+")[0].partition("-")[0]
        if (len(fraction) > 6 and fraction[6:].strip("0")) or "24:00:00" in text:
            return text
        try:
            return read(text)
        except ValueError:
            return text

    return convert


def _date(text):
    if len(text) != 10:
        raise ValueError(text)
    return datetime.date.fromisoformat(text)


_READERS = {
    BOOLEAN: _boolean,
    DECIMAL: decimal.Decimal,
    INTEGER: int,
    FLOAT: _single,
    DOUBLE: _float,
    DURATION: _duration,
    DATE_TIME: _moment(lambda text: datetime.datetime.fromisoformat(text)),
    TIME: _moment(lambda text: datetime.time.fromisoformat(text)),
    DATE: _moment(_date),
    HEX_BINARY: bytes.fromhex,
    BASE64_BINARY: lambda text: base64.b64decode(text.replace(" ", "")),
    QNAME: QName,
    NOTATION: QName,
}


def read(kind, text):
    """The value of a valid lexical form. Without a better type in Python it is the text."""
    if kind & LIST:
        reader = _READERS.get(kind & 0xFF)
        items = text.split()
        return [reader(item) for item in items] if reader else items
    if kind == ITEMS:
        return _read_items(text.encode())
    reader = _READERS.get(kind)
    return reader(text) if reader else text


def _read_items(raw):
    items = []
    at = 0
    while at < len(raw):
        match = _ITEM.match(raw, at)
        kind, length = int(match.group(1)), int(match.group(2))
        at = match.end() + length
        items.append(read(kind, raw[match.end() : at].decode()))
    return items


def has_unprefixed_name(kind, value, written):
    """Whether a value holds a QName or NOTATION that is written without a prefix; `value` is its lexical form, `written` how it stands there."""
    kind &= KIND
    if kind == ITEMS:
        if not _holds_names(value.encode()):
            return False
    elif kind & 0xFF not in (QNAME, NOTATION):
        return False
    return any(":" not in item for item in written.split())


def _holds_names(raw):
    at = 0
    while at < len(raw):
        match = _ITEM.match(raw, at)
        kind, length = int(match.group(1)), int(match.group(2))
        at = match.end() + length
        if kind & 0xFF in (QNAME, NOTATION) or (kind == ITEMS and _holds_names(raw[match.end() : at])):
            return True
    return False


def read_new(kind, text, resolve):
    """The value of text that the transform wrote, as far as its type can be guessed from what stood there before; otherwise the text."""
    kind &= KIND
    if text is None or kind in (NOTHING, UNTYPED, STRING, ITEMS):
        return text
    collapsed = " ".join(text.split())
    if kind & LIST:
        return [read_new(kind & 0xFF, item, resolve) for item in collapsed.split()]
    if kind in (QNAME, NOTATION):
        return resolve(collapsed)
    try:
        return read(kind, collapsed)
    except (ValueError, ArithmeticError):
        return text


def _write_float(value):
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "INF" if value > 0 else "-INF"
    return repr(value)


def _write_moment(value):
    text = value.isoformat()
    return text[:-6] + "Z" if text.endswith("+00:00") else text


def _write_duration(value):
    sign = ""
    if value < datetime.timedelta(0):
        sign, value = "-", -value
    minutes, seconds = divmod(value.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{value.microseconds:06d}".rstrip("0") if value.microseconds else ""
    days = f"{value.days}D" if value.days else ""
    time = f"{hours}H" * bool(hours) + f"{minutes}M" * bool(minutes)
    time += f"{seconds}{fraction}S" if seconds or fraction else ""
    return f"{sign}P{days}" + (f"T{time}" if time else "") if days or time else "PT0S"


def _write_decimal(value):
    if not value.is_finite():
        raise ValueError(f"{value} is not a decimal number that XML Schema knows")
    return format(value, "f")


def write(value, kind=UNTYPED):
    """The lexical form of a Python value; `kind` is that of the node. A QName stays one until its place, and so its prefix, is known."""
    if isinstance(value, (str, QName)):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, decimal.Decimal):
        return _write_decimal(value)
    if isinstance(value, float):
        return _write_decimal(decimal.Decimal(repr(value))) if kind & KIND == DECIMAL else _write_float(value)
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return _write_moment(value)
    if isinstance(value, datetime.timedelta):
        return _write_duration(value)
    if isinstance(value, (bytes, bytearray)):
        return value.hex().upper() if kind & KIND & 0xFF == HEX_BINARY else base64.b64encode(value).decode()
    if isinstance(value, (list, tuple)):
        return _write_list(value, kind)
    raise TypeError(
        f"a {type(value).__name__} has no lexical form: give a str, or a number, Decimal, date, time, datetime, "
        "timedelta, bool, bytes, QName or a list of them"
    )


def _write_list(items, kind):
    written = [write(item, kind & 0xFF) for item in items]
    if any(isinstance(item, QName) for item in written):
        raise TypeError("a list of names has no lexical form here: write the names with the prefixes of the document")
    return " ".join(written)
