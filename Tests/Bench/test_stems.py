"""Tests the bench's report of the engine in mode stems."""
import copy
import pathlib
import sys
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import stems  # noqa: E402
from page import Sheet  # noqa: E402

ROWS = [{"channels": channels, "mode": mode, "mean": 1.0, "p50": 0.9, "p99": 2.0, "p999": 3.0, "max": 5.0} for channels in (1, 2, 3, 4) for mode in ("rest", "moving")]
MEMORY = [{"set": "Built-in stems", "soundMB": 28.5, "residentMB": 60, "peakMB": 90}, {"set": "4 x 16 bars at 60 BPM", "soundMB": 49.2, "residentMB": 80, "peakMB": 140}]

MOMENTS = {where: {"mean": 1.0, "most": 2.9, "mostOfARun": 6.0, "moments": [{"moment": "start", "blocks": 5, "most": 2.0}]} for where in ("tape", "clips")}


def data():
    return {"alone": stems.medians([ROWS]), "busy": stems.medians([ROWS]), "memory": copy.deepcopy(MEMORY), "silence": {"start": 130, "jump": 0}}


class Stems(unittest.TestCase):
    def sheet(self, data, moments=MOMENTS):
        sheet = Sheet()
        stems.show(sheet, {"stems": data, "stems.moments": moments})
        return sheet

    def failed(self, data, moments=MOMENTS):
        return [figure for figure, _, _, holds in self.sheet(data, moments).goals if holds is False]

    def test_rows_are_medians_and_the_most_of_all_is_beside_them(self):
        runs = [[{**ROWS[0], "max": most, "mean": mean}] for most, mean in ((4, 1.0), (60, 1.1), (5, 3.0))]
        self.assertEqual(stems.medians(runs), [{**ROWS[0], "max": 5, "mean": 1.1, "worst": 60}])

    def test_a_good_run_holds_all(self):
        self.assertEqual(self.failed(data()), [])

    def test_each_goal_can_fail(self):
        def moved(key, value):
            changed = data()
            changed["alone"][-1][key] = value
            return changed

        # Four moving stems count; beyond the goal of 128 bits both fail.
        for key, one, two in (("mean", 1.3, 2.3), ("p999", 4.1, 6.1), ("max", 6.1, 8.1)):
            self.assertEqual((len(self.failed(moved(key, one))), len(self.failed(moved(key, two)))), (1, 2), key)
        self.assertEqual(len(self.failed({**data(), "silence": {"start": 481}})), 1)
        large = data()
        large["memory"][-1]["peakMB"] = 151
        self.assertEqual(len(self.failed(large)), 1)

    def test_moments_of_a_tape_and_of_clips_are_judged_by_the_mean_of_their_run(self):
        for where in MOMENTS:
            self.assertEqual(len(self.failed(data(), {**MOMENTS, where: {**MOMENTS[where], "most": 3.1}})), 1, where)
            self.assertEqual(self.failed(data(), {**MOMENTS, where: {**MOMENTS[where], "most": 3.1, "mean": 1.1}}), [])

    def test_the_other_rows_have_no_goals(self):
        changed = data()
        changed["alone"][0]["max"] = changed["busy"][-1]["max"] = 90
        self.assertEqual(self.failed(changed), [])

    def test_tables_have_as_many_columns_as_their_heads(self):
        self.assertEqual({line.count("|") for line in self.sheet(data()).lines if line.startswith("|")}, {5, 6})


if __name__ == "__main__":
    unittest.main()
