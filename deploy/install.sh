#!/bin/sh
# Installs GestureFlow on a Raspberry Pi (Raspberry Pi OS or Debian, 64 bit) from its package and prepares the Pi for
# it.
# usage: sudo ./install.sh gestureflow_VERSION_arm64.deb
set -eu
fail() { echo "install: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail "run it as root: sudo $0 $*"
package=${1:?usage: install.sh PACKAGE.deb}
[ -f "$package" ] || fail "there is no file $package"
want=$(dpkg-deb -f "$package" Architecture)
have=$(dpkg --print-architecture)
[ "$want" = "$have" ] || fail "the package is for $want and this machine is $have"
# A fresh Debian updates itself first. apt waits for its lock on packages, but not for the one on their lists.
wait=-oDPkg::Lock::Timeout=300
tries=60
until said=$(LC_ALL=C apt-get "$wait" update -qq 2>&1); do
  case $said in *"Could not get lock"*) ;; *) tries=0 ;; esac
  [ $tries -gt 0 ] || { printf '%s\n' "$said" >&2; fail "apt-get update failed: see apt's words above"; }
  [ $tries -lt 60 ] || echo "install: another program updates the packages; waiting up to 5 minutes for it"
  tries=$((tries - 1))
  sleep 5
done
[ -z "$said" ] || printf '%s\n' "$said" >&2
apt-get "$wait" install -y "$(realpath "$package")" || fail "the package could not be installed: see apt's words above"
# Elsewhere than on a Pi there is no panel to prepare for.
[ ! -d /boot/firmware/overlays ] && [ ! -d /boot/overlays ] || /usr/share/gestureflow/prepare-pi.sh
[ -z "${SUDO_USER:-}" ] || usermod -aG gestureflow "$SUDO_USER"
systemctl enable gestureflow.service gestureflow-poweroff.path
systemctl start gestureflow-poweroff.path
# Not waited for: without a sound card the service is never ready.
systemctl --no-block start gestureflow.service
echo "install: done; gfctl status shows how the box is, and after a restart it has its cores"
