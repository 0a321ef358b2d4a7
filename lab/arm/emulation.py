"""Tests the models on emulated Raspberry Pi 4 and 5 cores.

The cores are Cortex-A72 and Cortex-A76. The numbers must be those of this machine, and XNNPACK must take the
instructions for which the models were made. `make test-arm` runs it. It measures no time, because an emulator's times
say nothing about a board.
"""
import math
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "Tests/Models")]

from emulated import A72, A76, Emulator, landmarks, palms  # noqa: E402
from test_runtime import crops  # noqa: E402

INT8, EXACT, LITE = landmarks("hand_landmark_int8.tflite"), landmarks("hand_landmark_exact.tflite"), landmarks("hand_landmark_lite_exact.tflite")
HALF_EXACT, HALF_PALMS = landmarks(EXACT.file, half=True), palms("palm_detection_full.tflite", half=True)
MILLION = 1e6


def points(answer):
    return [answer[0][3 * i:3 * i + 2] for i in range(21)]


def size(answer):
    """Returns the distance from wrist to middle knuckle."""
    return math.dist(points(answer)[0], points(answer)[9])


class OnThePi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.emulator = Emulator(folder)
        # Two fists, an open hand, a pinch, the dim room.
        cls.crops = list(crops(pathlib.Path(folder)))[::2]
        cls.here, cls.counts = {}, {}

    @classmethod
    def tearDownClass(cls):
        kinds = ("fp32 multiply-adds", "fp16 multiply-adds", "dot products", "8-bit multiplies", "all")
        print("\nmillion instructions a run | " + " | ".join(kinds))
        for (model, core), found in cls.counts.items():
            print(f"{model.file}{' in fp16' if model.half else ''}, {core.name} | " + " | ".join(f"{found[kind] / MILLION:.1f}" for kind in kinds))

    def answers(self, model, core=None):
        if core:
            return self.emulator.look(model, self.crops, core)
        if model not in self.here:
            self.here[model] = self.emulator.look(model, self.crops)
        return self.here[model]

    def mix(self, model, core):
        if (model, core) not in self.counts:
            self.counts[model, core] = self.emulator.instructions(model, self.crops[0], core)
        return self.counts[model, core]

    def test_the_numbers_are_those_of_this_machine(self):
        for model in (EXACT, INT8, LITE):
            for core in (A72, A76):
                with self.subTest(model.file, core=core.name):
                    for there, here in zip(self.answers(model, core), self.answers(model)):
                        self.assertGreater(here[1][0], 0.5, "there is a hand")
                        off = max(math.dist(a, b) for a, b in zip(points(there), points(here)))
                        self.assertLess(off, 0.001, "pixels of the model's input")
                        for output, limit in ((1, 1e-4), (2, 1e-4), (3, 1e-5)):
                            self.assertLess(max(abs(a - b) for a, b in zip(there[output], here[output])), limit)

    def errors(self, answers):
        """Returns median, 95th percentile and maximum of the points' errors.

        An error is the distance to the float model's point on this machine, in % of hand size.
        """
        off = sorted(100 * math.dist(a, b) / size(here) for there, here in zip(answers, self.answers(EXACT)) for a, b in zip(points(there), points(here)))
        return off[len(off) // 2], off[len(off) * 95 // 100], off[-1]

    def test_16_bit_floats_are_nearer_to_the_float_model_than_8_bit_numbers(self):
        half, eight = self.errors(self.answers(HALF_EXACT, A76)), self.errors(self.answers(INT8))
        for name, found in (("fp16", half), ("int8", eight)):
            print(f"\n{name}: off by {found[0]:.2f} % of hand size (median), {found[1]:.2f} (95 of 100), {found[2]:.2f} at most", end="")
        print()
        self.assertGreater(half[2], 0.001, "it is not computed in 16 bits")
        self.assertLess(half[0], 0.3)
        self.assertLess(half[1], 0.6)
        for ours, theirs in zip(half[:2], eight):
            self.assertLess(ours, theirs)

    def test_the_a76_multiplies_8_bit_numbers_by_dot_products(self):
        found = self.mix(INT8, A76)
        self.assertGreater(found["dot products"], 10 * MILLION)
        # These are the depthwise layers', which cannot use dot products.
        self.assertLess(found["8-bit multiplies"], found["dot products"] / 3)

    def test_the_a72_has_none_and_multiplies_them_one_by_one(self):
        found = self.mix(INT8, A72)
        self.assertEqual(found["dot products"], 0)
        self.assertGreater(found["8-bit multiplies"], 10 * MILLION)
        self.assertLess(found["all"], self.mix(EXACT, A72)["all"])

    def test_the_a76_computes_float_models_in_16_bits_where_it_is_told_to(self):
        for model in (HALF_EXACT, HALF_PALMS):
            found = self.mix(model, A76)
            self.assertGreater(found["fp16 multiply-adds"], 20 * MILLION, model.file)
            self.assertLess(found["fp32 multiply-adds"], found["fp16 multiply-adds"] / 10, model.file)
        # The choice of `auto` depends on this: 16-bit floats cost the same there as 8-bit numbers.
        self.assertLess(self.mix(HALF_EXACT, A76)["all"], 1.1 * self.mix(INT8, A76)["all"])


if __name__ == "__main__":
    unittest.main()
