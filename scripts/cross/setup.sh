#!/usr/bin/env bash
# Makes the cross build for a 64-bit Raspberry Pi on x86-64 Debian.
# All its files are in .cross (GESTUREFLOW_CROSS replaces the folder). The script installs nothing on the machine and
# needs no root. The first run takes about 10 minutes and 5 GB (1.2 GB of it downloads). Later runs are quick when
# there is nothing to do.
#
#   .cross/host      an x86-64 root of Debian sid with its Swift and qemu-user:
#                    trixie's Swift is older than 6.2, and sid's Swift does not run on older Debian releases
#   .cross/sysroot   trixie's arm64 libraries and headers, as on a Pi, with sid's arm64 Swift modules and runtime;
#                    its dpkg database serves dpkg-shlibdeps
#   .cross/sdks      Swift's description of the two
#
# The packages are unpacked and never configured: arm64 programs and package scripts do not run here.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/cross/places.sh

say() { printf 'cross: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# The releases of the compiler and of the Pi's libraries.
compiler_suite=sid
pi_suite=trixie
# The compiler, git and the tools with which it fetches Swift packages. Dependencies come with them. SwiftPM compiles
# Package.swift for this machine with the headers and the library of g++.
host_packages=(base-files bash dash coreutils sed grep findutils git ca-certificates swiftlang libc6-dev g++ qemu-user)
# The headers and libraries of the C and C++ targets. libcurl and libxml2 belong to Foundation: the linker looks for
# its networking and XML modules, though nothing here uses them.
sysroot_packages=(
  base-files libc6-dev libstdc++-14-dev libgcc-14-dev linux-libc-dev zlib1g-dev
  libasound2-dev libsndfile1-dev libmpg123-dev libebur128-dev libsodium-dev libv4l-dev libturbojpeg0-dev libpng-dev libgpiod-dev liblo-dev libsystemd-dev libsqlite3-dev ableton-link-dev
)
# Files that the build does not read.
unread=(--exclude=./usr/share/man --exclude=./usr/share/locale --exclude=./usr/share/doc)
# The compiler's package has 2 GB of parts that nothing here uses. They are debuggers, editor services and runtimes of
# other machines.
useless=(--exclude='./usr/libexec/swift/bin/lldb*' --exclude='./usr/libexec/swift/bin/clangd' --exclude='./usr/libexec/swift/bin/docc' --exclude='./usr/libexec/swift/bin/sourcekit-lsp'
  --exclude='./usr/libexec/swift/bin/wasm*' --exclude='./usr/libexec/swift/lib/liblldb*' --exclude='./usr/libexec/swift/lib/libsourcekit*' --exclude='./usr/libexec/swift/lib/libSwiftSourceKit*'
  --exclude='./usr/libexec/swift/lib/libLTO*' --exclude='./usr/libexec/swift/lib/libclang.so*' --exclude='./usr/libexec/swift/lib/*/embedded' --exclude='./usr/libexec/swift/share/docc'
  "${unread[@]}")
# qemu-user emulates thirty processors; keep one.
emulators=(--exclude='./usr/bin/qemu-*' --exclude='./usr/libexec/qemu-binfmt')

# apt_of SUITE ARCH COMMAND...: runs a private apt that knows only that release and treats no package as installed.
apt_of() {
  local suite=$1 arch=$2 state=$cross/apt/$1-$2
  shift 2
  mkdir -p "$state"/lists/partial "$state"/cache/archives/partial
  : >"$state/status"
  echo "deb [arch=$arch signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$state/sources.list"
  # A clock ahead of the mirror makes sid's lists look 'expired'. Their signatures are still checked.
  "$@" -oAPT::Architecture="$arch" -oAPT::Architectures="$arch" -oDir::Etc::sourcelist="$state/sources.list" -oDir::Etc::sourceparts=/dev/null -oDir::State="$state" \
    -oDir::State::lists="$state/lists" -oDir::State::status="$state/status" -oDir::Cache="$state/cache" -oAcquire::Languages=none -oAcquire::Check-Valid-Until=false \
    -oAPT::Sandbox::User="$(id -un)" -oAPT::Install-Recommends=false -oDebug::NoLocking=true -oDpkg::Use-Pty=false
}

# fetch SUITE ARCH PACKAGE...: downloads the packages and their dependencies into
# .cross/apt/SUITE-ARCH/cache/archives.
fetch() {
  local suite=$1 arch=$2 log=$cross/apt.log
  shift 2
  apt_of "$suite" "$arch" apt-get -qq --error-on=any update >"$log" 2>&1 ||
    { tail -n 3 "$log" >&2; fail "Debian $suite's lists cannot be had from $mirror: check the network, then run this again; what was fetched is kept"; }
  apt_of "$suite" "$arch" apt-get -qq --yes --download-only install "$@" >"$log" 2>&1 ||
    { tail -n 3 "$log" >&2; fail "packages of Debian $suite ($arch) cannot be had: check the network and the room on this disk, then run this again; what was fetched is kept"; }
}

# unpack SUITE ARCH FOLDER [TAR-OPTION...]: unpacks all fetched packages. base-files comes first: it has the links
# /bin and /lib through which the others are unpacked.
unpack() {
  local archives=$cross/apt/$1-$2/cache/archives folder=$3 file
  shift 3
  mkdir -p "$folder"
  for file in "$archives"/base-files_*.deb "$archives"/*.deb; do
    dpkg-deb --fsys-tarfile "$file" | tar -x --no-same-owner -C "$folder" --keep-directory-symlink --exclude='./dev' "$@" ||
      fail "$(basename "$file") cannot be unpacked into $folder: is the disk full? ($(df -h --output=avail "$cross" | tail -n 1 | tr -d ' ') are free)"
  done
}

# done_with NAME, is_done NAME: record and test that a part is complete. A part is made again when its recipe or the
# compiler's version changes.
recipe() { { declare -f "make_$1" apt_of fetch unpack; declare -p compiler_suite pi_suite host_packages sysroot_packages unread useless emulators; } | sha256sum; }
is_done() { [ "$(cat "$cross/$1.done" 2>/dev/null)" = "$(recipe "$1")" ]; }

# Every program for this machine: compiler, linker, emulator.
make_host() {
  fetch $compiler_suite amd64 "${host_packages[@]}"
  unpack $compiler_suite amd64 "$cross/host" "${useless[@]}" "${emulators[@]}"
  dpkg-deb --fsys-tarfile "$cross"/apt/$compiler_suite-amd64/cache/archives/qemu-user_*.deb | tar -x --no-same-owner -C "$cross/host" ./usr/bin/qemu-aarch64
  mkdir -p "$cross/host"/{proc,dev,tmp,root,gf,etc/ssl/certs}
  dpkg-deb -f "$cross"/apt/$compiler_suite-amd64/cache/archives/swiftlang_*.deb Version >"$cross/host/swift.version"
  rm -rf "$cross/apt/$compiler_suite-amd64/cache"
}

# The Pi's libraries and headers, and what dpkg-shlibdeps asks for.
make_sysroot() {
  local archives=$cross/apt/$pi_suite-arm64/cache/archives database=$cross/sysroot/var/lib/dpkg root=$cross/sysroot file name part
  fetch $pi_suite arm64 "${sysroot_packages[@]}"
  unpack $pi_suite arm64 "$root" "${unread[@]}"
  mkdir -p "$database/info"
  echo 1 >"$database/info/format"
  printf 'amd64\narm64\n' >"$database/arch"
  # One entry a package, as dpkg keeps them of installed packages.
  for file in "$archives"/*.deb; do
    name=$(dpkg-deb -f "$file" Package)
    # Only of these there may be several, one for each processor.
    [ "$(dpkg-deb -f "$file" Multi-Arch)" != same ] || name=$name:arm64
    { dpkg-deb -f "$file" | sed '1a Status: install ok installed'; echo; } >>"$database/status"
    dpkg-deb --fsys-tarfile "$file" | tar -t | sed -E 's|^\./?|/|; s|(.)/$|\1|' >"$database/info/$name.list"
    for part in shlibs symbols; do dpkg-deb -I "$file" $part >"$database/info/$name.$part" 2>/dev/null || rm -f "$database/info/$name.$part"; done
  done
  # Absolute links would lead into this machine.
  find "$root" -type l -lname '/*' -printf '%p\t%l\n' | while IFS=$'\t' read -r file name; do ln -sfnr "$root$name" "$file"; done
  rm -rf "$cross/apt/$pi_suite-arm64/cache"
}

# Swift's arm64 modules and libraries, from the compiler's arm64 packages.
make_swift() {
  local archives=$cross/apt/$compiler_suite-arm64/cache/archives root=$cross/sysroot work=$cross/swift.new file
  rm -rf "$work" "$root/usr/lib/swift" "$root/usr/lib/swift_static" "$root/usr/lib/clang"
  mkdir -p "$archives/partial" "$work"
  apt_of $compiler_suite arm64 apt-get -qq --error-on=any update >"$cross/apt.log" 2>&1 || { tail -n 3 "$cross/apt.log" >&2; fail "Debian $compiler_suite's lists cannot be had: check the network"; }
  local version
  version=$(cat "$cross/host/swift.version")
  (cd "$archives" && apt_of $compiler_suite arm64 apt-get -qq download "swiftlang=$version" "libswiftlang=$version" >"$cross/apt.log" 2>&1) ||
    { tail -n 3 "$cross/apt.log" >&2; fail "swiftlang $version for arm64 cannot be had: check the network; where Debian has moved on meanwhile, rm -r $cross and run this again"; }
  for file in "$archives"/*.deb; do
    dpkg-deb --fsys-tarfile "$file" | tar -x --no-same-owner -C "$work" --wildcards --exclude='*/embedded' --exclude='*/host' './usr/libexec/swift/lib/swift*' './usr/libexec/swift/lib/clang*' 2>"$cross/apt.log" ||
      grep -q 'Not found in archive' "$cross/apt.log" || { tail -n 3 "$cross/apt.log" >&2; fail "$(basename "$file") cannot be unpacked: is the disk full?"; }
  done
  mv "$work"/usr/libexec/swift/lib/{swift,swift_static,clang} "$root/usr/lib/"
  rm -rf "$work" "$cross/apt/$compiler_suite-arm64/cache"
  # The compiler looks for its own C headers beside its modules.
  for file in swift swift_static; do ln -sfn "../clang/$(ls "$root/usr/lib/clang")" "$root/usr/lib/$file/clang"; done
  # Debian lacks the library of the module that joins Testing and Foundation. A test that imports both would not link.
  [ -e "$root/usr/lib/swift/linux/lib_Testing_Foundation.so" ] || rm -rf "$root/usr/lib/swift/linux/Testing.swiftcrossimport"
  echo '{"DisplayName":"gf-aarch64","Version":"1.0","VersionMap":{},"CanonicalName":"gf-aarch64"}' >"$root/SDKSettings.json"
}

# Paths as seen in the chroot, where .cross is /gf. Debian's compiler calls this machine x86_64-pc-linux-gnu.
make_sdks() {
  local bundle=$cross/sdks/gf-aarch64.artifactbundle
  mkdir -p "$bundle/gf"
  cat >"$bundle/info.json" <<'JSON'
{"schemaVersion": "1.0", "artifacts": {"gf-aarch64": {"type": "swiftSDK", "version": "1.0.0", "variants": [
  {"path": "gf", "supportedTriples": ["x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu"]}]}}}
JSON
  cat >"$bundle/gf/swift-sdk.json" <<'JSON'
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {"sdkRootPath": "/gf/sysroot", "swiftResourcesPath": "/gf/sysroot/usr/lib/swift",
  "swiftStaticResourcesPath": "/gf/sysroot/usr/lib/swift_static", "toolsetPaths": ["toolset.json"]}}}
