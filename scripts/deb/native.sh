# Builds the program for this machine; scripts/deb.sh sources this file.
emulator=(env)
strip=(strip)

# build_program: sets `bin`, the folder of the new gestureflowd. The modules are those of `make build` and `make
# test`. A second link of their objects, with the Swift runtime inside, makes the program of the package.
build_program() {
  local unicode toolchain
  echo "deb: building"
  toolchain=$(dirname "$(readlink -f "$(command -v swiftc)")")
  unicode=$(dirname "$toolchain")/lib/swift_static/linux/lib_FoundationICU.a
  [ -f "$unicode" ] || fail "the toolchain has no $unicode: take one from swift.org, whose static libraries come with it"
  python3 scripts/icudata.py "$unicode" out/icudata.S
  clang -c out/icudata.S -o out/icudata.o
  # The object must come before the libraries. Only the linker's own command line has a place for it. No program loads
  # this one as a library, so it exports nothing. Relative relocations in the short form of glibc 2.36 and later save
  # 5 MB. Merging functions of equal code saves 0.7 MB; data keep their addresses. The toolchain contains this linker.
  printf '#!/bin/sh\nexec %s "%s" "$@" --no-export-dynamic --icf=all -z pack-relative-relocs\n' "$toolchain/ld.lld" "$PWD/out/icudata.o" >out/ld
  chmod +x out/ld
  swift build -c release --product gestureflowd >out/deb-build.log 2>&1 ||
    { grep -E 'error:' out/deb-build.log || tail -n 30 out/deb-build.log; exit 1; }
  bin=$PWD/out/deb-bin
  mkdir -p "$bin"
  python3 -B scripts/deb/link.py .build/release.yaml gestureflowd "$bin/gestureflowd" "$PWD/out/ld" >out/deb-link.log 2>&1 || { tail -n 30 out/deb-link.log; exit 1; }
}

# depends_of PROGRAM FOLDER: dpkg-shlibdeps's answer; FOLDER has debian/control.
depends_of() { (cd "$2" && dpkg-shlibdeps -O --ignore-missing-info "$1"); }
