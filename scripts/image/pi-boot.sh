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
[ -d "$trees" ] || fail "the kernel $release has no device trees in $trees: mend scripts/image/pi-boot.sh"
mkdir -p "$to/overlays"
# A Pi 5 has its firmware in its own memory. A Pi 4 reads the second half of its firmware from the card.
cp "$parts"/firmware/usr/lib/raspi-firmware/{start4.elf,fixup4.dat} "$to/"
cp "$trees"/{bcm2711-rpi-4-b,bcm2711-rpi-400,bcm2712-rpi-5-b}.dtb "$to/"
# The firmware unpacks gzip. That leaves a third of the bytes to read from the card. Raspberry Pi's is packed already.
if [ "$(od -An -N2 -tx1 "$kernel" | tr -d ' ')" = 1f8b ]; then cp "$kernel" "$to/kernel8.img"; else gzip -9n <"$kernel" >"$to/kernel8.img"; fi
if of_raspberry_pi "$release"; then
  # Its trees, with its overlays for HATs, which the firmware applies.
  cp "$trees/bcm2712d0-rpi-5-b.dtb" "$to/"
  cp "${trees%/broadcom}"/overlays/* "$to/overlays/"
  serial=serial0
else
  cp "$trees/bcm2712-d-rpi-5-b.dtb" "$to/"
  : >"$to/overlays/README"
  serial=ttyS1
fi
# The panel's overlay, with each tree's name for the header's pins. Raspberry Pi's trees have one name.
panel=overlays/gestureflow-panel-overlay.dts
dtc -q -@ -I dts -O dtb -o "$to/overlays/gestureflow-panel.dtbo" "$panel"
if of_raspberry_pi "$release"; then
  sed -e '/^upstream_kernel=/d' -e 's/^dtoverlay=gestureflow-panel-rp1$/dtoverlay=gestureflow-panel/' deploy/image/config.txt >"$to/config.txt"
  # These overlays are parts of the upstream trees: HDMI, and the headphone jack.
  printf 'dtoverlay=vc4-kms-v3d\ndtparam=audio=on\n' >>"$to/config.txt"
else
  sed 's/&gpio\b/\&rp1_gpio/g' "$panel" | dtc -q -@ -I dts -O dtb -o "$to/overlays/gestureflow-panel-rp1.dtbo" -
  cp deploy/image/config.txt "$to/config.txt"
fi
# One core is for the sound (docs/pi.md). The kernel feeds the watchdog for a minute, until systemd does.
echo "console=$serial,115200 console=tty1 $words isolcpus=3 nohz_full=3 rcu_nocbs=3 irqaffinity=0-1 watchdog.open_timeout=60" >"$to/cmdline.txt"
