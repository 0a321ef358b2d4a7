"""Tests the differences of functions and their bound, the last place."""
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from functions import FORM, NAMES, called, differences, judge  # noqa: E402

ONES = [1.0] * (2 * len(NAMES))
# Every compared function.
ALL = {*NAMES, *(f"{name}f" for name in NAMES)}


class Functions(unittest.TestCase):
    def found(self, name, value, points=3):
        other = list(ONES)
        other[[*NAMES, *(f"{n}f" for n in NAMES)].index(name)] = value
        return differences(FORM.pack(*ONES) * points, FORM.pack(*ONES) * (points - 1) + FORM.pack(*other))

    def test_the_same(self):
        found = self.found("sin", 1.0)
        self.assertEqual(set(found.values()), {(0, 0.0)})
        self.assertEqual(judge(found, ALL), [])

    def test_the_last_place_is_allowed(self):
        for name, step in (("exp2", 2**-52), ("atan2f", 2**-23)):
            found = self.found(name, 1 + step)
            self.assertEqual(found[name][0], 1)
            self.assertAlmostEqual(found[name][1], step, delta=step / 1000)
            self.assertEqual(judge(found, ALL), [])

    def test_more_is_not(self):
        for name, step in (("exp2", 2**-50), ("acosf", 2**-21)):
            self.assertEqual(judge(self.found(name, 1 + step), ALL), [f"{name} differs by more than its last place"])

    def test_a_function_that_the_program_does_not_call(self):
        self.assertEqual(judge(self.found("acosf", 1 + 2**-21), ALL - {"acosf"}), [])

    def test_a_called_function_that_is_not_compared(self):
        self.assertEqual(judge(self.found("sin", 1.0), {"sin", "erff"}), ["erff is not compared: add it to functions.c and NAMES"])

    def test_the_functions_that_a_program_calls(self):
        listing = """                 U acosf@GLIBC_2.2.5
                 U exp2@GLIBC_2.29 (6)
                 U fmodf@GLIBC_2.2.5
                 U malloc@GLIBC_2.2.5
                 w __gmon_start__
"""
        library = """0000000000000000 A GLIBC_2.2.5
000000000003e5c0 T acosf@@GLIBC_2.2.5
000000000002e1a0 i exp2@@GLIBC_2.29
0000000000012b40 W fmodf@@GLIBC_2.2.5
000000000002ff00 i sin@@GLIBC_2.2.5
"""
        self.assertEqual(called(listing, library), {"acosf", "exp2"})
        self.assertEqual(called("", library), set())

    def test_no_number_on_one_alone_is_more_than_any_share(self):
        self.assertEqual(judge(self.found("tanf", math.nan), ALL), ["tanf differs by more than its last place"])
        other = FORM.pack(*[math.nan] * len(ONES))
        self.assertEqual(set(differences(other, other).values()), {(0, 0.0)})

    def test_a_run_that_was_ended(self):
        with self.assertRaisesRegex(ValueError, "a run was ended"):
            differences(FORM.pack(*ONES), b"")
        with self.assertRaisesRegex(ValueError, "a run was ended"):
            differences(b"", b"")


if __name__ == "__main__":
    unittest.main()
