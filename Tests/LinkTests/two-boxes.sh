#!/bin/sh
# Runs two programs that share a tempo on private networks.   usage: two-boxes.sh PROGRAM FOLDER METRE
# A cable connects the two networks, so neither program joins a session of this machine's real network. If a second
# network or a cable cannot be made, both run on one private loopback. Must run inside `unshare --net`.
# It prints "cable" or "loopback"; FOLDER/a and FOLDER/b are the outputs of the programs.
set -eu
program=$1 folder=$2 metre=$3
. "$(dirname "$0")/cable.sh"
trap 'kill $other 2>/dev/null || true' EXIT
make_networks "$folder"
echo "$form"
there=
[ -z "$other" ] || there="nsenter --target $other --net"
"$program" link --metre "$metre" --tempo 97 --seconds 12 >"$folder/a" &
first=$!
# The second finds a session that is older than its own.
sleep 1.5
$there "$program" link --metre "$metre" --tempo 141 --seconds 9 --change 133.5 >"$folder/b" &
second=$!
wait $first
wait $second
