#!/usr/bin/env bash
# Makes the Debian package out/gestureflow_VERSION_ARCH.deb.   usage: deb.sh [--set-up] [ARCH]
# The programs contain their Swift runtime, so the box needs no Swift. --set-up only installs and fetches the
# requirements. ARCH is this machine's own or, on x86-64, arm64: a Raspberry Pi's package, cross-built with the result
# of scripts/cross/setup.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
fail() { echo "deb: $*" >&2; exit 1; }
mkdir -p out
only_set_up=
if [ "${1:-}" = --set-up ]; then only_set_up=1; shift; fi
here=$(dpkg --print-architecture)
arch=${1:-$here}
case $arch/$here in
  "$here/$here") machine=$(uname -m) group=deb route=native ;;
  arm64/amd64) machine=aarch64 group=cross route=cross ;;
  *) fail "a package for '$arch' cannot be made on $here: ARCH is $here or, on amd64, arm64" ;;
esac
if [ $only_set_up ]; then
  scripts/setup.sh $group
  [ $route = native ] || scripts/cross/setup.sh
  exit 0
fi
version=$(sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/GestureFlowAPI/Report.swift)
runtime=.runtime/$machine
# All files, including the models that setup makes: the box cannot make them.
(cd "$runtime" 2>/dev/null && sha256sum --status -c SHA256SUMS && cmp -s SHA256SUMS "$OLDPWD/scripts/runtime.$machine.sha256") ||
  fail "the model runtime is not there or not whole: run scripts/setup.sh $group"
for tool in dpkg-shlibdeps fakeroot $([ $group = cross ] && echo aarch64-linux-gnu-strip aarch64-linux-gnu-objdump || echo strip objdump); do
  command -v "$tool" >/dev/null || fail "$tool is missing: run scripts/setup.sh $group"
done

# shellcheck source=/dev/null
. scripts/licence-keys.sh
# How to build, link, shrink and run a program. It is for this machine or for the Pi.
. scripts/deb/$route.sh
build_program

# Run this before strip, while functions still have names.
python3 -B lab/simd/simd.py "$bin/gestureflowd" >out/simd.log || { cat out/simd.log >&2; exit 1; }
tail -n 1 out/simd.log | sed 's/^simd/deb/'

