"""Tests that scripts/deb/check.py finds a package's faults for any processor.

The packages have a few kilobytes and one fault each.
"""

import hashlib
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts/deb"
sys.path.insert(0, str(SCRIPTS))

import check  # noqa: E402
import guide  # noqa: E402

DEPENDS = "libc6, libasound2t64, libebur128-1, libgpiod3, libmpg123-0t64, libsndfile1, libsodium23, libsystemd0, libturbojpeg0, systemd, udev, ffmpeg"


def program(machine=183, libraries=("libc.so.6",), folder=None, versions=("GLIBC_2.17",)):
    """Returns an ELF file with the data of a loader.

    It has one loaded segment, which is the whole file.
    """
    texts, at = b"\0", {}
    for text in [*libraries, *versions, *([folder] if folder else [])]:
        at[text] = len(texts)
        texts += text.encode() + b"\0"
    begin = 64 + 2 * 56
    needs = begin + len(texts)
    version = struct.pack("<HHIII", 1, len(versions), 1, 16, 0)
    for i, text in enumerate(versions):
        version += struct.pack("<IHHII", 0, 0, i + 2, at[text], 16 if i + 1 < len(versions) else 0)
    entries = [(5, begin), (0x6FFFFFFE, needs), *((1, at[text]) for text in libraries), *([(29, at[folder])] if folder else []), (0, 0)]
    dynamic = b"".join(struct.pack("<qQ", *entry) for entry in entries)
    place = needs + len(version)
    size = place + len(dynamic)
    header = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, machine, 1, 0, 64, 0, 0, 64, 56, 2, 0, 0, 0)
    header += struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, size, size, 4096) + struct.pack("<IIQQQQQQ", 2, 6, place, place, place, len(dynamic), len(dynamic), 8)
    return header + texts + version + dynamic


class Guide(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_it_has_every_page_and_picture_that_is_linked_and_no_others(self):
        (self.root / "owner.md").write_text("[a](a.md#part) ![p](p.svg) [home](https://example.org/x.md) [here](#below)\n")
        (self.root / "a.md").write_text("[back](owner.md) [b](b.md)\n")
        for name in ("b.md", "p.svg", "other.md"):
            (self.root / name).write_text("text\n")
        self.assertEqual([page.name for page in guide.guide(self.root / "owner.md")], ["a.md", "b.md", "owner.md", "p.svg"])

    def test_a_link_that_leads_nowhere_is_an_error(self):
        (self.root / "owner.md").write_text("[a](gone.md)\n")
        with self.assertRaisesRegex(FileNotFoundError, "gone.md"):
            guide.guide(self.root / "owner.md")

    def test_the_package_has_ours_and_what_its_units_name(self):
        docs = SCRIPTS.parents[1] / "docs"
        files = guide.guide(docs / "owner/README.md", docs / "pi.md")
        self.assertTrue(all(page.is_relative_to(docs) for page in files), "the package keeps folders of docs alone")
        pages = {page.name for page in files}
        self.assertLessEqual({"first-day.md", "trouble.md", "pi.md", "streams.md", "many-boxes.md", "licence.md", "stems-hands.svg"}, pages)
        self.assertIn('guide.py docs/owner/README.md docs/pi.md', (SCRIPTS.parent / "deb.sh").read_text())


class Checked(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "root"
        for name in check.NEEDED:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_bytes(b"something\n")
        (self.root / "usr/bin/gfctl").symlink_to("gestureflowd")
        self.write("usr/bin/gestureflowd", program())
        self.write("usr/lib/gestureflow/libLiteRt.so", program())
        self.fields = {"Architecture": "arm64", "Installed-Size": "100", "Depends": DEPENDS}

    def write(self, name, contents):
        (self.root / name).write_bytes(contents)
        library = self.root / "usr/lib/gestureflow/libLiteRt.so"
        (self.root / "usr/lib/gestureflow/SHA256SUMS").write_text(f"{hashlib.sha256(library.read_bytes()).hexdigest()}  libLiteRt.so\n")

    def faults(self):
        return list(check.faults(self.root, self.fields))

    def assert_one(self, text):
        found = self.faults()
        self.assertEqual(len(found), 1, found)
        self.assertIn(text, found[0])

    def test_a_good_package_has_no_fault(self):
        self.assertEqual(self.faults(), [])

    def test_each_fault_of_a_program_is_named(self):
        for wrong, said in (
            (program(machine=62), "for machine 62"),
            (program(libraries=("libc.so.6", "libswiftCore.so")), "needs libswiftCore.so"),
            (program(folder="/work/sysroot/usr/lib"), "looks for libraries in /work/sysroot/usr/lib"),
            (program(versions=("GLIBC_2.17", "GLIBC_2.42")), "asks for GLIBC_2.42, and the release's C library has 2.41"),
            (b"\x7fELF\x01\x01" + bytes(100), "not an ELF file of 64 bits"),
            (b"#!/bin/sh\n", "not an ELF file"),
        ):
            self.write("usr/bin/gestureflowd", wrong)
            self.assert_one(said)
        self.write("usr/bin/gestureflowd", program(folder="$ORIGIN/../lib", versions=("GLIBC_2.41",)))
        self.assertEqual(self.faults(), [])

    def test_each_fault_of_the_files_is_named(self):
        (self.root / "usr/bin/gfctl").unlink()
        self.assert_one("gfctl is not a link")
        (self.root / "usr/bin/gfctl").symlink_to("gestureflowd")
        (self.root / "usr/share/man/man1/gfctl.1.gz").write_bytes(b"")
        self.assert_one("gfctl.1.gz is missing or empty")
        (self.root / "usr/share/man/man1/gfctl.1.gz").write_bytes(b"page")
        (self.root / "usr/lib/gestureflow/SHA256SUMS").write_text("0" * 64 + "  libLiteRt.so\n")
        self.assert_one("not what SHA256SUMS says")

    def test_size_and_what_it_depends_on_are_judged(self):
        self.fields["Installed-Size"] = str(check.MOST + 1)
        self.assert_one(f"takes {check.MOST + 1} KiB")
        self.fields["Installed-Size"] = "100"
        # The check finds from the files that the field is wrong.
        with open(self.root / "usr/share/gestureflow/large", "wb") as file:
            file.truncate((check.MOST + 1) * 1024)
        self.assertIn("KiB installed", self.faults()[0])
        (self.root / "usr/share/gestureflow/large").unlink()
        self.fields["Depends"] = DEPENDS.replace("libgpiod3, ", "")
        self.assert_one("no libgpiod")

    @unittest.skipUnless(shutil.which("dpkg-deb"), "a whole package: dpkg-deb is not here")
    def test_a_whole_package_is_read(self):
        control = self.root / "DEBIAN/control"
        control.parent.mkdir()
        for depends, code in ((DEPENDS, 0), ("libc6", 1)):
            control.write_text(
                f"Package: gestureflow\nVersion: 1\nArchitecture: arm64\nMaintainer: A maintainer <a@example.invalid>\nInstalled-Size: 100\nDepends: {depends}\nDescription: a test\n")
            package = self.root.parent / "test.deb"
            subprocess.run(["dpkg-deb", "--root-owner-group", "--build", str(self.root), str(package)], check=True, capture_output=True)
            done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "check.py"), str(package)], capture_output=True, text=True)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual("has no libasound2" in done.stderr, code == 1)


if __name__ == "__main__":
    unittest.main()
