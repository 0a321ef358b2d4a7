"""Tests the list of left-out tests, and runs of suites.

The bundle of the tests is a script.
"""
import contextlib
import io
import pathlib
import re
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from suites import Mistake, Suite, entry, groups_of, judge, left_out, main, ran, run_group, suite_of, suites_of, tests_of  # noqa: E402

LISTING = """\
AlphaTests.One/first()
AlphaTests.One/second(of:with:)
AlphaTests.One/Inner/third()
AlphaTests.Two/first()
BetaTests.alone()
"""
TESTS = LISTING.splitlines()

# A bundle: it lists its tests, and each suite does what its name says.
BUNDLE = """\
import re, sys, time
words = sys.argv[1:]
tests = {tests!r}
if "--list-tests" in words:
    print("\\n".join(tests)); sys.exit()
chosen = [words[i + 1] for i, word in enumerate(words) if word == "--filter"]
skipped = [words[i + 1] for i, word in enumerate(words) if word == "--skip"]
mine = [t for t in tests if any(re.search(c, t + "/File.swift:1:1") for c in chosen) and not any(re.search(s, t + "/File.swift:1:1") for s in skipped)]
if any("Hangs" in t for t in mine): time.sleep(60)
if any("Fails" in t for t in mine):
    print("\\x1b[91m✘\\x1b[0m Test it() recorded an issue at File.swift:3:5: Expectation failed: 1 == 2"); sys.exit(1)
if any("Crashes" in t for t in mine):
    import os, signal; os.kill(os.getpid(), signal.SIGKILL)
if any("Forgets" in t for t in mine): mine = mine[1:]
if len({{t.split("/")[0] for t in mine}}) > 1 and any("Disturbs" in t for t in mine):
    print("\\x1b[91m✘\\x1b[0m Test it() recorded an issue at File.swift:3:5: Expectation failed: 1 == 2"); sys.exit(1)
if any("Blanks" in t for t in mine):
    print('◇ Test "a skipped note is kept" started.\\n✔ Test "a skipped note is kept" passed after 0.1 seconds.\\n➜ Test "the film is read" skipped: "no footage here"')
if any("Skips" in t for t in mine): print('\\x1b[90m➜\\x1b[0m Test a() skipped: "no footage here"')
print(f"\\x1b[92m✔\\x1b[0m Test run with {{len(mine)}} tests in 1 suite passed after 0.1 seconds.")
"""


class Names(unittest.TestCase):
    def test_all_tests_of_a_listing(self):
        self.assertEqual(tests_of("Building for production...\n" + LISTING + "\n"), TESTS)

    def test_the_outermost_suite(self):
        self.assertEqual([suite_of(test) for test in TESTS], ["AlphaTests.One", "AlphaTests.One", "AlphaTests.One", "AlphaTests.Two", "BetaTests"])
        # A parameter's label may be anything.
        self.assertEqual(suite_of("BetaTests.of(a/b:)"), "BetaTests")


class List(unittest.TestCase):
    def test_a_test_a_suite_and_a_module(self):
        found = left_out("# why\n\nAlphaTests.One/first()  needs a camera\nAlphaTests.Two needs\ttwo words\nBetaTests  needs it\n", TESTS)
        self.assertEqual(found, {"AlphaTests.One/first()": "needs a camera", "AlphaTests.Two/first()": "needs\ttwo words", "BetaTests.alone()": "needs it"})

    def test_a_name_is_no_beginning_of_another(self):
        with self.assertRaisesRegex(Mistake, "line 1: there is no test 'AlphaTests.On'"):
            left_out("AlphaTests.On  why", TESTS)

    def test_a_name_that_matches_no_test(self):
        with self.assertRaisesRegex(Mistake, "line 2: there is no test 'AlphaTests.One/gone\\(\\)'"):
            left_out("# here\nAlphaTests.One/gone()  needs a camera\n", TESTS)

    def test_no_reason(self):
        with self.assertRaisesRegex(Mistake, "line 1: 'AlphaTests.Two' is left out without a reason"):
            left_out("AlphaTests.Two\n", TESTS)

    def test_a_name_with_spaces(self):
        self.assertEqual(left_out("A.B/`a b c`()  needs a card", ["A.B/`a b c`()", "A.B/`a b`()"]), {"A.B/`a b c`()": "needs a card"})

    def test_twice(self):
        with self.assertRaisesRegex(Mistake, "line 2: 'AlphaTests.One/first\\(\\)' is left out by an earlier line"):
            left_out("AlphaTests.One/first() a\nAlphaTests.One b\n", TESTS)

    def test_suites_know_what_they_do_not_run(self):
        suites = suites_of(TESTS, {"AlphaTests.One/first()": "why", "BetaTests.alone()": "why"})
        self.assertEqual([(s.name, len(s.tests), s.skipped) for s in suites], [("AlphaTests.One", 2, ["AlphaTests.One/first()"]), ("AlphaTests.Two", 1, []), ("BetaTests", 0, ["BetaTests.alone()"])])


