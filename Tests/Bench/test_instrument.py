"""Tests the bench's report of mode instrument and its peers.

Each of its goals can fail.
"""
import array
import copy
import importlib.util
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import instrument  # noqa: E402
import midifile  # noqa: E402
import synthpeers  # noqa: E402
from page import Sheet  # noqa: E402
from stems import medians  # noqa: E402

ROWS = medians([[{"what": what, "mean": 1.0, "p50": 0.9, "p99": 2.0, "p999": 3.0, "max": 5.0} for what in ("reverb", instrument.WHOLE, instrument.ENGINE)]])
SOUNDS = [*({"kind": "tone", "waveform": wave, "hz": hz, "dB": -90.0} for wave in instrument.WAVES for hz in (30.7, 4200)),
          {"kind": "room", "asked": [3, 2, 0.8], "found": [3.2, 1.9, 0.8], "denseMs": 93.0, "density": 1.0}, {"kind": "sweep", "what": "tone", "hz": 1000, "dB": -81.0}]
CLOCK = {"jitter": [{"jitter": "none", "median": 0, "worst": 0}, *({"jitter": jitter, "median": 0.01, "worst": 0.02} for jitter in instrument.MILLISECOND), {"jitter": "3 ms", "median": 0.1, "worst": 0.9}],
         "steps": [{"jitter": "none", "beats": 0.9, "left": 0.0}, {"jitter": "1 ms", "beats": 7.0, "left": 1.7}], "lossSeconds": 0.501}
NOTES = {"p50": 4.0, "p99": 5.4, "max": 5.5, "trackerP50": 2.6, "xruns": 0, "commandFrames": 106}
PEERS = {"rows": [{"player": "ours", "whole": 0.012, "empty": 0.008}, {"player": "Csound", "whole": 0.006, "empty": 0.002}], "missing": ["fluidsynth: fluidsynth is not here"], "versions": ["csound 1:6"]}
DATA = {"instrument.blocks": {"alone": ROWS, "busy": copy.deepcopy(ROWS)}, "instrument.sound": {"bands": [125, 1000, 8000], "sounds": SOUNDS}, "instrument.times": {"clock": CLOCK, "notes": NOTES}, "instrument.peers": PEERS}
HAS_NUMPY = importlib.util.find_spec("numpy") is not None


