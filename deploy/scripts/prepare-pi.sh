#!/bin/sh
# Prepares a Raspberry Pi (Raspberry Pi OS or Debian, 64 bit) for the installed package: the panel's overlay, the
# firmware's watchdog, cores of their own for sound and hands, the clock's governor. Takes effect at the next boot.
# usage: sudo /usr/share/gestureflow/prepare-pi.sh
set -eu
fail() { echo "prepare-pi: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail "run it as root: sudo $0"
here=$(dirname "$(realpath "$0")")
replace=$here/replace-file
[ -x "$replace" ] || replace=/usr/lib/gestureflow/replace-file
# Other places are for the tests.
root=${ROOT:-} tree=${ROOT:-}/proc/device-tree
boot=
for folder in "$root/boot/firmware" "$root/boot"; do [ -d "$folder/overlays" ] && [ -f "$folder/config.txt" ] && boot=$folder && break; done
[ -n "$boot" ] || fail "there is no boot partition with config.txt and overlays: is this a Raspberry Pi? Nothing was changed"
source=$here/gestureflow-panel-overlay.dts
[ -f "$source" ] || source=$here/../../overlays/gestureflow-panel-overlay.dts
command -v dtc >/dev/null || apt-get -o DPkg::Lock::Timeout=300 install -y -qq device-tree-compiler ||
  fail "device-tree-compiler could not be installed: see apt's words above, mend that (or 'sudo apt-get update'), and run this again; nothing was changed"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Raspberry Pi OS calls the pins of the 40-pin header gpio on every Pi; Debian's own tree of a Pi 5 calls them rp1_gpio.
label=gpio symbols=$tree/__symbols__
[ -e "$symbols/gpio" ] || [ ! -e "$symbols/rp1_gpio" ] || label=rp1_gpio
[ -e "$symbols/gpio" ] || [ -e "$symbols/rp1_gpio" ] ||
  echo "prepare-pi: this kernel's device tree names no pins of the 40-pin header: the panel will not work until it does (Debian 13 on a Pi 5: install the kernel of trixie-backports, restart, and run this again)" >&2
sed "s/&gpio\\b/\\&$label/g" "$source" >"$work/panel.dts"
dtc -q -@ -I dts -O dtb -o "$work/panel.dtbo" "$work/panel.dts"
"$replace" "$boot/overlays/gestureflow-panel.dtbo" <"$work/panel.dtbo"

# The model's filter in config.txt: its own section counts, another model's does not.
model=none
for pair in bcm2712:pi5 bcm2711:pi4 bcm2837:pi3; do
  if tr '\0' '\n' <"$tree/compatible" 2>/dev/null | grep -q "${pair%:*}"; then model=${pair#*:} && break; fi
done
# has LINE FILE: the line (or with parameters behind it) stands in a section that this machine reads. Filters of
# different kinds add up until [all].
has() {
  awk -v line="$1" -v model="$model" '
    BEGIN { mine = 1; rest = 1 }
    { sub(/[[:space:]]+$/, "") }
    /^[[:space:]]*\[.*\]$/ {
      name = tolower($0); gsub(/[][[:space:]]/, "", name)
      if (name == "all") { mine = 1; rest = 1 }
      else if (name ~ /^pi[0-9]+[a-z+]*$/) mine = (name == model)
      else rest = 0
      next
    }
    mine && rest && index($0, line) == 1 && substr($0, length(line) + 1, 1) ~ /^[,[:space:]#]?$/ { found = 1 }
    END { exit !found }' "$2"
}
cat "$boot/config.txt" >"$work/config.txt"
# The firmware's hardware watchdog restarts a machine that hangs as a whole.
for line in dtoverlay=gestureflow-panel dtparam=watchdog=on; do
  # The file's last section may be for one model of the Pi only, and its last line may lack its end.
  has "$line" "$work/config.txt" || printf '\n[all]\n%s\n' "$line" >>"$work/config.txt"
done
cmp -s "$work/config.txt" "$boot/config.txt" || "$replace" --keep "$boot/config.txt" <"$work/config.txt"
mkdir -p "$root/etc/systemd/system.conf.d"
printf '[Manager]\nRuntimeWatchdogSec=15\n' | "$replace" "$root/etc/systemd/system.conf.d/gestureflow-watchdog.conf"
"$here/isolate-cores.sh"
systemctl enable --now gestureflow-governor.service
# The person who installs may command the box.
[ -z "${SUDO_USER:-}" ] || usermod -aG gestureflow "$SUDO_USER"
echo "prepare-pi: done; it takes effect at the next boot: sudo reboot"
