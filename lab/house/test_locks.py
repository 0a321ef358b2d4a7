#!/usr/bin/env python3
"""Tests which instructions count as a lock, and the arithmetic of the figure."""

import contextlib
import io
import sys
import unittest
import unittest.mock

import locks

SLOW = "<$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF>"
UNLOCK = "<$s15Synchronization12_MutexHandleV11_unlockSlowyyF>"
DISASSEMBLY = f"""
Disassembly of section .text:

0000000000001000 <$s5Modes4TakeF>:
    1000:\tpush   %rbp
    1001:\tlock cmpxchg %edi,(%rcx)
    1005:\tmov    -0x70(%rbp),%r15
    1009:\tjne    1020 <$s5Modes4TakeF+0x20>
    100f:\tlock cmpxchg %edi,(%rcx)
    1013:\tje     1019 <$s5Modes4TakeF+0x19>
    1015:\tcall   3000 {UNLOCK}
    1019:\tret
    1020:\tmov    %r13,%r15
    1023:\tcall   2000 {SLOW}
    1028:\tjmp    100f <$s5Modes4TakeF+0xf>

0000000000001100 <straight>:
    1100:\tlock cmpxchg %ebx,0x0(%r13)
    1106:\tje     1110 <straight+0x10>
    1108:\tcall   2000 {SLOW}
    1110:\tret

0000000000001200 <others>:
    1200:\tlock cmpxchg %rsi,(%rdi)
    1205:\tjne    1200 <others>
    1207:\tcall   4000 <memcpy@plt>
    120c:\tcall   2000 {SLOW}
    1211:\tlock xadd %eax,(%rdi)
    1215:\tcall   5000 <pthread_mutex_lock@plt>
    121a:\tcall   5010 <pthread_mutex_unlock@plt>
    121f:\tlock cmpxchg %ecx,(%rdi)
"""


class Sites(unittest.TestCase):
    def test_locks_are_found_and_unlocks_and_other_atomics_are_not(self):
        found = list(locks.sites(DISASSEMBLY.splitlines()))
        self.assertEqual(found, [(0x1001, "$s5Modes4TakeF"), (0x1100, "straight"), (0x1215, "others")])

    def test_a_program_without_symbols_has_none(self):
        self.assertEqual(list(locks.sites(["", "0000 <.text>:", "  10:\tcall   2000", "  15:\tlock cmpxchg %ecx,(%rdi)"])), [])


class Frames(unittest.TestCase):
    SHORT = (90, {("gf-control", "a"): 190, ("gf-hands", "start"): 5, ("main", "a"): 7})

    def test_locks_of_the_start_and_of_other_threads_cancel(self):
        long = (270, {("gf-control", "a"): 550, ("gf-hands", "start"): 5, ("main", "a"): 900, ("gf-hands", "b"): 90, ("gf-camera", "VirtualPerformer.next"): 180})
        self.assertEqual(locks.a_frame(self.SHORT, long), {("gf-control", "a"): 2, ("gf-hands", "b"): 0.5})

    def test_too_few_frames_give_no_figure(self):
        with self.assertRaises(SystemExit) as raised:
            locks.a_frame(self.SHORT, (100, {}))
        self.assertIn("only 90 and 100 frames", str(raised.exception))

    def test_threads_of_other_names_give_no_figure(self):
        with self.assertRaises(SystemExit) as raised:
            locks.a_frame(self.SHORT, (270, {("main", "a"): 900}))
        self.assertIn("mend their names", str(raised.exception))

    def test_a_missing_program_is_named(self):
        error = io.StringIO()
        with contextlib.redirect_stderr(error), self.assertRaises(SystemExit), unittest.mock.patch.object(sys, "argv", ["locks.py", "/missing/gestureflowd"]):
            locks.main()
        self.assertIn("/missing/gestureflowd is not there: run 'make build'", error.getvalue())


if __name__ == "__main__":
    unittest.main()
