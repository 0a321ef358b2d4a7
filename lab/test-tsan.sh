#!/usr/bin/env bash
# Runs the tests of the threads and their shared data with ThreadSanitizer.
# They are those of Realtime, Sound, Camera and Control. ThreadSanitizer follows the memory orders of the source,
# independent of this processor, and fails at the first unordered access. x86-64 only: on ARM its shadow memory needs
# an address space that a Pi's kernel does not give. The build is separate, in .build-tsan.
# Another filter, without the copies of lab/tsan: lab/test-tsan.sh 'RingTests|MailboxTests'.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
fail() { echo "test-tsan: $*" >&2; exit 1; }
[ "$(uname -m)" = x86_64 ] || fail "it runs on x86_64, and this is $(uname -m)"
filter=${1:-'^(RealtimeTests|SoundTests|CameraTests|ControlTests)\.'}
# Left-out tests and their reasons. A test replaces the memory allocator, which ThreadSanitizer replaces here. A test
# measures time or memory, which are many times larger here. Or it computes minutes of sound on one thread.
declare -A left=(
  ['TrapTests']='a program of its own that replaces malloc'
  ['SynthTrapTests']='a program of its own that replaces malloc'
  ['StemTrapTests']='a program of its own that replaces malloc'
  ['SnapcastTests']='plays in real time through another program'
  ['TwoBoxesTests']='keeps the music of two boxes together by the clock, for which both are too slow here'
  ['StemStreamTests']='counts what a thread fetches in time, which is too slow here'
)
mkdir -p out
LICENCE_KEYS=""
# shellcheck source=/dev/null
. scripts/licence-keys.sh
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'print(1)' >"$probe/main.swift"
swiftc -sanitize=thread "$probe/main.swift" -o "$probe/probe" >"$probe/log" 2>&1 || { tail -n 5 "$probe/log" >&2; fail "this Swift has no ThreadSanitizer: take one from swift.org"; }
# ThreadSanitizer rejects a kernel that randomizes addresses more than it expects; without the randomization it runs.
run=()
"$probe/probe" >"$probe/log" 2>&1 || run=(setarch -R)
"${run[@]}" "$probe/probe" >"$probe/log" 2>&1 || { head -n 3 "$probe/log" >&2; fail "ThreadSanitizer does not run on this kernel"; }
# A test may not request real-time priority here. As root a box would take it, and at a tenth of the speed it would
# block its core.
[ "$(id -u)" -ne 0 ] || run=(setpriv --bounding-set=-sys_nice "${run[@]}")
# The lock-free structures alone: each of their memory orders is there, and needed.
if [ $# -eq 0 ]; then
  "${run[@]}" python3 -B -m unittest discover -v -s lab/tsan >out/races.log 2>&1 || { cat out/races.log >&2; fail "the orders of the lock-free structures: see above"; }
  sed -nE "s/.* \.\.\. skipped ['\"](.*)['\"]\$/test-tsan: SKIPPED \1/p" out/races.log
  sed -n 's|^Ran \(.*\) in .*|test-tsan: \1 of lab/tsan passed|p' out/races.log
fi
echo "test-tsan: building"
flags=(-c release --sanitize=thread --scratch-path .build-tsan)
swift build --build-tests "${flags[@]}" >out/tsan-build.log 2>&1 || { grep -E 'error:' out/tsan-build.log || tail -n 30 out/tsan-build.log; exit 1; }
skips=()
for suite in "${!left[@]}"; do
  echo "test-tsan: SKIPPED $suite: ${left[$suite]}"
  skips+=(--skip "\\.$suite/")
done
export TSAN_OPTIONS="halt_on_error=1 exitcode=66 history_size=4 suppressions=$PWD/lab/tsan/tsan.supp"
code=0
# The bundle itself, because swift test runs every test once more to list them.
bundle=$(find .build-tsan/release/ -maxdepth 1 -name '*PackageTests.xctest')
"${run[@]}" "$bundle" --testing-library swift-testing --no-parallel --filter "$filter" "${skips[@]}" >out/tsan.log 2>&1 </dev/null || code=$?
if grep -q 'WARNING: ThreadSanitizer' out/tsan.log; then
  sed -n '/WARNING: ThreadSanitizer/,/SUMMARY: ThreadSanitizer/p' out/tsan.log | head -n 120
  fail "accesses that nothing orders; all of it is in out/tsan.log"
fi
if [ $code != 0 ]; then
  grep -E '^✘ (Test|Suite) |error: Process' out/tsan.log | tail -n 40 >&2 || tail -n 20 out/tsan.log >&2
  fail "tests fail here; all of it is in out/tsan.log"
fi
# An empty selection must not look like a success.
ran=$(sed -nE 's/.*Test run with ([0-9]+) tests?.* passed.*/\1/p' out/tsan.log | tail -n 1)
[ "${ran:-0}" -gt 0 ] || fail "no test was run by the filter $filter"
echo "test-tsan: $ran tests passed, and ThreadSanitizer reported nothing"
