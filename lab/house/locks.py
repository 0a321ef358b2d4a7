#!/usr/bin/env python3
"""locks.py [PROGRAM] [--list]: counts the mutexes that the box locks for one frame.

PROGRAM is a gestureflowd with symbols, by default that of .build/release. gdb plays it for a short and for a long time,
with a breakpoint on each lock of a mutex. The difference between the two, divided by the difference of their frames, is
the figure: locks of the start cancel. It has the threads between camera and engine alone. --list prints the functions.

The standard library's mutex is compiled into each caller: a `lock cmpxchg`, and beside it a call of its slow path.
Mutexes of C are calls of pthread_mutex_lock. It needs x86-64 and gdb, and takes two minutes.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SLOW = re.compile(r"call.*<\$s15Synchronization12_MutexHandleV9_lockSlow")
C_LOCK = re.compile(r"call.*<pthread_mutex_(?:try)?lock(?:@|>)")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
LINE = re.compile(r"^\s*([0-9a-f]+):\t(\S+)\s*(.*)$")
LEAVES = re.compile(r"j|call|ret|ud2|lock")
# Instructions between an exchange, its jump and the call of the slow path: they move arguments.
REACH = 12
# Scripts of the performer: a pinch moves the pitch; two open hands move the volume, which all modes share.
SCRIPTS = ["spread", "twohands"]
THREADS = ["gf-camera", "gf-hands", "gf-palms", "gf-control"]
SHORT, LONG = 3, 9
# The performer stands in for a camera, and has a lock that a camera has not.
PERFORMER = "VirtualPerformer"


def sites(disassembly):
    """Yields (address, function) of each instruction that locks a mutex.

    An exchange that leads to no slow path of a lock is an unlock, a reference count or another atomic.
    """
    function, body = None, []
    for line in disassembly:
        if found := FUNCTION.match(line):
            yield from in_function(function, body)
            function, body = found[1], []
        elif found := LINE.match(line):
            body.append((int(found[1], 16), found[2], found[3]))
    yield from in_function(function, body)


def in_function(function, body):
    places = {address: index for index, (address, _, _) in enumerate(body)}
    for index, (address, word, rest) in enumerate(body):
        if C_LOCK.search(f"{word} {rest}"):
            yield address, function
        elif word == "lock" and rest.startswith("cmpxchg") and leads_to_slow(body, places, index + 1):
            yield address, function


def leads_to_slow(body, places, start):
    """Says whether a failed exchange goes to the slow path of a lock, by its own jump or straight on."""
    for index, (_, word, rest) in enumerate(body[start:start + REACH], start):
        if word in ("je", "jne"):
            target = places.get(int(rest.split()[0], 16))
            return any(calls_slow(body, way) for way in (index + 1, target) if way is not None)
        if LEAVES.match(word):
            return calls_slow(body, index)
    return False


def calls_slow(body, start):
    """Says whether the instructions from here on call the slow path before they go elsewhere."""
    for _, word, rest in body[start:start + REACH]:
        if LEAVES.match(word):
            return bool(SLOW.search(f"{word} {rest}"))
    return False


# gdb runs this text. Each breakpoint counts and goes on; the counts are written when the program has ended.
COUNTER = """
import collections, gdb, json
given = json.load(open(GIVEN))
for line in ("pagination off", "confirm off", "breakpoint pending off", "print thread-events off", "print inferior-events off"):
    gdb.execute("set " + line)
gdb.execute("handle SIGUSR1 SIGUSR2 SIGPIPE SIGALRM nostop noprint pass", to_string=True)
gdb.execute("starti", to_string=True)
base = next(int(line.split("-")[0], 16) for line in open(f"/proc/{gdb.selected_inferior().pid}/maps") if line.rstrip().endswith(given["program"]))
counts = collections.Counter()
class Site(gdb.Breakpoint):
    def __init__(self, address, function):
        self.function = function
        super().__init__(f"*{base + address:#x}", internal=True)
        self.silent = True
    def stop(self):
        counts[gdb.selected_thread().name + "\\t" + self.function] += 1
        return False
for address, function in given["sites"]:
    Site(address, function)
gdb.execute("continue")
while gdb.selected_inferior().pid:
    gdb.execute("continue")
json.dump(counts, open(given["out"], "w"))
"""


def play(program, found, script, seconds, folder):
    """Plays a script. Returns (frames, locks by thread and function)."""
    report, out, given, counter = (folder / name for name in ("report.json", "locks.json", "given.json", "counter.py"))
    given.write_text(json.dumps({"program": str(program), "sites": found, "out": str(out)}))
    counter.write_text(f"GIVEN = {str(given)!r}\n" + COUNTER)
    done = subprocess.run(
        ["gdb", "-q", "-batch", "-nx", "-x", counter, "--args", program, "run", "--camera", f"performer:{script}", "--sink", "null", "--mode", "player", "--model", "int8",
         "--seconds", str(seconds), "--report", report], cwd=folder, capture_output=True, text=True,
        env={"GESTUREFLOW_SOUNDS": str(ROOT / "sounds"), "GESTUREFLOW_RUNTIME": str(ROOT / ".runtime/x86_64"), **os.environ})
    if not out.exists() or not report.exists():
        sys.exit(f"locks: gdb ended with {done.returncode}: {(done.stdout + done.stderr)[-1500:]}")
    locks = {tuple(place.split("\t")): count for place, count in json.loads(out.read_text()).items()}
    return len(json.loads(report.read_text())["controls"]), locks


def a_frame(short, long):
    """Returns the locks of one frame by thread and function, from two runs of `play`."""
    frames = long[0] - short[0]
    if frames < 30:
        sys.exit(f"locks: only {short[0]} and {long[0]} frames were played: run it on a machine with less load")
    added = {place: count - short[1].get(place, 0) for place, count in long[1].items()}
    found = {place: count / frames for place, count in added.items() if place[0] in THREADS and count > 0 and PERFORMER not in place[1]}
    if not found:
        sys.exit(f"locks: none of the threads {', '.join(THREADS)} locked anything: mend their names in {pathlib.Path(__file__).name}")
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program", nargs="?", type=pathlib.Path, default=ROOT / ".build/release/gestureflowd")
    arguments.add_argument("--list", action="store_true", help="print the functions")
    given = arguments.parse_args()
    if not given.program.is_file():
        arguments.error(f"{given.program} is not there: run 'make build', or name a gestureflowd with symbols")
    for tool in ("gdb", "objdump"):
        if not shutil.which(tool):
            arguments.error(f"{tool} is missing: install it with 'sudo apt install gdb binutils'")
    program = given.program.resolve()
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], check=True, capture_output=True, text=True).stdout
    found = list(sites(text.splitlines()))
    if not found:
        sys.exit(f"locks: {program} has no symbol of a mutex: name the program of a build, not that of a package")
    for script in SCRIPTS:
        with tempfile.TemporaryDirectory() as folder:
            runs = [play(program, found, script, seconds, pathlib.Path(folder)) for seconds in (SHORT, LONG)]
        locks = a_frame(*runs)
        print(f"locks a frame    {sum(locks.values()):>7.1f}   goal <= 8      mutexes locked from camera to engine, performer:{script}")
        if given.list:
            for (thread, function), count in sorted(locks.items(), key=lambda row: -row[1]):
                print(f"  {count:5.2f} {thread:10} {function}")


if __name__ == "__main__":
    main()
