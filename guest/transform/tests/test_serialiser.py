import copy
import unittest
from xml.etree.ElementTree import QName

from .support import O, after, source, typed, untyped
from pyxsd_transform import Element, SubElement

LIST = "<r xmlns='urn:o'>\n  <a n = '1'/>\n  <!-- about b -->\n  <b>x</b >\n  <c/>\n</r>\n"


class Untouched(unittest.TestCase):
    def test_documents_come_back_byte_for_byte(self):
        for text in (
            LIST,
            "\ufeff<?xml version='1.0'?>\r\n<!-- a --><r\ta='&#10;'  >\r\n<![CDATA[<]]></r >\r\n<?p?>",
            "<r/>",
            "<r a='1'></r>",
        ):
            self.assertEqual(untyped(text).to_bytes(), text.encode())
            document = untyped(text)
            list(document.iter())
            self.assertEqual(document.to_bytes(), text.encode())
        self.assertEqual(typed().to_bytes(), source())

    def test_reading_attributes_as_a_dict_changes_nothing(self):
        document = typed()
        for node in document.iter():
            self.assertIsNotNone(node.attrib)
        self.assertEqual(document.to_bytes(), source())

    def test_only_what_is_changed_differs(self):
        def change(document):
            document.find(O + "b").text = "y & z"

        self.assertEqual(after(LIST, change), LIST.replace(">x<", ">y &amp; z<"))

    def test_the_style_of_a_tag_is_kept(self):
        self.assertEqual(after(LIST, lambda d: d.root[0].set("n", "2'")), LIST.replace("'1'", "'2&apos;'"))
        self.assertEqual(after(LIST, lambda d: d.root[0].set("m", 3)), LIST.replace("'1'/>", "'1' m=\"3\"/>"))
        self.assertEqual(after(LIST, lambda d: d.root[0].unset("n")), LIST.replace(" n = '1'", ""))


class Places(unittest.TestCase):
    def test_comments_stay_when_the_element_before_them_goes(self):
        self.assertEqual(after(LIST, lambda d: d.root.remove(d.root[0])), LIST.replace("  <a n = '1'/>\n", ""))

    def test_the_end_tag_keeps_its_line(self):
        self.assertEqual(after(LIST, lambda d: d.root.remove(d.root[2])), LIST.replace("  <c/>\n", ""))

    def test_new_elements_take_the_layout_of_their_siblings(self):
        self.assertEqual(after(LIST, lambda d: SubElement(d.root, O + "d")), LIST.replace("<c/>\n", "<c/>\n  <d/>\n"))
        first = after(LIST, lambda d: d.root.insert(0, Element(O + "d")))
        self.assertEqual(first, LIST.replace("  <a", "  <d/>\n  <a"))

    def test_moving_an_element_takes_it_from_its_place(self):
        moved = after(LIST, lambda d: d.root.append(d.root[1]))
        self.assertEqual(moved, "<r xmlns='urn:o'>\n  <a n = '1'/>\n  <!-- about b -->\n  <c/>\n  <b>x</b >\n</r>\n")

    def test_sorting_leaves_white_space_and_comments_in_their_places(self):
        def change(document):
            document.root[:] = sorted(document.root, key=lambda node: node.tag, reverse=True)

        self.assertEqual(after(LIST, change), "<r xmlns='urn:o'>\n  <c/>\n  <!-- about b -->\n  <b>x</b >\n  <a n = '1'/>\n</r>\n")

    def test_text_goes_before_the_comments_of_its_place(self):
        text = "<r>a<!-- 1 -->b<x/>c<?p?>d</r>"
        self.assertEqual(after(text, lambda d: setattr(d.root, "text", "new")), "<r>new<!-- 1 --><x/>c<?p?>d</r>")
        self.assertEqual(after(text, lambda d: setattr(d.root[0], "tail", None)), "<r>a<!-- 1 -->b<x/><?p?></r>")

    def test_mixed_content_keeps_its_text(self):
        text = "<r>a <b>x</b> c <d/>e</r>"
        self.assertEqual(after(text, lambda d: d.root.remove(d.root[1])), "<r>a <b>x</b> c </r>")
        self.assertEqual(after(text, lambda d: d.root[0].set("k", 1)), '<r>a <b k="1">x</b> c <d/>e</r>')

    def test_empty_tags_open_and_close_as_needed(self):
        self.assertEqual(after("<r><a/></r>", lambda d: setattr(d.root[0], "text", "x")), "<r><a>x</a></r>")
        self.assertEqual(after("<r><a>x</a></r>", lambda d: setattr(d.root[0], "text", None)), "<r><a/></r>")
        self.assertEqual(after("<r><a></a></r>", lambda d: d.root[0].set("k", 1)), '<r><a k="1"></a></r>')
        self.assertEqual(after("<r><a/></r>", lambda d: d.root.remove(d.root[0])), "<r/>")

    def test_indenting_places_what_is_on_one_line(self):
        def change(document):
            made = SubElement(document.root, O + "d")
            SubElement(SubElement(made, O + "e"), O + "f").text = "x"
            document.root.indent()

        lines = "  <d>\n    <e>\n      <f>x</f>\n    </e>\n  </d>\n</r>"
        self.assertEqual(after(LIST, change), LIST.replace("</r>", lines))
        self.assertEqual(after("<r>a<b/><c><d/></c></r>", lambda d: d.root.indent()), "<r>a<b/><c><d/></c></r>")
        self.assertEqual(after("<r><b/><c>x<d/></c></r>", lambda d: d.root.indent("\t")), "<r>\n\t<b/>\n\t<c>x<d/></c>\n</r>")

    def test_copies_are_independent(self):
        def change(document):
            twin = copy.deepcopy(document.root[1])
            twin.text = "y"
            document.root.append(twin)

        self.assertEqual(after(LIST, change), LIST.replace("<c/>\n", "<c/>\n  <b>y</b >\n"))