class Goals(unittest.TestCase):
    def sheet(self, change=lambda data: None):
        data = copy.deepcopy(DATA)
        change(data)
        sheet = Sheet()
        instrument.show(sheet, data)
        return sheet

    def failed(self, change=lambda data: None):
        return [figure for figure, _, _, holds in self.sheet(change).goals if holds is False]

    def test_a_good_run_holds_all(self):
        self.assertEqual(self.failed(), [])

    def test_each_goal_can_fail(self):
        alone = lambda d, what: next(row for row in d["instrument.blocks"]["alone"] if row["what"] == what)
        sound = lambda d, kind: next(s for s in d["instrument.sound"]["sounds"] if s["kind"] == kind and s.get("waveform", "saw") == "saw" and s.get("hz") in (None, 1000, 4200))
        clock, notes = (lambda d: d["instrument.times"]["clock"]), (lambda d: d["instrument.times"]["notes"])
        for change, figure in ((lambda d: alone(d, instrument.WHOLE).update(p999=15.1), "16 voices"), (lambda d: sound(d, "tone").update(dB=-59.0), "aliases of a saw"),
                               (lambda d: sound(d, "room").update(found=[3.31, 2, 0.8]), "reverb: measured"), (lambda d: sound(d, "room").update(denseMs=101.0), "reverb: echo density"),
                               (lambda d: sound(d, "room").update(denseMs=None), "reverb: echo density"), (lambda d: sound(d, "sweep").update(dB=-69.0), "spurs of a swept"),
                               (lambda d: clock(d)["jitter"][1].update(worst=0.051), "MIDI clock: tempo"), (lambda d: clock(d)["jitter"][2].update(worst=0.051), "MIDI clock: tempo"),
                               (lambda d: clock(d)["steps"][0].update(beats=2.1), "MIDI clock: a step"), (lambda d: clock(d).update(lossSeconds=0.503), "MIDI clock: loss"),
                               (lambda d: notes(d).update(p50=5.7), "frame to note p50"), (lambda d: notes(d).update(p99=41), "frame to note p99"), (lambda d: notes(d).update(commandFrames=235), "told note")):
            found = self.failed(change)
            self.assertEqual(len(found), 1, (figure, found))
            self.assertTrue(found[0].startswith(figure), found)

    def test_what_has_no_goal_fails_nothing(self):
        def worse(data):
            data["instrument.blocks"]["alone"][0]["p999"] = data["instrument.blocks"]["busy"][1]["p999"] = 90
            data["instrument.times"]["clock"]["jitter"][3]["worst"] = 9
        self.assertEqual(self.failed(worse), [])

    def test_tables_have_as_many_columns_as_their_heads(self):
        table = []
        for line in [*self.sheet().lines, ""]:
            if line.startswith("|"):
                table.append(line.count("|"))
            elif table:
                self.assertEqual(len(set(table)), 1, table)
                table = []

    def test_a_peer_that_is_not_here_is_said(self):
        self.assertIn("Not measured: fluidsynth: fluidsynth is not here.", self.sheet().lines)

    def test_a_voice_is_what_is_left_without_the_effects(self):
        self.assertIn("| ours | 12.00 | 8.00 | 0.250 | 0.750 |", self.sheet().lines)
        self.assertEqual({figure: value for figure, _, value, _ in self.sheet().goals if "Csound" in figure}, {"16 voices and effects: Csound / ours": "0.50"})


class Piece(unittest.TestCase):
    """Tests that all play the same piece."""

    def test_sixteen_voices_sound_from_the_second_second_on(self):
        notes = synthpeers.notes(10, 16)
        for t in (2.0, 5.37, 7.99):
            self.assertEqual(len({voice for begin, voice in notes if begin <= t < begin + synthpeers.WHOLE}), 16)

    def test_without_voices_there_is_no_note(self):
        self.assertEqual(synthpeers.notes(10, 0), [])
        self.assertNotIn("i1", synthpeers.score(10, 0))

    def test_csound_ends_with_the_piece(self):
        ends = [float(line.split()[1]) + float(line.split()[2]) for line in synthpeers.score(5, 16).splitlines() if line.startswith("i")]
        self.assertLessEqual(max(ends), 5)
        # An envelope has room for its attack and its release.
        self.assertTrue(all(float(line.split()[2]) > 0.505 for line in synthpeers.score(5, 16).splitlines() if line.startswith("i1")))

    def test_a_number_of_seven_bits_a_byte(self):
        self.assertEqual([midifile.length(n) for n in (0, 127, 128, 16383, 70_000)], [b"\0", b"\x7f", b"\x81\0", b"\xff\x7f", b"\x84\xa2\x70"])

    def test_every_note_of_the_midi_file_ends_before_it(self):
        # Without a note's end fluidsynth would render until the disk is full.
        data, at, time, held = synthpeers.midi(5, 16), 22, 0, set()
        self.assertEqual(int.from_bytes(data[18:22], "big"), len(data) - 22)
        while at < len(data):
            number = 0
            while True:
                number = number << 7 | data[at] & 127
                at += 1
                if data[at - 1] < 128:
                    break
            time += number
            if data[at] == 0xFF:
                kind, at = data[at + 1], at + 3 + data[at + 2]
                continue
            if data[at] == 0x90:
                self.assertNotIn(data[at + 1], held)
                held.add(data[at + 1])
            elif data[at] == 0x80:
                held.remove(data[at + 1])
            at += 2 if data[at] == 0xC0 else 3
        self.assertEqual((held, time, kind), (set(), 5000, 0x2F))


