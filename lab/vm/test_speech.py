"""Tests the judgement of speech over a tone, with computed words, breaks and the box's own tones."""
import math
import random
import unittest

import speech
import tones

RATE, SONG = 48000, 2000


def song(seconds, gain=lambda second: 1.0):
    """Returns a sine of 2000 Hz. gain: of a second."""
    return [4000 * gain(i / RATE) * math.sin(2 * math.pi * SONG / RATE * i) for i in range(int(seconds * RATE))]


def words(seconds):
    """Returns syllables of a voice at 120 Hz with many harmonics, four a second."""
    found = []
    for i in range(int(seconds * RATE)):
        second = i / RATE
        loud = max(0, math.sin(2 * math.pi * 4 * second))
        found.append(900 * loud * sum(math.sin(2 * math.pi * 120 * k * second) / math.sqrt(k) for k in range(1, 12)))
    return found


def over(song, other, at):
    begin = int(at * RATE)
    return [round(value + (other[i - begin] if 0 <= i - begin < len(other) else 0)) for i, value in enumerate(song)]


def broken(x):
    """Returns a recording that stands still a dozen times a second."""
    chance, found, at = random.Random(3), [], 0
    while at < len(x):
        count = chance.randint(2000, 6000)
        found += x[at:at + count] + [0] * chance.randint(100, 3000)
        at += count
    return found


def with_jumps(x, every):
    """Returns a recording whose phase jumps, because parts are left out."""
    chance, found = random.Random(7), []
    for begin in range(0, len(x) - 4000, every):
        found += x[begin + chance.randint(0, 1000):begin + every]
    return found


def ducked(share, begin, end):
    return lambda second: share if begin <= second < end else 1.0


class Speech(unittest.TestCase):
    def setUp(self):
        self.full = speech.amplitude([round(value) for value in song(1)], SONG)

    def test_a_tone_has_its_amplitude_also_when_it_breaks(self):
        for x in (song(1), broken([round(value) for value in song(2)])):
            self.assertAlmostEqual(speech.amplitude([round(value) for value in x], SONG), 4000 / 32768, delta=0.006)

    def test_words_over_a_quieter_tone_are_heard(self):
        x = over(song(4, ducked(0.2512, 1, 3.2)), words(2), 1.1)
        for recording, slack in ((x, 0.1), (broken(x), 0.8)):
            found = speech.heard(recording, SONG, self.full)
            self.assertAlmostEqual(found.seconds, 2.2, delta=slack)
            self.assertAlmostEqual(found.decibels, -12, delta=0.7)
            self.assertTrue(found.voiced > 0.3 and found.level > 0.01, found)

    def test_the_way_down_and_back_does_not_change_the_decibels(self):
        # Three seconds down, one second of 12 dB, three seconds back.
        gain = lambda second: 0.2512 ** min(max(min(second, 7 - second) / 3, 0), 1)
        found = speech.heard(with_jumps(over(song(8, gain), words(2), 2.5), 6000), SONG, self.full)
        self.assertAlmostEqual(found.decibels, -12, delta=0.7)

    def test_a_song_with_parts_left_out_is_not_speech(self):
        # Most windows have a jump of the phase.
        found = speech.heard(with_jumps([round(value) for value in song(12)], 3000), SONG, self.full)
        self.assertLess(found.seconds, 0.15, found)

    def test_another_share_has_its_own_decibels(self):
        found = speech.heard(over(song(3, ducked(0.4, 1, 2)), words(1), 1), SONG, self.full)
        self.assertAlmostEqual(found.decibels, -8, delta=0.5)

    def test_a_quieter_tone_alone_has_no_voice(self):
        found = speech.heard([round(value) for value in song(3, ducked(0.25, 1, 2))], SONG, self.full)
        self.assertAlmostEqual(found.seconds, 1, delta=0.1)
        self.assertTrue(found.voiced < 0.1 and found.level < 0.002, found)

    def test_words_and_tones_of_the_box_over_an_unchanged_song_are_not_speech(self):
        tone = tones.render(tones.table()["covered"].notes, tones.VOLUME)
        for other in (words(2), tone):
            found = speech.heard(over(song(3), other, 0.5), SONG, self.full)
            self.assertLess(found.seconds, 0.15)

    def test_silence_and_a_pause_are_not_speech(self):
        self.assertEqual(speech.heard([], SONG, self.full).seconds, 0)
        self.assertEqual(speech.heard([0] * RATE, SONG, self.full).seconds, 0)
        self.assertLess(speech.heard([round(value) for value in song(3, ducked(0, 1, 2))], SONG, self.full).seconds, 0.15)


if __name__ == "__main__":
    unittest.main()
