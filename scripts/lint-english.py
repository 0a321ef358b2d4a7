#!/usr/bin/env python3
"""Checks the English of comments in Swift files.   usage: lint-english.py FOLDER...

It reports comment lines wider than 120 columns, sentences that begin with a word that hides their subject, and words
that are hard for a reader with English as a second language. It prints one line for each place and exits with 1 if
there is one.
"""

import pathlib
import re
import sys

WIDTH = 120
WORDS = re.compile(r"\b(whoever|nobody|somebody|so many(?:th|eth)|manieth|(?:is|are) none|(?:is|are) no number)\b", re.IGNORECASE)
OPENING = re.compile(r"(?:^|(?<=[.!?] ))(What|Who|Whoever|Where|One that)\b")
COMMENT = re.compile(r"\s*///? ?(.*)")


def blocks(lines):
    """Yields runs of comment lines as pairs of line number and text. A paragraph or a list entry begins a block."""
    block = []
    for number, line in enumerate(lines, 1):
        match = COMMENT.fullmatch(line)
        if not match or not match[1] or match[1].startswith("- "):
            if block:
                yield block
            block = []
        if match and match[1]:
            block.append((number, match[1]))
    if block:
        yield block


def faults(text):
    """Yields pairs of line number and fault."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if COMMENT.fullmatch(line) and len(line) > WIDTH:
            yield number, f"the comment ends at column {len(line)}, and {WIDTH} is the last"
    for block in blocks(lines):
        begins, joined = [], ""
        for number, words in block:
            begins.append((len(joined), number))
            joined += words + " "
        plain = re.sub(r"`[^`]*`", lambda code: "`" * len(code[0]), joined)
        for match in [*WORDS.finditer(plain), *OPENING.finditer(plain)]:
            number = max(number for begin, number in begins if begin <= match.start())
            yield number, f"'{match[0]}'" + (" begins a sentence" if match.re is OPENING else "")


def main(folders):
    found = 0
    for path in sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.swift")):
        for number, fault in sorted(faults(path.read_text())):
            print(f"{path}:{number}: {fault}")
            found += 1
    if found:
        print(f"lint: {found} comments are not in plain English: see CONTRIBUTING.md")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