class Rendering(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.file = str(self.folder / "sound")

    def render(self, seconds, level, wanted, voices):
        script = f"import array; array.array('f', [{level}] * {96_000 * seconds}).tofile(open({self.file!r}, 'wb'))"
        return synthpeers.rendered([sys.executable, "-c", script], self.file, wanted, voices)

    def test_what_is_as_long_as_it_should_and_heard_is_timed(self):
        self.assertGreater(self.render(4, 0.5, 4, 16), 0)
        self.assertGreater(self.render(4, 0.0, 4, 0), 0)
        self.assertFalse(os.path.exists(self.file))

    def test_silence_a_short_file_and_sound_without_a_note_are_no_figures(self):
        for seconds, level, voices in ((4, 0.0, 16), (2, 0.5, 16), (4, 0.5, 0)):
            with self.assertRaises(SystemExit):
                self.render(seconds, level, 4, voices)

    def test_a_player_that_fails_is_an_error_with_what_it_said(self):
        with self.assertRaises(SystemExit) as error:
            synthpeers.rendered([sys.executable, "-c", "import sys; sys.exit('no such instrument')"], self.file, 4, 16)
        self.assertIn("no such instrument", str(error.exception))

    def test_starting_does_not_count(self):
        with mock.patch.object(synthpeers, "rendered", lambda command, file, seconds, voices: 3 + 0.02 * seconds):
            self.assertAlmostEqual(synthpeers.cost(synthpeers.PLAYERS[0], 16), 0.02)

    def test_a_program_that_is_not_here_is_named(self):
        player = synthpeers.Player("x", ["sh", "/no/such/file"], None)
        self.assertEqual(synthpeers.missing(player), "/no/such/file")
        self.assertIsNone(synthpeers.missing(synthpeers.Player("x", ["sh"], None)))


@unittest.skipUnless(HAS_NUMPY, "numpy is not here")
class Figures(unittest.TestCase):
    """Tests that measures find the known values."""

    def setUp(self):
        import numpy
        import instrument_figures
        self.np, self.figures = numpy, instrument_figures

    def sine(self, hz, level=1.0, frames=65_536):
        return level * self.np.sin(2 * self.np.pi * hz * self.np.arange(frames) / 48_000)

    def test_an_alias_is_found_and_harmonics_are_none(self):
        clean = self.sine(4200) + self.sine(8400, 0.5)
        self.assertLess(self.figures.alias(clean, 4200), -90)
        self.assertAlmostEqual(self.figures.alias(clean + self.sine(2400, 0.001), 4200), -60, delta=1)

    def test_a_sweep_s_own_sidebands_are_no_spurs(self):
        slow = self.sine(1000) * (0.6 + 0.4 * self.sine(0.7))
        self.assertLess(self.figures.beside(slow, 1000, self.figures.AWAY_HZ), -90)
        steps = self.sine(1000) * self.np.repeat(0.6 + 0.4 * self.sine(0.7)[::1600], 1600)[:65_536]
        self.assertGreater(self.figures.beside(steps, 1000, self.figures.AWAY_HZ), -70)

    def test_noise_that_dies_away_takes_as_long_as_it_does_and_is_dense(self):
        t = self.np.arange(2 * 48_000) / 48_000
        x = self.np.random.default_rng(3).normal(size=len(t)) * 10 ** (-3 * t / 1.2)
        for hz in (125, 1000, 8000):
            self.assertAlmostEqual(self.figures.dying(x, hz), 1.2, delta=0.1)
        first, later = self.figures.dense(x)
        self.assertLess(first, 60)
        self.assertAlmostEqual(later, 1, delta=0.05)

    def test_single_echoes_are_not_dense(self):
        x = self.np.zeros(48_000)
        x[::400] = 1
        self.assertIsNone(self.figures.dense(x)[0])


if __name__ == "__main__":
    unittest.main()
