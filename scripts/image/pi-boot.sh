#!/usr/bin/env bash
# Fills the boot partition's folder for a Raspberry Pi 4 and 5.   usage: pi-boot.sh FOLDER KERNEL WORDS
# It adds firmware, device trees, kernel, config.txt and cmdline.txt; initrd.zst is there already.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
to=$1 kernel=$2 words=$3
parts=$cache/arm64 release=$(cat "$cache/arm64/release")
trees=$parts/kernel/usr/lib/modules/$release/dtb/broadcom
[ -d "$trees" ] || trees=$parts/kernel/usr/lib/linux-image-$release/broadcom
[ -d "$trees" ] || fail "the kernel $release has no device trees where Debian had them: mend scripts/image/pi-boot.sh"
mkdir -p "$to/overlays"
# A Pi 5 has its firmware in its own memory. A Pi 4 reads the second half of its firmware from the card.
cp "$parts"/firmware/usr/lib/raspi-firmware/{start4.elf,fixup4.dat} "$to/"
cp "$trees"/{bcm2711-rpi-4-b,bcm2711-rpi-400,bcm2712-rpi-5-b,bcm2712-d-rpi-5-b}.dtb "$to/"
# The firmware unpacks gzip. That leaves a third of the bytes to read from the card.
gzip -9n <"$kernel" >"$to/kernel8.img"
: >"$to/overlays/README"
# The panel's overlay, with each tree's name for the header's pins.
panel=overlays/gestureflow-panel-overlay.dts
dtc -q -@ -I dts -O dtb -o "$to/overlays/gestureflow-panel.dtbo" "$panel"
sed 's/&gpio\b/\&rp1_gpio/g' "$panel" | dtc -q -@ -I dts -O dtb -o "$to/overlays/gestureflow-panel-rp1.dtbo" -
cp deploy/image/config.txt "$to/config.txt"
# One core is for the sound (docs/pi.md). The kernel feeds the watchdog for a minute, until systemd does.
echo "console=ttyS1,115200 console=tty1 $words isolcpus=3 nohz_full=3 rcu_nocbs=3 irqaffinity=0-1 watchdog.open_timeout=60" >"$to/cmdline.txt"
