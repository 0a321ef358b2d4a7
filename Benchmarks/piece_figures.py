#!/usr/bin/env python3
"""Stretches a piece of real music by several engines, prints what becomes of it as JSON and draws spectrograms: piece_figures.py FILE,FROM,SECONDS FOLDER NAME=ENGINE...
Engines are what stretch_quality.py calls so. Needs numpy, scipy, matplotlib and ffmpeg."""
import json
import os
import sys

import matplotlib
import numpy as np
from scipy import signal

from stretch_quality import RATE, read_piece, render, sharpness

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

SPEEDS = (0.5, 0.7, 1.3)
WINDOW, STEP = 8192, 1024


def tones(y, speed):
    """Tones that go on: how much their level differs from one window to the next on the mean, weighted with their energy, in dB, and their share of the energy in percent.
    A tone is a local peak within 40 dB of the loudest in two windows in succession, no more than 6 Hz apart. Windows and steps are as long in the music's own time at every speed."""
    step, window = int(round(STEP / speed)), int(round(WINDOW / speed))
    near_bins = round(6 * window / RATE)
    s = np.abs(signal.stft(y.mean(1), RATE, nperseg=window, noverlap=window - step, boundary=None)[2])[int(40 * window / RATE):int(12000 * window / RATE)]
    changes, weights = [], []
    for before, after in zip(s.T[:-1], s.T[1:]):
        a, b = peaks(before), peaks(after)
        for bin_ in a:
            near = b[np.abs(b - bin_) <= near_bins]
            if len(near):
                changes.append(abs(20 * np.log10(after[near].max() / before[bin_])))
                weights.append(before[bin_] ** 2)
    if not changes:
        return 0.0, 0.0
    # A Hann window's lobe holds 1.5 times the square of its middle.
    return float(np.average(changes, weights=weights)), float(min(100, 150 * sum(weights) / (s[:, :-1] ** 2).sum()))


def peaks(spectrum):
    inner = spectrum[1:-1]
    return 1 + np.nonzero((inner > spectrum[:-2]) & (inner >= spectrum[2:]) & (inner > 0.01 * spectrum.max()))[0]


def figures(y, speed):
    flux, _, _, width = sharpness(y, speed)
    unrest, share = tones(y, speed)
    return {"flux": float(flux), "width": float(width), "unrest": unrest, "tones": share}


def draw(path, speed, sounds):
    """One below the other, in the music's own time."""
    figure, rows = pyplot.subplots(len(sounds), 1, sharex=True, figsize=(14, 3.2 * len(sounds)), constrained_layout=True)
    for axes, (name, (y, own)) in zip(rows, sounds.items()):
        f, t, s = signal.stft(y.mean(1), RATE, nperseg=2048, noverlap=2048 - int(round(256 / own)))
        axes.pcolormesh(t * own, f / 1000, 20 * np.log10(np.abs(s) + 1e-6), vmin=-100, vmax=-25, cmap="magma", rasterized=True)
        axes.set_ylim(0, 16)
        axes.set_ylabel("kHz")
        axes.set_title(name if own == 1 else f"{name}, speed {speed}", loc="left")
    rows[-1].set_xlabel("s of the music")
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def main():
    place, folder, *named = sys.argv[1:]
    engines = dict(text.split("=", 1) for text in named)
    x = read_piece(place)
    name = os.path.splitext(os.path.basename(place.rsplit(",", 2)[0]))[0]
    result = {"source": figures(x, 1.0), "engines": {engine: {} for engine in engines}, "pictures": []}
    for speed in SPEEDS:
        sounds = {"source": (x, 1)}
        for engine, program in engines.items():
            y = render(program, x, (len(x) / RATE - 0.3) / speed, speed)
            result["engines"][engine][str(speed)] = figures(y, speed)
            sounds[engine] = (y, speed)
        path = f"{folder}/{name}.{speed}.png"
        draw(path, speed, sounds)
        result["pictures"].append(path)
    print(json.dumps(result))


main()
