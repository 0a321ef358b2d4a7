#!/usr/bin/env bash
# Checks the syntax of every script, the English and the documents, and rules beyond swift-format and compiler.
# It runs no script: a mistake in the lab's scenarios would show only after minutes of emulation.
set -euo pipefail
cd "$(dirname "$0")/.."
bad=0 python=()
while IFS= read -r file; do
  case $(head -n 1 "$file") in
    *python3*) kind=python ;;
    *bash*) kind=bash ;;
    *'busybox sh'* | *bin/sh*) kind=sh ;;
    *) case $file in *.py) kind=python ;; *) continue ;; esac ;;
  esac
  case $kind in
    python) python+=("$file") ;;
    bash) bash -n "$file" || bad=1 ;;
    sh) sh -n "$file" || bad=1 ;;
  esac
done < <(find scripts deploy lab Tests/Page Tests/Deploy Tests/Races Tests/Models Tests/Bench Benchmarks .ci -type f ! -name '*.swift' ! -name '*.toml' ! -name '*.md' ! -name '*.json' ! -name '*.c')
python3 -B - "${python[@]}" <<'EOF' || bad=1
import sys
for path in sys.argv[1:]:
    compile(open(path).read(), path, "exec")
EOF
[ $bad -eq 0 ] || { echo "lint: a script cannot be read"; exit 1; }
# swift-format requires no documentation for `public var a, b: T`, so each public declaration needs its own line.
if grep -rnE '^ *(public|open) ([a-z()]+ )*(var|let) [A-Za-z0-9_`]+( *: *[A-Za-z0-9_.?]+)?,' Sources --include='*.swift'; then
  echo "lint: one public declaration a line, each with its comment"
  exit 1
fi
# Package.resolved is not committed: an inexact version would differ between machines. A declaration may span several
# lines.
packages=$(tr '\n' ' ' <Package.swift | grep -oE '\.package\([^)]*\)' || true)
[ -n "$packages" ] || { echo "lint: no dependency was found in Package.swift: mend this check"; exit 1; }
if grep -vE 'exact: *"[0-9]' <<<"$packages"; then
  echo "lint: this dependency is not pinned: name one version with exact: in Package.swift"
  exit 1
fi
# Unchecked conformances are for lock-free structures and C handles; other types use a Mutex or an Atomic, which the
# compiler checks.
most=15
unchecked=$(grep -rn '@unchecked Sendable' Sources --include='*.swift' | grep -vE '^[^:]*:[0-9]+: *//' || true)
count=$(grep -c . <<<"$unchecked" || true)
if [ "$count" -gt $most ]; then
  echo "$unchecked"
  echo "lint: $count types are @unchecked Sendable, and $most may be: a Mutex or an Atomic of the Synchronization module lets the compiler check them"
  exit 1
fi
scripts/lint-tiers.sh
scripts/lint-modes.sh
python3 -B scripts/lint-english.py .ci .github Benchmarks Sources Tests deploy docs lab overlays scores scripts sounds udev *.md Makefile Package.swift
# Documents: lengths, links, width of code, and gfctl's commands if it is built.
said=$(python3 -B Tests/Deploy/test_docs.py 2>&1) || { echo "$said"; echo "lint: the documents do not keep their rules"; exit 1; }
