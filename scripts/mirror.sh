#!/bin/sh
# Prints the Debian mirror of this machine's apt, for any form of its sources.
apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 2>/dev/null | grep -m 1 '/debian/*$' || echo http://deb.debian.org/debian
