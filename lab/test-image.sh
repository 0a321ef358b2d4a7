#!/usr/bin/env bash
# Tests the firmware image in a virtual machine (lab/image/try.py).   usage: test-image.sh [PART]
# It makes a test image of version 1, and good, bad and rejected updates for it.
#   trial   first start, rejections, an update from a stick, bad updates, rollback (the default)
#   bad     the bad updates, without the good one; LAB_BAD="crash panic": these alone
#   starts  a good slot that does not get ready any more: the fourth start takes the other one
#   music   the music plays on while an update is installed, on a machine whose time is that of its instructions
#   cuts    power cuts during installations, after the seconds in LAB_CUTS
#   bare    the same box without a sound card and with a clock that is years late
#   data    a data partition that is full, reset by its owner, damaged, destroyed and missing
#   media   cards of 8 and 256 GB, a card that refuses writes, a stick that is pulled out, updates of 4 GB
#   owner   the owner, who is not root, restarts, restores and resets the box, and opens its network
#   login   SSH with a key, with a password and with neither; a Wi-Fi of two radios in software
#   pi4     the kernel, the device tree and the module for tryboot on QEMU's Raspberry Pi 4; ARCH=arm64
#   boot    seconds from the kernel to READY and to the first sound, beside Debian's standard system with the same
#           package (lab/image/plain.sh); needs root
# ARCH=arm64 tests a Raspberry Pi's image; its card, updates and trials are a Pi's, its devices are not (firmware.py).
# BUILT=1 uses the existing out/test, and for boot the existing out/plain.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "lab: $*" >&2; exit 1; }
arch=${ARCH:-amd64}
# `line` is the file of the boot partition that has the kernel's command line.
case $arch in
  amd64) board=amd64 other=arm64 emulator=qemu-system-x86_64 line=slot.cfg ;;
  arm64) board=pi other=amd64 emulator=qemu-system-aarch64 line=cmdline.txt ;;
  *) fail "there is no image for ARCH=$arch: amd64, or arm64, a Raspberry Pi's" ;;
esac
scripts/setup.sh image
[ -n "${BUILT:-}" ] || {
  make --no-print-directory deb ARCH=$arch
  TEST=1 TEST_VERSION=1 scripts/image.sh $arch
}
image=out/test/gestureflow-1-$board.img parts=out/test/gestureflow-1-$board.parts
for file in "$image" "$parts/boot.img" "$parts/root.img"; do [ -e "$file" ] || fail "there is no $file: run this without BUILT=1"; done
for tool in $emulator rauc mke2fs mkfs.vfat mcopy mksquashfs cpio zstd; do command -v $tool >/dev/null || fail "$tool is missing: run scripts/setup.sh image"; done
work=out/image keys=${GESTUREFLOW_IMAGE_CACHE:-.image-cache}/test-keys
rm -rf $work
mkdir -p $work/updates
ln -sf "$PWD/$image" $work/disk.img
ln -sf "$PWD/$parts/root.img" $work/root.img
# quiet COMMAND...: prints its output only when it fails.
quiet() { "$@" >$work/make.log 2>&1 || { cat $work/make.log >&2; fail "$1 failed (see above)"; }; }
[ "${1:-}" != login ] || command -v ssh >/dev/null || fail "ssh is missing: run scripts/setup.sh image"
[ "${1:-}" != media ] || [ "$arch" = amd64 ] || fail "media has an amd64 card: leave ARCH out"
[ "${1:-}" != music ] || [ "$arch" = amd64 ] || fail "music has an amd64 machine: leave ARCH out"
if [ "${1:-}" = pi4 ]; then
  [ "$arch" = arm64 ] || fail "pi4 needs a Pi's image: ARCH=arm64"
  exec lab/image/pi4.sh $parts/boot.img $work "${GESTUREFLOW_IMAGE_CACHE:-.image-cache}"
fi
if [ "${1:-}" = boot ]; then
  [ "$arch" = amd64 ] || fail "boot compares amd64 systems: leave ARCH out"
  [ "$(id -u)" -eq 0 ] || fail "boot needs root, for the owners of a plain Debian's files: sudo make test-image ONLY=boot"
  plain=out/plain
  [ -n "${BUILT:-}" ] || lab/image/plain.sh "$(find out -maxdepth 1 -name "gestureflow_*_$arch.deb" -printf '%T@ %p\n' | sort -n | sed -n '$s/^[^ ]* //p')" $plain "${GESTUREFLOW_IMAGE_CACHE:-.image-cache}/plain"
  for file in vmlinux initrd.zst root.ext4; do [ -e $plain/$file ] || fail "there is no $plain/$file: run this without BUILT=1"; done
  mkdir $work/plain
  cp --sparse=always $plain/vmlinux $plain/initrd.zst $plain/root.ext4 $work/plain/
  exec python3 -B lab/image/try.py $work boot
