"""Tests the comparison of processors on small sessions and sounds."""
import array
import json
import math
import pathlib
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from processors import Sound, Trouble, compare, frames_of, listen, sound_difference  # noqa: E402

# A hand of the size 0.2. The wrist is at the bottom, the knuckle 0.2 frame heights above it, all others between.
HAND = [[0.5, 0.8 - 0.2 * (k == 9) - 0.1 * (k not in (0, 9)), 0] for k in range(21)]
SIZE = 0.2


def hand(x=0.0, y=0.0, landmark=None):
    points = [[p[0] + (x if landmark in (None, k) else 0), p[1] + (y if landmark in (None, k) else 0), p[2]] for k, p in enumerate(HAND)]
    return {"handedness": "Right", "landmarks": points}


def frame(hands, pitch=0.0, speed=1.0, volume=0.8, engages=False):
    events = [{"type": "controlEngaged", "value": "pitch"}] if engages else []
    return {"frame": {"frame": 0, "aspect": 2, "hands": hands}, "control": {"t": 0, "pitchCents": pitch, "speed": speed, "volume": volume}, "events": events}


class Sessions(unittest.TestCase):
    def test_the_same(self):
        found = compare([frame([hand()])] * 3, [frame([hand()])] * 3)
        self.assertEqual((found.frames, found.hands, found.landmark, found.alone, found.cents, found.volume), (3, 3, 0, 0, 0, 0))
        self.assertEqual(found.faults(), [])

    def test_landmarks_are_told_in_hand_sizes_with_the_frames_aspect(self):
        found = compare([frame([hand()]), frame([hand()])], [frame([hand()]), frame([hand(y=0.001, landmark=7)])])
        self.assertAlmostEqual(found.landmark, 0.001 / SIZE)
        self.assertEqual((found.at, found.faults()), (1, []))
        # The frame is twice as wide as high.
        wide = compare([frame([hand()])], [frame([hand(x=0.0011, landmark=20)])])
        self.assertAlmostEqual(wide.landmark, 0.0022 / SIZE)
        self.assertIn("landmarks are off by 1.10 % of the hand's size in frame 0", wide.faults()[0])

    def test_the_median_of_the_hands_is_told(self):
        found = compare([frame([hand()])] * 3, [frame([hand(y=y * SIZE, landmark=7)]) for y in (0, 0.05, 0.009)])
        self.assertAlmostEqual(found.typical, 0.009)
        self.assertIn("landmarks are off by 5.00 %", found.faults()[0])
        self.assertEqual(compare([frame([])], [frame([])]).typical, 0)

    def test_two_hands_are_paired_whatever_their_order(self):
        found = compare([frame([hand(), hand(x=-0.3)])], [frame([hand(x=-0.3), hand()])])
        self.assertEqual((found.hands, found.alone, found.landmark), (2, 0, 0))

    def test_a_hand_that_one_alone_sees(self):
        for here, there in (([hand()], []), ([], [hand()]), ([hand()], [hand(), hand(x=-0.3)])):
            found = compare([frame(here)], [frame(there)])
            self.assertEqual(found.alone, 1)
            self.assertIn("in 1 frames one processor sees a hand", found.faults()[0])
        # A hand at another place counts as two single hands.
        self.assertEqual(compare([frame([hand()])], [frame([hand(x=-0.3)])]).alone, 2)

    def test_controls(self):
        found = compare([frame([], pitch=0), frame([], pitch=100)], [frame([], pitch=-31), frame([], pitch=99)])
        self.assertEqual((found.cents, found.end_cents), (31, 1))
        self.assertIn("31 cents apart", found.faults()[0])
        self.assertEqual(compare([frame([], pitch=470)], [frame([], pitch=441)]).faults(), [])
        # A change of speed is audible as its ratio.
        self.assertAlmostEqual(compare([frame([], speed=1)], [frame([], speed=2)]).cents, 1200)
        louder = compare([frame([], volume=0.8)], [frame([], volume=0.83)])
        self.assertIn("the volume is 0.030 apart", louder.faults()[0])

    def test_frames_of_engagements(self):
        found = compare([frame([]), frame([], engages=True)], [frame([], engages=True), frame([])])
        self.assertEqual(found.begins, ([1], [0]))

    def test_that_nothing_was_there_is_no_agreement(self):
        self.assertEqual(compare([frame([])] * 2, [frame([])] * 2).nothing(), ["no hand is seen by both"])
        seen, held = frame([hand()]), frame([hand()], engages=True)
        for here, there in (([seen], [seen]), ([held], [seen]), ([seen], [held])):
            self.assertEqual(compare(here, there).nothing(), ["nothing is taken hold of on one processor at least"])
        self.assertEqual(compare([held], [held]).nothing(), [])

    def test_a_run_that_was_ended(self):
        with self.assertRaisesRegex(Trouble, "one processor has 2 frames and the other 1"):
            compare([frame([])] * 2, [frame([])])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "s"
            path.write_text(json.dumps({"session": {}}) + "\n" + json.dumps(frame([hand()])) + "\n")
            self.assertEqual(len(frames_of(path)), 1)
            path.write_text(json.dumps({"session": {}}) + "\n")
            with self.assertRaisesRegex(Trouble, "has no frames"):
                frames_of(path)
            path.write_text(json.dumps(frame([])) + '\n{"frame":')
            with self.assertRaisesRegex(Trouble, "line 2 is not JSON"):
                frames_of(path)


