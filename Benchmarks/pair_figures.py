#!/usr/bin/env python3
"""Prints engines' results for pairs of hits as JSON.

usage: pair_figures.py NAME=ENGINE...

The results are by engine, speed, band and gap. Engines have the names of stretch_quality.py. Needs numpy and scipy.
"""
import json
import sys

import music_measures as music
from stretch_quality import RATE, is_ours, render

SPEEDS = (0.7, 0.5)


def figures(y, places, speed, late):
    """Returns strongest copy and weaker hit by band and gap in ms."""
    return {name: {f"{1000 * gap:.0f}": found for gap, found in music.copies(y, places, speed, late, band).items()} for name, band in music.PAIR_BANDS.items()}


def main():
    x, places = music.pairs()
    result = {"source": {"1.0": figures(x, places, 1, 0)}}
    for name, engine in (word.split("=", 1) for word in sys.argv[1:]):
        result[name] = {}
        for speed in SPEEDS:
            y = render(engine, x, (len(x) / RATE - 0.1) / speed, speed)
            late = 0 if is_ours(engine) else music.lateness(x[:, 0], y[:, 0], speed)
            result[name][str(speed)] = figures(y, places, speed, late)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
