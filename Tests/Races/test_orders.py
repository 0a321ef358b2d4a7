#!/usr/bin/env python3
"""Tests that each atomic has a comment about its memory orders.

The comment `// Order: ...` is directly above the declaration and gives the reason why its orders are strong enough.

A too weak order never fails on x86, and on a Pi once in a million blocks: so it needs an argument. A `Counter` that
only counts needs none. A counter with stores carries data between threads, and its comment says which.
"""

import pathlib
import re
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"
ATOMIC = re.compile(r"^\s*(?:@\w+ |private |fileprivate |package |public |static )*(?:let|var) (\w+)\b[^{]*(?:\bAtomic\b[<(]|<gf_atomic_i64>)")
COUNTER = re.compile(r"^\s*(?:@\w+ |private |fileprivate |package |public |static )*(?:let|var) (\w+) = Counter\(")
ARGUMENT = re.compile(r"^\s*// Order: \S+(?: \S+){2,}")


def unargued(text):
    """Returns (line, name) of each atomic without an argument."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        found = ATOMIC.match(line)
        if not found:
            found = COUNTER.match(line)
            if not found or not re.search(rf"\b{found[1]}\.store\(", text):
                continue
        above = number - 2
        while above >= 0 and lines[above].lstrip().startswith("//"):
            above -= 1
        if not any(ARGUMENT.match(comment) for comment in lines[above + 1 : number - 1]):
            yield number, found[1]


class Rule(unittest.TestCase):
    def test_an_atomic_without_an_argument_is_found(self):
        for declaration in (
            "  private let a = Atomic(false)", "let a: Atomic<Int>", "  @usableFromInline let a: UnsafeMutablePointer<gf_atomic_i64>",
            "  private static let a = Atomic<Int32>(0)", "  let a = Counter()\n  func f() { a.store(1) }"):
            with self.subTest(declaration):
                self.assertEqual([name for _, name in unargued(declaration)], ["a"])
                self.assertEqual(list(unargued("  // Order: relaxed: a figure that orders nothing.\n" + declaration)), [])
                self.assertEqual(list(unargued("  /// What it is.\n  // Order: relaxed, for it\n  // orders nothing.\n" + declaration)), [])
                for comment in ("// Order:", "// relaxed", "// Order: relaxed: a figure of another.\n\n", "// Order: relaxed: a figure.\n  let b = 1\n"):
                    self.assertEqual(len(list(unargued(f"  {comment}\n{declaration}"))), 1, comment)

    def test_what_is_none_is_left_alone(self):
        for text in ("  let a = Counter()\n  func f() { a.add() }", "// let a = Atomic(0)", "  func f(_ a: UnsafeMutablePointer<gf_atomic_i64>) {}", "let a = Atomically(0)"):
            self.assertEqual(list(unargued(text)), [], text)


class Project(unittest.TestCase):
    def test_each_atomic_says_why_its_orders_are_strong_enough(self):
        files = sorted(SOURCES.rglob("*.swift"))
        bad = [f"{path.relative_to(SOURCES)}:{line}: {name}" for path in files for line, name in unargued(path.read_text())]
        self.assertEqual(bad, [], "write above each `// Order: ...`, why its orders are strong enough")

    def test_they_are_all_read(self):
        # A declaration form unknown to the rule would be missed: everything that loads or stores must have a
        # declaration that it knows.
        for path in SOURCES.rglob("*.swift"):
            text = path.read_text()
            used = re.findall(r"\b(\w+)\.(?:load|store|add|exchange|wrappingAdd|logicalXor)\((?:[^()]*, )?ordering:", text)
            known = {found[1] for found in map(ATOMIC.match, text.splitlines()) if found}
            self.assertLessEqual(set(used), known, path)


if __name__ == "__main__":
    unittest.main()
