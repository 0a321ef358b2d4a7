#!/bin/sh
# Makes a GPIO chip with the panel's lines by the Pi's names.
# The kernel's gpio-sim is the chip. Prints the folder in which buttons are pressed and LEDs read.
set -e
modprobe gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/panel
mkdir -p $chip/bank0
echo 28 >$chip/bank0/num_lines
for n in $(seq 0 27); do
  mkdir $chip/bank0/line$n
  echo GPIO$n >$chip/bank0/line$n/name
done
echo 1 >$chip/live
folder=/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name)
# Buttons are pulled up: not pressed.
for n in 4 22 23 27 17; do echo pull-up >$folder/sim_gpio$n/pull; done
echo $folder
