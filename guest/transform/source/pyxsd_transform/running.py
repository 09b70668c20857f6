"""Runs the code of a transform, and tells what came of it in terms of that code."""

import builtins
import datetime
import json
import re
import sys
import types
from xml.etree import ElementTree

from . import frozen
from .children import adopted
from .context import Context
from .document import Document
from .output import Output
from .reading import UnreadableError
from .table import TableError

FILE = "<transform>"
_MOST_MESSAGE = 4096
_UNTOLD = "the message cannot be told"
_UNKNOWN = re.compile("'Element' object has no attribute '(\\w+)'")


class Failed(Exception):
    """There is no candidate. `kind`: raised, wrong-result, exited or invalid-request."""

    def __init__(self, kind, message, type_name="", line=None):
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.type_name = type_name
        self.line = line


def text_of(value):
    """A text that can be handed out: plain, bounded, without halves of characters."""
    try:
        text = str.__str__(value) if isinstance(value, str) else str(value)
    except BaseException:
        text = _UNTOLD
    text = "".join([text])[: _MOST_MESSAGE + 1]
    if len(text) > _MOST_MESSAGE:
        text = text[:_MOST_MESSAGE] + "…"
    return text.encode("utf-8", "backslashreplace").decode()


def _json(text, what):
    try:
        value = json.loads(text or "{}")
    except ValueError as error:
        raise Failed("invalid-request", f"the {what} are no JSON text: {error}") from None
    if not isinstance(value, dict):
        raise Failed("invalid-request", f"the {what} are no JSON object")
    return value


def _is(error, kind):
    """What `isinstance` says, without asking the error."""
    return issubclass(type(error), kind)


def _line_of(error):
    """The innermost line of the code, or the line that the parser names."""
    if _is(error, SyntaxError) and error.filename == FILE:
        return error.lineno if type(error.lineno) is int and 0 < error.lineno < 1 << 32 else None
    line = None
    trace = BaseException.__dict__["__traceback__"].__get__(error)
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _message_of(error):
    if _is(error, SyntaxError) and error.filename == FILE:
        return text_of(error.msg)
    unknown = _UNKNOWN.match(text_of(error)) if _is(error, AttributeError) else None
    if unknown:
        name = unknown.group(1)
        return (
            f"elements have no attribute {name!r} to set: write .set({name!r}, value) for an XML attribute, .text or .value for the content"
        )
    if _is(error, MemoryError):
        return text_of(error) or "the memory that a transform may use is used up"
    return text_of(error)


def _told(tell, error, otherwise):
    """What a function says of an error; an error of the code's own making may do anything when it is asked."""
    try:
        return tell(error)
    except BaseException:
        return otherwise


def _code_of(error):
    return text_of(error.code if error.code is not None else 0)


def _type_of(error):
    return text_of(type.__dict__["__name__"].__get__(type(error)))


def failed(error):
    """An error of the code as a failure."""
    if type(error) is Failed:
        return error
    line = _told(_line_of, error, None)
    if _is(error, SystemExit):
        return Failed("exited", _told(_code_of, error, _UNTOLD), line=line)
    return Failed("raised", _told(_message_of, error, _UNTOLD), _told(_type_of, error, "BaseException"), line)


def _undo_hooks():
    """Takes away what the code had called at every step."""
    for undo in (sys.settrace, sys.setprofile) * 2:
        try:
            undo(None)
        except BaseException:
            # A hook that raises is gone by that.
            continue


def compiled(code, entry):
    """The code as a module, not yet run."""
    try:
        parsed = compile(code, FILE, "exec", dont_inherit=True)
    except BaseException as error:
        raise failed(error) from None
    names = set(parsed.co_names)
    if entry not in names:
        shown = f"def {entry}(document, context):"
        raise Failed("raised", f"the code defines no function {entry!r}: write {shown!r}", "NameError")
    return parsed


def _function(code, entry):
    module = types.ModuleType("transform")
    module.__dict__["__builtins__"] = builtins
    sys.modules["transform"] = module
    exec(compiled(code, entry), module.__dict__)
    function = module.__dict__.get(entry)
    if not callable(function):
        raise Failed("raised", f"the code defines no function {entry!r}", "NameError")
    return function


def _result(document, returned):
    """The document that was meant."""
    if returned is None or returned is document:
        return document
    if isinstance(returned, Document):
        return returned
    if isinstance(returned, ElementTree.ElementTree):
        returned = returned.getroot()
    if hasattr(returned, "tag") and hasattr(returned, "itertext"):
        document.root = adopted(returned)
        return document
    shown = text_of(type(returned).__name__)
    raise Failed(
        "wrong-result",
        f"the transform returned something of type {shown}: return the document, an element, or nothing for changes in place",
    )


def _moment(now):
    try:
        return datetime.datetime.fromisoformat(now)
    except ValueError:
        raise Failed("invalid-request", f"{now!r} is no time") from None


class Run:
    """One run; `checkpoints`, `output` and `output_cut` are there whatever becomes of it."""

    def __init__(self, output_bytes):
        self._output = Output(output_bytes)
        self._context = None
        self._builtins = dict(vars(builtins))

    def run(self, document, node_table, code, entry, arguments, facts, now):
        """Bytes of the candidate and warnings; raises Failed."""
        before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = self._output
        try:
            try:
                return self._run(document, node_table, code, entry, arguments, facts, now)
            finally:
                # The name of an exception, too, is looked up among the builtins.
                self.settle()
        except BaseException as error:
            failure = failed(error)
            # The tree may hold the memory that the message needs.
            BaseException.with_traceback(error, None)
            raise failure from None
        finally:
            self.settle()
            sys.stdout, sys.stderr = before

    def settle(self):
        """Puts back what the code may have changed and the rest of the run needs: builtins, and no hooks."""
        builtins.__dict__.update(self._builtins)
        _undo_hooks()

    def _run(self, data, node_table, code, entry, arguments, facts, now):
        arguments, facts = _json(arguments, "arguments"), _json(facts, "facts")
        try:
            document = Document(data, node_table)
        except (UnreadableError, TableError) as error:
            raise Failed("invalid-request", text_of(error)) from None
        moment = _moment(now)
        frozen.set_clock(moment)
        self._context = Context(document, arguments, facts, moment)
        function = _function(code, entry)
        result = _result(document, function(document, self._context))
        data, warnings = result._write()
        if type(data) is not bytes:
            raise Failed("wrong-result", "the document is written by something else than this runtime, and not as bytes")
        return data, warnings

    @property
    def checkpoints(self):
        found = self._context._checkpoints if type(self._context) is Context else {}
        if type(found) is not dict:
            return []
        return [(name, data) for name, data in found.items() if type(name) is str and type(data) is bytes]

    @property
    def output(self):
        return self._output.text

    @property
    def output_cut(self):
        return self._output.is_cut
