#!/bin/sh
# Prints this machine's Debian mirror, for any form of apt's sources.
apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 2>/dev/null | grep -m 1 '/debian/*$' || echo http://deb.debian.org/debian
