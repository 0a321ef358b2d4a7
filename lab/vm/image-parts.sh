# Shared parts for the images of both processors.
# image.sh and arm64/image.sh source it.
lab_parts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The lab's packages of Debian, and its kernel modules.
lab_packages=systemd,systemd-sysv,udev,dbus,kmod,util-linux,mount,procps,usbutils,dosfstools,exfatprogs,v4l-utils,alsa-utils,gpiod,python3-minimal,ffmpeg,curl,adduser,ntfs-3g,libnss-systemd
lab_modules="virtio_pci virtio_blk virtio_console virtio_rng ext4 v4l2loopback vivid snd-usb-audio snd-aloop snd-seq snd-seq-midi snd-hrtimer snd-virmidi libcomposite usb_f_midi dummy_hcd xhci-pci usb-storage uas
 sd_mod vfat exfat fuse nls_cp437 nls_ascii nls_utf8 nls_iso8859-1 configfs gpio-sim evdev uinput loop"

# copy_modules RELEASE TREE TO NAME...: copies these modules and their dependencies, uncompressed.
copy_modules() {
  local release=$1 tree=$2 to=$3 name file
  shift 3
  for name in "$@"; do
    { modprobe -S "$release" -d "$tree" --show-depends "$name" 2>/dev/null || echo "image: no module $name" >&2; } | awk '$1=="insmod"{print $2}'
  done | sort -u | while read -r file; do
    install -D -m 644 "$file" "$to/lib/modules/$release/${file#*lib/modules/$release/}"
  done
  cp "$tree/lib/modules/$release"/modules.{order,builtin,builtin.modinfo} "$to/lib/modules/$release/"
  find "$to" -name '*.ko.xz' -exec xz -d {} +
  depmod -b "$to" "$release"
}

# first_stage RELEASE MODULES BUSYBOX INIT FOLDER NAME...: makes the folder of a first stage that loads these modules,
# in this order, and runs INIT.
first_stage() {
  local release=$1 modules=$2 busybox=$3 init=$4 folder=$5 number=100 name file
  shift 5
  mkdir -p "$folder"/{bin,dev,proc,sys,root,lib}
  cp "$busybox" "$folder/bin/busybox"
  for name in "$@"; do modprobe -S "$release" -d "$modules" --show-depends "$name" 2>/dev/null || true; done |
    awk '$1=="insmod" && !seen[$2]++ {print $2}' | while read -r file; do
      number=$((number + 1))
      cp "$file" "$folder/lib/$number-$(basename "$file")"
    done
  cp "$init" "$folder/init"
  chmod +x "$folder/init"
}

# pack_first_stage FOLDER FILE
pack_first_stage() { (cd "$1" && find . | cpio -o -H newc 2>/dev/null | zstd -q -3 -f -o "$2"); }

# next_version PACKAGE TO WORK: makes the package for a test upgrade; its conffile has other defaults. It is not
# compressed, because the emulated machine would take long to unpack it.
next_version() {
  local next=$3
  rm -rf "$next"
  dpkg-deb --raw-extract "$1" "$next"
  sed -i 's/^Version: .*/&+next1/' "$next/DEBIAN/control"
  sed -i -e 's/^hold = 0.8$/hold = 0.9/' -e 's/^detent-leave = 1.5$/detent-leave = 2/' "$next/etc/gestureflow/gestureflow.toml"
  grep -q '^hold = 0.9$' "$next/etc/gestureflow/gestureflow.toml" && grep -q '^detent-leave = 2$' "$next/etc/gestureflow/gestureflow.toml" ||
    { echo "image: deploy/gestureflow.toml has other defaults than the lab's next version is made from" >&2; exit 1; }
  (cd "$next" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  dpkg-deb -Znone --root-owner-group --build "$next" "$2" >/dev/null
  rm -rf "$next"
}

# install_package ROOT PACKAGE LOG CHROOT...: installs the package with apt, as its owner does. It exits with 3 if the
# package cannot be installed, which is a fault of the package, and with 1 if other packages are unavailable. CHROOT
# is the command that enters the root. The next version waits in /root: /tmp is emptied when the machine starts.
install_package() {
  local root=$1 package=$2 log=$3
  shift 3
  cp "$package" "$root/root/gestureflow.deb"
  next_version "$package" "$root/root/gestureflow-next.deb" "$root.next"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod +x "$root/usr/sbin/policy-rc.d"
  cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
  "$@" "$root" sh -c 'get="apt-get install -y -qq --no-install-recommends" package=/root/gestureflow.deb
    apt-get update -qq || exit 1
    $get --simulate $package || exit 3
    $get --download-only $package || exit 1
    $get $package || exit 3' >"$log" 2>&1 || { code=$?; tail "$log"; exit $code; }
  rm "$root/usr/sbin/policy-rc.d" "$root/root/gestureflow.deb"
  # An owner who may command the box, and a read-only guest.
  "$@" "$root" sh -c 'useradd -m -G gestureflow owner && useradd -m guest'
  mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
  ln -sf ../lab-asker.service "$root/etc/systemd/system/multi-user.target.wants/lab-asker.service"
}

# furnish ROOT CONSOLE: adds the lab's shells and programs, and removes work that would slow the machine.
furnish() {
  local root=$1 port unit
  cp -r "$lab_parts/overlay/." "$root/"
  chown -R 0:0 "$root/opt/lab" "$root/etc/systemd/system"
  mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
  for port in 0 1; do ln -sf ../lab-shell@.service "$root/etc/systemd/system/multi-user.target.wants/lab-shell@lab.$port.service"; done
  for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer getty@tty1.service "serial-getty@$2.service" systemd-pstore.service; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
  printf '/dev/vda / ext4 rw,noatime 0 1\n' >"$root/etc/fstab"
  echo lab >"$root/etc/hostname"
  echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"
  sed -i 's/^root:[^:]*:/root::/' "$root/etc/shadow"
}

# pack_root ROOT FILE: makes an ext4 image with some free space; prints its megabytes.
pack_root() {
  local size
  size=$(($(du -sm "$1" | cut -f1) * 13 / 10 + 300))
  rm -f "$2"
  mke2fs -q -t ext4 -m 0 -E lazy_itable_init=1,nodiscard -L root -d "$1" "$2" "${size}M" >&2 || return 1
  echo "$size"
}
