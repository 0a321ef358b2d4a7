"""Tests `make pi-cost` from end to end on a tiny program.

The tests check the counts on an emulated core, and that the page depends only on them.
"""
import importlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(PROJECT / "Benchmarks/picost"), str(PROJECT / "lab/arm")]

TOOLS = ["qemu-aarch64", "aarch64-linux-gnu-gcc", "gcc", "llvm-mca-19", "unshare"]
NAMES = ["landmarks-float", "landmarks-int8", "landmarks-lite", "palms", "gestures-player", "gestures-stems", "gestures-instrument", "gestures-stream", "decode-mjpeg", "sample-region", "follow-one",
         "engine", "player-extreme", "stems", "instrument", "inlet-pitched", "capture"]
# A unit is a thousand iterations of a two-instruction loop. A unit of `stems` is three thousand. Preparation takes
# much longer than a unit.
SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void turn(long n) { __asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(n) : : "cc"); }
int main(int count, char **arguments) {
  if (count == 2) { NAMES return 0; }
  if (strcmp(arguments[1], "palms") == 0 && getenv("NO_PALMS")) { fprintf(stderr, "gfcost: palms: no palm is found\n"); return 1; }
  turn(100000);
  for (int i = atoi(arguments[2]); i > 0; i--) turn(strcmp(arguments[1], "stems") == 0 ? 3000 : 1000);
  return 0;
}
"""


def compiles(compiler):
    """Tells whether a compiler builds a program. Other tools bring compilers without their C library."""
    program = b"#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n"
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([compiler, "-x", "c", "-", "-o", f"{folder}/program"], input=program, capture_output=True).returncode == 0


def can_count():
    return all(map(shutil.which, TOOLS)) and all(map(compiles, ("gcc", "aarch64-linux-gnu-gcc"))) and subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0


@unittest.skipUnless(can_count(), f"it needs root, the C libraries of both compilers and {', '.join(TOOLS)}: scripts/setup.sh arm, scripts/setup.sh cost")
class Counted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        lines = "".join(f'puts("{name}\\tsound\\tblock\\t1\\t11\\tabout {name}");' for name in NAMES)
        (cls.folder / "gfcost.c").write_text(SOURCE.replace("NAMES", lines))
        subprocess.run(["aarch64-linux-gnu-gcc", "-O2", cls.folder / "gfcost.c", "-o", cls.folder / "gfcost"], check=True)
        cls.pi_cost = importlib.import_module("pi_cost")

    def run_it(self, *features, twice="0"):
        """Runs it as the script does; returns the record and the page."""
        store, page = self.folder / "record.json", self.folder / "page.md"
        page.write_text("# Benchmarks\n\n## Goals\n")
        command = ["pi_cost.py", str(self.folder / "gfcost"), "/usr/aarch64-linux-gnu", *features]
        with mock.patch.multiple(self.pi_cost, STORE=store, PAGE=page), mock.patch.object(sys, "argv", command), mock.patch.dict("os.environ", {"TWICE": twice}), mock.patch("builtins.print"):
            self.pi_cost.main()
        return json.loads(store.read_text()), page.read_text()

    def test_units_are_counted_and_the_page_is_written_when_all_were(self):
        record, page = self.run_it("stems", "engine")
        self.assertEqual(page, "# Benchmarks\n\n## Goals\n", "half of the features make no page")
        for core in ("Pi 4", "Pi 5"):
            of = record["counts"][core]
            # Two instructions an iteration, and a few around it.
            self.assertAlmostEqual(of["engine"]["instructions"], 2000, delta=40)
            self.assertAlmostEqual(of["stems"]["instructions"], 6000, delta=40)
            # A down counter takes at least one cycle an iteration.
            self.assertTrue(900 < of["engine"]["cycles"] < 2500, of["engine"])
        record, page = self.run_it(twice="1")
        self.assertEqual(set(record["counts"]["Pi 4"]), set(NAMES))
        self.assertLess(max(found["apart"] for of in record["counts"].values() for found in of.values()), 0.01)
        self.assertIn("| a block: four stems, hands moving | 0.003 (0.002-0.005) | 0.004 (0.002-0.006) | 0.003 (0.002-0.004) |", page)
        self.assertLess(page.index("estimate"), page.index("## Goals"))

    def test_a_feature_that_fails_is_named_with_its_reason(self):
        counts = importlib.import_module("counts")
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(counts.CountError, "^gfcost palms 1 on cortex-a72: gfcost: palms: no palm is found$"):
            program = counts.Counted(self.folder / "gfcost", "/usr/aarch64-linux-gnu", folder)
            with mock.patch.object(counts, "on", lambda *a, f=counts.on: f(*a[:4], [*a[4], "NO_PALMS=1"], *a[5:])):
                program.blocks(next(f for f in program.features() if f.name == "palms"), counts.A72)

    def test_a_feature_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "there is no feature nothing; there are landmarks-float, "):
            self.run_it("nothing")


if __name__ == "__main__":
    unittest.main()
