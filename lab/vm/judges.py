"""Judges the lab's observations, except LEDs (pattern.py).

Pure: text and numbers in, words and numbers out; tested in test_judges.py.
"""
import math
import re
import statistics


def presses(stamps, quiet=0.008, unsure=0.003):
    """Counts the presses of a button by the box's debouncing.

    A press counts at its first edge, and a release when the line has been quiet for `quiet` seconds. stamps: (is
    down, seconds before, seconds after) of each edge. Returns (at least, at most): they differ if an edge came about
    `quiet` seconds after the last one, so that both are possible.
    """
    least = most = 0
    last = None
    for down, before, after in stamps:
        if down:
            if last is None:
                least, most = 1, 1
            else:
                # The least and most time that the line was up.
                shortest, longest = before - last[1], after - last[0]
                least += shortest > quiet + unsure
                most += longest > quiet - unsure
        last = (before, after)
    return least, most


def age(kept, before, changes, alike=lambda a, b: a == b, end=None):
    """Returns the age of a saved value.

    It is the seconds from the first lost change to `end`, or to the last acknowledged change; None if it was never
    set.
    changes: (value, second) in order; before: the value saved before them.
    """
    if end is None and changes:
        end = changes[-1][1]
    for k in range(len(changes) - 1, -1, -1):
        if alike(changes[k][0], kept):
            newer = changes[k + 1:]
            return end - newer[0][1] if newer else 0.0
    if before is not None and alike(before, kept):
        return end - changes[0][1] if changes else 0.0
    return None


def steady(looks, apart=2.0, near=12, on_its_way=0.3, shortest=0.03):
    """Returns the parts of a recording that can be judged: [(begin, end, cents)].

    They are in the recording's seconds, between two looks at the box that report the same pitch. A part is unknown
    during a pause, or where a hand may have gone and come back between distant looks. A value set just before a look
    is not audible at once.

    looks: (second of the look, seconds recorded by then, cents, is paused), in order
    apart: most seconds between two looks
    near: cents that count as the same
    on_its_way: seconds of sound that may still be in buffers when the box reports a new pitch
    shortest: least seconds to judge
    """
    found = []
    for k, (before, after) in enumerate(zip(looks, looks[1:])):
        if before[3] or after[3] or after[0] - before[0] > apart or abs(before[2] - after[2]) > near:
            continue
        is_new = k == 0 or before[0] - looks[k - 1][0] > apart or abs(looks[k - 1][2] - before[2]) > near
        begin = before[1] + (on_its_way if is_new else 0)
        if after[1] - begin >= shortest:
            found.append((begin, after[1], after[2]))
    return found


def power_off(events, console):
    """Returns None if a machine switched itself off in order; otherwise the event.

    events: QEMU's (name, data); console: the kernel's words. A panic ends the machine as well: it restarts, which
    QEMU's options turn into the end.
    """
    # Not "soft lockup" nor "hung task": a busy host causes those.
    for word in ("Kernel panic", "Oops:", "kernel BUG at"):
        if word in console:
            line = next(line for line in console.splitlines() if word in line)
            return f"the kernel says: {line.strip()}"
    reasons = [data.get("reason") for name, data in events if name == "SHUTDOWN"]
    if not reasons:
        return "QEMU does not say that the machine was switched off"
    if reasons[-1] != "guest-shutdown":
        return f"the machine ended by {reasons[-1]}"
    if "reboot: Power down" not in console:
        return "the kernel does not say that it switches off"
    return None


def shares(melody):
    """Returns each tone's share of a melody's pieces.

    melody: (second, pitch), as from `sound.melody`.
    """
    pitches = [hz for _, hz in melody]
    return {hz: pitches.count(hz) / len(pitches) for hz in set(pitches)}


def cut(melody, after, firm=5):
    """Returns the tone before another one, and the seconds between their pieces.

    The result is (pitch, seconds); None if either is missing. A few consecutive pieces of the new tone are necessary,
    because one may be chance.
    """
    for k in range(len(melody) - firm + 1):
        if all(hz == after for _, hz in melody[k:k + firm]):
            return (melody[k - 1][1], melody[k][0] - melody[k - 1][0]) if k else None
    return None


def delays(rows):
    """Returns the least and the most milliseconds from each switch of LEDs to the first frame that shows it.

    rows: as /opt/lab/view prints them.
    """
    found = []
    for row in rows:
        before, at, begun, ended = map(float, row.split()[1:])
        found.append((1000 * (begun - at), 1000 * (ended - before)))
    return found


