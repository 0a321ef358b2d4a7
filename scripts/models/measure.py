#!/usr/bin/env python3
"""Measures the calibration of the int8 model, and writes hand_landmark_full.json.
Needs numpy, ffmpeg and the built gflab; downloads nothing.

  measure.py [--models .runtime/ARCH] [--gflab .build/release/gflab] [--photos ../shared/data/hands]
             [--out FILE] [--since OPERATOR]

--since measures this operator and the later ones. The entries of hand_landmark_full.json for earlier operators stay,
and so do the units of a stream of sums that begins before it.

It takes about two minutes. Then `make.py FOLDER --sums` prints the lines for scripts/runtime.*.sha256. Sums of many
numbers depend on numpy's version and the processor. A second run gives corrections with another last digit, and so
other files: README.md says how to judge them.
"""
import os

# One thread, so that sums have a fixed order.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import argparse
import json
import platform
import tempfile
from pathlib import Path

import numpy as np

import calibrate
from crops import of_photos
from fold import fold
from make import CALIBRATION, HERE
from network import Network
from performer import of_performer
from prune import prune
from quantize import Plan

# The float layers: the errors of the first layers go through the whole network, and the last depthwise layer and its
# mean make the numbers. The heads are always float.
FLOATING = [0, 1, 2, 3, 4, 55, 56]
# The share of the difference between channels to remove, by the reader: see `chosen_units`.
SHARES = {"depthwise": 1, "clipped": 0, "sum": 0.75}
PHOTOS = ["finger-counting", "gestures"]
SEED = 0


def all_crops(photos, gflab, chance, part=slice(None)):
    """Returns crops of the photos, if they exist, and of the performer."""
    found = []
    for name in PHOTOS if photos.is_dir() else []:
        found += of_photos(photos / "photos" / name, photos / "reference" / f"{name}.mp.jsonl", chance, part)
    print(f"{len(found)} crops of photos" + ("" if found else f": {photos} is not there"))
    with tempfile.TemporaryDirectory() as folder:
        found += of_performer(gflab, Path(folder), chance)
    print(f"{len(found)} crops in all")
    return np.array(found)


def written(values):
    """Returns a calibration's text, a line for each operator.

    The lines make a diff readable.
    """
    parts = [f'"{key}": {json.dumps(values[key])}' for key in ("about", "float")]
    for key in ("ranges", "units", "corrections"):
        lines = ",\n".join(f'"{number}": {json.dumps(row, separators=(",", ":"))}' for number, row in values[key].items())
        parts.append(f'"{key}": {{\n{lines}\n}}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def since(values, first):
    """Returns the entries of a calibration for operators before that one."""
    return {key: {int(number): row for number, row in values.get(key, {}).items() if int(number) < first} for key in ("units", "ranges", "corrections")}


def main():
    project = HERE.parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, default=project / ".runtime" / platform.machine())
    parser.add_argument("--gflab", type=Path, default=project / ".build/release/gflab")
    parser.add_argument("--photos", type=Path, default=project.parent / "shared/data/hands")
    parser.add_argument("--out", type=Path, default=CALIBRATION)
    parser.add_argument("--since", type=int, default=0)
    arguments = parser.parse_args()
    network = fold(Network((arguments.models / "hand_landmark_full.tflite").read_bytes()))
    prune(network)
    crops = all_crops(arguments.photos, arguments.gflab, np.random.default_rng(SEED))
    extremes = calibrate.measured(network, crops)
    units = calibrate.chosen_units(network, extremes, set(FLOATING), SHARES)
    before = since(json.loads(CALIBRATION.read_text()) if arguments.since else {}, arguments.since)
    units |= before["units"]
    values = {"about": "made by scripts/models/measure.py from hand_landmark_full.tflite; operators are numbered after folding", "float": FLOATING,
              "units": units, "ranges": calibrate.ranges(network, extremes, units) | before["ranges"]}
    # Every third image is enough for means.
    values["corrections"] = calibrate.corrections(network, Plan(values), crops[::3], known=before["corrections"])
    arguments.out.write_text(written(values))


if __name__ == "__main__":
    main()
