"""scripts/lint-tiers.sh finds code that asks which tier it is, and nothing else."""

import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/lint-tiers.sh"
OWNER = "Sources/Supervisor/Tiers/TierLimits.swift"


def run(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run(["bash", SCRIPT, folder], capture_output=True, text=True)


class LintTiers(unittest.TestCase):
    def test_questions_are_found(self):
        for line in [
            "if policy.tier == .free { return }",
            "isPro = s.tier != .pro",
            "guard .pro == tier else { return }",
            "if Tier.pro == x {}",
            "case .pro: 4",
            "if case .pro = x {}",
            "switch policy.tier {",
            "let a = tier == other.tier",
            "if status.tier.rawValue == \"pro\" {}",
            "let x = tier; switch x { case .free: 1; default: 2 }",
        ]:
            with self.subTest(line):
                found = run({"Sources/Other/A.swift": line + "\n"})
                self.assertEqual(found.returncode, 1, line)
                self.assertIn("Sources/Other/A.swift:1:", found.stdout)
        page = run({"Sources/Control/Page/page.js": 'if (s.tier === "pro") show();\n'})
        self.assertEqual(page.returncode, 1)

    def test_what_only_names_a_tier_is_none(self):
        for line in [
            "settings.workbenchTier = .pro",
            "public var tier: Tier = .free",
            "// only if tier == .pro",
            "heard?.free()",
            "case .free: play(message)",
            "return \"locked: needs tier pro\"",
            "(state.mode, state.tier) = ($0.mode, $0.wish)",
        ]:
            with self.subTest(line):
                found = run({"Sources/Other/A.swift": line + "\n"})
                self.assertEqual((found.returncode, found.stdout), (0, ""), line)

    def test_the_owner_of_the_limits_may_ask(self):
        self.assertEqual(run({OWNER: "switch tier {\ncase .pro: break\n}\n"}).returncode, 0)

    def test_the_project_is_clean(self):
        found = subprocess.run(["bash", SCRIPT], capture_output=True, text=True)
        self.assertEqual((found.returncode, found.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
