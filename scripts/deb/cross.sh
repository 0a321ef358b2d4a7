# Builds the program for a Raspberry Pi on an x86-64 machine.
# scripts/deb.sh sources this file. It uses the result of scripts/cross/setup.sh.
# shellcheck source=/dev/null
. scripts/cross/places.sh
emulator=(scripts/cross/run.sh)
strip=(aarch64-linux-gnu-strip)

# build_program: sets `bin`, the folder of the new gestureflowd.
build_program() {
  local begun=$SECONDS flags
  echo "deb: building for arm64; the first time it takes as long as for this machine and half as long again"
  python3 scripts/icudata.py "$cross/sysroot/usr/lib/swift_static/linux/lib_FoundationICU.a" out/icudata-arm64.S
  aarch64-linux-gnu-as out/icudata-arm64.S -o out/icudata-arm64.o
  # As in native.sh. Relative relocations in the short form of glibc 2.36 and later save 3 MB. The paths are those of
  # the compiler's own root, in which the project has the same path.
  printf '#!/bin/sh\nexec /usr/libexec/swift/bin/ld.lld "%s" "$@" --no-export-dynamic --icf=all -z pack-relative-relocs\n' "$PWD/out/icudata-arm64.o" >out/ld-arm64
  chmod +x out/ld-arm64
  flags=(-c release --static-swift-stdlib --scratch-path .build-deb-arm64 -Xswiftc "-ld-path=$PWD/out/ld-arm64" ${GESTUREFLOW_JOBS:+-j "$GESTUREFLOW_JOBS"})
  bin=$PWD/.build-deb-arm64/aarch64-unknown-linux-gnu/release
  rm -f "$bin/gestureflowd"
  scripts/cross/swift.sh build "${flags[@]}" --product gestureflowd >out/deb-build.log 2>&1 ||
    { grep -E 'error:' out/deb-build.log || tail -n 30 out/deb-build.log; exit 1; }
  echo "deb: built after $((SECONDS - begun)) s"
}

# depends_of PROGRAM FOLDER: runs dpkg-shlibdeps with the Pi's libraries and packages; FOLDER has debian/control.
depends_of() {
  # dpkg finds a file's package by its path. Here all files are in .cross.
  mkdir -p "$2/dpkg/info" "$2/dpkg/updates"
  cp "$cross"/sysroot/var/lib/dpkg/{status,arch} "$2/dpkg/"
  cp "$cross"/sysroot/var/lib/dpkg/info/* "$2/dpkg/info/"
  sed -i "s|^/|$cross/sysroot/|" "$2"/dpkg/info/*.list
  (cd "$2" && DEB_HOST_ARCH=arm64 dpkg-shlibdeps -O --ignore-missing-info "--admindir=$2/dpkg" "-l$cross/sysroot/usr/lib/aarch64-linux-gnu" "$1")
}
