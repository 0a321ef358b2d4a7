#!/usr/bin/env bash
# swift.sh ARGUMENT...: runs Swift for a 64-bit Raspberry Pi in this folder's project.
# `swift.sh build -c release [--build-tests] ...` builds into .build-arm64, or into the folder of --scratch-path.
#
# The compiler runs in .cross/host, in a private mount namespace, so no mount stays. The project keeps its own path
# there, so that messages and paths in tests are valid outside, too.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/cross/places.sh
fail() { echo "cross: $*" >&2; exit 1; }
[ $# -gt 0 ] || fail "usage: scripts/cross/swift.sh build -c release [--build-tests] ..."
[ -f "$cross/sdks.done" ] || fail "the compiler is not there: run scripts/cross/setup.sh"
own_namespace
command=$1
shift
options=()
case $command in
  build | package | run | test)
    # Without a folder SwiftPM looks for this machine's .pc files. The SDK does not change that.
    options=(--swift-sdks-path /gf/sdks --swift-sdk gf-aarch64 --pkg-config-path /gf/sysroot/usr/lib/aarch64-linux-gnu/pkgconfig)
    case " $* " in *" --scratch-path "*) ;; *) options+=(--scratch-path .build-arm64) ;; esac
    ;;
esac
# Git's settings for addresses and proxies apply there, too. SwiftPM uses git.
settings=$(mktemp)
trap 'rm -f "$settings"' EXIT
printf '[safe]\n\tdirectory = *\n' >"$settings"
folders=()
while read -r key value; do
  git config -f "$settings" --add "$key" "$value"
  folder=${key#url.}
  folder=${folder%.insteadof}
  if [ -d "$folder" ]; then folders+=("${folder%/}"); fi
done < <(git config --get-regexp '^(url|http|https)\.' || true)
environment=(PATH=/usr/libexec/swift/bin:/usr/bin:/bin HOME=/gf/home LANG=C.UTF-8 SWIFT_BACKTRACE=enable=no PKG_CONFIG_SYSROOT_DIR=/gf/sysroot)
while IFS= read -r variable; do environment+=("$variable"); done < <(env | grep -E '^(https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY|GIT_SSL_CAINFO|GESTUREFLOW_LICENCE_KEYS)=' || true)
mkdir -p "$cross/home"

# shellcheck disable=SC2016
"${namespace[@]}" bash -euc '
  cross=$1 project=$2 settings=$3 folders=$4 root=$1/host
  shift 4
  bind() { mkdir -p "$root$2"; mount --rbind "$1" "$root$2"; }
  bind /proc /proc
  bind /dev /dev
  bind "$cross" /gf
  bind /etc/ssl/certs /etc/ssl/certs
  for file in /etc/resolv.conf /etc/hosts; do
    [ ! -e "$file" ] || { touch "$root$file"; mount --bind "$(readlink -f "$file")" "$root$file"; }
  done
  touch "$root/etc/gitconfig"
  mount --bind "$settings" "$root/etc/gitconfig"
  for folder in $folders; do bind "$folder" "$folder"; done
  bind "$project" "$project"
  exec chroot "$root" /usr/bin/env -i -C "$project" "$@"
' cross "$cross" "$PWD" "$settings" "$(printf '%s\n' "${folders[@]}" | sort -u)" "${environment[@]}" swift "$command" ${options[@]+"${options[@]}"} "$@"
