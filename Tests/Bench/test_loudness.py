"""Tests the bench's report of the loudness of modes and sounds."""
import pathlib
import sys
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import loudness  # noqa: E402
from page import Sheet  # noqa: E402


def figure(level, peak=-1.5, unlimited=-2.0):
    return {"level": level, "peak": peak, "unlimited": unlimited}


def data():
    return {
        "modes": [{"name": "player", **figure(-18, unlimited=-120)}, {"name": "stems", **figure(-16.1, unlimited=-120)}, {"name": "instrument", **figure(-17)}],
        "sounds": [{"name": "A", "melody": figure(-20), "chords": figure(-15)}, {"name": "B", "melody": figure(-18.1), "chords": figure(-16.9)}],
    }


class Loudness(unittest.TestCase):
    def sheet(self, data):
        sheet = Sheet()
        loudness.show(sheet, {"loudness": data})
        return sheet

    def failed(self, data):
        return [name for name, _, _, holds in self.sheet(data).goals if holds is False]

    def test_a_good_run_holds_all(self):
        self.assertEqual(self.failed(data()), [])

    def test_each_goal_can_fail(self):
        modes, melody, chords, peak = data(), data(), data(), data()
        modes["modes"][0]["level"] = -18.2
        melody["sounds"][0]["melody"]["level"] = -20.2
        chords["sounds"][1]["chords"]["level"] = -17.1
        peak["sounds"][1]["chords"]["peak"] = -0.9
        self.assertEqual([len(self.failed(changed)) for changed in (modes, melody, chords, peak)], [1, 1, 1, 1])
        self.assertEqual(len({self.failed(changed)[0] for changed in (modes, melody, chords, peak)}), 4)

    def test_a_mode_without_the_instrument_has_no_peak_before_the_limiter(self):
        lines = self.sheet(data()).lines
        self.assertIn("| player | -18.0 | -1.5 |  |", lines)
        self.assertIn("| A | -20.0 / -1.5 / -2.0 | -15.0 / -1.5 / -2.0 |", lines)


if __name__ == "__main__":
    unittest.main()