class Programs(unittest.TestCase):
    """Tests that the list names every test that starts our programs.

    An emulator without the kernel's help cannot start arm64 programs.
    """
    STARTS = re.compile(r"RunningBox\(|Places\.program\(")
    FUNCTION = re.compile(r"(@Test\b.*?)?\bfunc (\w+|`[^`]+`)(.*?)\n  \}\n", re.S)

    def starting(self, text):
        """Returns the tests of a file that start a program.

        A test may start it directly or by a function of the file.
        """
        found = []
        # A blank line within a function is followed by a deeper indentation.
        for piece in re.split(r"\n\n(?=  \S)", text):
            for mark, name, body in self.FUNCTION.findall(piece + "\n"):
                found.append((bool(mark), name, body))
        helpers = [name for is_test, name, body in found if not is_test and self.STARTS.search(body)]
        calls = re.compile("|".join([self.STARTS.pattern, *(rf"\b{name}\(" for name in helpers)]))
        return [name for is_test, name, body in found if is_test and calls.search(body)]

    def test_a_file(self):
        text = """@Suite struct ATests {
  private func run() {
    let box = RunningBox("a")
  }

  @Test(arguments: [1, 2])
  func one(_ number: Int) {
    let number = 1

    run()
  }

  @Test func two() {
    #expect(true)
  }
}
"""
        self.assertEqual(self.starting(text), ["one"])

    def test_all_of_them_are_left_out(self):
        here = pathlib.Path(__file__).resolve().parent
        root = here.parents[1] / "Tests"
        listed = [entry(line)[0] for line in (here / "left-out.txt").read_text().splitlines() if line.strip() and not line.startswith("#")]
        seen = 0
        for file in sorted(root.glob("*Tests/**/*.swift")):
            text, module = file.read_text(), file.relative_to(root).parts[0]
            suite = re.search(r"@Suite[^\n]*?\b(?:struct|class) (\w+)", text)
            for name in self.starting(text) if suite else []:
                seen += 1
                whole = f"{module}.{suite[1]}"
                self.assertTrue(any(one in (module, whole) or one.startswith(f"{whole}/{name}(") for one in listed), f"{whole}/{name} starts a program, and left-out.txt does not name it")
        self.assertGreater(seen, 40)


class Judgements(unittest.TestCase):
    def test_each_end(self):
        suite = Suite("A.B", ["A.B/c()", "A.B/d()"])
        good = "Test run with 2 tests in 1 suite passed after 3 seconds."
        self.assertIsNone(judge(suite, 0, good))
        self.assertIsNone(judge(Suite("A.B", ["A.B/c()"]), 0, "Test run with 1 test passed after 3 seconds."))
        self.assertEqual(judge(suite, 0, good.replace("2", "1")), "ran 1 tests and not 2")
        self.assertEqual(judge(suite, 0, ""), "ended without a result")
        self.assertEqual(judge(suite, 1, good), "failed")
        self.assertEqual(judge(suite, None, good), "its time was up")
        self.assertEqual(judge(suite, -11, good), "crashed: SIGSEGV")
        self.assertEqual(judge(suite, 132, good), "crashed: SIGILL")


