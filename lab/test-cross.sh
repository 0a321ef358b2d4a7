#!/usr/bin/env bash
# Builds the tests of every target for a 64-bit Raspberry Pi and runs them on an emulated one (lab/arm): suite by suite, without those that need devices or real time, which lab/arm/left-out.txt names with
# their reasons; then the C library's functions, two films of the performer and a real one, and the sound of some hands, are what both processors must agree on. Hours on a slow machine: an emulator takes 15 to 40 times as long, for the models 80 and more.
#
#   lab/test-cross.sh [suites|films]      both without an argument
#   ONLY=Gestures lab/test-cross.sh            the suites whose names have it; with `films`, the films and sounds
#   CORE=cortex-a76                                a Raspberry Pi 5's; without it a Pi 4's
#   LIMIT=600 JOBS=2                               seconds for a suite; suites at a time
#   BUILT=1                                        what is in .build-arm64 is taken as it is
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
fail() { echo "test-cross: $*" >&2; exit 1; }
part=${1:-all}
core=${CORE:-cortex-a72}
only=${ONLY:-}
# A name says which suites, unless the films are asked for.
[ "$part" != all ] || [ -z "$only" ] || part=suites
case $part in suites | films | all) ;; *) fail "there is no part '$part': suites, films, or none for both" ;; esac
[ "$(uname -m)" = x86_64 ] || fail "it compares with x86_64, and this is $(uname -m); on a Pi, make test runs the same tests"
scripts/setup.sh test-cross
scripts/cross/setup.sh
mkdir -p out
run=(scripts/cross/run.sh --cpu "$core")
# As root a box in a test would take real-time priority, and a box that computes forty times too long then lets nothing else run on its core: not the clock that ends it, and no other suite. It may not ask for it here.
[ "$(id -u)" -ne 0 ] || run=(setpriv --bounding-set=-sys_nice "${run[@]}")

# The tests are of the repository's keys, whatever was built before.
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
  # The models of that machine lie above the bundle, in .runtime/aarch64, where the tests look for them.
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
  python3 -B lab/arm/functions.py out/processors -- "${run[@]}" || code=1
  clips=()
  [ ! -d ../shared/data/hands/clips ] || clips=(--clips ../shared/data/hands/clips)
  python3 -B lab/arm/processors.py out/processors --here .build/release --there "$there" --runtime-here .runtime/x86_64 --runtime-there .runtime/aarch64 ${clips[@]+"${clips[@]}"} --only "$only" -- "${run[@]}" || code=1
fi
[ $code = 0 ] || echo "test-cross: FAILED, see above; every suite's output is in out/test-cross.log"
exit $code
