"""The stretchers of the comparison; each is built once, at its first use.

They are ours in two builds, Rubber Band and SoundTouch, and the prototype if the lab is there.
"""
import os
import re
import subprocess
import sys
from dataclasses import dataclass

from runs import BIN, OUT, processor

PEERS = {"R3": "r3", "R3 short": "r3short", "SoundTouch": "soundtouch"}
LAB = "../shared/lab/stretch"
WIDE = ".build-256"
# The flags of docs/design/stretch.md for 256 bits.
WIDE_FLAGS = ["-Xswiftc", "-DSTRETCH_256", "-Xcc", "-march=native", "-Xcc", "-DGF_LANES_8"]
LINE = re.compile(r"^(?P<name>.+?):? +mean (?P<mean>\S+) .*p99\.9 (?P<p999>\S+) +max (?P<max>\S+) ")


@dataclass
class Stretcher:
    """A stretcher of the comparison.

    - engine: its name for stretch_quality.py.
    - cost: the command that prints the time of blocks, without the seconds and the course.
    """
    name: str
    engine: str
    cost: list


def build(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} failed:\n{(result.stdout + result.stderr)[-2000:]}")


def has_256_bits():
    """Returns whether this machine has 256-bit vectors with multiply-add (AVX2).

    Other machines measure only 128 bits.
    """
    return {"avx2", "fma"} <= processor()[1]


def ours():
    """Returns ours in the build of everything else, which has 128 bits."""
    return Stretcher("ours, 128 bits", f"{BIN}/gfstretch", [f"{BIN}/gfstretch", "cost"])


def wide():
    """Returns ours with 256 bits, in its own folder; None without such vectors."""
    if not has_256_bits():
        return None
    build("swift", "build", "-c", "release", "--product", "gfstretch", "--scratch-path", WIDE, *WIDE_FLAGS)
    program = f"{WIDE}/release/gfstretch"
    return Stretcher("ours, 256 bits", program, [program, "cost"])


def peers():
    """Returns the other engines, by the program that loads them."""
    program, source = f"{OUT}/stretchpeers", "Benchmarks/stretchpeers/peers.cpp"
    if not newer(program, source):
        build("g++", "-std=c++17", "-O3", source, "-o", program, "-lrubberband", "-lSoundTouch")
    return [Stretcher(name, f"{program}:{engine}", [program, "cost", engine]) for name, engine in PEERS.items()]


def versions():
    """Returns the versions of the peers' packages, which are the distribution's."""
    result = subprocess.run(["dpkg-query", "-W", "-f=${Package} ${Version}\n", "librubberband-dev", "libsoundtouch-dev"], capture_output=True, text=True)
    return result.stdout.splitlines()


def prototype():
    """Returns the prototype of ours; None without the lab's folder."""
    program, sources = f"{OUT}/stretchprototype", [f"{LAB}/stretch.cpp", f"{LAB}/bench.cpp"]
    if not all(os.path.exists(path) for path in sources):
        return None
    if not newer(program, *sources):
        flags = ["-std=c++17", "-O3", "-fno-math-errno", "-fno-trapping-math", "-march=native" if has_256_bits() else "-O3"]
        build("g++", *flags, *sources, "-o", program, "-lrubberband", "-lSoundTouch")
    return Stretcher("prototype", f"{program}:ours", [program, "cost", "ours"])


def newer(program, *sources):
    return os.path.exists(program) and all(os.path.getmtime(program) > os.path.getmtime(source) for source in sources)


def costs(text):
    """Returns shares of the period in percent from the output of `cost`.

    Each row is a single run; rows that combine several are left out.
    """
    found = [match for match in map(LINE.match, text.splitlines()) if match and "," not in match["name"]]
    return [{key: float(match[key]) for key in ("mean", "p999", "max")} for match in found]


def allocations(text):
    """Returns a peer's memory allocations during its run; None if not printed."""
    match = re.search(r"^allocations (\d+)", text, re.MULTILINE)
    return int(match[1]) if match else None
