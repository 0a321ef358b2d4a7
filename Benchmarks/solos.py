"""Makes four solo pieces with known times of all notes.

fluidsynth plays them with Debian's FluidR3.
"""
import json
import os
import random
import subprocess

from debpackages import NotThere, fetch, ran
from midifile import midi
from runs import OUT

PACKAGE, SOUNDFONT = "fluid-soundfont-gm", "usr/share/sounds/sf2/FluidR3_GM.sf2"
SECONDS = 12
# The last second for a note's begin. The release of the last note is audible within the piece.
LAST = 11.5
CHORDS = [(48, 52, 55, 60), (45, 52, 57, 60), (41, 48, 53, 57), (43, 50, 55, 59)]
MELODY = [67, 69, 71, 72, 74, 72, 71, 69, 67, 64, 65, 67]


def broken_chords(step, held):
    """Returns the notes of a broken chord: (begin, end, key, velocity).

    They are `step` seconds apart, with a longer pause behind each fourth, and a bass note under each eighth.
    """
    chance, notes, at = random.Random(3), [], 0.25
    for i in range(1000):
        if at >= LAST:
            return notes
        chord = CHORDS[int(at / 2) % len(CHORDS)]
        notes.append((at, at + held, chord[i % 4] + (24 if i % 3 == 0 else 12), chance.randrange(50, 100)))
        if i % 8 == 0:
            notes.append((at, at + 1.8, chord[0] - 12, 80))
        at += step * (1.5 if i % 4 == 0 else 1)
    return notes


def melody_over_chords():
    """Returns two notes a second over chords of two seconds."""
    chance, notes = random.Random(3), []
    for i in range(int((LAST - 0.25) / 0.5)):
        at = 0.25 + 0.5 * i
        notes.append((at, at + 0.48, MELODY[i % len(MELODY)], chance.randrange(80, 110)))
        if i % 4 == 0:
            notes += [(at, at + 1.9, key, 60) for key in CHORDS[i // 4 % len(CHORDS)]]
    return notes


# Name, program of General MIDI counted from 0, notes.
SOLOS = [
    ("piano", 0, broken_chords(0.2, 0.35)),
    ("guitar", 24, broken_chords(0.22, 0.6)),
    ("harp", 46, broken_chords(0.18, 0.8)),
    ("strings", 48, melody_over_chords()),
]


def pieces():
    """Returns pieces as gamemusic.pieces, and files of note times by name.

    The times are in seconds. The sounds are rendered again each time, so that they match these notes.
    """
    try:
        folder, version = fetch(PACKAGE, [SOUNDFONT])
        player = ran(["dpkg-query", "-W", "-f=${Version}", "fluidsynth"], "fluidsynth", stdout=subprocess.PIPE)
        return [(name, f"fluidsynth {player} with {PACKAGE} {version}", played(name, program, notes, f"{folder}/{SOUNDFONT}")) for name, program, notes in SOLOS], [], \
            {name: times_file(name, notes) for name, _, notes in SOLOS}
    except NotThere as error:
        return [], [f"{', '.join(name for name, _, _ in SOLOS)}: {error}"], {}


def played(name, program, notes, soundfont):
    """Returns FILE,FROM,SECONDS of an instrument's piece."""
    score, sound = f"{OUT}/{name}.mid", f"{OUT}/{name}.wav"
    with open(score, "wb") as file:
        file.write(midi(program, notes, SECONDS))
    ran(["fluidsynth", "-ni", "-g", "0.6", "-r", "48000", "-T", "wav", "-O", "float", "-F", sound, soundfont, score], name)
    if not os.path.exists(sound):
        raise NotThere(f"{name}: fluidsynth wrote no sound")
    return f"{sound},0,{SECONDS}"


def times_file(name, notes):
    path = f"{OUT}/{name}.notes.json"
    with open(path, "w") as file:
        json.dump(sorted({begin for begin, *_ in notes}), file)
    return path
