#!/usr/bin/env bash
# The virtual performer before the camera, and a table of what was measured: mode player with the built-in music for about 40 seconds, mode stems for a minute, with a table of what was asked for and
# with which sample it happened, and mode instrument with a written piece (scores/), with a table of its notes and when each was heard. MODE=player, stems or instrument plays one of them. Fails when
# something that was asked for in mode stems did not happen, or the notes heard in mode instrument are not the piece's.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${MODE:-all}
case $mode in
  player | stems | instrument) modes=$mode ;;
  all) modes="player stems instrument" ;;
  *) echo "demo: MODE takes player, stems, instrument or all, not $mode" >&2; exit 2 ;;
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

# What gflab plays, and judges by its table.
judged() {
  local name=out/demo-$1 sink result=0
  rm -f "$name.json" "$name.txt"
  sink=$(sink_of "$name.wav")
  # shellcheck disable=SC2086 # two words or none
  .build/release/gflab demo --mode "$1" $sink --report "$name.json" --sheet "$name.png" --table "$name.txt" || result=$?
  [ ! -s "$name.json" ] || python3 scripts/summary.py "$name.json"
  left "$name" "$sink"
  echo "table            $name.txt"
  return $result
}

case $modes in *player*) build gestureflowd ;; esac
[ "$modes" = player ] || build gflab
failed=0
for each in $modes; do
  if [ "$each" = player ]; then player; else judged "$each" || failed=1; fi
done
exit $failed
