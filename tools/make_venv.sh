#!/bin/sh
# Usage: make_venv.sh FOLDER
# Creates a virtual environment with the first Python of version 3.11 or later that is found.
# PYTHON=/path/to/python names one to use instead of searching.
set -eu

folder=$1

say() {
    printf '==> %s\n' "$*"
}

give_up() {
    printf 'error: %s\n' "$1" >&2
    exit 1
}

# A name may exist and still not run (version managers leave such names), so each one is tried.
new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

python=
for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14}; do
    if new_enough "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    if [ -n "${PYTHON:-}" ]; then
        give_up "'$PYTHON' does not run, or is older than Python 3.11."
    fi
    give_up "Sandtable needs Python 3.11 or later, and none was found as python3, python3.13,
python3.12, python3.11 or python3.14. Install one (on Debian or Ubuntu: apt install python3
python3-venv), or say where it is: make PYTHON=/path/to/python3 ..."
fi

has_venv() {
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1
}

if ! has_venv; then
    # Debian and its kin keep these parts of the standard library in a package of its own.
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    sh "$(dirname "$0")/debian_packages.sh" "virtual environments" "$package" || true
    has_venv || give_up "$python has no 'venv' module. On Debian or Ubuntu: apt install $package"
fi

say "Creating $folder with $("$python" --version) ($(command -v "$python"))"
if ! "$python" -m venv --clear "$folder"; then
    rm -rf "$folder"
    give_up "$python could not create a virtual environment in $folder (see above)."
fi
