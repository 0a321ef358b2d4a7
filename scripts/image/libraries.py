#!/usr/bin/env python3
"""Reports missing libraries of the programs in a root.   usage: libraries.py TREE PROGRAM...

It runs no program. Exit code 1 if a library is missing.
"""
import os, pathlib, re, subprocess, sys


def needed(path):
    """Returns the linked libraries of a file, and its own search folders."""
    read = subprocess.run(["readelf", "-d", path], capture_output=True, text=True)
    if read.returncode:
        raise SystemExit(f"libraries: {path} cannot be read: {read.stderr.strip()}")
    paths = ":".join(re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", read.stdout))
    return re.findall(r"\(NEEDED\).*\[(.*)\]", read.stdout), [folder for folder in paths.split(":") if folder.startswith("/")]


def inside(tree, path):
    """Returns a root path's local path, with links resolved inside the root."""
    for _ in range(20):
        here = tree / str(path).lstrip("/")
        if not here.is_symlink():
            return here
        target = os.readlink(here)
        path = target if target.startswith("/") else os.path.normpath(os.path.join("/", os.path.dirname(str(path)), target))
    return here


def folders(tree):
    """Returns the search folders of the root's linker: the standard folders and those of ld.so.conf.d."""
    listed = ["/usr/lib", "/usr/lib64"] + [f"/{path.relative_to(tree)}" for path in sorted(tree.glob("usr/lib/*-linux-gnu*")) if path.is_dir()]
    for conf in sorted(tree.glob("etc/ld.so.conf.d/*.conf")):
        listed += [line.strip() for line in conf.read_text().splitlines() if line.startswith("/")]
    return listed


def missing(tree, programs, reads=needed):
    """Returns (library, user) for each missing library, also indirect ones."""
    places, known, absent, waiting = folders(tree), set(), [], [inside(tree, program) for program in programs]
    while waiting:
        path = waiting.pop()
        names, own = reads(path)
        for name in names:
            if name in known:
                continue
            known.add(name)
            found = next((inside(tree, f"{place}/{name}") for place in own + places if inside(tree, f"{place}/{name}").exists()), None)
            if found is None:
                absent.append((name, path.name))
            else:
                waiting.append(found)
    return absent


if __name__ == "__main__":
    absent = missing(pathlib.Path(sys.argv[1]), sys.argv[2:])
    for name, who in absent:
        print(f"libraries: {who} needs {name}, which the root does not have", file=sys.stderr)
    sys.exit(1 if absent else 0)
