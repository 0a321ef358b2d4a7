#!/usr/bin/env bash
# Builds the tests for a 64-bit Raspberry Pi and runs them emulated (lab/arm).
# It runs all targets suite by suite, without tests that need devices or real time: lab/arm/left-out.txt names these
# with their reasons. Then it compares both processors: the C library's functions, two films of the performer and a
# real one, and the sound of some hands. It takes hours on a slow machine: an emulator is 15 to 40 times slower, and
# 80 times or more for the models.
#
#   lab/test-cross.sh [suites|films]      both without an argument
#   ONLY=Gestures lab/test-cross.sh       the suites whose names contain it; with `films`, the films and sounds
#   CORE=cortex-a76                       a Raspberry Pi 5's; without it a Pi 4's
#   LIMIT=600 JOBS=2                      seconds for a process, which runs up to eight suites; processes at a time
#   BUILT=1                               uses the existing .build-arm64
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
fail() { echo "test-cross: $*" >&2; exit 1; }
part=${1:-all}
core=${CORE:-cortex-a72}
only=${ONLY:-}
# A name selects suites, except with `films`.
[ "$part" != all ] || [ -z "$only" ] || part=suites
case $part in suites | films | all) ;; *) fail "there is no part '$part': suites, films, or none for both" ;; esac
[ "$(uname -m)" = x86_64 ] || fail "it compares with x86_64, and this is $(uname -m); on a Pi, make test runs the same tests"
scripts/setup.sh test-cross
scripts/cross/setup.sh
mkdir -p out
run=(scripts/cross/run.sh --cpu "$core")
# As root a box in a test would take real-time priority. A box that computes forty times slower would then block its
# core: neither the clock that ends it nor another suite could run. So it may not request that priority here.
[ "$(id -u)" -ne 0 ] || run=(setpriv --bounding-set=-sys_nice "${run[@]}")

# The tests use the repository's keys, whatever the last build used.
LICENCE_KEYS=""
# shellcheck source=/dev/null
. scripts/licence-keys.sh
there=.build-arm64/aarch64-unknown-linux-gnu/release
if [ "${BUILT:-}" != 1 ]; then
  echo "test-cross: building for arm64"
  scripts/cross/swift.sh build -c release --build-tests >out/build-cross.log 2>&1 || { grep -E 'error:' out/build-cross.log || tail -n 30 out/build-cross.log; exit 1; }
fi
code=0
if [ "$part" != films ]; then
  bundle=$(find "$there" -maxdepth 1 -name '*PackageTests.xctest' | head -n 1)
  [ -n "$bundle" ] || fail "no test bundle is in $there: look into out/build-cross.log"
  # The tests look for that machine's models in .runtime/aarch64, above the bundle.
  python3 -B lab/arm/suites.py --left-out lab/arm/left-out.txt --log out/test-cross.log --limit "${LIMIT:-600}" --jobs "${JOBS:-$(nproc)}" --only "$only" -- \
    "${run[@]}" "$bundle" || code=1
fi
if [ "$part" = all ]; then
  echo "test-cross: the lock-free structures, in the shapes of memory models"
  "${run[@]}" "$PWD/$there/LitmusStress" 20000 || code=1
fi
if [ "$part" != suites ]; then
  echo "test-cross: building for this machine"
  scripts/setup.sh
  swift build -c release --product gflab >out/build.log 2>&1 && swift build -c release --product gestureflowd >>out/build.log 2>&1 ||
    { grep -E 'error:' out/build.log || tail -n 30 out/build.log; exit 1; }
  python3 -B lab/arm/functions.py out/processors .build/release/gestureflowd -- "${run[@]}" || code=1
  clips=()
  [ ! -d ../shared/data/hands/clips ] || clips=(--clips ../shared/data/hands/clips)
  python3 -B lab/arm/processors.py out/processors --here .build/release --there "$there" --runtime-here .runtime/x86_64 --runtime-there .runtime/aarch64 ${clips[@]+"${clips[@]}"} --only "$only" -- "${run[@]}" || code=1
fi
[ $code = 0 ] || echo "test-cross: FAILED, see above; every suite's output is in out/test-cross.log"
exit $code