fi
quiet scripts/image/keys --test $work/foreign-keys

# boot FILE VERSION WORDS [LINE...]: makes a slot's boot partition that overrides parts of the root. The image's root
# then reports VERSION; the kernel's command line gets WORDS; the daemon's unit gets the lines.
boot() {
  local file=$1 version=$2 words=$3 tree=$work/initrd
  shift 3
  cp $parts/boot.img "$file"
  rm -rf $tree "$work/$line" $work/initrd.zst
  mkdir $tree
  mcopy -i "$file" ::initrd.zst "::$line" $work/
  (cd $tree && zstd -q -dc ../initrd.zst | cpio -id --quiet)
  {
    grep -v '^exec ' $tree/init
    printf 'echo %s >/root/run/gf/version\n/bin/busybox mount --bind /root/run/gf/version /root/usr/share/gestureflow/image-version\n' "$version"
    if [ $# -gt 0 ]; then
      printf '/bin/busybox mkdir -p /root/run/systemd/system/gestureflow.service.d\n/bin/busybox cat >/root/run/systemd/system/gestureflow.service.d/lab.conf <<"END"\n'
      printf '%s\n' "$@" END
    fi
    grep '^exec ' $tree/init
  } >$tree/init.new
  mv $tree/init.new $tree/init
  chmod 755 $tree/init
  (cd $tree && find . | cpio -o -H newc --quiet | zstd -q -3 -f -o ../initrd.zst)
  case $arch in
    amd64) sed -i "s|^linux /vmlinuz |&$words |" "$work/$line" ;;
    arm64) sed -i "s|^|$words |" "$work/$line" ;;
  esac
  mcopy -o -i "$file" $work/initrd.zst "$work/$line" ::
}
# bundle FILE VERSION KEYS BOARD BOOT [ROOT]: makes a signed update.
bundle() {
  rm -rf $work/bundle
  mkdir $work/bundle
  ln "$5" $work/bundle/boot.img
  printf '[update]\ncompatible=gestureflow-%s\nversion=%s\n\n[bundle]\nformat=verity\n\n[image.boot]\nfilename=boot.img\n' "$4" "$2" >$work/bundle/manifest.raucm
  if [ $# -gt 5 ]; then
    ln "$6" $work/bundle/root.img
    printf '\n[image.rootfs]\nfilename=root.img\n' >>$work/bundle/manifest.raucm
  fi
  # Its contents are compressed already.
  quiet rauc bundle --mksquashfs-args='-noI -noD -noF' --cert="$3/signer.pem" --key="$3/signer.key" --keyring="$3/keyring.pem" $work/bundle "$1"
}
boot $work/good.img 2 ""
# The bad updates have no root: they start with the existing one.
boot $work/crash.img 3 "" '[Service]' 'ExecStart=' "ExecStart=/bin/sh -c 'kill -SEGV \$\$\$\$'"
boot $work/silent.img 4 "" '[Service]' 'ExecStart=' 'ExecStart=/bin/sleep infinity'
# The first program of the system crashes and stands still, so the watchdog bites.
boot $work/hang.img 6 "" '[Service]' 'ExecStartPre=+/bin/kill -SEGV 1'
# The kernel does not find its first program.
boot $work/panic.img 5 rdinit=/missing
bundle $work/good.raucb 2 "$keys" $arch $work/good.img $parts/root.img
for name in crash:3 silent:4 panic:5 hang:6; do bundle "$work/updates/${name%:*}.raucb" "${name#*:}" "$keys" $arch "$work/${name%:*}.img"; done
bundle $work/updates/older.raucb 0.9 "$keys" $arch $work/panic.img
bundle $work/updates/board.raucb 9 "$keys" $other $work/panic.img
bundle $work/updates/foreign.raucb 9 $work/foreign-keys $arch $work/panic.img
head -c -4096 $work/updates/crash.raucb >$work/updates/truncated.raucb
cp README.md $work/updates/text.raucb
if [ "${1:-}" = media ]; then
  # A file of 4 GB without a signature, and an update whose root does not fit into a slot.
  cp $work/updates/crash.raucb $work/updates/hollow.raucb
  truncate -s 4G $work/updates/hollow.raucb
  truncate -s 4G $work/huge.img
  bundle $work/updates/huge.raucb 9 "$keys" $arch $work/good.img $work/huge.img
fi
quiet mke2fs -q -F -t ext4 -m 0 -d $work/updates $work/updates.img "$(($(du -sm $work/updates | cut -f1) + 32))M"
# A stick as an owner has it.
truncate -s "$(($(du -sm $work/good.raucb | cut -f1) + 64))M" $work/stick.img
quiet mkfs.vfat -F 32 -n MUSIC $work/stick.img
mcopy -i $work/stick.img $work/good.raucb ::update-2-$arch.raucb
ARCH=$arch exec python3 -B lab/image/try.py $work "${1:-trial}"
