#!/bin/sh
# Usage: compiler.sh PYTHON
# Sees to it that extensions for PYTHON can be compiled, where that is possible without asking.
# Never fails: without a compiler the same sources run interpreted, and the build says so.
set -eu

python=$1
here=$(dirname "$0")

if ! command -v cc >/dev/null 2>&1 && ! command -v gcc >/dev/null 2>&1; then
    sh "$here/debian_packages.sh" "compiling" gcc libc6-dev || true
fi

headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
if [ ! -f "$headers/Python.h" ]; then
    package=$("$python" -c 'import sys; print("libpython%d.%d-dev" % sys.version_info[:2])')
    sh "$here/debian_packages.sh" "compiling" "$package" || true
fi
