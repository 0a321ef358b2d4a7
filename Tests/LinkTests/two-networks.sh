#!/bin/sh
# Makes two networks with a cable between them and nobody else on it, or one loopback of its own, and holds them until standard input ends. Must run inside `unshare --net`.
#   two-networks.sh FOLDER: prints a line: "cable" or "loopback", a process that is in the first network, and one that is in the second.
set -eu
. "$(dirname "$0")/cable.sh"
trap 'kill $other 2>/dev/null || true' EXIT
make_networks "$1"
echo "$form $$ ${other:-$$}"
cat >/dev/null
