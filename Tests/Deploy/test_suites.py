"""Tests scripts/suites.py.

Each suite runs once. A failure, a crash and a hang are reported, and the last lines count them.
"""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/suites.py"
spec = importlib.util.spec_from_file_location("suites", SCRIPT)
suites = importlib.util.module_from_spec(spec)
spec.loader.exec_module(suites)

# No other program on the machine sleeps for as long.
NAP = f"1000.{os.getpid()}"
# A test program: --list-tests names its tests, --filter selects, and each suite does what its name says.
PROGRAM = '''
    #!/usr/bin/env python3
    import json, os, re, subprocess, sys, time
    tests = [t for s in {names} for t in (s + "/one()", s + "/two()")]
    if "--list-tests" in sys.argv:
        print("\\n".join(tests))
        sys.exit(0)
    pattern = sys.argv[sys.argv.index("--filter") + 1]
    out = open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w")
    def put(kind, payload):
        print(json.dumps({{"kind": kind, "payload": payload}}), file=out, flush=True)
    chosen = [t for t in tests if re.search(pattern, t)]
    failed = False
    for suite in dict.fromkeys(t.split("/")[0] for t in chosen):
        put("test", {{"id": suite, "kind": "suite"}})
        put("event", {{"kind": "testStarted", "testID": suite, "instant": {{"absolute": 1}}}})
        for test in [t for t in chosen if t.startswith(suite + "/")]:
            full = test + "/File.swift:1:2"
            put("test", {{"id": full, "kind": "function"}})
            if "Crash" in suite:
                os.kill(os.getpid(), 11)
            if "Hang" in suite:
                subprocess.Popen(["sleep", "{nap}"])
                time.sleep(1000)
            if "Skip" in suite:
                put("event", {{"kind": "testSkipped", "testID": full, "messages": [{{"symbol": "skip", "text": 'Test one() skipped: "no card"'}}]}})
                continue
            put("event", {{"kind": "testStarted", "testID": full, "instant": {{"absolute": 1}}}})
            bad = "Fail" in suite and "one" in test
            if bad:
                failed = True
                put("event", {{"kind": "issueRecorded", "testID": full, "issue": {{"sourceLocation": {{"fileID": "T/F.swift", "line": 7}}}},
                               "messages": [{{"symbol": "fail", "text": "Expectation failed: 1 == 2"}}]}})
            put("event", {{"kind": "testEnded", "testID": full, "instant": {{"absolute": 2}}, "messages": [{{"symbol": "fail" if bad else "pass", "text": ""}}]}})
        put("event", {{"kind": "testEnded", "testID": suite, "instant": {{"absolute": 4}}, "messages": []}})
    put("event", {{"kind": "runEnded", "messages": []}})
    sys.exit(1 if failed else 0)
'''


class Suites(unittest.TestCase):
    def run_suites(self, names, *options):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "program")
            program.write_text(textwrap.dedent(PROGRAM).lstrip().format(names=names, nap=NAP))
            program.chmod(0o755)
            run = subprocess.run([sys.executable, "-B", SCRIPT, program, f"{folder}/logs", *options], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout

    def test_all_pass(self):
        code, text = self.run_suites(["A.First", "A.FirstMore", "B.Second"])
        self.assertEqual(code, 0, text)
        self.assertEqual(text.splitlines()[-1], "6 passed, 0 failed, 0 skipped")

    def test_a_failure_is_named_with_its_place(self):
        code, text = self.run_suites(["A.Good", "A.Fails"])
        self.assertEqual(code, 1)
        self.assertIn("FAILED A.Fails/one() (T/F.swift:7)\n    Expectation failed: 1 == 2", text)
        self.assertEqual(text.splitlines()[-1], "3 passed, 1 failed, 0 skipped")

    def test_a_crash_is_a_failure_and_the_others_run(self):
        code, text = self.run_suites(["A.Crash", "B.Good"])
        self.assertEqual(code, 1)
        self.assertIn("A.Crash: ended with status -11", text)
        self.assertEqual(text.splitlines()[-1], "2 passed, 1 failed, 0 skipped")

    def test_a_hang_is_ended_with_its_children(self):
        # Long enough for a loaded machine to start the good one.
        code, text = self.run_suites(["A.Hang", "B.Good"], "--limit", "20")
        self.assertEqual(code, 1)
        self.assertIn("nothing happened for 20 s", text)
        self.assertEqual(text.splitlines()[-1], "2 passed, 1 failed, 0 skipped")
        left = []
        for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                left.append(process.read_bytes())
            except OSError:
                continue
        self.assertNotIn(f"sleep\0{NAP}\0".encode(), left)

    def test_skips_are_counted_with_their_reason(self):
        code, text = self.run_suites(["A.Skip", "B.Good"])
        self.assertEqual(code, 0, text)
        self.assertIn("skipped 2: no card", text)
        self.assertEqual(text.splitlines()[-1], "2 passed, 0 failed, 2 skipped")

    def test_nothing_but_skips_is_not_a_success(self):
        self.assertEqual(self.run_suites(["A.Skip"])[0], 1)

    def test_a_filter_that_fits_nothing_is_an_error(self):
        code, text = self.run_suites(["A.Good"], "--filter", "Other")
        self.assertEqual(code, 1)
        self.assertIn("no suite's name contains 'Other'", text)

    def test_slow_suites_are_alone_and_first(self):
        batches = suites.batches_of(["A.a", "A.b", "B.c", "A.d"], {"A.b": 9.0, "B.c": 30.0})
        self.assertEqual(batches, [["B.c"], ["A.b"], ["A.a", "A.d"]])

    def test_a_batch_is_full_after_some_seconds(self):
        names = [f"A.s{i}" for i in range(5)]
        batches = suites.batches_of(names, {name: suites.FULL / 2.5 for name in names})
        self.assertEqual(batches, [names[:3], names[3:]])

    def test_the_longest_batch_starts_first(self):
        batches = suites.batches_of(["A.a", "B.b", "B.c"], {"A.a": 1.0, "B.b": 2.0, "B.c": 3.0})
        self.assertEqual(batches, [["B.b", "B.c"], ["A.a"]])

    def test_every_suite_is_in_one_batch(self):
        names = [f"A.s{i}" for i in range(suites.MOST * 2 + 3)]
        self.assertEqual([s for batch in suites.batches_of(names, {}) for s in batch], names)

    def test_a_pattern_chooses_no_longer_name(self):
        import re
        self.assertFalse(re.search(suites.pattern_of(["A.First"]), "A.FirstMore/one()"))


if __name__ == "__main__":
    unittest.main()
