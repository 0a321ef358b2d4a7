"""Tests that scripts/lint-tiers.sh finds only code that tests the tier."""

import unittest

from lint_cases import LintCases

OWNER = "Sources/Licensing/Tiers/TierLimits.swift"


class LintTiers(LintCases, unittest.TestCase):
    script = "lint-tiers.sh"

    def test_questions_are_found(self):
        self.assert_found([
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
        ])
        page = self.lint({"Sources/Control/Page/page.js": 'if (s.tier === "pro") show();\n'})
        self.assertEqual(page.returncode, 1)

    def test_what_only_names_a_tier_is_none(self):
        self.assert_left([
            "settings.workbenchTier = .pro",
            "public var tier: Tier = .free",
            "// only if tier == .pro",
            "heard?.free()",
            "case .free: play(message)",
            "return \"locked: needs tier pro\"",
            "(state.mode, state.tier) = ($0.mode, $0.chosenTier)",
        ])

    def test_the_owner_of_the_limits_may_ask(self):
        self.assertEqual(self.lint({OWNER: "switch tier {\ncase .pro: break\n}\n"}).returncode, 0)


if __name__ == "__main__":
    unittest.main()
