#!/bin/sh
# Rebuilds the component of Python transforms from its sources.
#
#   guest/transform/build.sh [--pack] [folder]
#
# The result is pyxsd_transform.wasm in the folder (a temporary one where none is named). With --pack it also goes, compressed and with the digest
# of what it is uncompressed, to guest/transform/prebuilt, which the server includes.
#
# Needs Python 3.10 or newer with venv, and a package index; --pack also needs zstd. The bytes differ from build to build, since the
# interpreter draws a seed for its hashes when it is started; the tests say whether a component does what it should.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
pack=
if [ "${1:-}" = --pack ]; then
    pack=1
    shift
fi
work=${1:-$(mktemp -d)}
mkdir -p "$work/wit"
if [ ! -x "$work/venv/bin/componentize-py" ]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$here/requirements.txt"
fi
# Only this world: the rest of the package is not the component's business.
cp "$here/../../wit/transform.wit" "$work/wit/"
rm -rf "$work/app"
cp -R "$here/source" "$work/app"
find "$work/app" -name __pycache__ -prune -exec rm -rf {} +
# WASI is stubbed, so that the component imports nothing but the snapshots of its world.
env -u VIRTUAL_ENV "$work/venv/bin/componentize-py" --quiet --wit-path "$work/wit" --world transform \
    componentize --stub-wasi --python-path "$work/app" --output "$work/pyxsd_transform.wasm" component
if [ -n "$pack" ]; then
    mkdir -p "$here/prebuilt"
    zstd --quiet --force --ultra -22 "$work/pyxsd_transform.wasm" -o "$here/prebuilt/pyxsd_transform.wasm.zst"
    "$work/venv/bin/python" -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' \
        "$work/pyxsd_transform.wasm" >"$here/prebuilt/pyxsd_transform.wasm.sha256"
    ls -l "$here/prebuilt"
fi
ls -l "$work/pyxsd_transform.wasm"
