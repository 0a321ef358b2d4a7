#!/usr/bin/env python3
"""Tests the figures of a small made-up tree with false matches."""

import contextlib
import io
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

import house
import swift

FILES = {
    "Supervisor/Boot/Box.swift": """\
import Synchronization

/// struct Remark: Error. usleep(5) for a speed of 0.1...2, and let remark = Mutex(0).
package final class Box: Sendable {
  private let state = Mutex<Int>(0)
  let other: Mutex<Bool>

  enum Fault: String, Error { case lost }
  class var shared: Box { Box() }

  func run() {
    let failure = Mutex<String?>(nil)
    print("usleep(1) \\(Level.of(failure)) struct Text: Error")
    usleep(5000)
  }
}
extension Level: @retroactive Error {}
""",
    "Supervisor/Controls/Level.swift": """\
/* class Block: Error {} */
struct Level {
  var box: Box
  struct Nested<Value: Error> {}
  static func speed(_ x: Double) -> Double { clamp(x, 0.1...2) }
  static func speed(_ x: Double) -> Double { clamp(x, 0.1...24) }
  func captureRemove() { Thread.sleep(forTimeInterval: 1); Clock.sleep(until: 1) }
}
""",
    "Supervisor/Status/Status.swift": "struct Status { var box: Box }\n",
    "Supervisor/Top.swift": "struct Top { var status: Status }\n",
    "Sound/Deck/Deck.swift": "public protocol Deck: Sendable {}\nactor Player { let box: Box }\n",
    "Sound/Player/Player.swift": "struct Volume { let deck: any Deck }\n",
    "GestureFlowAPI/Ranged.swift": """\
enum SpeedLimits {
  static var limits: (ClosedRange<Double>, String) { (0.1...2, "times the original") }
}
enum HoldLimits {
  static var limits: (ClosedRange<Double>, String) { (0.1...2, "seconds, at any speed") }
}
""",
    "GestureFlowAPI/Command.swift": "enum Command {\n  case captureRemove, midiForget\n}\nlet everywhere = Mutex(0)\n",
    "Gestures/Theremin/Hand.swift": "let theremin = 1\n",
    "Gestures/Keys.swift": "// The theremin's.\nlet thereminSnap = 1\nlet keys = [\n  .flag(\n    \"gestures.theremin-snap\", \\.snap,\n    \"Mode theremin: it rests.\"),\n]\n",
    "Gestures/Table.swift": "let names = \"Theremin\"\n",
    "Control/Page/bar.html": "<button data-mode='theremin'></button>\n",
    "CThing/thing.c": "static pthread_mutex_t gate;\nvoid wait(void) { usleep(1); }\n",
}


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for path, text in FILES.items():
            file = self.root / "Sources" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (self.root / "Tests").mkdir()
        (self.root / "Tests/BoxTests.swift").write_text("struct BoxTests { let gate = Mutex(0) }\n")

    def run_house(self, *arguments):
        out = io.StringIO()
        with unittest.mock.patch.object(sys, "argv", ["house.py", str(self.root), *arguments]), contextlib.redirect_stdout(out):
            house.main()
        return out.getvalue().splitlines()

    def places(self, figure):
        return sorted(self.run_house("--list", figure))

    def test_lines_of_swift_are_counted_and_neither_c_nor_tests(self):
        swift_lines = sum(text.count("\n") for path, text in FILES.items() if path.endswith(".swift"))
        self.assertEqual(len(self.places("source lines")), swift_lines)

    def test_types_are_declared_in_code_at_any_depth(self):
        names = sorted(place.partition(": ")[2] for place in self.places("types"))
        self.assertEqual(names, ["Box", "Command", "Deck", "Fault", "HoldLimits", "Level", "Nested", "Player", "SpeedLimits", "Status", "Top", "Volume"])

    def test_an_error_conforms_and_a_limit_on_a_parameter_does_not(self):
        self.assertEqual(self.places("error types"), ["Supervisor/Boot/Box.swift: Fault", "Supervisor/Boot/Box.swift: Level"])

    def test_a_mutex_of_a_function_is_not_stored(self):
        self.assertEqual(
            [place.partition(": ")[2] for place in self.places("stored mutexes")],
            ["static pthread_mutex_t gate;", "let everywhere = Mutex(0)", "let other: Mutex<Bool>", "private let state = Mutex<Int>(0)"],
        )

    def test_a_pair_names_types_both_ways_within_a_target(self):
        self.assertEqual(self.places("two-way pairs"), ["Supervisor: Boot names Level, Controls names Box"])

    def test_a_sleep_in_a_text_or_until_a_due_time_is_left_out(self):
        self.assertEqual([place.partition(": ")[0] for place in self.places("sleeps")], ["Supervisor/Boot/Box.swift", "Supervisor/Controls/Level.swift"])

    def test_another_range_is_not_the_range_of_speed(self):
        self.assertEqual(
            self.places("range checks"),
            [
                "GestureFlowAPI/Ranged.swift: static var limits: (ClosedRange<Double>, String) { (0.1...2,  ) }",
                "Supervisor/Controls/Level.swift: static func speed(_ x: Double) -> Double { clamp(x, 0.1...2) }",
            ],
        )

    def test_files_of_commands_give_their_median(self):
        places = self.places("files a command")
        self.assertEqual(places, ["captureRemove: GestureFlowAPI/Command.swift", "captureRemove: Supervisor/Controls/Level.swift", "midiForget: GestureFlowAPI/Command.swift"])
        self.assertEqual(house.median(places), 1)

    def test_files_of_a_mode_are_those_of_other_things(self):
        self.assertEqual(self.places("files a mode"), ["Control/Page/bar.html", "Gestures/Table.swift"])

    def test_the_table_has_a_line_for_each_figure(self):
        table = self.run_house()
        self.assertEqual([line[:16].strip() for line in table], [name for name, *_ in house.FIGURES])
        self.assertRegex(table[1], r"^types +12 +goal <= 1,150 ")

    def test_a_folder_without_sources_is_named(self):
        with contextlib.redirect_stderr(io.StringIO()) as told, self.assertRaises(SystemExit):
            self.root = self.root / "Tests"
            self.run_house()
        self.assertIn("has no folder Sources", told.getvalue())


class Code(unittest.TestCase):
    def test_texts_go_and_what_is_interpolated_stays(self):
        for text, left in [
            ('a("x // y") // z', "a( ) "),
            (r'a("\"x\(b("c", d))e")', "a(  (b( , d)))"),
            ('a(#"\\(b) "c" \\#(d)"#)', "a(  (d))"),
            ('a("""\n  "b"\n  """)', "a( \n\n)"),
        ]:
            self.assertEqual(swift.code(text), left, text)

    def test_lines_keep_their_numbers(self):
        for text in FILES.values():
            self.assertEqual(swift.code(text).count("\n"), text.count("\n"))


class Suppressions(unittest.TestCase):
    def test_each_class_that_hides_reports_of_threads_is_there(self):
        project = pathlib.Path(__file__).resolve().parents[2]
        names = re.findall(r"^race:s(\d+)(\w+)C$", (project / "lab/tsan/tsan.supp").read_text(), re.MULTILINE)
        for length, rest in names:
            module, kind = rest[: int(length)], re.fullmatch(r"\d+(\w+)", rest[int(length):])[1]
            sources = "".join(path.read_text() for path in (project / "Sources" / module).rglob("*.swift"))
            self.assertIn(f" class {kind}", sources, f"{module}.{kind}")
        self.assertTrue(names)


if __name__ == "__main__":
    unittest.main()
