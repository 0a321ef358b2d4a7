#!/usr/bin/env python3
"""Writes docs/reference/configuration.md, a table of every key.
Its source is deploy/gestureflow.toml, which gflab config-example makes.

usage: configdoc.py > docs/reference/configuration.md
"""
import pathlib, re, sys

HEAD = """# Configuration

`scripts/configdoc.py` makes this page from `deploy/gestureflow.toml`: change `ConfigKeys.swift`, not this page.
Keys with * take effect at the next start. `gfctl config set SECTION.KEY VALUE` changes one.
"""


def values(takes):
    """Returns the values of a key in few words: `160...1920 (pixels)`."""
    number = re.fullmatch(r"(\"auto\" or )?a (whole )?number from (\S+) to (\S+?)(?: \((.*)\))?", takes)
    if number:
        auto, whole, least, most, unit = number.groups()
        return f"{auto or ''}{least}...{most}{f' ({unit})' if unit else ''}{', whole' if whole and not unit else ''}"
    return takes.removeprefix("one of ")


def page(text):
    out, remarks, last = [HEAD], [], None
    cell = lambda words: words.replace("|", "\\|").strip()
    for line in text.splitlines():
        if line.startswith("# "):
            remarks.append(line[2:])
        elif match := re.fullmatch(r"\[(.*)\]", line):
            out.append(f"\n## {match[1]}\n\n{' '.join(remarks)}\n\n| key | default | takes | meaning |\n|---|---|---|---|\n")
            remarks, last = [], None
        elif match := re.fullmatch(r"([a-z-]+) = (.*)", line):
            takes = values(remarks[-1].removeprefix("It takes ").partition(" (at the next start)")[0].rstrip("."))
            out.append(f"| `{match[1]}`{'*' if remarks[-1].endswith('(at the next start)') else ''} | `{match[2]}` | {'as above' if takes == last and len(takes) > 16 else cell(takes)} | {cell(' '.join(remarks[:-1]))} |\n")
            last = takes
            remarks = []
        elif not line and not out[1:]:
            remarks = []  # The file's header.
    return "".join(out)


if __name__ == "__main__":
    sys.stdout.write(page((pathlib.Path(__file__).resolve().parents[1] / "deploy/gestureflow.toml").read_text()))
