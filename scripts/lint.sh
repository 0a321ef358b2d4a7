#!/usr/bin/env bash
# Reads every script of the project without running it (a mistake in the lab's scenarios would show only after minutes of emulation), and looks for what
# swift-format lets through.
set -euo pipefail
cd "$(dirname "$0")/.."
bad=0
while IFS= read -r file; do
  case $(head -n 1 "$file") in
    *python3*) kind=python ;;
    *bash*) kind=bash ;;
    *'busybox sh'* | *bin/sh*) kind=sh ;;
    *) case $file in *.py) kind=python ;; *) continue ;; esac ;;
  esac
  case $kind in
    python) python3 -B -c 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")' "$file" || bad=1 ;;
    bash) bash -n "$file" || bad=1 ;;
    sh) sh -n "$file" || bad=1 ;;
  esac
done < <(find scripts deploy Tests/VM Tests/Page Tests/Deploy Tests/Races Tests/Models Tests/Bench Tests/ARM Benchmarks .ci -type f ! -name '*.swift' ! -name '*.toml' ! -name '*.md' ! -name '*.json' ! -name '*.c')
[ $bad -eq 0 ] || { echo "lint: a script cannot be read"; exit 1; }
# swift-format asks for no documentation of `public var a, b: T`: each public declaration has a line of its own.
if grep -rnE '^ *(public|open) ([a-z()]+ )*(var|let) [A-Za-z0-9_`]+( *: *[A-Za-z0-9_.?]+)?,' Sources --include='*.swift'; then
  echo "lint: one public declaration a line, each with its comment"
  exit 1
fi
