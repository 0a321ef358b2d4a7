#!/usr/bin/env bash
# Installs the missing requirements of the project.
# They are Debian packages, then the model runtime and the models, including those that scripts/models makes.
# Idempotent, and quick when there is nothing to do. `make setup` and every other target run it.
#
#   scripts/setup.sh            packages, runtime and models
#   scripts/setup.sh runtime    runtime and models only
#   scripts/setup.sh test       also the tools of tests; if one is unavailable, the script says so and its test is
#                               skipped; with CI set that is an error
#   scripts/setup.sh docs       only the tools that make and check the pages of make docs
#   scripts/setup.sh demo       also the other player of the demo's mode stream, or a message that it is unavailable
#   scripts/setup.sh deb        also the tools that make the Debian package
#   scripts/setup.sh chroot     also the tools that try the package in a root of its own
#   scripts/setup.sh cross      only the tools that make a Raspberry Pi's Debian package on an x86-64 machine:
#                               neither Swift nor libraries of this machine
#   scripts/setup.sh test-cross also the tools that compare a Raspberry Pi's processor with this one
#   scripts/setup.sh lab        also the tools that make the package and the virtual machine
#   scripts/setup.sh arm        also the tools that run the models on emulated ARM cores
#   scripts/setup.sh cost       also the tools that count instructions on emulated ARM cores and know their time
#   scripts/setup.sh locks      also the debugger that counts locks
#   scripts/setup.sh image      also the tools that make and try the firmware image
#   scripts/setup.sh bench      also the peers of the measurements
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Programs and libraries of the project's scripts and tests, by their user. Debian's minimum, Swift and git do not
# bring them.
base=(
  libasound2-dev libsndfile1-dev libmpg123-dev libebur128-dev libsodium-dev libv4l-dev libturbojpeg0-dev libpng-dev libgpiod-dev liblo-dev libsystemd-dev libsqlite3-dev ableton-link-dev
  ffmpeg pkg-config python3 python3-pip unzip make ca-certificates
)
# The wheels of the model runtime and the models; git for the Swift packages; tools that fetch .cross; dpkg-shlibdeps,
# and objdump and strip for arm64, which it calls; fakeroot; lintian; xz.
for_cross=(
  python3 python3-pip unzip ca-certificates git debian-archive-keyring dpkg-dev binutils-aarch64-linux-gnu fakeroot lintian xz-utils gzip
)
# dtc, fdtoverlay; promtool; a browser; systemd-analyze; oscdump; a bus for the doubles of BlueZ and of players;
# players for it, and a client that monitors it; the players of the box's pipe; the exporter of figures; ip; readers
# of capture files; ssh-keygen; a voice; ab and nc, clients of the sockets.
for_tests=(
  device-tree-compiler prometheus chromium systemd liblo-tools dbus-daemon mpv mpv-mpris vlc-bin vlc-plugin-base playerctl snapserver snapclient
  prometheus-node-exporter curl iproute2 flac openssh-client espeak-ng apache2-utils netcat-openbsd
)
# The pages' browser.
for_docs=(python3 python3-pip ca-certificates chromium)
# A player, and the bus that carries the hands' commands to it.
for_demo=(dbus-daemon mpv mpv-mpris)
# The packages among these that start network servers, now and at boot. The project needs only their programs.
servers=(mpd prometheus prometheus-node-exporter snapserver snapclient)
# dpkg-shlibdeps; fakeroot; objcopy, strip, ar, nm; lintian; xz.
for_deb=(dpkg-dev fakeroot binutils lintian xz-utils gzip)
# The image; its kernel and first stage; the machine; sticks: mkfs.vfat, mcopy, mkntfs and ntfscp, mke2fs and debugfs;
# gcc for the kernel modules; dtc and fdtoverlay for the Pi 4's tree.
for_lab=(mmdebstrap debian-archive-keyring zstd cpio kmod busybox-static qemu-system-x86 dosfstools mtools ntfs-3g e2fsprogs gcc libc6-dev device-tree-compiler xz-utils)
# The image's packages; its file systems; its updates, which RAUC packs with mksquashfs; GRUB; tools that build and
# read a Pi's parts; the machine that tries it.
for_image=(
  mmdebstrap debian-archive-keyring erofs-utils squashfs-tools dosfstools mtools e2fsprogs fdisk rauc openssl zstd xz-utils cpio kmod fakeroot binutils grub-efi-amd64-bin grub-common
  device-tree-compiler gcc-aarch64-linux-gnu make qemu-system-x86 qemu-system-arm qemu-user-static arch-test ovmf openssh-client
)
# The emulated cores; their compiler with its C library; gcc for this machine.
for_arm=(qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc libc6-dev)
# The emulated cores with plugins, which only Debian 12's has; the compiler of the plugin; llvm-mc, llvm-mca.
for_cost=(qemu-user gcc libc6-dev llvm-19)
# A C program for both processors.
for_test_cross=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc libc6-dev)
# The peer's environment, and the libraries of its OpenCV; the stretcher's peers, and the compiler of the program that
# measures them; the peers of the synthesizer and of the music library.
for_bench=(python3-venv libgl1 libglib2.0-0 librubberband-dev libsoundtouch-dev g++ fluidsynth timgm6mb-soundfont csound mpd)

