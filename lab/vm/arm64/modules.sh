#!/usr/bin/env bash
# Cross-builds the modules that the lab needs and Debian's arm64 kernel lacks, into CACHE/modules: gpio-sim and snd-virmidi of Debian's own kernel source, v4l2loopback of its DKMS package. setup.sh calls it.
# usage: modules.sh CACHE
set -euo pipefail
cache=$1
release=$(cat "$cache/kernel/release")
work=$cache/host/modules
rm -rf "$work"
mkdir -p "$work/gpio" "$work/midi" "$cache/modules"
cd "$work"
tar -xJf ../usr/src/linux-source-*.tar.xz --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c' '*/sound/drivers/virmidi.c' '*/sound/core/seq/seq_virmidi.c'
# As for the x86-64 lab (image.sh): irq_sim comes with it, and the one call that the kernel does not export is replaced by what it consists of.
cp drivers/gpio/gpio-sim.c gpio/sim.c
cp drivers/gpio/gpiolib.h gpio/
sed 's/irq_to_desc(\([a-z>-]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' kernel/irq/irq_sim.c >gpio/irqsim.c
printf 'obj-m := gpio-sim.o\ngpio-sim-y := sim.o irqsim.o\n' >gpio/Kbuild
cp sound/drivers/virmidi.c sound/core/seq/seq_virmidi.c midi/
printf 'obj-m := snd-virmidi.o snd-seq-virmidi.o\nsnd-virmidi-y := virmidi.o\nsnd-seq-virmidi-y := seq_virmidi.o\n' >midi/Kbuild
dpkg-deb -x "$cache"/packages/v4l2loopback-dkms_*.deb loopback.package
mv loopback.package/usr/src/v4l2loopback-* loop
# What is mounted in the chroot is gone with the command.
unshare -m bash -euc '
  mount --make-rprivate /
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  for name in gpio midi loop; do
    chroot "$1" /usr/bin/env -i PATH=/usr/bin:/usr/sbin make -s -C "/usr/src/linux-headers-$2" "M=/modules/$name" DEB_BUILD_ARCH=amd64 modules
    chroot "$1" /usr/bin/env -i PATH=/usr/bin sh -c "aarch64-linux-gnu-strip --strip-debug /modules/$name/*.ko"
  done' _ "$cache/host" "$release"
cp ./*/*.ko "$cache/modules/"
