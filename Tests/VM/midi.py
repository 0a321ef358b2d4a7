"""What the lab makes of MIDI messages that were heard. Pure; tested in test_midi.py."""


def read(text):
    """[(second, bytes)] of what /opt/lab/ear has printed; a last line that was cut off counts for nothing."""
    found = []
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2 and len(words[1]) % 2 == 0:
            found.append((float(words[0]), bytes.fromhex(words[1])))
    return found


def notes(messages):
    """What sounds at the end, as {(channel, note)}, how many notes began, and what was wrong: begins of notes that sounded, ends of notes that did not.
    "All notes off" and "all sound off" end what a channel has."""
    sounding, begun, wrong = set(), 0, []
    for second, message in messages:
        kind, channel = message[0] >> 4, message[0] & 15
        if kind == 9 and message[2] > 0:
            begun += 1
            if (channel, message[1]) in sounding:
                wrong.append((second, message.hex()))
            sounding.add((channel, message[1]))
        elif kind in (8, 9):
            if (channel, message[1]) not in sounding:
                wrong.append((second, message.hex()))
            sounding.discard((channel, message[1]))
        elif kind == 11 and message[1] in (120, 123):
            sounding = {place for place in sounding if place[0] != channel}
    return sounding, begun, wrong


def is_silenced(messages):
    """Every channel was told "all notes off" and "all sound off"."""
    told = {(message[0] & 15, message[1]) for _, message in messages if message[0] >> 4 == 11 and message[1] in (120, 123)}
    return all((channel, number) in told for channel in range(16) for number in (120, 123))


def bend_range(messages, channel):
    """Semitones of the last bend range (registered parameter 0) that a channel was told; nil without one."""
    parameter, found = [127, 127], None
    for _, message in messages:
        if message[0] != 0xB0 | channel:
            continue
        if message[1] in (100, 101):
            parameter[101 - message[1]] = message[2]
        elif message[1] == 6 and parameter == [0, 0]:
            found = message[2]
    return found


def jitter(seconds):
    """How far ticks that should be equally far apart are from the straight line through them, in seconds, in their order of size; empty for fewer than 3."""
    n = len(seconds)
    if n < 3:
        return []
    middle, mean = (n - 1) / 2, sum(seconds) / n
    slope = sum((k - middle) * (s - mean) for k, s in enumerate(seconds)) / sum((k - middle) ** 2 for k in range(n))
    return sorted(abs(s - mean - slope * (k - middle)) for k, s in enumerate(seconds))