def bounds(found, count, share):
    """Returns the least and the most value of a quantile of some of these delays.

    found: from `delays`; count: how many of them were measured, but not which; share: 0...1, as in `Quantiles`.
    """
    rank = max(0, math.ceil(share * count) - 1)
    least, most = (sorted(row[side] for row in found) for side in (0, 1))
    return least[rank], most[rank + len(found) - count]


def cables(found, own, near=2.0):
    """Returns what is wrong with ways that were measured through cables; None if they are right.

    found: {cable: [(its delay, the measured way)]}. own: the least and the most of the part that every way has besides
    its cable. near: the error that may be. All are milliseconds. Of each cable the median counts, because a pause of
    the machine may spoil a measurement.
    """
    rests = {cable: statistics.median(way - delay for delay, way in rows) for cable, rows in found.items()}
    for cable, rest in rests.items():
        if not own[0] - near <= rest <= own[1] + near:
            return f"without cable {cable} the way is {rest:.1f} ms, and between {own[0]:.1f} and {own[1]:.1f} ms"
    apart = max(rests.values()) - min(rests.values())
    return f"without their cables the ways differ by {apart:.1f} ms" if apart > near else None


def is_listening(table, port):
    """Returns whether a TCP port takes connections. table: text of /proc/net/tcp and /proc/net/tcp6."""
    rows = [line.split() for line in table.splitlines()]
    return any(len(row) > 3 and row[1].endswith(f":{port:04X}") and row[3] == "0A" for row in rows)


# A line of the kernel's console: seconds since the start of the machine, and text.
STAMPED = re.compile(r"\[ *(\d+\.\d+)\] (.*)")
# Words of the service manager and of the box about an end that was not in order.
FORCED = ("Watchdog timeout", "timed out", "Killing process", "Main process exited", "Failed with result", "Scheduled restart")
UNSAVED = ("has not taken the state", "was not saved")


def shutdown(console):
    """Returns how a box ends with its machine: (seconds to the service's end, seconds to the machine's end, fault).

    They count from the box's words "shutting down", by the machine's clock. With a fault both are None. console: the
    kernel's words, with the journal's among them.
    """
    begin = service = None
    for second, text in STAMPED.findall(console.replace("\r", "")):
        is_managers, is_boxes = "gestureflow.service: " in text, "gestureflowd[" in text
        if begin is None:
            if is_boxes and text.endswith("shutting down"):
                begin = float(second)
            continue
        if is_managers and any(word in text for word in FORCED) or is_boxes and any(word in text for word in UNSAVED):
            return None, None, text
        if service is None and is_managers and "Deactivated successfully" in text:
            service = float(second) - begin
        if "reboot: Power down" in text and service is not None:
            return service, float(second) - begin, None
    missing = "the box does not say that it shuts down" if begin is None else "the service's end is not reported" if service is None else None
    return None, None, missing or "the machine's end is not reported"


def deadlines(page):
    """Returns {name in backticks: seconds} from the tables of docs/design/deadlines.md."""
    found = {}
    for row in page.splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if row.startswith("|") and len(cells) == 3 and re.fullmatch(r"\d+(\.\d+)?", cells[1]):
            found.update((name, float(cells[1])) for name in re.findall("`([^`]+)`", cells[2]))
    return found


def imported(lines):
    """Returns whether `gfctl import` says that a file is imported now; None without an answer.

    The line "ended" follows the last one of gfctl.
    """
    for line in lines:
        if "failed" in line or "imported before" in line or "wait to be imported" in line or line == "ended":
            return False
        if "imported 1 file(s)" in line:
            return True
    return None


def damage(size, decoded, said, seconds, near=0.1):
    """Returns what is wrong with a copy of a sound; None if it is whole.

    size: bytes of the file. decoded: bytes of its samples, in stereo of 16 bits at 48 kHz. said: the decoder's
    complaints. seconds: length of the original. near: seconds that coders may add or drop.
    """
    if size <= 0:
        return "the copy is empty"
    if said:
        return f"the copy is damaged: {said}"
    length = decoded / 4 / 48000
    return None if abs(length - seconds) <= near else f"the copy has {length:.2f} s, and the original {seconds:.2f} s"
