"""What the lab concludes from what it saw, but for LEDs (pattern.py). Pure: text and numbers in, words and numbers out; tested in test_judges.py."""


def presses(stamps, quiet=0.008, unsure=0.003):
    """How often a button was pressed, by the debouncing that the box promises: a press counts at its first edge, and a release when the line has been quiet for
    `quiet` seconds. stamps: (is down, seconds before, seconds after) of each edge. Answers (at least, at most): they differ where an edge came about `quiet` seconds
    after the one before it, so that nobody can say."""
    least = most = 0
    last = None
    for down, before, after in stamps:
        if down:
            if last is None:
                least, most = 1, 1
            else:
                # The line was up since the last edge, for this long at least and at most.
                shortest, longest = before - last[1], after - last[0]
                least += shortest > quiet + unsure
                most += longest > quiet - unsure
        last = (before, after)
    return least, most


def age(kept, before, changes, alike=lambda a, b: a == b):
    """How old what was kept is, in seconds before the last change that was acknowledged; nil if it was never set.
    changes: (value, second) in order; before: what had been kept before them."""
    for k in range(len(changes) - 1, -1, -1):
        if alike(changes[k][0], kept):
            newer = changes[k + 1:]
            return changes[-1][1] - newer[0][1] if newer else 0.0
    if before is not None and alike(before, kept):
        return changes[-1][1] - changes[0][1] if changes else 0.0
    return None


def power_off(events, console):
    """Nil if a machine switched itself off in order; otherwise what happened instead. events: QEMU's (name, data); console: the kernel's words.
    A panic ends the machine as well: it starts again, which QEMU is told to take for the end."""
    # Not "soft lockup" nor "hung task": those a busy host makes.
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
