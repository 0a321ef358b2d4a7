"""Tests the benchmark's page.

Parts are measured one by one, and the report matches their numbers.
"""
import contextlib
import copy
import io
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import agreement  # noqa: E402
import bench  # noqa: E402
import films  # noqa: E402
import filters  # noqa: E402
import hands  # noqa: E402
import page  # noqa: E402
from page import FORMAT, Part, Section, Sheet  # noqa: E402

# A film that holds all goals.
MODEL = {"cpu": 2.0, "wall": 2.0, "within5": 0.99, "seen": 200, "peerSeen": 200, "frames": 200, "unequal": 0, "extra": 0, "missed": 0, "dup": 0, "peerDup": 0, "swaps": 0,
         "flips": 0, "peerFlips": 0, "pairs": 200, "palm": 10, "seconds": 6.6}
FILM = {"hands": 1.0, "peerCpu": 10.0, "peerWall": 10.0, "own": {"1": 0.99, "2": 0.97}, "models": {"int8": {**MODEL}, "float": {**MODEL}}}


def record(data, commit="abc", rounds=3, date="2026-11-22"):
    return {"format": FORMAT, "date": date, "commit": commit, "rounds": rounds, "data": data}


class Choosing(unittest.TestCase):
    parts = [Part("films.one", None), Part("films.two", None), Part("filmstrip", None), Part("sound", None)]

    def names(self, *words):
        return [part.name for part in page.chosen(words, self.parts)]

    def test_parts_are_chosen_by_name_and_by_section(self):
        self.assertEqual(self.names(), ["films.one", "films.two", "filmstrip", "sound"])
        self.assertEqual(self.names("films"), ["films.one", "films.two"])
        self.assertEqual(self.names("sound", "films.two"), ["films.two", "sound"])

    def test_a_wrong_name_is_said_with_the_right_ones(self):
        with self.assertRaisesRegex(ValueError, "no part film; there are films, filmstrip, sound"):
            self.names("film", "sound")


