#!/usr/bin/env bash
# Makes OUT/{vmlinux,initrd.zst,root.ext4}: a plain Debian with the package.   usage: plain.sh PACKAGE.deb OUT CACHE
# It is Debian's standard system of the image's release, with SSH, as Debian's installer makes it. CACHE keeps the part
# without the package. It needs root, for the files' owners.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=lab/vm/image-parts.sh
. lab/vm/image-parts.sh
package=$1 out=$2 cache=$3
[ "$(id -u)" -eq 0 ] || { echo "plain: it needs root, for the files' owners" >&2; exit 1; }
packages=linux-image-amd64,openssh-server
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
base=$cache/base-$(sha256sum <<<"$packages $release" | cut -c1-12)
if [ ! -f "$base/done" ]; then
  echo "plain: Debian's standard system (a few minutes)"
  rm -rf "$base"
  mkdir -p "$base"
  mmdebstrap --quiet --variant=standard --aptopt='Acquire::Languages "none"' --dpkgopt=force-unsafe-io --include="$packages" "$release" "$base/root" "$(scripts/mirror.sh)"
  touch "$base/done"
fi
root=$cache/root
rm -rf "$root"
cp -a "$base/root" "$root"
install_package "$root" "$package" "$cache/install.log" chroot
# The shell of the image's tests, instead of the lab's own service.
rm "$root/etc/systemd/system/multi-user.target.wants/lab-asker.service" "$root/root/gestureflow-next.deb"
install -m 644 lab/image/test-shell.service "$root/etc/systemd/system/"
ln -s ../test-shell.service "$root/etc/systemd/system/multi-user.target.wants/"
printf '/dev/vda / ext4 errors=remount-ro 0 1\n' >"$root/etc/fstab"
echo plain >"$root/etc/hostname"
mkdir -p "$out"
cp "$root"/boot/vmlinuz-* "$out/vmlinux"
cp "$root"/boot/initrd.img-* "$out/initrd.zst"
echo "plain: $out, $(pack_root "$root" "$out/root.ext4") MB"
rm -rf "$root"
