#!/usr/bin/env bash
# Plays for about 40 seconds: the virtual performer before the camera, the built-in music, and a table of what was measured.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${SECONDS_TO_PLAY:-40}
echo "building (the first time takes some minutes) ..."
mkdir -p out
swift build -c release --product gestureflowd >out/build.log 2>&1 || { tail -n 30 out/build.log; exit 1; }
sink=()
# With a sound card it is heard; without one the daemon would choose a WAV file in this folder: say where.
[ -e /dev/snd/controlC0 ] || sink=(--sink wav:out/demo.wav)
.build/release/gestureflowd run --camera performer "${sink[@]}" --seconds "$seconds" --report out/demo.json \
  --sheet out/demo.png --sheet-at 5.5,7,15.5,22,28,32.5
python3 scripts/summary.py out/demo.json
[ ${#sink[@]} -eq 0 ] || echo "sound            out/demo.wav"
echo "contact sheet    out/demo.png"
echo "report           out/demo.json"
