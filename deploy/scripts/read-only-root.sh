#!/bin/sh
# Makes the root file system read-only, so that a power cut can damage nothing: what must be written goes to memory, and /var/lib/gestureflow to a
# partition or folder of its own. Undo with --undo. Takes effect at the next boot.
#
#   read-only-root.sh [--state-partition /dev/mmcblk0p3] [--undo]
set -eu
fstab=${FSTAB:-/etc/fstab}
[ "$(id -u)" -eq 0 ] || { echo "read-only-root: run it as root: sudo $0" >&2; exit 1; }
[ -f "$fstab" ] || { echo "read-only-root: there is no $fstab" >&2; exit 1; }
state= undo=
while [ $# -gt 0 ]; do
  case $1 in
    --state-partition) state=${2:?--state-partition takes a device}; shift ;;
    --undo) undo=1 ;;
    *) echo "read-only-root: there is no option $1" >&2; exit 64 ;;
  esac
  shift
done
mark='# gestureflow read-only root'
work=$(mktemp)
trap 'rm -f "$work"' EXIT
# Our own lines go, whatever was set before.
grep -v "$mark" "$fstab" | awk -v undo="$undo" '
  /^[[:space:]]*#/ || NF < 4 { print; next }
  $2 == "/" || $2 == "/boot" || $2 == "/boot/firmware" {
    n = split($4, o, ","); r = ""
    for (i = 1; i <= n; i++) if (o[i] != "ro" && o[i] != "rw") r = r (r == "" ? "" : ",") o[i]
    $4 = undo ? (r == "" ? "defaults" : r) : (r == "" ? "ro" : r ",ro")
  }
  { print }' >"$work"
if [ -z "$undo" ]; then
  for folder in /tmp /var/tmp /var/log; do printf 'tmpfs %s tmpfs nosuid,nodev,size=32m 0 0 %s\n' "$folder" "$mark" >>"$work"; done
  if [ -n "$state" ]; then
    [ -b "$state" ] || [ -n "${FSTAB:-}" ] || { echo "read-only-root: $state is no partition" >&2; exit 1; }
    printf '%s /var/lib/gestureflow ext4 nosuid,nodev,noatime,commit=5 0 2 %s\n' "$state" "$mark" >>"$work"
  else
    echo "read-only-root: without --state-partition the box forgets its state at each power-off" >&2
    printf 'tmpfs /var/lib/gestureflow tmpfs nosuid,nodev,size=256m,mode=0750 0 0 %s\n' "$mark" >>"$work"
  fi
fi
cp "$fstab" "$fstab.before-gestureflow"
cat "$work" >"$fstab.new"
sync "$fstab.new"
mv "$fstab.new" "$fstab"
echo "read-only-root: $fstab is written; the old one is $fstab.before-gestureflow"
