#!/bin/sh
# Installs GestureFlow on a Raspberry Pi (Raspberry Pi OS or Debian 12, 64 bit) from its package.   usage: sudo ./install.sh gestureflow_VERSION_arm64.deb
set -eu
[ "$(id -u)" -eq 0 ] || { echo "install: run it as root: sudo $0 $*" >&2; exit 1; }
package=${1:?usage: install.sh PACKAGE.deb}
[ -f "$package" ] || { echo "install: there is no file $package" >&2; exit 1; }
want=$(dpkg-deb -f "$package" Architecture)
have=$(dpkg --print-architecture)
[ "$want" = "$have" ] || { echo "install: the package is for $want and this machine is $have" >&2; exit 1; }
apt-get update -qq
apt-get install -y "$(realpath "$package")"
overlays=
for folder in /boot/firmware /boot; do [ -d "$folder/overlays" ] && overlays=$folder && break; done
if [ -n "$overlays" ]; then
  command -v dtc >/dev/null || apt-get install -y -qq device-tree-compiler
  # Raspberry Pi OS calls the pins of the 40-pin header gpio on every Pi; Debian's own tree of a Pi 5 calls them rp1_gpio.
  label=gpio symbols=/proc/device-tree/__symbols__
  [ -e $symbols/gpio ] || [ ! -e $symbols/rp1_gpio ] || label=rp1_gpio
  sed "s/&gpio\\b/\\&$label/g" /usr/share/gestureflow/gestureflow-panel-overlay.dts |
    dtc -q -@ -I dts -O dtb -o "$overlays/overlays/gestureflow-panel.dtbo" -
  grep -q '^dtoverlay=gestureflow-panel' "$overlays/config.txt" || echo 'dtoverlay=gestureflow-panel' >>"$overlays/config.txt"
  # The firmware's hardware watchdog restarts a machine that hangs as a whole.
  grep -q '^dtparam=watchdog=on' "$overlays/config.txt" || echo 'dtparam=watchdog=on' >>"$overlays/config.txt"
  mkdir -p /etc/systemd/system.conf.d
  printf '[Manager]\nRuntimeWatchdogSec=15\n' >/etc/systemd/system.conf.d/gestureflow-watchdog.conf
  /usr/share/gestureflow/isolate-cores.sh
  systemctl enable --now gestureflow-governor.service
fi
# The person who installs may command the box.
[ -z "${SUDO_USER:-}" ] || usermod -aG gestureflow "$SUDO_USER"
systemctl enable gestureflow.service gestureflow-poweroff.path
systemctl start gestureflow-poweroff.path
# Not waited for: without a sound card the service is never ready.
systemctl --no-block start gestureflow.service
echo "install: done; gfctl status shows how the box is, and after a restart it has its cores"
