#!/usr/bin/env bash
# Makes CACHE/ARCH/base.tar: the image's Debian packages.   usage: base.sh ARCH PACKAGE.deb
# It contains nothing of the project. It stays until the list of packages or this script changes; DEBIAN=new makes it
# again with Debian's newest packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
arch=$1 package=$2 out=$cache/$1

# The system; updates; sticks; a network, which stays off until the owner turns it on; the clock; the voice; the bus of
# players, which asks systemd for the names of dynamic users.
packages=systemd,systemd-sysv,systemd-timesyncd,systemd-resolved,udev,dbus,kmod,mount,util-linux,procps,fdisk,e2fsprogs,dosfstools,adduser,rauc,rauc-service
packages+=,exfatprogs,alsa-ucm-conf,espeak-ng,openssh-server,avahi-daemon,libnss-mdns,iwd,wireless-regdb,dbus-daemon,libnss-systemd
# Wi-Fi of a Pi 4 and 5.
[ "$arch" != arm64 ] || packages+=,firmware-brcm80211
# The dependencies of the package without versions; of alternatives the first.
depends=$(dpkg-deb -f "$package" Depends) || fail "$package is not a Debian package: make deb ARCH=$arch"
packages+=,$(tr ',' '\n' <<<"$depends" | sed -E 's/\|.*//; s/\([^)]*\)//; s/[[:space:]]//g' | sort -u | paste -sd,)
# Neither an owner nor the box reads these. Mesa and LLVM, 190 MB, come with ffmpeg's player, which opens them only to
# draw.
left_out=(/usr/share/man /usr/share/locale /usr/share/info /usr/share/lintian /usr/share/bug '/usr/lib/*/libLLVM*' '/usr/lib/*/libz3.so*' '/usr/lib/*/libgallium*' '/usr/lib/*/dri')
wanted=$(recipe "$packages" "$(sources_of "$arch")" "$(cat scripts/image/base.sh)")
[ "${DEBIAN:-}" = new ] || [ "$(cat "$out/base.done" 2>/dev/null)" != "$wanted" ] || exit 0

command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing: run scripts/setup.sh image"
mkdir -p "$out"
rm -f "$out/base.done" "$out/base.tar"
options=(--quiet "--architectures=$arch" --aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io)
paths=(--path-exclude='/usr/share/doc/*' --path-include='/usr/share/doc/*/copyright')
for path in "${left_out[@]}"; do paths+=("--path-exclude=$path/*" "--path-exclude=$path"); done
for path in "${paths[@]}"; do options+=("--dpkgopt=${path#--}"); done
say "Debian's packages for $arch: about ten minutes, once"
sources=$(sources_of "$arch")
complain() { tail -n 5 "$out/base.log" >&2; fail "Debian's packages could not be installed (all of it is in $out/base.log): check the network and the room on this disk, then run make image again"; }
if [ "$arch" = "$(dpkg --print-architecture)" ] || arch-test "$arch" >/dev/null 2>&1; then
  # Without root mmdebstrap uses a user namespace.
  mmdebstrap --format=tar --variant=minbase "${options[@]}" --include="$packages" "$(release_of "$arch")" "$out/base.new.tar" - <<<"$sources" >"$out/base.log" 2>&1 || complain
else
  # The machine does not start programs of arm64, so the packages' scripts run in a namespace that does.
  emulator=$(command -v qemu-aarch64-static || command -v qemu-aarch64) || fail "programs of $arch do not run here: apt-get install qemu-user-static, then run make image again"
  [ "$(id -u)" -eq 0 ] || fail "programs of $arch do not run here: run make image as root, or on a machine where qemu-user-static is registered"
  rm -rf "$out/base"
  mmdebstrap --mode=root --variant=extract --skip=cleanup/apt "${options[@]}" --include='?essential' --include='?priority(required)' --include="apt,$packages" "$(release_of "$arch")" "$out/base" - <<<"$sources" >"$out/base.log" 2>&1 || complain
  python3 -B lab/vm/arm64/userns.py "$emulator" lab/vm/arm64/root.sh "$(realpath "$out/base")" "${paths[@]}" >>"$out/base.log" 2>&1 || {
    [ $? -ne 75 ] || fail "programs of $arch do not run here, and only Linux 6.7 or later can start them in a namespace: register qemu-user-static for the whole machine, then run make image again"
    complain
  }
  tar --numeric-owner --sort=name --exclude='./var/cache/apt/*' -cf "$out/base.new.tar" -C "$out/base" .
  rm -rf "$out/base"
fi
mv "$out/base.new.tar" "$out/base.tar"
echo "$wanted" >"$out/base.done"
say "$out/base.tar, $(du -m "$out/base.tar" | cut -f1) MB"
