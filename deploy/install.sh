#!/bin/sh
# Installs GestureFlow on a Raspberry Pi (Raspberry Pi OS or Debian, 64 bit) from its package and prepares the Pi for it.   usage: sudo ./install.sh gestureflow_VERSION_arm64.deb
set -eu
[ "$(id -u)" -eq 0 ] || { echo "install: run it as root: sudo $0 $*" >&2; exit 1; }
package=${1:?usage: install.sh PACKAGE.deb}
[ -f "$package" ] || { echo "install: there is no file $package" >&2; exit 1; }
want=$(dpkg-deb -f "$package" Architecture)
have=$(dpkg --print-architecture)
[ "$want" = "$have" ] || { echo "install: the package is for $want and this machine is $have" >&2; exit 1; }
apt-get update -qq
apt-get install -y "$(realpath "$package")"
# Elsewhere than on a Pi there is no panel to prepare for.
[ ! -d /boot/firmware/overlays ] && [ ! -d /boot/overlays ] || /usr/share/gestureflow/prepare-pi.sh
[ -z "${SUDO_USER:-}" ] || usermod -aG gestureflow "$SUDO_USER"
systemctl enable gestureflow.service gestureflow-poweroff.path
systemctl start gestureflow-poweroff.path
# Not waited for: without a sound card the service is never ready.
systemctl --no-block start gestureflow.service
echo "install: done; gfctl status shows how the box is, and after a restart it has its cores"
