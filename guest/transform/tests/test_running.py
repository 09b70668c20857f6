import subprocess
import sys
import unittest

from .support import HERE, source
from pyxsd_transform.running import Failed, Run, compiled

HEAD = "def transform(document, context):\n"
NOW = "2026-11-30T10:00:00Z"


def run(code, document=b"<r><a>1</a></r>", arguments="{}", facts="{}", entry="transform", output=1000, table=b""):
    """The run, and the candidate or the failure."""
    made = Run(output)
    try:
        data, _ = made.run(document, table, code, entry, arguments, facts, NOW)
        return made, data.decode()
    except Failed as failed:
        return made, failed


def body(*lines, **how):
    return run(HEAD + "".join(f"    {line}\n" for line in lines), **how)


class Results(unittest.TestCase):
    def test_a_document_an_element_or_nothing_is_a_result(self):
        changed = '<r k="1"><a>1</a></r>'
        self.assertEqual(body("document.root.set('k', 1)")[1], changed)
        self.assertEqual(body("document.root.set('k', 1)", "return document")[1], changed)
        self.assertEqual(body("return document.root[0]")[1], "<a>1</a>")
        self.assertEqual(body("import xml.etree.ElementTree as ET", "return ET.fromstring('<n/>')")[1], "<n/>")

    def test_anything_else_is_a_wrong_result(self):
        failed = body("return '<r/>'")[1]
        self.assertEqual(failed.kind, "wrong-result")
        self.assertIn("of type str", failed.message)

    def test_the_context_has_arguments_facts_and_time(self):
        made, _ = body(
            "print(context.arguments['a'], context.schema['version'], context.now)",
            arguments='{"a": [1]}',
            facts='{"version": "1.0"}',
        )
        self.assertEqual(made.output, "[1] 1.0 2026-11-30 10:00:00+00:00\n")

    def test_checkpoints_are_kept_also_before_a_failure(self):
        made, failed = body("context.checkpoint('one')", "document.root.tag = 's'", "context.checkpoint('two')", "1 / 0")
        self.assertEqual(made.checkpoints, [("one", b"<r><a>1</a></r>"), ("two", b"<s><a>1</a></s>")])
        self.assertEqual(failed.type_name, "ZeroDivisionError")
        self.assertIn("already", body("context.checkpoint('a')", "context.checkpoint('a')")[1].message)
        self.assertIn("no name", body("context.checkpoint('a/b')")[1].message)

    def test_how_many_checkpoints_there_may_be_is_not_said_here(self):
        made, _ = body("for at in range(300): context.checkpoint(f'c{at}')")
        self.assertEqual(len(made.checkpoints), 300)

    def test_other_entries_may_be_named(self):
        self.assertEqual(run("def rename(document, context):\n    document.root.tag = 's'\n", entry="rename")[1], "<s><a>1</a></s>")

    def test_code_sees_types_where_there_is_a_table(self):
        table = (HERE / "tables" / "order" / "lax.table").read_bytes()
        made, _ = body("print(document.find('{urn:o}line').value)", document=source(), table=table)
        self.assertEqual(made.output, "1.50\n")


class Modules(unittest.TestCase):
    def test_nothing_is_imported_only_when_code_runs(self):
        script = "import pyxsd_transform.running, pyxsd_transform.stdlib, sys; print(*sys.modules)"
        folder = HERE.parent / "source"
        loaded = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, check=True, text=True).stdout.split()
        for path in (folder / "pyxsd_transform").glob("*.py"):
            name = f"pyxsd_transform.{path.stem}"
            if path.stem not in ("__init__", "frozen"):
                self.assertIn(name, loaded)


