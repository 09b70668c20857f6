#!/usr/bin/env python3
"""Throughput of pyxsd-mcp beside libxml2 and Xerces-C: one run, alternating, CPU seconds, medians.

usage: compare.py --bench PYXSD_BENCH --schema XSD --document XML [--rounds N]
Needs lxml for libxml2, and g++ with libxerces-c-dev for Xerces-C; what is missing is said, not skipped silently.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def build_xerces(folder):
    target = folder / "xerces"
    command = ["g++", "-O2", "-o", str(target), str(HERE / "xerces.cpp"), "-lxerces-c"]
    built = subprocess.run(command, capture_output=True, text=True)
    return target if built.returncode == 0 else None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--bench", required=True)
    arguments.add_argument("--schema", required=True)
    arguments.add_argument("--document", required=True)
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    files = [options.schema, options.document]
    megabytes = pathlib.Path(options.document).stat().st_size / 1e6
    with tempfile.TemporaryDirectory() as folder:
        xerces = build_xerces(pathlib.Path(folder))
        programs = {
            "pyxsd native": [options.bench, "native"],
            "pyxsd sandbox, fuel": [options.bench, "sandbox"],
            "libxml2 (lxml)": [sys.executable, str(HERE / "libxml2.py")],
            "Xerces-C": [str(xerces)] if xerces else None,
        }
        seconds = {name: [] for name in programs}
        for _ in range(options.rounds):
            for name, command in programs.items():
                if command is None:
                    continue
                done = subprocess.run([*command, *files, "3"], capture_output=True, text=True)
                if done.returncode != 0:
                    sys.exit(f"{name}: exit {done.returncode}\n{done.stderr}")
                seconds[name] += [float(line) for line in done.stdout.split()]
    for name, values in seconds.items():
        if values:
            middle = statistics.median(values)
            print(f"{name:22} {middle:8.3f} s  {megabytes / middle:8.1f} MB/s")
        else:
            print(f"{name:22} not available here")


if __name__ == "__main__":
    main()
