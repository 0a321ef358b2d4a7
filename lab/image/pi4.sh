#!/usr/bin/env bash
# Restarts the Pi image's kernel, device tree and modules on QEMU's Raspberry Pi 4.   usage: pi4.sh BOOT.img WORK CACHE
# QEMU's firmware logs messages that it does not know. It must get the one-shot flag's message when the command has the
# word tryboot, and must not get it with another command. Its value is not logged. LAB_LIMIT is the limit in seconds.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "lab: $*" >&2; exit 1; }
boot=$1 work=$2/pi4 cache=$3 qemu=$3/qemu
module=$cache/arm64/gf_tryboot.ko
[ -e "$module" ] || fail "there is no $module: run this without BUILT=1, and with Debian's kernel"
# Debian 12's QEMU has no Raspberry Pi 4. This one has its own loader and libraries.
if [ ! -e "$qemu.made" ]; then
  rm -rf "$qemu"
  mmdebstrap --quiet --mode=unshare --variant=extract --architectures=amd64 --aptopt='APT::Install-Recommends "false"' --include=libc6,qemu-system-arm trixie "$qemu" \
    "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $("$here/../../scripts/mirror.sh") trixie main" || fail "QEMU of Debian trixie cannot be had (see above)"
  touch "$qemu.made"
fi
mkdir -p "$work/initrd"
mcopy -n -i "$boot" ::kernel8.img ::bcm2711-rpi-4-b.dtb ::initrd.zst "$work/"
gzip -dc <"$work/kernel8.img" >"$work/Image"
(cd "$work/initrd" && zstd -q -dc ../initrd.zst | cpio -id --quiet)
cp "$here/pi4-init" "$work/initrd/init"
chmod 755 "$work/initrd/init"
cp "$module" "$work/initrd/lib/900-gf_tryboot.ko"
# The kernel opens it for its first program.
rm -f "$work/initrd/dev/console"
: >"$work/initrd/dev/console"

# restart COMMAND: restarts the machine with it; prints the kernel's and the firmware's words.
restart() {
  aarch64-linux-gnu-gcc -O1 -nostdlib -static -ffreestanding -DCOMMAND="\"$1\"" -o "$work/initrd/bin/restart" "$here/restart.c"
  (cd "$work/initrd" && find . | cpio -o -H newc -R 0:0 --quiet | zstd -q -3 -f -o ../pi4.zst)
  rm -f "$work/serial.log" "$work/qemu.log"
  # HDMI's interrupts, its I2C and its clocks are not emulated.
  timeout --foreground "${LAB_LIMIT:-900}" "$qemu/usr/lib64/ld-linux-x86-64.so.2" --library-path "$qemu/usr/lib/x86_64-linux-gnu" "$qemu/usr/bin/qemu-system-aarch64" -L "$qemu/usr/share/qemu" \
    -M raspi4b -accel tcg,thread=multi -nodefaults -display none -no-reboot -kernel "$work/Image" -initrd "$work/pi4.zst" -dtb "$work/bcm2711-rpi-4-b.dtb" \
    -serial null -serial "file:$work/serial.log" -d unimp,guest_errors -D "$work/qemu.log" \
    -append "console=ttyS1,115200 loglevel=7 printk.devkmsg=on panic=-1 cryptomgr.notests initcall_blacklist=brcmstb_l2_driver_init,brcmstb_i2c_driver_init,clk_dvp_driver_init,clk_disable_unused" ||
    fail "the machine does not restart: look into $work/serial.log"
  tr -d '\r' <"$work/serial.log" | grep -a -E '@@|raspberrypi-firmware|gf_tryboot|reboot:|Kernel panic' || true
  grep -a -i '0x0*38064' "$work/qemu.log" | sort | uniq -c || true
}
# says PATTERN TEXT: fails unless the text has it.
says() { grep -q -E "$1" <<<"$2" || { echo "$2" >&2; fail "no '$1': the words above, and $work/serial.log"; }; }

plain=$(restart "0 other")
says '@@MODEL Raspberry Pi 4' "$plain"
says '@@MODULE gf_tryboot' "$plain"
says "reboot: Restarting system with command '0 other'" "$plain"
! grep -q -i '0x0*38064' <<<"$plain" || { echo "$plain" >&2; fail "the firmware got the flag without the word tryboot"; }
tryboot=$(restart "0 tryboot")
says 'gf_tryboot: the firmware will start the other slot once' "$tryboot"
says "reboot: Restarting system with command '0 tryboot'" "$tryboot"
says '0x0*38064' "$tryboot"
echo "$tryboot"
echo "lab: passed"
