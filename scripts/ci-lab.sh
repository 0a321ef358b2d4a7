#!/usr/bin/env bash
# Runs the lab within what is left of CI's time, or says why not.   usage: ci-lab.sh SECONDS_LEFT
set -euo pipefail
cd "$(dirname "$0")/.."
# It takes 45 minutes on two cores; what is left beyond that is for second tries.
least=$((50 * 60)) budget=$(($1 - 120))
skip() { echo "ci: SKIPPED the lab (make test-vm): $*"; exit 0; }

[ "$budget" -ge "$least" ] || skip "only $(($1 / 60)) of CI's minutes are left, and it takes up to $((least / 60))"
[ "$(id -u)" -eq 0 ] || skip "its image is made as root"
[ "$(uname -m)" = x86_64 ] || skip "it emulates an x86_64 machine, and this is $(uname -m)"
free=$(df --output=avail -BM . | tail -n 1 | tr -dc 0-9)
[ "$free" -ge 9000 ] || skip "its packages, image and builds take 9 GB, and $free MB are free"
memory=$(awk '/MemAvailable/{print int($2 / 1024)}' /proc/meminfo)
[ "$memory" -ge 4000 ] || skip "its machine and its image take 4 GB of memory, and $memory MB are available"
scripts/setup.sh lab || skip "its tools cannot be installed (see above)"
# What it cannot build here (packages that cannot be had) is a reason to skip; what fails in it is a failure.
set +e
# One machine at a time: two emulated ones on two cores break each other's sound. Twelve power cuts instead of thirty, so that the budget holds.
LAB_LANES=1 LAB_CUTS=12 LAB_PATIENCE=2 LAB_AGAIN=1 timeout $budget scripts/test-vm.sh
code=$?
set -e
case $code in
  124) echo "ci: the lab was stopped after its $((budget / 60)) minutes"; exit 1 ;;
  75) skip "its image could not be built (see above)" ;;
  *) exit $code ;;
esac
