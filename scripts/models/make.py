#!/usr/bin/env python3
"""Makes smaller hand models out of the pinned ones, with nothing but Python's own library: the same bytes on every machine.

  make.py FOLDER          reads the pinned models in FOLDER and puts the smaller ones beside them; all must have the SHA-256 that FOLDER/SHA256SUMS says
  make.py FOLDER --sums   prints the SHA-256 lines of what it would make, and writes nothing

README.md says what is made, how it was chosen and what it costs."""
import argparse
import hashlib
import json
import sys
from pathlib import Path

from fold import fold, unfold
from network import Network
from prune import prune
from quantize import Plan, quantize

HERE = Path(__file__).resolve().parent
CALIBRATION = HERE / "hand_landmark_full.json"


def exact(data, name):
    """Without dead channels; the results differ by rounding alone."""
    network = fold(Network(data))
    prune(network)
    return unfold(network).bytes(f"MediaPipe's {name}, changed by GestureFlow: dead channels taken out")


def int8(data, name):
    """Without dead channels, and most layers in int8 as the calibration says."""
    network = fold(Network(data))
    prune(network)
    quantize(network, Plan(json.loads(CALIBRATION.read_text())))
    return unfold(network).bytes(f"MediaPipe's {name}, changed by GestureFlow: dead channels taken out, most layers in int8")


# File -> what it is made of, and how. The palm models have no dead channels, and int8 is not worth its errors there.
MADE = {
    "hand_landmark_exact.tflite": ("hand_landmark_full.tflite", exact),
    "hand_landmark_int8.tflite": ("hand_landmark_full.tflite", int8),
    "hand_landmark_lite_exact.tflite": ("hand_landmark_lite.tflite", exact),
}


def sha(data):
    return hashlib.sha256(data).hexdigest()


def pinned(folder):
    """File name -> SHA-256 of a folder's list."""
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, name in (line.split() for line in lines if line.strip())}


def source(folder, name, sums):
    data = (folder / name).read_bytes()
    if sha(data) != sums[name]:
        sys.exit(f"models: {folder / name} has the SHA-256 {sha(data)} and not the pinned one: remove {folder} and run make setup")
    return data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sums", action="store_true")
    arguments = parser.parse_args()
    sums = pinned(arguments.folder)
    for name, (original, way) in MADE.items():
        data = way(source(arguments.folder, original, sums), original)
        if arguments.sums:
            print(f"{sha(data)}  {name}")
        elif sha(data) != sums.get(name):
            sys.exit(f"models: {name} came out with the SHA-256 {sha(data)} and not with the pinned one: scripts/models and scripts/runtime.*.sha256 do not belong together")
        else:
            (arguments.folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
