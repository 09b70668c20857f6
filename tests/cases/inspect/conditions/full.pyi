# schema.xsd (XSD 1.1), no namespace
# Members are attributes and child elements; list[...] repeats, "| None" may be absent.
from __future__ import annotations
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any


class Event:  # complexType:Event  schema.xsd:9
    # assert: start le end
    kind: str | None  # attribute
    start: date
    end: date

class Long(Event):  # complexType:Long  schema.xsd:14
    # assert: end - start gt xs:dayTimeDuration('P30D')
    ...

class Even(int):  # simpleType:Even  schema.xsd:19
    # assertion: $value mod 2 = 0
    ...

# Root elements:
event: type[Event]
even: Even
single: type[Long]
