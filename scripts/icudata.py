#!/usr/bin/env python3
"""Makes an object file with the part of ICU's data that the box needs.   usage: icudata.py TOOLCHAIN_STATIC_LIBRARY OUT.o

Foundation, linked in statically, brings 34 MB of Unicode data along for 700 languages, and the box speaks one. The object defines the same symbol as the library's own,
so the linker takes it instead. The format is ICU's common data ("CmnD", https://unicode-org.github.io/icu/userguide/icu_data/): a header, a table of names and
places, the items. (Debian's icupkg is too old for it: "total length of item name strings too long".)"""
import os, re, struct, subprocess, sys, tempfile

LANGUAGES = {"en", "en_001", "en_US", "en_US_POSIX"}
# Tables that belong to no language and that nothing here asks for: character sets other than Unicode's, dictionaries of scripts without spaces, names of characters,
# profiles for host names, transliteration, names of units, currencies, languages and regions, numbers in words.
NEEDLESS = re.compile(r"\.(cnv|dict|spp|cfu)$|unames\.icu$|_cj\.brk$|^(translit|unit|curr|lang|region|rbnf)/")
LOCALE = re.compile(r"^(?:\w+/)?([a-z]{2,3}(?:_\w*)?)\.res$")


def is_kept(name):
    if NEEDLESS.search(name):
        return False
    locale = LOCALE.match(name)
    return not locale or locale[1] in LANGUAGES


def read(data):
    """Header, and the items in their order: (name, contents)."""
    length, magic = struct.unpack_from("<HH", data)
    if magic != 0x27DA or data[12:16] != b"CmnD":
        sys.exit("icudata: this is not ICU's common data")
    count, = struct.unpack_from("<I", data, length)
    places = [struct.unpack_from("<II", data, length + 4 + 8 * i) for i in range(count)]
    ends = [place for _, place in places[1:]] + [len(data) - length]
    items = []
    for (name, begin), end in zip(places, ends):
        at = length + name
        items.append((data[at:data.index(b"\0", at)].decode(), data[length + begin:length + end]))
    return data[:length], items


def write(header, items):
    names, places, contents = b"", [], b""
    table = 4 + 8 * len(items)
    size = table + sum(len(name) + 1 for name, _ in items)
    first = -(-(len(header) + size) // 16) * 16 - len(header)
    for name, content in items:
        places.append((table + len(names), first + len(contents)))
        names += name.encode() + b"\0"
        contents += content + b"\0" * (-len(content) % 16)
    body = struct.pack("<I", len(items)) + b"".join(struct.pack("<II", *place) for place in places) + names
    return header + body + b"\0" * (first - len(body)) + contents


def main():
    library, target = sys.argv[1:]
    member = "icu_packaged_data.cpp.o"
    with tempfile.TemporaryDirectory() as work:
        path = lambda name: os.path.join(work, name)
        with open(path(member), "wb") as file:
            subprocess.run(["ar", "p", library, member], check=True, stdout=file)
        symbols = subprocess.run(["nm", path(member)], check=True, capture_output=True, text=True).stdout
        symbol = re.search(r"^0+ R (icudt\d+_dat)$", symbols, re.M)
        if not symbol:
            sys.exit(f"icudata: {library} has its data under another name than icudtNN_dat: {symbols.strip()}")
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.rodata", path(member), path("all.dat")], check=True)
        data = open(path("all.dat"), "rb").read()
        header, items = read(data)
        prefix = items[0][0].split("/")[0] + "/"
        kept = [(name, content) for name, content in items if is_kept(name.removeprefix(prefix))]
        small = write(header, kept)
        if read(small) != (header, [(name, content + b"\0" * (-len(content) % 16)) for name, content in kept]):
            sys.exit("icudata: what was written does not read back")
        open(path("small.dat"), "wb").write(small)
        open(path("data.S"), "w").write(
            f'.section .rodata\n.globl {symbol[1]}\n.balign 64\n{symbol[1]}:\n.incbin "{path("small.dat")}"\n.size {symbol[1]}, . - {symbol[1]}\n'
            '.section .note.GNU-stack,"",%progbits\n')
        subprocess.run(["clang", "-c", path("data.S"), "-o", target], check=True)
    print(f"icudata: {len(kept)} of {len(items)} tables, {len(small) / 1e6:.1f} of {len(data) / 1e6:.1f} MB")


main()