class Running(unittest.TestCase):
    """Runs the command with cheap parts, in a folder of its own."""

    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)
        os.mkdir("docs")
        self.measured = []
        self.sections = [Section(name.title(), [self.part(name)], lambda sheet, data, name=name: sheet.most(f"{name}'s figure", 1, data[name]["value"])) for name in ("one", "two")]
        for name, value in (("SECTIONS", self.sections), ("PARTS", [s.parts[0] for s in self.sections]), ("commit", lambda: "abc")):
            self.enterContext(mock.patch.object(bench, name, value))

    def part(self, name):
        def measure():
            self.measured.append(name)
            return {"value": len(self.measured)}
        return Part(name, measure)

    def run_bench(self, parts=""):
        said = io.StringIO()
        with mock.patch.dict(os.environ, {"PARTS": parts}), contextlib.redirect_stdout(said):
            bench.main()
        return said.getvalue()

    PAGE = "# Benchmarks\n\nshort\n\n## One\n\nby hand\n\n## Goals\n\n4 goals hold. These do not:\n\n| figure | goal | measured | holds |\n|---|---|---|---|\n| old figure | <= 1 | 9 | **no** |\n"

    def goals(self):
        text = pathlib.Path("docs/benchmarks.md").read_text()
        self.assertTrue(text.startswith(self.PAGE[:self.PAGE.index("4 goals")]), text)
        return text[text.index("## Goals"):]

    def test_a_part_alone_writes_no_page_and_says_what_is_missing(self):
        self.assertIn("never measured here: two (make bench PARTS=two)", self.run_bench("one"))
        self.assertFalse(os.path.exists("docs/benchmarks.md"))
        self.assertIn("| one's figure | <= 1 | 1.00 | yes |", pathlib.Path(page.REPORT).read_text())

    def test_of_the_page_the_goals_alone_are_new(self):
        pathlib.Path("docs/benchmarks.md").write_text(self.PAGE)
        self.assertIn("the goals of docs/benchmarks.md are new", self.run_bench())
        self.assertTrue(self.goals().startswith("## Goals\n\n1 goals hold. These do not:\n"))
        self.assertIn("| two's figure | <= 1 | 2.00 | **no** |", self.goals())
        self.assertNotIn("one's", self.goals())
        self.assertNotIn("old figure", self.goals(), "all goals were measured")

    def test_goals_of_parts_that_were_not_measured_stay(self):
        pathlib.Path("docs/benchmarks.md").write_text(self.PAGE)
        self.measured.append("zero")
        self.run_bench("two")
        self.assertIn("3 goals hold. These do not:", self.goals())
        self.assertIn("| old figure | <= 1 | 9 | **no** |", self.goals())
        self.assertIn("| two's figure | <= 1 | 2.00 | **no** |", self.goals())
        self.measured.clear()
        self.run_bench("two")
        self.assertIn("4 goals hold. These do not:", self.goals())
        self.assertNotIn("two's", self.goals())

    def test_a_section_behind_the_goals_stays(self):
        text = page.renewed(self.PAGE + "\n## Last\n\nend\n", [("old figure", "<= 1", "1", True)], False)
        self.assertTrue(text.endswith("## Goals\n\nAll 5 goals hold.\n\n## Last\n\nend\n"), text)

    def test_parts_that_were_measured_before_are_kept(self):
        self.run_bench("one")
        self.run_bench(" two ,")
        self.assertEqual(self.measured, ["one", "two"])
        text = pathlib.Path(page.REPORT).read_text()
        self.assertIn("| one's figure | <= 1 | 1.00 | yes |", text)
        self.assertIn("| two's figure | <= 1 | 2.00 | **no** |", text)
        self.run_bench()
        self.assertEqual(self.measured, ["one", "two", "one", "two"])

    def test_the_rest_is_what_was_not_measured_at_this_commit_and_with_these_rounds(self):
        self.run_bench("two")
        self.run_bench("rest")
        self.assertEqual(self.measured, ["two", "one"])
        page.keep("one", record({"value": 1}, rounds=bench.ROUNDS + 1))
        self.run_bench("rest")
        page.keep("two", record({"value": 1}, commit="def", rounds=bench.ROUNDS))
        self.run_bench("rest")
        self.run_bench("rest")
        self.assertEqual(self.measured, ["two", "one", "one", "two"])

    def test_a_wrong_name_measures_nothing(self):
        with self.assertRaisesRegex(SystemExit, "there is no part three"):
            self.run_bench("one,three")
        self.assertEqual(self.measured, [])

    def test_numbers_of_another_format_are_measured_again(self):
        self.run_bench()
        page.keep("one", {**record({"worth": 1}), "format": FORMAT - 1})
        self.assertIn("never measured here: one ", self.run_bench("two"))


class Origins(unittest.TestCase):
    def test_one_run_is_said_once(self):
        self.assertEqual(page.origins({"films.a": record({}), "sound": record({})}), "2026-11-22, commit abc, medians of 3 alternating runs where nothing else is said")

    def test_parts_of_other_commits_are_named(self):
        said = page.origins({"films.a": record({}), "films.b": record({}), "sound": record({}, commit="def+", rounds=5)})
        self.assertEqual(said, "films: 2026-11-22, commit abc, medians of 3 alternating runs where nothing else is said; sound: 2026-11-22, commit def+, medians of 5 alternating runs where nothing else is said")


class Goals(unittest.TestCase):
    def failed(self, **changed):
        """Returns the failed goals when one film of four has these values.

        The goals are without the model's name.
        """
        data = {f"films.{hands}": {**copy.deepcopy(FILM), "hands": hands} for hands in (0.0, 1.0, 1.3, 2.0)}
        for key, value in changed.items():
            target = data["films.1.3"] if key in FILM else data["films.1.3"]["models"]["int8"]
            target[key] = value
        sheet = Sheet()
        films.show(sheet, data)
        # All lines of the table have as many columns as its head.
        self.assertEqual(len({line.count("|") for line in sheet.lines if line.startswith("|")}), 1)
        return [(figure, value) for figure, _, value, holds in sheet.goals if holds is False]

    def test_a_good_run_holds_all(self):
        self.assertEqual(self.failed(), [])

    def test_each_goal_can_fail(self):
        for changed, figure, value in (({"cpu": 5.1}, "CPU a frame, films of 1.3 hands", "0.51"), ({"wall": 3.1}, "films of 1.3 hands, the worst", "0.31"),
                                       ({"seen": 199}, "on fewer frames", "1.3"),
                                       ({"unequal": 1}, "has fewer frames", "1.3"), ({"dup": 1, "peerDup": 1}, "duplicates are not fewer", "1.3"),
                                       ({"flips": 2, "peerFlips": 1}, "handedness flips", "1.3"), ({"swaps": 1}, "identities are swapped", "1.3")):
            found = self.failed(**changed)
            self.assertTrue(any(figure in name and name.startswith("int8: ") and said == value for name, said in found), (changed, found))
            self.assertFalse([name for name, _ in found if name.startswith("float: ")], changed)


