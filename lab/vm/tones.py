"""Recognizes the box's tones in a recording, by the daemon's own table of tones and lights.

Pure, except for `table`: numbers in, words out; tested in test_tones.py.

Emulated sound stands still a dozen times a second. The card plays silence meanwhile, and a note goes on where it
stopped, but the notes begin by the clock. So notes are longer and nearer to each other than in the table. A tone is
recognized as a picture of pitches over time, at several distances of its notes. It must fit better than every other
tone of the table. Music may play at other pitches, such as 2000 Hz.
"""
import collections, functools, itertools, math, operator, pathlib, re

RATE = 48000
# Samples that are averaged to one. All pitches are below 2 kHz.
FEWER = 6
# Seconds of a window and from one to the next. A window of 50 ms separates F4 and F#4.
WINDOW, STEP = 0.05, 0.02
# Silence between these lengths, in seconds, is a break of the emulated sound. A longer one is a pause.
BREAK = (0.001, 0.15)
# Distances of the notes, as shares of the table's.
DISTANCES = (1.0, 0.8, 0.6, 0.45)
# Steps around a tone that must be free of other pitches.
AROUND = 5
# Seconds of a window for a tick, and from one to the next. A tick of 30 ms is too short for `WINDOW`.
TICK, TICK_STEP = 0.02, 0.005
# Seconds before and behind a tick at which its pitch must be silent.
ALONE = 0.06
# Least likeness to the table's tone, 0...1, and least loudness as a share of the expected one.
LIKE, LOUD = 0.6, 0.25
# Amplitude below which a pitch counts as silent.
FLOOR = 0.012
# `sound.tone-volume` as delivered, and the shares of it (`Signal.share`).
VOLUME = 0.25
SHARES = {"hands": 0.3, "place": 0.3, "mode": 0.6, "tier": 0.6, "setting": 0.6, "scene": 0.6}

# A row of the table. notes: [(Hz, seconds until it begins, seconds until it has faded)]. led and pattern: None without
# a light. problem: "reason: remedy", None without one.
Row = collections.namedtuple("Row", "group event names notes led pattern problem")


def pitch(name):
    """Returns the frequency of a note such as F#4."""
    place = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[name[0]] + ("#" in name) + 12 * (int(name[-1]) - 4)
    return 440 * 2 ** ((place - 9) / 12)


@functools.cache
def table():
    """Returns {name: Row} of the daemon's table of tones and lights."""
    sources = pathlib.Path(__file__).resolve().parents[2] / "Sources"
    source = next(sources.rglob("Signal.swift")).read_text()
    found = {}
    for name, body in re.findall(r"case \.(\w+):\s*Row\(\s*(.*?)\n? *(?=case \.|//|\}\n)", source, re.S):
        group, event = re.match(r'\.(\w+), "([^"]*)"', body).groups()
        tone = re.search(r'tone\("([^"]*)", ([\d.]+), ([\d.]+)\)', body)
        light = re.search(r"(?:shows|flash)\(\.(\w+)(?:\((\d)\))?, \.(\w+)\)", body)
        problem = re.search(r'Failure\(\s*"([^"]*)",\s*remedy: "([^"]*)"\)', body)
        names = tone[1].split() if tone else []
        notes = [(pitch(one), k * float(tone[2]), float(tone[3])) for k, one in enumerate(names)]
        led, shown = (light[3], light[1] + (light[2] or "")) if light else (None, None)
        found[name] = Row(group, event, names, notes, led, shown, ": ".join(problem.groups()) if problem else None)
    return found


def words(row):
    """Returns a tone in the words of docs/owner/signals.md."""
    if not row.names:
        return ""
    text = row.names[0]
    for (before, _, _), (hz, _, _), name in zip(row.notes, row.notes[1:], row.names[1:]):
        text += (" ↗ " if hz > 1.01 * before else " ↘ " if hz < 0.99 * before else " → ") + name
    if len(row.notes) == 1:
        return text + ", a tick"
    apart = row.notes[1][1]
    return text + (", quick" if apart < 0.1 else ", slow" if apart >= 0.2 else "")