def wav(path, body, kind, bits):
    header = b"WAVEfmt " + struct.pack("<IHHIIHH", 16, kind, 2, 48000, 48000 * 2 * bits // 8, 2 * bits // 8, bits) + b"data" + struct.pack("<I", len(body))
    pathlib.Path(path).write_bytes(b"RIFF" + struct.pack("<I", len(header) + len(body)) + header + body)


class Player:
    """A machine whose box plays given samples of 16 bits."""

    def __init__(self, folder, values):
        self.folder, self.values = folder, values

    def run(self, program, *words):
        self.folder.mkdir(parents=True, exist_ok=True)
        pathlib.Path(words[-1]).write_bytes(b"")

    def play(self, camera, mode, session=None, sound=None, music=None):
        if sound:
            wav(sound, array.array("h", self.values).tobytes(), 1, 16)


class Sounds(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def floats(self, name, values):
        wav(self.folder / name, array.array("f", values).tobytes(), 3, 32)
        return self.folder / name

    def test_the_same_bits(self):
        decibels, loudest = sound_difference(self.floats("a", [0.5, -0.25]), self.floats("b", [0.5, -0.25]))
        self.assertEqual((decibels, loudest), (-math.inf, 0.5))

    def test_the_largest_difference_counts(self):
        decibels, _ = sound_difference(self.floats("a", [0.5, 0.5, 0.5]), self.floats("b", [0.5, 0.49, 0.501]))
        self.assertAlmostEqual(decibels, -40, places=3)

    def test_whole_numbers(self):
        for kind, name in ((16, "h"), (24, None)):
            one, other = (array.array("h", [16384, 8]).tobytes(), array.array("h", [16384, 9]).tobytes()) if name else (b"\0\0\x40\x08\0\0", b"\0\0\x40\x09\0\0")
            wav(self.folder / "a", one, 1, kind)
            wav(self.folder / "b", other, 1, kind)
            decibels, loudest = sound_difference(self.folder / "a", self.folder / "b")
            self.assertAlmostEqual(decibels, -20 * math.log10(2 ** (kind - 1)), places=3)
            self.assertEqual(loudest, 0.5)

    def test_silence_is_no_agreement(self):
        with self.assertRaisesRegex(Trouble, "is silent"):
            sound_difference(self.floats("a", [0.0, 0.0]), self.floats("b", [0.0, 0.0]))

    def test_what_cannot_be_compared(self):
        with self.assertRaisesRegex(Trouble, "2 samples and .* 3"):
            sound_difference(self.floats("a", [0.5, 0.5]), self.floats("b", [0.5, 0.5, 0.5]))
        with self.assertRaisesRegex(Trouble, "are NaN"):
            sound_difference(self.floats("a", [0.5, 0.5]), self.floats("b", [math.nan, 0.5]))
        (self.folder / "c").write_bytes(b"no sound at all")
        with self.assertRaisesRegex(Trouble, "is not a WAV file"):
            sound_difference(self.floats("a", [0.5]), self.folder / "c")

    def test_one_other_bit_of_a_mode_is_a_fault(self):
        for last, faults in ((8, 0), (9, 1)):
            here, there = Player(self.folder / "here", [16384, 8]), Player(self.folder / "there", [16384, last])
            found = listen(Sound("spread", "player", "spread"), 15, here, there)
            self.assertEqual(len(found), faults)
            self.assertTrue(all("spread is -90.3 dBFS apart" in fault for fault in found), found)



if __name__ == "__main__":
    unittest.main()
