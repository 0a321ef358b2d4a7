"""Measures the stretcher beside Rubber Band and SoundTouch.

It measures the cost of four stems with moving speed and pitch, and quality by measures with a known truth.
"""
import json
import re
import statistics
import subprocess
import sys

import stretch_music
import stretchers
from page import Part, Section
from runs import BIN, ROUNDS

SECONDS = 20
# The limits of each build: mean, p99.9, most of a run, in percent of the period.
LIMITS = {"ours, 256 bits": (1.2, 4, 6), "ours, 128 bits": (2.2, 6, 8)}
SPURS = {"440": -97, "55": -65, "14000": -66}
CLICKS = {"0.7": 99.96, "0.3": 99.79}
RESIDUE = {"0.5": -43, "0.8": -57, "1.3": -63}


def output(command, failures=()):
    """Returns the output of a program.

    - failures: exit codes that report a bad result.
    """
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode not in (0, *failures):
        sys.exit(f"bench: {' '.join(command)} failed:\n{(result.stdout + result.stderr)[-2000:]}")
    return result.stdout


def measure_cost():
    runs, asked = {}, {}
    engines = [engine for engine in (stretchers.wide(), stretchers.ours(), stretchers.prototype(), *stretchers.peers()) if engine]
    for _ in range(ROUNDS):
        for engine in engines:
            # The peers' program has only one course.
            told = output([*engine.cost, str(SECONDS), *([] if engine.name in stretchers.PEERS else ["narrow"])])
            runs.setdefault(engine.name, []).extend(stretchers.costs(told))
            asked[engine.name] = stretchers.allocations(told)
    return {name: {**summary(rows), "allocations": asked[name]} for name, rows in runs.items()}


def summary(rows):
    """Returns the medians of single runs, and the maximum of all."""
    return {**{key: statistics.median(row[key] for row in rows) for key in ("mean", "p999", "max")}, "worst": max(row["max"] for row in rows), "runs": len(rows)}


def measure_quality():
    engines = [engine for engine in (stretchers.ours(), stretchers.prototype(), *stretchers.peers()) if engine]
    figures = {engine.name.split(",")[0]: json.loads(output([sys.executable, "Benchmarks/stretch_figures.py", engine.engine])) for engine in engines}
    return {"figures": figures, "versions": stretchers.versions(), **equal(output([f"{BIN}/gfstretch", "check"])), **trapped(output([f"{BIN}/TrapCheck", "stretch"], failures=(1,)))}


def equal(text):
    """Returns the unequal stems and the position error of `gfstretch check`."""
    different, off = re.search(r"equal stems (\d+), position off by (-?\d+)", text).groups()
    return {"different": int(different), "off": int(off)}


def trapped(text):
    """Returns blocks and forbidden calls out of the lines of `TrapCheck stretch`."""
    ways = re.findall(r"^\w+ blocks=(\d+) forbidden=(\d+)", text, re.MULTILINE)
    return {"blocks": sum(int(blocks) for blocks, _ in ways), "forbidden": sum(int(count) for _, count in ways)}


def show(sheet, data):
    show_cost(sheet, data["stretch.cost"])
    show_quality(sheet, data["stretch.quality"])
    stretch_music.show(sheet, data["stretch.music"])


def show_cost(sheet, costs):
    sheet.say(f"Four stereo stems of {SECONDS} s while speed (0.75..1.3) and pitch (-7..+3 semitones) move: thread processor time of a block of 128 frames at 48 kHz, percent of the period. Medians of single runs.")
    sheet.say()
    sheet.say("| stretcher | mean | p99.9 | most of a run | most of all runs | runs | allocations in a run |")
    sheet.say("|---|---|---|---|---|---|---|")
    for name, c in costs.items():
        count = "" if c["allocations"] is None else c["allocations"]
        sheet.say(f'| {name} | {c["mean"]:.2f} | {c["p999"]:.1f} | {c["max"]:.1f} | {c["worst"]:.1f} | {c["runs"]} | {count} |')
    sheet.say()
    for name, limits in LIMITS.items():
        if name in costs:
            for (key, figure, form), limit in zip((("mean", "mean", "{:.2f}"), ("p999", "p99.9", "{:.1f}"), ("max", "most of a single run", "{:.1f}")), limits):
                sheet.most(f"four stereo stems with moving hands, {name}: {figure} of the period", limit, costs[name][key], form, " %")
    mean = min(c["mean"] for name, c in costs.items() if name in LIMITS)
    sheet.goal("Rubber Band's R3 / ours, mean", "-", costs["R3"]["mean"] / mean, None, "{:.0f}")


def show_quality(sheet, quality):
    figures = quality["figures"]
    sheet.say("| measure | " + " | ".join(figures) + " |")
    sheet.say("|---|" + "---|" * len(figures))
    row = lambda name, text: sheet.say(f"| {name} | " + " | ".join(text(f) for f in figures.values()) + " |")
    row("spurs at 440 Hz / 55 Hz / 14 kHz, dB", lambda f: " / ".join(f'{f["spurs"][hz]:.0f}' for hz in SPURS))
    row("clicks within 5 ms at 0.7 / 0.3, %", lambda f: " / ".join(f'{f["clicks"][speed]:.2f}' for speed in CLICKS))
    row("steady chord's residue at 0.5 / 0.8 / 1.3, dB", lambda f: " / ".join(f'{f["residue"][speed]:.0f}' for speed in RESIDUE))
    row("pitch to half of a step, ms", lambda f: f'{f["pitchMs"]:.1f}')
    row("speed to half of a step, ms", lambda f: f'{min(f["speedMs"]):.0f} to {max(f["speedMs"]):.0f}')
    sheet.say()
    sheet.say("Spurs are the worst of three speeds and six pitches; steps of the speed are 1 to 1.5, 1 to 0.7 and 0.5 to 1. The peers' best alignment within 60 ms counts, ours is taken as it comes. "
              f'Peers: {", ".join(quality["versions"])}.')
    sheet.say()
    mine = figures["ours"]
    for hz, limit in SPURS.items():
        most(sheet, f"stretcher's spurs at {hz} Hz, dB", limit, mine["spurs"][hz], 0)
    for speed, limit in CLICKS.items():
        sheet.goal(f"clicks within 5 ms at {speed}, %", f">= {limit}", mine["clicks"][speed], lambda x, limit=limit: round(x, 2) >= limit, "{:.2f}")
    for speed, limit in RESIDUE.items():
        most(sheet, f"steady chord's residue at {speed}, dB", limit, mine["residue"][speed], 0)
    most(sheet, "pitch to half of the change, ms", 1.5, mine["pitchMs"], 1)
    most(sheet, "speed to half of the change, the slowest, ms", 47, max(mine["speedMs"]), 0)
    sheet.goal("four equal stems after 60 s of sweeps: blocks that differ", "none", quality["different"] or "none", lambda x: x == "none")
    sheet.goal("and the place, off by, 2^-32 frames", 0, quality["off"], lambda x: x == 0)
    sheet.goal(f'allocations and locks of the stretcher in {quality["blocks"]} blocks', 0, quality["forbidden"], lambda x: x == 0)


def most(sheet, figure, limit, value, digits):
    """Adds a figure that must not exceed another rounded figure."""
    sheet.goal(figure, f"<= {limit}", value, lambda x: round(x, digits) <= limit, f"{{:.{digits}f}}")


SECTION = Section("Stretcher", [Part("stretch.cost", measure_cost), Part("stretch.quality", measure_quality), Part("stretch.music", stretch_music.measure)], show)
