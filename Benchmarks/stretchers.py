"""The stretchers that are measured side by side: ours in two builds, Rubber Band and SoundTouch, and the prototype where the lab is there. Each is built once by whoever asks first."""
import os
import re
import subprocess
import sys
from dataclasses import dataclass

from runs import BIN, OUT, processor

PEERS = {"R3": "r3", "R3 short": "r3short", "SoundTouch": "soundtouch"}
LAB = "../shared/lab/stretch"
WIDE = ".build-256"
# What docs/design/stretch.md says of 256 bits.
WIDE_FLAGS = ["-Xswiftc", "-DSTRETCH_256", "-Xcc", "-march=native", "-Xcc", "-DGF_LANES_8"]
LINE = re.compile(r"^(?P<name>.+?):? +mean (?P<mean>\S+) .*p99\.9 (?P<p999>\S+) +max (?P<max>\S+) ")


@dataclass
class Stretcher:
    """- engine: what stretch_quality.py calls it. - cost: the command that prints what blocks take, without the seconds and the course."""
    name: str
    engine: str
    cost: list


def build(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} failed:\n{(result.stdout + result.stderr)[-2000:]}")


def has_256_bits():
    """Whether this machine has vectors of 256 bits with multiply-add (AVX2); others are measured with 128 alone."""
    return {"avx2", "fma"} <= processor()[1]


def ours():
    """Ours: the build that everything else is of, which has 128 bits."""
    return Stretcher("ours, 128 bits", f"{BIN}/gfstretch", [f"{BIN}/gfstretch", "cost"])


def wide():
    """Ours with 256 bits, in a folder of its own; None where the machine has none."""
    if not has_256_bits():
        return None
    build("swift", "build", "-c", "release", "--product", "gfstretch", "--scratch-path", WIDE, *WIDE_FLAGS)
    program = f"{WIDE}/release/gfstretch"
    return Stretcher("ours, 256 bits", program, [program, "cost"])


def peers():
    """Other houses' engines, by the program that loads them."""
    program, source = f"{OUT}/stretchpeers", "Benchmarks/stretchpeers/peers.cpp"
    if not newer(program, source):
        build("g++", "-std=c++17", "-O3", source, "-o", program, "-lrubberband", "-lSoundTouch")
    return [Stretcher(name, f"{program}:{engine}", [program, "cost", engine]) for name, engine in PEERS.items()]


def versions():
    """The peers' packages, which are the distribution's."""
    result = subprocess.run(["dpkg-query", "-W", "-f=${Package} ${Version}\n", "librubberband-dev", "libsoundtouch-dev"], capture_output=True, text=True)
    return result.stdout.splitlines()


def prototype():
    """What ours was written after; None where the lab's folder is not."""
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
    """Shares of the period in percent out of what a run of `cost` has printed: one row a single run, without the rows that are made of several."""
    found = [match for match in map(LINE.match, text.splitlines()) if match and "," not in match["name"]]
    return [{key: float(match[key]) for key in ("mean", "p999", "max")} for match in found]


def allocations(text):
    """How often a peer has asked for memory while it ran; None where that was not printed."""
    match = re.search(r"^allocations (\d+)", text, re.MULTILINE)
    return int(match[1]) if match else None
