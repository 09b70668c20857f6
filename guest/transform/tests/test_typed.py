import datetime
import decimal
import unittest
from xml.etree.ElementTree import QName

from .support import O, source, typed, untyped


class TypedValues(unittest.TestCase):
    def value(self, name, at=0, **how):
        return typed(**how).root.findall(O + name)[at].value

    def test_values_have_the_types_of_python_that_fit(self):
        noon = datetime.datetime(2024, 2, 29, 12, tzinfo=datetime.timezone.utc)
        cases = {
            "placed": noon,
            "line": decimal.Decimal("1.50"),
            "sizes": [1, 2, 3],
            "any": datetime.date(2024, 2, 29),
            "mixes": [datetime.date(2024, 2, 29), "x", 2.0],
            "kind": QName("{urn:vendor}special"),
            "key": b"\x0a\xff",
            "seal": b"\x00\x01\x02",
            "wait": datetime.timedelta(days=1, hours=2),
            "text": "one & two three five",
        }
        for name, expected in cases.items():
            found = self.value(name)
            self.assertEqual((type(found), found), (type(expected), expected), name)

    def test_a_value_of_a_union_is_that_of_its_member(self):
        self.assertEqual(self.value("any", 1), 1500.0)
        self.assertEqual(self.value("any", 2), "a b")

    def test_what_python_cannot_hold_stays_text(self):
        self.assertEqual(self.value("wait", 1), "P1M")

    def test_content_that_the_schema_supplies_is_a_value_and_not_text(self):
        paid = typed().find("{urn:o}paid")
        self.assertIs(paid.value, False)
        self.assertTrue(paid.is_default)
        self.assertIsNone(paid.text)

    def test_nilled_and_element_only_content_has_no_value(self):
        root = typed().root
        nilled = root.findall(O + "kind")[1]
        self.assertTrue(nilled.nil)
        self.assertIsNone(nilled.value)
        self.assertIsNone(root.value)

    def test_content_goes_where_an_element_that_says_nil_is_nilled(self):
        document = untyped('<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true">x</r>')
        document.root.nil = True
        self.assertIn('xsi:nil="true"/>', document.to_string())

    def test_an_invalid_value_is_its_text(self):
        document = typed()
        line = document.root.findall(O + "line")[1]
        self.assertEqual(line.value, decimal.Decimal("2.00"))
        self.assertEqual(line.attributes["quantity"].value, "x")

    def test_attributes_have_types_too(self):
        root = typed().root
        quantity = root.find(O + "line").attributes["quantity"]
        self.assertEqual(quantity.value, 3)
        self.assertEqual(quantity.type.name, "{http://www.w3.org/2001/XMLSchema}positiveInteger")
        self.assertTrue(quantity.declaration.id.endswith("/attribute:quantity"))
        currency = root.attributes["currency"]
        self.assertEqual((currency.value, currency.is_default), ("EUR", True))
        self.assertIsNone(root.get("currency"))
        self.assertEqual(list(root.attributes), ["id", "{urn:vendor}trace", "currency"])

    def test_nodes_know_declaration_and_type(self):
        line = typed().root.find(O + "line")
        self.assertEqual(line.declaration.id, "element:{urn:o}order/type/element:{urn:o}line")
        self.assertEqual((line.declaration.file, line.declaration.line, line.declaration.kind), ("schema.xsd", 8, "element"))
        self.assertEqual((line.type.name, line.type.is_complex), ("{urn:o}line", True))
        self.assertEqual(line.type.base.name, "{urn:o}price")
        self.assertTrue(line.type.derives_from("xs:decimal"))
        self.assertFalse(line.type.derives_from("xs:integer"))
        self.assertIsNone(typed().find("{urn:vendor}extra").declaration)

    def test_values_are_written_in_their_lexical_form(self):
        document = typed()
        root = document.root
        root.find(O + "line").value = decimal.Decimal("1E+3")
        root.find(O + "placed").value = datetime.datetime(2025, 1, 1, tzinfo=datetime.timezone.utc)
        root.find(O + "paid").value = True
        root.find(O + "sizes").value = [7, 8]
        root.find(O + "key").value = b"\xab"
        root.find(O + "seal").value = b"\xab"
        root.find(O + "wait").value = datetime.timedelta(days=-1, microseconds=-500000)
        root.find(O + "kind").value = QName("{urn:vendor}other")
        root.find(O + "line").set("quantity", 12)
        text = document.to_string()
        for part in (
            '<line quantity="12">1000</line>',
            "<placed>2025-01-01T00:00:00Z</placed>",
            "<paid>true</paid>",
            "<sizes>7 8</sizes>",
            "<key>AB</key>",
            "<seal>qw==</seal>",
            "<wait>-P1DT0.5S</wait>",
            "<kind>v:other</kind>",
        ):
            self.assertIn(part, text)

    def test_a_value_that_was_written_is_read_again(self):
        root = typed().root
        line = root.find(O + "line")
        line.text = " 7 "
        self.assertEqual(line.value, decimal.Decimal(7))
        line.set("quantity", "4")
        self.assertEqual(line.attributes["quantity"].value, 4)
        line.text = "seven"
        self.assertEqual(line.value, "seven")

    def test_integers_have_as_many_digits_as_they_have(self):
        line = typed().root.find(O + "line")
        line.set("quantity", "7" * 5000)
        value = line.attributes["quantity"].value
        self.assertEqual(value, int("7" * 5000))
        line.set("quantity", value + 1)
        self.assertEqual(line.get("quantity"), "7" * 4999 + "8")

    def test_documents_that_are_not_utf_8_are_written_in_utf_8(self):
        document = typed("utf16")
        self.assertEqual(document.find(O + "line").value, decimal.Decimal("1.50"))
        text = source("utf16").decode("utf-16")
        self.assertEqual(document.to_bytes().decode(), text.replace('"UTF-16"', '"UTF-8"'))

    def test_without_a_table_values_are_text(self):
        document = untyped(source())
        line = document.find(O + "line")
        self.assertEqual((line.value, line.type, line.declaration), (" 1.50 ", None, None))


class StrictBinding(unittest.TestCase):
    def test_what_is_undeclared_is_not_in_the_tree_and_stays_in_the_document(self):
        document = typed(binding="strict")
        self.assertIsNone(document.find("{urn:vendor}extra"))
        self.assertIsNone(document.root.get("{urn:vendor}trace"))
        self.assertEqual([line.text for line in document.findall(O + "line")], [" 1.50 ", "2.00", "0.5"])
        self.assertEqual(document.to_bytes(), source())
        document.root.set("id", "o2")
        data, warnings = document._write()
        self.assertEqual(data, source().replace(b"id='o1'", b"id='o2'"))
        self.assertIn("/order[1]/extra[1] is invalid or undeclared, so the transform did not see it; it stays", warnings[0])
        self.assertEqual(len(warnings), 2)

    def test_a_hidden_element_stays_where_its_neighbour_leaves(self):
        document = typed(binding="strict")
        document.root.remove(document.findall(O + "line")[1])
        data, warnings = document._write()
        self.assertEqual(data, source().replace(b'  <line quantity="x">2.00</line >\n', b""))
        self.assertIn("stays", warnings[0])

    def test_a_hidden_element_that_goes_is_told(self):
        document = typed(binding="strict")
        document.root.clear()
        data, warnings = document._write()
        self.assertNotIn(b"extra", data)
        self.assertIn("is gone", warnings[0])


if __name__ == "__main__":
    unittest.main()
