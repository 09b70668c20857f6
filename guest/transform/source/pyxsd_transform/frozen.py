"""The world that the code sees: no files, no network, no processes, a clock that stands still, and chance that repeats itself.

This makes clear errors of what would stop the whole instance. It is no guard: the component imports nothing that could do harm.
"""

import builtins
import datetime as datetimes
import io
import os
import random
import sys
import time

_KEPT_OS = {
    "PathLike", "fspath", "fsencode", "fsdecode", "path", "sep", "linesep", "name", "error", "environ", "environb", "getenv", "strerror",
    "curdir", "pardir", "extsep", "altsep", "pathsep", "defpath", "devnull", "abc", "sys", "st", "stat_result", "terminal_size",
    "DirEntry", "supports_bytes_environ",
}  # fmt: skip
_REASONS = {
    "socket": "there is no network",
    "ssl": "there is no network",
    "urllib.request": "there is no network",
    "urllib.error": "there is no network",
    "http": "there is no network",
    "requests": "there is no network",
    "asyncio": "there is nothing to wait for",
    "selectors": "there is nothing to wait for",
    "threading": "there are no threads",
    "multiprocessing": "there are no processes",
    "concurrent": "there are no threads and no processes",
    "subprocess": "there are no processes",
    "ctypes": "there is no native code",
    "sqlite3": "there are no files",
    "tempfile": "there are no files",
    "shutil": "there are no files",
    "glob": "there are no files",
    "pathlib": "there are no files",
    "signal": "there are no signals",
    "zoneinfo": "there is no database of time zones; datetime.timezone has fixed offsets",
    "lxml": "the document itself has find(), iter() and xpath()",
}


class _NoOtherModules:
    """The last finder of modules: everything that there is was imported when the component was built."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        reason = _reason(name) or "only part of the standard library is here, and no other packages"
        raise ModuleNotFoundError(f"No module named {name!r}: in a transform {reason}", name=name)


def _reason(module):
    return next((reason for name, reason in _REASONS.items() if module == name or module.startswith(f"{name}.")), None)


def _refusal(what):
    return PermissionError(f"{what} is not there: a transform has no files, no network and no processes")


def _refuse(what):
    def refused(*_, **__):
        raise _refusal(what)

    refused.__name__ = refused.__qualname__ = what.rpartition(".")[2]
    return refused


class _Clock:
    seconds = 0.0


class _DateTime(datetimes.datetime):
    """The class of the standard library, by the clock that stands still."""

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_Clock.seconds, tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_Clock.seconds, datetimes.timezone.utc).replace(tzinfo=None)

    @classmethod
    def today(cls):
        return cls.now()

    def __repr__(self):
        return f"datetime.{super().__repr__()}"


_DateTime.__name__ = _DateTime.__qualname__ = "datetime"
_DateTime.__module__ = "datetime"
_seed = random.Random.seed


def _repeatable_seed(self, a=None, version=2):
    _seed(self, 0 if a is None else a, version)


def _now(*_):
    return _Clock.seconds


def _now_ns(*_):
    return int(_Clock.seconds * 1_000_000_000)


class _Replaced:
    """What was replaced, so that modules that hold it under a name of their own lose it too."""

    def __init__(self):
        self.pairs = {}
        self.kept = []

    def put(self, module, name, new):
        old = getattr(module, name, None)
        setattr(module, name, new)
        if callable(old) and old is not new:
            self.kept.append(old)
            self.pairs[id(old)] = new

    def everywhere(self):
        for module in list(sys.modules.values()):
            held = getattr(module, "__dict__", None)
            if not held or module.__name__ in (__name__, "_frozen_importlib_external", "_frozen_importlib"):
                continue
            for name, value in list(held.items()):
                new = self.pairs.get(id(value))
                if new is not None:
                    held[name] = new


def _close_clock(replaced):
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        replaced.put(time, name, _now)
        replaced.put(time, f"{name}_ns", _now_ns)
    replaced.put(time, "sleep", lambda seconds: None)
    real = {name: getattr(time, name) for name in ("gmtime", "strftime", "asctime")}

    def gmtime(seconds=None):
        return real["gmtime"](_Clock.seconds if seconds is None else seconds)

    for name in ("gmtime", "localtime"):
        replaced.put(time, name, gmtime)
    replaced.put(time, "ctime", lambda seconds=None: real["asctime"](gmtime(seconds)))
    replaced.put(time, "asctime", lambda moment=None: real["asctime"](gmtime() if moment is None else moment))
    replaced.put(time, "strftime", lambda form, moment=None: real["strftime"](form, gmtime() if moment is None else moment))
    replaced.put(datetimes, "datetime", _DateTime)


def _close_files(replaced):
    os.environ.clear()
    replaced.put(builtins, "open", _refuse("open()"))
    replaced.put(io, "open", builtins.open)
    for name in ("FileIO", "open_code"):
        replaced.put(io, name, _refuse(f"io.{name}()"))
    replaced.put(builtins, "input", _refuse("input()"))
    posix = sys.modules.get("posix", os)
    for name in dir(os):
        value = getattr(os, name)
        if name in _KEPT_OS or name.startswith("__") or not callable(value) or isinstance(value, type):
            continue
        replaced.put(os, name, _refuse(f"os.{name}()"))
        if hasattr(posix, name):
            setattr(posix, name, getattr(os, name))
    for name in ("fork", "kill", "popen", "system"):
        setattr(os, name, _refuse(f"os.{name}()"))


def _close_chance(replaced):
    random.Random.seed = _repeatable_seed
    replaced.put(random, "seed", random._inst.seed)
    replaced.put(random, "SystemRandom", _refuse("random.SystemRandom()"))
    random._inst.seed(0)


_AUDITED = (
    "open",
    "os.",
    "socket.",
    "subprocess.",
    "ctypes.",
    "shutil.",
    "tempfile.",
    "glob.",
    "syslog.",
    "fcntl.",
    "signal.",
    "time.sleep",
)


def _audit(event, _):
    # What C code opens without asking the functions above, such as the file of a syntax error.
    if event.startswith(_AUDITED):
        raise _refusal(event)


def close():
    """Takes away what is not there anyway; for good, in this process."""
    replaced = _Replaced()
    _close_clock(replaced)
    _close_chance(replaced)
    _close_files(replaced)
    replaced.everywhere()
    # Its callbacks, other than a trace function, could not be taken away before an error is told.
    if hasattr(sys, "monitoring"):
        del sys.monitoring
    sys.addaudithook(_audit)


def close_imports():
    """From now on nothing is imported that was not imported before, nor what other modules only needed for what is not there."""
    for name in [name for name in sys.modules if _reason(name)]:
        del sys.modules[name]
    sys.path[:] = []
    sys.path_hooks[:] = []
    sys.path_importer_cache.clear()
    sys.meta_path[:] = [_NoOtherModules]


def set_clock(moment):
    """The time at which every clock stands."""
    _Clock.seconds = moment.timestamp()
