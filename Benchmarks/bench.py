#!/usr/bin/env python3
"""Runs the benchmarks, alternating with the peer, and writes docs/benchmarks.md.

usage: bench.py     PARTS, if it is set, names what to measure, with commas between (films, films.ruben_hand, still ...); sections of which a part was never measured here stay on the page as they are.
                    PARTS=rest measures what was not yet at this commit: so a run that was interrupted goes on. ROUNDS (5) is how many alternating runs the medians are of."""
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
import loudness
import sound
import stems
import stretch
from page import FORMAT, Sheet, chosen, keep, kept, origins, page, renewed
from runs import ROUNDS, processor, run

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "picost"))
import sheet  # noqa: E402

SECTIONS = [films.SECTION, agreement.SECTION, *hands.SECTIONS, intent.SECTION, filters.SECTION, sound.SECTION, stretch.SECTION, stems.SECTION, instrument.SECTION, loudness.SECTION, files.SECTION, box.SECTION]
PARTS = [part for section in SECTIONS for part in section.parts]


def commit():
    """The commit, with a mark where what is measured is not just that; this page itself does not count."""
    return run("sh", "-c", "c=$(git rev-parse --short HEAD 2>/dev/null) || { echo none; exit; }; git diff --quiet HEAD -- . ':!docs' && echo $c || echo $c+")


def machine():
    """What its processor is called, and whether it has what 8-bit layers gain by (`Processor.gainsByEightBits`)."""
    name, abilities = processor()
    return f'{name} {"with" if {"avx512_vnni", "avx_vnni", "asimddp"} & abilities else "without"} dot products of 8-bit numbers'


def measure(part):
    begun = time.monotonic()
    keep(part.name, {"format": FORMAT, "date": str(datetime.date.today()), "commit": commit(), "rounds": ROUNDS, "data": part.measure()})
    print(f"bench: {part.name}, {time.monotonic() - begun:.0f} s", flush=True)


def asked_for(text):
    """The parts of the variable PARTS."""
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
    """A section as it stands now, on the console."""
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
    records = {part.name: kept(part.name) for part in PARTS}
    missing = dict.fromkeys(name.split(".")[0] for name, record in records.items() if record is None)
    place = pathlib.Path("docs/benchmarks.md")
    if missing:
        measured = [section for section in SECTIONS if all(records[part.name] for part in section.parts)]
        if measured and place.exists():
            place.write_text(renewed(place.read_text(), measured, [section.title for section in SECTIONS], records))
            print(f"\nin docs/benchmarks.md these sections are new: {', '.join(section.title for section in measured)}")
        print(f"never measured here: {', '.join(missing)} (make bench PARTS={','.join(missing)})")
        return
    intro = [f"Made by `make bench` ({origins(records)}): {machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}. "
             "Peer: MediaPipe Hands 0.10.21 in Python, model_complexity 1, two hands, video mode."]
    text = page(intro, SECTIONS, records)
    # What make pi-cost has written there is its own.
    estimate = sheet.taken(place.read_text()) if place.exists() else ""
    if estimate:
        text = sheet.put(text, estimate)
    with open(place, "w") as file:
        file.write(text)
    print(text[text.index("## Goals"):])
    print("written to docs/benchmarks.md")


if __name__ == "__main__":
    main()
