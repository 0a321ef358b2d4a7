"""Tests scripts/licence-keys.py and .sh: a build's public licence keys."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
# The public key of RFC 8032, section 7.1, test 2; its id by sha256sum.
KEY = "ed25519 3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c a maker"
KNOWN = "ed25519 d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a x"


def check(text, *more):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "keys.txt")
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return subprocess.run([sys.executable, "-B", SCRIPTS / "licence-keys.py", path, *more], capture_output=True, text=True)


class Keys(unittest.TestCase):
    def test_a_good_file_has_its_ids(self):
        good = check(f"# ours\n\n  {KEY}\n", "--ids")
        self.assertEqual((good.returncode, good.stderr), (0, ""))
        self.assertRegex(good.stdout, r"^[0-9a-f]{16}\n$")

    def test_a_faulty_one_is_told_with_its_line(self):
        for text, told in [
            ("#\nrsa 12", "line 2: a key begins with ed25519"),
            ("ed25519 12ab", "line 1: after ed25519"),
            (KEY.replace("3d40", "3D40"), "line 1: after ed25519"),
            (f"{KEY}\n{KEY}", "line 2: the key"),
            (KNOWN, "half is public"),
            ("# nothing\n", "there is no key in it"),
            (b"\xff\xfe", "cannot be read"),
        ]:
            with self.subTest(told):
                bad = check(text)
                self.assertEqual(bad.returncode, 1)
                self.assertIn(told, bad.stderr)

    def test_the_build_takes_them_and_forgets_them_again(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Sources/Licensing/MakerKeys").mkdir(parents=True)
            (root / "scripts").mkdir()
            for name in ["licence-keys.py", "licence-keys.sh"]:
                shutil.copy(SCRIPTS / name, root / "scripts")
            package, copy = root / "Package.swift", root / "Sources/Licensing/MakerKeys/public-keys.txt"
            (root / "keys.txt").write_text(KEY)
            (root / "bad.txt").write_text("nothing")

            def build(keys):
                package.touch()
                os.utime(package, (1, 1))
                environment = {**os.environ, "LICENCE_KEYS": keys}
                run = subprocess.run(
                    ["bash", "-euc", ". scripts/licence-keys.sh; echo ${GESTUREFLOW_LICENCE_KEYS:-none}"],
                    cwd=root, env=environment, capture_output=True, text=True)
                return run.returncode, run.stdout.strip(), package.stat().st_mtime > 1

            self.assertEqual(build(""), (0, "none", False))
            self.assertEqual(build("keys.txt"), (0, "1", True))
            self.assertEqual(copy.read_text(), KEY)
            self.assertEqual(build("keys.txt"), (0, "1", False), "the same keys: nothing is planned anew")
            self.assertEqual(build("bad.txt"), (1, "", False))
            self.assertEqual(build(""), (0, "none", True))
            self.assertFalse(copy.exists())


if __name__ == "__main__":
    unittest.main()
