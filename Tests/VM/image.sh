#!/usr/bin/env bash
# Builds the lab's image: a Debian kernel, a root file system of Debian packages with the project's .deb installed, as OUT/{vmlinux,initrd.zst,root.ext4}.
# What does not depend on the package is kept in CACHE, by its content.   usage: image.sh PACKAGE.deb OUT [CACHE]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(realpath "$1")
mkdir -p "$2" "${3:-.vm-cache}"
out=$(realpath "$2")
cache=$(realpath "${3:-.vm-cache}")
export DEBIAN_FRONTEND=noninteractive
[ "$(id -u)" -eq 0 ] || { echo "image: it needs root, for the files' owners" >&2; exit 1; }

packages=systemd,systemd-sysv,udev,dbus,kmod,util-linux,mount,procps,usbutils,dosfstools,exfatprogs,v4l-utils,alsa-utils,gpiod,python3-minimal,ffmpeg,curl,adduser,ntfs-3g
modules="virtio_pci virtio_blk virtio_console virtio_rng ext4 v4l2loopback vivid snd-usb-audio snd-aloop snd-seq snd-seq-midi snd-hrtimer snd-virmidi libcomposite usb_f_midi dummy_hcd xhci-pci usb-storage uas
 sd_mod vfat exfat fuse nls_cp437 nls_ascii nls_utf8 nls_iso8859-1 configfs gpio-sim evdev uinput loop crc32c_generic"

command -v mmdebstrap >/dev/null && command -v qemu-system-x86_64 >/dev/null || { echo "image: its tools are not there: run scripts/setup.sh lab" >&2; exit 1; }

# A machine that was set up without apt's lists knows no kernel.
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
# Debian's kernel comes without gpio-sim: it is built from Debian's own kernel source, with irq_sim in the same module. The one call that the kernel does
# not export to modules is replaced by the two inline calls it consists of.
sim=$cache/gpio-sim-$release/gpio-sim.ko
if [ ! -f "$sim" ]; then
  echo "image: building gpio-sim for $release"
  work=$cache/gpio-sim-$release
  mkdir -p "$work"
  (cd "$work" && apt-get download -qq linux-source-6.1 2>/dev/null
    dpkg-deb --fsys-tarfile linux-source-6.1_*.deb | tar -xO ./usr/src/linux-source-6.1.tar.xz |
      tar -xJ --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c' '*/drivers/gpio/gpiolib.h'
    rm -f linux-source-6.1_*.deb
    cp drivers/gpio/gpio-sim.c sim.c
    cp drivers/gpio/gpiolib.h .
    sed 's/irq_to_desc(\([a-z>-]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' kernel/irq/irq_sim.c >irqsim.c
    printf 'obj-m := gpio-sim.o\ngpio-sim-y := sim.o irqsim.o\n' >Kbuild
    make -C "/usr/src/linux-headers-$release" M="$PWD" modules) >"$cache/gpio-sim.log" 2>&1 || { tail "$cache/gpio-sim.log"; exit 1; }