is_installed() {
  # Python and pip may exist without Debian's package.
  case $1 in
    python3) command -v python3 >/dev/null && return ;;
    git) command -v git >/dev/null && return ;;
    python3-pip) python3 -m pip --version >/dev/null 2>&1 && return ;;
    python3-venv) python3 -c 'import ensurepip, venv' 2>/dev/null && return ;;
  esac
  dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'
}

# as_root COMMAND...: runs the command with sudo if that is necessary and installed.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; else sudo env LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; fi
}

# apt_get WORD...: runs apt-get and prints its output only when it fails. It waits up to five minutes for apt's locks,
# which a new machine's own updates hold.
apt_get() {
  local log tries code
  log=$(mktemp)
  for tries in {1..60}; do
    code=0
    as_root apt-get -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1 </dev/null || code=$?
    # The lock of the lists has no such timeout in apt.
    [ $code != 0 ] && grep -q 'Could not get lock\|Unable to lock' "$log" || break
    [ "$tries" != 1 ] || say "another program holds apt's lock: waiting for it"
    sleep "${GESTUREFLOW_LOCK_PAUSE:-5}"
  done
  [ $code = 0 ] || sed 's/^/setup:   /' "$log" | tail -n 12 >&2
  rm -f "$log"
  return $code
}

# install_packages PACKAGE...: installs all of them, or prints an error with a remedy.
install_packages() {
  local missing=() package
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null || fail "missing packages: ${missing[*]}; this script installs them on Debian only"
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || fail "missing packages: ${missing[*]}; install them as root: apt-get install ${missing[*]}"
  say "installing ${missing[*]}"
  apt_get update -qq || fail "apt-get update failed: check the network and apt's sources"
  apt_get install -y -qq --no-install-recommends "${missing[@]}" ||
    fail "the packages could not be installed: check the network, then run this again"
}

# be_quiet PACKAGE: stops and disables the server that a package has just started. It leaves a server alone that
# existed before: that is its owner's.
be_quiet() {
  case " ${servers[*]} " in *" $1 "*) ;; *) return 0 ;; esac
  if [ -d /run/systemd/system ]; then
    as_root systemctl --quiet disable --now "$1.service" >/dev/null 2>&1 || say "$1 serves the network now: systemctl disable --now $1 stops it"
  elif [ -x "/etc/init.d/$1" ]; then
    as_root "/etc/init.d/$1" stop >/dev/null 2>&1 || true
  fi
}

# install_what_can_be_had CONSEQUENCE PACKAGE...: installs the available packages, and names the others with the
# consequence. In CI a missing package is an error.
install_what_can_be_had() {
  local consequence=$1 missing=() package
  shift
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -eq 0 ] && return
  [ -z "${CI:-}" ] || consequence="in CI every test has its tools"
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    say "neither root nor sudo, so not installed, and $consequence: ${missing[*]}"
  else
    say "installing ${missing[*]}"
    apt_get update -qq || true
    # Install one at a time only if all at once fail.
    if apt_get install -y -qq --no-install-recommends "${missing[@]}"; then
      for package in "${missing[@]}"; do be_quiet "$package"; done
    else
      for package in "${missing[@]}"; do
        if apt_get install -y -qq --no-install-recommends "$package"; then be_quiet "$package"; else say "$package could not be installed: $consequence"; fi
      done
    fi
  fi
  [ -z "${CI:-}" ] || for package in "${missing[@]}"; do is_installed "$package" || fail "$package is missing: $consequence"; done
}

