#!/bin/sh
# Prepares a Raspberry Pi (Raspberry Pi OS or Debian, 64 bit) for GestureFlow, whose package is installed: the panel's overlay, the firmware's watchdog, cores of their own for sound and hands, the clock's
# governor. Takes effect at the next boot.   usage: sudo /usr/share/gestureflow/prepare-pi.sh
set -eu
[ "$(id -u)" -eq 0 ] || { echo "prepare-pi: run it as root: sudo $0" >&2; exit 1; }
here=$(dirname "$(realpath "$0")")
overlays=
for folder in /boot/firmware /boot; do [ -d "$folder/overlays" ] && [ -f "$folder/config.txt" ] && overlays=$folder && break; done
[ -n "$overlays" ] || { echo "prepare-pi: there is no boot partition with config.txt and overlays: is this a Raspberry Pi? Nothing was changed" >&2; exit 1; }
command -v dtc >/dev/null || apt-get install -y -qq device-tree-compiler
# Raspberry Pi OS calls the pins of the 40-pin header gpio on every Pi; Debian's own tree of a Pi 5 calls them rp1_gpio.
label=gpio symbols=/proc/device-tree/__symbols__
[ -e $symbols/gpio ] || [ ! -e $symbols/rp1_gpio ] || label=rp1_gpio
[ -e $symbols/gpio ] || [ -e $symbols/rp1_gpio ] ||
  echo "prepare-pi: this kernel's device tree names no pins of the 40-pin header: the panel will not work until it does (Debian 13 on a Pi 5: install the kernel of trixie-backports, restart, and run this again)" >&2
sed "s/&gpio\\b/\\&$label/g" "$here/gestureflow-panel-overlay.dts" |
  dtc -q -@ -I dts -O dtb -o "$overlays/overlays/gestureflow-panel.dtbo" -
# wants LINE: what the file ends in may be for one model of the Pi only, and may lack its newline.
wants() { grep -q "^$1" "$overlays/config.txt" || printf '\n[all]\n%s\n' "$1" >>"$overlays/config.txt"; }
wants dtoverlay=gestureflow-panel
# The firmware's hardware watchdog restarts a machine that hangs as a whole.
wants dtparam=watchdog=on
mkdir -p /etc/systemd/system.conf.d
printf '[Manager]\nRuntimeWatchdogSec=15\n' >/etc/systemd/system.conf.d/gestureflow-watchdog.conf
"$here/isolate-cores.sh"
systemctl enable --now gestureflow-governor.service
# The person who installs may command the box.
[ -z "${SUDO_USER:-}" ] || usermod -aG gestureflow "$SUDO_USER"
echo "prepare-pi: done; it takes effect at the next boot: sudo reboot"
