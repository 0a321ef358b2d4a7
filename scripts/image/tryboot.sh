#!/usr/bin/env bash
# Cross-builds CACHE/arm64/gf_tryboot.ko (deploy/image/tryboot).   usage: tryboot.sh
# It uses the headers of the image's kernel.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
release=$(cat "$cache/arm64/release")
headers=$(realpath "$cache/arm64/headers")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v aarch64-linux-gnu-gcc >/dev/null || fail "aarch64-linux-gnu-gcc is missing: run scripts/setup.sh image"
cp deploy/image/tryboot/* "$work/"
# The headers' Makefiles refer to each other by their installed paths.
cp -a "$headers/usr" "$work/usr"
find "$work/usr/src" -name Makefile -exec sed -i "s|/usr/src/|$work/usr/src/|g; s|/usr/lib/linux-kbuild|$work/usr/lib/linux-kbuild|g" {} +
# Kbuild's programs run with the C library of their Debian.
libraries=$work/usr/lib/x86_64-linux-gnu
find "$work"/usr/lib/linux-kbuild-* -type f -perm /111 | while IFS= read -r program; do
  [ "$(head -c 4 "$program" | od -An -tx1 | tr -d ' ')" = 7f454c46 ] || continue
  mv "$program" "$program.elf"
  printf '#!/bin/sh\nexec %s --argv0 "$0" --library-path %s %s "$@"\n' "$libraries/ld-linux-x86-64.so.2" "$libraries" "$program.elf" >"$program"
  chmod 755 "$program"
done
# Compilers before GCC 14 do not have the option that Debian's own took.
make -s -C "$work/usr/src/linux-headers-$release" M="$work" ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- CC=aarch64-linux-gnu-gcc KBUILD_BUILD_TIMESTAMP="@$SOURCE_DATE_EPOCH" CONFIG_DEBUG_INFO_BTF_MODULES= CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT= modules >"$cache/arm64/tryboot.log" 2>&1 ||
  { tail -n 5 "$cache/arm64/tryboot.log" >&2; fail "the module gf_tryboot does not build with the headers of $release (all of it is in $cache/arm64/tryboot.log): mend deploy/image/tryboot for this kernel"; }
# The build's id depends on the folder, which has another name each time.
aarch64-linux-gnu-strip --strip-debug --remove-section=.note.gnu.build-id "$work/gf_tryboot.ko"
cp "$work/gf_tryboot.ko" "$cache/arm64/"
