import unittest
from xml.etree import ElementTree
from xml.etree.ElementTree import QName

from .support import after, typed, untyped
from pyxsd_transform import Element, SubElement, stdlib

TYPED = '<r xmlns="urn:a" xmlns:p="urn:a" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{}</r>'
A = "{urn:a}"


def rename(tag):
    def change(document):
        document.root.tag = tag

    return change


class NamesInValues(unittest.TestCase):
    def test_a_type_without_a_prefix_keeps_the_default_that_it_had(self):
        text = TYPED.format('<p:i xsi:type="T"/>')
        kept = '<p:i xmlns="urn:a" xsi:type="T"/>'
        self.assertEqual(after(text, rename("{urn:b}r")), text.replace('"urn:a"', '"urn:b"', 1).replace('<p:i xsi:type="T"/>', kept))
        self.assertEqual(after(text, rename("r")), text.replace('"urn:a"', '""', 1).replace('<p:i xsi:type="T"/>', kept))

    def test_so_does_one_in_a_tag_that_is_changed(self):
        def change(document):
            document.root.tag = "{urn:b}r"
            document.root[0].set("n", 1)

        self.assertIn('<p:i xmlns="urn:a" xsi:type="T" n="1"/>', after(TYPED.format('<p:i xsi:type="T"/>'), change))

    def test_a_type_with_a_prefix_needs_no_other_default(self):
        text = TYPED.format('<p:i xsi:type="p:T"/>')
        self.assertEqual(after(text, rename("{urn:b}r")), text.replace('"urn:a"', '"urn:b"', 1))

    def test_the_changed_element_keeps_the_meaning_of_its_own_type(self):
        text = TYPED.format("").replace(">", ' xsi:type="T">', 1)
        self.assertEqual(after(text, rename("{urn:b}r")), text.replace("<r", '<ns0:r xmlns:ns0="urn:b"').replace("</r", "</ns0:r"))
        self.assertEqual(after(text, rename("r")), text.replace('"urn:a"', '""', 1).replace('"T"', '"p:T"'))

    def test_a_type_in_no_namespace_stays_in_none_below_a_default(self):
        text = '<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><p:i xmlns:p="urn:p" xsi:type="T"/><b xmlns="urn:b"/></r>'
        moved = after(text, lambda document: document.root[1].append(document.root[0]))
        self.assertIn('<b xmlns="urn:b"><p:i xmlns="" xmlns:p="urn:p" xsi:type="T"/></b>', moved)

    def test_typed_names_count_too_and_other_text_does_not(self):
        document = typed("names")
        document.root.unset("of")
        document.root.tag = "{urn:b}names"
        text = document.to_string()
        for part in (
            '<names xmlns="urn:b" xmlns:p="urn:a">',
            "<p:name>1</p:name>",
            '<p:name xmlns="urn:a">N</p:name>',
            "<p:name>p:N</p:name>",
            '<p:name xmlns="urn:a" of="N">2</p:name>',
            '<p:name xmlns="urn:a" all="p:N N">3</p:name>',
        ):
            self.assertIn(part, text)
        self.assertEqual(document._write()[1], [])

    def test_names_in_attributes_get_a_prefix_where_no_default_can_be(self):
        document = typed("names")
        document.root.tag = "names"
        for name in document.root:
            name.tag = "name"
        data, warnings = document._write()
        for part in (
            '<names xmlns="" xmlns:p="urn:a" of="p:N">',
            "<name>1</name>",
            "<name>p:N</name>",
            '<name of="p:N">2</name>',
            '<name all="p:N p:N">3</name>',
        ):
            self.assertIn(part, data.decode())
        self.assertEqual(len(warnings), 1)
        self.assertIn("the content of /names[1]/name[2] is a name without a prefix", warnings[0])


