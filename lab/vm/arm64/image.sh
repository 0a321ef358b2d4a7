#!/usr/bin/env bash
# Puts the arm64 machine together from setup.sh's output in CACHE.   usage: image.sh CACHE OUT [PACKAGE.deb]
# It makes OUT/{qemu,Image,initrd.zst,root.ext4}, with the package installed if one is named, and OUT/pi4/ for `-M
# raspi4b`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$here/../image-parts.sh"
cache=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
package=${3:+$(realpath "$3")}
if [ -n "$package" ]; then
  built_for=$(dpkg-deb --field "$package" Architecture)
  [ "$built_for" = arm64 ] || { echo "image: $package is for $built_for, and the machine is an arm64 one: make deb ARCH=arm64" >&2; exit 1; }
fi
[ -f "$cache/root.made" ] || { echo "image: $cache has no arm64 root: run lab/vm/arm64/setup.sh $1" >&2; exit 1; }
host=$cache/host
rm -rf "$cache/work"
mkdir -p "$cache/work"

# QEMU 10 has its own loader and libraries for any Debian release.
cat >"$out/qemu" <<SH
#!/bin/sh
exec $host/usr/lib64/ld-linux-x86-64.so.2 --library-path $host/usr/lib/x86_64-linux-gnu $host/usr/bin/qemu-system-aarch64 -L $host/usr/share/qemu "\$@"
SH
chmod +x "$out/qemu"

# The kernel's file is not compressed: QEMU starts it as it is.
cp "$cache"/kernel/boot/vmlinuz-* "$out/Image"
cp "$cache/boot/initrd.zst" "$out/"
"$here/pi4.sh" "$cache" "$out/pi4"

# The root.
root=$cache/work/root
cp -a "$cache/root" "$root"
mkdir -p "$root/usr/lib/modules"
cp -a "$cache/boot/modules/lib/modules/." "$root/usr/lib/modules/"
if [ -n "$package" ]; then
  echo "image: installing $(basename "$package")"
  install_package "$root" "$package" "$cache/install.log" python3 "$here/userns.py" "$host/usr/bin/qemu-aarch64" chroot
fi
furnish "$root" ttyAMA0
# These save each boot a first boot's work (ldconfig, users, catalogue). It takes 20 s of emulation.
touch "$root/etc/.updated" "$root/var/.updated"
size=$(pack_root "$root" "$out/root.ext4")
rm -rf "$cache/work"
echo arm64 >"$out/architecture"
echo "image: $out, ${size} MB"
