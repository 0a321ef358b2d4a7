"""Tests the conclusions of `make pi-cost` from counted instructions."""
import pathlib
import shutil
import sys
import tempfile
import unittest
from collections import Counter

BENCHMARKS = pathlib.Path(__file__).resolve().parents[2] / "Benchmarks"
sys.path[:0] = [str(BENCHMARKS), str(BENCHMARKS / "picost")]

import cycles  # noqa: E402
import estimate  # noqa: E402
import sheet  # noqa: E402
from counts import Feature, instructions, mix, per_unit, read_blocks  # noqa: E402
from estimate import BLOCK_MS, BOARDS, PI4, PI4_SLOW, PI5, Time, time, verdict  # noqa: E402

DOT, LOAD, ADD, RETURN = "4e839441", "3dc00020", "8b020020", "d65f03c0"


class Counting(unittest.TestCase):
    def test_a_unit_is_the_difference_of_two_runs(self):
        few, many = Counter({DOT + ADD: 10, LOAD: 100, RETURN: 7}), Counter({DOT + ADD: 50, LOAD: 100, ADD: 8, RETURN: 3})
        unit = per_unit(few, many, 4)
        self.assertEqual(unit, {DOT + ADD: 10, ADD: 2, RETURN: -1}, "what both do as often does not belong to a unit")
        self.assertEqual(instructions(unit), 2 * 10 + 2 - 1)
        self.assertEqual(mix(unit), {"dot products": 10, "others": 11})

    def test_runs_of_instructions_that_lie_in_several_places_are_one(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(f"3 {DOT}{ADD}\n4 {DOT}{ADD}\n1 {ADD}\n")
            file.flush()
            self.assertEqual(read_blocks(file.name), {DOT + ADD: 7, ADD: 1})

    def test_a_line_of_the_list_is_a_feature(self):
        self.assertEqual(Feature.parse("palms\tmodel\tsearch\t2\t6\tone search"), Feature("palms", "model", "search", (2, 6), "one search"))


@unittest.skipUnless(shutil.which(f"llvm-mca-{cycles.LLVM}"), "llvm-mca is not installed: scripts/setup.sh cost")
class Cycles(unittest.TestCase):
    def test_ten_times_as_often_is_ten_times_as_long(self):
        for core in cycles.MODELS:
            once, often = (cycles.cycles({DOT + LOAD + ADD: n, ADD * 3: 2 * n}, core) for n in (1000, 10000))
            self.assertAlmostEqual(often / once, 10)

    def test_a_chain_takes_as_long_as_its_links(self):
        # add x1, x1, x1: each waits for the last one, one cycle.
        self.assertAlmostEqual(cycles.cycles({"8b010021" * 8: 100}, "cortex-a72"), 800, delta=20)

    def test_what_llvm_does_not_know_takes_as_long_as_the_rest(self):
        known = cycles.cycles({ADD * 4: 1000}, "cortex-a72")
        self.assertAlmostEqual(cycles.cycles({ADD * 4: 1000, "00000000" * 4: 4}, "cortex-a72") / known, 1.004, delta=0.002)


class Dearest(unittest.TestCase):
    def test_little_is_left_out_and_the_most_comes_first(self):
        blocks = {ADD: 1, LOAD * 10: 100, DOT * 5: 5000, RETURN: -50}
        self.assertEqual(cycles.dearest(blocks), [DOT * 5, LOAD * 10])


class Times(unittest.TestCase):
    def test_the_work_that_the_factors_come_from_takes_what_it_takes(self):
        # Million cycles and milliseconds of ../shared/lab/pi-cost.md.
        for million, kind, board, ms in [(105.9, "model", PI4, 76), (61.3, "int8", PI4, 40), (128.0, "model", PI4, 95), (0.373, "sound", PI4, 0.35),
                                         (28.7, "int8", PI5, 14.5), (27.6, "model", PI5, 14), (42.6, "model", PI5, 21), (0.201, "sound", PI5, 0.16)]:
            of_it = time(million * 1e6, kind, board)
            self.assertAlmostEqual(of_it.mid / ms, 1, delta=0.03)
            self.assertTrue(of_it.low < of_it.mid < of_it.high)

    def test_a_slower_clock_takes_longer_but_not_the_memory(self):
        self.assertAlmostEqual(time(1e6, "int8", PI4_SLOW).mid / time(1e6, "int8", PI4).mid, 1.17, places=2)

    def test_of_what_nothing_was_published_the_range_is_the_widest(self):
        for core, of_it in estimate.FACTORS.items():
            low, _, high = estimate.factors(core, "code")
            self.assertEqual(high / low, max(b / a for a, _, b in of_it.values()))

    def test_what_fits_fits_with_the_upper_end_of_its_range(self):
        self.assertEqual([verdict(Time(10, 20, high)) for high in (90, 100)], ["yes", "yes"])
        self.assertEqual(verdict(Time(10, 99, 120)), "by the middle of the range")
        self.assertEqual(verdict(Time(90, 101, 120)), "**no**")


class Sheet(unittest.TestCase):
    def record(self):
        names = {"landmarks-float": "model", "landmarks-int8": "int8", "palms": "model", "gestures-player": "code", "gestures-stems": "code", "gestures-instrument": "code",
                 "gestures-stream": "code", "decode-mjpeg": "code", "sample-region": "code", "follow-one": "code", "follow-two": "code", "engine": "sound", "player-extreme": "sound",
                 "stems": "sound", "instrument": "sound", "inlet-pitched": "sound", "capture": "sound"}
        million = {"landmarks-float": 60, "landmarks-int8": 60, "palms": 90, "follow-one": 64, "follow-two": 128}
        counts = {name: {"instructions": 2e6 * million.get(name, 0.2), "cycles": 1e6 * million.get(name, 0.2), "commit": "abc"} for name in names}
        return {"features": {name: {"kind": kind, "unit": "unit", "about": name} for name, kind in names.items()}, "counts": {"Pi 4": counts, "Pi 5": counts},
                "date": "2026-01-01", "llvm": "19"}

    def test_it_says_that_it_is_an_estimate_and_names_every_board_and_mode_in_short(self):
        text = sheet.section(self.record())
        self.assertIn("Nothing here was measured on a Raspberry Pi", text)
        for board in BOARDS:
            self.assertEqual(text.count(f"\n| {board.name} | "), 2)
        self.assertIn(f"sound, % of its core: {', '.join(estimate.MODES)} |", text)
        self.assertIn("| four stems", text.replace("a block: ", ""))
        self.assertLess(len(text.split()), 650)
        self.assertNotIn("twice", text)
        record = self.record()
        record["counts"] = {core: {name: dict(found) for name, found in of.items()} for core, of in record["counts"].items()}
        record["counts"]["Pi 4"]["stems"]["apart"] = 0.004
        record["counts"]["Pi 5"]["stems"]["apart"] = 0.002
        self.assertIn("(2026-01-01, commit abc)", sheet.section(record))
        record["counts"]["Pi 5"]["stems"]["commit"] = "def"
        self.assertIn("(2026-01-01, commit abc, def)", sheet.section(record))
        self.assertRegex(sheet.section(record).replace("\n", " "), r"Of \d\d counts 2 were made twice: they differ by 0.40 % at most")

    def test_the_trackers_time_is_its_models_and_a_little_of_its_own(self):
        times = sheet.times_of(self.record(), PI4)
        rest = time(4e6, "code", PI4)
        self.assertAlmostEqual(times["follow-one"].mid, times["landmarks-int8"].mid + rest.mid)
        self.assertAlmostEqual(times["follow-two"].high, 2 * times["landmarks-int8"].high + 2 * rest.high)

    def test_tables_have_as_many_columns_in_each_row(self):
        record = self.record()
        for table in (sheet.features(record), sheet.boards(record), sheet.others(record)):
            self.assertEqual(len({line.count("|") for line in table}), 1, table[0])

    def test_it_takes_the_place_of_the_one_before_and_nothing_else(self):
        page = "# Benchmarks\n\nabove\n\n## Goals\n\nbelow\n"
        once = sheet.put(page, sheet.section(self.record()))
        self.assertLess(once.index("An estimate".lower()), once.index("## Goals"))
        again = sheet.put(once, sheet.section(self.record() | {"date": "2027-01-01"}))
        self.assertEqual(again.replace("2027-01-01", "2026-01-01"), once)
        self.assertTrue(once.startswith("# Benchmarks\n\nabove\n") and once.endswith("## Goals\n\nbelow\n"))
        self.assertIn("above", sheet.put("above", sheet.section(self.record())))

    def test_figures_of_the_box_that_are_off_are_named(self):
        now = {board: {name: (of := sheet.times_of(self.record(), board))[f"landmarks-{name}"].mid + of["sample-region"].mid for name in ("float", "int8")} for board in (PI4, PI5)}

        def source(factor):
            return "".join(f"case .{case}: BoardCosts(look: [" + ", ".join(f".{name}: {ms * factor:.2f}" for name, ms in now[board].items()) + "], around: 1)\n"
                           for case, board in (("raspberryPi4", PI4), ("raspberryPi5", PI5)))

        self.assertEqual(sheet.behind(self.record(), source(1.1)), [])
        off = sheet.behind(self.record(), source(1.3))
        self.assertEqual(len(off), 4)
        self.assertRegex(off[0], r"^BoardCosts.swift has [\d.]+ ms for float on a Pi 4, 1.8 GHz; it is [\d.]+ now")
        self.assertEqual(len(sheet.behind(self.record(), "")), 2)
        # The reader can read the file's present text.
        own = (BENCHMARKS.parent / "Sources/Perception/Board/BoardCosts.swift").read_text()
        self.assertFalse(any("no line" in line for line in sheet.behind(self.record() | {"counts": {core: of | {"landmarks-lite": of["palms"]} for core, of in self.record()["counts"].items()},
                                                                                        "features": self.record()["features"] | {"landmarks-lite": {"kind": "model"}}}, own)))

    def test_a_block_is_what_the_engine_renders(self):
        self.assertAlmostEqual(BLOCK_MS, 2.6667, places=4)


if __name__ == "__main__":
    unittest.main()
