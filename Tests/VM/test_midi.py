"""What the lab makes of MIDI: right streams pass, wrong ones are told."""
import unittest
from midi import bend_range, is_silenced, jitter, notes, read


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


class Jitter(unittest.TestCase):
    def test_even_ticks_have_none(self):
        self.assertLess(jitter([5 + k / 48 for k in range(100)])[-1], 1e-9)

    def test_a_late_tick_is_seen(self):
        self.assertGreater(jitter([k / 48 + (0.003 if k == 50 else 0) for k in range(100)])[-1], 0.0028)

    def test_two_ticks_say_nothing(self):
        self.assertEqual(jitter([1, 2]), [])


if __name__ == "__main__":
    unittest.main()
