#!/usr/bin/env python3
"""Writes docs/reference/configuration.md, a table of every key, out of deploy/gestureflow.toml, which gflab config-example makes.   usage: configdoc.py > docs/reference/configuration.md"""
import pathlib, re, sys

HEAD = """# Configuration

Made by `scripts/configdoc.py` out of `deploy/gestureflow.toml`: change `ConfigKeys.swift`, not this page.
Keys with * take effect at the next start. `gfctl config set SECTION.KEY VALUE` changes one.
"""


def page(text):
    out, remarks = [HEAD], []
    cell = lambda words: words.replace("|", "\\|").strip()
    for line in text.splitlines():
        if line.startswith("# "):
            remarks.append(line[2:])
        elif match := re.fullmatch(r"\[(.*)\]", line):
            out.append(f"\n## {match[1]}\n\n{' '.join(remarks)}\n\n| key | default | takes | meaning |\n|---|---|---|---|\n")
            remarks = []
        elif match := re.fullmatch(r"([a-z-]+) = (.*)", line):
            takes, _, start = remarks[-1].removeprefix("It takes ").partition(" (at the next start)")
            out.append(f"| `{match[1]}`{'*' if remarks[-1].endswith('(at the next start)') else ''} | `{match[2]}` | {cell(takes.rstrip('.'))} | {cell(' '.join(remarks[:-1]))} |\n")
            remarks = []
        elif not line and not out[1:]:
            remarks = []  # The file's own head.
    return "".join(out)


if __name__ == "__main__":
    sys.stdout.write(page((pathlib.Path(__file__).resolve().parents[1] / "deploy/gestureflow.toml").read_text()))
