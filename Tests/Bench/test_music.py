"""Tests the measures of stretched music on signals with known answers.

Also tests that the music matches its notes.
"""
import hashlib
import importlib.util
import os
import pathlib
import sys
import tempfile
import unittest
import zipfile
from unittest import mock

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import midifile  # noqa: E402
import offline_peers  # noqa: E402
import solos  # noqa: E402
from debpackages import NotThere  # noqa: E402

HAS_SCIPY = all(importlib.util.find_spec(name) for name in ("numpy", "scipy"))
RATE = 48000


@unittest.skipUnless(HAS_SCIPY, "numpy and scipy are not here")
class Measures(unittest.TestCase):
    def setUp(self):
        import music_measures
        import numpy
        self.np, self.music = numpy, music_measures

    def noise(self, seconds, seed=1):
        return 0.1 * self.np.random.default_rng(seed).standard_normal(int(seconds * RATE))

    def hits(self, times, length):
        """Returns short noises, each with its own random numbers."""
        x = self.np.zeros(int(length * RATE))
        decay = self.np.exp(-self.np.arange(2400) / 480)
        for i, time in enumerate(times):
            x[int(time * RATE):int(time * RATE) + 2400] += 3 * self.noise(0.05, i) * decay
        return x

    def ramp(self, rise, at=0.5):
        """Returns a 1 kHz tone with a linear rise, (frames, 2)."""
        t = self.np.arange(RATE) / RATE
        tone = self.np.clip((t - at) / rise, 0, 1) * self.np.sin(2 * self.np.pi * 1000 * t)
        return self.np.stack([tone, tone], 1)

    def distance(self, x, y, speed=1.0, late=0, window=2048):
        return float(self.music.distances(x, y, speed, late, window)[1].mean())

    def test_a_sound_has_no_distance_to_itself(self):
        x = self.noise(2)
        self.assertEqual([self.distance(x, x, window=frames) for frames in self.music.WINDOWS.values()], [0, 0, 0])

    def test_a_sound_that_is_louder_by_6_dB_is_6_dB_away_in_every_window(self):
        x = self.noise(2)
        for frames in self.music.WINDOWS.values():
            self.assertAlmostEqual(self.distance(x, 10 ** (6 / 20) * x, window=frames), 6, delta=0.02)

    def test_what_is_far_below_the_loudest_does_not_count(self):
        t = self.np.arange(2 * RATE) / RATE
        x = self.np.sin(2 * self.np.pi * 440 * t)
        hiss = 1e-5 * self.noise(2)
        self.assertLess(self.distance(x, x + hiss), 0.1)

    def test_distances_are_taken_at_the_same_place_of_the_music(self):
        # A tone of one second takes two seconds at half the speed.
        tones = lambda length: self.np.where((t := self.np.arange(int(4 * length * RATE)) / RATE) % (2 * length) < length, self.np.sin(2 * self.np.pi * 500 * t), self.np.sin(2 * self.np.pi * 2000 * t))
        x, y = tones(1), tones(2)
        self.assertLess(self.distance(x, y, 0.5), 1)
        self.assertGreater(self.distance(x, y[24000:], 0.5), 3)
        self.assertLess(self.distance(x, self.np.concatenate([self.np.zeros(24000), y]), 0.5, late=24000), 1)

    def test_lateness_is_found_in_both_directions(self):
        chance = self.np.random.default_rng(2)
        ends, hz = self.np.cumsum(chance.uniform(0.08, 0.3, 40)), chance.uniform(100, 8000, 40)
        melody = lambda speed: self.np.sin(2 * self.np.pi * self.np.cumsum(hz[self.np.searchsorted(ends, self.np.arange(int(7 / speed * RATE)) * speed / RATE)]) / RATE)
        for late in (0, 1200, -1200):
            self.assertAlmostEqual(self.music.lateness(melody(1), self.np.roll(melody(0.7), late), 0.7), late, delta=100)

    def test_the_worst_place_is_where_the_values_are_largest(self):
        at = self.np.arange(1000) / 100
        values = self.np.ones(1000)
        values[400:450], values[700] = 3, 20
        place, mean = self.music.worst_place(at, values)
        self.assertAlmostEqual(place, 4.25, delta=0.02)
        self.assertAlmostEqual(mean, 3)

    def test_width_is_the_side_against_the_middle(self):
        left, right = self.noise(1, 1), self.noise(1, 2)
        middle, side = left + right, 0.1 * (left - right)
        self.assertAlmostEqual(self.music.width(self.np.stack([middle + side, middle - side], 1)), -20, delta=0.3)

    def test_onsets_are_where_hits_and_notes_begin_and_the_strong_ones_are_the_stronger_half(self):
        times = 0.5 + 0.4 * self.np.arange(12)
        x = self.hits(times, 6)
        for time in times[1::2]:
            x[int(time * RATE):int(time * RATE) + 4800] *= 0.03
        found, strengths = self.music.onsets(self.np.stack([x, x], 1))
        self.assertEqual(len(found), 12)
        self.assertLess(self.np.abs(found - times).max(), 0.025)
        self.assertEqual(sorted(self.np.round((self.music.stronger_half(found, strengths) - 0.5) / 0.4)), list(range(0, 12, 2)))

    def test_a_steady_sound_has_no_onset_until_a_note_begins(self):
        t = self.np.arange(3 * RATE) / RATE
        steady = sum(0.1 / k * self.np.sin(2 * self.np.pi * 220 * k * t + k * k) for k in range(1, 12)) + 1e-3 * self.noise(3)
        self.assertEqual(len(self.music.onsets(self.np.stack([steady, steady], 1))[0]), 0)
        # A note among the others counts as one.
        steady[RATE:] += sum(0.1 / k * self.np.sin(2 * self.np.pi * 550 * k * t[RATE:] + k) for k in range(1, 8)) * self.np.minimum((t[RATE:] - 1) / 0.005, 1)
        found = self.music.onsets(self.np.stack([steady, steady], 1))[0]
        self.assertEqual(len(found), 1)
        self.assertAlmostEqual(found[0], 1, delta=0.025)

    def test_what_is_within_30_ms_is_found(self):
        wanted, found = self.np.array([1.0, 2.0, 3.0, 4.0]), self.np.array([1.029, 2.031, 3.97 + 0.001, 9.0])
        self.assertEqual(self.music.share_found(wanted, found), 50)
        self.assertEqual(self.music.share_found(wanted, self.np.array([])), 0)

    def test_a_straight_rise_takes_eight_tenths_of_its_length(self):
        for length in (0.01, 0.03):
            self.assertAlmostEqual(self.music.rise(self.music.envelope(self.ramp(length), 300, 2000), 0.5 * RATE), 800 * length, delta=1.2)

    def test_nothing_rises_in_a_steady_tone_or_at_the_edge(self):
        energy = self.music.envelope(self.ramp(0.01, -0.1), 300, 2000)
        self.assertIsNone(self.music.rise(energy, 0.5 * RATE))
        self.assertIsNone(self.music.rise(energy, 0.05 * RATE))

    def test_attacks_are_longer_by_what_was_added_and_lost_where_nothing_rises(self):
        sharp, soft = self.ramp(0.01), self.ramp(0.03)
        of = self.music.attacks(sharp, soft, 1.0, 0, [0.5], (300, 2000))
        self.assertAlmostEqual(of["source"], 8, delta=1.2)
        self.assertAlmostEqual(of["longer"], 16, delta=1.5)
        self.assertEqual(of["lost"], 0)
        of = self.music.attacks(sharp, self.ramp(0.01, -0.1), 1.0, 0, [0.5], (300, 2000))
        self.assertEqual((of["longer"], of["lost"]), (None, 100))
        self.assertIsNone(self.music.attacks(0 * sharp, sharp, 1.0, 0, [0.5], (300, 2000)))

    def test_attacks_are_read_at_the_note_s_place_at_its_speed(self):
        sharp, slow = self.ramp(0.01, 0.4), self.np.concatenate([self.np.zeros((4800, 2)), self.ramp(0.01, 0.8)])
        of = self.music.attacks(sharp, slow, 0.5, 4800, [0.4], (300, 2000))
        self.assertAlmostEqual(of["longer"], 0, delta=0.3)

    def test_a_note_close_behind_another_is_no_attack_of_its_own(self):
        count = lambda notes: self.music.attacks(self.ramp(0.01), self.ramp(0.01), 1.0, 0, notes, (300, 2000))["count"]
        self.assertEqual((count([0.47, 0.5]), count([0.38, 0.5])), (1, 1))

    def test_a_copy_beside_two_hits_has_its_level(self):
        x, places = self.music.pairs()
        for band in self.music.PAIR_BANDS.values():
            clean = self.music.copies(x, places, 1.0, 0, band)
            self.assertEqual(list(clean), list(self.music.GAPS))
            self.assertTrue(all(copy < -25 and abs(weaker) < 0.1 for copy, weaker in clean.values()), clean)
            # A copy of each pair, 60 ms early, at a quarter level.
            for copy, _ in self.music.copies(x + 0.25 * self.np.roll(x, -2880, axis=0), places, 1.0, 0, band).values():
                self.assertAlmostEqual(copy, -12, delta=0.5)

    def test_a_copy_between_two_hits_is_found_where_they_are_stretched(self):
        x, places = self.music.pairs()
        slow = self.np.zeros((2 * len(x), 2))
        for begin, gap in places:
            hit = x[int(begin * RATE) - 48:int(begin * RATE) + 528]
            for time, level in ((begin, 1), (begin + gap, 0.5), (begin + 0.8 * gap / 2, 0.25)):
                at = int(round(2 * time * RATE)) - 48
                slow[at:at + len(hit)] += level * hit
        found = self.music.copies(slow, places, 0.5, 0, (3000, 10000))
        for copy, weaker in found.values():
            self.assertAlmostEqual(copy, -12, delta=0.7)
            self.assertAlmostEqual(weaker, -6, delta=0.5)


