"""Reads the played sound: the loudest pitch and the pauses of the host's WAV file."""
import math, struct


def samples(path, begin=0.0, end=None, side=0):
    """Returns the samples of one side, 48 kHz. side: 0 is left, 1 is right.

    QEMU writes the lengths of the header only at its end, so the data go to the file's end.
    """
    with open(path, "rb") as file:
        file.seek(44 + int(begin * 48000) * 4)
        data = file.read(int((end - begin) * 48000) * 4 if end else -1)
    return [v[side] for v in struct.iter_unpack("<hh", data[: len(data) // 4 * 4])]


def length(path):
    import os
    return max(0, os.path.getsize(path) - 44) / 4 / 48000


def level(x):
    return math.sqrt(sum(v * v for v in x) / max(len(x), 1)) / 32768


def recent(path):
    """Returns the loudness of the last three seconds of a recording."""
    return level(samples(path, max(0, length(path) - 3)))


def tone(x, hz):
    """Returns the share of the energy at one frequency (Goertzel)."""
    if not x:
        return 0.0
    w = 2 * math.pi * hz / 48000
    c, s1, s2 = 2 * math.cos(w), 0.0, 0.0
    for v in x:
        s1, s2 = v + c * s1 - s2, s1
    power = s1 * s1 + s2 * s2 - c * s1 * s2
    return 2 * power / len(x) / max(sum(v * v for v in x), 1)


def frequency(x):
    """Returns the frequency of a single tone from its rising zero crossings."""
    z = [i - x[i] / (x[i] - x[i - 1]) for i in range(1, len(x)) if x[i - 1] < 0 <= x[i]]
    return 48000 * (len(z) - 1) / (z[-1] - z[0]) if len(z) > 2 else 0.0


def pieces(x, hz, window=96, loud_from=0.05):
    """Returns the share of the loud windows that are this tone. loud_from: the level of a loud window.

    Emulated sound may break many times a second, so the windows are short.
    """
    loud = good = 0
    for i in range(0, len(x) - window, window):
        piece = x[i:i + window]
        if level(piece) > loud_from:
            loud += 1
            good += tone(piece, hz) > 0.7
    return good / loud if loud else 0.0


def pitch(x, window=120, least=4):
    """Returns the median of the pitches of its loud pieces.

    It is like `pieces`, for an unknown tone; 0 where fewer than `least` pieces are a tone.
    """
    found = []
    for i in range(0, len(x) - window, window):
        piece = x[i:i + window]
        if level(piece) > 0.05:
            hz = frequency(piece)
            # A piece that breaks off in the middle is not a tone.
            if hz and tone(piece, hz) > 0.9:
                found.append(hz)
    return sorted(found)[len(found) // 2] if len(found) >= least else 0.0


def melody(x, pitches, window=96):
    """Returns the tones of its loud pieces: [(second, pitch)].

    Pieces with other tones are left out.
    """
    found = []
    for i in range(0, len(x) - window, window):
        piece = x[i:i + window]
        if level(piece) > 0.05:
            found += [(i / 48000, hz) for hz in pitches if tone(piece, hz) > 0.7]
    return found
