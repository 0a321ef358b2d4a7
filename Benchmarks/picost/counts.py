"""Counts the instructions of one feature on an emulated core.

gfcost runs a few units and then more of them; the difference is free of the cost of preparation.
"""
import pathlib
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "lab/arm"))

from emulated import A72, A76, build_plugin, on  # noqa: E402
from instructions import kind  # noqa: E402

# By the names of the boards.
CORES = {"Pi 4": A72, "Pi 5": A76}


class CountError(Exception):
    """A feature that could not be counted, with the reason."""


@dataclass(frozen=True)
class Feature:
    """A line of `gfcost list`.

    - kind: selects the factor from cycles to time.
    - unit: the counted thing.
    - runs: units of the shorter and of the longer run.
    - about: in words.
    """
    name: str
    kind: str
    unit: str
    runs: tuple
    about: str

    @staticmethod
    def parse(line):
        name, kind_, unit, few, many, about = line.split("\t")
        return Feature(name, kind_, unit, (int(few), int(many)), about)


def read_blocks(path):
    """Returns runs of instructions with their counts, from the plugin's file.

    The instructions are words in hexadecimal.
    """
    found = Counter()
    with open(path) as file:
        for line in file:
            times, words = line.split()
            found[words] += int(times)
    return found


def per_unit(few, many, units):
    """Returns the counts of a unit: the difference of two runs.

    A block that the longer run executes less often, such as a wait for a thread, counts negative.
    """
    return {words: (many[words] - few[words]) / units for words in few.keys() | many.keys() if many[words] != few[words]}


def instructions(blocks):
    return sum(times * (len(words) // 8) for words, times in blocks.items())


def mix(blocks):
    """Returns the number of instructions of each kind."""
    kinds, found = {}, Counter()
    for words, times in blocks.items():
        for i in range(0, len(words), 8):
            word = words[i:i + 8]
            if word not in kinds:
                kinds[word] = kind(int(word, 16))
            found[kinds[word]] += times
    return found


class Counted:
    """An arm64 gfcost under qemu-user.

    - program: its path.
    - sysroot: libraries of arm64.
    - folder: for files while it is in use.
    """

    def __init__(self, program, sysroot, folder, qemu="qemu-aarch64"):
        self.program, self.sysroot, self.folder, self.qemu = program, sysroot, pathlib.Path(folder), qemu
        self.plugin = build_plugin(folder)

    def command(self, core, arguments, count=None):
        # Hashes are the same in each run; otherwise the order of tables would vary.
        variables = ["LD_LIBRARY_PATH=/usr/lib/swift/linux", "SWIFT_BACKTRACE=enable=no", "SWIFT_DETERMINISTIC_HASHING=1",
                     f"GESTUREFLOW_RUNTIME={PROJECT}/.runtime/aarch64"]
        return on(core, self.folder, [self.program, *arguments], self.sysroot, variables, count, self.plugin)

    def run(self, core, arguments, count=None):
        done = subprocess.run(self.command(core, arguments, count), capture_output=True, text=True)
        if done.returncode:
            said = done.stderr.strip().splitlines()
            raise CountError(f"gfcost {' '.join(arguments)} on {core.name}: {said[-1] if said else f'it ended with {done.returncode}'}")
        return done.stdout

    def features(self):
        return [Feature.parse(line) for line in self.run(A72, ["list"]).splitlines()]

    def blocks(self, feature, core):
        """Returns the counted blocks of a unit of the feature."""
        runs = []
        for units in feature.runs:
            file = self.folder / "counts.txt"
            self.run(core, [feature.name, str(units)], file)
            runs.append(read_blocks(file))
            file.unlink()
        return per_unit(*runs, feature.runs[1] - feature.runs[0])
