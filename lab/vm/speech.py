"""Judges speech over a tone: how much quieter the tone is, for how long, and whether a voice is there.

Pure: numbers in, numbers out; tested in test_speech.py.

Emulated sound stands still a dozen times a second, so the windows are short, and no length is exact. A tone of the box
does not make the music quieter: only speech does.
"""
import bisect, collections, functools, itertools, math, operator

import tones

# Samples of a window: whole periods of every multiple of 100 Hz.
WINDOW = 1920
# A tone is quieter between these shares of its amplitude: -16.5 to -7 dB.
QUIETER = (0.15, 0.45)
# Windows in a row that a sentence lowers, at least: 0.8 s. Sound that is left out shifts the tone's phase, which lowers
# the window around it.
LEAST = 20
# Least level of a voice, 0...1.
VOICE = 0.005

# Of the windows with a quieter tone: seconds, its most frequent decibels, the share that has more than the tone, and
# the level of the loud quarter of that. Words have pauses.
Heard = collections.namedtuple("Heard", "seconds decibels voiced level")


@functools.cache
def waves(hz):
    turns = [2 * math.pi * hz / tones.RATE * i for i in range(WINDOW)]
    return [math.cos(turn) for turn in turns], [math.sin(turn) for turn in turns]


def windows(x, hz):
    """Returns (amplitude of the tone, level of everything else) of each window, as shares of full scale.

    x: samples of -32768...32767, 48 kHz.
    """
    kept, (cosine, sine) = tones.unbroken(x), waves(hz)
    found = []
    for begin in range(0, len(kept) - WINDOW + 1, WINDOW):
        part = kept[begin:begin + WINDOW]
        amplitude = 2 / WINDOW / 32768 * math.hypot(sum(map(operator.mul, part, cosine)), sum(map(operator.mul, part, sine)))
        power = sum(map(operator.mul, part, part)) / WINDOW / 32768 ** 2
        found.append((amplitude, math.sqrt(max(power - amplitude * amplitude / 2, 0))))
    return found


def median(values):
    return sorted(values)[len(values) // 2] if values else 0.0


def densest(values, width):
    """Returns the median of the values in the fullest range of this width.

    Broken windows spread widely; whole ones do not.
    """
    values = sorted(values)
    ranges = [values[at:bisect.bisect_right(values, least + width)] for at, least in enumerate(values)]
    return median(max(ranges, key=len, default=[]))


def amplitude(x, hz):
    """Returns the usual amplitude of a tone."""
    return median([tone for tone, _ in windows(x, hz)])


def heard(x, hz, full):
    """Returns what is heard over a tone. full: the tone's amplitude without speech."""
    quiet = []
    for is_lower, run in itertools.groupby(windows(x, hz), lambda window: window[0] / full < QUIETER[1]):
        run = list(run)
        if is_lower and len(run) >= LEAST:
            quiet += [(tone, rest) for tone, rest in run if tone / full > QUIETER[0]]
    if not quiet:
        return Heard(0.0, 0.0, 0.0, 0.0)
    decibels = densest([20 * math.log10(tone / full) for tone, _ in quiet], 1)
    levels = sorted(rest for _, rest in quiet)
    return Heard(len(quiet) * WINDOW / tones.RATE, decibels, sum(level > VOICE for level in levels) / len(levels), levels[len(levels) * 3 // 4])
