#!/usr/bin/env bash
# Tests the installed package with real kernel devices in a virtual machine.
# Arguments select scenarios. ARCH=arm64: in a machine with the processor of a Pi, and with QEMU's parts of a Pi 4.
# Its parts are in .vm-cache-arm64 (3 GB), which may be a link to a folder on another disk.
# Exit code 75: the image could not be built here, for a reason outside of the project.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p out
begun=$SECONDS
# A package that cannot be installed is a failure; other causes are this machine's, or the network's.
not_here() { [ "$1" != 3 ] || { echo "lab: the package cannot be installed (see above)" >&2; exit 1; }; exit 75; }
[ "$(id -u)" -eq 0 ] || { echo "lab: it needs root, for the files' owners in its image: sudo make test-vm" >&2; exit 1; }
[ "$(uname -m)" = x86_64 ] || { echo "lab: it emulates an x86_64 machine with this machine's programs, and this is $(uname -m)" >&2; exit 1; }
arch=${ARCH:-amd64}
case $arch in amd64 | arm64) ;; *) echo "lab: there is no machine for ARCH=$arch: amd64 or arm64" >&2; exit 1 ;; esac
scripts/setup.sh lab || exit 75
if [ "$arch" = amd64 ]; then scripts/deb.sh; else make --no-print-directory deb "ARCH=$arch"; fi
# Without real footage the lab plays a film that gflab makes. It shows the performer's hands.
if [ ! -d ../shared/data/hands/clips ]; then
  echo "lab: ../shared/data is not there: the performer's hand is filmed"
  swift build -c release --product gflab >out/build.log 2>&1 || { grep -E 'error:' out/build.log || tail -n 30 out/build.log; exit 1; }
fi
packaged=$SECONDS
package=$(find out -maxdepth 1 -name "gestureflow_*_$arch.deb" -printf '%T@ %p\n' | sort -n | sed -n '$s/^[^ ]* //p')
[ -n "$package" ] || { echo "lab: there is no package for $arch in out: make deb ARCH=$arch" >&2; exit 1; }
if [ "$arch" = amd64 ]; then
  image=.vm
  lab/vm/image.sh "$package" $image .vm-cache || not_here $?
else
  image=.vm-arm64 cache=.vm-cache-arm64
  lab/vm/arm64/setup.sh $cache || exit 75
  lab/vm/arm64/image.sh $cache $image "$package" || not_here $?
  # Its arithmetic is 13 to 80 times slower than this machine's; two at a time would take each other's cores.
  export LAB_PATIENCE=${LAB_PATIENCE:-4} LAB_LANES=${LAB_LANES:-1}
fi
echo "lab: package $((packaged - begun)) s, image $((SECONDS - packaged)) s"
exec python3 lab/vm/run.py $image "out/vm${arch#amd64}" "$@"
