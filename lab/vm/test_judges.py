"""Tests the lab's judges: right observations pass, and each wrong one fails."""
import math, pathlib, unittest
from judges import (age, bounds, cables, cut, damage, deadlines, delays, imported, is_listening, power_off, presses, shares,
                    shutdown, steady)
import sound


def edges(*gaps):
    """Returns stamps of a button's edges: down first, then each these seconds later.

    Every write takes 0.1 ms.
    """
    at, found = 1.0, [(True, 1.0, 1.0001)]
    for k, gap in enumerate(gaps):
        at += gap
        found.append((k % 2 == 1, at, at + 0.0001))
    return found


class Presses(unittest.TestCase):
    def test_one_press_is_one(self):
        self.assertEqual(presses(edges(0.1)), (1, 1))

    def test_eighty_edges_of_chatter_are_one_press(self):
        self.assertEqual(presses(edges(*[0.001] * 80, 0.1)), (1, 1))

    def test_quick_taps_are_counted(self):
        self.assertEqual(presses(edges(*[0.015, 0.1] * 9, 0.015)), (10, 10))

    def test_a_pause_in_the_chatter_is_a_release(self):
        self.assertEqual(presses(edges(0.001, 0.001, 0.001, 0.02, 0.001)), (2, 2))

    def test_a_long_time_down_is_no_release(self):
        self.assertEqual(presses(edges(0.02, 0.001, 0.02, 0.001, 0.02)), (1, 1))

    def test_what_nobody_can_say_is_a_range(self):
        self.assertEqual(presses(edges(0.001, 0.008, 0.001)), (1, 2))
        slow = [(True, 1.0, 1.0001), (False, 1.001, 1.0011), (True, 1.002, 1.03), (False, 1.031, 1.0311)]
        self.assertEqual(presses(slow), (1, 2), "a write that stood still in the middle")

    def test_nothing_is_nothing(self):
        self.assertEqual(presses([]), (0, 0))


class Age(unittest.TestCase):
    CHANGES = [(1, 10.0), (2, 11.0), (3, 14.0), (4, 17.0)]

    def test_the_last_one_is_new(self):
        self.assertEqual(age(4, 0, self.CHANGES), 0)

    def test_an_older_one_is_as_old_as_the_first_that_is_lost(self):
        self.assertEqual(age(3, 0, self.CHANGES), 0)
        self.assertEqual(age(2, 0, self.CHANGES), 3)
        self.assertEqual(age(0, 0, self.CHANGES), 7)

    def test_it_counts_to_the_end_and_not_to_its_own_last_change(self):
        self.assertEqual(age(3, 0, self.CHANGES, end=20.0), 3)
        self.assertEqual(age(4, 0, self.CHANGES, end=20.0), 0)
        self.assertEqual(age(0, 0, self.CHANGES, end=20.0), 10)
        self.assertEqual(age(0, 0, [], end=20.0), 0)

    def test_what_was_never_set_has_no_age(self):
        self.assertIsNone(age(5, 0, self.CHANGES))
        self.assertIsNone(age(5, None, []))

    def test_a_value_that_was_set_twice_is_the_later_one(self):
        self.assertEqual(age(1, 0, self.CHANGES + [(1, 20.0)]), 0)

    def test_without_changes_what_was_there_is_kept(self):
        self.assertEqual(age(7, 7, []), 0)

    def test_what_counts_as_the_same_can_be_said(self):
        self.assertEqual(age(2.004, 0, self.CHANGES, lambda a, b: abs(a - b) < 0.01), 3)


