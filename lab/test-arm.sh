#!/usr/bin/env bash
# Runs the models on emulated cores of a Raspberry Pi 4 and 5 (lab/arm).
# The numbers must be those of this machine, and the instructions those for which the models were made. A few minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
fail() { echo "test-arm: $*" >&2; exit 1; }
[ "$(uname -m)" = x86_64 ] || fail "it compares with x86_64, and this is $(uname -m)"
scripts/setup.sh arm
GESTUREFLOW_ARCH=aarch64 scripts/setup.sh runtime
# The emulated core's /proc/cpuinfo is in a private mount.
. scripts/cross/places.sh
own_namespace
mkdir -p out
echo "test-arm: building"
# The models run on frames of the performer's hands.
swift build -c release --product gflab >out/build.log 2>&1 || { grep -E 'error:' out/build.log || tail -n 30 out/build.log; exit 1; }
cd lab/arm
exec python3 -B -m unittest -v emulation
