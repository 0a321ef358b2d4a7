"""Runs models on an emulated Raspberry Pi core and on this machine.

Both run the same C functions with LiteRT's library for their processor.

usage: emulated.py CORE  prints the /proc/cpuinfo of a board with that core (scripts/cross/run.sh).
"""
import os
import pathlib
import platform
import struct
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

from instructions import counted

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
LITERT = PROJECT / "Sources/CLiteRT"
SYSROOT = "/usr/aarch64-linux-gnu"


@dataclass(frozen=True)
class Core:
    """A processor core.

    - part: its number in the main ID register.
    - features: the kernel's words for its features.
    """
    name: str
    part: str
    features: str

    def cpuinfo(self):
        """Returns the /proc/cpuinfo of such a board.

        It has as many cores as this machine. XNNPACK chooses its kernels by it; by the host's file it dies of an
        illegal instruction.
        """
        lines = "BogoMIPS\t: 108.00\nFeatures\t: {}\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: {}\nCPU revision\t: 3\n\n"
        return "".join(f"processor\t: {i}\n" + lines.format(self.features, self.part) for i in range(os.cpu_count()))


A72 = Core("cortex-a72", "0xd08", "fp asimd evtstrm crc32 cpuid")
A76 = Core("cortex-a76", "0xd0b", "fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp")


@dataclass(frozen=True)
class Model:
    """A model file of the runtime folder.

    - floats: count of input numbers.
    - sizes: count of numbers of each output.
    - half: whether to compute its float layers in 16 bits.
    """
    file: str
    floats: int
    sizes: tuple
    half: bool = False


def landmarks(file, half=False):
    # Points in pixels of the input, presence, handedness, points in space.
    return Model(file, 224 * 224 * 3, (63, 1, 1, 63), half)


def palms(file, half=False):
    return Model(file, 192 * 192 * 3, (2016 * 18, 2016), half)


def on(core, folder, command, sysroot=SYSROOT, variables=(), count=None, plugin=None):
    """Returns a command that runs another one on an emulated core.

    It sees that core's /proc/cpuinfo.
    - folder: a place for a file while it runs.
    - variables: NAME=VALUE of the emulated program.
    - count: the file for the plugin's counts.
    """
    told = pathlib.Path(folder) / core.name
    told.write_text(core.cpuinfo())
    counting = ["-plugin", f"{plugin},out={count}"] if count else []
    # Only these processes see the replaced file.
    as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", "--mount", *as_root, "sh", "-ec", 'mount --bind "$0" /proc/cpuinfo; exec "$@"', str(told), "qemu-aarch64", "-cpu", core.name, "-L", str(sysroot),
            *(word for variable in variables for word in ("-E", variable)), *counting, *map(str, command)]


def build_plugin(folder):
    """Compiles the plugin that counts instructions; returns its path."""
    path = pathlib.Path(folder) / "count.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", str(HERE / "count.c"), "-o", str(path)], check=True)
    return path


class Emulator:
    """A runner of models on emulated cores.

    - folder: a place for programs and files while it is in use.
    """

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        sources = [str(HERE / "look.c"), *map(str, sorted(LITERT.glob("*.c")))]
        for compiler, name in (("gcc", "look"), ("aarch64-linux-gnu-gcc", "look.arm")):
            subprocess.run([compiler, "-O2", f"-I{LITERT}/include", *sources, "-o", str(self.folder / name), "-ldl", "-lpthread"], check=True)
        build_plugin(self.folder)

    def look(self, model, inputs, core=None, runs=1, count=None):
        """Returns for each input the outputs as lists.

        - inputs: bytes of fp32.
        - core: None is this machine.
        - count: the file for the plugin's counts.
        """
        machine = "aarch64" if core else platform.machine()
        runtime = PROJECT / ".runtime" / machine
        command = [str(self.folder / ("look.arm" if core else "look")), str(runtime / "libLiteRt.so"), str(runtime / model.file), str(len(model.sizes)),
                   str(int(model.half)), str(model.floats), str(runs)]
        if core:
            command = on(core, self.folder, command, count=count, plugin=self.folder / "count.so")
        data = b"".join(one[:4 * model.floats] for one in inputs)
        done = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout
        values, each = struct.unpack(f"<{len(done) // 4}f", done), sum(model.sizes)
        if len(values) != each * len(inputs):
            raise ValueError(f"{model.file} gives {len(values)} numbers for {len(inputs)} inputs, and not {each} for each")
        return [self.split(values[i:i + each], model.sizes) for i in range(0, len(values), each)]

    @staticmethod
    def split(values, sizes):
        found, at = [], 0
        for size in sizes:
            found.append(values[at:at + size])
            at += size
        return found

    def instructions(self, model, data, core):
        """Returns the instructions of each kind in one run of a model.

        It is the difference of three runs and one, divided by two.
        """
        found = {}
        for runs in (1, 3):
            file = self.folder / "counts.txt"
            self.look(model, [data], core, runs, file)
            found[runs] = counted(file)
            file.unlink()
        return Counter({name: (times - found[1][name]) / 2 for name, times in found[3].items()})


if __name__ == "__main__":
    known = {core.name: core for core in (A72, A76)}
    if len(sys.argv) != 2 or sys.argv[1] not in known:
        sys.exit(f"there is no core '{' '.join(sys.argv[1:])}': cortex-a72 is a Raspberry Pi 4's, cortex-a76 a Pi 5's")
    print(known[sys.argv[1]].cpuinfo(), end="")
