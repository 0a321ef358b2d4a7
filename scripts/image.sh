#!/usr/bin/env bash
# Makes the image for an owner's card, and the update for boxes.
# It combines the project's package and Debian's into:
#   out/gestureflow-VERSION-{pi,amd64}.img.xz, out/update-VERSION-ARCH.raucb,
#   out/gestureflow-VERSION-{pi,amd64}.spdx.json, out/SHA256SUMS
#
# usage: image.sh [ARCH]    ARCH is arm64, a Raspberry Pi 4 and 5 (the default), or amd64, for a virtual machine.
#
#   KEYS=FOLDER     the keys that sign the update (scripts/image/keys makes them)
#   TEST=1          for the lab: test keys and a root shell on a virtio port, in out/test and never in out.
#                   TEST_VERSION=N is its version. It makes no update: lab/test-image.sh makes several of the
#                   slot's file systems
#   TWICE=1         builds a second time from the same cache, and fails if a bit differs; needs 2 GB more
#   DEBIAN=new      Debian's newest packages instead of the cached ones
#   KERNEL=FOLDER   Raspberry Pi's own kernel, from packages in this folder, instead of Debian's; for arm64
#
# The cache is .image-cache (GESTUREFLOW_IMAGE_CACHE). The script mounts no file system and uses no loop device.
# Without root it runs in fakeroot, and mmdebstrap in a user namespace.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
arch=${1:-arm64}
case $arch in
  arm64) board=pi ;;
  amd64) board=amd64 ;;
  *) fail "there is no image for ARCH=$arch: arm64, a Raspberry Pi's, or amd64" ;;
esac
if [ -n "${KERNEL:-}" ]; then
  [ "$arch" = arm64 ] || fail "KERNEL is a Raspberry Pi's kernel: leave it out, or make image ARCH=arm64"
  scripts/image/own-kernel.sh "$KERNEL" >/dev/null
fi
for tool in mmdebstrap mksquashfs mkfs.erofs mkfs.vfat mcopy mke2fs sfdisk rauc openssl zstd xz cpio depmod readelf $([ "$arch" = amd64 ] && echo grub-mkimage grub-editenv) $([ "$arch" = arm64 ] && echo dtc fdtget); do
  command -v "$tool" >/dev/null || fail "$tool is missing: run scripts/setup.sh image"
done
version=$(sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/GestureFlowAPI/Report.swift)
[ -n "$version" ] || fail "Sources/GestureFlowAPI/Report.swift does not say the version: mend scripts/image.sh"
package=out/gestureflow_${version}_$arch.deb
out=out
if [ -n "${TEST:-}" ]; then
  out=out/test version=${TEST_VERSION:-$version-test} KEYS=${KEYS:-$cache/test-keys}
  mkdir -p "$cache"
  [ -e "$KEYS/keyring.pem" ] || scripts/image/keys --test "$KEYS"
elif [ -n "${TEST_VERSION:-}" ]; then
  fail "TEST_VERSION is for TEST=1"
fi
# A build never makes the key silently. A person with the key can give every box another system.
[ -n "${KEYS:-}" ] || fail "updates are signed, and KEYS is not set: scripts/image/keys FOLDER makes keys, then make image KEYS=FOLDER. For trying: TEST=1"
for file in keyring.pem signer.pem signer.key; do [ -r "$KEYS/$file" ] || fail "$KEYS has no $file that can be read: scripts/image/keys FOLDER makes it"; done
if [ -z "${TEST:-}" ] && openssl crl2pkcs7 -nocrl -certfile "$KEYS/keyring.pem" | openssl pkcs7 -print_certs -noout | grep -q 'O *= *GestureFlow test'; then
  fail "the keys in $KEYS are test keys, which must never be in a release: make others with scripts/image/keys FOLDER, or an image for trying with TEST=1"
fi
openssl verify -CAfile "$KEYS/keyring.pem" "$KEYS/signer.pem" >/dev/null 2>&1 || fail "$KEYS/signer.pem is not signed by $KEYS/keyring.pem: take both from one run of scripts/image/keys"
# A fresh clone has no package.
[ -f "$package" ] || make --no-print-directory deb "ARCH=$arch"
begun=$SECONDS
mkdir -p "$out"
scripts/image/base.sh "$arch" "$package"
scripts/image/fetch.sh "$arch"
scripts/image/boot.sh "$arch"
echo "image: parts after $((SECONDS - begun)) s" >&2
work=$(mktemp -d "$cache/$arch/work.XXXXXX")
again=""
trap 'rm -rf "$work" ${again:+"$again"}' EXIT
export GESTUREFLOW_IMAGE_CACHE=$cache
# Files owned by root, made without root: fakeroot remembers the owners until the file systems are written.
as_owner=()
[ "$(id -u)" -eq 0 ] || as_owner=(fakeroot)
"${as_owner[@]}" scripts/image/compose.sh "$arch" "$package" "$version" "$KEYS" "$work"
if [ -n "${TWICE:-}" ]; then
  say "once more, after $((SECONDS - begun)) s"
  again=$(mktemp -d "$cache/$arch/work.XXXXXX")
  rm -f "$cache/$arch/boot.done"
  DEBIAN="" scripts/image/boot.sh "$arch"
  "${as_owner[@]}" scripts/image/compose.sh "$arch" "$package" "$version" "$KEYS" "$again"
  scripts/image/compare.sh "$work" "$again"
fi

name=gestureflow-$version-$board
mv "$work/spdx.json" "$out/$name.spdx.json"
if [ -n "${TEST:-}" ]; then
  # The lab reads the files as they are.
  rm -rf "$out/$name.parts"
  mv "$work/bundle" "$out/$name.parts"
  mv "$work/disk.img" "$out/$name.img"
  say "$out/$name.img and .parts, root $(du -m "$out/$name.parts/root.img" | cut -f1) MiB of $root_limit; after $((SECONDS - begun)) s"
  exit 0
fi
# The update has both file systems of a slot and is signed. Its salt and its signature differ in each build; the
# signed contents have the same bits.
cat >"$work/bundle/manifest.raucm" <<END
[update]
compatible=gestureflow-$arch
version=$version

[bundle]
format=verity

[image.boot]
filename=boot.img

[image.rootfs]
filename=root.img
END
update=$out/update-$version-$arch.raucb
rm -f "$update"
rauc bundle --cert="$KEYS/signer.pem" --key="$KEYS/signer.key" --keyring="$KEYS/keyring.pem" --signing-keyring="$KEYS/keyring.pem" "$work/bundle" "$work/update.raucb" >"$work/rauc.log" 2>&1 ||
  { cat "$work/rauc.log" >&2; fail "the update could not be signed (see above)"; }
mv "$work/update.raucb" "$update"
sizes="root $(du -m "$work/bundle/root.img" | cut -f1) MiB of $root_limit"
# Blocks of one size: the number of processors changes no bits.
nice xz -T0 -6 --block-size=16MiB -c "$work/disk.img" >"$work/disk.img.xz"
mv "$work/disk.img.xz" "$out/$name.img.xz"
(cd out && sha256sum "$name.img.xz" "$name.spdx.json" "${update##*/}" >"$name.sha256" && cat gestureflow-*.sha256 | sort -k 2 -u >SHA256SUMS)
say "$out/$name.img.xz, $(du -m "$out/$name.img.xz" | cut -f1) MiB of 300, $sizes; $update, $(du -m "$update" | cut -f1) MiB; after $((SECONDS - begun)) s"
