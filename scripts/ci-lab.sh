#!/usr/bin/env bash
# Runs of the lab what fits into what is left of CI's time, and says what does not, or why nothing of it runs.   usage: ci-lab.sh SECONDS_LEFT
set -euo pipefail
cd "$(dirname "$0")/.."
# Less says too little of a box: power on, a hand, a stick, the service and its network.
least=$((30 * 60)) budget=$(($1 - 120))
skip() { echo "ci: SKIPPED the lab (make test-vm): $*"; exit 0; }

[ "$budget" -ge "$least" ] || skip "only $(($1 / 60)) of CI's minutes are left, and it takes at least $((least / 60))"
[ "$(id -u)" -eq 0 ] || skip "its image is made as root"
[ "$(uname -m)" = x86_64 ] || skip "it emulates an x86_64 machine, and this is $(uname -m)"
free=$(df --output=avail -BM . | tail -n 1 | tr -dc 0-9)
[ "$free" -ge 9000 ] || skip "its packages, image and builds take 9 GB, and $free MB are free"
memory=$(awk '/MemAvailable/{print int($2 / 1024)}' /proc/meminfo)
[ "$memory" -ge 4000 ] || skip "its machine and its image take 4 GB of memory, and $memory MB are available"
scripts/setup.sh lab || skip "its tools cannot be installed (see above)"
out=$(mktemp)
trap 'rm -f "$out"' EXIT
# All of its answer before the next line: what it leaves out comes behind what it takes.
answer=$(python3 -B Tests/VM/choice.py "$budget" 2>"$out")
read -ra chosen <<<"$answer"
[ ! -s "$out" ] || echo "ci: SKIPPED of the lab, because $((budget / 60)) minutes are left and all of it takes longer (make test-vm plays all): $(cat "$out")"
# What it cannot build here (packages that cannot be had) is a reason to skip; what fails in it is a failure.
set +e
# One machine at a time: two emulated ones on two cores break each other's sound. Twelve power cuts instead of thirty, so that the budget holds.
LAB_LANES=1 LAB_CUTS=12 LAB_PATIENCE=2 LAB_AGAIN=1 timeout $budget scripts/test-vm.sh "${chosen[@]}"
code=$?
set -e
case $code in
  124) echo "ci: the lab was stopped after its $((budget / 60)) minutes"; exit 1 ;;
  75) skip "its image could not be built (see above)" ;;
  *) exit $code ;;
esac
