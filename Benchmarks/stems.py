"""Measures the engine in mode stems.

It measures the time of a block, alone and beside the tracker, the memory of sets, the player's silence after a jump,
and the cost of single moments.
"""
import statistics

from page import Part, Section
from runs import ROUNDS, gfbench, tracker_at_full_load

TIMES = ("mean", "p50", "p99", "p999", "max")
# Mean, p99.9 and maximum in percent of the period: with the vectors of a large machine, and with 128 bits, as in
# gfbench and the box's packages.
GOALS = {"": (1.2, 4, 6), ", what 128 bits must reach": (2.2, 6, 8)}
# The limit for special blocks, as a factor of the mean. These have a jump, a joint, a start or other music.
MOMENTS = 3
HANDS = {"rest": "at rest", "moving": "moving"}


def measure():
    alone, busy = [], []
    for _ in range(ROUNDS):
        alone.append(gfbench("stems"))
        with tracker_at_full_load():
            busy.append(gfbench("stems", "--loaded"))
    return {"alone": medians([run["rows"] for run in alone]), "busy": medians([run["rows"] for run in busy]), "memory": alone[0]["memory"], "silence": gfbench("silence")}


def measure_moments():
    return gfbench("moments")


def medians(runs):
    """Returns each row's median over runs, and the maximum of all."""
    return [{**rows[0], **{key: statistics.median(row[key] for row in rows) for key in TIMES}, "worst": max(row["max"] for row in rows)} for rows in zip(*runs)]


def show(sheet, data):
    alone, busy, memory, silence = (data["stems"][key] for key in ("alone", "busy", "memory", "silence"))
    sheet.say("The first built-in set, with the player's deck, the mixer and the limiter, by the clock. Moving: thirty times a second all volumes, pitches (+-200 cents) and the tempo (0.75 to 1.3) change, and twice a second "
              "a loop is asked for. At rest, at their own tempo and pitch, stems pass untouched. 128 bits.")
    sheet.say()
    sheet.say("| channels | hands | alone: mean / p50 / p99 / p99.9 / most of a run / of all | beside the tracker at full load |")
    sheet.say("|---|---|---|---|")
    times = lambda row: " / ".join(f"{row[key]:.1f}" for key in (*TIMES, "worst"))
    for a, b in zip(alone, busy):
        sheet.say(f'| {a["channels"]} | {HANDS[a["mode"]]} | {times(a)} | {times(b)} |')
    sheet.say()
    sheet.say("| set | sound in memory, MB | resident with the engine, MB | at most while it was loaded, MB |")
    sheet.say("|---|---|---|---|")
    for of in memory:
        sheet.say(f'| {of["set"]} | {of["soundMB"]:.1f} | {of["residentMB"]:.0f} | {of["peakMB"]:.0f} |')
    sheet.say()
    sheet.say("Longest silence of the player, frames, the worst of six speeds and pitches: " + ", ".join(f"{name} {frames}" for name, frames in sorted(silence.items())) + ".")
    sheet.say()
    show_moments(sheet, data["stems.moments"])
    row = lambda rows: next(r for r in rows if (r["channels"], r["mode"]) == (4, "moving"))
    for remark, limits in GOALS.items():
        for (key, figure), limit in zip((("mean", "mean"), ("p999", "p99.9"), ("max", "most of a run")), limits):
            sheet.most(f"the engine with four stems, moving{remark}: {figure} of the period", limit, row(alone)[key], "{:.2f}", " %")
    sheet.goal("the same beside the tracker at full load: p99.9 of the period", "-", row(busy)["p999"], None, "{:.1f} %")
    sheet.most("resident memory with 4 x 16 bars at 60 BPM, without hands and models, MB", 150, memory[-1]["peakMB"], "{:.0f}")
    sheet.most("silence after a start, a jump and another track, the worst, ms", 10, max(silence.values()) / 48, "{:.1f}")


def show_moments(sheet, moments):
    sheet.say("The engine's block while speed and pitch move, processor time, of each block the least of three equal runs of 40 s: the mean of all, and the most of the five blocks with which each moment begins (a jump's fade lasts 10 ms).")
    sheet.say()
    sheet.say("| where | mean | moments: the most | most of all blocks, joints of loops included | most of a single run |")
    sheet.say("|---|---|---|---|---|")
    for where, of in moments.items():
        each = ", ".join(f'{m["moment"]} {m["most"]:.2f}' for m in of["moments"])
        sheet.say(f'| {where} | {of["mean"]:.2f} | {each} | {of["most"]:.2f} | {of["mostOfARun"]:.2f} |')
    sheet.say()
    for where, of in moments.items():
        # A clip's joints are read ahead in different ways: every block counts.
        sheet.most(f"{where}: the most of all blocks with starts, jumps, joints and other music / the mean of that run", MOMENTS, of["most"] / of["mean"], "{:.1f}")


SECTION = Section("Stems: time of a block of 128 frames at 48 kHz, percent of the period", [Part("stems", measure), Part("stems.moments", measure_moments)], show)