class Steady(unittest.TestCase):
    @staticmethod
    def looks(*rows):
        """Returns looks at most half a second apart.

        A row is (cents) or (cents, seconds since the look before, is paused).
        """
        second, found = 0.0, []
        for row in rows:
            cents, later, paused = row if isinstance(row, tuple) else (row, 0.5, False)
            second += later
            found.append((second, second, cents, paused))
        return found

    def test_between_looks_that_agree_it_is_judged(self):
        self.assertEqual(steady(self.looks(0, 0, 0, 5)), [(0.8, 1.0, 0), (1.0, 1.5, 0), (1.5, 2.0, 5)])

    def test_where_the_pitch_changes_it_is_not(self):
        self.assertEqual(steady(self.looks(0, 300, 600, 900)), [])

    def test_what_is_on_its_way_is_left_out(self):
        self.assertEqual(steady(self.looks(0, 600, 600, 600))[0], (1.3, 1.5, 600))
        self.assertEqual(steady(self.looks(0, 600, (600, 0.2, False), (600, 0.2, False))), [(1.2, 1.4, 600)], "nothing is left of the first")

    def test_looks_far_apart_say_nothing(self):
        self.assertEqual(steady(self.looks(0, 0, (0, 2.1, False), 0)), [(0.8, 1.0, 0), (3.4, 3.6, 0)])

    def test_pauses_are_left_out_on_both_sides(self):
        self.assertEqual(steady(self.looks(0, (0, 0.5, True), 0)), [])

    def test_without_sound_there_is_nothing_to_judge(self):
        self.assertEqual(steady([(k * 0.5, 1.0, 0, False) for k in range(5)]), [])
        self.assertEqual(steady([]), [])


class Melody(unittest.TestCase):
    OLD = [(0.002 * k, 1600 if k < 500 else 2000) for k in range(1000)]
    NEW = [(2 + 0.002 * k, 3200) for k in range(500)]

    def test_shares_are_of_the_pieces_that_are_a_tone(self):
        self.assertEqual(shares(self.OLD), {1600: 0.5, 2000: 0.5})
        self.assertEqual(shares([]), {})

    def test_the_tone_before_the_cut(self):
        pitch, seconds = cut(self.OLD + self.NEW, 3200)
        self.assertEqual(pitch, 2000)
        self.assertAlmostEqual(seconds, 0.002, places=6)

    def test_a_single_piece_is_no_cut(self):
        self.assertEqual(cut(self.OLD[:300] + [(0.6, 3200)] + self.OLD[301:] + self.NEW, 3200)[0], 2000)

    def test_a_pause_before_the_cut_is_told(self):
        self.assertAlmostEqual(cut(self.OLD[:700] + self.NEW, 3200)[1], 0.602, places=6)

    def test_what_was_never_heard_is_no_cut(self):
        self.assertIsNone(cut(self.OLD, 3200))
        self.assertIsNone(cut(self.NEW, 3200))

    def test_tones_are_told_apart_and_silence_is_none(self):
        def sine(hz, n):
            return [int(10000 * math.sin(2 * math.pi * hz * i / 48000)) for i in range(n)]

        found = sound.melody(sine(1600, 960) + [0] * 960 + sine(3200, 961), (1600, 2000, 3200))
        self.assertEqual([hz for _, hz in found], [1600] * 10 + [3200] * 10)


class PowerOff(unittest.TestCase):
    DOWN = "[  61.0] systemd-shutdown[1]: Powering off.\n[  61.2] reboot: Power down\n"
    OFF = [("SHUTDOWN", {"guest": True, "reason": "guest-shutdown"})]

    def test_in_order(self):
        self.assertIsNone(power_off(self.OFF, self.DOWN))
        self.assertIsNone(power_off([("POWERDOWN", {}), *self.OFF], self.DOWN))

    def test_a_panic_is_none(self):
        panic = "[ 12.0] Kernel panic - not syncing: Attempted to kill init!\n"
        self.assertIn("panic", power_off([("SHUTDOWN", {"guest": True, "reason": "guest-reset"})], panic))
        self.assertIn("panic", power_off(self.OFF, panic + self.DOWN))

    def test_a_restart_is_none(self):
        self.assertIn("guest-reset", power_off([("SHUTDOWN", {"guest": True, "reason": "guest-reset"})], "[ 9.0] reboot: Restarting system\n"))

    def test_an_oops_on_the_way_is_told(self):
        self.assertIn("Oops", power_off(self.OFF, "[ 3.0] Oops: 0000 [#1] SMP\n" + self.DOWN))

    def test_qemu_that_dies_is_none(self):
        self.assertIn("does not say", power_off([], self.DOWN))
        self.assertIn("host-signal", power_off([("SHUTDOWN", {"guest": False, "reason": "host-signal"})], self.DOWN))

    def test_the_kernel_must_say_it(self):
        self.assertIsNotNone(power_off(self.OFF, ""))


