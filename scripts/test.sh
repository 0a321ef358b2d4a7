#!/usr/bin/env bash
# Runs every test on release builds (the models, the performer and the sound are too slow in debug) and says what was skipped and why.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
mkdir -p out
# The tests are of the repository's keys, whatever was built before.
LICENCE_KEYS=""
# shellcheck source=/dev/null
. scripts/licence-keys.sh
echo "test: building"
if ! swift build --build-tests -c release >out/build.log 2>&1; then
  grep -E 'error:' out/build.log || tail -n 30 out/build.log
  exit 1
fi
if grep -E '^/.*(Sources|Tests|Benchmarks)/.*warning:' out/build.log; then
  echo "test: the project's own code has warnings"
  exit 1
fi
# The compiler's check of the real-time path still bites. (Not with -o /dev/null: a compiler that fails removes its output, and as root that is the device.)
if swiftc -O -emit-sil Tests/MustNotCompile/Lock.swift -o out/mustnot.sil >out/mustnot.log 2>&1; then
  echo "test: Tests/MustNotCompile/Lock.swift compiled: the compiler no longer checks @_noLocks"
  exit 1
fi
grep -q 'can cause' out/mustnot.log || { echo "test: Tests/MustNotCompile/Lock.swift failed for another reason:"; cat out/mustnot.log; exit 1; }
# What is generated is up to date.
python3 scripts/apidoc.py | cmp -s - docs/api.md || { echo "test: docs/api.md is out of date: scripts/apidoc.py > docs/api.md"; exit 1; }
scripts/test-deploy.sh
# The loops that need it calculate with vectors; it reads what was just built.
python3 -B Tests/SIMD/simd.py .build/release/gestureflowd >out/simd.log || { cat out/simd.log; exit 1; }
tail -n 1 out/simd.log | sed 's/^simd/test/'
# The lab's judges, the udev rules, the tools that make the models, the benchmark's page and what tells instructions apart: what is concluded and made with them must itself be right. And the orders of what threads
# share without locks.
for folder in Tests/VM Tests/Deploy Tests/Models Tests/Bench Tests/ARM Tests/SIMD Tests/Races; do
  python3 -B -m unittest discover -v -s $folder -p 'test_*.py' >out/judges.log 2>&1 || { cat out/judges.log; echo "test: the Python tests of $folder failed"; exit 1; }
  sed -nE "s/.* \.\.\. skipped ['\"](.*)['\"]\$/test: SKIPPED \1/p" out/judges.log
  sed -n "s|^Ran \\(.*\\) in .*|test: \\1 of $folder passed|p" out/judges.log
done
[ -d ../shared/data/hands/clips ] || echo "test: SKIPPED the film and photo tests: ../shared/data is not there"
[ -e /dev/video0 ] || echo "test: no camera here: V4L2Camera runs against a double, and libv4l2 itself on what is no camera"
[ -e /dev/snd/controlC0 ] || echo "test: no sound card here: ALSASink runs against a double, and ALSA itself on its null device"
command -v flac >/dev/null || echo "test: SKIPPED flac's own judgement of captures: Debian's package flac is not installed"
[ -e /dev/gpiochip0 ] || echo "test: no GPIO chip here: the panel runs against a double, and libgpiod itself on what is no chip"
# Two runs side by side, one for each core: the tracker's suites, which take about as long as all others together, and the others. In each, one suite after the other. A run that stands still for ten
# minutes hangs: which test it is at and where its threads stand is printed and kept in out/hang-RUN.txt, and it gets one second try, which is said. What it is at is read from its events.
last_events() {
  echo "== its last events"
  tail -n 4 "out/events-$1.jsonl" 2>/dev/null | sed -E 's/.*"kind":"([a-zA-Z]+)","messages".*"testID":"([^"]*)".*/\1 \2/' | cut -c1-400 || true
}
# Runs suites under a name: those that the other arguments choose.
try_suites() {
  local name=$1 code=0
  shift
  rm -f "out/events-$name.jsonl"
  # It has a session of its own, which an interrupt from the keyboard does not reach: the trap does.
  scripts/watched.sh 600 "out/hang-$name.txt" "out/test-$name.log" "out/events-$name.jsonl" -- \
    .build/release/GestureFlowPackageTests.xctest --testing-library swift-testing --no-parallel "$@" \
    --event-stream-output-path "$PWD/out/events-$name.jsonl" >>"out/test-$name.log" 2>&1 &
  trap "kill $! 2>/dev/null; exit 143" INT TERM
  wait $! || code=$?
  if [ $code = 75 ]; then
    echo "test: nothing happened for ten minutes: the run of the $name hung"
    last_events "$name" | tee -a "out/hang-$name.txt"
  fi
  return $code
}
suites() {
  local code=0
  try_suites "$@" || code=$?
  if [ $code = 75 ]; then
    echo "test: second try of the $1"
    : >"out/test-$1.log"
    code=0
    try_suites "$@" || code=$?
  fi
  return $code
}
names=(tracker others)
logs=("${names[@]/#/out/test-}")
logs=("${logs[@]/%/.log}")
for log in "${logs[@]}"; do : >"$log"; done
suites tracker --filter '^HandTrackingTests\.' &
runs=($!)
suites others --skip '^HandTrackingTests\.' &
runs+=($!)
tail -q -n +1 -f "${logs[@]}" 2>/dev/null > >(grep --line-buffered -vE '^◇|^↳|^✔ Test case|started\.$') &
shown=$!
trap 'kill "${runs[@]}" $shown 2>/dev/null || true' EXIT
failed=()
for i in "${!runs[@]}"; do
  code=0
  wait "${runs[i]}" || code=$?
  # A program that was ended by what it tests may end with 0, too.
  [ $code != 0 ] || grep -q '^✔ Test run with .* passed' "out/test-${names[i]}.log" || code="0, without a result"
  [ "$code" = 0 ] || failed+=("${names[i]}:$code")
done
sleep 2
kill $shown 2>/dev/null || true
wait $shown 2>/dev/null || true
trap - EXIT
if [ "${#failed[@]}" != 0 ]; then
  # Once more at the end, because a log that is cut keeps its end.
  echo "test: what failed:"
  for each in "${failed[@]}"; do
    name=${each%%:*} code=${each##*:}
    grep -E '^✘ (Test|Suite) ' "out/test-$name.log" | grep -v '^✘ Test case ' | tail -n 60 || true
    # A run that crashes (128 and the signal's number) has no failed test: what ended it and where it stood is all there is.
    echo "test: the run of the $name ended with status $code"
    [ "$code" = 1 ] || last_events "$name"
  done
  exit 1
fi
if command -v chromium >/dev/null; then
  python3 Tests/Page/page_test.py .build/release out/page.png
else
  echo "test: SKIPPED the page in a browser: Debian's package chromium is not installed"
fi
