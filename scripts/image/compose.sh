#!/usr/bin/env bash
# Puts the image together from files, file systems and partitions.   usage: compose.sh ARCH PACKAGE.deb VERSION KEYS
# WORK
# It writes WORK/{disk.img,spdx.json} and WORK/bundle/{boot.img,root.img}. image.sh runs it, without root in fakeroot.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
arch=$1 package=$2 version=$3 keys=$4 work=$5
parts=$cache/$arch release=$(cat "$cache/$arch/release") tree=$work/tree
umask 022

# at_epoch FOLDER: gives every file in it the build's time.
at_epoch() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }
# fat FILE MIB NAME SERIAL FOLDER: makes a FAT32 file system of the folder, in the order of the names, so that two
# builds have the same bits.
fat() {
  local file=$1 folder=$5 path
  rm -f "$file"
  truncate -s "${2}M" "$file"
  mkfs.vfat -F 32 -n "$3" -i "$4" --invariant "$file" >/dev/null
  at_epoch "$folder"
  (cd "$folder" && find . -mindepth 1 | sort) | while IFS= read -r path; do
    if [ -d "$folder/$path" ]; then mmd -i "$file" "::$path"; else mcopy -m -i "$file" "$folder/$path" "::$path"; fi || exit 1
  done || fail "the files of $3 do not fit: its partition has $2 MiB"
}