root=out/deb
rm -rf "$root"
install -d "$root"/{usr/bin,usr/lib/gestureflow,usr/lib/systemd/system,usr/lib/udev/rules.d,usr/lib/sysusers.d,usr/lib/tmpfiles.d,usr/lib/modules-load.d,etc/gestureflow}
install -d "$root"/usr/share/{gestureflow,man/man1,doc/gestureflow,bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
install -m 755 "$bin/gestureflowd" "$root/usr/bin/gestureflowd"
"${strip[@]}" "$root/usr/bin/gestureflowd"
# The same program under its other name.
ln -s gestureflowd "$root/usr/bin/gfctl"
# A build for sale has the requested keys; a build that is given away has no keys.
keys=${LICENCE_KEYS:-Sources/Licensing/public-keys.txt}
wanted=""
if grep -qE '^[[:space:]]*ed25519' "$keys"; then wanted=$(python3 -B scripts/licence-keys.py "$keys" --ids); fi
has=$("${emulator[@]}" "$root/usr/bin/gfctl" license keys | cut -d' ' -f1 | sed '/^none:$/d')
[ "$has" = "$wanted" ] || fail "the program has the licence keys '$has', and '$wanted' were asked for"
for program in gestureflowd gfctl; do python3 scripts/manpage.py "$root/usr/bin/$program" "${emulator[@]}" | gzip -9n >"$root/usr/share/man/man1/$program.1.gz"; done
# The models that the box loads, and a list of them. With the list `sha256sum -c` works on the box. MediaPipe's own
# landmark models stay here: they are the source of other models.
python3 -B scripts/models/make.py --packaged "$runtime/SHA256SUMS" >"$root/usr/lib/gestureflow/SHA256SUMS"
while read -r _ name; do install -m 644 "$runtime/$name" "$root/usr/lib/gestureflow/"; done <"$root/usr/lib/gestureflow/SHA256SUMS"
chmod 644 "$root/usr/lib/gestureflow/SHA256SUMS"
(cd "$root/usr/lib/gestureflow" && sha256sum --status -c SHA256SUMS) || fail "the packaged models are not those of SHA256SUMS"
install -m 755 deploy/scripts/mount-stick deploy/scripts/is-stick deploy/scripts/usb-midi-gadget deploy/scripts/replace-file "$root/usr/lib/gestureflow/"
install -m 755 deploy/scripts/prepare-pi.sh deploy/scripts/isolate-cores.sh deploy/scripts/read-only-root.sh "$root/usr/share/gestureflow/"
install -d "$root/usr/share/gestureflow/prometheus" "$root/usr/share/gestureflow/grafana"
install -m 755 deploy/prometheus/gestureflow-scrape.sh "$root/usr/share/gestureflow/prometheus/"
install -m 644 deploy/prometheus/gestureflow-scrape.service deploy/prometheus/gestureflow-scrape.timer deploy/prometheus/gestureflow.rules.yml "$root/usr/share/gestureflow/prometheus/"
install -m 644 deploy/grafana/gestureflow.json "$root/usr/share/gestureflow/grafana/"
install -m 644 deploy/network.conf deploy/bus.conf "$root/usr/share/gestureflow/"
install -d "$root/usr/share/gestureflow/players"
install -m 644 deploy/players/* "$root/usr/share/gestureflow/players/"
# The owner's guide, with the pages and pictures that it links to.
pages=$(python3 -B scripts/deb/guide.py docs/owner/README.md docs/pi.md)
for page in $pages; do install -D -m 644 "$page" "$root/usr/share/doc/gestureflow/${page#docs/}"; done
# Debian compresses long documents, too; zless shows them.
gzip -9n "$root/usr/share/doc/gestureflow/reference/api.md" "$root/usr/share/doc/gestureflow/benchmarks.md"
install -m 644 overlays/gestureflow-panel-overlay.dts "$root/usr/share/gestureflow/"
install -m 644 deploy/*.service deploy/*.socket deploy/*.path "$root/usr/lib/systemd/system/"
install -m 644 udev/70-gestureflow.rules "$root/usr/lib/udev/rules.d/"
install -m 644 deploy/sysusers.conf "$root/usr/lib/sysusers.d/gestureflow.conf"
install -m 644 deploy/tmpfiles.conf "$root/usr/lib/tmpfiles.d/gestureflow.conf"
install -m 644 deploy/modules-load.conf "$root/usr/lib/modules-load.d/gestureflow.conf"
install -m 644 deploy/gestureflow.toml "$root/etc/gestureflow/"
install -d "$root/usr/share/gestureflow/sounds"
install -m 644 sounds/*.toml "$root/usr/share/gestureflow/sounds/"
"${emulator[@]}" "$root/usr/bin/gfctl" --generate-completion-script bash >"$root/usr/share/bash-completion/completions/gfctl"
"${emulator[@]}" "$root/usr/bin/gfctl" --generate-completion-script zsh >"$root/usr/share/zsh/vendor-completions/_gfctl"
"${emulator[@]}" "$root/usr/bin/gfctl" --generate-completion-script fish >"$root/usr/share/fish/vendor_completions.d/gfctl.fish"
install -m 644 deploy/debian/copyright "$root/usr/share/doc/gestureflow/"
sed "s/@VERSION@/$version/" deploy/debian/changelog | gzip -9n >"$root/usr/share/doc/gestureflow/changelog.gz"
install -d "$root/usr/share/lintian/overrides"
install -m 644 deploy/debian/lintian-overrides "$root/usr/share/lintian/overrides/gestureflow"
find "$root" -type f -path '*/share/*' ! -name '*.sh' -exec chmod 644 {} +

install -d "$root/DEBIAN"
for script in postinst prerm postrm; do install -m 755 "deploy/debian/$script" "$root/DEBIAN/"; done
echo /etc/gestureflow/gestureflow.toml >"$root/DEBIAN/conffiles"
# The libraries of the programs, as Debian's tools report them.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/debian"
printf 'Source: gestureflow\n\nPackage: gestureflow\nArchitecture: any\n' >"$work/debian/control"
depends=$(depends_of "$PWD/$root/usr/bin/gestureflowd" "$work" 2>"$work/log" | sed -n 's/^shlibs:Depends=//p') || depends=
[ -n "$depends" ] || { cat "$work/log" >&2; fail "dpkg-shlibdeps failed"; }
size=$(du -sk "$root" --exclude=DEBIAN | cut -f1)
sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$arch/" -e "s/@SIZE@/$size/" -e "s|@DEPENDS@|$depends|" deploy/debian/control >"$root/DEBIAN/control"
(cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
package=out/gestureflow_${version}_${arch}.deb
# Only a complete and checked package gets its final name. Other scripts take the newest package.
made=$work/${package##*/}
rm -f "$package"
fakeroot dpkg-deb -Zxz --root-owner-group --build "$root" "$made" >/dev/null
rm -rf "$root"
python3 -B scripts/deb/check.py "$made" || fail "the package is not fit for a box (see above); none was kept"
mv "$made" "$package"
echo "deb: $package, $(du -h "$package" | cut -f1), installed $((size / 1024)) MB"
if command -v lintian >/dev/null; then
  lintian --fail-on error "$package" --tag-display-limit 0 | tee out/lintian.log
  echo "deb: lintian found no errors"
fi
