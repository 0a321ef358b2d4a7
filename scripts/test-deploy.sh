#!/usr/bin/env bash
# Checks the parts of a deployment that Swift tests do not cover.
# They are the service's sandbox, the overlay on a real Pi's base tree, both generations of libgpiod, and the system
# scripts.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "test-deploy: $*"; exit 1; }

# The exposure of each unit of the package and of the image is 2.0 or less. The stick's mount must be seen by the whole
# machine.
if command -v systemd-analyze >/dev/null; then
  for file in deploy/*.service deploy/image/rootfs/usr/lib/systemd/system/*.service; do
    unit=${file##*/} most=2.0
    [ "$unit" != gestureflow-stick@.service ] || most=3.3
    # systemd-analyze names an instance of a template.
    unit=${unit/@./@i.}
    exposure=$(systemd-analyze security --offline=yes --no-pager "$file" 2>/dev/null | sed -n "s/.*exposure level for $unit: \([0-9.]*\).*/\1/p")
    [ -n "$exposure" ] || fail "systemd-analyze says nothing of $file"
    awk "BEGIN { exit !($exposure <= $most) }" || fail "exposure of $file is $exposure, above $most"
    echo "test-deploy: exposure of ${file##*/} $exposure"
  done
else
  echo "test-deploy: SKIPPED the service's exposure: systemd-analyze is not here"
fi