class Runs(unittest.TestCase):
    def run_bundle(self, tests, left="", *options):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "bundle.py").write_text(textwrap.dedent(BUNDLE.format(tests=tests)))
            (folder / "left.txt").write_text(left)
            with contextlib.redirect_stdout(io.StringIO()) as out:
                status = main(["--left-out", str(folder / "left.txt"), "--log", str(folder / "log"), "--jobs", "2", *options, "--", sys.executable, str(folder / "bundle.py")])
            return status, out.getvalue()

    def test_all_pass_but_for_what_is_left_out(self):
        status, out = self.run_bundle(TESTS, "AlphaTests.One/second(of:with:)  needs a card\nBetaTests  needs it\n")
        self.assertEqual(status, 0, out)
        self.assertIn("LEFT OUT AlphaTests.One/second(of:with:): needs a card", out)
        self.assertIn("test-cross: 3 tests in 2 suites; 2 of 5 are left out", out)
        self.assertIn("test-cross: 3 tests in 2 suites passed", out)

    def test_a_test_without_a_suite(self):
        status, out = self.run_bundle(TESTS, "", "--only", "Beta")
        self.assertEqual(status, 0, out)
        self.assertIn("✔ BetaTests: 1 passed", out)

    def test_one_that_fails_hangs_crashes_or_forgets_is_named_at_the_end_and_the_others_run(self):
        tests = ["T.Good/a()", "T.Fails/a()", "T.Hangs/a()", "T.Crashes/a()", "T.Forgets/a()", "T.Forgets/b()"]
        status, out = self.run_bundle(tests, "", "--limit", "3")
        self.assertEqual(status, 1)
        for line in ("✔ T.Good: 1 passed", "== T.Fails failed", "Expectation failed: 1 == 2", "== T.Hangs its time was up", "== T.Crashes crashed: SIGKILL", "== T.Forgets ran 1 tests and not 2",
                     "test-cross: T: 1 suites passed, 4 FAILED"):
            self.assertIn(line, out)
        self.assertTrue(out.rstrip().endswith("test-cross: 1 tests in 1 suites passed, 4 suites FAILED"), out)

    def test_suites_of_a_module_share_a_process(self):
        tests = [f"T.S{number:02}/a()" for number in range(9)] + ["U.S/a()", "U.S/b()"]
        groups = groups_of(suites_of(tests, {}))
        self.assertEqual([len(group) for group in groups], [8, 1, 1])
        with tempfile.TemporaryDirectory() as name:
            bundle = pathlib.Path(name) / "bundle.py"
            bundle.write_text(BUNDLE.format(tests=tests))
            results = run_group([sys.executable, str(bundle)], groups[0], 30)
        self.assertEqual([(one.suite.name, one.trouble, ran(one)) for one in results], [(f"T.S{number:02}", None, 1) for number in range(8)])
        self.assertEqual(sum("Test run with 8 tests" in one.output for one in results), 1)

    def test_what_skips_itself_is_told_and_not_counted(self):
        status, out = self.run_bundle(["T.Skips/a()", "T.Skips/b()", "T.Good/a()"])
        self.assertEqual(status, 0, out)
        self.assertIn("test-cross: SKIPPED T.Skips/a(): no footage here", out)
        self.assertIn("✔ T.Skips: 1 passed", out)
        self.assertIn("test-cross: 2 tests in 2 suites passed", out)

    def test_a_skipped_name_may_have_blanks(self):
        status, out = self.run_bundle(["T.Blanks/a()", "T.Blanks/b()", "T.Good/a()"])
        self.assertEqual(status, 0, out)
        self.assertEqual(re.findall("SKIPPED.*", out), ['SKIPPED T.Blanks/"the film is read": no footage here'])
        self.assertIn("test-cross: 2 tests in 2 suites passed", out)

    def test_suites_that_fail_only_together_are_a_failure(self):
        status, out = self.run_bundle(["T.Disturbs/a()", "T.Good/a()"])
        self.assertEqual(status, 1)
        for line in ("✔ T.Disturbs: 1 passed", "✔ T.Good: 1 passed", "✘ T.Disturbs to T.Good: failed", "Expectation failed: 1 == 2"):
            self.assertIn(line, out)

    def test_a_wrong_list_runs_nothing(self):
        status, out = self.run_bundle(TESTS, "AlphaTests.Three  needs a card\n")
        self.assertEqual(status, 1)
        self.assertIn("left.txt, line 1: there is no test 'AlphaTests.Three'", out)
        self.assertNotIn("✔", out)

    def test_a_bundle_that_lists_nothing(self):
        status, out = self.run_bundle([])
        self.assertEqual(status, 1)
        self.assertIn("the bundle does not list its tests", out)


if __name__ == "__main__":
    unittest.main()
