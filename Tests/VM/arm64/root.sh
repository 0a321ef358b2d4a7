#!/usr/bin/env bash
# Installs the packages that mmdebstrap has downloaded and extracted into an arm64 root. setup.sh runs it where arm64 programs can be started (userns.py).   usage: root.sh ROOT
#
# This machine's own dpkg unpacks and configures, and only the packages' scripts are emulated: emulated dpkg is ten times slower, and its unpacking has been seen to crash.
set -euo pipefail
root=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
install=(dpkg "--root=$root" --force-architecture --force-depends --force-unsafe-io --path-exclude=/usr/share/man/* --path-exclude=/usr/share/doc/* --path-exclude=/usr/share/locale/*)
# What all scripts count on comes first.
for name in base-passwd base-files libc6 dpkg; do "${install[@]}" --install "$root"/var/cache/apt/archives/${name}_*.deb; done
"${install[@]}" --unpack "$root"/var/cache/apt/archives/*.deb
"${install[@]}" --configure --pending
rm -f "$root"/var/cache/apt/archives/*.deb
# Nothing is left half done, whatever dpkg has let pass.
wrong=$(dpkg-query "--admindir=$root/var/lib/dpkg" -W -f '${db:Status-Abbrev} ${Package}\n' | grep -v '^ii' || true)
[ -z "$wrong" ] || { echo "arm64: packages of the root that are not installed: $wrong" >&2; exit 1; }