# Packages of other releases and machines are unpacked beside the build. A private apt fetches them.
apt_beside() { # apt_beside SUITE ARCH: sets `options` for apt and apt-cache, or fails where the lists cannot be had
  local state=.deploy-cache/apt-$1-$2
  mkdir -p "$state"/lists/partial "$state"/cache/archives/partial "$state/etc"
  echo "deb [arch=$2 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(scripts/mirror.sh) $1 main" >"$state/etc/sources.list"
  : >"$state/status"
  options=(-o Dir::State="$PWD/$state" -o Dir::State::lists="$PWD/$state/lists" -o Dir::State::status="$PWD/$state/status"
    -o Dir::Cache="$PWD/$state/cache" -o Dir::Etc::sourcelist="$PWD/$state/etc/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o APT::Architecture="$2" -o APT::Architectures="$2" -o Acquire::Languages=none)
  # Use the existing lists. The lists of a failed update do not count.
  compgen -G "$state/lists/*_Packages*" >/dev/null || apt-get "${options[@]}" update -qq >/dev/null 2>&1
}
packages_of() { # packages_of SUITE ARCH: the names of all packages of the release
  local options
  apt_beside "$1" "$2" && apt-cache "${options[@]}" pkgnames
}
fetch() { # fetch SUITE ARCH NAME-PATTERN FOLDER
  local options name
  apt_beside "$1" "$2" || return 1
  name=$(apt-cache "${options[@]}" pkgnames | grep -E "^$3$" | sort -V | tail -n 1)
  [ -n "$name" ] || return 1
  mkdir -p "$4"
  (cd "$4" && apt-get "${options[@]}" download "$name" >/dev/null 2>&1 && dpkg-deb -x "$name"_*.deb . && rm -f "$name"_*.deb)
}

# libgpiod 2.x: the shim compiles against trixie's headers and links with its library.
two=.deploy-cache/gpiod2
compiler=$(command -v gcc || command -v clang || true)
[ -n "$compiler" ] || fail "there is neither gcc nor clang"
[ -f $two/usr/include/gpiod.h ] || { fetch trixie amd64 libgpiod-dev $two && fetch trixie amd64 'libgpiod3' $two; } || rm -rf $two
for generation in 1 2; do
  include=() library=(-lgpiod)
  if [ $generation = 2 ]; then
    [ -f $two/usr/include/gpiod.h ] || { echo "test-deploy: SKIPPED libgpiod 2: Debian trixie's package cannot be had here"; continue; }
    include=(-I$two/usr/include)
    library=("$(find $two -name 'libgpiod.so.3*' -type f | head -n 1)")
  fi
  cat >"$work/main.c" <<'C'
#include "CGPIO.h"
#include <stdio.h>
int main(void) { gf_gpio_place place; printf("%d %d\n", gf_gpio_api(), gf_gpio_find("GPIO17", &place)); return 0; }
C
  "$compiler" -std=gnu11 -Wall -Wextra -Werror "${include[@]}" -ISources/CGPIO/include Sources/CGPIO/*.c "$work/main.c" -o "$work/gpio" "${library[@]}" 2>"$work/log" ||
    { cat "$work/log"; fail "the GPIO shim does not build against libgpiod $generation"; }
  if [ $generation = 1 ]; then "$work/gpio" | grep -q "^1 " || fail "the shim took libgpiod 1 for 2"; fi
done
echo "test-deploy: the GPIO shim builds against libgpiod 1 and 2"

# The overlay: compiled, and applied to the base trees of a Pi 4 and of a Pi 5. The chip with a Pi 5's pins is missing
# from trixie's own kernel; the kernel of trixie's backports, which the box runs, has it.
trees=.deploy-cache/pi-trees
tree() { # tree NAME SUITE PACKAGE-PATTERN: path of a base tree; fetches a suite's package once, with all of its trees
  if [ ! -d "$trees/$2" ]; then
    fetch "$2" arm64 "$3" "$trees.new" && mkdir -p "$trees/$2" && find "$trees.new" -name 'bcm271[12]-rpi-[45]-b.dtb' -exec cp {} "$trees/$2/" \;
    rm -rf "$trees.new"
  fi
  [ -f "$trees/$2/$1" ] && echo "$trees/$2/$1"
}
# fits BASE LABEL: checks that the overlay, compiled for that label of the pin controller, changes the tree as
# documented
fits() {
  local name pins node group wanted
  name=$(basename "$1")
  sed "s/&gpio\\b/\\&$2/g" overlays/gestureflow-panel-overlay.dts | dtc -q -@ -I dts -O dtb -o "$work/panel.dtbo" - || fail "the overlay does not compile"
  fdtoverlay -i "$1" -o "$work/with.dtb" "$work/panel.dtbo" || fail "the overlay cannot be applied to $name"
  pins=$(fdtget "$work/with.dtb" /__symbols__ "$2")
  [ "$(fdtget "$work/with.dtb" /gestureflow-panel compatible)" = gestureflow,panel ] || fail "the panel is not in $name"
  node=$pins/gestureflow_panel_buttons
  [ "$(fdtget "$work/with.dtb" "$node" brcm,pins)" = "4 22 23 27 17" ] || fail "the buttons' pins are wrong in $name"
  [ "$(fdtget "$work/with.dtb" "$node" brcm,function)" = "0 0 0 0 0" ] || fail "the buttons are not inputs in $name"
  [ "$(fdtget "$work/with.dtb" "$node" brcm,pull)" = "2 2 2 2 2" ] || fail "the pulls are wrong in $name"
  node=$pins/gestureflow_panel_leds
  [ "$(fdtget "$work/with.dtb" "$node" brcm,pins)" = "5 6 12 13 16 24 25 26" ] || fail "the LEDs' pins are wrong in $name"
  [ "$(fdtget "$work/with.dtb" "$node" brcm,function)" = "1 1 1 1 1 1 1 1" ] || fail "the LEDs are not outputs in $name"
  [ "$(fdtget "$work/with.dtb" "$node" brcm,pull)" = "0 0 0 0 0 0 0 0" ] || fail "the LEDs are pulled in $name"
  # The controller refers to both groups: it sets them when it starts.
  wanted="$(fdtget "$work/with.dtb" "$pins/gestureflow_panel_buttons" phandle) $(fdtget "$work/with.dtb" "$pins/gestureflow_panel_leds" phandle)"
  group=$(fdtget -d none "$work/with.dtb" "$pins" pinctrl-0)
  [ "$group" = "$wanted" ] || fail "the pulls are not set in $name: pinctrl-0 of its pins is '$group', the groups are $wanted"
  [ "$(fdtget -d none "$work/with.dtb" "$pins" pinctrl-names)" = default ] || fail "the pulls' state has no name in $name"
  # Each line of the configuration has its name at its place.
  local names number line
  read -ra names < <(fdtget -d none "$work/with.dtb" "$pins" gpio-line-names)
  for line in $(sed -n 's/^\(button\|led\)-.* = "\(GPIO[0-9]*\)"$/\2/p' deploy/gestureflow.toml); do
    number=${line#GPIO}
    [ "${names[$number]:-}" = "$line" ] || fail "line $number is called '${names[$number]:-nothing}' in $name, and the configuration looks for $line"
  done
  python3 -B Tests/Deploy/overlay_parameters.py "$work/panel.dtbo" "$1" "$pins" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "the overlay's parameters do not arrive in $name"; }
  echo "test-deploy: the overlay fits $name, label $2: pulls are set, lines have their names, every parameter arrives where it belongs"
}
if command -v dtc >/dev/null && command -v fdtoverlay >/dev/null; then
  stable='linux-image-6\.12\.[0-9+a-z.]*-arm64'
  if base=$(tree bcm2711-rpi-4-b.dtb trixie "$stable"); then
    fits "$base" gpio
  else
    echo "test-deploy: SKIPPED the overlay on the Pi 4's tree: Debian trixie's arm64 kernel package cannot be had here"
  fi
  # With unknown pins nothing is applied in part.
  if base=$(tree bcm2712-rpi-5-b.dtb trixie "$stable"); then
    if pins=$(fdtget "$base" /__symbols__ rp1_gpio 2>/dev/null); then
      fits "$base" rp1_gpio
    else
      ! fdtoverlay -i "$base" -o "$work/with.dtb" "$work/panel.dtbo" 2>/dev/null || fail "the overlay is applied to trixie's tree of a Pi 5, which has no pins"
      echo "test-deploy: trixie's own tree of a Pi 5 has no pins to wire a panel to, and the overlay is refused there: the panel needs the kernel of trixie-backports, or Raspberry Pi OS"
    fi
  fi
  base=""
  for suite in trixie-backports sid; do
    [ -n "$base" ] || base=$(tree bcm2712-rpi-5-b.dtb $suite 'linux-base-[0-9.]*\+deb[0-9]*-arm64') || base=""
  done
  if [ -n "$base" ] && pins=$(fdtget "$base" /__symbols__ rp1_gpio 2>/dev/null); then
    fits "$base" rp1_gpio
    # Raspberry Pi OS uses the label gpio for the same node.
    cp "$base" "$work/bcm2712-rpi-5-b.dtb"
    fdtput -t s "$work/bcm2712-rpi-5-b.dtb" /__symbols__ gpio "$pins"
    fits "$work/bcm2712-rpi-5-b.dtb" gpio
  else
    echo "test-deploy: SKIPPED the overlay on the Pi 5's tree: no arm64 kernel package of Debian trixie-backports or sid that knows its pins can be had here"
  fi
else
  echo "test-deploy: SKIPPED the overlay: device-tree-compiler is not installed"
fi

# The system scripts, on copies of the files that they change.
if [ "$(id -u)" -eq 0 ]; then
  echo "console=tty1 root=PARTUUID=x isolcpus=1 rootwait" >"$work/cmdline"
  CMDLINE=$work/cmdline deploy/scripts/isolate-cores.sh >/dev/null
  CMDLINE=$work/cmdline deploy/scripts/isolate-cores.sh >/dev/null
  [ "$(cat "$work/cmdline")" = "console=tty1 root=PARTUUID=x rootwait isolcpus=3 nohz_full=3 rcu_nocbs=3 irqaffinity=0-1" ] || fail "isolate-cores: $(cat "$work/cmdline")"
  CMDLINE=$work/cmdline deploy/scripts/isolate-cores.sh --undo >/dev/null
  [ "$(cat "$work/cmdline")" = "console=tty1 root=PARTUUID=x rootwait" ] || fail "isolate-cores --undo: $(cat "$work/cmdline")"
  printf '# mine\nPARTUUID=x-02 / ext4 defaults,noatime 0 1\nPARTUUID=x-01 /boot/firmware vfat defaults 0 2\n' >"$work/fstab"
  cp "$work/fstab" "$work/before"
  FSTAB=$work/fstab deploy/scripts/read-only-root.sh >/dev/null 2>&1
  for place in /tmp /var/tmp /var/log /var/lib/gestureflow; do
    [ "$(grep -c "^tmpfs $place tmpfs " "$work/fstab")" = 1 ] || fail "read-only-root without a partition: $(cat "$work/fstab")"
  done
  FSTAB=$work/fstab deploy/scripts/read-only-root.sh --undo >/dev/null
  cmp -s "$work/fstab" "$work/before" || fail "read-only-root without a partition, --undo: $(cat "$work/fstab")"
  mkdir -p "$work/disk"
  printf '#!/bin/sh\necho "$TYPE"\n' >"$work/disk/blkid"
  chmod +x "$work/disk/blkid"
  state() { PATH=$work/disk:$PATH FSTAB=$work/fstab unshare -m sh -c 'mount -t tmpfs none /var/lib && exec sh deploy/scripts/read-only-root.sh --state-partition /dev/mmcblk0p3'; }
  if TYPE='' state >"$work/log" 2>&1 || ! grep -q 'mkfs.ext4 /dev/mmcblk0p3' "$work/log"; then fail "read-only-root takes a partition without a file system: $(cat "$work/log")"; fi
  cmp -s "$work/fstab" "$work/before" || fail "read-only-root, refused: $(cat "$work/fstab")"
  TYPE=ext4 state >/dev/null
  TYPE=ext4 state >/dev/null
  grep -q '^PARTUUID=x-02 / ext4 defaults,noatime,ro 0 1$' "$work/fstab" || fail "read-only-root: $(cat "$work/fstab")"
  [ "$(grep -c /var/lib/gestureflow "$work/fstab")" = 1 ] || fail "read-only-root twice: $(cat "$work/fstab")"
  grep -q '^/dev/mmcblk0p3 /var/lib/gestureflow ext4 .*nofail.* 0 2 ' "$work/fstab" || fail "read-only-root: $(cat "$work/fstab")"
  FSTAB=$work/fstab deploy/scripts/read-only-root.sh --undo >/dev/null
  grep -v /var/lib/gestureflow "$work/fstab" | cmp -s - "$work/before" || fail "read-only-root --undo: $(cat "$work/fstab")"
  [ "$(grep -c '^/dev/mmcblk0p3 /var/lib/gestureflow' "$work/fstab")" = 1 ] || fail "read-only-root --undo hides the state: $(cat "$work/fstab")"
  # The box's learned data moves along, and nothing overwrites existing data.
  cat >"$work/disk/mount" <<'SH'
#!/bin/sh
exec /bin/mount --bind "$PART" "$2"
SH
  chmod +x "$work/disk/mount"
  mkdir -p "$work/part/lost+found"
  copied() { PATH=$work/disk:$PATH FSTAB=$work/fstab TYPE=ext4 PART=$work/part unshare -m sh -c '/bin/mount -t tmpfs none /var/lib && mkdir /var/lib/gestureflow && echo '"$1"' >/var/lib/gestureflow/state.json && exec sh deploy/scripts/read-only-root.sh --state-partition /dev/mmcblk0p3' >"$work/log" 2>&1; }
  for text in first second; do copied $text || fail "read-only-root: $(cat "$work/log")"; done
  [ "$(cat "$work/part/state.json")" = first ] || fail "read-only-root copies no state, or over another: $(cat "$work/log")"
  echo "test-deploy: isolate-cores and read-only-root do and undo"
else
  echo "test-deploy: SKIPPED isolate-cores and read-only-root: they need root"
fi
# The stick's script on a kernel with only the file systems of $KNOWN. The test checks the mounts with their options,
# and the leftovers when no mount succeeds.
mkdir -p "$work/bin" "$work/media"
printf '#!/bin/sh\necho "$TYPE"\n' >"$work/bin/blkid"
cat >"$work/bin/mount" <<'SH'
#!/bin/sh
case " $KNOWN " in *" $2 "*) echo "$2 $4" >"$LOG" ;; *) echo "mount: unknown filesystem type '$2'." >&2; exit 32 ;; esac
SH
chmod +x "$work/bin/blkid" "$work/bin/mount"
stick() { # stick TYPE KNOWN: prints the mounted type and its options
  rm -f "$work/mounted"
  TYPE=$1 KNOWN=$2 LOG=$work/mounted MEDIA=$work/media PATH=$work/bin:$PATH deploy/scripts/mount-stick /dev/sdz1 2>"$work/log" && cat "$work/mounted"
}
for case in "vfat:vfat:vfat" "exfat:exfat:exfat" "ext3:ext4:ext4" "ntfs:ntfs3 ntfs-3g:ntfs3" "ntfs:ntfs-3g:ntfs-3g"; do
  IFS=: read -r kind known expected <<<"$case"
  got=$(stick "$kind" "$known") || fail "mount-stick: a stick with $kind is not mounted: $(cat "$work/log")"
  [ "${got%% *}" = "$expected" ] || fail "mount-stick: a stick with $kind, where the kernel has $known, is mounted as $got"
  case ,${got#* }, in *,ro,*) ;; *) fail "mount-stick: $got is not read-only" ;; esac
  # A stick's own superblock may request a kernel panic on errors.
  case $expected/,${got#* }, in ext4/*,errors=continue,* | [!e]* | exfat/*) ;; *) fail "mount-stick: $got leaves to the stick what its errors do" ;; esac
  rmdir "$work/media/sdz1"
done
for case in "ntfs:vfat" "vfat:ntfs3" "btrfs:btrfs" ":vfat"; do
  IFS=: read -r kind known <<<"$case"
  ! stick "$kind" "$known" || fail "mount-stick: a stick with '$kind' cannot be mounted where the kernel has $known"
  [ -s "$work/log" ] || fail "mount-stick: a stick with '$kind' is refused without a word"
  [ ! -e "$work/media/sdz1" ] || fail "mount-stick: a stick with '$kind' leaves its folder"
done
echo "test-deploy: sticks are mounted by what the kernel has, NTFS by ntfs-3g where it has none"

# The library searches the folder where sticks are mounted. That folder exists after each start.
root=$(sed -n 's/^mount-root = "\(.*\)"$/\1/p' deploy/gestureflow.toml)
grep -q "^root=\${MEDIA:-$root}$" deploy/scripts/mount-stick || fail "mount-stick mounts elsewhere than the library looks ($root)"
grep -q "^d $root 0755 root root -$" deploy/tmpfiles.conf || fail "tmpfiles.conf does not make $root"
# The package's files belong to its owner: the box writes nothing below /etc.
if grep -rn "chown.*/etc/gestureflow" deploy/debian; then fail "a script of the package takes a file in /etc that its owner may have removed"; fi

# Some tests get a private mount namespace with an empty /run. They need a machine of their own.
if [ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null; then
  cat >"$work/bin/mount-root-read-only" <<'SH'
#!/bin/sh
# A root that cannot be written, and a stick that is plugged into it.
set -e
/bin/mount -t tmpfs none /run
/bin/mount -o remount,ro,bind / 2>/dev/null || { /bin/mount --bind / /mnt; exit 75; }
PATH=$1:$PATH TYPE=vfat KNOWN=vfat LOG=/run/mounted "$2" /dev/sdz1 || exit 1
grep -q '^vfat ro,' /run/mounted && [ -d "$3/sdz1" ] && PATH=$1:$PATH "$2" --unmount /dev/sdz1 && [ ! -e "$3/sdz1" ]
SH
  chmod +x "$work/bin/mount-root-read-only"
  code=0
  unshare -m "$work/bin/mount-root-read-only" "$work/bin" "$PWD/deploy/scripts/mount-stick" "$root" 2>"$work/log" || code=$?
  case $code in
    0) echo "test-deploy: a stick is mounted where the root is read-only" ;;
    75) echo "test-deploy: SKIPPED the read-only root: / cannot be made read-only in a namespace here" ;;
    *) fail "a stick is not mounted where the root is read-only: $(cat "$work/log")" ;;
  esac
  # The package's scripts on a machine with systemd. The owner has removed the conffile, and the service waits for a
  # card: the scripts report no error and do not wait.
  for tool in systemctl udevadm systemd-sysusers systemd-tmpfiles deluser delgroup; do
    printf '#!/bin/sh\necho "%s $*" >>/run/log\ncase "$*" in *is-active*sdx*) exit 3 ;; *ActiveState*) cat /run/state ;; esac\n' "$tool" >"$work/bin/$tool"
    chmod +x "$work/bin/$tool"
  done
  cat >"$work/bin/upgrade" <<'SH'
