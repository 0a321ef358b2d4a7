#!/usr/bin/env python3
"""Prints the bench's figures of the synthesizer's sound as JSON.

usage: instrument_figures.py FOLDER GFBENCH

GFBENCH writes the sounds into the folder; this script measures them with its own code. Needs numpy.
"""
import json
import subprocess
import sys

import numpy as np

RATE = 48_000
# The distance beyond which a line is not part of a harmonic. It is in bins; for a sweep, whose sidebands are nearer,
# in Hz.
AWAY_BINS = 8
AWAY_HZ = 300


def decibels(ratio):
    return float(20 * np.log10(np.maximum(ratio, 1e-12)))


def spectrum(x):
    """Returns magnitudes under a Kaiser window.

    Its side lobes are some 150 dB down from the seventh bin on.
    """
    return np.abs(np.fft.rfft(x * np.kaiser(len(x), 20)))


def beside(x, hz, away, least=0.0):
    """Returns the loudest line beyond `away` Hz from a tone's harmonics.

    It is in dB below the tone's loudest line.
    """
    s = spectrum(x.astype(np.float64))
    f = np.arange(len(s)) * RATE / len(x)
    others = (np.abs(f - np.round(f / hz) * hz) > away) & (f > least)
    return decibels(s[others].max() / s.max())


def alias(x, hz):
    return beside(x, hz, AWAY_BINS * RATE / len(x))


def dying(x, hz):
    """Returns the seconds for 60 dB in an octave around `hz`.

    It fits a line through the remaining energy (Schroeder) from -5 to -35 dB.
    """
    size, hop = 4096, 512
    window = np.hanning(size)
    f = np.fft.rfftfreq(size, 1 / RATE)
    band = (f >= hz / np.sqrt(2)) & (f <= hz * np.sqrt(2))
    energies = [np.sum(np.abs(np.fft.rfft(window * x[at:at + size])[band]) ** 2) for at in range(0, len(x) - size, hop)]
    left = 10 * np.log10(np.cumsum(energies[::-1])[::-1] + 1e-30)
    points = np.flatnonzero((left < left[0] - 5) & (left > left[0] - 35))
    slope = np.polyfit(points, left[points], 1)[0]
    return float(-60 / slope * hop / RATE)


def dense(x):
    """Returns the milliseconds until the echo density is 1, and its mean.

    The density (Abel and Huang 2006) is the share of samples beyond a standard deviation within 20 ms, over that of
    noise. The mean is from 100 ms to 400.
    """
    def density(middle):
        part = x[middle - 480:middle + 480].astype(np.float64)
        deviation = np.sqrt(np.mean(part ** 2))
        return 0.0 if deviation < 1e-6 else np.mean(np.abs(part) > deviation) / 0.3173
    times = range(480, min(19_200, len(x) - 480), 48)
    found = [density(t) for t in times]
    first = next((t for t, value in zip(times, found) if value >= 1), None)
    later = [value for t, value in zip(times, found) if t > 4800]
    return (None if first is None else first / 48), float(np.mean(later))


def measured(sound, bands):
    x = np.fromfile(sound["file"], dtype=np.float32)
    facts = {key: value for key, value in sound.items() if key != "file"}
    if not np.all(np.isfinite(x)) or np.abs(x).max() < 1e-4:
        sys.exit(f"instrument_figures: {facts} is not heard")
    if sound["kind"] == "tone":
        return {**facts, "dB": alias(x, sound["hz"])}
    if sound["kind"] == "sweep":
        return {**facts, "dB": beside(x, sound["hz"], AWAY_HZ)}
    first, later = dense(x)
    return {**facts, "found": [dying(x, hz) for hz in bands], "denseMs": first, "density": later}


def main():
    told = json.loads(subprocess.run([sys.argv[2], "sounds", sys.argv[1]], check=True, capture_output=True, text=True).stdout)
    print(json.dumps({"bands": told["bands"], "sounds": [measured(sound, told["bands"]) for sound in told["sounds"]]}))


if __name__ == "__main__":
    main()
