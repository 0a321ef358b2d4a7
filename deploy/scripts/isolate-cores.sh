#!/bin/sh
# Keeps core 3 for sound and core 2 for hands: kernel command line and interrupt affinity. Undo with --undo. Takes
# effect at the next boot.
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
[ -n "${line% }" ] || { echo "isolate-cores: $file is empty, and a Pi does not start with that; nothing was changed" >&2; exit 1; }
new=
for word in $line; do
  case $word in isolcpus=*|nohz_full=*|rcu_nocbs=*|irqaffinity=*) ;; *) new="$new$word " ;; esac
done
[ "${1:-}" = --undo ] || new="$new$words"
here=$(dirname "$(realpath "$0")")
replace=$here/replace-file
[ -x "$replace" ] || replace=/usr/lib/gestureflow/replace-file
printf '%s\n' "${new% }" | "$replace" --keep "$file"
echo "isolate-cores: $file: $(cat "$file")"
