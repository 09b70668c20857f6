import copy
import random
import unittest
from xml.etree import ElementTree

from .support import O, typed, untyped
from pyxsd_transform import Document, Element, QueryError, SubElement, xpath

TEXT = "<o:r xmlns:o='urn:o' k='1'><o:a>1</o:a><o:b x='2'><o:a>3</o:a>tail</o:b><!-- c --></o:r>"


class Searching(unittest.TestCase):
    def test_paths_know_the_prefixes_of_the_document(self):
        document = untyped(TEXT)
        self.assertEqual(document.find("o:b/o:a").text, "3")
        self.assertEqual([node.text for node in document.findall(".//{urn:o}a")], ["1", "3"])
        self.assertEqual(document.findtext("q:a", namespaces={"q": "urn:o"}), "1")
        self.assertEqual(document.find("o:b[@x='2']").get("x"), "2")
        self.assertEqual(document.findtext("nothing", "default"), "default")

    def test_iteration_is_in_document_order_and_shows_each_node_once(self):
        document = untyped(TEXT)
        self.assertEqual([node.tag for node in document.iter()], [O + "r", O + "a", O + "b", O + "a"])
        self.assertIs(document.find("o:a"), document.root[0])
        self.assertEqual(len(list(document.iter(O + "a"))), 2)
        self.assertEqual("".join(document.root.itertext()), "13tail")

    def test_elements_know_where_they_are(self):
        inner = untyped(TEXT).find("o:b/o:a")
        self.assertEqual(inner.path, "/r[1]/b[1]/a[1]")
        self.assertEqual([node.tag for node in inner.iterancestors()], [O + "b", O + "r"])
        self.assertIs(inner.getparent().getprevious().getnext(), inner.getparent())
        self.assertIsNone(inner.getnext())


class Changing(unittest.TestCase):
    def test_children_behave_as_a_list(self):
        root = untyped(TEXT).root
        first, second = root
        del root[0]
        root.insert(1, first)
        self.assertEqual([node for node in root], [second, first])
        root[0] = made = Element("m")
        self.assertIs(root[0], made)
        self.assertIsNone(second.getparent())
        root.extend([second, Element("n")])
        self.assertEqual([node.tag for node in root[1:]], [O + "a", O + "b", "n"])
        root[1:3] = []
        self.assertEqual([node.tag for node in root], ["m", "n"])
        self.assertNotIn(first, root)
        with self.assertRaises(ValueError):
            root.remove(first)

    def test_loops_may_take_elements_out(self):
        root = untyped("<r><a/><a/><a/></r>").root
        for node in root:
            root.remove(node)
        self.assertEqual(len(root), 0)

    def test_an_element_has_one_place(self):
        root = untyped(TEXT).root
        root[1].append(root[0])
        self.assertEqual([node.tag for node in root], [O + "b"])
        with self.assertRaisesRegex(ValueError, "cannot stand inside itself"):
            root[0].append(root)

    def test_an_element_without_children_is_true(self):
        self.assertTrue(untyped("<r/>").root)

    def test_elements_of_the_standard_library_are_taken_in(self):
        document = untyped("<r/>")
        made = ElementTree.fromstring("<a k='1'>x<b/>y</a>")
        document.root.append(made)
        self.assertEqual(document.to_string(), '<r><a k="1">x<b/>y</a></r>')

    def test_values_that_are_no_text_are_refused_with_advice(self):
        root = untyped(TEXT).root
        with self.assertRaisesRegex(TypeError, "a dict has no lexical form"):
            root.text = {}
        with self.assertRaisesRegex(TypeError, r"write element.unset\('k'\)"):
            root.set("k", None)
        with self.assertRaisesRegex(TypeError, "has child elements"):
            root.value = 1
        with self.assertRaisesRegex(TypeError, "a child is an Element, not str"):
            root.append("x")

    def test_random_changes_are_written_as_they_are_seen(self):
        for seed in range(200):
            chance = random.Random(seed)
            document = untyped(_random_document(chance))
            for _ in range(chance.randrange(1, 8)):
                _random_change(chance, document)
            seen = _shown(document.root)
            written = document.to_bytes()
            again = Document(written)
            self.assertEqual(_shown(again.root), seen, f"seed {seed}: {written.decode()}")
            self.assertEqual(again.to_bytes(), written)
            foreign = ElementTree.fromstring(written)
            self.assertEqual(_shown(foreign), seen, f"seed {seed}: {written.decode()}")


