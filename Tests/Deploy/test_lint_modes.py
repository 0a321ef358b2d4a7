"""Tests that scripts/lint-modes.sh finds only code that tests the play mode."""

import unittest

from lint_cases import LintCases

OWNERS = ["Sources/Modes/ModeRegistry.swift", "Sources/Gestures/GestureMode.swift", "Sources/GfctlTool/SessionValues.swift", "Sources/gflab/DemoCommand.swift"]


class LintModes(LintCases, unittest.TestCase):
    script = "lint-modes.sh"

    def test_questions_are_found(self):
        self.assert_found([
            "if controls.values.mode == .stems { return }",
            "let isPlayed = whole.mode != .stream",
            "guard .instrument == mode else { return }",
            "switch controls.values.mode {",
            "case Mode.theremin: 4",
            'if status.mode.rawValue == "stream" {}',
        ])
        page = self.lint({"Sources/Control/Page/page.js": 'if (s.mode === "stems") show();\n'})
        self.assertEqual(page.returncode, 1)

    def test_naming_a_mode_is_not_a_question(self):
        self.assert_left([
            "let id = Mode.stems",
            "public var mode = Mode.player",
            "// only if mode == .stems",
            "if mode != .off { return }",
            "if whole.channel == .stems { return }",
            "guard next.mode == mode else { return }",
        ])

    def test_the_tables_and_the_laboratory_may_ask(self):
        for owner in OWNERS:
            self.assertEqual(self.lint({owner: "switch mode {\ncase .stems: break\n}\n"}).returncode, 0, owner)


if __name__ == "__main__":
    unittest.main()
