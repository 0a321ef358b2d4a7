"""Shares code of the tests of lints that search Sources."""

import pathlib
import subprocess
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"


class LintCases:
    """A mixin for a TestCase.

    - script: the lint's name in scripts.
    """

    script = ""

    def lint(self, files):
        """Runs the lint on a project of these files; without any on this project."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return subprocess.run(["bash", SCRIPTS / self.script, *([folder] if files else [])], capture_output=True, text=True)

    def assert_found(self, lines):
        for line in lines:
            with self.subTest(line):
                found = self.lint({"Sources/Other/A.swift": line + "\n"})
                self.assertEqual(found.returncode, 1, line)
                self.assertIn("Sources/Other/A.swift:1:", found.stdout)

    def assert_left(self, lines):
        for line in lines:
            with self.subTest(line):
                found = self.lint({"Sources/Other/A.swift": line + "\n"})
                self.assertEqual((found.returncode, found.stdout), (0, ""), line)

    def test_the_project_is_clean(self):
        found = self.lint({})
        self.assertEqual((found.returncode, found.stdout), (0, ""))