class Refused(unittest.TestCase):
    def test_declarations_are_no_attributes(self):
        root = untyped("<r/>").root
        for set_it in (
            lambda: root.set("xmlns", "urn:x"),
            lambda: root.attrib.__setitem__("xmlns", "urn:x"),
            lambda: root.attrib.update(xmlns="urn:x"),
            lambda: root.attrib.update({"xmlns": "urn:x"}),
            lambda: root.attrib.update([("xmlns", "urn:x")]),
            lambda: root.attrib.setdefault("xmlns", "urn:x"),
            lambda: root.attrib.__ior__({"xmlns": "urn:x"}),
            lambda: setattr(root, "attrib", {"xmlns": "urn:x"}),
            lambda: SubElement(root, "c", xmlns="urn:x"),
            lambda: Element("c", {"xmlns": "urn:x"}),
            lambda: root.set("{http://www.w3.org/2000/xmlns/}p", "urn:x"),
            lambda: root.attrib.update({"{http://www.w3.org/2000/xmlns/}p": "urn:x"}),
        ):
            with self.assertRaisesRegex(ValueError, "namespace declarations are no attributes"):
                set_it()
        self.assertEqual((dict(root.attrib), len(root)), ({}, 0))

    def test_what_attributes_cannot_hold_is_refused_where_it_is_set(self):
        attributes = untyped("<r/>").root.attrib
        for name, value, error in (("a", None, TypeError), ("a", 1, TypeError), ("a", "\x01", ValueError), ("a:b", "", ValueError)):
            with self.assertRaises(error):
                attributes[name] = value
        self.assertEqual(after('<r a="1"/>', lambda document: document.root.attrib.copy().pop("a")), '<r a="1"/>')

    def test_prefixes_that_no_declaration_can_bind_are_refused(self):
        register = (untyped("<r/>").register_namespace, stdlib.register_namespace)
        xml, xmlns = "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"
        wrong = [("xml", "urn:x"), ("xmlns", "urn:x"), ("p", xml), ("p", xmlns), ("p", ""), ("p", "urn:\x01"), ("p", "urn:\ud800")]
        wrong += [(prefix, "urn:x") for prefix in ("", "1", "a:b", "a b", "-", "\u00b2", "a\n")]
        for prefix, uri in wrong:
            for function in register:
                with self.assertRaises(ValueError, msg=(prefix, uri)):
                    function(prefix, uri)
        self.assertNotIn("urn:x", ElementTree._namespace_map)

    def test_namespace_names_hold_what_xml_holds(self):
        root = untyped("<r/>").root
        for namespace in ("urn:\x01", "urn:\ud800", "\ufffe"):
            for set_it in (
                lambda name: setattr(root, "tag", name),
                lambda name: root.set(name, "1"),
                lambda name: root.attrib.__setitem__(name, "1"),
                lambda name: Element(name),
                lambda name: setattr(root, "text", QName(name)),
                lambda name: root.set("a", QName(name)),
            ):
                with self.assertRaisesRegex(ValueError, "no place for the character"):
                    set_it(f"{{{namespace}}}q")
        for tag in ("{urn:a", "{a", "\u00b2", "a\u00b2", "a\n"):
            with self.assertRaises(ValueError):
                root.tag = tag


class SameValues(unittest.TestCase):
    TEXT = "<r a='&#x41;' ><x>a<!-- c --><![CDATA[b]]>&#x63;</x>t<!-- d -->&#x74;<y></y></r>"

    def test_what_is_set_to_what_it_is_stays_as_it_is_written(self):
        def change(document):
            for node in document.iter():
                node.tag, node.text, node.tail = node.tag, node.text, node.tail
                for name in node.keys():
                    node.set(name, node.get(name))
                node.attrib = dict(node.attrib)
            document.find("y").text = ""

        self.assertEqual(after(self.TEXT, change), self.TEXT)

    def test_what_was_changed_can_be_set_back(self):
        def change(document):
            document.root.text, document.root.tag = "x", "s"
            document.root.text, document.root.tag = None, "r"

        self.assertEqual(after("<r/>", change), "<r/>")

    def test_a_default_that_is_written_is_a_change(self):
        document = typed()
        paid = document.find("{urn:o}paid")
        paid.value = paid.value
        self.assertIn("<paid>false</paid>", document.to_string())


if __name__ == "__main__":
    unittest.main()