#!/bin/sh
set -e
/bin/mount -t tmpfs none /run
mkdir -p /run/systemd/system
[ ! -e /etc/gestureflow ]
PATH=$1:$PATH
# A stick that an earlier package has mounted, and a foreign folder. The folder's unit, sdx1's, does not run.
/bin/mount -t tmpfs none /media
for name in sdz1 sdx1; do mkdir -p /media/gestureflow/$name && /bin/mount -t tmpfs none /media/gestureflow/$name; done
echo activating >/run/state
sh deploy/debian/postinst configure 0.0.9
[ ! -e /media/gestureflow/sdz1 ] && mountpoint -q /media/gestureflow/sdx1 || { echo "an upgrade leaves sticks as $(ls /media/gestureflow)" >&2; exit 1; }
[ "$(grep -c 'systemctl --no-block restart gestureflow-stick@' /run/log)" = 1 ] && grep -q 'restart gestureflow-stick@sdz1.service' /run/log ||
  { echo "an upgrade does not mount sticks where they are looked for: $(cat /run/log)" >&2; exit 1; }
grep -q 'systemctl .*restart gestureflow.service' /run/log || { echo "an upgrade does not restart the service" >&2; exit 1; }
if grep 'restart gestureflow.service' /run/log | grep -qv -e '--no-block'; then echo "an upgrade waits for the service: $(grep restart /run/log)" >&2; exit 1; fi
echo inactive >/run/state
: >/run/log
sh deploy/debian/postinst configure 0.0.9
if grep 'start gestureflow.service' /run/log; then echo "an upgrade starts a service that its owner has stopped" >&2; exit 1; fi
: >/run/log
sh deploy/debian/postinst configure ""
grep -q 'systemctl enable gestureflow.service' /run/log || { echo "an installation does not enable the service" >&2; exit 1; }
grep -q 'systemctl --no-block start gestureflow.service' /run/log || { echo "an installation does not start the service, or waits for it" >&2; exit 1; }
/bin/mount -t tmpfs none /var/lib
mkdir /var/lib/gestureflow
sh deploy/debian/prerm remove
[ -s /var/lib/gestureflow-package/enabled-before-removal ] || { echo "a removal does not record what was switched on" >&2; exit 1; }
[ -z "$(ls -A /var/lib/gestureflow)" ] || { echo "a removal writes in the daemon's folder" >&2; exit 1; }
# Install again; dpkg reports an upgrade. A foreign unit is not enabled.
echo evil.service >>/var/lib/gestureflow-package/enabled-before-removal
: >/run/log
sh deploy/debian/postinst configure 0.0.9
for unit in gestureflow.service gestureflow-poweroff.path gestureflow-governor.service; do
  grep -q "systemctl enable $unit" /run/log && grep -q "systemctl --no-block start $unit" /run/log ||
    { echo "what was removed and is installed again leaves $unit off: $(cat /run/log)" >&2; exit 1; }
