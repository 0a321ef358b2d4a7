"""Makes MIDI files of one track, a tick a millisecond."""


def midi(program, notes, seconds):
    """Returns a piece's bytes.

    - notes: (begin, end, key, velocity), times in seconds.
    - seconds: the end of the track; no note ends later.
    """
    events = []
    for begin, end, key, velocity in notes:
        events += [(round(begin * 1000), bytes([0x90, key, velocity])), (round(min(end, seconds) * 1000), bytes([0x80, key, 64]))]
    body, at = b"\0\xff\x51\x03" + (1_000_000).to_bytes(3, "big") + bytes([0, 0xC0, program]), 0
    for time, data in sorted(events):
        body += length(time - at) + data
        at = time
    body += length(round(seconds * 1000) - at) + b"\xff\x2f\0"
    return b"MThd" + (6).to_bytes(4, "big") + bytes([0, 0, 0, 1]) + (1000).to_bytes(2, "big") + b"MTrk" + len(body).to_bytes(4, "big") + body


def length(number):
    """Returns a number in the form of MIDI files: seven bits a byte."""
    out = [number & 127]
    while number := number >> 7:
        out.append(number & 127 | 128)
    return bytes(reversed(out))
