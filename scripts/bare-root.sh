#!/usr/bin/env bash
# Runs a command in a clone of the project on minimal Debian.
# The machine has only Debian 12's minimum, Swift and git, as the README promises. Commit first: the clone has only
# committed files. Needs root and mmdebstrap.
#
#   scripts/bare-root.sh                     .ci/run
#   scripts/bare-root.sh make demo           one command, as after `git clone`
#   scripts/bare-root.sh bash                a shell for a look around
#
# The root contains the toolchain, its copies of packages (if git and pip use such copies) and this machine's settings
# for apt, git and pip. It does not contain ../shared. All mounts are in a private namespace, so they vanish in any
# case at the end. BARE_KEEP=1 keeps the root and prints its path. BARE_ROOT is the folder to make it in.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "bare-root: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail "it needs root, for a file system with other owners: sudo $0 $*"
for tool in mmdebstrap unshare git swiftc; do command -v $tool >/dev/null || fail "$tool is not there (scripts/setup.sh lab installs mmdebstrap)"; done
[ -z "$(git status --porcelain)" ] || echo "bare-root: what is not committed is not in the clone" >&2
[ $# -gt 0 ] || set -- .ci/run

place=${BARE_ROOT:-/var/tmp/gestureflow-bare}
toolchain=$(readlink -f "$(command -v swiftc)")
toolchain=${toolchain%/usr/bin/*}
# The packages that swift.org requires on Debian 12, and git. make, python3 and pip are absent: the project must
# install them.
packages=apt,ca-certificates,git,gnupg,binutils,libc6-dev,libcurl4,libedit2,libgcc-12-dev,libncurses6,libpython3.11,libsqlite3-0,libstdc++-12-dev,libxml2,tzdata,zlib1g-dev
# The README requires make for its make commands; .ci/run works without it.
[ "$1" != make ] || packages=$packages,make
mkdir -p "$place"
base=$place/base-$(printf '%s' "$packages" | sha256sum | cut -c1-12).tar
if [ ! -f "$base" ]; then
  echo "bare-root: Debian's minimum (about a minute)"
  mmdebstrap --quiet --format=tar --variant=minbase --aptopt='Acquire::Languages "none"' --include="$packages" bookworm "$base.new" "$(scripts/mirror.sh)" ||
    fail "Debian's minimum could not be made: check the network"
  mv "$base.new" "$base"
fi
root=$(mktemp -d "$place/root.XXXXXX")
finish() {
  if [ "${BARE_KEEP:-}" = 1 ]; then echo "bare-root: $root is left there"; else rm -rf --one-file-system "$root"; fi
}
trap finish EXIT
tar -xf "$base" -C "$root"
mkdir -p "$root/work" "$root$toolchain"
git clone --quiet --no-hardlinks . "$root/work/gestureflow"
# `origin` would be a path that does not exist in the root.
git -C "$root/work/gestureflow" remote remove origin

# This machine's access to packages: names, certificates, settings of apt and pip, git's rewriting of addresses.
cp /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
cp -rL /etc/ssl/certs "$root/etc/ssl/" 2>/dev/null || true
for file in /etc/apt/apt.conf.d/*; do
  # Settings for the network and dates, without hooks of missing programs.
  if [ -f "$file" ] && grep -qE '^ *Acquire' "$file" && ! grep -qE 'Invoke|DPkg' "$file"; then cp "$file" "$root/etc/apt/apt.conf.d/"; fi
done
[ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/pip.conf"
for file in "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
  [ ! -f "$file" ] || install -D -m 644 "$file" "$root/root/.config/pip/pip.conf"
done
git config --system --includes --get-regexp '^url\.' >"$root/.urls" 2>/dev/null || true
git config --global --includes --get-regexp '^url\.' >>"$root/.urls" 2>/dev/null || true
folders=()
while read -r key value; do
  git config --file "$root/etc/gitconfig" --add "$key" "$value"
  folder=${key#url.} folder=${folder%.insteadof}
  if [ -d "$folder" ]; then folders+=("${folder%/}"); fi
done <"$root/.urls"
rm "$root/.urls"
# The folders in which pip looks for packages.
for folder in ${PIP_FIND_LINKS:-} $(sed -n 's/^find-links *= *//p' "$root/etc/pip.conf" "$root/root/.config/pip/pip.conf" 2>/dev/null); do
  if [ -d "$folder" ]; then folders+=("${folder%/}"); fi
done
environment=(HOME=/root USER=root LANG=C.UTF-8 "TERM=${TERM:-dumb}" "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:$toolchain/usr/bin")
while IFS= read -r variable; do environment+=("$variable"); done < <(env | grep -E '^(PIP_|https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY|[A-Z_]*CA_BUNDLE|SSL_CERT_|GIT_SSL_|PIP_CERT|LAB_)' || true)

mapfile -t folders < <(printf '%s\n' "${folders[@]}" | sort -u)

# Inside the namespace: mounts, then the command. Its processes end with the namespace.
# shellcheck disable=SC2016
unshare --mount --propagation private --pid --fork --kill-child bash -c '
  set -euo pipefail
  root=$1 toolchain=$2 folders=$3
  shift 3
  mount --bind "$toolchain" "$root$toolchain"
  mount -o remount,ro,bind "$root$toolchain"
  for folder in $folders; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
    mount -o remount,ro,bind "$root$folder"
  done
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  # A private /dev: a build cannot damage the devices of the machine.
  mount -t tmpfs -o mode=0755 dev "$root/dev"
  for device in "null 1 3" "zero 1 5" "full 1 7" "random 1 8" "urandom 1 9" "tty 5 0"; do
    read -r name major minor <<<"$device"
    mknod -m 666 "$root/dev/$name" c "$major" "$minor"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  mount -t tmpfs shm "$root/dev/shm"
  ln -s /proc/self/fd "$root/dev/fd"
  for number in 0 1 2; do ln -s "/proc/self/fd/$number" "$root/dev/$(echo stdin stdout stderr | cut -d " " -f $((number + 1)))"; done
  exec chroot "$root" /usr/bin/env -i "$@"
' bare-root "$root" "$toolchain" "${folders[*]:-}" "${environment[@]}" /bin/bash -c 'cd /work/gestureflow && exec "$@"' bare-root "$@"