@functools.cache
def pitches():
    """Returns all frequencies of the table, lowest first."""
    return tuple(sorted({note[0] for row in table().values() for note in row.notes}))


@functools.cache
def waves():
    """Returns cosine and sine of each frequency over a window."""
    count = round(WINDOW * RATE / FEWER)
    turns = [[2 * math.pi * hz * FEWER / RATE * i for i in range(count)] for hz in pitches()]
    return [([math.cos(at) for at in turn], [math.sin(at) for at in turn]) for turn in turns]


def unbroken(x):
    """Returns a recording without the breaks of the emulated sound."""
    kept = []
    for is_silent, run in itertools.groupby(x, lambda value: -2 < value < 2):
        run = list(run)
        if not is_silent or not BREAK[0] * RATE <= len(run) < BREAK[1] * RATE:
            kept += run
    return kept


def fewer(x):
    """Returns samples at a lower rate, with 1 as full scale."""
    return [sum(x[i:i + FEWER]) / (FEWER * 32768) for i in range(0, len(x) - FEWER + 1, FEWER)]


def picture(x):
    """Returns the amplitude of each of the table's pitches over time: a list of steps for each of `pitches`.

    x: samples of -32768...32767, 48 kHz.
    """
    few = fewer(x)
    count, step = round(WINDOW * RATE / FEWER), round(STEP * RATE / FEWER)
    windows = [few[i:i + count] for i in range(0, len(few) - count + 1, step)]
    found = []
    for cosine, sine in waves():
        at = [math.hypot(sum(map(operator.mul, window, cosine)), sum(map(operator.mul, window, sine))) * 2 / count for window in windows]
        found.append([value if value > FLOOR else 0.0 for value in at])
    return found


def render(notes, level=1.0, distance=1.0):
    """Returns the samples of a tone, as the daemon computes them (Tone.swift).

    notes: as in `Row`; distance: factor for the seconds between them.
    """
    x = [0.0] * round((max(delay * distance + length for _, delay, length in notes) + WINDOW) * RATE)
    for hz, delay, length in notes:
        begin, count, turn = round(delay * distance * RATE), round(length * RATE), 2 * math.pi * hz / RATE
        for age in range(count):
            fall = 1 - age / count
            x[begin + age] += 32767 * level * fall * fall * min(age / 240, 1) * math.sin(turn * age)
    return x


@functools.cache
def template(name, distance):
    """Returns the picture of a tone at full level, as [(index of the pitch, steps)], and its energy."""
    rows = [(k, row) for k, row in enumerate(picture([0.0] * round(WINDOW / 2 * RATE) + render(table()[name].notes, 1.0, distance))) if max(row) > 0.1]
    return rows, sum(value * value for _, row in rows for value in row)


