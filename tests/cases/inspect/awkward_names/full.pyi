# schema.xsd (XSD 1.1), urn:a
# Members are attributes and child elements; list[...] repeats, "| None" may be absent.
from __future__ import annotations
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

class Duration(str): ...

class T:  # complexType:{urn:a}T  schema.xsd:5
    id: str | None  # attribute
    quote: str  # attribute; default 'it\'s # "'
    id_element: str  # xml: 'id'
    a_b: str  # xml: 'a.b'
    a_b_2: str  # xml: 'a-b'
    from_: T | None  # xml: 'from'
    größe: int  # default '1 2'
    id2: Id2

class id2:  # complexType:{urn:a}id2  schema.xsd:23
    x: str | None  # attribute

class T_ns2:  # complexType:{urn:b}T  b.xsd:2
    inner: Duration

class Id2:  # complexType:{urn:a}T/element:id2/type  schema.xsd:13
    id2: Any  # deeper than shown: complexType:{urn:a}T/element:id2/type/element:id2

# Root elements:
class_: type[T]
a_b: type[T_ns2]