done
if grep evil /run/log; then echo "a foreign unit is switched on" >&2; exit 1; fi
[ ! -e /var/lib/gestureflow-package/enabled-before-removal ] || { echo "an installation leaves its note" >&2; exit 1; }
# The owner had disabled it: it stays disabled.
mkdir /var/lib/gestureflow-package
echo " gestureflow-poweroff.path" >/var/lib/gestureflow-package/enabled-before-removal
: >/run/log
sh deploy/debian/postinst configure 0.0.9
if grep -q 'enable gestureflow.service' /run/log; then echo "an installation switches on what its owner had switched off" >&2; exit 1; fi
rmdir /var/lib/gestureflow
/bin/umount /var/lib
# The state on a partition of its own, which cannot be removed: it is emptied, and the package is removed.
/bin/mount -t tmpfs none /var/lib
mkdir /var/lib/gestureflow
/bin/mount -t tmpfs none /var/lib/gestureflow
mkdir -p /var/lib/gestureflow/imports/.incoming /var/lib/gestureflow/lost+found
touch /var/lib/gestureflow/state.json /var/lib/gestureflow/imports/.incoming/film
sh deploy/debian/postrm purge || { echo "a purge fails where the state is mounted" >&2; exit 1; }
left=$(ls -A /var/lib/gestureflow)
[ "$left" = lost+found ] || { echo "a purge leaves $left" >&2; exit 1; }
/bin/umount /var/lib/gestureflow
touch /var/lib/gestureflow/state.json
sh deploy/debian/postrm purge
[ ! -e /var/lib/gestureflow ] || { echo "a purge leaves the folder of the state" >&2; exit 1; }
SH
  chmod +x "$work/bin/upgrade"
  if [ -e /etc/gestureflow ]; then
    echo "test-deploy: SKIPPED the package's scripts: GestureFlow is installed on this machine"
  else
    unshare -m "$work/bin/upgrade" "$work/bin" 2>"$work/log" || fail "the package's scripts, without a conffile: $(cat "$work/log")"
    echo "test-deploy: the package's scripts need no conffile, wait for nothing, move sticks to their new place, and a purge gets by where the state is mounted"
  fi
