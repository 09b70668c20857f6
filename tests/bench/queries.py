#!/usr/bin/env python3
"""Time of queries beside lxml (XPath 1.0) and elementpath (XPath 2.0): one run, alternating, CPU seconds, medians.

usage: queries.py --bench PYXSD_BENCH --schema XSD --document XML [--rounds N]
elementpath, which takes seconds for each query, runs in the first round only.
The document is an orders file as the throughput benchmark uses it, cut to the size wanted. Each program reads the document once and then
evaluates each query; the time is that of the evaluation, reading it stands in a line of its own. A query that a language does not have is
left out for it, and said.
"""
import argparse
import statistics
import subprocess
import sys

# Query, and whether XPath 1.0 has it.
QUERIES = [
    ("count(//o:line)", True),
    ("//o:line[@no = 7]/o:sku", True),
    ("(//o:line)[1000]", True),
    ("//o:order[o:line/o:price > 9999]/@id", True),
    ("sum(//o:price)", True),
    ("//o:line[o:qty = 42]", True),
    ("//o:line[contains(o:sku, '777')]", True),
    ("//o:order[last()]/o:customer", True),
    ("//o:line[o:discount]/preceding-sibling::o:line[1]/o:qty", True),
    ("count(distinct-values(//o:sku))", False),
    ("max(for $line in //o:line return $line/o:qty * $line/o:price)", False),
    ("//o:order[xs:dateTime(o:when) ge xs:dateTime('2026-09-01T00:00:00Z')]", False),
    ("//o:sku[matches(., '^ABC-7+$')]", False),
]

LXML = """
import sys, time
from lxml import etree
start = time.process_time()
tree = etree.parse(sys.argv[1])
print(f"{time.process_time() - start:.6f}")
for query in sys.argv[3:]:
    path = etree.XPath(query, namespaces={"o": "urn:o"})
    for _ in range(int(sys.argv[2])):
        start = time.process_time()
        path(tree)
        print(f"{time.process_time() - start:.6f}")
"""

ELEMENTPATH = """
import sys, time
import xml.etree.ElementTree as ElementTree
import elementpath
start = time.process_time()
tree = ElementTree.parse(sys.argv[1])
root = elementpath.get_node_tree(tree)
print(f"{time.process_time() - start:.6f}")
for query in sys.argv[3:]:
    selector = elementpath.XPath2Parser(namespaces={"o": "urn:o"}).parse(query)
    for _ in range(int(sys.argv[2])):
        start = time.process_time()
        list(selector.select_results(elementpath.XPathContext(root)))
        print(f"{time.process_time() - start:.6f}")
"""


def run(command):
    """Seconds of reading, and of each query once."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[:3]}: exit {done.returncode}\n{done.stderr}")
    reading, *queries = [float(line) for line in done.stdout.split()]
    return reading, queries


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--bench", required=True)
    arguments.add_argument("--schema", required=True)
    arguments.add_argument("--document", required=True)
    arguments.add_argument("--rounds", type=int, default=3)
    options = arguments.parse_args()
    every = [query for query, _ in QUERIES]
    old = [query for query, is_old in QUERIES if is_old]
    ours = [options.schema, options.document, "1"]
    programs = {
        "native": ([options.bench, "query-native", *ours], every),
        "sandbox": ([options.bench, "query-sandbox", *ours], every),
        "lxml": ([sys.executable, "-c", LXML, options.document, "1"], old),
        "elementpath": ([sys.executable, "-c", ELEMENTPATH, options.document, "1"], every),
    }
    seconds = {name: {} for name in programs}
    for _ in range(options.rounds):
        for name, (command, queries) in programs.items():
            if name == "elementpath" and seconds[name]:
                continue
            reading, values = run([*command, *queries])
            for query, value in zip(["(reading)", *queries], [reading, *values], strict=True):
                seconds[name].setdefault(query, []).append(value)
    print("milliseconds".ljust(64), *(name.rjust(12) for name in programs))
    for query in ["(reading)", *every]:
        cells = [seconds[name].get(query) for name in programs]
        print(query.ljust(64), *(f"{statistics.median(cell) * 1000:12.2f}" if cell else "-".rjust(12) for cell in cells))


if __name__ == "__main__":
    main()
