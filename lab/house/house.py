#!/usr/bin/env python3
"""house.py [ROOT] [--list FIGURE]: counts how the code is organised and prints the figures with their goals.

ROOT is a checkout, by default this one. --list prints the places of one figure, one a line. It judges nothing: the
exit status is 0.
"""

import argparse
import itertools
import pathlib
import re
import statistics

import swift

# Commands whose files are counted, by the name of their case: the player's, MIDI's, the recorder's.
COMMANDS = ["nextFolder", "midiForget", "captureRemove"]
FOLDERS = ["Supervisor", "Modes", "Perception", "Settings", "Licensing", "Sound", "Gestures", "Library"]
MUTEX = re.compile(r"\b(?:let|var)\s+\w+\s*(?::\s*Mutex<|=\s*Mutex\b)|\bpthread_mutex_t\s+\w+|\b(?:let|var)\s+\w+\s*[:=]\s*pthread_mutex_t\b")
SLEEP = re.compile(r"\b(?:usleep|Thread\.sleep|Task\.sleep)\(")
# The newest mode, whose files are counted, without its option to snap, which no mode needs: OPTION is its row.
MODE = re.compile(r"^(?!\s*//).*theremin(?!-?snap)", re.IGNORECASE | re.MULTILINE)
OPTION = re.compile(r'^ *\.flag\(\s*"gestures\.theremin-snap".*?"\),$', re.DOTALL | re.MULTILINE)
RANGE = re.compile(r"(?<![\d.])0\.1\s*\.\.\.\s*2(?:\.0)?(?![\d.])")


class Tree:
    """The sources of a checkout, read once, without tests and benchmarks."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.texts = {path: text for suffix in ("swift", "c", "h", "cpp", "hpp") for path, text in self.read(suffix)}
        self.swift = {path: swift.code(text) for path, text in self.texts.items() if path.suffix == ".swift"}

    def read(self, suffix):
        sources = self.root / "Sources"
        return [(path.relative_to(sources), path.read_text()) for path in sorted(sources.rglob("*." + suffix))]

    def types(self):
        """Yields path, name, conformances and enclosing types of each type."""
        return [(path, *one) for path, clean in self.swift.items() for one in swift.types(clean)]


def lines(tree):
    return [str(path) for path in tree.swift for _ in tree.texts[path].splitlines()]


def types(tree):
    return [f"{path}: {name}" for path, name, _, _ in tree.types()]


def errors(tree):
    found = [f"{path}: {name}" for path, name, inherited, _ in tree.types() if {"Error", "LocalizedError"} & set(inherited)]
    for path, clean in tree.swift.items():
        found += [f"{path}: {m[1]}" for m in re.finditer(r"\bextension\s+([\w.]+)\s*:[^{]*\b(?:Localized)?Error\b[^{]*\{", clean)]
    return found


def mutexes(tree):
    """Returns the mutexes of types and globals, without those local to functions."""
    found = [f"{path}: {line.strip()}" for path, clean in tree.swift.items() for line, names in swift.lines(clean) if names is not None and MUTEX.search(line)]
    c = [(path, line) for path, text in tree.texts.items() if path not in tree.swift for line in text.splitlines()]
    return found + [f"{path}: {line.strip()}" for path, line in c if MUTEX.search(line)]


def pairs(tree):
    """Returns pairs of folders of one target that name each other's types.

    Each pair has a type's name for each direction. Nested folders belong to the outermost one.
    """
    found = []
    for target in FOLDERS:
        files = {path: clean for path, clean in tree.swift.items() if path.parts[0] == target and len(path.parts) > 2}
        declared = {}
        for path, name, _, enclosing in tree.types():
            if path in files and enclosing == ():
                declared.setdefault(name, path.parts[1])
        uses = {}
        for path, clean in files.items():
            for name in sorted(set(re.findall(r"\b[A-Z]\w*", clean)) & declared.keys()):
                uses.setdefault((path.parts[1], declared[name]), name)
        folders = sorted({path.parts[1] for path in files})
        for a, b in itertools.combinations(folders, 2):
            if (a, b) in uses and (b, a) in uses:
                found.append(f"{target}: {a} names {uses[a, b]}, {b} names {uses[b, a]}")
    return found


def matching(tree, pattern):
    return [f"{path}: {line.strip()}" for path, clean in tree.swift.items() for line in clean.split("\n") if pattern.search(line)]


def sleeps(tree):
    return matching(tree, SLEEP)


def files_of_commands(tree):
    return [f"{command}: {path}" for command in COMMANDS for path, clean in tree.swift.items() if re.search(rf"\b{command}\b", clean)]


def median(places):
    """Returns the median of the commands' counts."""
    counts = [sum(place.startswith(command + ":") for place in places) for command in COMMANDS]
    return statistics.median(counts)


def files_of_mode(tree):
    """Returns the files that name mode theremin, without its own ones: those that one more mode touches."""
    page = {path: text for suffix in ("js", "html") for path, text in tree.read(suffix)}
    return [str(path) for path, text in {**tree.texts, **page}.items() if "heremin" not in str(path) and MODE.search(OPTION.sub("", text))]


def ranges(tree):
    """Returns lines with the range of speed that name speed, or that stand in a type that does."""
    found = [(path, line, names or ()) for path, clean in tree.swift.items() for line, names in swift.lines(clean) if RANGE.search(line)]
    return [f"{path}: {line.strip()}" for path, line, names in found if re.search("speed", " ".join([line, *names]), re.IGNORECASE)]


# Figure, its places, their summary, the goal, and the method of counting.
FIGURES = [
    ("source lines", lines, len, "<= 54,000", "lines of the Swift files in Sources, with comments and empty ones"),
    ("types", types, len, "<= 1,150", "declarations of struct, class, enum, actor and protocol, nested ones too"),
    ("error types", errors, len, "<= 15", "types that are declared or extended to be an Error"),
    ("stored mutexes", mutexes, len, "<= 80", "stored or global properties of type Mutex, and pthread_mutex_t"),
    ("two-way pairs", pairs, len, "0", f"pairs of folders of {', '.join(FOLDERS)} that name each other's top-level types; files beside the folders are left out"),
    ("sleeps", sleeps, len, "less", "lines that call usleep, Thread.sleep or Task.sleep; Clock.sleep, which waits for a due time, is left out"),
    ("files a command", files_of_commands, median, "3", f"Swift files that name the case {', '.join(COMMANDS)}; the median of the three"),
    ("files a mode", files_of_mode, len, "<= 8", "files that name mode theremin, without its own ones and its option to snap"),
    ("range checks", ranges, len, "1", "lines with the range 0.1...2 that name speed, or stand in a type that does"),
]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parents[2])
    arguments.add_argument("--list", metavar="FIGURE", choices=[name for name, *_ in FIGURES], help="print the places of one figure")
    given = arguments.parse_args()
    if not (pathlib.Path(given.root) / "Sources").is_dir():
        arguments.error(f"{given.root} has no folder Sources: name a checkout of the project")
    tree = Tree(given.root)
    for name, find, count, goal, how in FIGURES:
        if given.list == name:
            print("\n".join(find(tree)))
        elif not given.list:
            print(f"{name:16} {count(find(tree)):>7,}   goal {goal:10} {how}")


if __name__ == "__main__":
    main()
