# schema.xsd (XSD 1.1), urn:t
# Members are attributes and child elements; list[...] repeats, "| None" may be absent.
from __future__ import annotations
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any


class Known:  # complexType:{urn:t}Known  schema.xsd:5
    kept: int | None  # attribute
    here: date

# Root elements:
root: Any
