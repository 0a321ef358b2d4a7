# Shared parts of the scripts of `make image`; they run in the project's folder.
# shellcheck shell=bash disable=SC2034

say() { printf 'image: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# The time of all time stamps: the last commit's. So two builds of one commit have the same bits.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1764000000)}
E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH
export SOURCE_DATE_EPOCH E2FSPROGS_FAKE_TIME LC_ALL=C TZ=UTC

cache=${GESTUREFLOW_IMAGE_CACHE:-.image-cache}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# The card, in MiB; the same for both processors. It uses MBR, because a Pi's firmware does not start a second slot
# from GPT.
# first-stage, tryboot and grub.cfg use the numbers of the partitions, too.
selector_size=64 boot_size=128 root_size=768 data_size=64
# The disk's signature; the first stage finds the disk by it.
disk_id=0x47465731
# The goal for the root's size in MiB, below its partition's size.
root_limit=500

# release_of ARCH: prints the Debian release of the image's packages. The program is linked with its libraries: this
# machine's own, or those of the Pi's sysroot (scripts/cross/setup.sh).
release_of() {
  if [ "$1" = arm64 ]; then echo trixie; else (. /etc/os-release && echo "$VERSION_CODENAME"); fi
}

# sources_of ARCH: prints its lines for apt.
sources_of() {
  local release mirror
  release=$(release_of "$1") mirror=$(scripts/mirror.sh)
  echo "deb [arch=$1 signed-by=$keyring] $mirror $release main non-free-firmware"
  echo "deb [arch=$1 signed-by=$keyring] ${SECURITY_MIRROR:-http://deb.debian.org/debian-security} $release-security main non-free-firmware"
}

# of_raspberry_pi RELEASE: whether this is Raspberry Pi's own kernel for the Pi 4 and 5. Its name for 16 KiB pages,
# rpi-2712, starts on a Pi 5 alone.
of_raspberry_pi() { [[ $1 == *-rpi-v8 ]]; }

# apt_of NAME ARCH COMMAND...: runs a private apt that treats no package as installed. It knows only the sources in
# apt/NAME-ARCH/sources.list of the cache.
apt_of() {
  local state
  state=$(realpath "$cache")/apt/$1-$2
  local arch=$2
  shift 2
  mkdir -p "$state"/lists/partial "$state"/cache/archives/partial
  : >"$state/status"
  "$@" -qq -oAPT::Architecture="$arch" -oAPT::Architectures="$arch" -oDir::Etc::sourcelist="$state/sources.list" -oDir::Etc::sourceparts=/dev/null -oDir::State="$state" \
    -oDir::State::lists="$state/lists" -oDir::State::status="$state/status" -oDir::Cache="$state/cache" -oAcquire::Languages=none -oAPT::Sandbox::User="$(id -un)" -oDebug::NoLocking=true
}

# apt_sources NAME ARCH LINE...: sets the sources of apt_of NAME ARCH, and fetches their lists.
apt_sources() {
  local folder=$cache/apt/$1-$2 name=$1 arch=$2
  shift 2
  mkdir -p "$folder"
  printf '%s\n' "$@" >"$folder/sources.list"
  apt_of "$name" "$arch" apt-get --error-on=any update >"$cache/apt.log" 2>&1 || { tail -n 3 "$cache/apt.log" >&2; fail "Debian's lists cannot be had: check the network, then run make image again"; }
}

# kernel_of ARCH RELEASE: prints the kernel's file. modules_of: prints the folder of its modules.
kernel_of() {
  local file
  for file in "$cache/$1/kernel/boot/vmlinuz-$2" "$cache/$1/kernel/usr/lib/modules/$2/vmlinuz"; do [ ! -f "$file" ] || { echo "$file"; return; }; done
  fail "the packages of the kernel $2 have no vmlinuz: one of them is missing in ${KERNEL:-$cache/$1/debs/kernel}"
}
modules_of() {
  local folder
  for folder in "$cache/$1/kernel"/{usr/lib,lib}/modules/"$2"; do [ ! -d "$folder/kernel" ] || { echo "$folder"; return; }; done
  fail "the packages of the kernel $2 have no modules: one of them is missing in ${KERNEL:-$cache/$1/debs/kernel}"
}

# recipe WORD...: prints a short hash of these words; parts in the cache carry it.
recipe() { printf '%s\n' "$@" | sha256sum | cut -c1-16; }
