#!/usr/bin/env bash
# run.sh [--cpu cortex-a72|cortex-a76] PROGRAM ARGUMENT...: runs an arm64 program under qemu-user.
# The program uses the Pi's libraries (trixie's) and sees the /proc/cpuinfo that the kernel of such a board reports.
# Without --cpu the core is cortex-a72, a Raspberry Pi 4's. The exit status is the program's.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "cross: $*" >&2; exit 1; }
core=cortex-a72
if [ "${1:-}" = --cpu ]; then core=${2:?}; shift 2; fi
[ $# -gt 0 ] || fail "usage: scripts/cross/run.sh [--cpu cortex-a72|cortex-a76] PROGRAM ARGUMENT..."
# The /proc/cpuinfo of a board with this core.
cpuinfo=$(python3 -B "$here/../../lab/arm/emulated.py" "$core") || exit 1
from=$PWD
cd "$here/../.."
. scripts/cross/places.sh
cd "$from"
[ -x "$cross/host/usr/bin/qemu-aarch64" ] && [ -f "$cross/swift.done" ] || fail "the emulator is not there: run scripts/cross/setup.sh"
own_namespace
# The model runtime chooses its kernels by /proc/cpuinfo. With this machine's file it would die of an illegal
# instruction. Only these processes see the replaced file.
told=$(mktemp)
trap 'rm -f "$told"' EXIT
printf '%s\n\n' "$cpuinfo" >"$told"
# Mount /proc below the Pi's root, too. The emulator looks there first, and an empty /proc would hide this one.
"${namespace[@]}" bash -euc 'mount --bind "$0" /proc/cpuinfo; mount --rbind /proc "$1/proc"; shift; exec "$@"' "$told" "$cross/sysroot" "$cross/host/usr/bin/qemu-aarch64" -cpu "$core" -L "$cross/sysroot" \
  -E "LD_LIBRARY_PATH=/usr/lib/swift/linux" -E SWIFT_BACKTRACE=enable=no "$@"
