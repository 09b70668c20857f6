"""Validates documents with the worker component in Python: python validate.py COMPONENT FOLDER SCHEMA DOCUMENT...

Needs `pip install wasmtime`. SCHEMA and the documents are paths in FOLDER, the only thing that the component sees, read-only.
"""

import datetime
import sys

from wasmtime import Config, Engine, Store, WasiConfig
from wasmtime.component import Component, Linker, Record, Variant

# What the component bounds itself. The names are those of `limits` in wit/types.wit.
LIMITS = {
    "xml-bytes": 64 << 20,
    "xsd-bytes": 16 << 20,
    "schema-closure-files": 128,
    "schema-closure-bytes": 64 << 20,
    "xml-depth": 256,
    "xml-elements": 1_000_000,
    "xml-attributes": 10_000,
    "xml-namespaces": 10_000,
    "xml-name-bytes": 65_536,
    "xml-attribute-bytes": 16 << 20,
    "issues-collected": 10_000,
    "issue-message-bytes": 4_096,
}
OPTIONS = {"version": "v1-1", "matching": "strict", "binding": "lax", "namespace-schemas": []}


def record(members: dict) -> Record:
    made = Record()
    for name, value in members.items():
        setattr(made, name, value)
    return made


class Worker:
    """One instance of the component. After a trap (fuel, memory, a defect) it must not be used again."""

    def __init__(self, component: str, folder: str, fuel: int = 50_000_000_000, memory: int = 512 << 20):
        config = Config()
        config.consume_fuel = True
        engine = Engine(config)
        self.store = Store(engine)
        self.store.set_fuel(fuel)
        self.store.set_limits(memory_size=memory)
        wasi = WasiConfig()
        wasi.preopen_dir(folder, "/capture", False)
        self.store.set_wasi(wasi)
        linker = Linker(engine)
        linker.add_wasip2()
        self.instance = linker.instantiate(self.store, Component.from_file(engine, component))

    def call(self, interface: str, function: str, *arguments):
        """Calls a function of an interface. Of a result its value comes back, or the component's `failure`, which is a `Variant`."""
        instance = self.instance.get_export_index(self.store, f"pyxsd:worker/{interface}@0.1.0")
        index = self.instance.get_export_index(self.store, function, instance)
        return self.instance.get_func(self.store, index)(self.store, *arguments)


def main() -> int:
    component, folder, schema_path, *documents = sys.argv[1:]
    worker = Worker(component, folder)
    limits = record(LIMITS)
    schema = worker.call("schemas", "[static]schema.compile", [schema_path], record(OPTIONS), limits)
    if isinstance(schema, Variant):
        print(f"{schema_path}: no schema: {schema.tag}")
        return 1
    now = datetime.datetime.now(datetime.timezone.utc).isoformat()
    valid = True
    for document in documents:
        report = worker.call("documents", "validate", schema, document, now, limits)
        if isinstance(report, Variant):
            print(f"{document}: no verdict: {report.tag}")
            valid = False
            continue
        valid = valid and report.valid
        print(f"{document}: {'valid' if report.valid else f'{report.errors} errors'}")
        for issue in report.issues:
            print(f"{issue.place.file}:{issue.place.line}:{issue.place.column}: {issue.code}: {issue.message}")
    schema.drop(worker.store)
    return 0 if valid else 1


if __name__ == "__main__":
    sys.exit(main())
