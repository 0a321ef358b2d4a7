#!/bin/sh
# Makes two private networks with a cable between them.   usage: two-networks.sh FOLDER
# If that is impossible, it makes one private loopback. It holds them until standard input ends. Must run inside
# `unshare --net`.
# It prints a line: "cable" or "loopback", a process in the first network, and one in the second.
set -eu
. "$(dirname "$0")/cable.sh"
trap 'kill $other 2>/dev/null || true' EXIT
make_networks "$1"
echo "$form $$ ${other:-$$}"
cat >/dev/null
