#!/usr/bin/env bash
# Fetches the image's parts that are not packages of its root.   usage: fetch.sh ARCH
# They are the kernel, the first stage's programs, and a Pi's firmware. They are unpacked in
# CACHE/ARCH/{kernel,static,firmware,newer,headers}; their packages are in CACHE/ARCH/debs. All stay until this script
# or KERNEL changes; DEBIAN=new fetches them again. With KERNEL=FOLDER the kernel is Raspberry Pi's own, from there.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
arch=$1
mkdir -p "$cache/$arch"
out=$(realpath "$cache/$arch")
own=()
if [ -n "${KERNEL:-}" ]; then
  found=$(scripts/image/own-kernel.sh "$KERNEL")
  mapfile -t own <<<"$found"
fi
wanted=$(recipe "$(sources_of "$arch")" "$(cat scripts/image/fetch.sh)" "$(cat "${own[@]:1}" </dev/null | sha256sum)")
[ "${DEBIAN:-}" = new ] || [ "$(cat "$out/fetched" 2>/dev/null)" != "$wanted" ] || exit 0

# download APT ARCH FOLDER PACKAGE...: downloads only these packages, without their dependencies.
download() {
  local name=$1 of=$2 folder=$3
  shift 3
  mkdir -p "$folder"
  apt_of "$name" "$of" env -C "$folder" apt-get download "$@" || fail "$* cannot be had from Debian: check the network, then run make image again"
}

rm -rf "$out"/{kernel,static,firmware,newer,headers,debs}
mkdir -p "$out"/{kernel,static,debs}
mirror=$(scripts/mirror.sh)
mapfile -t lines < <(sources_of "$arch")
apt_sources image "$arch" "${lines[@]}"
if [ ${#own[@]} -gt 0 ]; then
  release=${own[0]}
  say "taking kernel $release from $KERNEL"
  mkdir -p "$out/debs/kernel"
  cp "${own[@]:1}" "$out/debs/kernel/"
else
  kernels=image
  if [ "$arch" = arm64 ]; then
    # Trixie's own kernel supports only a Pi 5's card and serial port.
    apt_sources backports arm64 "deb [arch=arm64 signed-by=$keyring] $mirror trixie-backports main"
    kernels=backports
  fi
  image=$(apt_of $kernels "$arch" apt-cache depends "linux-image-$arch" | awk '/Depends: linux-image/ { print $2; exit }')
  [ -n "$image" ] || fail "Debian has no linux-image-$arch: look at $cache/apt/$kernels-$arch/sources.list"
  release=${image#linux-image-}
  # Later kernels are split into three packages.
  case $(apt_of $kernels "$arch" apt-cache depends "$image") in
    *linux-binary-*) kernel=("linux-base-$release" "linux-binary-$release" "linux-modules-$release") ;;
    *) kernel=("$image") ;;
  esac
  say "fetching kernel $release"
  download $kernels "$arch" "$out/debs/kernel" "${kernel[@]}"
fi
download image "$arch" "$out/debs" busybox-static e2fsck-static
if [ "$arch" = arm64 ]; then
  # Trixie's firmware file is older than kernel_watchdog_timeout. Its RAUC does not support the dm-verity of Linux
  # 6.19 and later.
  apt_sources sid arm64 "deb [arch=arm64 signed-by=$keyring] $mirror sid main non-free-firmware"
  download sid arm64 "$out/debs/firmware" raspi-firmware
  download sid arm64 "$out/debs/newer" rauc rauc-service libnl-3-200 libnl-genl-3-200
fi
if [ "$arch" = arm64 ] && ! of_raspberry_pi "$release"; then
  # For the module tryboot: the kernel's headers, and its build programs for this machine with their C library, which
  # may be newer than this machine's.
  host=$(dpkg --print-architecture)
  apt_sources backports "$host" "deb [arch=$host signed-by=$keyring] $mirror trixie-backports main" "deb [arch=$host signed-by=$keyring] $mirror trixie main"
  download backports arm64 "$out/debs/headers" "linux-headers-$release" "linux-headers-${release%-arm64}-common"
  download backports "$host" "$out/debs/headers" "linux-kbuild-${release%-arm64}" libc6
fi
for file in "$out"/debs/{busybox,e2fsck}-static_*.deb; do dpkg-deb -x "$file" "$out/static"; done
for part in kernel firmware newer headers; do
  for file in "$out/debs/$part"/*.deb; do
    [ ! -e "$file" ] || dpkg-deb -x "$file" "$out/$part" || fail "$file cannot be unpacked: download it again"
  done
done
kernel_of "$arch" "$release" >/dev/null
modules_of "$arch" "$release" >/dev/null
echo "$release" >"$out/release"
echo "$wanted" >"$out/fetched"
