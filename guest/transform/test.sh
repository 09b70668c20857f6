#!/bin/sh
# Runs the tests of the document API with a native Python (3.11 or newer): the same sources as in the component.
set -eu
cd "$(dirname -- "$0")"
exec "${PYTHON:-python3}" -B -m unittest discover -s tests -t . "$@"