class Solos(unittest.TestCase):
    def test_a_midi_file_is_what_its_notes_say(self):
        self.assertEqual(midifile.midi(24, [(0, 0.2, 60, 90)], 1), b"MThd\0\0\0\6\0\0\0\1\3\xe8MTrk\0\0\0\x18\0\xff\x51\3\x0f\x42\x40\0\xc0\x18\0\x90\x3c\x5a\x81\x48\x80\x3c\x40\x86\x20\xff\x2f\0")

    def test_pieces_begin_and_end_within_their_seconds(self):
        self.assertEqual([name for name, *_ in solos.SOLOS], ["piano", "guitar", "harp", "strings"])
        for name, _, notes in solos.SOLOS:
            self.assertGreater(len({begin for begin, *_ in notes}), 20, name)
            self.assertTrue(all(0.2 <= begin < solos.LAST and 0 < key < 128 and 0 < velocity < 128 for begin, _, key, velocity in notes), name)


class Peers(unittest.TestCase):
    """Tests with wheels out of a folder that has one, made here."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        wheel = self.folder / "peer_x-1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as file:
            file.writestr("peer_x/__init__.py", "speed = 1\n")
            file.writestr("peer_x-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: peer-x\nVersion: 1.0\n")
            file.writestr("peer_x-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            file.writestr("peer_x-1.0.dist-info/RECORD", "")
        self.digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        self.enterContext(mock.patch.dict(os.environ, {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.folder)}))
        self.enterContext(mock.patch.object(offline_peers, "WHEELS", str(self.folder / "wheels")))

    def test_a_wheel_with_the_pinned_sum_is_installed_and_named(self):
        with mock.patch.object(offline_peers, "PINNED", {"peer_x": ("peer-x==1.0", ["0" * 64, self.digest])}):
            folder, version = offline_peers.wheel("peer_x")
            self.assertEqual(version, "peer-x 1.0")
            self.assertTrue((pathlib.Path(folder) / "peer_x/__init__.py").exists())

    def test_a_wheel_with_another_sum_is_not_kept(self):
        with mock.patch.object(offline_peers, "PINNED", {"peer_x": ("peer-x==1.0", ["0" * 64])}), self.assertRaises(NotThere) as caught:
            offline_peers.wheel("peer_x")
        self.assertTrue(str(caught.exception).startswith("peer-x==1.0: "))
        self.assertEqual(os.listdir(offline_peers.WHEELS), [])

    def test_a_peer_that_cannot_be_had_is_named_and_the_others_are_there(self):
        def lacking():
            raise NotThere("games: no network")
        with mock.patch.object(offline_peers, "PEERS", {"A": (None, lacking), "B": (None, lambda: ("", "b 1.0"))}):
            found, missing = offline_peers.peers()
        self.assertEqual((list(found), missing), (["B"], ["A: games: no network"]))
        self.assertTrue(found["B"][0].endswith("offline_peers.py:B"))

    def test_a_speed_that_moves_is_rejected(self):
        script = self.folder / "script"
        script.write_text("0.7 0\n0.8 0\n")
        with self.assertRaisesRegex(SystemExit, "one speed"):
            offline_peers.render("R3", "", "", str(script))


if __name__ == "__main__":
    unittest.main()
