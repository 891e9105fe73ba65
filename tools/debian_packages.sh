#!/bin/sh
# Usage: debian_packages.sh PURPOSE PACKAGE...
# Installs those of the packages that are missing, if this is a Debian-like system and we are root;
# otherwise says what to do and fails. Nobody's system is changed without the right to do so.
set -eu

purpose=$1
shift

missing=
for package in "$@"; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    printf '==> Missing for %s:%s (apt install%s)\n' "$purpose" "$missing" "$missing" >&2
    exit 1
fi

printf '==> Installing for %s:%s\n' "$purpose" "$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086 # the names are words of their own
apt-get install -y -qq --no-install-recommends $missing >/dev/null
