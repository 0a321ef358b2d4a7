#!/bin/sh
# Makes the root file system read-only, so that a power cut can damage nothing. Changes go to memory, and
# /var/lib/gestureflow to a partition of its own (ext4; the box's state is copied there if it is empty). Undo with
# --undo: then the state stays on its partition. Takes effect at the next boot; the partition takes the state from now
# on, so that the box forgets nothing until then.
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
here=$(dirname "$(realpath "$0")")
replace=$here/replace-file
[ -x "$replace" ] || replace=/usr/lib/gestureflow/replace-file
work=$(mktemp)
place= stopped=
tidy() {
  rm -f "$work"
  [ -z "$place" ] || { umount "$place" 2>/dev/null || true; rmdir "$place" || true; }
  [ -z "$stopped" ] || systemctl --no-block start gestureflow.service || true
}
trap tidy EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "read-only-root: $*" >&2; exit 1; }

# copy_state: copies the box's state to the partition that is mounted at $place. An unfinished copy has one of three
# names until $fstab is written: .gestureflow-copy while it is made, .gestureflow-copy-whole while it is moved,
# .gestureflow-copy-done when all of it lies at its place and on the disk. Until then all other names there belong to
# the copy, and the box goes on with the old state.
copy_state() {
  making=$place/.gestureflow-copy whole=$place/.gestureflow-copy-whole
  # Once the partition is the state, a name that was left means nothing: the copy has been written to since.
  if [ -e "$ended" ] && [ ! -e "$making" ] && [ ! -e "$whole" ] && [ "${kept%% *}" = "$state" ]; then rmdir "$ended"; fi
  if [ -e "$making" ] || [ -e "$whole" ] || [ -e "$ended" ]; then
    echo "read-only-root: an earlier run did not finish its copy on $state: it is made anew"
    # The last to go is the name that says so.
    find "$place" -mindepth 1 -maxdepth 1 ! -name lost+found ! -name '.gestureflow-copy*' -exec rm -rf {} +
    sync -f "$place"
    rm -rf "$making" "$whole" "$ended"
    sync -f "$place"
  elif [ -n "$(find "$place" -mindepth 1 ! -name lost+found -print -quit)" ]; then
    echo "read-only-root: $state holds files already: they are the state from the next boot on, and nothing is copied"
    return
  fi
  # Blocks of the state's own file system are not those of the partition: a tenth more, and 8 MB.
  needed=$(du -sk --one-file-system "$home" | cut -f1)
  needed=$((needed + needed / 10 + 8192))
  free=$(df -k --output=avail "$place" | tail -n 1)
  [ "$free" -ge $needed ] ||
    fail "$home takes $((needed / 1024)) MB with what must stay free, and $state has $((free / 1024)) MB: take a larger partition, or remove captures and imports; nothing was changed"
  files=$(du -s --inodes --one-file-system "$home" | cut -f1)
  places=$(df --output=iavail "$place" | tail -n 1)
  # A file system that makes them as it needs them tells none.
  [ "$places" -gt $((files + 16)) ] || [ "$(df --output=itotal "$place" | tail -n 1)" -eq 0 ] ||
    fail "$home holds $files files, and $state has room for $places; nothing was changed"
  mkdir -m 700 "$making"
  # The copy must be the whole truth: the box stands still meanwhile.
  # A box without a sound card is never "active", and writes all the same.
  case $(systemctl show --property=ActiveState --value gestureflow.service 2>/dev/null || true) in
    inactive | failed | "") ;;
    *)
      stopped=1
      systemctl stop gestureflow.service || fail "gestureflow.service cannot be stopped; nothing was changed"
      ;;
  esac
  cp -a --one-file-system "$home/." "$making/" || fail "the state cannot be copied to $state; $fstab is as it was: run this again when that is mended"
  rm -rf "$making/lost+found"
  sync -f "$place"
  mv -T "$making" "$whole"
  sync -f "$place"
  find "$whole" -mindepth 1 -maxdepth 1 -exec mv -t "$place" {} +
  chown --reference="$home" "$place"
  chmod --reference="$home" "$place"
  sync -f "$place"
  mv -T "$whole" "$ended"
  sync -f "$place"
  copied=1
  echo "read-only-root: what lay in $home is on $state now, too"
}

# The state's partition that was named before stays its partition.
copied=
kept=$(grep "^[^#[:space:]]*[[:space:]]$home ext4 .*$mark\$" "$fstab" | head -n 1 || true)
if [ -n "$state" ]; then
  [ -b "$state" ] || [ -n "${FSTAB:-}" ] || fail "$state is not a partition"
  type=$(blkid -o value -s TYPE "$state" || true)
  [ "$type" = ext4 ] || fail "$state holds ${type:-no file system} and must be ext4: sudo mkfs.ext4 $state makes it so, and deletes what is on it; nothing was changed"
  # The box's state would be hidden behind the partition.
  if [ -d "$home" ]; then
    place=$(mktemp -d)
    mount "$state" "$place"
    ended=$place/.gestureflow-copy-done
    # Unless it lies there already.
    if [ "$(stat -c %d "$home")" != "$(stat -c %d "$place")" ]; then copy_state; fi
  fi
  # If it is missing at a start, the box plays and forgets; it does not wait in a boot without a screen.
  options=nosuid,nodev,noatime,commit=5
  kept="$state $home ext4 $options,nofail,x-systemd.device-timeout=10s 0 2 $mark"
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
"$replace" --keep "$fstab" <"$work" || fail "$fstab cannot be written, and nothing takes effect: run this again when that is mended"
if [ -n "$place" ]; then
  # From here on the partition is the state. A name that stays is removed by the next run.
  [ ! -e "$ended" ] || rmdir "$ended" || true
  sync -f "$place" || true
  umount "$place"
  rmdir "$place"
  place=
fi
echo "read-only-root: $fstab is written; the first one is $fstab.before-gestureflow"
if [ -n "$copied" ]; then
  mount "$state" "$home" -o "$options" || echo "read-only-root: $state cannot be mounted now: what the box learns until the next boot is lost, so restart it now" >&2
fi