class Hands(unittest.TestCase):
    """Tests the report of the tracker by itself."""

    def searches(self):
        of = lambda *ms: {"frames": 600, "fewest": 200, "ms": list(ms), "waited": 0.02}
        return {"beside": {"nothing": of(2.5, 3.0), "neighbour": of(2.5, 3.1), "search": of(2.6, 3.2), "handOver": of(2.5, 3.0)},
                "runs": [{"nothing": 3.0, "neighbour": 3.1, "search": 3.2}] * 3, "searches": 108, "delays": {"a new hand": [0, 33, 133]}}

    def still(self):
        runs = {"still": {"cpu": 1.0, "kept": 202, "frames": 270}, "performer": {"cpu": 4.0, "kept": 0, "frames": 270}}
        model = {"jitterBefore": 0.004, "jitterBehind": 0.001, "poses": [[0.004, 0.001]] * 4, "slowPinchLagMs": 3.2}
        return {"cost": {m: copy.deepcopy(runs) for m in films.MODELS}, "int8": {**model}, "float": {**model}, "emptyRoom": {"searchesASecond": [4.9, 4.8], "foundAfterMs": [0, 66]}}

    def reading(self):
        read = {name: {m: {"right": 99, "of": 100, "wrong": ["a.jpg: 3"]} for m in films.MODELS} for name in ("photos, fingers", "performer, gestures")}
        return {"read": read, "engaged": {"demo script": {m: list(hands.DEMO) for m in films.MODELS}, "film": {m: [] for m in films.MODELS}}}

    def four(self):
        cost = [{"hands": n, "most": most, "cpu": 3.0 * n + (most > n), "critical": 3.0 * ((n + 1) // 2), "p99": 5.0, "searches": 5 * (most > n), "seen": float(n)}
                for n in range(1, 5) for most in sorted({n, 4})]
        return {"cost": cost, "third": [33, 66, 66]}

    def failed(self, show, name, data):
        sheet = Sheet()
        show(sheet, {name: data})
        return [figure for figure, _, _, holds in sheet.goals if holds is False]

    def test_good_runs_hold_all(self):
        self.assertEqual(self.failed(hands.show_searches, "searches", self.searches()), [])
        self.assertEqual(self.failed(hands.show_hands, "hands", self.four()), [])
        self.assertEqual(self.failed(hands.show_still, "still", self.still()), [])
        self.assertEqual(self.failed(hands.show_reading, "reading", self.reading()), [])

    def searches_with(self, *runs, beside="search", **changed):
        data = self.searches()
        data["beside"][beside].update(changed)
        data["runs"][:len(runs)] = runs
        return self.failed(hands.show_searches, "searches", data)

    def test_runs_in_which_something_hardly_meets_hands_are_seen(self):
        self.assertEqual(self.searches_with(fewest=99), ["frames that began beside a palm search, in the run with the fewest"])
        self.assertEqual(self.searches_with(beside="neighbour", fewest=99), ["frames that began beside the neighbour, in the run with the fewest"])
        for missing in ("search", "neighbour"):
            nothing = {"nothing": 3.0, "neighbour": 3.0, "search": 3.0, missing: None}
            self.assertEqual(len(self.searches_with(*[nothing] * 3, beside=missing, frames=0, fewest=0, ms=[None, None], waited=None)), 1, missing)

    def test_a_run_without_one_of_them_is_left_out(self):
        slow, without = {"nothing": 3.0, "neighbour": 3.0, "search": 4.3}, {"nothing": 3.0, "neighbour": None, "search": 4.3}
        # One run with a neighbour is slow and one is not. Their mean, 1.23, is the median.
        self.assertEqual(len(self.searches_with(slow, without)), 2)
        self.assertEqual(len(self.searches_with(without)), 0)

    def test_searches_that_delay_a_hand_are_seen(self):
        # A delay that the processors cause is excused beside the neighbour. It counts beside nothing.
        shared, ours = {"nothing": 3.0, "neighbour": 4.2, "search": 4.3}, {"nothing": 3.0, "neighbour": 3.0, "search": 4.3}
        self.assertEqual(self.searches_with(shared), [])
        self.assertEqual(len(self.searches_with(shared, shared)), 1)
        self.assertEqual(len(self.searches_with(ours, ours)), 2)
        self.assertEqual(len(self.searches_with(waited=0.2)), 1)

    def test_hands_that_are_found_late_are_seen(self):
        self.assertEqual(len(self.failed(hands.show_searches, "searches", {**self.searches(), "delays": {"a new hand": [133]}})), 1)

    def test_frames_of_all_runs_are_told_apart_by_what_ran_beside_them(self):
        runs = [{"palmRuns": 108 + i, "beside": {what: {"ms": [base + i], "workMs": [base]} for what, base in (("nothing", 1.0), ("neighbour", 2.0), ("search", 3.0))}} for i in range(3)]
        del runs[0]["beside"]["search"]
        queue = list(runs)
        with mock.patch.multiple(hands, ROUNDS=3, film_of=lambda *_: "film", delays=lambda *_: [0], ours=lambda *_: queue.pop(0)):
            data = hands.measure_searches()
        self.assertEqual(data["beside"]["search"], {"frames": 2, "fewest": 0, "ms": [5.0, 5.0], "waited": 2.0})
        self.assertEqual(data["beside"]["nothing"], {"frames": 3, "fewest": 1, "ms": [2.0, 3.0], "waited": 2.0})
        self.assertEqual((data["searches"], data["runs"][0]), (108, {"nothing": 1.0, "neighbour": 2.0, "search": None, "handOver": None}))
        self.assertEqual(data["runs"][2]["search"], 5.0)

    def test_each_goal_of_four_hands_can_fail(self):
        for key, value, figure in (("cpu", 13.3, "CPU of four hands"), ("critical", 7.3, "critical path"), ("seen", 3.8, "hands of four")):
            data = self.four()
            data["cost"][-1][key] = value
            found = self.failed(hands.show_hands, "hands", data)
            self.assertEqual(len(found), 1, key)
            self.assertTrue(found[0].startswith(figure), found)
        self.assertEqual(len(self.failed(hands.show_hands, "hands", {**self.four(), "third": [33, 133, 133]})), 1)

    def test_the_table_says_what_each_hand_costs(self):
        sheet = Sheet()
        hands.show_hands(sheet, {"hands": self.four()})
        self.assertIn("| 3 | 3 | 9.00 | 3.00 | 6.00 | 5.00 | 0 | 3.00 |", sheet.lines)
        self.assertIn("| 3 | 4 | 10.00 | - | 6.00 | 5.00 | 5 | 3.00 |", sheet.lines)

    def test_each_goal_of_hands_that_rest_can_fail(self):
        for path, value, figure in ((("cost", "int8", "still", "cpu"), 1.3, "int8: CPU"), (("cost", "int8", "still", "kept"), 199, "int8: looks"), (("float", "slowPinchLagMs"), 10.1, "float: a slow pinch"), (("int8", "jitterBehind"), 0.0011, "jitter"),
                                    (("emptyRoom", "searchesASecond"), [4.9, 5.2], "palm searches"), (("emptyRoom", "foundAfterMs"), [0, 133], "the first hand")):
            data = self.still()
            at = data
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value
            found = self.failed(hands.show_still, "still", data)
            self.assertEqual(len(found), 1, path)
            self.assertTrue(found[0].startswith(figure), found)

    def test_the_jitter_of_each_pose_stands_on_the_page(self):
        data = self.still()
        data["int8"]["poses"] = [[0.004, 0.001], [0.006, 0.0015], [0.004, 0.001], [0.004, 0.001]]
        sheet = Sheet()
        hands.show_still(sheet, {"still": data})
        self.assertIn("| fist | 0.00600 / 0.00150 | 0.00400 / 0.00100 | 1.50 | 1.50 |", sheet.lines)

    def test_what_one_model_reads_worse_is_seen(self):
        data = self.reading()
        data["read"]["photos, fingers"]["int8"] = {"right": 97, "of": 100, "wrong": ["a.jpg: 3", "b.jpg: 2", "c.jpg: 1"]}
        data["engaged"]["film"]["int8"] = ["pitch"]
        self.assertEqual(self.failed(hands.show_reading, "reading", data),
                         ["fingers and gestures on photos that int8 reads worse than float, of a hundred", "films on which int8 takes hold of other controls than float"])
        sheet = Sheet()
        hands.show_reading(sheet, {"reading": data})
        self.assertIn("| photos, fingers | 97 of 100 | 99 of 100 | b.jpg (int8), c.jpg (int8) |", sheet.lines)
        self.assertIn("Controls that are taken hold of: demo script: pitch, speed, volume; film: pitch (int8), nothing (float).", sheet.lines)


class Filters(unittest.TestCase):
    def failed(self, **int8):
        kinds = ("none", "kalman", "oneEuro", "constantVelocity", "constantVelocity, 30 ms ahead")
        rows = [{"filter": kind, "jitter": 0.001, "pitchCents": 2.0, "volumeDB": 0.004, "lagMs15": 1.0, "lagMs30": 1.0, "lagMs60": 1.0, "overshoot30": 0.0, "film:x": 0.04} for kind in kinds]
        model = {"noise": 0.0035, "jitter": 0.001, "pitchCents": 2.0, "film:x": 0.04, **{f"{key}{rate}": 10.0 for key in ("lagMs", "slowLagMs") for rate in (15, 30, 60)}}
        sheet = Sheet()
        filters.show(sheet, {"filters": {"rows": rows, "models": [{"model": "float", **model}, {"model": "int8", **model, **int8}]}})
        return [figure for figure, _, _, holds in sheet.goals if holds is False]

    def test_what_a_noisy_model_costs_is_seen(self):
        self.assertEqual(self.failed(), [])
        self.assertEqual(len(self.failed(jitter=0.0011)), 1)
        self.assertEqual(len(self.failed(lagMs60=13.1)), 1)
        self.assertEqual(len(self.failed(slowLagMs30=13.1)), 1)


class Agreement(unittest.TestCase):
    """Tests that medians of samples decide failures, by set of points."""

    def failed(self, kind="within5", **sides):
        draws = {"itself": [0.70, 0.60, 0.80], "int8": [0.71, 0.50, 0.75], "float": [0.70, 0.60, 0.80]}
        film = {of: {**draws, **(sides if of == kind else {})} for of in agreement.KINDS}
        sheet = Sheet()
        agreement.show(sheet, {"agreement.one": film})
        return sheet, [figure for figure, _, _, holds in sheet.goals if holds is False]

    def test_medians_are_compared(self):
        sheet, failed = self.failed()
        self.assertEqual(failed, [])
        self.assertIn("| one | all reports | 70.0 (60.0 to 80.0) | 71.0 (50.0 to 75.0) | 70.0 (60.0 to 80.0) |", sheet.lines)

    def test_each_way_of_counting_fails_alone(self):
        self.assertEqual(list(agreement.KINDS), ["pairedWithin5", "distinctWithin5", "within5"])
        for kind, title in agreement.KINDS.items():
            _, failed = self.failed(kind, int8=[0.69, 0.60, 0.90])
            self.assertEqual(len(failed), 1)
            self.assertTrue(failed[0].startswith("int8:") and failed[0].endswith(title), failed)


if __name__ == "__main__":
    unittest.main()
