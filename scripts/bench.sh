#!/usr/bin/env bash
# Measures the project and its peers, and writes out/bench/report.md.
# It measures: the tracker against MediaPipe, hands at rest, the reading of hands, hands in bad light, the filters, the
# sound, the stretcher and its peers, stems, the instrument and its peers, loudness, music files beside mpd, and the
# whole path. It also writes the goals of docs/benchmarks.md. Benchmarks/bench.py explains PARTS and ROUNDS.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=/dev/null
. scripts/licence-keys.sh
export SWIFT_BACKTRACE=enable=no
mkdir -p out
scripts/setup.sh bench
echo "bench: building"
for product in gfbench gestureflowd gflab gfstretch TrapCheck; do
  swift build -c release --product "$product" >out/build.log 2>&1 || { tail -n 30 out/build.log; exit 1; }
done
# The peer has its own Python environment. make setup pins its wheel; pip chooses the dependencies.
if [ ! -x .venv-bench/bin/python ] || ! .venv-bench/bin/python -c 'import mediapipe, matplotlib, mutagen, scipy' 2>/dev/null; then
  echo "bench: installing MediaPipe 0.10.21 into .venv-bench"
  python3 -m venv .venv-bench
  .venv-bench/bin/python -m pip install --quiet --disable-pip-version-check 'mediapipe==0.10.21' 'mutagen==1.47.0' matplotlib scipy ||
    { echo "bench: MediaPipe could not be installed: it needs Python 3.9 to 3.12 and the network" >&2; exit 1; }
fi
exec .venv-bench/bin/python Benchmarks/bench.py "$@"