class Ear:
    """A recording as a picture, with the energy of its beginning up to each step."""

    def __init__(self, x):
        self.picture = picture(unbroken(x))
        self.steps = len(self.picture[0])
        self.energy = [0.0, *itertools.accumulate(sum(row[k] ** 2 for row in self.picture) for k in range(self.steps))]

    def best(self, name, begin, end, around=None):
        """Returns (likeness, step, steps, gain) of the place in begin...end at which a tone fits best.

        around: the (first step, end) in which all pitches count; without it these are the tone's own steps and some
        around them.
        """
        found = (0.0, begin, 0, 0.0)
        for distance in DISTANCES:
            rows, energy = template(name, distance)
            length = len(rows[0][1])
            for at in range(max(0, begin), min(end, self.steps - length + 1)):
                if self.energy[at + length] == self.energy[at]:
                    continue
                dot = sum(sum(map(operator.mul, self.picture[k][at:at + length], row)) for k, row in rows)
                if dot > 0:
                    first, last = around or (max(0, at - AROUND), min(self.steps, at + length + AROUND))
                    own = self.energy[last] - self.energy[first]
                    likeness = dot / math.sqrt(energy * own) if own > 0 else 0.0
                    if likeness > found[0]:
                        found = (likeness, at, length, dot / energy)
        return found

    def judge(self, wanted, begin=0, end=None):
        """Returns None if a tone of the table is heard, and no other at its place; otherwise what is heard instead."""
        likeness, at, length, gain = self.best(wanted, begin, self.steps if end is None else end)
        level = VOLUME * SHARES.get(table()[wanted].group, 1)
        if likeness < LIKE or gain < LOUD * level:
            return f"'{table()[wanted].event}' is not heard: likeness {likeness:.2f}, level {gain:.3f} of {level:.3f}"
        around = max(0, at - AROUND), min(self.steps, at + length + AROUND)
        rivals = {name: self.best(name, at - length, at + length, around)[0] for name, row in table().items() if row.notes and name != wanted}
        other = max(rivals, key=rivals.get)
        if rivals[other] >= likeness:
            return f"it sounds like '{table()[other].event}' ({rivals[other]:.2f}) and not like '{table()[wanted].event}' ({likeness:.2f})"
        return None

    def places(self, name):
        """Returns the seconds at which a tone of the table is heard, without the time of the breaks."""
        found, at = [], 0
        length = len(template(name, 1.0)[0][0][1])
        while at < self.steps:
            # Its best place in the next second, which may continue.
            likeness, place, _, _ = self.best(name, at, at + round(1 / STEP))
            if likeness >= LIKE and self.judge(name, place, place + 1) is None:
                found.append(place * STEP)
                at = place + length
            else:
                at += round(1 / STEP)
        return found


def amplitudes(few, hz):
    """Returns the amplitude of a pitch in each window for a tick. few: from `fewer`."""
    count, step = round(TICK * RATE / FEWER), round(TICK_STEP * RATE / FEWER)
    turns = [2 * math.pi * hz * FEWER / RATE * i for i in range(count)]
    cosine, sine = [math.cos(at) for at in turns], [math.sin(at) for at in turns]
    windows = (few[i:i + count] for i in range(0, len(few) - count + 1, step))
    return [math.hypot(sum(map(operator.mul, window, cosine)), sum(map(operator.mul, window, sine))) * 2 / count for window in windows]


def ticks(x, name):
    """Returns the seconds at which a tick of the table is heard, without the time of the breaks.

    Its pitch must be short, and the loudest of the table's. x: samples of -32768...32767, 48 kHz.
    """
    row = table()[name]
    hz = row.notes[0][0]
    few = fewer(unbroken(x))
    own = amplitudes(few, hz)
    loud = LOUD * max(amplitudes(fewer(render(row.notes, VOLUME * SHARES.get(row.group, 1))), hz))
    alone, width, found = round(ALONE / TICK_STEP), round(TICK * RATE / FEWER), []
    for k, value in enumerate(own):
        if value < loud or value < max(own[max(0, k - alone):k + alone + 1]):
            continue
        begin = k * round(TICK_STEP * RATE / FEWER)
        others = [amplitudes(few[begin:begin + width], other)[0] for other in pitches() if other != hz]
        if max(others) < value / 2 and all(own[at] < value / 4 for at in (k - alone, k + alone) if 0 <= at < len(own)):
            found.append(k * TICK_STEP)
    return found


def sides(left, right, hz, window=960, firm=5):
    """Returns the loudspeakers that play a tone, in order: "left", "right" or "both".

    left, right: the samples of both sides. A side counts after a few consecutive windows, because one may be chance.
    """
    def plays(x):
        turn = [2 * math.pi * hz / RATE * i for i in range(len(x))]
        amplitude = 2 / max(len(x), 1) * math.hypot(sum(v * math.cos(t) for v, t in zip(x, turn)), sum(v * math.sin(t) for v, t in zip(x, turn)))
        return amplitude > 0.02 * 32768

    names = {(True, False): "left", (False, True): "right", (True, True): "both"}
    seen = [names.get((plays(left[i:i + window]), plays(right[i:i + window]))) for i in range(0, min(len(left), len(right)) - window, window)]
    found = []
    for name, run in itertools.groupby(one for one in seen if one):
        if len(list(run)) >= firm and found[-1:] != [name]:
            found.append(name)
    return found
