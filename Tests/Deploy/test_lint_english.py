"""Tests that scripts/lint-english.py finds only comments that are hard to read."""

import pathlib
import subprocess
import tempfile
import unittest

LINT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lint-english.py"


class LintEnglish(unittest.TestCase):
    def lint(self, text):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "A.swift").write_text(text)
            return subprocess.run(["python3", "-B", LINT, folder], capture_output=True, text=True)

    def test_faults_are_found_in_their_line(self):
        for text, line, fault in [
            ("/// Who plays decides.\nlet a = 1\n", 1, "'Who' begins a sentence"),
            ("/// The mode.\n/// Number of hands. Where a\n/// hand is lost.\nlet a = 1\n", 2, "'Where' begins a sentence"),
            ("// Nobody listens.\n", 1, "'Nobody'"),
            ("/// Whether there\n/// are none.\n", 2, "'are none'"),
            ("// " + "a" * 118 + "\n", 1, "ends at column 121"),
            ("func a() {\n  // One that plays.\n}\n", 2, "'One that' begins a sentence"),
        ]:
            with self.subTest(text):
                found = self.lint(text)
                self.assertEqual(found.returncode, 1)
                self.assertIn(f"A.swift:{line}: ", found.stdout)
                self.assertIn(fault, found.stdout)

    def test_the_rest_is_left(self):
        for text in [
            "/// The player who has the key, and where it is.\n",
            "/// Reads `Who` and `nobody`.\n",
            'let a = "Whoever is there"\n',
            "let a = 1 // " + "a" * 120 + "\n",
            "/// Starts. `Where` is a word of code.\n",
            "// " + "a" * 117 + "\n",
        ]:
            with self.subTest(text):
                self.assertEqual((self.lint(text).returncode, self.lint(text).stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
