#!/bin/sh
# Keeps core 3 for sound and core 2 for hands: kernel command line and interrupt affinity. Undo with --undo. Takes effect at the next boot.
set -eu
[ "$(id -u)" -eq 0 ] || { echo "isolate-cores: run it as root: sudo $0" >&2; exit 1; }
file=${CMDLINE:-}
if [ -z "$file" ]; then
  for file in /boot/firmware/cmdline.txt /boot/cmdline.txt; do [ -f "$file" ] && break; done
fi
[ -f "$file" ] || { echo "isolate-cores: no cmdline.txt on the boot partition: is this a Raspberry Pi?" >&2; exit 1; }
[ "$(nproc --all)" -ge 4 ] || [ -n "${CMDLINE:-}" ] || { echo "isolate-cores: this machine has fewer than four cores; nothing was changed" >&2; exit 1; }
words="isolcpus=3 nohz_full=3 rcu_nocbs=3 irqaffinity=0-1"
line=$(tr '\n' ' ' <"$file")
new=
for word in $line; do
  case $word in isolcpus=*|nohz_full=*|rcu_nocbs=*|irqaffinity=*) ;; *) new="$new$word " ;; esac
done
[ "${1:-}" = --undo ] || new="$new$words"
# A boot partition is vfat: a new file beside the old one, then a rename.
printf '%s\n' "${new% }" >"$file.new"
sync "$file.new"
[ -e "$file.before-gestureflow" ] || cp "$file" "$file.before-gestureflow"
mv "$file.new" "$file"
sync
echo "isolate-cores: $file: $(cat "$file")"
