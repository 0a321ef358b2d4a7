#!/usr/bin/env bash
# The whole box, installed from its package, against real kernel devices in a virtual machine. Arguments choose scenarios.
# Exit code 75: the image could not be built here.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p out
begun=$SECONDS
[ "$(id -u)" -eq 0 ] || { echo "lab: it needs root, for the files' owners in its image: sudo make test-vm" >&2; exit 1; }
[ "$(uname -m)" = x86_64 ] || { echo "lab: it emulates an x86_64 machine with this machine's programs, and this is $(uname -m)" >&2; exit 1; }
scripts/setup.sh lab || exit 75
scripts/deb.sh
# Without the footage of real hands a film of the virtual performer is played, and gflab makes it.
if [ ! -d ../shared/data/hands/clips ]; then
  echo "lab: ../shared/data is not there: the performer's hand is filmed"
  swift build -c release --product gflab >out/build.log 2>&1 || { grep -E 'error:' out/build.log || tail -n 30 out/build.log; exit 1; }
fi
packaged=$SECONDS
Tests/VM/image.sh out/gestureflow_*_"$(dpkg --print-architecture)".deb .vm .vm-cache || exit 75
echo "lab: package $((packaged - begun)) s, image $((SECONDS - packaged)) s"
exec python3 Tests/VM/run.py .vm out/vm "$@"
