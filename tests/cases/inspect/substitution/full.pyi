# schema.xsd (XSD 1.1), urn:s
# Members are attributes and child elements; list[...] repeats, "| None" may be absent.
from __future__ import annotations
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any


class Shape:  # complexType:{urn:s}Shape  schema.xsd:6
    id: str | None  # attribute
    fill: str | None  # attribute

class Circle(Shape):  # complexType:{urn:s}Circle  schema.xsd:7
    r: float  # attribute

class Drawing:  # complexType:{urn:s}Drawing  schema.xsd:10
    # admits undeclared children: any(not ##local urn:s, lax)
    # mixed content: text between the children is not shown
    # admits undeclared attributes: any(urn:s, skip)
    scale: Scale  # attribute; default '1'
    title: str
    by: str | None
    shape: list[Shape]  # abstract, one of: circle, square, disc
    layer: list[Drawing]  # 0 to 4 times

class Open:  # complexType:{urn:s}Open  schema.xsd:23
    # open content: any(not urn:x except ##defined, strict)
    a: int
    b: int | None

class Scale(list):  # simpleType:{urn:s}Scale  schema.xsd:29
    # list of Decimal
    ...

# Root elements:
shape: type[Shape]  # (abstract)
circle: type[Circle]
square: type[Shape]
disc: type[Circle]
drawing: type[Drawing]