fi
base=$cache/base-$(printf '%s' "$packages $kernel $modules" | sha256sum | cut -c1-12)-2
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
  strip --strip-debug "$tree/lib/modules/$release/updates/gpio-sim.ko"
  depmod -b "$tree" "$release"
  python3 "$here/vmlinux.py" "$base"/kernel/boot/vmlinuz-* "$base/vmlinux"
  # Only the modules that the lab needs, and what they need.
  for name in $modules; do
    { modprobe -S "$release" -d "$tree" --show-depends "$name" 2>/dev/null || echo "image: no module $name" >&2; } | awk '$1=="insmod"{print $2}'
  done | sort -u | while read -r file; do
    install -D -m 644 "$file" "$base/modules/lib/modules/$release/${file#*lib/modules/$release/}"
  done
  cp "$tree/lib/modules/$release"/modules.{order,builtin,builtin.modinfo} "$base/modules/lib/modules/$release/"
  depmod -b "$base/modules" "$release"
  # A first stage that only finds the root.
  mkdir -p "$base/initrd"/{bin,dev,proc,sys,root,lib}
  cp /bin/busybox "$base/initrd/bin/"
  number=10
  for name in virtio_pci virtio_blk crc32c_generic ext4; do modprobe -S "$release" -d "$base/modules" --show-depends "$name" 2>/dev/null || true; done |
    awk '$1=="insmod" && !seen[$2]++ {print $2}' | while read -r file; do
      number=$((number + 1))
      cp "$file" "$base/initrd/lib/$number-$(basename "$file")"
    done
  cp "$here/init" "$base/initrd/init"
  chmod +x "$base/initrd/init"
  (cd "$base/initrd" && find . | cpio -o -H newc 2>/dev/null | zstd -q -3 >"$base/initrd.zst")
  touch "$base/done"
fi

echo "image: installing $(basename "$package")"
root=$cache/root
rm -rf "$root"
cp -a "$base/root" "$root"
cp "$package" "$root/root/gestureflow.deb"
# The next version, as an upgrade is tried with: its conffile comes with other defaults. Not packed, because the emulated machine would be long at unpacking it, and not
# in /tmp, which is emptied when the machine starts.
next=$cache/next
rm -rf "$next"
dpkg-deb --raw-extract "$package" "$next"
sed -i 's/^Version: .*/&+next1/' "$next/DEBIAN/control"
sed -i -e 's/^hold = 0.8$/hold = 0.9/' -e 's/^detent-leave = 1.5$/detent-leave = 2/' "$next/etc/gestureflow/gestureflow.toml"
grep -q '^hold = 0.9$' "$next/etc/gestureflow/gestureflow.toml" && grep -q '^detent-leave = 2$' "$next/etc/gestureflow/gestureflow.toml" ||
  { echo "image: deploy/gestureflow.toml has other defaults than the lab's next version is made from" >&2; exit 1; }
(cd "$next" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
dpkg-deb -Znone --root-owner-group --build "$next" "$root/root/gestureflow-next.deb" >/dev/null
rm -rf "$next"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod +x "$root/usr/sbin/policy-rc.d"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
{ chroot "$root" apt-get update -qq && chroot "$root" apt-get install -y -qq --no-install-recommends /root/gestureflow.deb; } >"$cache/install.log" 2>&1 || { tail "$cache/install.log"; exit 1; }
rm "$root/usr/sbin/policy-rc.d" "$root/root/gestureflow.deb"
cp -a "$base/modules/lib/modules" "$root/lib/"
cp -r "$here/overlay/." "$root/"
chown -R 0:0 "$root/opt/lab" "$root/etc/systemd/system"
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
for port in 0 1; do ln -sf ../lab-shell@.service "$root/etc/systemd/system/multi-user.target.wants/lab-shell@lab.$port.service"; done
ln -sf ../lab-asker.service "$root/etc/systemd/system/multi-user.target.wants/lab-asker.service"
for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer getty@tty1.service systemd-pstore.service; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit"
done
printf '/dev/vda / ext4 rw,noatime 0 1\n' >"$root/etc/fstab"
echo lab >"$root/etc/hostname"
echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"
sed -i 's/^root:[^:]*:/root::/' "$root/etc/shadow"
# An owner who may command the box, and one who may only look.
chroot "$root" useradd -m -G gestureflow owner
chroot "$root" useradd -m guest
size=$(($(du -sm "$root" | cut -f1) * 13 / 10 + 300))
rm -f "$out/root.ext4"
mke2fs -q -t ext4 -m 0 -E lazy_itable_init=1,nodiscard -L root -d "$root" "$out/root.ext4" "${size}M"
rm -rf "$root"
cp "$base/vmlinux" "$base/initrd.zst" "$out/"
echo "image: $out, ${size} MB"
