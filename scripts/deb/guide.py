#!/usr/bin/env python3
"""Lists the files of the owner's guide, one name a line.   usage: guide.py PAGE.md...

The list has the given pages, and all our pages and pictures that they link to.
"""
import os, pathlib, re, sys


def guide(*pages):
    """Returns all files that these pages reach by links, sorted. A broken link is an error."""
    found, waiting = set(), [pathlib.Path(page) for page in pages]
    while waiting:
        page = waiting.pop()
        if page in found:
            continue
        if not page.is_file():
            raise FileNotFoundError(f"{page} is not there, and the owner's guide leads to it")
        found.add(page)
        if page.suffix == ".md":
            links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text())
            waiting += [pathlib.Path(os.path.normpath(page.parent / link)) for link in links if "://" not in link]
    return sorted(found)


if __name__ == "__main__":
    for file in guide(*sys.argv[1:]):
        print(file)
