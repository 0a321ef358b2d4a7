#!/usr/bin/env bash
# Installs this machine's package in a private root and starts the box.   usage: try-package.sh [PACKAGE]
# The root has Debian's minimum, and apt installs the package's dependencies. The performer plays before the camera,
# and gfctl must answer. Needs root and mmdebstrap (scripts/setup.sh chroot). Nothing is emulated, and no mount stays.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "try-package: $*" >&2; exit 1; }
package=${1:-$(find out -maxdepth 1 -name "gestureflow_*_$(dpkg --print-architecture).deb" -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2-)}
[ -f "$package" ] || fail "there is no package in out/: run make deb"
[ "$(id -u)" -eq 0 ] || fail "it needs root, for a file system with other owners: sudo $0 $*"
command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing: run scripts/setup.sh chroot"
unshare --mount --pid --fork true 2>/dev/null || fail "this machine allows no mount namespace: run it outside of a container"
root=$(mktemp -d /var/tmp/gestureflow-try.XXXXXX)
trap 'rm -rf --one-file-system "$root"' EXIT
# This machine's release: the package is linked with its libraries.
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
echo "try-package: Debian $suite's minimum with ${package##*/}"
# With this machine's own access to the mirror.
settings=()
for file in /etc/apt/apt.conf.d/*; do
  if grep -qE '^ *Acquire' "$file" 2>/dev/null && ! grep -qE 'Invoke|DPkg' "$file"; then settings+=("--aptopt=$file"); fi
done
mmdebstrap --quiet --variant=apt --aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' "${settings[@]}" \
  --customize-hook="copy-in $package /tmp" --customize-hook="chroot \"\$1\" apt-get install -y -qq /tmp/${package##*/}" \
  "$suite" "$root" "$(scripts/mirror.sh)" >out/try-package.log 2>&1 || { tail -n 20 out/try-package.log; fail "the package could not be installed"; }
# shellcheck disable=SC2016
unshare --mount --pid --fork --kill-child bash -c '
  set -euo pipefail
  mount -t proc proc "$1/proc"
  mount -t tmpfs run "$1/run"
  exec chroot "$1" /bin/sh -euc "
    mkdir -p /run/gestureflow /var/lib/gestureflow
    gestureflowd run --camera performer:open --sink null --socket-dir /run/gestureflow --state-dir /var/lib/gestureflow >/tmp/box.log 2>&1 &
    for i in \$(seq 120); do gfctl status >/tmp/status 2>&1 || [ \$? = 1 ] && break; sleep 0.5; done
    cat /tmp/box.log /tmp/status
    grep -q \"ready\" /tmp/box.log
    gfctl speed 1.5
    gfctl status --json >/tmp/status.json || [ \$? = 1 ]
    grep -q \"\\\"speed\\\" *: *1.5\" /tmp/status.json
    kill -TERM \$!
    wait \$!
  "' try "$root" >out/try-package.txt 2>&1 || { tail -n 40 out/try-package.txt; fail "the box did not start, or did not do what it was told"; }
grep -E 'ready|tracker' out/try-package.txt || true
echo "try-package: ${package##*/} installs, starts, and does what gfctl says"
