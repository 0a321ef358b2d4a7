#!/usr/bin/env bash
# Builds the lab's image as OUT/{vmlinux,initrd.zst,root.ext4}.   usage: image.sh PACKAGE.deb OUT [CACHE]
# It has a Debian kernel, and a root file system of Debian packages with the project's .deb installed. CACHE keeps the
# parts that do not depend on the package, by their content.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(realpath "$1")
mkdir -p "$2" "${3:-.vm-cache}"
out=$(realpath "$2")
cache=$(realpath "${3:-.vm-cache}")
export DEBIAN_FRONTEND=noninteractive
[ "$(id -u)" -eq 0 ] || { echo "image: it needs root, for the files' owners" >&2; exit 1; }

# shellcheck source=/dev/null
. "$here/image-parts.sh"
# Only this lab tests cameras through libcamera, and the voice.
packages=$lab_packages,libcamera-tools,libcamera-ipa,espeak-ng
modules="$lab_modules vimc crc32c_generic"

command -v mmdebstrap >/dev/null && command -v qemu-system-x86_64 >/dev/null || { echo "image: its tools are not there: run scripts/setup.sh lab" >&2; exit 1; }

# A machine without apt's lists does not know the kernel's package.
apt-cache show linux-image-amd64 >/dev/null 2>&1 || apt-get update -qq
kernel=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image/{print $2; exit}')
[ -n "$kernel" ] || { echo "image: apt knows no linux-image-amd64: check apt's sources" >&2; exit 1; }
release=${kernel#linux-image-}
module=/usr/lib/modules/$release/updates/dkms/v4l2loopback.ko
[ -f "$module" ] || module=/lib/modules/$release/updates/dkms/v4l2loopback.ko
if [ ! -f "$module" ]; then
  echo "image: building v4l2loopback for $release"
  apt-get install -y -qq --no-install-recommends "linux-headers-$release" v4l2loopback-dkms >"$cache/dkms.log" 2>&1 || { tail "$cache/dkms.log"; exit 1; }
fi
# Debian's kernel lacks gpio-sim: it is built from Debian's own kernel source, with irq_sim in the same module. The
# two inline calls of the one call that the kernel does not export to modules replace it. The box's request for a
# pull-up does not release a pressed button: a button to ground is stronger than a resistor.
sim=$cache/gpio-sim-$release-2/gpio-sim.ko
if [ ! -f "$sim" ]; then
  echo "image: building gpio-sim for $release"
  work=$cache/gpio-sim-$release-2
  mkdir -p "$work"
  (cd "$work" && apt-get download -qq linux-source-6.1 2>/dev/null
    dpkg-deb --fsys-tarfile linux-source-6.1_*.deb | tar -xO ./usr/src/linux-source-6.1.tar.xz |
      tar -xJ --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c' '*/drivers/gpio/gpiolib.h'
    rm -f linux-source-6.1_*.deb
    sed 's/return gpio_sim_apply_pull(chip, offset, [01]);/return chip ? 0 : -EINVAL;/' drivers/gpio/gpio-sim.c >sim.c
    cp drivers/gpio/gpiolib.h .
    sed 's/irq_to_desc(\([a-z>-]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' kernel/irq/irq_sim.c >irqsim.c
    printf 'obj-m := gpio-sim.o\ngpio-sim-y := sim.o irqsim.o\n' >Kbuild
    make -C "/usr/src/linux-headers-$release" M="$PWD" modules) >"$cache/gpio-sim.log" 2>&1 || { tail "$cache/gpio-sim.log"; exit 1; }
fi
# It also lacks vimc, the computed camera of libcamera: a sensor, converters and a scaler that a program must connect.
# vimc needs no unexported call.
vimc=$cache/vimc-$release/drivers/media/test-drivers/vimc/vimc.ko
if [ ! -f "$vimc" ]; then
  echo "image: building vimc for $release"
  work=$cache/vimc-$release
  mkdir -p "$work"
  (cd "$work" && apt-get download -qq linux-source-6.1 2>/dev/null
    dpkg-deb --fsys-tarfile linux-source-6.1_*.deb | tar -xO ./usr/src/linux-source-6.1.tar.xz |
      tar -xJ --strip-components=1 --wildcards '*/drivers/media/test-drivers/vimc/*'
    rm -f linux-source-6.1_*.deb
    make -C "/usr/src/linux-headers-$release" M="$PWD/drivers/media/test-drivers/vimc" CONFIG_VIDEO_VIMC=m modules) >"$cache/vimc.log" 2>&1 || { tail "$cache/vimc.log"; exit 1; }
fi
base=$cache/base-$(printf '%s' "$packages $kernel $modules" | sha256sum | cut -c1-12)-3
if [ ! -f "$base/done" ]; then
  echo "image: base system (about a minute)"
  rm -rf "$base"
  mkdir -p "$base"
  mirror=$("$here/../../scripts/mirror.sh")
  mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Languages "none"' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt=force-unsafe-io --include="$packages" bookworm "$base/root" "$mirror"
  (cd "$base" && apt-get download -qq "$kernel" && dpkg -x "$kernel"*.deb kernel)
  tree=$base/kernel
  [ -d "$tree/lib/modules/$release" ] || tree=$base/kernel/usr
  install -D -m 644 "$module" "$tree/lib/modules/$release/updates/v4l2loopback.ko"
  install -D -m 644 "$sim" "$tree/lib/modules/$release/updates/gpio-sim.ko"
  install -D -m 644 "$vimc" "$tree/lib/modules/$release/updates/vimc.ko"
  strip --strip-debug "$tree/lib/modules/$release/updates/gpio-sim.ko" "$tree/lib/modules/$release/updates/vimc.ko"
  depmod -b "$tree" "$release"
  python3 "$here/vmlinux.py" "$base"/kernel/boot/vmlinuz-* "$base/vmlinux"
  # Only the modules of the lab, and their dependencies.
  # shellcheck disable=SC2086
  copy_modules "$release" "$tree" "$base/modules" $modules
  # A first stage that only finds the root.
  first_stage "$release" "$base/modules" /bin/busybox "$here/init" "$base/initrd" virtio_pci virtio_blk crc32c_generic ext4
  pack_first_stage "$base/initrd" "$base/initrd.zst"
  touch "$base/done"
fi

echo "image: installing $(basename "$package")"
root=$cache/root
rm -rf "$root"
cp -a "$base/root" "$root"
install_package "$root" "$package" "$cache/install.log" chroot
cp -a "$base/modules/lib/modules" "$root/lib/"
furnish "$root" ttyS0
gcc -std=gnu11 -shared -fPIC -DPIC -O2 -Wall -Wextra -Werror -o "$root/opt/lab/cable.so" "$here/cable.c" -lasound
# Places where the box does not find them: only one scenario needs each. In the others an emulated processor would list
# cameras again and again, and words would sound among the tones.
mv "$root/usr/bin/cam" "$root/usr/bin/espeak-ng" "$root/opt/lab/"
size=$(pack_root "$root" "$out/root.ext4")
rm -rf "$root"
cp "$base/vmlinux" "$base/initrd.zst" "$out/"
echo amd64 >"$out/architecture"
echo "image: $out, ${size} MB"