def _shown(root):
    """Everything that the tree shows, without the tail of the root."""
    rows = []
    work = [(root, 0)]
    while work:
        node, depth = work.pop()
        tail = node.tail or "" if depth else ""
        rows.append((depth, node.tag, sorted((name, node.get(name)) for name in node.keys()), node.text or "", tail))
        work.extend((child, depth + 1) for child in reversed(list(node)))
    return rows


_NAMES = ["a", "b", "{urn:o}a", "{urn:p}b", "{urn:q}c"]


def _random_document(chance):
    def element(depth):
        prefix = chance.choice(["", "p:", "q:"])
        declared = chance.choice(["", "", "", " xmlns='urn:o'", " xmlns:p='urn:x'", " xmlns=''"])
        attributes = "".join(f" {name}='v&lt;'" for name in chance.sample(["k", "p:k", "q:k", "l"], chance.randrange(3)))
        gap = chance.choice(["", "\n  ", "t&amp;", "<!-- c -->", "<![CDATA[<]]>", " <?p i?> "])
        content = "".join(element(depth + 1) + chance.choice(["", "\n  ", "x"]) for _ in range(chance.randrange(4) if depth < 3 else 0))
        name = f"{prefix}{chance.choice('abc')}"
        if not gap and not content and chance.random() < 0.7:
            return f"<{name}{declared}{attributes}/>"
        return f"<{name}{declared}{attributes}>{gap}{content}</{name} >"

    # urn:x also under another prefix would give an attribute twice.
    return f"<r xmlns:p='urn:p' xmlns:q='urn:q'{chance.choice(['', ' xmlns=' + chr(34) + 'urn:o' + chr(34)])}>{element(0)}{element(0)}</r>"


def _random_change(chance, document):
    nodes = list(document.iter())
    node, other = chance.choice(nodes), chance.choice(nodes)
    what = chance.randrange(10)
    if what == 0:
        node.tag = chance.choice(_NAMES)
    elif what == 1:
        node.set(chance.choice(_NAMES), chance.choice(["1", "p:x", '"<']))
    elif what == 2:
        node.text = chance.choice([None, "new", " \n", "a]]>b"])
    elif what == 3 and node.getparent() is not None:
        node.getparent().remove(node)
    elif what == 4 and other not in [node, *node.iterancestors()] and node not in other.iterancestors():
        if other.getparent() is not None:
            node.append(other)
    elif what == 5:
        SubElement(node, chance.choice(_NAMES), {chance.choice(_NAMES): "v"}).text = "x"
    elif what == 6:
        node[:] = sorted(node, key=lambda child: (child.tag, child.text or ""))
    elif what == 7:
        twin = copy.deepcopy(node)
        other.insert(chance.randrange(3), twin)
    elif what == 8 and node.getparent() is not None:
        node.tail = chance.choice([None, "tail"])
    elif what == 9 and node.getparent() is None:
        root = Element(chance.choice(_NAMES))
        root.append(node)


