#!/usr/bin/env bash
# Prints the release of the Raspberry Pi kernel in a folder, then the files of its packages.   usage: own-kernel.sh
# FOLDER
# Other packages there, such as linux-image-rpi-v8, which only names the kernel, and its headers, are left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
folder=$1
wanted="the package linux-image-VERSION-rpi-v8 for arm64"
[ -d "$folder" ] || fail "there is no folder $folder: KERNEL names the folder with $wanted"
release="" kernels="" files=()
for file in "$folder"/*.deb; do
  [ -e "$file" ] || continue
  name=$(dpkg-deb -f "$file" Package 2>/dev/null) || fail "$file is not a Debian package: download it again"
  # Later kernels may be split into three packages, as Debian's are.
  [[ $name =~ ^linux-(image|base|binary|modules)-([0-9].*)$ && $name != *-dbg ]] || continue
  release=${BASH_REMATCH[2]}
  of=$(dpkg-deb -f "$file" Architecture)
  [ "$of" = arm64 ] || fail "$file is for $of: download $wanted"
  kernels+="$release, version $(dpkg-deb -f "$file" Version)"$'\n'
  files+=("$(realpath "$file")")
done
[ ${#files[@]} -gt 0 ] || fail "$folder has no kernel: download $wanted; a package without VERSION in its name only names it"
kernels=$(sort -u <<<"${kernels%$'\n'}")
[ "$(wc -l <<<"$kernels")" = 1 ] || fail "$folder has several kernels (${kernels//$'\n'/; }): leave one in it"
of_raspberry_pi "$release" || fail "the kernel $release is not one that starts on a Pi 4 and a Pi 5: download $wanted; Debian's kernel needs no KERNEL"
printf '%s\n' "$release" "${files[@]}"