JSON
  cat >"$bundle/gf/toolset.json" <<'JSON'
{"schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]},
  "cCompiler": {"extraCLIOptions": ["-fPIC"]}, "cxxCompiler": {"extraCLIOptions": ["-fPIC"]}}
JSON
}

[ "$(uname -m)" = x86_64 ] || fail "it makes arm64 programs on an x86-64 machine, and this is $(uname -m); on arm64 itself 'make deb' makes the package"
for tool in apt-get apt-cache dpkg-deb tar; do command -v $tool >/dev/null || fail "$tool is missing: this runs on Debian and what is made of it"; done
[ -f /usr/share/keyrings/debian-archive-keyring.gpg ] || fail "Debian's keys are missing: run scripts/setup.sh cross"
mkdir -p "$cross" 2>/dev/null && [ -w "$cross" ] || fail "$cross cannot be written: it belongs to $(stat -c %U "$cross" 2>/dev/null || echo "another user"), and this is $(id -un)"
begun=$SECONDS
mirror=$(scripts/mirror.sh)
missing=()
for part in host sysroot swift sdks; do is_done $part || missing+=($part); done
[ ${#missing[@]} -gt 0 ] || exit 0
free=$(df --output=avail -BM "$cross" | tail -n 1 | tr -dc 0-9)
[ ! "${missing[*]}" = "host sysroot swift sdks" ] || [ "$free" -ge 6000 ] || fail "the compiler and the Pi's libraries take 6 GB at $cross, and $free MB are free: make room, or have GESTUREFLOW_CROSS name another folder"
for part in host sysroot swift sdks; do
  is_done $part && continue
  at=$SECONDS
  case $part in
    host) say "fetching Debian $compiler_suite's Swift and emulator (670 MB)"; rm -rf "$cross/host" "$cross/swift.done" ;;
    sysroot) say "fetching the Pi's libraries, Debian $pi_suite's"; rm -rf "$cross/sysroot" "$cross/swift.done" ;;
    swift) say "fetching Swift's modules and runtime for arm64 (530 MB)" ;;
    sdks) rm -rf "$cross/sdks" ;;
  esac
  rm -f "$cross/$part.done"
  "make_$part"
  recipe $part >"$cross/$part.done"
  say "$part is ready after $((SECONDS - at)) s"
done
say "ready: $cross, $(du -sh "$cross" | cut -f1), after $((SECONDS - begun)) s"
