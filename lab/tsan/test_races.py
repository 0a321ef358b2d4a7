#!/usr/bin/env python3
"""Tests that the lock-free structures need each of their memory orders.

These are the structures between the audio thread and the others, and those of the frames. A processor such as x86
keeps most orders by itself, so tests of results cannot fail there. ThreadSanitizer follows the orders of the source.
Each structure runs without a report, and each copy with one relaxed order must be reported. One build makes all of
them, as one program.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "Sources"
# Source, and declarations with essential orders for tape and tap.
# Each declaration has a pattern of the call's line. In the tape, the worker and the audio thread also read their own
# counts, and they read at ends. In the tap, the capture's number (`counts + 16`) is left out. `open` releases the
# count of what was read just before it. ThreadSanitizer takes that as enough, because its threads never see an old
# value.
STRUCTURES = {
    "Ring": ("Realtime/Ring.swift", None),
    "LatestValue": ("Realtime/LatestValue.swift", None),
    "BlockRing": ("Sound/Sinks/BlockRing.swift", None),
    "TapeMemory": ("Sound/Tape/TapeMemory.swift", {"append": ".", "read": ".", "rtCopy": ".", "rtAdvance": "."}),
    "Mailbox": ("Realtime/Mailbox.swift", None),
    "FreeList": ("Camera/FreeList.swift", None),
    "CaptureTap": ("Sound/Capture/CaptureTap.swift", {"rtTake": r"counts( \+ 8)?[,)]", "front": ".", "drop": "."}),
}
# An acquire that only a value's end needs is not missed: ThreadSanitizer sees no access where Swift frees memory.
HIDDEN = {"put: .acquiringAndReleasing as .releasing", "spare: .acquiringAndReleasing as .releasing"}
WEAKER = {
    "gf_load_acquire": ["gf_load_relaxed"],
    "gf_store_release": ["gf_store_relaxed"],
    "gf_exchange": ["gf_exchange_acquire", "gf_exchange_release"],
    ".acquiring": [".relaxed"],
    ".releasing": [".relaxed"],
    ".acquiringAndReleasing": [".acquiring", ".releasing"],
}
HEADER = """#include "CRealtime.h"
GF_RT static inline int64_t gf_exchange_acquire(gf_atomic_i64 *a, int64_t x) { return __atomic_exchange_n(&a->v, x, __ATOMIC_ACQUIRE); }
GF_RT static inline int64_t gf_exchange_release(gf_atomic_i64 *a, int64_t x) { return __atomic_exchange_n(&a->v, x, __ATOMIC_RELEASE); }
"""


def relaxed(source, places):
    """Yields the source with one order relaxed, for each order: (where, text).

    `places` names the declarations to change, each with a pattern of the call's line; None means all.
    """
    for found in re.finditer(r"\b(gf_\w+)(?=\()|(?<=ordering: )(\.\w+)", source):
        where = re.findall(r"(?:func|var) (\w+)|\b(?:init|deinit)\b", source[: found.start()])[-1]
        if places is None or (where in places and re.search(places[where], source[found.start() :].split("\n", 1)[0])):
            for weaker in WEAKER.get(found[0], []):
                what = f"{where}: {found[0]} as {weaker}"
                if what not in HIDDEN:
                    yield what, source[: found.start()] + weaker + source[found.end() :]


def renamed(source, name, number):
    """Returns the source with the structure and its course numbered.

    All copies then fit into one program.
    """
    return re.sub(rf"\b{name}(Course)?\b", rf"{name}\g<1>_{number}", source)


class Races(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.copies = {}
        files = [HERE / "main.swift", HERE / "Course.swift", SOURCES / "Sound/Core/SoundFormat.swift"]
        for name, (path, places) in STRUCTURES.items():
            source, course = (SOURCES / path).read_text(), (HERE / f"{name}Course.swift").read_text()
            cls.copies[name] = ["as it is"]
            for number, (what, text) in enumerate([("as it is", source), *relaxed(source, places)]):
                if number > 0:
                    cls.copies[name].append(what)
                for kind, body in (("", text), ("Course", course)):
                    file = cls.folder / f"{name}{kind}_{number}.swift"
                    file.write_text(renamed(body, name, number))
                    files.append(file)
        cases = "".join(f'  case "{name}_{i}": {name}Course_{i}()\n' for name in cls.copies for i in range(len(cls.copies[name])))
        table = cls.folder / "Table.swift"
        table.write_text(f"func course(_ name: String) -> (any Course)? {{\n  switch name {{\n{cases}  default: nil\n  }}\n}}\n")
        (cls.folder / "all.h").write_text(HEADER)
        (cls.folder / "module.modulemap").write_text('module CRealtime { header "all.h" export * }\n')
        cls.build([*files, table])

    @classmethod
    def build(cls, files):
        made = subprocess.run(
            ["swiftc", "-O", "-wmo", "-sanitize=thread", "-swift-version", "6", "-package-name", "races", "-module-name", "races",
             "-Xcc", f"-fmodule-map-file={cls.folder}/module.modulemap", "-Xcc", f"-I{SOURCES}/CRealtime/include", *files, "-o", cls.folder / "races"],
            capture_output=True, text=True)
        if re.search(r"unsupported option '-sanitize=thread'|(cannot find|no such file).*tsan", made.stderr, re.IGNORECASE):
            raise unittest.SkipTest("the orders of the lock-free structures: this Swift has no ThreadSanitizer")
        if made.returncode != 0:
            raise AssertionError(made.stderr[-4000:])

    def run_copy(self, name, number, options=""):
        """Returns the result of a copy's run."""
        done = subprocess.run(
            [self.folder / "races", f"{name}_{number}"], capture_output=True, text=True, timeout=120,
            env={**os.environ, "TSAN_OPTIONS": f"halt_on_error=1 exitcode=66 history_size=7 {options}"})
        if "FATAL: ThreadSanitizer" in done.stderr:
            self.skipTest("the orders of the lock-free structures: ThreadSanitizer does not run here: " + done.stderr.strip().splitlines()[0])
        return done

    def test_each_structure_runs_without_a_report(self):
        for name in STRUCTURES:
            with self.subTest(name):
                done = self.run_copy(name, 0)
                self.assertEqual((done.returncode, done.stderr), (0, ""), name)

    def test_each_order_that_is_relaxed_is_reported(self):
        self.assertEqual({name: len(copies) - 1 for name, copies in self.copies.items()}, {"Ring": 4, "LatestValue": 4, "BlockRing": 4, "TapeMemory": 4, "Mailbox": 2, "FreeList": 2, "CaptureTap": 4})
        for name, copies in self.copies.items():
            for number, what in enumerate(copies[1:], 1):
                with self.subTest(f"{name}, {what}"):
                    # A report needs both accesses in memory. A busy machine may prevent that once.
                    runs = (self.run_copy(name, number, "symbolize=0") for _ in range(3))
                    self.assertTrue(any(run.returncode == 66 and "data race" in run.stderr for run in runs), f"{name}, {what}: no report")


if __name__ == "__main__":
    unittest.main()
