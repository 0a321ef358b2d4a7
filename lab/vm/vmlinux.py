#!/usr/bin/env python3
"""Extracts the plain kernel from a bzImage.   usage: vmlinux.py BZIMAGE OUT

The slow emulated machine then need not unpack it.
"""
import lzma, struct, subprocess, sys

data = open(sys.argv[1], "rb").read()
# The boot protocol's setup header: sectors of real-mode code at 0x1f1, payload's offset and length at 0x248.
sectors = data[0x1F1] or 4
offset, length = struct.unpack_from("<II", data, 0x248)
start = (sectors + 1) * 512 + offset
payload = data[start:start + length]
if payload.startswith(b"\xfd7zXZ\x00"):
    plain = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(payload)
elif payload.startswith(b"\x28\xb5\x2f\xfd"):
    plain = subprocess.run(["zstd", "-dcq"], input=payload, stdout=subprocess.PIPE).stdout
else:
    sys.exit("vmlinux: the kernel is packed in an unknown way")
open(sys.argv[2], "wb").write(plain)
