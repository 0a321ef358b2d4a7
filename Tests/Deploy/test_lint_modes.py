"""scripts/lint-modes.sh finds code that asks which mode is played, and nothing else."""

import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/lint-modes.sh"
OWNERS = ["Sources/Supervisor/Modes/SoundChannel.swift", "Sources/Gestures/GestureMode.swift", "Sources/gflab/DemoCommand.swift"]


def run(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run(["bash", SCRIPT, folder], capture_output=True, text=True)


class LintModes(unittest.TestCase):
    def test_questions_are_found(self):
        for line in [
            "if controls.values.mode == .stems { return }",
            "let isPlayed = whole.mode != .stream",
            "guard .instrument == mode else { return }",
            "switch controls.values.mode {",
            "case Mode.theremin: 4",
            'if status.mode.rawValue == "stream" {}',
        ]:
            with self.subTest(line):
                found = run({"Sources/Other/A.swift": line + "\n"})
                self.assertEqual(found.returncode, 1, line)
                self.assertIn("Sources/Other/A.swift:1:", found.stdout)
        page = run({"Sources/Control/Page/page.js": 'if (s.mode === "stems") show();\n'})
        self.assertEqual(page.returncode, 1)

    def test_naming_a_mode_is_not_a_question(self):
        for line in [
            "let id = Mode.stems",
            "public var mode = Mode.player",
            "// only if mode == .stems",
            "if mode != .off { return }",
            "if whole.channel == .stems { return }",
            "guard next.mode == mode else { return }",
        ]:
            with self.subTest(line):
                found = run({"Sources/Other/A.swift": line + "\n"})
                self.assertEqual((found.returncode, found.stdout), (0, ""), line)

    def test_the_tables_and_the_laboratory_may_ask(self):
        for owner in OWNERS:
            self.assertEqual(run({owner: "switch mode {\ncase .stems: break\n}\n"}).returncode, 0, owner)

    def test_the_project_is_clean(self):
        found = subprocess.run(["bash", SCRIPT], capture_output=True, text=True)
        self.assertEqual((found.returncode, found.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