class Delays(unittest.TestCase):
    def test_least_and_most_of_a_switch(self):
        (least, most), = delays(["1 10.000000 10.004000 10.120000 10.121000"])
        self.assertAlmostEqual(least, 116)
        self.assertAlmostEqual(most, 121)

    def test_a_quantile_of_all(self):
        found = [(10 * k, 10 * k + 3) for k in range(1, 41)]
        self.assertEqual(bounds(found, 40, 0.5), (200, 203))
        self.assertEqual(bounds(found, 40, 0.95), (380, 383))
        self.assertEqual(bounds(found, 40, 1), (400, 403))

    def test_what_was_not_measured_may_be_any(self):
        # 36 of 40: their 18th is the 18th to the 22nd of all.
        found = [(10 * k, 10 * k + 3) for k in range(1, 41)]
        self.assertEqual(bounds(found, 36, 0.5), (180, 223))


class Cables(unittest.TestCase):
    OWN = 1.5, 13.5

    def test_the_same_way_besides_two_cables(self):
        self.assertIsNone(cables({"short": [(150, 157), (150, 156)], "long": [(350, 358.4)]}, self.OWN))

    def test_one_spoiled_measurement_of_three_does_not_count(self):
        self.assertIsNone(cables({"short": [(150, 157), (150, 190), (150, 157)], "long": [(350, 357)] * 3}, self.OWN))

    def test_cables_that_are_not_measured_alike(self):
        self.assertIn("differ by 2.5 ms", cables({"short": [(150, 157)], "long": [(350, 359.5)]}, self.OWN))
        self.assertIn("differ by", cables({"short": [(150, 160)], "long": [(350, 357)]}, self.OWN))

    def test_each_cable_has_its_own_known_delay(self):
        self.assertIsNone(cables({"short": [(154, 161), (150, 157)], "long": [(346, 353)]}, self.OWN))

    def test_a_way_outside_of_its_buffers(self):
        for way in (149, 166):
            self.assertIn("without cable short", cables({"short": [(150, way)], "long": [(350, way + 200)]}, self.OWN))


class Listening(unittest.TestCase):
    HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    ROW = "   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 21 1 0 100 0 0 10 0\n"

    def test_a_port_that_listens(self):
        self.assertTrue(is_listening(self.HEAD + self.ROW, 8080))
        self.assertTrue(is_listening(self.HEAD + self.ROW.replace("00000000:1F90", "0" * 32 + ":1F90"), 8080))

    def test_another_port_and_a_connection_are_none(self):
        self.assertFalse(is_listening(self.HEAD + self.ROW, 8081))
        self.assertFalse(is_listening(self.HEAD + self.ROW.replace(" 0A ", " 01 "), 8080))
        self.assertFalse(is_listening(self.HEAD + self.ROW.replace("1F90 00000000:0000", "0016 00000000:1F90"), 8080))
        self.assertFalse(is_listening("", 8080))


