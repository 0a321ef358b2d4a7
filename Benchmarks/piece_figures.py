#!/usr/bin/env python3
"""Stretches a piece of music by several engines and compares them.
It prints as JSON how close each is to the source, and draws the first engine's worst place.

piece_figures.py FILE,FROM,SECONDS PICTURE NOTES NAME=ENGINE...

Engines have the names of stretch_quality.py; the first one's program lists onsets, too. NOTES is a JSON file with the
seconds at which notes begin, or "". Needs numpy, scipy, matplotlib and ffmpeg.
"""
import json
import subprocess
import sys
import tempfile

import matplotlib
import numpy as np
from scipy import signal
from scipy.io import wavfile

import music_measures as music
from stretch_quality import RATE, is_ours, read_piece, render

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

SPEEDS = (0.7, 0.5, 2.0)
# Attacks are measured at slower speeds: at faster ones the last note is too near.
ATTACK_SPEEDS = (0.7, 0.5)
# Seconds of the drawn music on each side of the worst place.
AROUND = 1.0


def figures(x, y, speed, late, notes):
    """Returns an engine's figures at a speed, and its worst place.

    Distances are of the left channel only: a sum of both hides faults of either.
    """
    found = {window: music.distances(x[:, 0], y[:, 0], speed, late, frames) for window, frames in music.WINDOWS.items()}
    at, worst = music.worst_place(next(iter(found.values()))[0], np.mean([values for _, values in found.values()], axis=0))
    end = int(min(len(x), len(y) * speed))
    said = {"distance": {window: float(values.mean()) for window, (_, values) in found.items()}, "width": float(music.width(y) - music.width(x[:end])), "late": 1000 * late / RATE}
    if notes and speed in ATTACK_SPEEDS:
        said["attacks"] = {name: music.attacks(x, y, speed, late, notes, band) for name, band in music.ATTACK_BANDS.items()}
    return said, (worst, at)


def onset_figures(program, x, notes):
    """Compares the onsets of `gfstretch onsets` with another finder and the notes."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        wavfile.write(file.name, RATE, x.astype("<f4"))
        told = subprocess.run([program, "onsets", file.name], check=True, capture_output=True, text=True).stdout
    found = np.array([int(line.split()[0]) for line in told.splitlines()]) / RATE
    times, strengths = music.onsets(x)
    stronger = music.stronger_half(times, strengths)
    said = {"count": len(times), "found": len(found), "stronger": music.share_found(stronger, found), "all": music.share_found(times, found),
            "extra": int(sum(len(times) == 0 or np.abs(times - time).min() > 0.05 for time in found))}
    return {**said, **({"notes": music.share_found(np.array(notes), found)} if notes else {})}


def draw(path, at, title, sounds):
    """Draws spectrograms around a place, in the music's own time.

    - sounds: by name (sound, speed, late).
    """
    figure, rows = pyplot.subplots(len(sounds), 1, sharex=True, figsize=(14, 2.6 * len(sounds)), constrained_layout=True)
    for axes, (name, (y, speed, late)) in zip(rows, sounds.items()):
        first = max(0, int((at - AROUND) / speed * RATE + late))
        part = y[first:int((at + AROUND) / speed * RATE + late), 0]
        f, t, s = signal.stft(part, RATE, nperseg=1024, noverlap=1024 - 96, boundary=None)
        axes.pcolormesh(((first - late) / RATE + t) * speed, f / 1000, 20 * np.log10(np.abs(s) + 1e-6), vmin=-100, vmax=-25, cmap="magma", rasterized=True)
        axes.axvline(at, color="white", linewidth=0.7, linestyle=":")
        axes.set_ylim(0, 16)
        axes.set_ylabel("kHz")
        axes.set_title(name, loc="left")
    rows[-1].set_xlabel("s of the music")
    figure.suptitle(title)
    figure.savefig(path, dpi=90)
    pyplot.close(figure)


def main():
    place, path, notes, *named = sys.argv[1:]
    engines = dict(text.split("=", 1) for text in named)
    if notes:
        with open(notes) as file:
            notes = json.load(file)
    x = read_piece(place)
    first = next(iter(engines))
    result = {"onsets": onset_figures(engines[first], x, notes), "engines": {engine: {} for engine in engines}}
    worst = None
    for speed in SPEEDS:
        sounds = {"source": (x, 1, 0)}
        for engine, program in engines.items():
            y = render(program, x, (len(x) / RATE - 0.3) / speed, speed)
            late = 0 if is_ours(program) else music.lateness(x[:, 0], y[:, 0], speed)
            result["engines"][engine][str(speed)], place_of_worst = figures(x, y, speed, late, notes)
            sounds[engine] = (y, speed, late)
            if engine == first and (worst is None or place_of_worst > worst[0]):
                worst = place_of_worst, speed
                drawn = sounds
    (distance, at), speed = worst
    draw(path, at, f"{place.rsplit(',', 2)[0].rsplit('/', 1)[-1]} at speed {speed}: {distance:.1f} dB from the source on the mean of half a second", drawn)
    result["worst"] = {"distance": distance, "at": at, "speed": speed, "picture": path}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
