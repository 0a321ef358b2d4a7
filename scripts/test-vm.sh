#!/usr/bin/env bash
# The whole box, installed from its package, against real kernel devices in a virtual machine. Arguments choose scenarios.
# Exit code 75: the image could not be built here.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p out
begun=$SECONDS
{ command -v fakeroot && command -v dpkg-shlibdeps && command -v lintian; } >/dev/null ||
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends fakeroot dpkg-dev lintian >/dev/null; } || exit 75
scripts/deb.sh
packaged=$SECONDS
Tests/VM/image.sh out/gestureflow_*_"$(dpkg --print-architecture)".deb .vm .vm-cache || exit 75
echo "lab: package $((packaged - begun)) s, image $((SECONDS - packaged)) s"
exec python3 Tests/VM/run.py .vm out/vm "$@"
