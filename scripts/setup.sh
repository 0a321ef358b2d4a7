#!/usr/bin/env bash
# Installs what the project needs and is missing: Debian packages, then the model runtime and the models.
# Idempotent, and quick when there is nothing to do. `make setup` and every other target run it.
#
#   scripts/setup.sh            packages, runtime and models
#   scripts/setup.sh runtime    runtime and models only
#   scripts/setup.sh test       besides, what only tests need; what cannot be had is said, and its test is skipped
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

packages=(
  libasound2-dev libsndfile1-dev libsamplerate0-dev librubberband-dev libv4l-dev libturbojpeg0-dev libpng-dev libgpiod-dev libsystemd-dev libsqlite3-dev
  ffmpeg pkg-config python3 python3-pip unzip make
)

install_packages() {
  local missing=()
  for package in "${packages[@]}"; do
    # Python and pip may be there without Debian's package.
    case $package in
      python3) command -v python3 >/dev/null && continue ;;
      python3-pip) python3 -m pip --version >/dev/null 2>&1 && continue ;;
    esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null || fail "missing packages: ${missing[*]}; this script installs them on Debian only"
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "missing packages: ${missing[*]}; install them as root: apt-get install ${missing[*]}"
    root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${root[@]}" apt-get update -qq || fail "apt-get update failed: check the network and /etc/apt/sources.list"
  DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "the packages could not be installed: check the network, then run make setup again"
}

# A browser, promtool and dtc: a test that lacks its tool says that it is skipped.
install_test_packages() {
  local missing=() package
  for package in device-tree-compiler prometheus chromium; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  [ "$(id -u)" -eq 0 ] || { say "not installed, their tests are skipped: ${missing[*]}"; return; }
  say "installing for the tests: ${missing[*]}"
  apt-get update -qq >/dev/null 2>&1 || true
  for package in "${missing[@]}"; do
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 ||
      say "$package could not be installed: its test is skipped"
  done
}

# Wheels, by name, version, pip platform and SHA-256. The models' wheel is the same for every machine: only its data is used.
runtime_wheel() {
  case $1 in
    x86_64) echo "ai-edge-litert==2.3.0 manylinux_2_27_x86_64 1f15078a6725d2357d9de9221664c29afa0545d807559c5f7199ce5e40b96b23" ;;
    aarch64) echo "ai-edge-litert==2.3.0 manylinux_2_27_aarch64 853fc608f96da87bd5f3458465dfb9abbf18d5ae6b94eceacead407146f175ae" ;;
    *) return 1 ;;
  esac
}
models_wheel="mediapipe==0.10.21 manylinux_2_28_x86_64 05dc4a9e593655a79558d05d6227d31018c2537a4bd3362b51e230cf22aecfe3"

# download_wheel NAME==VERSION PLATFORM SHA256 FOLDER
download_wheel() {
  local list=$4/requirements.txt
  printf '%s --hash=sha256:%s\n' "$1" "$3" >"$list"
  # GESTUREFLOW_INDEX replaces the package index; the tests point it at a folder.
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
    --python-version 311 --implementation cp --abi cp311 --platform "$2" \
    ${GESTUREFLOW_INDEX:+--no-index --find-links "$GESTUREFLOW_INDEX"} -d "$4" -r "$list" >"$4/pip.log" 2>&1 || {
    if grep -qi 'hashes' "$4/pip.log" && grep -qi 'do not match' "$4/pip.log"; then
      fail "$1: the downloaded file has a wrong SHA-256; nothing was kept. Try again later, and do not use that file"
    fi
    sed 's/^/setup:   /' "$4/pip.log" | tail -n 3 >&2
    fail "$1 could not be downloaded: check the network, then run make setup again"
  }
}

fetch_runtime() {
  local arch=${GESTUREFLOW_ARCH:-$(uname -m)} sums
  sums=scripts/runtime.$arch.sha256
  [ -f "$sums" ] || fail "there is no model runtime for $arch; x86_64 and aarch64 are supported"
  local root=${GESTUREFLOW_RUNTIME_ROOT:-.runtime}
  local target=$root/$arch
  if [ -d "$target" ] && (cd "$target" && sha256sum --status -c SHA256SUMS 2>/dev/null) && cmp -s "$sums" "$target/SHA256SUMS"; then return; fi
  mkdir -p "$root"
  local work
  work=$(mktemp -d "$root/.new.XXXXXX")
  # Whatever goes wrong, no half file is left behind.
  trap 'rm -rf "$work"' EXIT
  say "fetching the model runtime and the models for $arch"
  local wheel
  wheel=$(runtime_wheel "$arch")
  # shellcheck disable=SC2086
  download_wheel $wheel "$work"
  # shellcheck disable=SC2086
  download_wheel $models_wheel "$work"
  mkdir "$work/files"
  unzip -qoj "$work"/ai_edge_litert-*.whl 'ai_edge_litert/libLiteRt.so' -d "$work/files"
  unzip -qoj "$work"/mediapipe-*.whl 'mediapipe/modules/hand_landmark/hand_landmark_*.tflite' 'mediapipe/modules/palm_detection/palm_detection_*.tflite' -d "$work/files"
  cp "$sums" "$work/files/SHA256SUMS"
  (cd "$work/files" && sha256sum --status -c SHA256SUMS) || fail "an unpacked file has a wrong SHA-256; nothing was kept"
  rm -rf "$target"
  mv "$work/files" "$target"
  rm -rf "$work"
  trap - EXIT
  say "ready: $target"
}

[ "${1:-}" = runtime ] || install_packages
[ "${1:-}" != test ] || install_test_packages
fetch_runtime
command -v swift >/dev/null || [ "${1:-}" = runtime ] || fail "swift is not there: install Swift 6.2 or newer (swift.org/install, or Debian's swiftlang)"
