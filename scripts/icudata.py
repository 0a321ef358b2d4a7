#!/usr/bin/env python3
"""Writes the needed part of ICU's data as an assembler source.

usage: icudata.py TOOLCHAIN_STATIC_LIBRARY OUT.S     (writes the data beside it, OUT.dat)

Foundation, linked statically, brings 34 MB of Unicode data for 700 languages; the box uses one language. The source
defines the same symbol as the library, so the linker takes this one instead. It is the same for every processor. The
format is ICU's common data ("CmnD", https://unicode-org.github.io/icu/userguide/icu_data/): a header, a table of
names and places, the items. (Debian's icupkg is too old for it: "total length of item name strings too long".)
"""
import pathlib, re, struct, sys

LANGUAGES = {"en", "en_001", "en_US", "en_US_POSIX"}
# Tables that nothing here uses. Of no language: character sets other than Unicode's, dictionaries of scripts without
# spaces, names of characters, profiles for host names, transliteration, names of units, currencies, languages and
# regions, numbers in words. Of any language: the order of words in its dictionaries, the places for line breaks,
# other names of character sets, names of time zones and of parts of the day, and the data that fold host names in
# other alphabets.
NEEDLESS = re.compile(r"\.(cnv|dict|spp|cfu)$|unames\.icu$|cnvalias\.icu$|_cj\.brk$|^brkitr/(line|word_|sent_)|^nfkc.*\.nrm$|^uts46\.nrm$|^(metaZones|windowsZones|dayPeriods)\.res$|^(zone|coll|translit|unit|curr|lang|region|rbnf)/")
LOCALE = re.compile(r"^(?:\w+/)?([a-z]{2,3}(?:_\w*)?)\.res$")


def is_kept(name):
    if NEEDLESS.search(name):
        return False
    locale = LOCALE.match(name)
    return not locale or locale[1] in LANGUAGES


def read(data):
    """Returns the header, and the items in their order: (name, contents)."""
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


def member(archive, wanted):
    """Returns the contents of one file of an `ar` archive.

    Reads the form of GNU and LLVM (https://man.freebsd.org/ar(5)): a table of its own has the names of 16 bytes or
    more.
    """
    if archive[:8] != b"!<arch>\n":
        sys.exit("icudata: the library is not an archive")
    at, names = 8, b""
    while at + 60 <= len(archive):
        name, size = archive[at:at + 16].rstrip(), int(archive[at + 48:at + 58])
        contents = archive[at + 60:at + 60 + size]
        if name == b"//":
            names = contents
        elif name.startswith(b"/") and name[1:].isdigit():
            begin = int(name[1:])
            name = names[begin:names.index(b"\n", begin)]
        if name.rstrip(b"/") == wanted:
            return contents
        at += 60 + size + size % 2
    sys.exit(f"icudata: the library has no {wanted.decode()}")


def symbol_data(elf):
    """Returns the name and the data of the symbol icudtNN_dat.

    Reads a relocatable 64-bit little-endian ELF file (elf(5)) directly: this machine's readelf and objcopy may not
    know the other processor's.
    """
    if elf[:6] != b"\x7fELF\x02\x01":
        sys.exit("icudata: the data are in no ELF file of 64 bits, little-endian")
    table, = struct.unpack_from("<Q", elf, 40)
    size, count = struct.unpack_from("<HH", elf, 58)
    # Kind, offset, size and linked section, by the section's number.
    sections = [(kind, place, length, link) for _, kind, _, _, place, length, link, *_ in (struct.unpack_from("<IIQQQQIIQQ", elf, table + i * size) for i in range(count))]
    for kind, place, length, link in sections:
        if kind != 2:  # SHT_SYMTAB
            continue
        texts = sections[link][1]
        for at in range(place, place + length, 24):
            name, _, _, section, value, extent = struct.unpack_from("<IBBHQQ", elf, at)
            text = elf[texts + name:elf.index(b"\0", texts + name)].decode()
            if re.fullmatch(r"icudt\d+_dat", text) and section < count:
                begin, end = sections[section][1], sections[section][1] + sections[section][2]
                return text, elf[begin + value:begin + value + extent if extent else end]
    sys.exit("icudata: the library has its data under another name than icudtNN_dat")


def main():
    library, target = map(pathlib.Path, sys.argv[1:])
    symbol, data = symbol_data(member(library.read_bytes(), b"icu_packaged_data.cpp.o"))
    header, items = read(data)
    prefix = items[0][0].split("/")[0] + "/"
    kept = [(name, content) for name, content in items if is_kept(name.removeprefix(prefix))]
    small = write(header, kept)
    if read(small) != (header, [(name, content + b"\0" * (-len(content) % 16)) for name, content in kept]):
        sys.exit("icudata: what was written does not read back")
    file = target.absolute().with_suffix(".dat")
    file.write_bytes(small)
    target.write_text(f'.section .rodata\n.globl {symbol}\n.balign 64\n{symbol}:\n.incbin "{file}"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",%progbits\n')
    print(f"icudata: {len(kept)} of {len(items)} tables, {len(small) / 1e6:.1f} of {len(data) / 1e6:.1f} MB")


main()
