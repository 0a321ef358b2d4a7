"""Tests that the page has words for each kind of event, without a browser.

`words_page.py` tests the words themselves in Chromium.
"""
import pathlib
import re
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
# Kinds that the page does not show on purpose. Another kind reports the same a moment later (handsPresent, handsAbsent,
# gestureBegan, loopPending), a command is the person's own, and the others come so often that they would hide the rest
# of the eight events.
QUIET = set("handAppeared handDisappeared fingerCount gestureEnded controlSnapped command loopAsked bar noteOn noteOff".split())


class Words(unittest.TestCase):
    def test_each_kind_of_event_has_words_or_is_quiet_on_purpose(self):
        swift = (PROJECT / "Sources/GestureFlowAPI/EventKind.swift").read_text()
        kinds = set(re.findall(r'"(\w+)"', re.search(r"happenings: Set<String> = \[(.*?)\]", swift, re.S)[1]))
        page = (PROJECT / "Sources/Control/Page/events.js").read_text()
        words = set(re.findall(r"^  (\w+): \(", re.search(r"^const HAPPENINGS = \{\n(.*?)^\};", page, re.S | re.M)[1], re.M))
        self.assertGreater(len(words), 20)
        self.assertEqual(kinds - QUIET - words, set(), "these kinds have no words in events.js")
        self.assertEqual(words - kinds, set(), "the box does not know these kinds, and gives the page no event at all")
        self.assertEqual(QUIET & words, set())
        self.assertEqual(QUIET - kinds, set())


if __name__ == "__main__":
    unittest.main()
