#!/usr/bin/env python3
"""Runs other stretchers that take a whole sound at one speed.
They may look ahead without a limit: Rubber Band's R3 by its own program, Signalsmith and Bungee.

offline_peers.py render NAME IN OUT SCRIPT: as stretchpeers; every line of SCRIPT has the same speed, and no pitch.
Needs numpy and scipy.
"""
import importlib
import os
import subprocess
import sys
import tempfile

from debpackages import NotThere, fetch, ran
from runs import OUT

RATE, BLOCK = 48000, 128
RUBBERBAND = "usr/bin/rubberband"
WHEELS = f"{OUT}/wheels"
# Packages of PyPI by their module: version and the SHA-256 of the wheels for Python 3.9 to 3.12 on x86-64; other
# Linux machines have none.
PINNED = {
    "python_stretch": ("python-stretch==0.3.1", ["c22885df4826323676ec354d1171f81c97db1d4c4fb8e18af1d17da483740766", "b54d8a2ba3ab7bb1f7f251a0dd8a22b2f2305f8011b8f85b518b3a190ef61b17",
                                                 "5d430c7b873d61e39f73fe58c90baec4a26e087cdbfa4c001959badb608120c0", "5e7f4be789056a6a36c408e94e0c539fe37e6f1e4785aa5181b824fcf9d26b86"]),
    "bungee_python": ("bungee-python==0.2.1", ["757adb504bd08e7f2a68f71833156b772e0dff91f9e5371d0aa1c4f15d57644b", "205ac5e6b5d25eec71aa940fb801021f209e8613e4bcb884840eedb1e6a01b5e",
                                               "92e0d75210a9af16a95d6ae5b3aa33a1c1fdc21008e2ddb960967663ca5ec24c", "45a14db4537e1f4e5f03a6078f0aa4a2eb911138e6ea265b37b24b7f8cc4a4a7"]),
}


def wheel(module):
    """Installs a pinned package into a folder of its own, once.

    Returns (folder, its version). Its dependencies are this Python's own. - Throws: NotThere.
    """
    requirement, sums = PINNED[module]
    folder = f"{WHEELS}/{requirement.replace('==', '-')}-{sys.version_info.major}.{sys.version_info.minor}"
    if not os.path.exists(f"{folder}/{module}"):
        os.makedirs(WHEELS, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=WHEELS) as work:
            with open(f"{work}/requirements.txt", "w") as file:
                file.write(" ".join([requirement, *(f"--hash=sha256:{digest}" for digest in sums)]) + "\n")
            ran([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--require-hashes",
                 "--target", f"{work}/ready", "-r", f"{work}/requirements.txt"], requirement)
            os.rename(f"{work}/ready", folder)
    return folder, requirement.replace("==", " ")


def r3(sound, speed):
    from scipy.io import wavfile
    program = f"{fetch('rubberband-cli', [RUBBERBAND])[0]}/{RUBBERBAND}"
    with tempfile.TemporaryDirectory() as work:
        wavfile.write(f"{work}/in.wav", RATE, sound)
        # The last option keeps the level of sound that would clip.
        subprocess.run([program, "-q", "-3", "--centre-focus", "--ignore-clipping", "--tempo", str(speed), f"{work}/in.wav", f"{work}/out.wav"], check=True)
        return wavfile.read(f"{work}/out.wav")[1]


def signalsmith(sound, speed):
    stretch = imported("python_stretch").Signalsmith.Stretch()
    stretch.preset(2, RATE)
    stretch.timeFactor = speed
    return stretch.process(sound.T.copy()).T


def bungee(sound, speed):
    imported("bungee_python")
    stretch = importlib.import_module("bungee_python.bungee").Bungee(sample_rate=RATE, channels=2)
    stretch.set_speed(speed)
    stretch.set_pitch(1)
    out = stretch.process(sound)
    return out if out.shape[1] == 2 else out.T


def imported(module):
    sys.path.insert(0, wheel(module)[0])
    return importlib.import_module(module)


# Each peer's name on the page, its renderer, and its requirement: (folder, version).
PEERS = {
    "R3": (r3, lambda: fetch("rubberband-cli", [RUBBERBAND])),
    "Signalsmith": (signalsmith, lambda: wheel("python_stretch")),
    "Bungee": (bungee, lambda: wheel("bungee_python")),
}


def peers():
    """Returns the available peers, and the reasons for the missing ones.

    A peer has by its name the engine as stretch_quality.py calls it, and its version.
    """
    found, missing = {}, []
    for name, (_, needs) in PEERS.items():
        try:
            version = needs()[1]
        except NotThere as error:
            missing.append(f"{name}: {error}")
            continue
        found[name] = (f"{os.path.abspath(__file__)}:{name}", f"rubberband-cli {version}" if name == "R3" else version)
    return found, missing


def render(name, source, target, script):
    """Renders one sound, raw stereo floats, a block per script line."""
    with open(script) as file:
        rows = [tuple(map(float, line.split())) for line in file]
    if len(set(rows)) != 1 or rows[0][1] != 0:
        sys.exit(f"{name} renders at one speed and without pitch only: write the same speed and 0 on every line of {script}")
    import numpy as np
    out = np.asarray(PEERS[name][0](np.fromfile(source, "<f4").reshape(-1, 2), rows[0][0]), "<f4")[:BLOCK * len(rows)]
    np.pad(out, ((0, BLOCK * len(rows) - len(out)), (0, 0))).tofile(target)


if __name__ == "__main__":
    if len(sys.argv) != 6 or sys.argv[1] != "render" or sys.argv[2] not in PEERS:
        sys.exit(__doc__)
    render(*sys.argv[2:])