class NamesOfPyxsd(unittest.TestCase):
    def test_nodes_have_the_names_that_they_have_in_pyxsd(self):
        root = typed().root
        self.assertEqual(root._name_, O + "order")
        self.assertEqual(dict(root._attribs_), {"id": "o1", "{urn:vendor}trace": "7"})
        self.assertIsNone(root._value_)
        line = root._children_[2]
        self.assertEqual((line._value_, line._tail_), (["1.50"], "\n  "))
        self.assertEqual(root.findall(O + "kind")[1]._attribs_["xsi:nil"], "true")
        self.assertTrue(root.findall(O + "kind")[1]._nil_)
        self.assertEqual(line._descriptor_.name, O + "line")
        self.assertEqual(len(list(root.walk())), len(list(root.iter())))

    def test_what_is_changed_through_them_is_written(self):
        document = untyped("<r><b/><a k='1'>x</a></r>")
        root = document.root
        root._children_.sort(key=lambda node: node._name_)
        root._children_[0]._attribs_["k"] = "2"
        root._children_[0]._value_ = ["y"]
        root._children_.append(Element("c"))
        root._name_ = "s"
        self.assertEqual(document.to_string(), "<s><a k='2'>y</a><b/><c/></s>")

    def test_missing_names_say_what_to_write(self):
        document = typed()
        for access, advice in (
            (lambda: document.root.line, r"write .find\('\{urn:o\}line'\)"),
            (lambda: document.root.id, r"write .get\('id'\)"),
            (lambda: document.root.getchildren(), r"write list\(element\)"),
            (lambda: document.root.nothing, "write .find"),
            (lambda: document.is_valid, "judged by other workers"),
            (lambda: document.write("x"), "there are no files"),
        ):
            with self.assertRaisesRegex(AttributeError, advice):
                access()

    def test_dicts_follow_the_names(self):
        self.assertEqual(untyped("<r><a>1</a><a/><b k='2'>x</b></r>").to_dict(), {"r": {"a": ["1", None], "b": {"@k": "2", "$": "x"}}})
        self.assertEqual(untyped("<r><a>1</a></r>").to_dict(always_list=True), {"r": {"a": ["1"]}})
        order = typed().to_dict()[O + "order"]
        self.assertEqual(order[O + "sizes"], [1, 2, 3])
        self.assertEqual(order[O + "line"][0]["@quantity"], 3)
        self.assertEqual(order[O + "kind"][1], {"@xsi:nil": True})
        self.assertEqual(typed().to_dict(typed=False)[O + "order"][O + "sizes"], "1 2 3")
        self.assertIn('"{urn:o}key": "Cv8="', typed().to_json())

    def test_functions_for_a_root_are_applied(self):
        document = untyped("<r/>")
        self.assertIs(document.transform(lambda root, name: Element(name), "s"), document)
        self.assertEqual(document.to_string(), "<s/>")
        self.assertIsNone(document.transform(lambda root: root.set("k", 1)))


class Queries(unittest.TestCase):
    def setUp(self):
        self.asked = []
        self.answer = []
        self.before = xpath.ask
        xpath.ask = lambda *question: self.asked.append(question) or self.answer

    def tearDown(self):
        xpath.ask = self.before

    def element(self, *steps):
        return xpath.Node("element", [xpath.Step(name, index) for name, index in steps], None, None)

    def test_nodes_of_an_answer_are_those_of_the_tree(self):
        document = untyped(TEXT)
        self.answer = [self.element((O + "r", 1), (O + "b", 1), (O + "a", 1))]
        self.assertEqual(document.xpath("//o:a[. = 3]"), [document.find("o:b/o:a")])
        self.assertEqual(self.asked, [(TEXT.encode(), "//o:a[. = 3]", [("o", "urn:o")])])

    def test_the_document_is_asked_as_it_is_now(self):
        document = untyped(TEXT)
        document.root.remove(document.root[0])
        document.xpath("1", namespaces={})
        self.assertEqual(self.asked[0][0], TEXT.replace("<o:a>1</o:a>", "").encode())

    def test_values_are_those_of_python(self):
        xs = "{http://www.w3.org/2001/XMLSchema}"
        root = untyped(TEXT).root
        self.answer = [xpath.Atomic(xs + "integer", "3")]
        self.assertEqual(root.xpath("count(*)"), 3)
        self.answer = [xpath.Atomic(xs + "boolean", "true")] * 2
        self.assertEqual(root.xpath("x"), [True, True])
        self.answer = [xpath.Node("attribute", [xpath.Step(O + "r", 1)], "k", "1"), xpath.Atomic("{urn:t}t", "v")]
        self.assertEqual(root.xpath("x"), ["1", "v"])
        self.answer = []
        self.assertEqual(root.xpath("()"), [])

    def test_the_context_may_be_any_element(self):
        untyped(TEXT).root[1].xpath("o:a")
        self.assertEqual(self.asked[0][1], "(/*/*[2])/(o:a)")

    def test_without_a_component_that_answers_the_error_says_so(self):
        xpath.ask = self.before
        with self.assertRaisesRegex(QueryError, "unavailable"):
            untyped(TEXT).xpath("1")
        with self.assertRaisesRegex(QueryError, "stands in no document"):
            Element("a").xpath("1")


if __name__ == "__main__":
    unittest.main()
