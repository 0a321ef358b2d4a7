#!/usr/bin/env python3
"""Checks a file of public licence keys as Sources/Licensing/PublicKeys.swift does.

usage: licence-keys.py FILE [--ids]

It reports a fault with file and line and exits with 1. --ids prints the keys' ids, one a line, as `gfctl license
keys` does.
"""

import hashlib
import re
import sys

# The key of the test vectors: its private half is printed in docs/design/licence.md.
KNOWN_TO_ALL = "21fe31dfa154a261"


class Fault(Exception):
    """A line that is not a key."""


def ids(text):
    """Returns the ids of the keys of a file's text, in order."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split(None, 2)
        if not words or words[0].startswith("#"):
            continue
        if words[0] != "ed25519":
            raise Fault(f"line {number}: a key begins with ed25519, and a comment with #")
        if len(words) < 2 or not re.fullmatch("[0-9a-f]{64}", words[1]):
            raise Fault(f"line {number}: after ed25519 must come the public key, 64 hexadecimal digits in small letters")
        key = hashlib.sha256(bytes.fromhex(words[1])).hexdigest()[:16]
        if key == KNOWN_TO_ALL:
            raise Fault(f"line {number}: the key {key} is that of the test vectors, whose private half is public: make one with gflab licence keygen")
        if key in found:
            raise Fault(f"line {number}: the key {key} appears twice")
        found.append(key)
    return found


def main():
    path = sys.argv[1]
    try:
        with open(path, encoding="utf-8") as file:
            found = ids(file.read())
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"licence keys: {path}: it cannot be read ({error}): name a file of public keys with LICENCE_KEYS")
    except Fault as fault:
        sys.exit(f"licence keys: {path}, {fault}")
    if not found:
        sys.exit(f"licence keys: {path}: there is no key in it; leave LICENCE_KEYS out for a build that needs no licence")
    if "--ids" in sys.argv[2:]:
        print("\n".join(found))


if __name__ == "__main__":
    main()
