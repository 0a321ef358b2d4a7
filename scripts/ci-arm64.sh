#!/usr/bin/env bash
# Makes the package for a Raspberry Pi where enough of CI's time is left, or says that it is not.   usage: ci-arm64.sh SECONDS_LEFT
set -euo pipefail
cd "$(dirname "$0")/.."
# Set-up and build from nothing on two cores, and a reserve.
least=$((25 * 60))
[ "$1" -ge "$least" ] || {
  echo "ci: SKIPPED the package for a Raspberry Pi (make deb ARCH=arm64): $(($1 > 0 ? $1 / 60 : 0)) of CI's minutes are left, and it takes $((least / 60)) from nothing"
  exit 0
}
make deb ARCH=arm64
