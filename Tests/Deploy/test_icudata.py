"""Tests that scripts/icudata.py cuts a library's Unicode data for any processor.

It must reject unknown data.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/icudata.py"
KEPT, CUT = ["en.res", "root.res", "brkitr/char.brk", "nfc.nrm"], ["de.res", "coll/root.res", "coll/ucadata.icu", "brkitr/line.brk", "zone/en.res", "nfkc_cf.nrm", "metaZones.res", "translit/en.res", "ibm-37_P100-1995.cnv", "unames.icu"]


def common_data(items):
    """Returns ICU's common data of these (name, contents)."""
    header = struct.pack("<HBBHHBBBB4s4s4s", 32, 0xDA, 0x27, 20, 0, 0, 0, 2, 0, b"CmnD", bytes([1, 0, 0, 0]), bytes(4)) + bytes(8)
    table = 4 + 8 * len(items)
    names, contents, places = b"", b"", []
    first = table + sum(len(name) + 1 for name, _ in items)
    for name, content in items:
        places.append((table + len(names), first + len(contents)))
        names += name.encode() + b"\0"
        contents += content
    return header + struct.pack("<I", len(items)) + b"".join(struct.pack("<II", *place) for place in places) + names + contents


def elf(data, machine, symbol="icudt76_dat"):
    """Returns a relocatable ELF file with the data and their symbol.

    The data are in .rodata after 16 other bytes.
    """
    texts = b"\0" + symbol.encode() + b"\0"
    symbols = bytes(24) + struct.pack("<IBBHQQ", 1, 0x11, 0, 1, 16, len(data))
    rodata = bytes(range(16)) + data
    places = [64, 64 + len(rodata), 64 + len(rodata) + len(symbols)]
    sections = bytes(64)
    for kind, place, size, link in ((1, places[0], len(rodata), 0), (2, places[1], len(symbols), 3), (3, places[2], len(texts), 0)):
        sections += struct.pack("<IIQQQQIIQQ", 0, kind, 0, 0, place, size, link, 0, 1, 24 if kind == 2 else 0)
    begin = places[2] + len(texts)
    header = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 1, machine, 1, 0, 0, begin, 0, 64, 0, 0, 64, 4, 0)
    return header + rodata + symbols + texts + sections


def archive(members):
    """Returns an `ar` archive of GNU's form; long names are in a table of their own."""
    table, entries = b"", b""
    for name, contents in members:
        place = f"/{len(table)}"
        table += name.encode() + b"/\n"
        entries += f"{place:<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(contents):<10}`\n".encode() + contents + b"\n" * (len(contents) % 2)
    return b"!<arch>\n" + f"{'//':<48}{len(table):<10}`\n".encode() + table + b"\n" * (len(table) % 2) + entries


class Cut(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_on(self, library):
        file = self.folder / "library.a"
        file.write_bytes(library)
        return subprocess.run([sys.executable, "-B", str(SCRIPT), str(file), str(self.folder / "cut.S")], capture_output=True, text=True)

    def test_the_box_s_tables_stay_and_others_go_for_either_processor(self):
        names = sorted(KEPT + CUT)
        data = common_data([("icudt76l/" + name, name.encode() * 5) for name in names])
        for machine in (62, 183):
            done = self.run_on(archive([("another_member_of_it.cpp.o", b"odd"), ("icu_packaged_data.cpp.o", elf(data, machine))]))
            self.assertEqual(done.returncode, 0, done.stderr)
            small = (self.folder / "cut.dat").read_bytes()
            for name in KEPT:
                self.assertIn(name.encode() * 5, small)
            for name in CUT:
                self.assertNotIn(name.encode(), small)
            source = (self.folder / "cut.S").read_text()
            self.assertIn(".globl icudt76_dat\n", source)
            self.assertIn(f'.incbin "{self.folder / "cut.dat"}"', source)

    def test_what_it_does_not_know_is_refused(self):
        data = common_data([("icudt76l/en.res", b"text")])
        for library, said in (
            (b"no archive at all", "not an archive"),
            (archive([("another_member_of_it.cpp.o", b"")]), "has no icu_packaged_data.cpp.o"),
            (archive([("icu_packaged_data.cpp.o", b"\x7fELF\x01\x01" + bytes(60))]), "64 bits"),
            (archive([("icu_packaged_data.cpp.o", elf(data, 183, "other"))]), "another name"),
            (archive([("icu_packaged_data.cpp.o", elf(b"ABCD" * 20, 183))]), "not ICU's common data"),
        ):
            done = self.run_on(library)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)
            self.assertFalse((self.folder / "cut.S").exists())


if __name__ == "__main__":
    unittest.main()