else
  echo "test-deploy: SKIPPED the read-only root and the package's scripts: they need root and a mount namespace"
fi

# Set-up on a bare machine: without root and sudo it says what to install, without a network it says so, and it names
# a wrong word.
mkdir -p "$work/few"
# Tests/Deploy/test_setup.py checks the additional requirements of CI.
unset CI
for tool in dirname grep cat mktemp sed tail rm sleep; do ln -s "$(command -v $tool)" "$work/few/$tool"; done
for tool in dpkg-query apt-get; do printf '#!/bin/sh\nexit 1\n' >"$work/few/$tool" && chmod +x "$work/few/$tool"; done
setup() { # setup USER-ID GROUP: prints its output; it must fail
  printf '#!/bin/sh\necho %s\n' "$1" >"$work/few/id" && chmod +x "$work/few/id"
  ! PATH=$work/few "$BASH" scripts/setup.sh "$2" >"$work/log" 2>&1 || fail "setup.sh $2 succeeds where nothing can be installed"
  cat "$work/log"
}
sed -i '1s|.*|#!'"$BASH"'|' "$work/few/dpkg-query" "$work/few/apt-get"
for group in "" deb lab arm bench; do
  case $(setup 1000 "$group") in *"install them as root: apt-get install "*libasound2-dev*) ;; *) fail "setup.sh $group as a user: $(cat "$work/log")" ;; esac
  case $(setup 0 "$group") in *"check the network"*) ;; *) fail "setup.sh $group without a network: $(cat "$work/log")" ;; esac
