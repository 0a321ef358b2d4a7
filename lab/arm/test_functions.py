"""Tests the differences of functions and their bound, the last place."""
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from functions import FORM, NAMES, differences, judge  # noqa: E402

ONES = [1.0] * (2 * len(NAMES))


class Functions(unittest.TestCase):
    def found(self, name, value, points=3):
        other = list(ONES)
        other[[*NAMES, *(f"{n}f" for n in NAMES)].index(name)] = value
        return differences(FORM.pack(*ONES) * points, FORM.pack(*ONES) * (points - 1) + FORM.pack(*other))

    def test_the_same(self):
        found = self.found("sin", 1.0)
        self.assertEqual(set(found.values()), {(0, 0.0)})
        self.assertEqual(judge(found), [])

    def test_the_last_place_is_allowed(self):
        for name, step in (("exp2", 2**-52), ("atan2f", 2**-23)):
            found = self.found(name, 1 + step)
            self.assertEqual(found[name][0], 1)
            self.assertAlmostEqual(found[name][1], step, delta=step / 1000)
            self.assertEqual(judge(found), [])

    def test_more_is_not(self):
        self.assertEqual(judge(self.found("exp2", 1 + 2**-50)), ["exp2"])
        self.assertEqual(judge(self.found("acosf", 1 + 2**-21)), ["acosf"])

    def test_no_number_on_one_alone_is_more_than_any_share(self):
        self.assertEqual(judge(self.found("tanf", math.nan)), ["tanf"])
        other = FORM.pack(*[math.nan] * len(ONES))
        self.assertEqual(set(differences(other, other).values()), {(0, 0.0)})

    def test_a_run_that_was_ended(self):
        with self.assertRaisesRegex(ValueError, "a run was ended"):
            differences(FORM.pack(*ONES), b"")
        with self.assertRaisesRegex(ValueError, "a run was ended"):
            differences(b"", b"")


if __name__ == "__main__":
    unittest.main()