# Wheels by name, version, pip platform and SHA-256. The models' wheel is the same for every machine: only its data is
# used.
runtime_wheel() {
  case $1 in
    x86_64) echo "ai-edge-litert==2.3.0 manylinux_2_27_x86_64 1f15078a6725d2357d9de9221664c29afa0545d807559c5f7199ce5e40b96b23" ;;
    aarch64) echo "ai-edge-litert==2.3.0 manylinux_2_27_aarch64 853fc608f96da87bd5f3458465dfb9abbf18d5ae6b94eceacead407146f175ae" ;;
    *) return 1 ;;
  esac
}
models_wheel="mediapipe==0.10.21 manylinux_2_28_x86_64 05dc4a9e593655a79558d05d6227d31018c2537a4bd3362b51e230cf22aecfe3"

# The wheels of make docs: a reader of Markdown, and a wheel with Mermaid 11 for the browser, of which only that part
# is used. They are the same for every machine.
docs_wheels=(
  "markdown-it-py==3.0.0 any 355216845c60bd96232cd8d8c40e8f9765cc86f46880e43a8fd22dc1a1a8cab1"
  "mdurl==0.1.2 any 84008a41e51615a49fc9966191ff91509e3c40b939176e643fd50a5c2196b8f8"
  "nicegui==3.18.0 any a2bd51642312d98aab6d8b641245d796ff1b89da5829777170bcc488140c3dcd"
)

# download_wheel NAME==VERSION PLATFORM SHA256 FOLDER
download_wheel() {
  local list=$4/requirements.txt
  printf '%s --hash=sha256:%s\n' "$1" "$3" >"$list"
  # GESTUREFLOW_INDEX replaces the package index; the tests point it at a folder.
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
    --python-version 311 --implementation cp --abi cp311 --platform "$2" \
    ${GESTUREFLOW_INDEX:+--no-index --find-links "$GESTUREFLOW_INDEX"} -d "$4" -r "$list" >"$4/pip.log" 2>&1 || {
    if grep -qi 'hashes' "$4/pip.log" && grep -qi 'do not match' "$4/pip.log"; then
      local got
      got=$(sed -nE 's/^ *Got +([0-9a-f]{64}).*/\1/p' "$4/pip.log" | head -n 1)
      fail "$1: the downloaded file has a wrong SHA-256, ${got:-unknown} instead of $3; nothing was kept. Try again later, and do not use that file"
    fi
    sed 's/^/setup:   /' "$4/pip.log" | tail -n 3 >&2
    fail "$1 could not be downloaded: check the network, then run make setup again"
  }
}