done
# A Pi's package uses neither libraries nor Swift of this machine.
case $(setup 1000 cross) in *libasound2-dev*) fail "setup.sh cross asks for this machine's libraries: $(cat "$work/log")" ;; *"install them as root: apt-get install "*binutils-aarch64*) ;; *) fail "setup.sh cross as a user: $(cat "$work/log")" ;; esac
case $(setup 0 cross) in *"check the network"*) ;; *) fail "setup.sh cross without a network: $(cat "$work/log")" ;; esac
case $(setup 1000 lab) in *mmdebstrap*dosfstools*) ;; *) fail "setup.sh lab does not name its tools: $(cat "$work/log")" ;; esac
case $(setup 0 nonsense) in *"no group 'nonsense'"*) ;; *) fail "setup.sh nonsense: $(cat "$work/log")" ;; esac
# With sudo the packages of tests are installed, too. Without it the script names the skipped tests.
printf '#!%s\ncase "$*" in *" chromium" | *" systemd") exit 1 ;; *) echo "install ok installed" ;; esac\n' "$BASH" >"$work/few/dpkg-query"
case $(setup 1000 test) in *"their tests are skipped: chromium systemd"*) ;; *) fail "setup.sh test as a user: $(cat "$work/log")" ;; esac
printf '#!%s\necho "$*" >>"%s"\n' "$BASH" "$work/sudo" >"$work/few/sudo" && chmod +x "$work/few/sudo"
setup 1000 test >/dev/null
for package in chromium systemd; do grep -qE "apt-get .*install .* $package( |\$)" "$work/sudo" || fail "setup.sh test does not install $package with sudo: $(cat "$work/log" "$work/sudo")"; done
# A package's network server does not run afterwards. This needs an init system that can stop it.
if [ -d /run/systemd/system ] || [ -x /etc/init.d/snapserver ]; then
  printf '#!%s\ncase "$*" in *" snapserver") exit 1 ;; *) echo "install ok installed" ;; esac\n' "$BASH" >"$work/few/dpkg-query"
  : >"$work/sudo"
  setup 1000 test >/dev/null
  grep -qE 'systemctl .*disable --now snapserver.service|init.d/snapserver stop' "$work/sudo" || fail "setup.sh test leaves a server running: $(cat "$work/sudo")"
