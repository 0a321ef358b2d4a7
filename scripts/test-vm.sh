#!/usr/bin/env bash
# The whole box, installed from its package, against real kernel devices in a virtual machine. Arguments choose scenarios.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p out
command -v fakeroot >/dev/null && command -v dpkg-shlibdeps >/dev/null && command -v lintian >/dev/null ||
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends fakeroot dpkg-dev lintian >/dev/null; }
scripts/deb.sh
Tests/VM/image.sh out/gestureflow_*_"$(dpkg --print-architecture)".deb .vm .vm-cache
exec python3 Tests/VM/run.py .vm out/vm "$@"
