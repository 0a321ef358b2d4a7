#!/usr/bin/env bash
# Makes the Debian package: out/gestureflow_VERSION_ARCH.deb. The programs carry their Swift runtime with them, so that the box needs no Swift.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
mkdir -p out
arch=$(dpkg --print-architecture)
machine=$(uname -m)
version=$(sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/GestureFlowAPI/Report.swift)
runtime=.runtime/$machine
# All of it, the models that setup makes included: the box has nothing to make them with.
(cd "$runtime" 2>/dev/null && sha256sum --status -c SHA256SUMS && cmp -s SHA256SUMS "$OLDPWD/scripts/runtime.$machine.sha256") ||
  { echo "deb: the model runtime is not there or not whole: run make setup" >&2; exit 1; }
for tool in dpkg-shlibdeps fakeroot ld.gold objcopy; do
  command -v "$tool" >/dev/null || { echo "deb: $tool is missing: run scripts/setup.sh deb (and on Debian 13: apt-get install binutils-gold)" >&2; exit 1; }
done

echo "deb: building"
unicode=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift_static/linux/lib_FoundationICU.a
[ -f "$unicode" ] || { echo "deb: the toolchain has no $unicode: take one from swift.org, whose static libraries come with it" >&2; exit 1; }
python3 scripts/icudata.py "$unicode" out/icudata.o
# The object must come before the libraries, and only the linker's own command line has room there. Nothing loads the program as a library, so it exports nothing.
printf '#!/bin/sh\nexec %s "%s" "$@" --no-export-dynamic --icf=safe\n' "$(command -v ld.gold)" "$PWD/out/icudata.o" >out/ld
chmod +x out/ld
flags=(-c release --static-swift-stdlib --scratch-path .build-deb -Xswiftc "-ld-path=$PWD/out/ld")
bin=$(swift build "${flags[@]}" --show-bin-path)
# SwiftPM does not know of the object; without the program there is something to link.
rm -f "$bin/gestureflowd"
swift build "${flags[@]}" --product gestureflowd >out/deb-build.log 2>&1 ||
  { grep -E 'error:' out/deb-build.log || tail -n 30 out/deb-build.log; exit 1; }

root=out/deb
rm -rf "$root"
install -d "$root"/{usr/bin,usr/lib/gestureflow,usr/lib/systemd/system,usr/lib/udev/rules.d,usr/lib/sysusers.d,usr/lib/tmpfiles.d,etc/gestureflow}
install -d "$root"/usr/share/{gestureflow,man/man1,doc/gestureflow,bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
install -m 755 "$bin/gestureflowd" "$root/usr/bin/gestureflowd"
strip "$root/usr/bin/gestureflowd"
# The same program under its other name.
ln -s gestureflowd "$root/usr/bin/gfctl"
for program in gestureflowd gfctl; do python3 scripts/manpage.py "$root/usr/bin/$program" | gzip -9n >"$root/usr/share/man/man1/$program.1.gz"; done
# What the box loads, and the list of just that, so that `sha256sum -c` holds on the box, too. MediaPipe's own landmark models stay here: others are made of them.
python3 -B scripts/models/make.py --packaged "$runtime/SHA256SUMS" >"$root/usr/lib/gestureflow/SHA256SUMS"
while read -r _ name; do install -m 644 "$runtime/$name" "$root/usr/lib/gestureflow/"; done <"$root/usr/lib/gestureflow/SHA256SUMS"
chmod 644 "$root/usr/lib/gestureflow/SHA256SUMS"
(cd "$root/usr/lib/gestureflow" && sha256sum --status -c SHA256SUMS) || { echo "deb: the packaged models are not those of SHA256SUMS" >&2; exit 1; }
install -m 755 deploy/scripts/mount-stick deploy/scripts/is-stick "$root/usr/lib/gestureflow/"
install -m 755 deploy/scripts/isolate-cores.sh deploy/scripts/read-only-root.sh "$root/usr/share/gestureflow/"
install -m 644 overlays/gestureflow-panel-overlay.dts "$root/usr/share/gestureflow/"
install -m 644 deploy/*.service deploy/*.path "$root/usr/lib/systemd/system/"
install -m 644 udev/70-gestureflow.rules "$root/usr/lib/udev/rules.d/"
install -m 644 deploy/sysusers.conf "$root/usr/lib/sysusers.d/gestureflow.conf"
install -m 644 deploy/tmpfiles.conf "$root/usr/lib/tmpfiles.d/gestureflow.conf"
install -m 644 deploy/gestureflow.toml "$root/etc/gestureflow/"
install -d "$root/usr/share/gestureflow/sounds"
install -m 644 sounds/*.toml "$root/usr/share/gestureflow/sounds/"
"$root/usr/bin/gfctl" --generate-completion-script bash >"$root/usr/share/bash-completion/completions/gfctl"
"$root/usr/bin/gfctl" --generate-completion-script zsh >"$root/usr/share/zsh/vendor-completions/_gfctl"
"$root/usr/bin/gfctl" --generate-completion-script fish >"$root/usr/share/fish/vendor_completions.d/gfctl.fish"
install -m 644 deploy/debian/copyright "$root/usr/share/doc/gestureflow/"
sed "s/@VERSION@/$version/" deploy/debian/changelog | gzip -9n >"$root/usr/share/doc/gestureflow/changelog.gz"
install -d "$root/usr/share/lintian/overrides"
install -m 644 deploy/debian/lintian-overrides "$root/usr/share/lintian/overrides/gestureflow"
find "$root" -type f -path '*/share/*' ! -name '*.sh' -exec chmod 644 {} +

install -d "$root/DEBIAN"
for script in postinst prerm postrm; do install -m 755 "deploy/debian/$script" "$root/DEBIAN/"; done
echo /etc/gestureflow/gestureflow.toml >"$root/DEBIAN/conffiles"
# What the programs link against, as Debian's tools see it.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/debian"
printf 'Source: gestureflow\n\nPackage: gestureflow\nArchitecture: any\n' >"$work/debian/control"
programs=$(cd "$root/usr/bin" && printf "$PWD/%s" gestureflowd)
# shellcheck disable=SC2086
depends=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info $programs 2>"$work/log" | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { cat "$work/log" >&2; echo "deb: dpkg-shlibdeps failed" >&2; exit 1; }
size=$(du -sk "$root" --exclude=DEBIAN | cut -f1)
sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$arch/" -e "s/@SIZE@/$size/" -e "s|@DEPENDS@|$depends|" deploy/debian/control >"$root/DEBIAN/control"
(cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
package=out/gestureflow_${version}_${arch}.deb
fakeroot dpkg-deb -Zxz --root-owner-group --build "$root" "$package" >/dev/null
rm -rf "$root"
echo "deb: $package, $(du -h "$package" | cut -f1), installed $((size / 1024)) MB"
if command -v lintian >/dev/null; then
  lintian --fail-on error "$package" --tag-display-limit 0 | tee out/lintian.log
  echo "deb: lintian found no errors"
fi
