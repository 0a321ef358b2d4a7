#!/usr/bin/env bash
# Compares two results of compose.sh bit by bit.   usage: compare.sh WORK SECOND_WORK
# It names each file system that differs, and of the roots the first files that do. Exit code 1 if one differs.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
first=$1 second=$2 differs=0
for part in bundle/boot.img bundle/root.img disk.img spdx.json; do
  for work in "$first" "$second"; do [ -f "$work/$part" ] || fail "there is no $work/$part to compare: look at the lines above"; done
  where=$(cmp "$first/$part" "$second/$part" 2>&1) || { say "$part differs in two builds: ${where#*differ: }" && differs=1; }
done
if [ $differs = 1 ]; then
  diff -rq --no-dereference "$first/tree" "$second/tree" 2>&1 | head -n 10 >&2 || true
  fail "two builds have other bits: mend what depends on time, order or place"
fi
say "two builds have the same bits: roots, boot partitions, image and list of packages"
