#!/usr/bin/env python3
"""Time to compile large schemas, beside libxml2: one run, alternating, CPU seconds, medians.

usage: schemas.py --bench PYXSD_BENCH [--rounds N] XSD...
Each XSD is the entry document of a family. libxml2 is measured through lxml, in a process of its own, parsing of the files included; where it
refuses a schema that is said. No remote location is fetched.
"""
import argparse
import statistics
import subprocess
import sys

LIBXML2 = """
import sys, time
from lxml import etree
for _ in range(int(sys.argv[2])):
    start = time.process_time()
    etree.XMLSchema(etree.parse(sys.argv[1], etree.XMLParser(no_network=True)))
    print(f"{time.process_time() - start:.4f}")
"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--bench", required=True)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("schemas", nargs="+")
    options = arguments.parse_args()
    programs = {
        "pyxsd native": [options.bench, "compile-native"],
        "pyxsd sandbox": [options.bench, "compile-sandbox"],
        "libxml2": [sys.executable, "-c", LIBXML2],
    }
    for schema in options.schemas:
        print(schema)
        seconds = {name: [] for name in programs}
        refusal = {}
        for _ in range(options.rounds):
            for name, command in programs.items():
                done = subprocess.run([*command, schema, "1"], capture_output=True, text=True)
                seconds[name] += [float(line) for line in done.stdout.split()]
                if done.returncode != 0:
                    refusal[name] = (done.stderr.strip().splitlines() or ["no word"])[-1][:160]
        for name, values in seconds.items():
            middle = f"{statistics.median(values) * 1000:8.1f} ms" if values else "       no time"
            print(f"  {name:14} {middle}  {refusal.get(name, '')}")


if __name__ == "__main__":
    main()
