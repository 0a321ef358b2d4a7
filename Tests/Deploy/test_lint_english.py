"""Tests that scripts/lint-english.py finds only texts that are hard to read."""

import pathlib
import runpy
import subprocess
import tempfile
import unittest

LINT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lint-english.py"
FAULTS = runpy.run_path(LINT)["faults"]


class LintEnglish(unittest.TestCase):
    def assert_found(self, name, text, line, fault):
        with self.subTest(name + ": " + text):
            found = list(FAULTS(pathlib.Path(name), text))
            self.assertEqual([number for number, _ in found], [line], found)
            self.assertIn(fault, found[0][1])

    def assert_left(self, name, text):
        with self.subTest(name + ": " + text):
            self.assertEqual(list(FAULTS(pathlib.Path(name), text)), [])

    def test_faults_are_found_in_their_line(self):
        for text, line, fault in [
            ("/// Who plays decides.\nlet a = 1\n", 1, "'Who' begins a sentence"),
            ("/// The mode.\n/// Number of hands. Where a\n/// hand is lost.\nlet a = 1\n", 2, "'Where' begins a sentence"),
            ("// Nobody listens.\n", 1, "'Nobody'"),
            ("/// Whether there\n/// are none.\n", 2, "'are none'"),
            ("/// Whether it is\n/// none.\n", 1, "'is none'"),
            ("// " + "a" * 118 + "\n", 1, "ends at column 121"),
            ("func a() {\n  // One that plays.\n}\n", 2, "'One that' begins a sentence"),
            ("let a = 1 // Where it ends.\n", 1, "'Where' begins a sentence"),
            ('\nlet a = "it is no file"\n', 2, "'is no'"),
            ("@Test func `a rate that is no number is refused`() {}\n", 1, "'is no'"),
        ]:
            self.assert_found("A.swift", text, line, fault)

    def test_faults_are_found_in_other_languages(self):
        for name, text, line, fault in [
            ("a.c", "/* The list.\n   Where it ends. */\n", 2, "'Where' begins a sentence"),
            ("a.h", "int a; /* Whoever calls. */\n", 1, "'Whoever'"),
            ("a.h", "/* " + "a" * 120 + " */\n", 1, "ends at column 126"),
            ("a.cpp", "/// What it says.\n", 1, "'What' begins a sentence"),
            ("a.js", "// What happened.\n", 1, "'What' begins a sentence"),
            ("a.css", "a { b: c } /* Where it is light. */\n", 1, "'Where' begins a sentence"),
            ("a.py", 'def a():\n    """Returns one.\n\n    Where it ends.\n    """\n', 4, "'Where' begins a sentence"),
            ("a.py", "# " + "a" * 119 + "\n", 1, "ends at column 121"),
            ("a.sh", "true # Nobody listens.\n", 1, "'Nobody'"),
            ("a.service", "[Service]\n# What it must not do.\n", 2, "'What' begins a sentence"),
            ("a.rules", "# " + "a" * 119 + "\n", 1, "ends at column 121"),
            ("a.conf", "<a>\n  <!-- Who may come. -->\n</a>\n", 2, "'Who' begins a sentence"),
            ("script", "#!/bin/sh\n# Who waits.\n", 2, "'Who' begins a sentence"),
            ("a.md", "# Box\n\nIt is for\nwhoever plays.\n", 4, "'whoever'"),
            ("a.json", '{"a": "nobody"}\n', 1, "'nobody'"),
        ]:
            self.assert_found(name, text, line, fault)

    def test_the_rest_is_left(self):
        for name, text in [
            ("a.swift", "/// The player who has the key, and where it is.\n"),
            ("a.swift", "/// Reads `Who` and `nobody`.\n"),
            ("a.swift", 'let a = "What is there"\n'),
            ("a.swift", "let a = 1 // " + "a" * 120 + "\n"),
            ("a.swift", "/// Starts. `Where` is a word of code.\n"),
            ("a.swift", "// " + "a" * 117 + "\n"),
            ("a.swift", "/// There is no frame, or it is no longer new and has no number.\n"),
            ("a.py", "if a is None:\n    b = None if a is None else a\n"),
            ("a.py", 'a = """\nWhat is a value.\n"""\n'),
            ("a.sh", "echo What $# ${a# } a#What\n"),
            ("a.c", 'char *a = "https://a.example";\n'),
            ("a.md", "# What you need\n\nThe user `nobody`.\n"),
            ("gestureflow.toml", "# " + "a" * 119 + "\n"),
        ]:
            self.assert_left(name, text)

    def test_a_long_first_sentence_in_sources_is_found(self):
        for name, text, found in [
            ("Sources/A.swift", "let a = 1\n/// One two three four.\n", [2]),
            ("Sources/A.swift", "/// One two\n/// three four. Five.\nlet a = 1\n", [1]),
            ("Sources/a.h", "/// One two three four\nint a;\n", [1]),
            ("Sources/A.swift", "/// One two three. Four five six seven.\n", []),
            ("Sources/A.swift", "/// One two (three). Four.\n", []),
            ("Sources/A.swift", "/// One `a b c. d` three. Four.\n", []),
            ("Sources/A.swift", "/// One - two three.\n", []),
            ("Sources/A.swift", "/// One.\n///\n/// Two three four five.\n", []),
            ("Sources/A.swift", "/// One.\n/// - Parameter a: two three four.\n", []),
            ("Sources/A.swift", "/// - Parameters:\n///   - a: one two three.\n", []),
            ("Sources/A.swift", "// One two three four.\n", []),
            ("Tests/A.swift", "/// One two three four.\n", []),
        ]:
            with self.subTest(name + ": " + text):
                self.assertEqual([number for number, _ in FAULTS(pathlib.Path(name), text, 3)], found)

    def test_the_program_reads_folders_and_files(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "a").mkdir()
            (root / "a/a.bin").write_bytes(b"\xff nobody")
            (root / "b.md").write_text("nobody\n")
            for places, code, lines in [(["a", "c"], 0, 0), (["a", "b.md"], 1, 2)]:
                found = subprocess.run(["python3", "-B", LINT, *places], cwd=root, capture_output=True, text=True)
                self.assertEqual((found.returncode, found.stdout.count("\n"), found.stderr), (code, lines, ""))


if __name__ == "__main__":
    unittest.main()