# fetch_docs_wheels: fetches them into .runtime/docs, once for each list of wheels.
fetch_docs_wheels() {
  local root=${GESTUREFLOW_RUNTIME_ROOT:-.runtime} wheel
  ! cmp -s <(printf '%s\n' "${docs_wheels[@]}") "$root/docs/wheels" || return 0
  say "fetching the Markdown reader and Mermaid"
  mkdir -p "$root"
  work=$(mktemp -d "$root/.new.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  # shellcheck disable=SC2086
  for wheel in "${docs_wheels[@]}"; do download_wheel $wheel "$work"; done
  printf '%s\n' "${docs_wheels[@]}" >"$work/wheels"
  rm -rf "$root/docs"
  mv -T "$work" "$root/docs"
  trap - EXIT
}

# whole FOLDER LIST: tests that every file of the list has its SHA-256 there.
whole() { (cd "$1" 2>/dev/null && sha256sum --status -c - 2>/dev/null) <"$2"; }

# must_be_whole FOLDER LIST: as `whole`, with an error that names the first wrong file.
must_be_whole() {
  ! whole "$1" "$2" || return 0
  local digest name got
  while read -r digest name; do
    got=$( (sha256sum "$1/$name" 2>/dev/null || echo none) | cut -d ' ' -f 1)
    [ "$got" = "$digest" ] ||
      fail "$name has the SHA-256 $got instead of $digest; nothing was kept. The wheels of scripts/setup.sh and $2 do not belong together: take both from one commit"
  done <"$2"
}

fetch_runtime() {
  local arch=${GESTUREFLOW_ARCH:-$(uname -m)} sums
  sums=$PWD/scripts/runtime.$arch.sha256
  [ -f "$sums" ] || fail "there is no model runtime for $arch; x86_64 and aarch64 are supported"
  local root=${GESTUREFLOW_RUNTIME_ROOT:-.runtime}
  local target=$root/$arch
  if whole "$target" "$sums" && cmp -s "$sums" "$target/SHA256SUMS"; then return; fi
  mkdir -p "$root"
  # Files of a run that was killed or lost its power; the hour protects a run in progress.
  find "$root" -maxdepth 1 -name '.new.*' -mmin +60 -exec rm -rf {} +
  # Global: the trap also runs after the function has returned.
  work=$(mktemp -d "$root/.new.XXXXXX")
  # After an error no incomplete file is left behind.
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/files"
  python3 -B scripts/models/make.py --fetched "$sums" >"$work/fetched"
  if whole "$target" "$work/fetched"; then
    # A folder of another version: it has the downloads, and lacks only the files made of them.
    while read -r _ name; do cp "$target/$name" "$work/files/"; done <"$work/fetched"
  else
    say "fetching the model runtime and the models for $arch"
    local wheel
    wheel=$(runtime_wheel "$arch")
    # shellcheck disable=SC2086
    download_wheel $wheel "$work"
    # shellcheck disable=SC2086
    download_wheel $models_wheel "$work"
    unzip -qoj "$work"/ai_edge_litert-*.whl 'ai_edge_litert/libLiteRt.so' -d "$work/files"
    unzip -qoj "$work"/mediapipe-*.whl 'mediapipe/modules/hand_landmark/hand_landmark_*.tflite' 'mediapipe/modules/palm_detection/palm_detection_*.tflite' -d "$work/files"
    must_be_whole "$work/files" "$work/fetched"
  fi
  say "making the smaller models"
  cp "$sums" "$work/files/SHA256SUMS"
  python3 -B scripts/models/make.py "$work/files" || fail "the smaller models could not be made; nothing was kept"
  must_be_whole "$work/files" "$sums"
  rm -rf "$target"
  mv -T "$work/files" "$target"
  rm -rf "$work"
  trap - EXIT
  say "ready: $target"
}

case ${1:-} in
  runtime) ;;
  "") install_packages "${base[@]}" ;;
  test)
    install_packages "${base[@]}"
    install_what_can_be_had "their tests are skipped" "${for_tests[@]}"
    ;;
  docs)
    install_packages "${for_docs[@]}"
    fetch_docs_wheels
    exit 0
    ;;
  demo)
    install_packages "${base[@]}"
    install_what_can_be_had "mode stream is left out" "${for_demo[@]}"
    ;;
  deb) install_packages "${base[@]}" "${for_deb[@]}" ;;
  chroot) install_packages "${base[@]}" "${for_deb[@]}" mmdebstrap debian-archive-keyring ;;
  cross)
    install_packages "${for_cross[@]}"
    GESTUREFLOW_ARCH=aarch64
    ;;
  test-cross)
    install_packages "${base[@]}" "${for_cross[@]}" "${for_test_cross[@]}"
    GESTUREFLOW_ARCH=aarch64
    ;;
  lab) install_packages "${base[@]}" "${for_deb[@]}" "${for_lab[@]}" ;;
  arm) install_packages "${base[@]}" "${for_arm[@]}" ;;
  cost) install_packages "${base[@]}" "${for_cost[@]}" ;;
  locks) install_packages "${base[@]}" gdb binutils ;;
  image) install_packages "${for_image[@]}" ;;
  bench) install_packages "${base[@]}" "${for_bench[@]}" ;;
  *) fail "there is no group '$1': runtime, test, docs, demo, deb, chroot, cross, test-cross, lab, arm, cost, locks, image, bench" ;;
esac
[ "${1:-}" != image ] || exit 0
fetch_runtime
case ${1:-} in runtime | cross | test-cross) exit 0 ;; esac
command -v swift >/dev/null || fail "swift is not there: install Swift 6.2 or newer (swift.org/install, or Debian's swiftlang)"
