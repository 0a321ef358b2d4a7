#!/usr/bin/env bash
# Estimates the cost of the box's features on a Raspberry Pi 4 and 5.
# It writes the result into docs/benchmarks.md, marked as an estimate. It builds gfcost (Benchmarks/gfcost) for arm64
# and counts its instructions under qemu-user as a Cortex-A72 and A76; Benchmarks/picost computes times from them.
# About 20 minutes.
#
#   FEATURES="palms stems"   only these; the others keep their last counts (gfcost list names them)
#   TWICE=1                  counts everything twice and fails where a feature differs by more than 1 %
#   GFCOST=PROGRAM           counts this program of arm64 instead of building one
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
fail() { echo "pi-cost: $*" >&2; exit 1; }
[ "$(uname -m)" = x86_64 ] || fail "it emulates a Raspberry Pi's cores on an x86_64 machine, and this is $(uname -m)"
scripts/setup.sh cost
GESTUREFLOW_ARCH=aarch64 scripts/setup.sh runtime
# The emulated core's /proc/cpuinfo is in a private mount.
. scripts/cross/places.sh
own_namespace
mkdir -p out
program=${GFCOST:-.build-arm64/release/gfcost}
scripts/cross/setup.sh
if [ -z "${GFCOST:-}" ]; then
  echo "pi-cost: building gfcost for arm64"
  scripts/cross/swift.sh build -c release --product gfcost >out/cross.log 2>&1 || { grep -E 'error:' out/cross.log || tail -n 30 out/cross.log; exit 1; }
fi
[ -x "$program" ] || fail "$program is not there: leave GFCOST out, and it is built"
# shellcheck disable=SC2086
exec python3 -B Benchmarks/picost/pi_cost.py "$program" "${GESTUREFLOW_CROSS:-.cross}/sysroot" ${FEATURES:-}