# The root: Debian's packages, the kernel's modules, the project's package, the image's own files.
mkdir -p "$tree"
tar --numeric-owner -xpf "$parts/base.tar" -C "$tree" --exclude='./dev/*'
for file in "$parts"/debs/newer/*.deb; do [ ! -e "$file" ] || dpkg-deb -x "$file" "$tree"; done
mkdir -p "$tree"/{data,boot/selector,usr/share/gestureflow,usr/lib/modules}
cp -a "$parts/modules/lib/modules/." "$tree/usr/lib/modules/"
chown -R 0:0 "$tree/usr/lib/modules"
# The project's package is unpacked and recorded as installed. The image replaces its postinst: it makes the users and
# enables the units.
dpkg-deb -x "$package" "$tree"
info=$tree/var/lib/dpkg/info
dpkg-deb -e "$package" "$work/control"
{ dpkg-deb -f "$package" | sed '1a Status: install ok installed'; echo; } >>"$tree/var/lib/dpkg/status"
for file in postinst prerm postrm md5sums conffiles; do cp "$work/control/$file" "$info/gestureflow.$file"; done
dpkg-deb --fsys-tarfile "$package" | tar -t | sed -E 's|^\.||; s|(.)/$|\1|; s|^/$|/.|' >"$info/gestureflow.list"
cp -r --remove-destination deploy/image/rootfs/. "$tree/"
chown -R 0:0 "$tree"/usr/lib/gestureflow/image
install -m 644 "$keys/keyring.pem" "$tree/usr/share/gestureflow/keyring.pem"
echo "$version" >"$tree/usr/share/gestureflow/image-version"
mkdir -p "$tree/etc/rauc"
case $arch in
  amd64)
    bootloader='bootloader=grub\ngrubenv=/boot/selector/grub/grubenv'
    install -m 755 deploy/image/grub-editenv "$tree/usr/bin/grub-editenv"
    ;;
  arm64)
    bootloader='bootloader=custom'
    of_raspberry_pi "$release" || echo gf_tryboot >"$tree/etc/modules-load.d/gf_tryboot.conf"
    ;;
esac
sed -e "s/@ARCH@/$arch/" -e "s|@BOOTLOADER@|$bootloader|" deploy/image/system.conf >"$tree/etc/rauc/system.conf"
[ "$arch" != arm64 ] || printf 'bootloader-custom-backend=/usr/lib/gestureflow/image/tryboot\n' >>"$tree/etc/rauc/system.conf"
systemd-sysusers "--root=$(realpath "$tree")" gestureflow-image.conf gestureflow.conf >"$work/sysusers.log" 2>&1 || { cat "$work/sysusers.log" >&2; fail "the image's users could not be made (see above)"; }
for user in gestureflow:x:870: owner:x:871:; do
  grep -q "^$user" "$tree/etc/passwd" || fail "the image has no user ${user%%:*} with its number: look at deploy/image/rootfs/usr/lib/sysusers.d"
done
# Enable our units and the units that an owner can turn on, each with its own condition. Disable the units that a box
# does not need.
# The root is read-only, so /tmp is memory: units with PrivateTmp or PrivateDevices do not start without it. Since
# Debian 13 the unit is in its place.
[ -e "$tree/usr/lib/systemd/system/tmp.mount" ] || install -m 644 "$tree/usr/share/systemd/tmp.mount" "$tree/usr/lib/systemd/system/tmp.mount"
enable=(tmp.mount gestureflow.service gestureflow-governor.service gestureflow-poweroff.path gestureflow-restart.path gestureflow-requests.socket gestureflow-update.path gestureflow-health.service gestureflow-grow-data.service gestureflow-owner-files.service gestureflow-keep-errors.timer ssh.service iwd.service avahi-daemon.service systemd-networkd.service systemd-resolved.service systemd-timesyncd.service)
mask=(apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer man-db.timer systemd-pcrphase.service ssh.socket getty@tty1.service systemd-networkd-wait-online.service)
# Nothing on the box uses these, and the music waits for them.
mask+=(dev-hugepages.mount sys-kernel-debug.mount sys-kernel-tracing.mount proc-sys-fs-binfmt_misc.automount modprobe@efi_pstore.service modprobe@drm.service systemd-update-utmp.service systemd-update-utmp-runlevel.service systemd-network-generator.service)
# The music does not wait for the clock, which timesyncd restores.
sed -i '/^Before=/s/ sysinit\.target//' "$tree/usr/lib/systemd/system/systemd-timesyncd.service"
# Some units have a script of System V as well. Programs of the image cannot change those here, and nothing reads them.
export SYSTEMCTL_SKIP_SYSV=1
systemctl "--root=$(realpath "$tree")" --quiet enable "${enable[@]}" >"$work/units.log" 2>&1 || { cat "$work/units.log" >&2; fail "a unit could not be switched on in the image (see above)"; }
systemctl "--root=$(realpath "$tree")" --quiet mask "${mask[@]}" >"$work/units.log" 2>&1 || { cat "$work/units.log" >&2; fail "a unit could not be switched off in the image (see above)"; }
if [ -n "${TEST:-}" ]; then
  install -m 644 lab/image/test-shell.service "$tree/usr/lib/systemd/system/"
  systemctl "--root=$(realpath "$tree")" --quiet enable test-shell.service
fi
# An image contains no person's key, name, number or password.
rm -rf "$tree"/etc/ssh/ssh_host_* "$tree"/etc/resolv.conf "$tree"/var/lib/systemd/random-seed "$tree"/var/lib/dbus/machine-id "$tree"/var/cache/* "$tree"/var/lib/apt/lists/* "$tree"/var/log/* "$tree"/usr/share/{man,info,locale,lintian,bug}
: >"$tree/etc/machine-id"
: >"$tree/etc/fstab"
echo gestureflow >"$tree/etc/hostname"
printf '127.0.0.1 localhost\n127.0.1.1 gestureflow\n::1 localhost\n' >"$tree/etc/hosts"
ln -sf ../run/systemd/resolve/stub-resolv.conf "$tree/etc/resolv.conf"
# The change dates of users and groups are days: use the build's.
sed -i -E "s/^((gestureflow|owner):[^:]*):[0-9]*:/\1:$((SOURCE_DATE_EPOCH / 86400)):/" "$tree/etc/shadow"
touch "$tree/etc/.updated" "$tree/var/.updated"
grep -qE '^(root|owner):[^*!]' "$tree/etc/shadow" && fail "a user of the image has a password: none may have"
python3 -B scripts/image/libraries.py "$tree" /usr/bin/gestureflowd /usr/bin/ffmpeg /usr/bin/ffprobe /usr/bin/rauc /usr/sbin/sshd /usr/libexec/iwd >&2 ||
  fail "programs of the image lack libraries (see above): take them out of left_out in scripts/image/base.sh"
mapfile -t beside < <(find "$parts/debs" -name '*.deb' ! -path '*/headers/*' | sort)
python3 -B scripts/image/spdx.py "$tree" "gestureflow-$arch" "$version" "$SOURCE_DATE_EPOCH" "${beside[@]}" >"$work/spdx.json" || fail "the list of packages could not be made (see above)"
# Users do not change to other users: a program needs only its user's rights.
find "$tree" -xdev -type f -perm /6000 -exec chmod ug-s {} +
at_epoch "$tree"
mkdir -p "$work/bundle"
mkfs.erofs --quiet "-zlz4hc,${EROFS_LEVEL:-9}" -C65536 "-T$SOURCE_DATE_EPOCH" -U 00000000-0000-4000-8000-000000000001 "$work/bundle/root.img" "$tree" >"$work/erofs.log" 2>&1 || { cat "$work/erofs.log" >&2; fail "the root could not be packed (see above): is the disk full?"; }
size=$(($(stat -c %s "$work/bundle/root.img") >> 20))
[ "$size" -le $root_limit ] || fail "the root takes $size MiB, and $root_limit is the limit: leave out more in scripts/image/base.sh"
# RAUC takes whole blocks of 4096.
truncate -s %4096 "$work/bundle/root.img"

# A slot's boot partition: kernel, first stage, and on a Pi its firmware. It is the same in both slots: nothing in it
# names its slot.
mkdir -p "$work/boot"
kernel=$(kernel_of "$arch" "$release")
# The first stage reads the identifier with the lowest byte first.
id=$(printf %08x $((disk_id)) | sed -E 's/(..)(..)(..)(..)/\4\3\2\1/')
words="gf.disk=$id quiet loglevel=4 panic=10 systemd.show_status=0 net.ifnames=0"
cp "$parts/initrd.zst" "$work/boot/initrd.zst"
case $arch in
  amd64)
    cp "$kernel" "$work/boot/vmlinuz"
    sed "s|@WORDS@|console=tty0 console=ttyS0 $words|" deploy/image/grub-slot.cfg >"$work/boot/slot.cfg"
    ;;
  arm64) scripts/image/pi-boot.sh "$work/boot" "$kernel" "$words" ;;
esac
fat "$work/bundle/boot.img" $boot_size GF-BOOT 47464254 "$work/boot"

# The first partition selects the slot to start. It is also the owner's place for files.
mkdir -p "$work/selector"
cp deploy/image/selector/* "$work/selector/"
sed -i 's/$/\r/' "$work/selector/README.txt"
case $arch in
  amd64)
    mkdir -p "$work/selector/EFI/BOOT" "$work/selector/grub"
    cp deploy/image/grub.cfg "$work/selector/grub/"
    grub-editenv "$work/selector/grub/grubenv" create
    grub-editenv "$work/selector/grub/grubenv" set ORDER="A B" A_OK=1 B_OK=0 A_TRY=0 B_TRY=0
    grub-mkimage -O x86_64-efi -o "$work/selector/EFI/BOOT/BOOTX64.EFI" -p /grub part_msdos fat normal configfile loadenv test linux echo regexp reboot serial terminal sleep minicmd search search_fs_file
    ;;
  arm64) printf '[all]\ntryboot_a_b=1\nboot_partition=2\n[tryboot]\nboot_partition=3\n' >"$work/selector/autoboot.txt" ;;
esac
fat "$work/selector.img" $selector_size GESTUREFLOW 47465331 "$work/selector"
# It grows to the card, and then has an inode for each 16 KiB, because it begins with half a group of blocks.
number=47465731-0000-4000-8000-000000000007
mke2fs -q -t ext4 -b 4096 -i 8192 -m 0 -L gf-data -U $number -E "hash_seed=$number,lazy_itable_init=1,root_owner=0:0" -O ^metadata_csum_seed "$work/data.img" ${data_size}M

# The card: sfdisk for the table, dd with holes for the rest. The second slot is empty until the first update.
mib=2048
type=c
[ "$arch" = arm64 ] || type=ef
s1=$((4 * mib))
s2=$((s1 + selector_size * mib))
s3=$((s2 + boot_size * mib))
s4=$((s3 + boot_size * mib))
s5=$((s4 + 4 * mib))
s6=$((s5 + root_size * mib + 4 * mib))
s7=$((s6 + root_size * mib + 4 * mib))
end=$((s7 + data_size * mib))
truncate -s $((end * 512)) "$work/disk.img"
sfdisk -q "$work/disk.img" <<END
label: dos
label-id: $disk_id
start=$s1, size=$((selector_size * mib)), type=$type, bootable
start=$s2, size=$((boot_size * mib)), type=c
start=$s3, size=$((boot_size * mib)), type=c
start=$s4, size=$((end - s4)), type=f
start=$s5, size=$((root_size * mib)), type=83
start=$s6, size=$((root_size * mib)), type=83
start=$s7, size=$((data_size * mib)), type=83
END
put() { dd if="$1" of="$work/disk.img" bs=1M seek=$(($2 / mib)) conv=notrunc,sparse status=none; }
put "$work/selector.img" $s1
put "$work/bundle/boot.img" $s2
put "$work/bundle/root.img" $s5
put "$work/data.img" $s7
