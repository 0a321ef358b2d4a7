#!/usr/bin/env bash
# Cross-builds kernel modules for the lab into CACHE/modules.   usage: modules.sh CACHE
# Debian's arm64 kernel lacks them: gpio-sim and snd-virmidi from Debian's own kernel source, v4l2loopback from its
# DKMS package. setup.sh calls it.
set -euo pipefail
cache=$1
release=$(cat "$cache/kernel/release")
work=$cache/host/modules
rm -rf "$work"
mkdir -p "$work/gpio" "$work/midi" "$cache/modules"
cd "$work"
tar -xJf ../usr/src/linux-source-*.tar.xz --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c' '*/sound/drivers/virmidi.c' '*/sound/core/seq/seq_virmidi.c'
# As for the x86-64 lab (image.sh): irq_sim is in the same module, and the parts of the one call that the kernel does
# not export replace it.
cp drivers/gpio/gpio-sim.c gpio/sim.c
cp drivers/gpio/gpiolib.h gpio/
sed 's/irq_to_desc(\([a-z>-]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' kernel/irq/irq_sim.c >gpio/irqsim.c
printf 'obj-m := gpio-sim.o\ngpio-sim-y := sim.o irqsim.o\n' >gpio/Kbuild
cp sound/drivers/virmidi.c sound/core/seq/seq_virmidi.c midi/
printf 'obj-m := snd-virmidi.o snd-seq-virmidi.o\nsnd-virmidi-y := virmidi.o\nsnd-seq-virmidi-y := seq_virmidi.o\n' >midi/Kbuild
dpkg-deb -x "$cache"/packages/v4l2loopback-dkms_*.deb loopback.package
mv loopback.package/usr/src/v4l2loopback-* loop
# The mounts in the chroot end with the command.
unshare -m bash -euc '
  mount --make-rprivate /
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  for name in gpio midi loop; do
    chroot "$1" /usr/bin/env -i PATH=/usr/bin:/usr/sbin make -s -C "/usr/src/linux-headers-$2" "M=/modules/$name" DEB_BUILD_ARCH=amd64 modules
    chroot "$1" /usr/bin/env -i PATH=/usr/bin sh -c "aarch64-linux-gnu-strip --strip-debug /modules/$name/*.ko"
  done' _ "$cache/host" "$release"
cp ./*/*.ko "$cache/modules/"
