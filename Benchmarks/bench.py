#!/usr/bin/env python3
"""Runs the benchmarks, alternating with the peer.
All figures go to out/bench/report.md, the goals to docs/benchmarks.md.

usage: bench.py     PARTS, if it is set, names the parts to measure, with commas between
                    (films, films.ruben_hand, still ...); goals of parts never measured here stay on the page.
                    PARTS=rest measures the parts not yet measured at this commit, so it continues an interrupted
                    run. ROUNDS (5) is the number of alternating runs behind the medians.
"""
import datetime
import os
import pathlib
import platform
import sys
import time

import agreement
import box
import files
import films
import filters
import hands
import instrument
import intent
import light
import loudness
import sound
import stems
import stretch
from page import FORMAT, REPORT, Sheet, chosen, keep, kept, renewed, report
from runs import ROUNDS, processor, run

SECTIONS = [films.SECTION, agreement.SECTION, *hands.SECTIONS, intent.SECTION, light.SECTION, filters.SECTION, sound.SECTION, stretch.SECTION, stems.SECTION, instrument.SECTION, loudness.SECTION, files.SECTION, box.SECTION]
PARTS = [part for section in SECTIONS for part in section.parts]


def commit():
    """Returns the commit, marked if the sources differ from it.

    A change of the benchmark page itself does not count.
    """
    return run("sh", "-c", "c=$(git rev-parse --short HEAD 2>/dev/null) || { echo none; exit; }; git diff --quiet HEAD -- . ':!docs' && echo $c || echo $c+")


def machine():
    """Returns the processor's name, and whether it speeds up 8-bit layers.

    The second is `Processor.gainsByEightBits`.
    """
    name, abilities = processor()
    return f'{name} {"with" if {"avx512_vnni", "avx_vnni", "asimddp"} & abilities else "without"} dot products of 8-bit numbers'


def measure(part):
    begun = time.monotonic()
    keep(part.name, {"format": FORMAT, "date": str(datetime.date.today()), "commit": commit(), "rounds": ROUNDS, "data": part.measure()})
    print(f"bench: {part.name}, {time.monotonic() - begun:.0f} s", flush=True)


def asked_for(text):
    """Returns the parts of the variable PARTS."""
    words = [word for word in map(str.strip, text.split(",")) if word]
    if words == ["rest"]:
        now = (commit(), ROUNDS)
        of = {part.name: kept(part.name) for part in PARTS}
        return [part for part in PARTS if not of[part.name] or (of[part.name]["commit"], of[part.name]["rounds"]) != now]
    try:
        return chosen(words, PARTS)
    except ValueError as error:
        sys.exit(f"bench: {error}")


def shown(section, records):
    """Prints a section in its present state on the console."""
    sheet = Sheet()
    section.show(sheet, {part.name: records[part.name]["data"] for part in section.parts})
    print("\n".join(["", f"## {section.title}", "", *sheet.lines]), flush=True)


def main():
    wanted = asked_for(os.environ.get("PARTS", ""))
    for section in SECTIONS:
        mine = [part for part in section.parts if part in wanted]
        for part in mine:
            measure(part)
        records = {part.name: kept(part.name) for part in section.parts}
        if mine and all(records.values()):
            shown(section, records)
            if section.publish:
                section.publish({part.name: records[part.name]["data"] for part in section.parts})
    records = {part.name: kept(part.name) for part in PARTS}
    missing = dict.fromkeys(name.split(".")[0] for name, record in records.items() if record is None)
    measured = [section for section in SECTIONS if all(records[part.name] for part in section.parts)]
    if measured:
        intro = [f"{machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}. "
                 "Peer: MediaPipe Hands 0.10.21 in Python, model_complexity 1, two hands, video mode."]
        text, sheet = report(intro, measured, records)
        pathlib.Path(REPORT).write_text(text)
        print(text[text.index("## Goals"):])
        place = pathlib.Path("docs/benchmarks.md")
        if place.exists():
            place.write_text(renewed(place.read_text(), sheet.goals, not missing))
            print("the goals of docs/benchmarks.md are new")
        print(f"all figures: {REPORT}; change the tables of docs/benchmarks.md where these differ")
    if missing:
        print(f"never measured here: {', '.join(missing)} (make bench PARTS={','.join(missing)})")


if __name__ == "__main__":
    main()
