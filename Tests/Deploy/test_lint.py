"""Tests scripts/lint.sh on a minimal project."""
import pathlib, shutil, subprocess, tempfile, unittest

project = pathlib.Path(__file__).resolve().parents[2]
PINNED = '.package(url: "https://example.org/a", exact: "1.2.3"),'


class Lint(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        tests = [f"Tests/{name}" for name in ("Page", "Deploy", "Races", "Models", "Bench")]
        for name in ("scripts", "deploy", "lab", *tests, "Benchmarks", ".ci", "Sources"):
            (self.root / name).mkdir(parents=True)
        for name in ("lint.sh", "lint-tiers.sh", "lint-modes.sh", "lint-english.py"):
            shutil.copy(project / "scripts" / name, self.root / "scripts")
        self.documents("")
        self.package(PINNED)

    def documents(self, test):
        (self.root / "Tests/Deploy/test_docs.py").write_text(test)

    def package(self, dependencies):
        (self.root / "Package.swift").write_text(f"let package = Package(dependencies: [{dependencies}], targets: [.target(name: \"A\")])\n")

    def source(self, text):
        (self.root / "Sources/a.swift").write_text(text)

    def lint(self):
        run = subprocess.run([self.root / "scripts/lint.sh"], capture_output=True, text=True)
        self.assertEqual(run.stderr, "")
        return run.returncode, run.stdout

    def test_exact_versions_pass(self):
        self.package(PINNED + "\n" + PINNED.replace(", exact", ",\n      exact"))
        self.assertEqual(self.lint(), (0, ""))

    def test_a_dependency_that_is_not_exact_is_named(self):
        for how in ('from: "1.2.3"', 'branch: "main"', '.upToNextMinor(from: "1.2.3")', '"1.0.0"..<"2.0.0"', "exact: version"):
            self.package(PINNED + f'\n.package(url: "https://example.org/b",\n {how}),')
            code, output = self.lint()
            self.assertEqual(code, 1, how)
            self.assertIn("https://example.org/b", output)
            self.assertNotIn("https://example.org/a", output)
            self.assertIn("exact:", output)

    def test_a_check_that_sees_no_dependency_fails(self):
        self.package("")
        self.assertEqual(self.lint()[0], 1)

    def test_fifteen_unchecked_types_pass_and_sixteen_do_not(self):
        lines = [f"final class C{number}: @unchecked Sendable {{}}" for number in range(16)]
        self.source("\n".join(lines[:15] + ["/// `@unchecked Sendable`: a remark", "  // @unchecked Sendable"]))
        self.assertEqual(self.lint(), (0, ""))
        self.source("\n".join(lines))
        code, output = self.lint()
        self.assertEqual(code, 1)
        self.assertIn("16 types are @unchecked Sendable", output)
        self.assertIn("C15", output)

    def test_a_script_that_cannot_be_read_is_named(self):
        (self.root / "scripts/x.sh").write_text("#!/usr/bin/env bash\nif true; then\n")
        run = subprocess.run([self.root / "scripts/lint.sh"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("x.sh", run.stderr)

    def test_a_document_that_breaks_a_rule_is_named(self):
        self.documents("raise SystemExit('README.md: 601 words')")
        code, output = self.lint()
        self.assertEqual(code, 1)
        self.assertIn("README.md: 601 words", output)

    def test_english_is_checked_everywhere(self):
        for name in ("README.md", "deploy/a.service", "Makefile", ".ci/run"):
            (self.root / name).write_text("# nobody\n")
            code, output = self.lint()
            self.assertEqual(code, 1, name)
            self.assertIn(f"{name}:1: 'nobody'", output)
            (self.root / name).unlink()
        self.assertEqual(self.lint(), (0, ""))

    def test_two_public_names_in_one_declaration_are_told(self):
        self.source("public struct S {\n  public var a, b: Int\n}\n")
        self.assertEqual(self.lint()[0], 1)


if __name__ == "__main__":
    unittest.main()
