#!/usr/bin/env python3
"""Makes smaller hand models out of the pinned ones.
It needs only Python's standard library, and writes the same bytes on every machine.

  make.py FOLDER            reads the pinned models in FOLDER and writes the smaller ones beside them;
                            all must have the SHA-256 in FOLDER/SHA256SUMS
  make.py FOLDER --sums     prints the SHA-256 lines of the models, and writes nothing
  make.py --fetched LIST    prints the lines of a list such as scripts/runtime.x86_64.sha256 whose files are downloads
  make.py --packaged LIST   prints the lines whose files a box loads: all but the models that are only sources

README.md says which models it makes, the reasons for their parameters, and their cost.
"""
import argparse
import hashlib
import json
import os
import platform
import sys
from pathlib import Path

from fold import fold, unfold
from network import Network
from prune import prune
from quantize import Plan, quantize

HERE = Path(__file__).resolve().parent
CALIBRATION = HERE / "hand_landmark_full.json"


def exact(data, name):
    """Removes dead channels; the results differ only by rounding."""
    network = fold(Network(data))
    prune(network)
    return unfold(network).bytes(f"MediaPipe's {name}, changed by GestureFlow: dead channels taken out")


def int8(data, name):
    """Removes dead channels, and converts most layers to int8 by the calibration."""
    network = fold(Network(data))
    prune(network)
    quantize(network, Plan(json.loads(CALIBRATION.read_text())))
    return unfold(network).bytes(f"MediaPipe's {name}, changed by GestureFlow: dead channels taken out, most layers in int8")


# File -> its source and its function. The palm models have no dead channels, and int8 costs them too much accuracy.
MADE = {
    "hand_landmark_exact.tflite": ("hand_landmark_full.tflite", exact),
    "hand_landmark_int8.tflite": ("hand_landmark_full.tflite", int8),
    "hand_landmark_lite_exact.tflite": ("hand_landmark_lite.tflite", exact),
}


def sha(data):
    return hashlib.sha256(data).hexdigest()


def pinned(path):
    """Returns file name -> SHA-256 of a list."""
    lines = path.read_text().splitlines()
    return {name: digest for digest, name in (line.split() for line in lines if line.strip())}


def source(folder, name, sums):
    data = (folder / name).read_bytes()
    if sha(data) != sums[name]:
        sys.exit(f"models: {folder / name} has the SHA-256 {sha(data)} instead of {sums[name]}: run make setup, which fetches it again")
    return data


def keep(path, data):
    """Writes a file completely or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def make(folder, tell):
    """Makes all smaller models.

    With `tell` only that function receives them; otherwise they are written into the folder.
    """
    sums = pinned(folder / "SHA256SUMS")
    for name, (original, way) in MADE.items():
        data = way(source(folder, original, sums), original)
        if tell:
            tell(f"{sha(data)}  {name}")
        elif sha(data) != sums.get(name):
            sys.exit(f"models: {name} came out with the SHA-256 {sha(data)} instead of {sums.get(name, 'none')}, and was not kept. After a change to scripts/models put the lines of "
                     f"`make.py {folder} --sums` into both scripts/runtime.*.sha256; without one, Python {platform.python_version()} on {platform.machine()} computes otherwise "
                     "than CPython 3.11 to 3.13 on x86_64 and aarch64: take one of these")
        else:
            keep(folder / name, data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--sums", action="store_true")
    parser.add_argument("--fetched", type=Path, metavar="LIST")
    parser.add_argument("--packaged", type=Path, metavar="LIST")
    arguments = parser.parse_args()
    originals = {original for original, _ in MADE.values()}
    for path, left_out in ((arguments.fetched, MADE), (arguments.packaged, originals)):
        if path:
            print("\n".join(f"{digest}  {name}" for name, digest in pinned(path).items() if name not in left_out))
    if arguments.folder:
        make(arguments.folder, print if arguments.sums else None)
    elif not (arguments.fetched or arguments.packaged):
        parser.error("a folder is wanted")


if __name__ == "__main__":
    main()
