#!/usr/bin/env bash
# Writes out/docc/data from the documentation comments of public targets.
# It runs DocC and builds nothing again. A warning is an error. The compiler's modules contain the comments, so the
# toolchain's own programs are enough and the package has no plugin.
#
#   scripts/site/docc.sh    after make build
set -euo pipefail
cd "$(dirname "$0")/../.."
targets=(GestureFlowAPI Hands HandTracking Gestures Stretch Sound)
modules=.build/release/Modules include=()
for folder in Sources/C* Sources/C*/include .build/checkouts/*/Sources/C*/include .build/checkouts/swift-atomics/Sources/_AtomicsShims/include; do
  [ ! -d "$folder" ] || include+=(-Xcc "-I$folder")
done
for map in .build/release/*.build/module.modulemap; do include+=(-Xcc "-fmodule-map-file=$map"); done
rm -rf out/docc out/symbols
mkdir -p out/symbols
for target in "${targets[@]}"; do
  swift symbolgraph-extract -module-name "$target" -I $modules "${include[@]}" -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
    -skip-synthesized-members -skip-inherited-docs -omit-extension-block-symbols -output-dir out/symbols
done
# The site makes its own pages of the data. DocC's pages need a web server and scripts.
docc convert --warnings-as-errors --fallback-display-name GestureFlow --fallback-bundle-identifier gestureflow --no-transform-for-static-hosting \
  --additional-symbol-graph-dir out/symbols --output-dir out/docc >out/docc.log 2>&1 || { grep -A1 -E 'warning|error' out/docc.log || cat out/docc.log; echo "docc: out/docc.log has more" >&2; exit 1; }
echo "docc: ${#targets[@]} targets without a warning"
