#!/usr/bin/env bash
# Makes the parts of the arm64 machines, in CACHE only (3 GB).   usage: setup.sh CACHE
# They are Debian trixie's arm64 kernel with the modules that it lacks, a chroot with QEMU 10 and the compiler for
# them, and an arm64 root. A finished stage stays until its inputs change.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cache=$(realpath "$1")
export DEBIAN_FRONTEND=noninteractive
say() { echo "arm64: $*"; }
fail() { echo "arm64: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail "it needs root, for the files' owners"
for tool in mmdebstrap dpkg-deb depmod xz; do command -v "$tool" >/dev/null || fail "$tool is not there: run scripts/setup.sh lab"; done

# shellcheck source=/dev/null
. "$here/../image-parts.sh"
suite=trixie
packages=$lab_packages
# Debian built the kernel with gcc 14. The C library is for the program that looks for the panel on the Pi 4.
# qemu-user runs the root's own programs while the root is made.
tools=base-files,bash,dash,coreutils,findutils,sed,grep,gawk,make,perl-base,xz-utils,tar,kmod,gcc-14-aarch64-linux-gnu,binutils-aarch64-linux-gnu,libc6-dev-arm64-cross,qemu-system-arm,qemu-user
key=signed-by=/usr/share/keyrings/debian-archive-keyring.gpg
mirror=$("$here/../../../scripts/mirror.sh")
slim=(--aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*'
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt=force-unsafe-io)

# is_made STAGE KEY: tests that it is there and made from the same inputs; otherwise removes its remains.
is_made() {
  [ "$(cat "$cache/$1.made" 2>/dev/null)" != "$2" ] || return 0
  rm -rf "${cache:?}/$1" "$cache/$1.made"
  return 1
}
made() { echo "$2" >"$cache/$1.made"; }

# The kernel: Debian's own package, with its headers, the sources of a module and the libraries of the Pi 4's program.
# No program of them runs here.
fetch_kernel() {
  local apt=$cache/apt options
  rm -rf "$apt" "$cache/packages"
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$cache/packages"
  echo "deb [arch=arm64 $key] $mirror $suite main" >"$apt/sources.list"
  options=(-o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$apt/lists"
    -o Dir::Cache="$apt/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User=root -o Acquire::Languages=none)
  apt-get -qq "${options[@]}" update || fail "the list of Debian $suite's arm64 packages cannot be had from $mirror: check the network"
  local image
  image=$(apt-cache "${options[@]}" depends linux-image-arm64 | awk '/Depends: linux-image/{print $2; exit}')
  [ -n "$image" ] || fail "$mirror has no linux-image-arm64 in $suite"
  release=${image#linux-image-}
  (cd "$cache/packages" && apt-get -qq "${options[@]}" download "$image" "linux-headers-$release" v4l2loopback-dkms busybox-static libgpiod-dev libgpiod3) ||
    fail "the arm64 packages of $release cannot be had from $mirror: check the network"
  dpkg-deb -x "$cache"/packages/linux-image-*.deb "$cache/kernel"
  echo "$release" >"$cache/kernel/release"
  rm -rf "$apt"
}
if ! is_made kernel "$suite"; then
  say "kernel"
  fetch_kernel
  made kernel "$suite"
fi
release=$(cat "$cache/kernel/release")
abi=${release%-arm64}

# A chroot for this machine's processor: the compiler, kbuild's tools, the kernel's source, QEMU.
wanted="$tools $release"
if ! is_made host "$wanted"; then
  say "chroot with the compiler and QEMU (about a minute)"
  mmdebstrap --quiet --mode=root --variant=extract --architectures=amd64 "${slim[@]}" --include="$tools,linux-kbuild-$abi,linux-headers-$abi-common,linux-source-${abi%%.*}.$(cut -d. -f2 <<<"$abi")" \
    "$suite" "$cache/host" "deb [$key] $mirror $suite main" || fail "the chroot cannot be made (see above)"
  # Unpacked packages have no alternatives.
  ln -sf gawk "$cache/host/usr/bin/awk"
  dpkg-deb -x "$cache"/packages/linux-headers-*.deb "$cache/host"
  made host "$wanted"
fi

# Modules that Debian's arm64 kernel lacks.
wanted="$release $(sha256sum <"$here/modules.sh")"
if ! is_made modules "$wanted"; then
  say "gpio-sim, snd-virmidi and v4l2loopback for $release"
  "$here/modules.sh" "$cache" >"$cache/modules.log" 2>&1 || { tail -n 20 "$cache/modules.log" >&2; fail "the kernel's modules cannot be built"; }
  made modules "$wanted"
fi

# The start of the machine: the modules of the lab, and a first stage.
wanted="$release $lab_modules $(sha256sum <"$here/../init") $(cat "$cache/modules.made")"
if ! is_made boot "$wanted"; then
  say "modules and first stage"
  mkdir -p "$cache/boot" "$cache/kernel/usr/lib/modules/$release/updates"
  cp "$cache"/modules/*.ko "$cache/kernel/usr/lib/modules/$release/updates/"
  depmod -b "$cache/kernel/usr" "$release"
  # shellcheck disable=SC2086
  copy_modules "$release" "$cache/kernel/usr" "$cache/boot/modules" $lab_modules crc32c_generic sdhci-iproc
  dpkg-deb --fsys-tarfile "$cache"/packages/busybox-static_*.deb | tar -x -C "$cache/boot" --strip-components=3 ./usr/bin/busybox
  first_stage "$release" "$cache/boot/modules" "$cache/boot/busybox" "$here/../init" "$cache/boot/initrd" virtio_pci virtio_blk crc32c_generic ext4
  pack_first_stage "$cache/boot/initrd" "$cache/boot/initrd.zst"
  made boot "$wanted"
fi

# The arm64 root.
wanted="$packages $suite $(sha256sum <"$here/root.sh")"
if ! is_made root "$wanted"; then
  say "arm64 root (a few minutes)"
  mmdebstrap --quiet --mode=root --variant=extract --skip=cleanup/apt --architectures=arm64 "${slim[@]}" --include='?essential' --include='?priority(required)' --include="apt,$packages" "$suite" "$cache/root" "deb [$key] $mirror $suite main" \
    >"$cache/root.log" 2>&1 || { tail -n 20 "$cache/root.log" >&2; fail "the packages of the arm64 root cannot be had"; }
  python3 "$here/userns.py" "$cache/host/usr/bin/qemu-aarch64" "$here/root.sh" "$cache/root" >>"$cache/root.log" 2>&1 || { tail -n 20 "$cache/root.log" >&2; fail "the arm64 root cannot be made"; }
  made root "$wanted"
fi
say "ready: $cache, kernel $release"
