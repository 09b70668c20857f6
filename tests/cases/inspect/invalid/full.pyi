# schema.xsd (XSD 1.1), no namespace
# Members are attributes and child elements; list[...] repeats, "| None" may be absent.
from __future__ import annotations
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any


class Loop:  # complexType:Loop  schema.xsd:4
    ...

class Twice:  # complexType:Twice  schema.xsd:5
    x: int | None  # attribute
    a: list[int]  # 1 to 2 times

class S(int):  # simpleType:S  schema.xsd:15
    # minInclusive: 9
    ...

class E:  # simpleType:E  schema.xsd:16
    ...

# Root elements:
root: Any
