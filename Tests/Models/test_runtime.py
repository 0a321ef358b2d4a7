"""Tests the made models beside the pinned ones on our runtime.

The input is the performer's hands.
"""
import json
import math
import subprocess
import tempfile
import unittest
from array import array
from pathlib import Path

import small
from runtime import Model, Runtime
from test_make import RUNTIME

GFLAB = small.PROJECT / ".build/release/gflab"
WIDTH, HEIGHT, SIDE = 640, 480, 224
# Script -> numbers of the frames in the test.
FRAMES = {"fist": [0, 6, 11], "open": [3, 9], "pinch": [2, 8], "hard": [4], "thumbsup": [5]}


def crops(folder):
    """Returns squares around the performer's hands in the models' form.

    They are the bytes of fp32, 0...1.
    """
    for script, numbers in FRAMES.items():
        film, truth = folder / f"{script}.y4m", folder / f"{script}.jsonl"
        subprocess.run([GFLAB, "perform", script, "-o", film, "--truth", truth, "--rate", "4"], check=True, stdout=subprocess.DEVNULL)
        lines = [json.loads(line) for line in truth.read_text().splitlines()]
        for number in numbers:
            points = [(x * WIDTH, y * HEIGHT) for x, y, _ in lines[number]["hands"][0]["landmarks"]]
            (left, right), (top, bottom) = ((min(v), max(v)) for v in zip(*points))
            side = int(min(1.6 * max(right - left, bottom - top), HEIGHT))
            x = int(min(max((left + right - side) / 2, 0), WIDTH - side))
            y = int(min(max((top + bottom - side) / 2, 0), HEIGHT - side))
            cut = f"select=eq(n\\,{number}),crop={side}:{side}:{x}:{y},scale={SIDE}:{SIDE}"
            run = ["ffmpeg", "-v", "error", "-i", film, "-vf", cut, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
            data = subprocess.run(run, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
            yield array("f", [v / 255 for v in data]).tobytes()


@unittest.skipUnless(GFLAB.exists(), f"{GFLAB} is not built")
class OnTheRuntime(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            cls.runtime = Runtime(RUNTIME / "libLiteRt.so", folder)
            cls.crops = list(crops(folder))

    def answers(self, name):
        model = Model(self.runtime, RUNTIME / name)
        return [model.run(crop) for crop in self.crops]

    def test_the_pinned_model_sees_the_hands(self):
        # Without hands the comparisons below would prove nothing.
        for _, presence, _, _ in self.answers("hand_landmark_full.tflite"):
            self.assertGreater(presence[0], 0.5)

    def test_without_dead_channels_the_answers_are_the_same(self):
        for pinned, made in (("hand_landmark_full.tflite", "hand_landmark_exact.tflite"), ("hand_landmark_lite.tflite", "hand_landmark_lite_exact.tflite")):
            for one, other in zip(self.answers(pinned), self.answers(made)):
                # Landmarks in crop pixels, presence, handedness, landmarks in metres in space.
                for limit, a, b in zip((1e-4, 1e-5, 1e-5, 1e-6), one, other):
                    self.assertLess(max(abs(x - y) for x, y in zip(a, b)), limit, made)

    def test_int8_stays_near(self):
        errors = []
        for one, other in zip(self.answers("hand_landmark_full.tflite"), self.answers("hand_landmark_int8.tflite")):
            self.assertEqual(one[1][0] > 0.5, other[1][0] > 0.5)
            self.assertEqual(one[2][0] > 0.5, other[2][0] > 0.5)
            at = lambda p, i: p[0][3 * i:3 * i + 2]
            size = math.dist(at(one, 0), at(one, 9))
            errors += [100 * math.dist(at(one, i), at(other, i)) / size for i in range(21)]
        near = sum(error <= 5 for error in errors) / len(errors)
        self.assertGreaterEqual(near, 0.97)
        self.assertLess(sorted(errors)[len(errors) // 2], 0.6)
        self.assertGreater(max(errors), 0.01, "it is another model")


if __name__ == "__main__":
    unittest.main()