class Shutdown(unittest.TestCase):
    BEFORE = "[   30.5] systemd[1]: gestureflow.service: Deactivated successfully.\r\n[   60.0] gestureflowd[512]: a stick\r\n"
    BEGIN = "[  100.250000] gestureflowd[512]:        shutting down\r\n"
    END = "[  125.750000] systemd[1]: gestureflow.service: Deactivated successfully.\r\n"
    OFF = "[  150.250000] reboot: Power down\r\n"

    def test_both_ends_count_from_the_request(self):
        self.assertEqual(shutdown(self.BEFORE + self.BEGIN + self.END + self.OFF), (25.5, 50.0, None))

    def test_an_end_by_force_is_a_fault(self):
        for word in ("State 'stop-sigterm' timed out. Killing.", "Watchdog timeout (limit 10s)!", "Killing process 512 (gestureflowd) with signal SIGKILL.",
                     "Main process exited, code=killed, status=9/KILL", "Failed with result 'timeout'.", "Scheduled restart job, restart counter is at 1."):
            found = shutdown(self.BEGIN + f"[  120.0] systemd[1]: gestureflow.service: {word}\n" + self.END + self.OFF)
            self.assertEqual(found[:2], (None, None))
            self.assertIn(word, found[2])

    def test_a_state_that_is_not_saved_is_a_fault(self):
        for words in ("the disk has not taken the state for 27 s: check the card", "the last state was not saved: no space"):
            self.assertIn(words, shutdown(self.BEGIN + f"[  127.0] gestureflowd[512]:  {words}\n" + self.END + self.OFF)[2])

    def test_another_service_is_not_judged(self):
        other = "[  110.0] systemd[1]: other.service: Failed with result 'timeout'.\n"
        self.assertIsNone(shutdown(self.BEGIN + other + self.END + self.OFF)[2])

    def test_each_missing_report_is_a_fault(self):
        self.assertIn("shuts down", shutdown(self.BEFORE + self.END + self.OFF)[2])
        self.assertIn("service's end", shutdown(self.BEFORE + self.BEGIN + self.OFF)[2])
        self.assertIn("machine's end", shutdown(self.BEGIN + self.END)[2])
        self.assertIsNotNone(shutdown("")[2])


class Deadlines(unittest.TestCase):
    def test_rows_with_one_number_and_a_name(self):
        page = "| limit | seconds | constant |\n|---|---|---|\n| a | 10 | `WatchdogSec`, `Deadlines.watchdog` |\n| b | 1.25 | `Deadlines.tick` |\n| c | 0 | |\n"
        self.assertEqual(deadlines(page), {"WatchdogSec": 10, "Deadlines.watchdog": 10, "Deadlines.tick": 1.25})
        self.assertEqual(deadlines("| call | may wait for |\n| `x` | 3 |\n"), {})

    def test_the_page_has_those_of_the_end(self):
        page = pathlib.Path(__file__).resolve().parents[2] / "docs/design/deadlines.md"
        found = deadlines(page.read_text())
        self.assertLess(found["Deadlines.files"], found["Deadlines.whole"])


class Imports(unittest.TestCase):
    def test_an_import_that_is_new(self):
        self.assertTrue(imported(["imported 1 file(s)"]))
        self.assertTrue(imported(["imported 1 file(s)", "ended"]))

    def test_no_answer_yet(self):
        self.assertIsNone(imported([]))
        self.assertIsNone(imported(["importing 34 %"]))

    def test_a_failure_and_a_known_file_are_not_imports(self):
        self.assertIs(imported(["import of a.mov failed: no sound"]), False)
        self.assertIs(imported(["a.mov was imported before and has not changed: its copy is there"]), False)
        self.assertIs(imported(["1 file(s) wait to be imported"]), False)
        self.assertIs(imported(["su: user owner does not exist", "ended"]), False)

    def test_a_whole_copy(self):
        self.assertIsNone(damage(70000, 20 * 192000, "", 20))
        self.assertIsNone(damage(70000, 20 * 192000 + 8192, "", 20), "a coder adds samples")

    def test_an_empty_a_short_and_a_damaged_copy(self):
        self.assertIn("empty", damage(0, 0, "", 20))
        self.assertIn("10.00 s", damage(70000, 10 * 192000, "", 20))
        self.assertIn("invalid residual", damage(70000, 20 * 192000, "invalid residual", 20))


if __name__ == "__main__":
    unittest.main()