fi
# The demo runs even if its other player is unavailable.
printf '#!%s\ncase "$*" in *" mpv") exit 1 ;; *) echo "install ok installed" ;; esac\n' "$BASH" >"$work/few/dpkg-query"
rm "$work/few/sudo"
case $(setup 1000 demo) in *"mode stream is left out: mpv"*) ;; *) fail "setup.sh demo as a user: $(cat "$work/log")" ;; esac
echo "test-deploy: set-up says what to do without root and without a network"

# The cross-built package for a Raspberry Pi: each missing requirement gives an error with a remedy before anything
# starts.
mkdir -p "$work/fake"
pretend() { printf '#!/bin/sh\n%s\n' "$2" >"$work/fake/$1" && chmod +x "$work/fake/$1"; } # pretend PROGRAM COMMAND
refused() { # refused WORDS COMMAND...: checks that it fails with these words
  local words=$1
  shift
  ! PATH=$work/fake:$PATH GESTUREFLOW_CROSS=${folder:-$work/cross} "$@" >"$work/log" 2>&1 || fail "$* succeeds where it cannot"
  grep -qF -- "$words" "$work/log" || fail "$* does not say '$words': $(cat "$work/log")"
  rm -f "$work"/fake/*
}
pretend uname 'echo aarch64'
refused "on arm64 itself 'make deb' makes the package" scripts/cross/setup.sh
folder=/proc/nowhere refused "cannot be written" scripts/cross/setup.sh
if [ "$(uname -m)" = x86_64 ] && [ -f /usr/share/keyrings/debian-archive-keyring.gpg ]; then
  pretend df 'echo Avail; echo 100M'
  refused "take 6 GB" scripts/cross/setup.sh
  pretend apt-get 'echo "E: no network" >&2; exit 100'
  pretend df 'echo Avail; echo 9000M'
  refused "check the network" scripts/cross/setup.sh
  [ ! -e "$work/cross/host.done" ] || fail "a compiler that could not be fetched counts as there"
fi
refused "run scripts/cross/setup.sh" scripts/cross/swift.sh build
refused "run scripts/cross/setup.sh" scripts/cross/run.sh true
refused "there is no core 'cortex-a99'" scripts/cross/run.sh --cpu cortex-a99 true
for case in "0:may not make mount namespaces" "1000:gives namespaces to root only"; do
  pretend unshare 'exit 1'
  pretend id "echo ${case%%:*}"
  refused "${case#*:}" "$BASH" -c '. scripts/cross/places.sh; own_namespace'
done
refused "a package for 'riscv64' cannot be made" scripts/deb.sh riscv64
# The programs of both processors are built with the same libraries.
lists() { tr '\n' ' ' <"$1" | sed -nE "s/.* $2=\(([^)]*)\).*/\1/p" | tr ' ' '\n' | grep -E -- '-dev$' | grep -vE '^(libc6|libstdc\+\+-[0-9]+|libgcc-[0-9]+|linux-libc|zlib1g)-dev$' | sort; }
[ "$(lists scripts/setup.sh base)" = "$(lists scripts/cross/setup.sh sysroot_packages)" ] ||
  fail "scripts/setup.sh's base and scripts/cross/setup.sh's sysroot_packages name other libraries: $(diff <(lists scripts/setup.sh base) <(lists scripts/cross/setup.sh sysroot_packages) | grep '^[<>]')"
[ -n "$(lists scripts/setup.sh base)" ] || fail "no library was found in scripts/setup.sh's base: mend this check"
echo "test-deploy: the cross build says what to do without room, network, namespaces or set-up, and knows every library"
# Raspberry Pi OS trixie has all dependencies beside the linked libraries. The arm64 packages are Debian's own; the
# programs of its cameras come from Raspberry Pi OS.
of_raspberry_pi="rpicam-apps-lite rpicam-apps"
if known=$(packages_of trixie arm64); then
  for package in $(sed -nE 's/^(Depends|Recommends|Suggests): //p' deploy/debian/control | tr ',|' '  ' | sed 's/@DEPENDS@//'); do
    case " $of_raspberry_pi " in *" $package "*) continue ;; esac
    grep -qx "$package" <<<"$known" || fail "deploy/debian/control names $package, and Debian trixie has none for arm64"
  done
  echo "test-deploy: whatever the package asks for is in Debian trixie for arm64"
else
  echo "test-deploy: SKIPPED what the package asks for on a Raspberry Pi: Debian trixie's lists cannot be had here"
fi
for script in deploy/scripts/* deploy/debian/p* deploy/install.sh; do sh -n "$script" || fail "$script"; done
