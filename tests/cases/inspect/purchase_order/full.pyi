# schema.xsd (XSD 1.1), urn:po
# Members are attributes and child elements; list[...] repeats, "| None" may be absent.
from __future__ import annotations
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any


class PurchaseOrderType:  # complexType:{urn:po}PurchaseOrderType  schema.xsd:8
    orderDate: date | None  # attribute
    shipTo: USAddress
    billTo: USAddress | None  # nillable
    comment: str | None
    items: Items

class Address:  # complexType:{urn:po}Address  schema.xsd:40
    # abstract
    name: str
    street: list[str]  # 1 to 3 times

class USAddress(Address):  # complexType:{urn:po}USAddress  schema.xsd:46
    country: str  # attribute; fixed 'US'
    zip: Zip

class Price(Amount):  # complexType:{urn:po}Price  schema.xsd:54
    currency: Currency  # attribute; default 'EUR'
    value_: Amount  # text content

class Amount(Decimal):  # simpleType:{urn:po}Amount  schema.xsd:65
    # totalDigits: 8
    # fractionDigits: 2
    ...

class SKU(str):  # simpleType:{urn:po}SKU  schema.xsd:68
    # Stock keeping unit.
    # pattern: \d{3}-[A-Z]{2}
    ...

class Zip:  # simpleType:{urn:po}Zip  schema.xsd:72
    # union of int | SKU
    ...

class Items:  # complexType:{urn:po}PurchaseOrderType/element:{urn:po}items/type  schema.xsd:14
    item: list[Any]  # deeper than shown: complexType:{urn:po}PurchaseOrderType/element:{urn:po}items/type/element:{urn:po}item

class Currency(str):  # complexType:{urn:po}Price/attribute:currency/type  schema.xsd:58
    # enumeration: EUR | USD
    ...

# Root elements:
purchaseOrder: type[PurchaseOrderType]
comment: str
