"""Tests the judge of tones: each tone of the table is recognized in broken sound, and no other passes for it."""
import functools, math, pathlib, random, re, unittest
import tones

PAGES = [pathlib.Path(__file__).resolve().parents[2] / "docs/owner" / name for name in ("signals.md", "problems.md")]
TABLE = tones.table()
# Tones of these events are judged by scenarios.
JUDGED = [name for name, row in TABLE.items() if row.notes and row.group != "hands"]
TICKS = [name for name, row in TABLE.items() if len(row.notes) == 1 and row.group == "hands"]
LEVEL = {name: tones.VOLUME * tones.SHARES.get(row.group, 1) for name, row in TABLE.items()}
SONG = [math.sin(2 * math.pi * 2000 / 48000 * i) for i in range(480)]


@functools.cache
def note(hz, length, level):
    return tones.render([(hz, 0, length)], level)


def recorded(name, chance=None, broken=0.0, keeps_breaks=True, music=0.0):
    """Returns the recording of a tone, with a second before it and time after it.

    broken: the share of the time in which the sound stands still; keeps_breaks: whether the recording has silence
    there; music: level of a sine of 2000 Hz.
    """
    x, clock, rendered, sounding = [], 0.0, 0, []
    waiting = list(TABLE[name].notes) if name else []
    block = 480
    # Blocks of 10 ms. Notes begin by the clock, and go on by rendered blocks.
    stands = 0
    while clock < 2.4:
        if chance and stands == 0 and chance.random() < broken / (1 - broken) / 4:
            stands = chance.randint(1, 7)
        if stands:
            stands -= 1
            x += [0] * block if keeps_breaks else []
        else:
            while waiting and 1 + waiting[0][1] <= clock:
                hz, _, length = waiting.pop(0)
                sounding.append((note(hz, length, LEVEL[name]), rendered))
            # A block is a whole number of waves of 2000 Hz.
            piece = [32767 * music * value for value in SONG]
            for one, begin in sounding:
                for i, value in enumerate(one[rendered - begin:rendered - begin + block]):
                    piece[i] += value
            x += [int(value) for value in piece]
            rendered += block
        clock += 0.01
    return x


class Table(unittest.TestCase):
    def test_every_row_is_as_the_page_has_it(self):
        tables = re.findall(r"^\| event .*\n\|-.*\n((?:\|.*\n)+)", "".join(page.read_text() for page in PAGES), re.M)
        lines = "".join(tables).splitlines()
        self.assertEqual(len(TABLE), len(lines))
        for row in TABLE.values():
            cell = f" {tones.words(row)} |" if row.names else ""
            line = next(line for line in lines if line.startswith(f"| {row.event} |"))
            self.assertIn(f"| {row.event} |{cell}", line)
            self.assertIn(f"{row.led}: " if row.led else " |", line)

    def test_rows_that_begin_a_problem_have_a_remedy(self):
        self.assertEqual(TABLE["covered"].problem, "the camera sees nothing: uncover the lens, or switch a light on")
        self.assertEqual(TABLE["stickImport"].pattern, "count3")
        self.assertIsNone(TABLE["ready"].problem)

    def test_pitches_are_those_of_a_piano(self):
        self.assertAlmostEqual(tones.pitch("A4"), 440)
        self.assertAlmostEqual(tones.pitch("C5"), 523.2511, places=3)
        self.assertAlmostEqual(tones.pitch("F#4"), 369.9944, places=3)


class Heard(unittest.TestCase):
    def test_every_tone_over_music(self):
        for name in JUDGED:
            self.assertIsNone(tones.Ear(recorded(name, music=0.15)).judge(name), name)

    # Each tone has its own chance, so that a new row of the table changes no other.
    def test_broken_sound(self):
        for keeps in (True, False):
            for name in JUDGED:
                chance = random.Random(f"3 {name} {keeps}")
                music = chance.choice((0.0, 0.1))
                self.assertIsNone(tones.Ear(recorded(name, chance, 0.25, keeps, music)).judge(name), (name, keeps, music))

    def test_no_tone_passes_for_another(self):
        for name in JUDGED:
            ear = tones.Ear(recorded(name, random.Random(name), 0.15))
            for other in JUDGED:
                if other != name:
                    self.assertIsNotNone(ear.judge(other), f"{other} is heard in {name}")

    def test_silence_and_music_are_none(self):
        for music in (0.0, 0.3):
            ear = tones.Ear(recorded(None, random.Random(3), 0.3, music=music))
            for name in JUDGED:
                self.assertIsNotNone(ear.judge(name), name)

    def test_a_tone_that_is_too_soft_is_not_heard(self):
        x = [v // 8 for v in recorded("covered")]
        self.assertIn("is not heard", tones.Ear(x).judge("covered"))

    def test_two_tones_have_two_places(self):
        x = recorded("testPassed") + recorded("testFailed") + recorded("testPassed")
        ear = tones.Ear(x)
        self.assertEqual([round(at) for at in ear.places("testPassed")], [1, 6])
        self.assertEqual([round(at) for at in ear.places("testFailed")], [3])


class Ticks(unittest.TestCase):
    def test_each_tick_over_music_and_no_other(self):
        self.assertEqual(TICKS, ["engaged", "snapped", "channelSelected"])
        for name in TICKS:
            x = recorded(name, music=0.004)
            for other in TICKS:
                found = tones.ticks(x, other)
                self.assertEqual([round(at) for at in found], [1] if other == name else [], f"{other} in {name}: {found}")

    def test_in_broken_sound(self):
        for keeps in (True, False):
            self.assertEqual(len(tones.ticks(recorded("engaged", random.Random(3), 0.15, keeps), "engaged")), 1)

    def test_two_are_two(self):
        self.assertEqual(len(tones.ticks(recorded("engaged") + recorded("engaged"), "engaged")), 2)

    def test_silence_music_and_tones_of_the_pitch_are_none(self):
        self.assertEqual(tones.ticks([], "engaged"), [])
        self.assertEqual(tones.ticks(recorded(None, music=0.3), "engaged"), [])
        for name in ("testPassed", "stickTaken", "cardBack"):
            self.assertEqual(tones.ticks(recorded(name), "engaged"), [], name)

    def test_one_that_is_too_soft_is_not_heard(self):
        self.assertEqual(tones.ticks([v // 8 for v in recorded("engaged")], "engaged"), [])


class Sides(unittest.TestCase):
    SILENT = [0] * 48000
    TONE = [int(4000 * math.sin(2 * math.pi * 523.25 / 48000 * i)) for i in range(48000)]

    def test_the_order_of_the_sides(self):
        left = self.TONE + self.SILENT + self.SILENT + self.TONE
        right = self.SILENT + self.SILENT + self.TONE + self.TONE
        self.assertEqual(tones.sides(left, right, 523.25), ["left", "right", "both"])
        self.assertEqual(tones.sides(right, left, 523.25), ["right", "left", "both"])

    def test_another_pitch_and_silence_are_none(self):
        self.assertEqual(tones.sides(self.TONE, self.TONE, 2000), [])
        self.assertEqual(tones.sides(self.SILENT, self.SILENT, 523.25), [])

    def test_a_short_piece_is_chance(self):
        self.assertEqual(tones.sides(self.TONE[:3000] + self.SILENT, self.SILENT + self.SILENT, 523.25), [])


if __name__ == "__main__":
    unittest.main()
