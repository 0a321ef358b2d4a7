"""Tests the lab's reading of MIDI: right streams pass, wrong ones are reported."""
import unittest
from midi import CLOCK, NOTE_OFF, NOTE_ON, bend_range, breaks, follows, in_time, is_silenced, lateness, notes, read, spread, stamps


def stream(*words):
    return [(float(k), bytes.fromhex(word)) for k, word in enumerate(words)]


class Reading(unittest.TestCase):
    def test_lines_become_messages_and_half_a_line_none(self):
        self.assertEqual(read("1.5 903c40\n2.25 f8\n3.0 90\n4.0"), [(1.5, b"\x90\x3c\x40"), (2.25, b"\xf8"), (3.0, b"\x90")])


class Notes(unittest.TestCase):
    def test_each_begin_has_its_end(self):
        self.assertEqual(notes(stream("903c40", "913c40", "803c00", "913c00")), (set(), 2, []))

    def test_what_sounds_is_told(self):
        self.assertEqual(notes(stream("903c40"))[0], {(0, 60)})

    def test_all_notes_off_ends_its_channel(self):
        self.assertEqual(notes(stream("903c40", "913c40", "b07b00")), ({(1, 60)}, 2, []))

    def test_two_begins_and_an_end_too_many_are_wrong(self):
        self.assertEqual(len(notes(stream("903c40", "903c40", "803c00", "803c00"))[2]), 2)


class Setup(unittest.TestCase):
    def test_all_channels_must_be_silenced(self):
        words = [f"b{channel:x}{number:02x}00" for channel in range(16) for number in (123, 120)]
        self.assertTrue(is_silenced(stream(*words)))
        self.assertFalse(is_silenced(stream(*words[:-1])))

    def test_the_range_is_the_one_of_parameter_zero(self):
        self.assertEqual(bend_range(stream("b06500", "b06400", "b00602", "b02600"), 0), 2)
        self.assertIsNone(bend_range(stream("b06500", "b06406", "b0060f"), 0))
        self.assertIsNone(bend_range(stream("b16500", "b16400", "b10602"), 0))


class Breaks(unittest.TestCase):
    def test_a_flood_may_break_it_a_little_more_often(self):
        self.assertIsNone(breaks((0, 20), (0, 5)))
        self.assertIsNone(breaks((0, 20), (25, 5)))
        self.assertIsNone(breaks((40, 20), (65, 5)))

    def test_a_sound_that_breaks_all_the_time_is_told(self):
        self.assertIn("30 xruns in 5 s, 0 in 20 s", breaks((0, 20), (30, 5)))
        self.assertIn("25 are allowed", breaks((0, 20), (26, 5)))

    def test_a_flood_of_a_moment_has_a_second(self):
        self.assertIsNone(breaks((0, 20), (4, 0.1)))


class Stamps(unittest.TestCase):
    HEARD = "0 1.000000000 6 0 60\n1 1.000400000 6 0 60\n1 1.250100000 7 0 60\n0 1.250000000 7 0 60\n0 1.5 36 9 9\n1 1.501 36 1 2\n0 2.0 6 0 62\n0 2.0"

    def test_lateness_is_told_of_each_message_that_both_ports_heard(self):
        ports = stamps(self.HEARD)
        self.assertEqual([len(port) for port in ports], [4, 3])
        late = lateness(ports, (NOTE_ON, NOTE_OFF))
        self.assertEqual([round(second, 6) for second in late], [0.0001, 0.0004])
        self.assertEqual([round(second, 6) for second in lateness(ports, (CLOCK,))], [0.001])

    def test_ports_that_heard_different_things_are_told(self):
        with self.assertRaises(ValueError):
            lateness(stamps("0 1 6 0 60\n1 1 6 0 61"), (NOTE_ON,))

    def test_the_spread_is_in_milliseconds(self):
        late = [k / 100_000 for k in range(100)]
        self.assertEqual(spread(late), "100 messages late by 0.00 at least, 50 % 0.50, 90 % 0.90, 99 % 0.99, at most 0.99 ms")

    def test_late_messages_fail_and_so_do_early_ones_and_none(self):
        self.assertIsNone(in_time([0.0001] * 9 + [0.02], 0.001, 0.9))
        self.assertIn("80%", in_time([0.0001] * 8 + [0.02] * 2, 0.001, 0.9))
        self.assertIn("before", in_time([-0.0005] + [0.0001] * 9, 0.001, 0.9))
        self.assertIn("nothing", in_time([], 0.001, 0.9))


class Follows(unittest.TestCase):
    def test_a_set_in_the_clocks_tempo_follows(self):
        self.assertIsNone(follows([(None, 110), (124, 123.5), (125.2, 125.5)], 125))

    def test_one_in_its_own_does_not(self):
        self.assertIn("0 of 3", follows([(125, 110), (125, 110), (None, 125)], 125))
        self.assertIn("0 of 0", follows([], 125))


if __name__ == "__main__":
    unittest.main()
