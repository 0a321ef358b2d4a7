#!/usr/bin/env bash
# Makes OUT/{pi4.dtb,initrd.zst,Image} for `qemu-system-aarch64 -M raspi4b`.   usage: pi4.sh CACHE OUT
# The tree is the Pi 4's in Debian's kernel package with the panel's overlay. The first stage has a program that looks
# for the panel with the box's own C (Sources/CGPIO, libgpiod 2). image.sh calls it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(realpath "$here/../../..")
# shellcheck source=/dev/null
. "$here/../image-parts.sh"
cache=$(realpath "$1") out=$(realpath -m "$2")
release=$(cat "$cache/kernel/release")
work=$cache/host/panel
for tool in dtc fdtoverlay; do command -v "$tool" >/dev/null || { echo "image: $tool is not there: run scripts/setup.sh lab" >&2; exit 1; }; done
rm -rf "$work" "$out"
mkdir -p "$work" "$out"

# The tree: Debian's own, and the overlay as in the package.
dtc -q -@ -I dts -O dtb -o "$work/panel.dtbo" "$project/overlays/gestureflow-panel-overlay.dts"
base=$(find "$cache/kernel/usr/lib" -name bcm2711-rpi-4-b.dtb | head -n 1)
[ -n "$base" ] || { echo "image: the kernel package of $release has no tree of a Pi 4" >&2; exit 1; }
fdtoverlay -i "$base" -o "$out/pi4.dtb" "$work/panel.dtbo"

# The program, for the Pi's C library and libgpiod. It is static, because the first stage has no libraries.
dpkg-deb -x "$cache"/packages/libgpiod-dev_*.deb "$work/gpiod"
cp -r "$project/Sources/CGPIO" "$here/panel.c" "$work/"
chroot "$cache/host" /usr/bin/env -i PATH=/usr/bin sh -euc 'cd /panel
  aarch64-linux-gnu-gcc-14 -std=gnu11 -O2 -Wall -Wextra -Werror -static -Igpiod/usr/include -ICGPIO/include CGPIO/*.c panel.c gpiod/usr/lib/aarch64-linux-gnu/libgpiod.a -o panel
  aarch64-linux-gnu-strip panel'
# The card's controller, and the modules for an ext4 on it.
first_stage "$release" "$cache/boot/modules" "$cache/boot/busybox" "$here/pi4-init" "$work/initrd" sdhci-iproc crc32c_generic ext4
cp "$work/panel" "$work/initrd/bin/panel"
# The lines of the package's configuration: "button GPIO4", in its order.
sed -n 's/^\(button\|led\)-.* = "\(GPIO[0-9]*\)"$/\1 \2/p' "$project/deploy/gestureflow.toml" >"$work/initrd/lines"
# A plain file replaces the device /dev/console. The kernel opens it for its first program, which must not be the
# serial port (see pi4-init).
: >"$work/initrd/dev/console"
pack_first_stage "$work/initrd" "$out/initrd.zst"
rm -rf "$work"