class Namespaces(unittest.TestCase):
    def test_renaming_everything_keeps_the_prefixes(self):
        def change(document):
            for node in document.iter():
                node.tag = node.tag.replace("urn:o", "urn:new")

        self.assertEqual(after(LIST, change), LIST.replace("urn:o", "urn:new"))
        prefixed = "<p:r xmlns:p='urn:o'><p:a/></p:r>"
        self.assertEqual(after(prefixed, change), prefixed.replace("urn:o", "urn:new"))

    def test_what_is_not_renamed_keeps_its_namespace(self):
        renamed = after(LIST, lambda d: setattr(d.root, "tag", "{urn:new}r"))
        self.assertEqual(untyped(renamed).root.tag, "{urn:new}r")
        self.assertEqual([node.tag for node in untyped(renamed).root], [O + "a", O + "b", O + "c"])

    def test_a_namespace_that_several_places_need_is_declared_once(self):
        def change(document):
            for node in document.root:
                node.set("{urn:k}key", "1")

        text = after(LIST, change)
        self.assertEqual(text.count("urn:k"), 1)
        self.assertEqual(text.count("ns0:key"), 3)

    def test_a_registered_prefix_is_used(self):
        def change(document):
            document.register_namespace("k", "urn:k")
            document.root[0].set("{urn:k}key", "1")

        self.assertIn('<a xmlns:k="urn:k" n = \'1\' k:key="1"/>', after(LIST, change))

    def test_names_in_no_namespace_take_back_the_default(self):
        self.assertIn('<x xmlns=""/>', after(LIST, lambda d: SubElement(d.root, "x")))

    def test_an_element_that_moves_takes_its_declarations_along(self):
        text = "<r><a xmlns:p='urn:p'><p:x p:k='1'/></a><b/></r>"
        moved = after(text, lambda d: d.root[1].append(d.root[0][0]))
        self.assertEqual(moved, "<r><a xmlns:p='urn:p'/><b><p:x xmlns:p=\"urn:p\" p:k='1'/></b></r>")

    def test_prefixes_in_values_mean_what_they_meant(self):
        text = "<r xmlns:p='urn:p'><p:a type='p:t'/></r>"
        renamed = after(text, lambda d: setattr(d.root[0], "tag", "{urn:q}a"))
        self.assertIn("type='p:t'", renamed)
        self.assertEqual(untyped(renamed).root[0].namespaces["p"], "urn:p")

    def test_names_as_values_get_a_prefix(self):
        changed = after("<r/>", lambda d: d.root.set("type", QName("{urn:p}t")))
        self.assertEqual(changed, '<r xmlns:ns0="urn:p" type="ns0:t"/>')
        changed = after("<r xmlns:p='urn:p'/>", lambda d: setattr(d.root, "text", QName("{urn:p}t")))
        self.assertEqual(changed, "<r xmlns:p='urn:p'>p:t</r>")

    def test_a_new_root_takes_over_the_declarations(self):
        def change(document):
            root = Element(O + "new")
            for node in document.root:
                root.append(node)
            document.root = root

        self.assertEqual(after("<r xmlns='urn:o' xmlns:p='urn:p'><p:a/></r>", change), '<new xmlns="urn:o" xmlns:p="urn:p"><p:a/></new>')

    def test_wrapping_the_root_needs_nothing_else(self):
        def change(document):
            root = Element(O + "all")
            root.append(document.root)

        self.assertEqual(after("<r xmlns='urn:o'/>", change), "<all xmlns=\"urn:o\"><r xmlns='urn:o'/></all>")

    def test_an_element_alone_has_what_it_needs(self):
        self.assertEqual(untyped(LIST).root[1].to_string(), '<b xmlns="urn:o">x</b >')


class Characters(unittest.TestCase):
    def test_what_would_be_read_otherwise_is_escaped(self):
        written = after("<r a='x'/>", lambda d: (d.root.set("a", "\"'<&>\t\n\r"), setattr(d.root, "text", "<&>]]>\r\n")))
        self.assertEqual(untyped(written).root.get("a"), "\"'<&>\t\n\r")
        self.assertEqual(untyped(written).root.text, "<&>]]>\r\n")

    def test_what_xml_cannot_hold_is_refused(self):
        root = untyped("<r/>").root
        for bad in ("\0", "\x1b", "\ufffe", "\ud800"):
            with self.assertRaisesRegex(ValueError, "XML has no place for the character U"):
                root.text = bad
        with self.assertRaisesRegex(ValueError, "'p:x' is not the name"):
            root.set("p:x", "1")

    def test_the_same_changes_give_the_same_bytes(self):
        def change(document):
            for name in ("{urn:z}a", "{urn:y}a", "{urn:x}a"):
                SubElement(document.root, name)
                SubElement(document.root, name)

        self.assertEqual(len({after(LIST, change) for _ in range(5)}), 1)


if __name__ == "__main__":
    unittest.main()
