"""Tests the noise figures of the filters.

They are the measured ones of the made models, and those of the program.
"""
import json
import re
import unittest

import small
from test_make import LISTS, listed

FIGURES = json.loads((small.TOOLS / "noise.json").read_text())["models"]
SOURCE = (small.PROJECT / "Sources/Perception/Pipeline/ModelNoise.swift").read_text()
# The allowed difference of the program's ratio from the measured one; another processor measures `int8` differently
# by a hundredth.
APART = {"float": 0.01, "int8": 0.06}
# The cases of ModelSize, and their files.
FILES = {"float": "hand_landmark_exact.tflite", "int8": "hand_landmark_int8.tflite", "lite": "hand_landmark_lite_exact.tflite"}


class Noise(unittest.TestCase):
    def test_the_figures_are_of_the_models_that_are_made(self):
        self.assertEqual(set(FIGURES), {"hand_landmark_full.tflite", *FILES.values()})
        for path in LISTS.values():
            self.assertEqual({name: of["sha256"] for name, of in FIGURES.items()}, {name: digest for name, digest in listed(path).items() if name in FIGURES},
                             "measure again with compare.py --noise, and set ModelSize.noise by it")

    def test_the_filters_are_set_by_them(self):
        said = {size: float(ratio) for size, ratio in re.findall(r"case \.(\w+): LandmarkNoise\(timesFloat: ([\d.]+)", SOURCE)}
        self.assertRegex(SOURCE, r"case \.float: \.float\b")
        self.assertEqual(set(said), {"int8", "lite"})
        for size, ratio in {"float": 1.0, **said}.items():
            mine, floats = FIGURES[FILES[size]], FIGURES["hand_landmark_full.tflite"]
            measured = mine["percent"] / floats["percent"]
            if size in APART:
                self.assertAlmostEqual(measured, ratio, delta=APART[size], msg=size)
            else:
                # The filter smooths more than the median, and less than fists need.
                self.assertLess(measured, ratio, size)
                self.assertLess(ratio, mine["by"]["performer's fists"] / floats["by"]["performer's fists"], size)


if __name__ == "__main__":
    unittest.main()
