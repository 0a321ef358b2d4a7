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


def breaks(quiet, flooded, times=4, besides=5.0):
    """None if the sound broke not much more often in a flood than without; otherwise what is wrong. Both: (xruns, seconds). In a flood `times` as many a second may be, and `besides` a second more: an emulated machine has
    little time to spare, and who writes the flood takes some of it."""
    (few, idle), (many, busy) = quiet, flooded
    allowed = (times * few / max(idle, 1) + besides) * max(busy, 1)
    return None if many <= allowed else f"{many} xruns in {busy:.0f} s, {few} in {idle:.0f} s before it; {allowed:.0f} are allowed"


NOTE_ON, NOTE_OFF, CLOCK = 6, 7, 36


def stamps(text):
    """What /opt/lab/stamps has printed, for each of its two ports: [(second, (type, channel, note))]; a line that was cut off counts for nothing."""
    ports = ([], [])
    for line in text.splitlines():
        words = line.split()
        if len(words) == 5 and words[0] in ("0", "1"):
            ports[int(words[0])].append((float(words[1]), tuple(int(word) for word in words[2:])))
    return ports


def lateness(ports, kinds):
    """By how many seconds messages of these types were delivered after the moment for which they were sent, in order of size. The nth that one port heard is the nth of the other; what only one has heard yet counts
    for nothing. ValueError where they heard different things."""
    # Of a clock's tick nothing but its type means anything.
    alike = lambda event: event if event[0] in (NOTE_ON, NOTE_OFF) else event[:1]
    due, came = ([(second, alike(event)) for second, event in port if event[0] in kinds] for port in ports)
    for number, ((_, one), (_, other)) in enumerate(zip(due, came)):
        if one != other:
            raise ValueError(f"message {number} is {one} at one port and {other} at the other")
    return sorted(after - before for (before, _), (after, _) in zip(due, came))


def spread(late):
    """Of seconds in order of size, in words: the first, and what half, 90 %, 99 % and all of them stay within, in milliseconds."""
    share = lambda part: late[min(int(part * len(late)), len(late) - 1)] * 1000
    return f"{len(late)} messages late by {share(0):.2f} at least, 50 % {share(0.5):.2f}, 90 % {share(0.9):.2f}, 99 % {share(0.99):.2f}, at most {share(1):.2f} ms"


def in_time(late, limit, share):
    """None if so large a share of the messages was delivered within `limit` seconds of its moment, and none before it; otherwise what is wrong. late: seconds in order of size."""
    if not late:
        return "nothing was delivered"
    # The queue's own clock is read in steps.
    if late[0] < -limit / 10:
        return f"a message was delivered {-late[0] * 1000:.2f} ms before its moment"
    found = sum(second <= limit for second in late) / len(late)
    return None if found >= share else f"{found:.0%} were delivered within {limit * 1000:g} ms of their moment, and {share:.0%} are asked for"


def follows(looks, bpm, near=0.03, share=0.5):
    """None if what is played follows a clock; otherwise what is wrong. looks: (tempo of the clock as it is heard, tempo of the set), None where there is none, of each look at the box; near: as a share of the tempo, because an
    emulated sender is late at times; share: of the looks at least."""
    good = [all(tempo is not None and abs(tempo / bpm - 1) <= near for tempo in look) for look in looks]
    if looks and sum(good) / len(looks) >= share:
        return None
    return f"{sum(good)} of {len(looks)} looks are near {bpm:g} beats a minute: {looks[-5:]}"
