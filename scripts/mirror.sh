#!/bin/sh
# Prints the Debian mirror that this machine's apt uses, whatever form its sources have.
apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 2>/dev/null | grep -m 1 '/debian/*$' || echo http://deb.debian.org/debian
