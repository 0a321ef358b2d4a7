"""Tests the files of setup: the pinned bytes, or none at all."""
import hashlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import small
from fold import fold
from make import MADE
from network import Network
from prune import bottlenecks, is_dead, prune

RUNTIME = small.PROJECT / ".runtime" / platform.machine()
LISTS = {arch: small.PROJECT / f"scripts/runtime.{arch}.sha256" for arch in ("x86_64", "aarch64")}


def listed(path):
    return {name: digest for digest, name in (line.split() for line in path.read_text().splitlines())}


class Made(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in {original for original, _ in MADE.values()}:
            shutil.copy(RUNTIME / name, self.folder)
        shutil.copy(LISTS["x86_64"], self.folder / "SHA256SUMS")

    def make(self):
        done = subprocess.run([sys.executable, "-B", small.TOOLS / "make.py", self.folder], capture_output=True, text=True)
        return done.returncode, done.stderr

    def made(self):
        return [name for name in MADE if (self.folder / name).exists()]

    def test_the_pinned_bytes_come_out(self):
        self.assertEqual(self.make(), (0, ""))
        for name in MADE:
            digest = hashlib.sha256((self.folder / name).read_bytes()).hexdigest()
            self.assertEqual(digest, listed(LISTS["x86_64"])[name])

    def test_a_half_file_is_replaced_and_not_written_on(self):
        # The remains of an interrupted run; a program that has the file open continues to read the old contents.
        half, other = self.folder / "hand_landmark_exact.tflite", self.folder / "open"
        half.write_bytes(b"half")
        other.hardlink_to(half)
        self.assertEqual(self.make(), (0, ""))
        self.assertEqual(other.read_bytes(), b"half")
        self.assertEqual(hashlib.sha256(half.read_bytes()).hexdigest(), listed(LISTS["x86_64"])[half.name])
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith(".")], [])

    def test_a_damaged_model_is_refused(self):
        model = self.folder / "hand_landmark_full.tflite"
        data = bytearray(model.read_bytes())
        data[len(data) // 2] ^= 1
        model.write_bytes(data)
        code, said = self.make()
        self.assertNotEqual(code, 0)
        pinned = listed(LISTS["x86_64"])["hand_landmark_full.tflite"]
        self.assertIn(f"hand_landmark_full.tflite has the SHA-256 {hashlib.sha256(data).hexdigest()} instead of {pinned}: run make setup", said)
        self.assertEqual(self.made(), [])

    def test_other_bytes_than_the_pinned_ones_are_not_kept(self):
        sums = self.folder / "SHA256SUMS"
        wanted = listed(sums)["hand_landmark_exact.tflite"]
        sums.write_text(sums.read_text().replace(wanted, "0" * 64))
        code, said = self.make()
        self.assertNotEqual(code, 0)
        self.assertIn(f"hand_landmark_exact.tflite came out with the SHA-256 {wanted} instead of {'0' * 64}", said)
        self.assertEqual(self.made(), [])


class Lists(unittest.TestCase):
    def lines(self, *arguments):
        done = subprocess.run([sys.executable, "-B", small.TOOLS / "make.py", *arguments], capture_output=True, text=True, check=True)
        return {name: digest for digest, name in (line.split() for line in done.stdout.splitlines())}

    def test_a_list_is_of_what_is_fetched_and_what_is_made(self):
        for path in LISTS.values():
            fetched = self.lines("--fetched", path)
            self.assertEqual(set(listed(path)) - set(fetched), set(MADE))
            self.assertEqual({name: listed(path)[name] for name in fetched}, fetched)

    def test_what_others_are_made_of_is_not_packaged(self):
        for path in LISTS.values():
            packaged = self.lines("--packaged", path)
            self.assertEqual(set(listed(path)) - set(packaged), {original for original, _ in MADE.values()})
            self.assertEqual({name: listed(path)[name] for name in packaged}, packaged)

    def test_both_machines_have_the_same_models(self):
        one, other = ({name: digest for name, digest in listed(path).items() if name.endswith(".tflite")} for path in LISTS.values())
        self.assertEqual(one, other)
        self.assertEqual(set(MADE) - set(one), set())

    def test_the_palm_models_have_no_dead_channels(self):
        for name in ("palm_detection_full.tflite", "palm_detection_lite.tflite"):
            network = fold(Network((RUNTIME / name).read_bytes()))
            dead = [any(is_dead(network, o)) for o in network.operators if network.kind(o) == "DEPTHWISE_CONV_2D"]
            self.assertGreater(len(dead), 20)
            self.assertFalse(any(dead))

    def test_the_landmark_models_have_as_many_dead_filters_as_is_said(self):
        said = (small.TOOLS / "README.md").read_text()
        for name, count, gone in (("hand_landmark_full.tflite", 2712, 2640), ("hand_landmark_lite.tflite", 525, 480)):
            network = fold(Network((RUNTIME / name).read_bytes()))
            self.assertEqual(sum(sum(is_dead(network, o)) for o in network.operators if network.kind(o) == "DEPTHWISE_CONV_2D"), count)
            self.assertEqual(prune(network), gone)
            self.assertIn(str(count), said)
            self.assertIn(str(gone), said)

    def test_the_made_models_have_no_more_of_them_than_fill_their_blocks(self):
        for name in ("hand_landmark_exact.tflite", "hand_landmark_lite_exact.tflite"):
            network = fold(Network((RUNTIME / name).read_bytes()))
            counts = [sum(is_dead(network, place.middle)) for place in bottlenecks(network)]
            self.assertGreater(len(counts), 10)
            self.assertLess(max(counts), 16)


if __name__ == "__main__":
    unittest.main()
