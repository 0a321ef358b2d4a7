"""Compares the start of the image with that of a plain Debian that has the same package (try.py FOLDER boot).

Both machines have the same emulated parts. They differ in disk and first stage, and the image has firmware and GRUB
before its kernel, which do not count. One start of each is not counted, because it does a first start's work. Then they
start in turn.
"""
import os, statistics, struct, subprocess, threading, time
from machine import Machine

# The goal: the image's seconds as a share of the plain Debian's.
GOAL = 0.5
# Counted starts of each.
STARTS = 2
# The least sample that is sound, of 32768.
LEAST = 32
# The first bytes of a WAV file that are not samples.
HEAD = 44


def has_sound(data):
    """Returns whether samples of 16 bits contain a sound."""
    return any(abs(value) >= LEAST for value in struct.unpack(f"<{len(data) // 2}h", data[:len(data) // 2 * 2]))


def table(times):
    """Returns the lines of a report.

    times: {"image" or "plain": [(seconds to READY, seconds to the first sound)]} of the counted starts.
    """
    lines = []
    for column, what in enumerate(("READY", "first sound")):
        image, plain = (statistics.mean(row[column] for row in times[name]) for name in ("image", "plain"))
        each = ", ".join(f"{name} " + " ".join(f"{row[column]:.1f}" for row in times[name]) for name in ("image", "plain"))
        share = image / plain
        lines.append(f"kernel to {what}: {each} s; ratio {share:.2f}, the goal is {GOAL}: {'reached' if share <= GOAL else 'missed'}")
    return lines


class Ear(threading.Thread):
    """Waits for the first sound in a recording that QEMU writes; `at` is its time by the host's clock."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.at, self.ended = path, None, threading.Event()
        self.start()

    def run(self):
        place = HEAD
        while not self.ended.wait(0.02):
            if not os.path.exists(self.path):
                continue
            with open(self.path, "rb") as file:
                file.seek(place)
                data = file.read()
            data = data[:len(data) // 2 * 2]
            place += len(data)
            if has_sound(data):
                self.at = time.monotonic()
                return


def kernel_start(machine):
    """Returns the time at which a machine's kernel started, by the host's clock."""
    found = []
    for _ in range(5):
        before = time.monotonic()
        uptime = float(machine.run("cut -d' ' -f1 /proc/uptime")[0])
        after = time.monotonic()
        found.append((after - before, (before + after) / 2 - uptime))
    # The quickest answer says it best.
    return min(found)[1]


def start(folder, name, patience, say):
    """Starts a machine, measures it and switches it off; returns its seconds to READY and to the first sound."""
    recording = f"{folder}/{name}.wav"
    if os.path.exists(recording):
        os.remove(recording)
    plain = f"{folder}/plain" if name == "plain" else None
    machine = Machine(folder, f"{plain}/root.ext4" if plain else f"{folder}/card.img", kernel=plain, recording=recording)
    ear = Ear(recording)
    try:
        machine.up(900 * patience)
        begun = kernel_start(machine)
        machine.run("until systemctl is-active -q gestureflow; do sleep 1; done", 900 * patience)
        ear.join(300 * patience)
        if ear.at is None:
            raise AssertionError(f"{name}: no sound is in {recording}")
        ready = int(machine.run("systemctl show -P ActiveEnterTimestampMonotonic gestureflow")[0]) / 1e6
        # The health check marks the slot good; without that GRUB would take a start off it.
        machine.run("systemctl is-system-running --wait", 900 * patience)
        analyzed = machine.run("systemd-analyze | head -n 1")[0]
        mark = machine.run("journalctl -b -o cat --no-pager -u gestureflow | grep -m 1 ' ready '")[0]
        say(f"{name}: READY after {ready:.1f} s, first sound after {ear.at - begun:.1f} s; {analyzed}; the daemon's mark: {' '.join(mark.split())}")
        machine.socket.sendall(b"systemctl poweroff\n")
        try:
            machine.process.wait(300 * patience)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{name}: the machine does not switch itself off")
        return ready, ear.at - begun
    finally:
        ear.ended.set()
        machine.end()


def boot(folder, patience, say, begin=start):
    """Starts both machines in turn and prints the report."""
    times = {"image": [], "plain": []}
    for number in range(STARTS + 1):
        for name in times:
            measured = begin(folder, name, patience, say)
            if number:
                times[name].append(measured)
            else:
                say(f"{name}: this start does not count")
    for line in table(times):
        say(line)