class Errors(unittest.TestCase):
    def assert_raised(self, failed, type_name, message, line):
        self.assertEqual((failed.kind, failed.type_name, failed.line), ("raised", type_name, line))
        self.assertIn(message, failed.message)

    def test_errors_name_type_message_and_line_of_the_code(self):
        self.assert_raised(body("x = 1", "raise KeyError('k')")[1], "KeyError", "'k'", 3)
        self.assert_raised(body("document.root.set('k', None)")[1], "TypeError", "unset", 2)
        self.assert_raised(run("def f():\n    1 / 0\n" + HEAD + "    f()\n")[1], "ZeroDivisionError", "division", 2)
        self.assert_raised(run("def transform(document context):\n    pass")[1], "SyntaxError", "", 1)
        self.assert_raised(body("def f(): f()", "f()")[1], "RecursionError", "recursion", 2)
        self.assert_raised(body("document.root.line = 1")[1], "AttributeError", ".set('line', value)", 2)

    def test_a_function_that_is_missing_is_told_before_anything_runs(self):
        made, failed = run("print('ran')\n")
        self.assert_raised(failed, "NameError", "def transform(document, context):", None)
        self.assertEqual(made.output, "")
        compiled(HEAD + "    pass\n", "transform")

    def test_exits_are_told_as_such(self):
        for line, told in (("import sys; sys.exit(3)", "3"), ("raise SystemExit", "0"), ("exit('why')", "why")):
            failed = body(line)[1]
            self.assertEqual((failed.kind, failed.message), ("exited", told))

    def test_errors_that_cannot_be_shown_do_no_harm(self):
        lines = ["class E(Exception):", "    def __str__(self): raise SystemExit", "raise E()"]
        self.assert_raised(body(*lines)[1], "E", "cannot be told", 4)
        self.assert_raised(body("raise ValueError('\\ud800' + 'x' * 10000)")[1], "ValueError", "\\ud800xxx", 2)
        self.assertLess(len(body("raise ValueError('x' * 10000)")[1].message), 5000)

    def test_code_that_breaks_what_tells_of_errors_is_told_nevertheless(self):
        methods = ("__getattribute__(self, name)", "__setattr__(self, name, value)", "__str__(self)", "__repr__(self)")
        hostile = ["class E(Exception):", *(f"    def {method}: raise SystemExit" for method in methods), "raise E"]
        self.assert_raised(body(*hostile)[1], "E", "cannot be told", 7)
        hook = ["import sys", "def hook(*_): raise OSError('hook')"]
        self.assert_raised(body(*hook, "sys.settrace(hook)", "document.root.tag")[1], "OSError", "hook", 3)
        self.assert_raised(body(*hook, "sys.setprofile(hook)", "document.root.tag")[1], "OSError", "hook", 3)
        frames = ["frame = sys._getframe()", "while frame: frame.f_trace = hook; frame = frame.f_back", "sys.settrace(lambda *_: None)"]
        self.assert_raised(body(*hook, *frames, "1 / 0")[1], "OSError", "hook", 3)
        self.assertIsNone(sys.gettrace())
        broken = ["import builtins", "for name in list(vars(builtins)): builtins.__dict__[name] = None", "document.root.tag = 's'"]
        self.assert_raised(body(*broken)[1], "TypeError", "not callable", 4)
        self.assertEqual(body("import builtins", "builtins.__dict__.clear()", "1 / 0")[1].type_name, "ZeroDivisionError")
        exits = ["class E(SystemExit):", "    code = property(lambda self: 1 / 0)", "raise E"]
        self.assertEqual((body(*exits)[1].kind, body(*exits)[1].message), ("exited", "the message cannot be told"))
        for line in ("-1", "'a'", "10 ** 20"):
            self.assert_raised(body(f"raise SyntaxError('s', ('<transform>', {line}, 0, ''))")[1], "SyntaxError", "s", None)
        self.assertEqual(body("context._checkpoints = 4")[0].checkpoints, [])

    def test_requests_that_make_no_sense_are_told_apart(self):
        for how, message in (
            ({"arguments": "["}, "arguments are no JSON text"),
            ({"arguments": "[]"}, "arguments are no JSON object"),
            ({"document": b"<r>"}, "not well-formed"),
            ({"document": b"<!DOCTYPE r><r/>"}, "document type declaration"),
            ({"document": b"<p:r/>"}, "prefix"),
            ({"document": b"<?xml version='1.0' encoding='x-no'?><r/>"}, "cannot be decoded"),
            ({"table": b"PXNT" + bytes(20)}, "version 0"),
            ({"table": b"nothing"}, "does not begin as one"),
        ):
            failed = body("pass", **how)[1]
            self.assertEqual(failed.kind, "invalid-request", how)
            self.assertIn(message, failed.message)


class Output(unittest.TestCase):
    def test_output_is_bounded_at_a_character(self):
        made, _ = body("print('é' * 600)", output=1000)
        self.assertEqual((made.output, made.output_cut), ("é" * 500, True))
        made, _ = body("print('é' * 600)", output=999)
        self.assertEqual((made.output, made.output_cut), ("é" * 499, True))
        made, _ = body("print('x' * 999)", output=1000)
        self.assertFalse(made.output_cut)

    def test_errors_that_are_printed_are_output_too(self):
        made, _ = body("import sys", "print('e', file=sys.stderr)", "sys.__stdout__.write('o')")
        self.assertEqual(made.output, "e\no")


if __name__ == "__main__":
    unittest.main()
