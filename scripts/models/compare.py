#!/usr/bin/env python3
"""Measures how close models are to another one on the same crops.
The table of README.md comes from it. Needs numpy, ffmpeg, a C compiler, the runtime folder that make setup fills, and
the built gflab.

  compare.py REFERENCE.tflite MODEL.tflite ...
  compare.py --noise MODEL.tflite ...     measures only the jitter of each, on photos, films and the performer,
                                          and writes noise.json: the filters use these figures (ModelSize.noise)

Errors are those of the 21 landmarks in the crop, in % of the reference's hand size (wrist to middle knuckle). Jitter
is the movement of a landmark of a still image under sensor noise of 1.5 grey levels (standard deviation). Flips are
crops on which presence or handedness changes.
"""
import argparse
import json
import platform
import tempfile
import time
from pathlib import Path

import numpy as np

from crops import as_bytes, of_film, of_photos
from make import HERE, sha
from measure import PHOTOS
from performer import SCRIPTS, of_performer
from runtime import Model, Runtime

SEED = 7
NOISE = HERE / "noise.json"
FISTS = {"fist": 45, "thumbsup": 40}


def answers(model, crops):
    """Returns landmarks, presence and handedness.

    The landmarks are count x 21 x 2 in pixels of the crop.
    """
    points, flags = [], []
    for crop in crops:
        landmarks, *two = model.run((crop.astype(np.float32) / 255).tobytes())[:3]
        points.append(np.array(landmarks).reshape(21, 3)[:, :2])
        flags.append([value[0] > 0.5 for value in two])
    return np.array(points), np.array(flags)


def collections(gflab, data):
    """Returns name -> crops. The calibration used none of the films, and cut photos and performer in other places."""
    chance, found = np.random.default_rng(SEED), {}
    if data.is_dir():
        found["photos"] = [c for name in PHOTOS for c in of_photos(data / "photos" / name, data / "reference" / f"{name}.mp.jsonl", chance)]
        films = {film.stem: of_film(film, data / "reference" / f"{film.stem}.mp.jsonl", chance, 4 if film.stem == "mpsamples_gesture" else 12)
                 for film in sorted((data / "clips").glob("*.mp4"))}
        found["films"] = [c for crops in films.values() for c in crops]
        found["mpsamples_gesture"] = films["mpsamples_gesture"]
    with tempfile.TemporaryDirectory() as folder:
        found["performer's fists"] = of_performer(gflab, Path(folder), chance, FISTS)
        found["performer's others"] = of_performer(gflab, Path(folder), chance, {s: 8 for s in SCRIPTS if s not in FISTS})
    return found


def hand_size(points):
    return np.linalg.norm(points[:, 0] - points[:, 9], axis=1)[:, None]


def shakes(model, crops):
    """Returns each crop's landmark movement under noise, % of hand size."""
    chance, found = np.random.default_rng(SEED), []
    for crop in crops:
        points, _ = answers(model, [as_bytes(crop + chance.normal(0, 1.5, crop.shape)) for _ in range(6)])
        found.append(np.sqrt(points.var(0).sum(-1)).mean() / hand_size(points)[0, 0] * 100)
    return found


def jitter(model, crops):
    """Returns the median over every eighth crop, % of hand size."""
    return np.median(shakes(model, crops[::8]))


def write_noise(models, found):
    """Writes each model's jitter for each kind of crops and for all.

    The record also has the SHA-256 of the model file.
    """
    # The crops of one film are already among those of the films.
    kinds = {name: crops for name, crops in found.items() if name != "mpsamples_gesture"}
    figures = {}
    for path, model in models.items():
        of = {name: shakes(model, crops) for name, crops in kinds.items()}
        rounded = lambda values: round(float(np.median(values)), 4)
        figures[path.name] = {"sha256": sha(path.read_bytes()), "percent": rounded([s for values in of.values() for s in values]), "by": {name: rounded(values) for name, values in of.items()}}
    counts = ", ".join(f"{len(crops)} of {name}" for name, crops in kinds.items())
    about = f"Median over {sum(map(len, kinds.values()))} crops ({counts}) of how far a landmark moves under sensor noise of 1.5 grey levels, % of hand size: compare.py --noise"
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(of)}" for name, of in figures.items())
    NOISE.write_text(f'{{"about": {json.dumps(about)},\n"models": {{\n{lines}\n}}}}\n')
    print(NOISE.read_text(), end="")


def main():
    project = HERE.parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--noise", action="store_true")
    parser.add_argument("--library", type=Path, default=project / ".runtime" / platform.machine() / "libLiteRt.so")
    parser.add_argument("--gflab", type=Path, default=project / ".build/release/gflab")
    parser.add_argument("--data", type=Path, default=project.parent / "shared/data/hands")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runtime = Runtime(arguments.library, folder)
    models = {path: Model(runtime, path) for path in arguments.models}
    if arguments.noise:
        if not arguments.data.is_dir():
            parser.error(f"--noise needs the photos and films, and {arguments.data} is not there: name their folder with --data")
        return write_noise(models, collections(arguments.gflab, arguments.data))
    for name, crops in collections(arguments.gflab, arguments.data).items():
        print(f"\n{name}, {len(crops)} crops | within 5 % | median | p95 | jitter | presence, handedness flips | ms")
        reference = None
        for path, model in models.items():
            begun = time.thread_time()
            points, flags = answers(model, crops)
            spent = (time.thread_time() - begun) / len(crops) * 1e3
            reference = reference or (points, flags)
            error = np.linalg.norm(points - reference[0], axis=2) / hand_size(reference[0]) * 100
            flips = (flags != reference[1]).sum(0)
            print(f"{path.name} | {100 * (error <= 5).mean():.2f} | {np.median(error):.2f} | {np.percentile(error, 95):.2f} | "
                  f"{jitter(model, crops):.3f} | {flips[0]}, {flips[1]} | {spent:.2f}")


if __name__ == "__main__":
    main()
