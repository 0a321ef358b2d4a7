#!/usr/bin/env bash
# Runs the tests that need no emulated machine, on release builds.
# The models, the performer and the sound are too slow in debug.
#
#   scripts/test.sh            make test: lint, build, all tests, with samples of the sweeps
#   scripts/test.sh --long     make test-long: the same with complete sweeps
#   FILTER=Name                only the Swift suites whose name contains Name: no lint, no scripts
#
# The last lines say which tests were skipped and why, the ten slowest suites, the time of each step, and how many
# tests passed, failed and were skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
mkdir -p out
if [ "${1:-}" = --long ]; then
  export GESTUREFLOW_LONG=1 GESTUREFLOW_FUZZ_SECONDS=600 GESTUREFLOW_FUZZ=10000 GESTUREFLOW_KILLS=500 GESTUREFLOW_FILES=50000 GESTUREFLOW_JUNK=1000000 GESTUREFLOW_RECONNECTS=1000
  export GESTUREFLOW_LOAD_SECONDS=60 GESTUREFLOW_STEM_SECONDS=3600 GESTUREFLOW_MIDI_SECONDS=600 GESTUREFLOW_DRIFT_SECONDS=3600 GESTUREFLOW_LICENCE_FUZZ=100000
fi

steps=() begun=$SECONDS other_passed=0 other_failed=0 other_skipped=0
# step NAME: ends the current step and begins another one.
step() {
  [ -z "${current:-}" ] || steps+=("$(printf '%5d s  %s' $((SECONDS - begun)) "$current")")
  current=$1 begun=$SECONDS
  [ -z "$current" ] || echo "test: $current"
}
fail() { echo "test: FAILED $*"; exit 1; }

build() {
  # The tests use the repository's keys, whatever the last build used.
  LICENCE_KEYS=""
  # shellcheck source=/dev/null
  . scripts/licence-keys.sh
  if ! scripts/progress.sh out/build.log swift build --build-tests --disable-index-store -c release; then
    grep -E 'error:' out/build.log || tail -n 30 out/build.log
    fail "the build"
  fi
  ! grep -E '^/.*(Sources|Tests|Benchmarks)/.*warning:' out/build.log || fail "the project's own code has warnings"
}

# Some sweeps run alone on the machine. A sweep may run half an hour without output, and some sweeps test real time.
suites() { python3 -B scripts/suites.py .build/release/GestureFlowPackageTests.xctest out/suites ${GESTUREFLOW_LONG:+--limit 3600 --jobs 1} "$@"; }

if [ -n "${FILTER:-}" ]; then
  step build
  build
  step suites
  suites --filter "$FILTER"
  exit
fi

# The compiler's real-time check, generated files, system scripts, and Python tests.
scripts() {
  # Not with -o /dev/null: a compiler that fails removes its output, and as root it would remove the device.
  ! swiftc -O -emit-sil Tests/MustNotCompile/Lock.swift -o out/mustnot.sil >out/mustnot.log 2>&1 ||
    fail "Tests/MustNotCompile/Lock.swift compiled: the compiler no longer checks @_noLocks"
  grep -q 'can cause' out/mustnot.log || { cat out/mustnot.log; fail "Tests/MustNotCompile/Lock.swift, for another reason"; }
  python3 scripts/apidoc.py | cmp -s - docs/reference/api.md || fail "docs/reference/api.md is out of date: scripts/apidoc.py > docs/reference/api.md"
  if command -v docc >/dev/null; then
    scripts/site/docc.sh >out/docc-test.log 2>&1 || { cat out/docc-test.log; fail "DocC: mend the comment that it names"; }
  else
    echo "test: SKIPPED DocC: the toolchain has no docc"
  fi
  scripts/test-deploy.sh || fail "scripts/test-deploy.sh"
  # lab/tsan's own test builds under ThreadSanitizer, so the lab runs it.
  local folder ran skips
  for folder in $(find Tests lab scripts -name 'test_*.py' ! -path 'lab/tsan/*' -printf '%h\n' | sort -u); do
    python3 -B -m unittest discover -v -s "$folder" -p 'test_*.py' >out/python.log 2>&1 || { cat out/python.log; fail "the Python tests of $folder"; }
    sed -nE "s/.* \.\.\. skipped ['\"](.*)['\"]\$/test: SKIPPED \1/p" out/python.log
    ran=$(sed -nE 's/^Ran ([0-9]+) tests?.*/\1/p' out/python.log)
    skips=$(grep -cE '\.\.\. skipped' out/python.log || true)
    echo "test: $((ran - skips)) tests of $folder passed, $skips skipped"
  done
}

page() {
  if command -v chromium >/dev/null; then
    python3 -B Tests/Page/page_test.py .build/release out/page.png || fail "the page in a browser"
    echo "test: 1 tests of Tests/Page passed, 0 skipped"
  else
    echo "test: SKIPPED the page in a browser: Debian's package chromium is not installed"
    echo "test: 0 tests of Tests/Page passed, 1 skipped"
  fi
}

step lint
swift format lint --strict --recursive Package.swift Sources Tests Benchmarks lab &
format=$!
scripts/lint.sh
wait $format || fail "swift format lint"
step build
build
[ -d ../shared/data/hands/clips ] || echo "test: SKIPPED the film and photo tests: ../shared/data is not there"
[ -e /dev/video0 ] || echo "test: no camera here: V4L2Camera runs against a double, and libv4l2 itself on a file that is not a camera"
[ -e /dev/snd/controlC0 ] || echo "test: no sound card here: ALSASink runs against a double, and ALSA itself on its null device"
[ -e /dev/gpiochip0 ] || echo "test: no GPIO chip here: the panel runs against a double, and libgpiod itself on a file that is not a chip"
step "suites, with the scripts and the page in a browser beside them"
(scripts; page) >out/beside.log 2>&1 &
beside=$! code=0 beside_code=0
# A sweep that tests real time runs alone on the machine.
[ -z "${GESTUREFLOW_LONG:-}" ] || wait $beside || beside_code=$?
suites | tee out/suites.log || code=$?
[ -n "${GESTUREFLOW_LONG:-}" ] || wait $beside || beside_code=$?
grep -E '^test: ' out/beside.log
if [ $beside_code != 0 ]; then
  cat out/beside.log
  code=1 other_failed=1
fi
read -r other_passed other_skipped < <(awk '/^test: [0-9]+ tests of .* passed, [0-9]+ skipped$/ { p += $2; s += $(NF - 1) } END { print p + 0, s + 0 }' out/beside.log)
if [ "${1:-}" = --long ]; then
  step "100,000 blocks with the traps set"
  trap_check=.build/release/TrapCheck
  $trap_check live --each 100000 && $trap_check stretch 100000 && $trap_check stem 100000 && $trap_check synth 100000 || { code=1 other_failed=1; echo "FAILED TrapCheck" | tee -a out/suites.log; }
fi
step ""
printf 'test: %s\n' "${steps[@]}"
echo "test: $((SECONDS / 60)) minutes and $((SECONDS % 60)) seconds; programs are in .build/release: gestureflowd, gfctl, gflab"
[ $code = 0 ] || grep -hE '^(test: )?FAILED' out/suites.log out/beside.log || true
read -r passed failed skipped < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p' out/suites.log | tail -n 1) || fail "the suites gave no result"
echo "$((passed + other_passed)) passed, $((failed + other_failed)) failed, $((skipped + other_skipped)) skipped"
exit $code
