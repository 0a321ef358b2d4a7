#!/bin/sh
# Makes the root file system read-only, so that a power cut can damage nothing: what must be written goes to memory, and /var/lib/gestureflow to a
# partition of its own (ext4; what the box has learned so far is copied there if it is empty). Undo with --undo: then the state stays on its partition. Takes effect
# at the next boot.
#
#   read-only-root.sh [--state-partition /dev/mmcblk0p3] [--undo]
set -eu
fstab=${FSTAB:-/etc/fstab}
home=/var/lib/gestureflow
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
place=
tidy() {
  rm -f "$work"
  [ -z "$place" ] || { umount "$place" 2>/dev/null || true; rmdir "$place"; }
}
trap tidy EXIT
# The state's partition that was named before stays its partition.
kept=$(grep "^[^#[:space:]]*[[:space:]]$home ext4 .*$mark\$" "$fstab" | head -n 1 || true)
if [ -n "$state" ]; then
  [ -b "$state" ] || [ -n "${FSTAB:-}" ] || { echo "read-only-root: $state is no partition" >&2; exit 1; }
  type=$(blkid -o value -s TYPE "$state" || true)
  [ "$type" = ext4 ] || { echo "read-only-root: $state holds ${type:-no file system} and must be ext4: sudo mkfs.ext4 $state makes it so, and deletes what is on it; nothing was changed" >&2; exit 1; }
  # What the box has learned so far would be hidden behind the partition.
  if [ -d "$home" ] && ! mountpoint -q "$home"; then
    place=$(mktemp -d)
    mount "$state" "$place"
    if [ -z "$(find "$place" -mindepth 1 ! -name lost+found -print -quit)" ]; then
      cp -a "$home/." "$place/"
      echo "read-only-root: what lay in $home is on $state now, too"
    else
      echo "read-only-root: $state holds files already: they are the state from the next boot on, and nothing is copied"
    fi
    umount "$place"
    rmdir "$place"
    place=
  fi
  # Without it, the box plays and forgets; it does not wait in a boot that nobody sees.
  kept="$state $home ext4 nosuid,nodev,noatime,commit=5,nofail,x-systemd.device-timeout=10s 0 2 $mark"
fi
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
  if [ -z "$kept" ]; then
    echo "read-only-root: without --state-partition the box forgets its state at each power-off" >&2
    printf 'tmpfs %s tmpfs nosuid,nodev,size=256m,mode=0750 0 0 %s\n' "$home" "$mark" >>"$work"
  fi
fi
[ -z "$kept" ] || printf '%s\n' "$kept" >>"$work"
[ -e "$fstab.before-gestureflow" ] || cp "$fstab" "$fstab.before-gestureflow"
cat "$work" >"$fstab.new"
sync "$fstab.new"
mv "$fstab.new" "$fstab"
echo "read-only-root: $fstab is written; the first one is $fstab.before-gestureflow"
