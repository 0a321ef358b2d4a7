#!/usr/bin/env bash
# The virtual performer before the camera, the built-in music, and a table of what was measured: mode player for about 40 seconds, then mode stems for a minute, with a table of what was asked for
# and with which sample it happened. MODE=player or MODE=stems plays one of them. Fails when something that was asked for in mode stems did not happen.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${MODE:-both}
case $mode in
  player | stems | both) ;;
  *) echo "demo: MODE takes player, stems or both, not $mode" >&2; exit 2 ;;
esac
seconds=${SECONDS_TO_PLAY:-40}
mkdir -p out

build() {
  echo "building $1 (the first time takes some minutes) ..."
  swift build -c release --product "$1" >out/build.log 2>&1 || { tail -n 30 out/build.log; exit 1; }
}

# With a sound card it is heard; without one the daemon would choose a WAV file in this folder: say where.
sink_of() { [ -e /dev/snd/controlC0 ] || echo "--sink wav:$1"; }

# Names what a mode has left in out/.
left() {
  [ -z "$2" ] || echo "sound            $1.wav"
  echo "contact sheet    $1.png"
  echo "report           $1.json"
}

player() {
  local sink
  sink=$(sink_of out/demo.wav)
  # shellcheck disable=SC2086 # two words or none
  .build/release/gestureflowd run --mode player --camera performer $sink --seconds "$seconds" --report out/demo.json \
    --sheet out/demo.png --sheet-at 5.5,7,15.5,22,28,32.5
  python3 scripts/summary.py out/demo.json
  left out/demo "$sink"
}

stems() {
  local sink result=0
  sink=$(sink_of out/demo-stems.wav)
  # shellcheck disable=SC2086 # two words or none
  .build/release/gflab demo $sink --report out/demo-stems.json --sheet out/demo-stems.png --table out/demo-stems.txt || result=$?
  [ ! -s out/demo-stems.json ] || python3 scripts/summary.py out/demo-stems.json
  left out/demo-stems "$sink"
  echo "table            out/demo-stems.txt"
  return $result
}

rm -f out/demo-stems.json out/demo-stems.txt
[ "$mode" = stems ] || build gestureflowd
[ "$mode" = player ] || build gflab
[ "$mode" = stems ] || player
[ "$mode" = player ] || stems
