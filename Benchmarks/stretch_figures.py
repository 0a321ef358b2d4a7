#!/usr/bin/env python3
"""Prints the bench's figures of a stretcher's quality as JSON.

usage: stretch_figures.py ENGINE, as in stretch_quality.py. Needs numpy and scipy.
"""
import json
import sys

from stretch_quality import chord_residue, clicks, latency, pitch_latency, spurs

# The page names the same pitches and speeds.
TONES = (440, 55, 14000)
STEPS = ((1, 1.5), (1, 0.7), (0.5, 1))


def figures(engine):
    return {
        "spurs": {str(hz): float(max(level for level, _ in spurs(engine, hz).values())) for hz in TONES},
        "clicks": {str(speed): float(clicks(engine, speed, 0.25)[0]) for speed in (0.7, 0.3)},
        "residue": {str(speed): float(chord_residue(engine, speed)[0]) for speed in (0.5, 0.8, 1.3)},
        "pitchMs": float(pitch_latency(engine)),
        "speedMs": [float(latency(engine, before, after)[1]) for before, after in STEPS],
    }


print(json.dumps(figures(sys.argv[1])))
