#!/usr/bin/env python3
"""Checks the English of sources and documents.   usage: lint-english.py FOLDER_OR_FILE...

In every text file it reports words that are hard for a reader with English as a second language: in comments,
messages, names of tests and documents. In comments it also reports sentences that begin with a word that hides their
subject, lines wider than 120 columns, and first sentences of more than MOST_WORDS words. It prints one line for each
place and exits with 1 if there is one.
"""

import ast
import itertools
import pathlib
import re
import sys

WIDTH = 120
# The most words of the first sentence of a /// comment in Sources. None checks none of them.
MOST_WORDS = 12
GAP = r"(?:\s|//+|[*#])+"
WORDS = re.compile(
    rf"\b(?:[Ww]hoever|[Nn]obody|[Ss]omebody|so many(?:th|eth)|manieth|(?:is|are|was|were|be){GAP}none|(?<!has )(?<!have )[Nn]o numbers?"
    r"|(?<!here )(?:is|are|was|were) no (?!longer\b|more\b|less\b|louder\b|better\b|worse\b))\b")
OPENING = re.compile(r"(?:^|(?<=[.!?] ))(What|Who|Where|One that)\b")
END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)[.!?][)\"]?(?:\s|$)")
CODE = re.compile(r"`[^`\n]*`")
SLASHES = re.compile(r"(|.*?\s)//+ ?(.*)")
HASHES = re.compile(r"(|.*?\s)#+(?: (.*)|$)")
STARS, TAGS = (re.compile(begin + r"(.*?)" + end, re.DOTALL) for begin, end in ((r"/\*+", r"\*/"), ("<!--", "-->")))
SLASHED = {".c", ".h", ".cpp", ".js", ".dts", ".modulemap", ".swift"}
STARRED = SLASHED - {".swift"} | {".css"}
WITHOUT_HASHES = SLASHED | {".css", ".html", ".json", ".md", ".svg", ".txt"}
# These show the words.
EXAMPLES = {"lint-english.py", "test_lint.py", "test_lint_english.py"}
# gflab config-example writes each statement of it in one line, which configdoc.py reads.
WIDE = {"gestureflow.toml"}


def comments(suffix, text):
    """Yields each line of a comment: its number, whether the line has no code, and its words."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        match = SLASHES.fullmatch(line) if suffix in SLASHED else None if suffix in WITHOUT_HASHES else HASHES.fullmatch(line)
        if match:
            yield number, not match[1].strip(), match[2] or ""
    for match in (STARS if suffix in STARRED else TAGS).finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        for number, words in enumerate(match[1].split("\n"), first):
            yield number, lines[number - 1].strip().startswith(("/*", "<!--")) or number > first, words.strip(" \t*")
    if suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
                for number in range(node.body[0].lineno, node.body[0].end_lineno + 1):
                    yield number, True, lines[number - 1].strip().strip('"')


def blocks(found):
    """Yields runs of comment lines as lists of number and words. A paragraph or a list entry begins a block."""
    block = []
    for number, whole, words in found:
        if block and (number != block[-1][0] + 1 or not whole or not words or words.startswith("- ")):
            yield block
            block = []
        if words:
            block.append((number, words))
    if block:
        yield block


def faults(path, text, most=MOST_WORDS):
    """Yields pairs of line number and fault."""
    lines = text.splitlines()
    found = sorted(set(comments(path.suffix, text)))
    for number, whole, _ in found:
        if whole and len(lines[number - 1]) > WIDTH and path.name not in WIDE:
            yield number, f"the comment ends at column {len(lines[number - 1])}, and {WIDTH} is the last"
    for block in blocks(found):
        begins = list(itertools.accumulate((len(words) + 1 for _, words in block), initial=0))
        sentences = CODE.sub(hidden, " ".join(words for _, words in block))
        for match in OPENING.finditer(sentences):
            place = max(i for i, begin in enumerate(begins) if begin <= match.start())
            yield block[place][0], f"'{match[0]}' begins a sentence"
        number, opening = block[0]
        if most and "Sources" in path.parts and begins_document(lines, number) and not opening.startswith("- "):
            count = len([word for word in END.split(sentences, maxsplit=1)[0].split() if re.search(r"[\w`]", word)])
            if count > most:
                yield number, f"the first sentence has {count} words, and {most} is the most"
    code_in = range(len(lines)) if path.suffix == ".md" else {number - 1 for number, _, _ in found}
    plain = "\n".join(CODE.sub(hidden, line) if i in code_in else line for i, line in enumerate(lines))
    for match in WORDS.finditer(plain):
        yield plain.count("\n", 0, match.start()) + 1, f"'{' '.join(re.findall('[A-Za-z]+', match[0]))}'"


def begins_document(lines, number):
    """Returns whether a comment of documentation begins in a line."""
    return lines[number - 1].strip().startswith("///") and (number == 1 or not lines[number - 2].strip().startswith("///"))


def hidden(code):
    """Returns as many characters that are not words."""
    return "`" * len(code[0])


def main(places):
    found = 0
    for path in sorted(path for place in places for path in [pathlib.Path(place), *pathlib.Path(place).rglob("*")]):
        if not path.is_file() or path.name in EXAMPLES or "__pycache__" in path.parts:
            continue
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        for number, fault in sorted(set(faults(path, text))):
            print(f"{path}:{number}: {fault}")
            found += 1
    if found:
        print(f"lint: {found} places are not in plain English: see CONTRIBUTING.md")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
