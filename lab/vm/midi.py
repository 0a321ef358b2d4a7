"""Judges received MIDI messages. Pure; tested in test_midi.py."""


def read(text):
    """Returns [(second, bytes)] from the output of /opt/lab/ear.

    An incomplete last line does not count.
    """
    found = []
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2 and len(words[1]) % 2 == 0:
            found.append((float(words[0]), bytes.fromhex(words[1])))
    return found


def notes(messages):
    """Returns the notes left sounding, the count of begun notes, and faults.

    The notes are {(channel, note)}. Faults are begins of sounding notes and ends of silent ones. "All notes off" and
    "all sound off" end a channel's notes.
    """
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
    """Returns whether every channel received "all notes off" and "all sound off"."""
    told = {(message[0] & 15, message[1]) for _, message in messages if message[0] >> 4 == 11 and message[1] in (120, 123)}
    return all((channel, number) in told for channel in range(16) for number in (120, 123))


def bend_range(messages, channel):
    """Returns a channel's last bend range in semitones; None without one.

    It is registered parameter 0.
    """
    parameter, found = [127, 127], None
    for _, message in messages:
        if message[0] != 0xB0 | channel:
            continue
        if message[1] in (100, 101):
            parameter[101 - message[1]] = message[2]
        elif message[1] == 6 and parameter == [0, 0]:
            found = message[2]
    return found


def breaks(quiet, flooded, times=4, besides=5.0):
    """Returns None if a flood hardly broke the sound; else the fault.

    Both arguments: (xruns, seconds). A flood may cause `times` as many a second, and `besides` a second more: an
    emulated machine has little spare time, and the writer of the flood takes some of it.
    """
    (few, idle), (many, busy) = quiet, flooded
    allowed = (times * few / max(idle, 1) + besides) * max(busy, 1)
    return None if many <= allowed else f"{many} xruns in {busy:.0f} s, {few} in {idle:.0f} s before it; {allowed:.0f} are allowed"


NOTE_ON, NOTE_OFF, CLOCK = 6, 7, 36


def stamps(text):
    """Returns for each port of /opt/lab/stamps' output [(second, (type, channel, note))].

    It prints two ports. An incomplete line does not count.
    """
    ports = ([], [])
    for line in text.splitlines():
        words = line.split()
        if len(words) == 5 and words[0] in ("0", "1"):
            ports[int(words[0])].append((float(words[1]), tuple(int(word) for word in words[2:])))
    return ports


def lateness(ports, kinds):
    """Returns the sorted delays of messages of these types.

    A delay is in seconds. The n-th message of one port is the n-th of the other; a message that only one port has
    received yet does not count. Raises ValueError if the ports received different messages.
    """
    # Of a clock's tick only the type has a meaning.
    alike = lambda event: event if event[0] in (NOTE_ON, NOTE_OFF) else event[:1]
    due, came = ([(second, alike(event)) for second, event in port if event[0] in kinds] for port in ports)
    for number, ((_, one), (_, other)) in enumerate(zip(due, came)):
        if one != other:
            raise ValueError(f"message {number} is {one} at one port and {other} at the other")
    return sorted(after - before for (before, _), (after, _) in zip(due, came))


def spread(late):
    """Returns words for sorted seconds: the minimum, and the bounds of 50, 90, 99 and 100 %.

    The bounds are in milliseconds.
    """
    share = lambda part: late[min(int(part * len(late)), len(late) - 1)] * 1000
    return f"{len(late)} messages late by {share(0):.2f} at least, 50 % {share(0.5):.2f}, 90 % {share(0.9):.2f}, 99 % {share(0.99):.2f}, at most {share(1):.2f} ms"


def in_time(late, limit, share):
    """Returns None if enough messages were on time and none was early; else the fault.

    late: seconds in order of size. At least `share` of the messages must be at most `limit` seconds late.
    """
    if not late:
        return "nothing was delivered"
    # The queue's own clock has steps.
    if late[0] < -limit / 10:
        return f"a message was delivered {-late[0] * 1000:.2f} ms before its moment"
    found = sum(second <= limit for second in late) / len(late)
    return None if found >= share else f"{found:.0%} were delivered within {limit * 1000:g} ms of their moment, and {share:.0%} are asked for"


def follows(looks, bpm, near=0.03, share=0.5):
    """Returns None if the playback follows a clock; otherwise the fault.

    looks: (tempo of the received clock, tempo of the set) of each look at the box, None if unknown
    near: as a share of the tempo, because an emulated sender is late at times
    share: least share of the looks
    """
    good = [all(tempo is not None and abs(tempo / bpm - 1) <= near for tempo in look) for look in looks]
    if looks and sum(good) / len(looks) >= share:
        return None
    return f"{sum(good)} of {len(looks)} looks are near {bpm:g} beats a minute: {looks[-5:]}"
