#!/usr/bin/env bash
# The firmware image in a virtual machine (lab/image/try.py): a test image of version 1, updates 2 and 3, of which 3 is bad, and one of another maker's.   usage: test-image.sh
# BUILT=1: with what out/test has.
set -euo pipefail
cd "$(dirname "$0")/.."
arch=amd64
scripts/setup.sh image
[ -n "${BUILT:-}" ] || {
  make --no-print-directory deb ARCH=$arch
  TEST=1 TEST_VERSION=1 scripts/image.sh $arch
  TEST=1 TEST_VERSION=2 scripts/image.sh $arch
  TEST=1 TEST_VERSION=3 TEST_BAD=1 scripts/image.sh $arch
}
for file in gestureflow-1-$arch.img update-2-$arch.raucb update-3-$arch.raucb; do
  [ -e out/test/$file ] || { echo "lab: there is no out/test/$file: run this without BUILT=1" >&2; exit 1; }
done
for tool in qemu-system-x86_64 rauc mke2fs; do command -v $tool >/dev/null || { echo "lab: $tool is missing: run scripts/setup.sh image" >&2; exit 1; }; done
work=out/image
rm -rf $work
mkdir -p $work/updates $work/foreign
ln -sf "$PWD/out/test/gestureflow-1-$arch.img" $work/disk.img
for number in 2 3; do cp --reflink=auto out/test/update-$number-$arch.raucb $work/updates/$number.raucb; done
# Another maker's: for this board, well made, and signed with keys that no box of ours knows.
scripts/image/keys --test $work/foreign-keys >/dev/null
head -c 65536 /dev/urandom >$work/foreign/root.img
printf '[update]\ncompatible=gestureflow-%s\nversion=9\n\n[bundle]\nformat=verity\n\n[image.rootfs]\nfilename=root.img\n' $arch >$work/foreign/manifest.raucm
rauc bundle --cert=$work/foreign-keys/signer.pem --key=$work/foreign-keys/signer.key --keyring=$work/foreign-keys/keyring.pem $work/foreign $work/updates/foreign.raucb >$work/rauc.log 2>&1 || { cat $work/rauc.log >&2; exit 1; }
mke2fs -q -F -t ext4 -m 0 -d $work/updates $work/stick.img "$(($(du -sm $work/updates | cut -f1) + 64))M"
exec python3 -B lab/image/try.py $work
