"""Tests that docs/owner/first-song.md has the steps that 28_parcel plays, in the words of the table of tones."""
import importlib.util, pathlib, sys, unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import tones

PAGE = (HERE.parents[1] / "docs/owner/first-song.md").read_text()


def scenario():
    spec = importlib.util.spec_from_file_location("parcel", HERE / "scenarios/28_parcel.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def rows(columns):
    """Returns the cells of the page's table with so many columns, without its head."""
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| ")]
    return [row for row in found if len(row) == columns and row[0].isdigit()]


class FirstSong(unittest.TestCase):
    STEPS = scenario().STEPS

    def test_the_page_has_the_steps_of_the_scenario(self):
        self.assertEqual(rows(4), [[str(k), *step] for k, step in enumerate(self.STEPS, 1)])

    def test_each_step_is_measured_once(self):
        source = (HERE / "scenarios/28_parcel.py").read_text()
        self.assertEqual(source.count("    diary.note("), len(self.STEPS))

    def test_tones_are_those_of_the_table(self):
        sounds = [step.sound for step in self.STEPS]
        for name in ("ready", "stickTaken", "engaged", "stemsMode", "playerMode"):
            words = tones.words(tones.table()[name])
            self.assertTrue(any(text.split(";")[0] == words for text in sounds), f"{name}: {words}")

    def test_tones_of_failed_steps_are_those_of_the_table(self):
        told = [row[1].split(";")[0] for row in rows(3)]
        for name in ("incomplete", "needsHelp", "stickEmpty", "stickImport", "stickUnreadable"):
            self.assertIn(tones.words(tones.table()[name]), told)

    def test_the_diary_is_a_table(self):
        diary = scenario().Diary()
        diary.note("status: lit", "E5 ↗ B5")
        lines = diary.text().splitlines()
        self.assertEqual(len(lines), 3)
        self.assertEqual({line.count("|") for line in lines}, {7})


if __name__ == "__main__":
    unittest.main()
