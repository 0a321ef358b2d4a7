"""Compares our stretcher with other engines on unfamiliar music.

The stretcher was not tuned to it. It measures the distance to the source, the found onsets, the length of attacks,
and the residue beside pairs of hits.
"""
import glob
import json
import os
import re
import statistics
import subprocess
import sys

import gamemusic
import offline_peers
import solos
import stretchers
from runs import OUT

SPEEDS = ("0.7", "0.5", "2.0")
# The limits of the distances at 0.7, by the window in ms; at the other speeds R3's is the limit.
LIMITS = {"11": 2.9, "43": 1.2, "170": 1.5}
ONSETS, RISE, COPY = 90, 1.5, -12
# The instruments with judged attacks: struck and plucked.
ATTACKS = ("piano", "guitar")
PICTURES = f"{OUT}/spectrograms"
# The number of worst places to draw, one of a piece.
DRAWN = 5


def measure():
    os.makedirs(PICTURES, exist_ok=True)
    for path in glob.glob(f"{PICTURES}/*.png"):
        os.remove(path)
    peers, absent = offline_peers.peers()
    engines = {"ours": stretchers.ours().engine, **{name: engine for name, (engine, _) in peers.items()}}
    found, missing = gamemusic.pieces()
    played, unplayed, notes = solos.pieces()
    named = [f"{name}={engine}" for name, engine in engines.items()]
    rows = [{"piece": name, "from": version, **figures("piece_figures.py", place, picture(name), notes.get(name, ""), *named)} for name, version, place in [*found, *played]]
    kept = worst(rows)
    for row in rows:
        if row not in kept:
            os.remove(row["worst"]["picture"])
    return {"pieces": rows, "pairs": figures("pair_figures.py", *named), "versions": [version for _, version in peers.values()], "missing": [*missing, *unplayed, *absent]}


def figures(script, *words):
    """Returns the JSON output of a script beside this one."""
    command = [sys.executable, f"Benchmarks/{script}", *words]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} failed:\n{result.stderr[-2000:]}")
    return json.loads(result.stdout.splitlines()[-1])


def picture(name):
    return f"{PICTURES}/{re.sub(r'[^A-Za-z0-9]+', '-', name)}.png"


def worst(rows):
    """Returns the pieces with the worst places, the worst first."""
    return sorted(rows, key=lambda row: -row["worst"]["distance"])[:DRAWN]


def mean(rows, engine, speed, window):
    return statistics.fmean(row["engines"][engine][speed]["distance"][window] for row in rows)


def show(sheet, data):
    for why in data["missing"]:
        sheet.say(f"Not measured, because it could not be had: {why}.")
        sheet.say()
    if data["pieces"]:
        show_distances(sheet, data["pieces"], data["versions"])
        show_onsets(sheet, data["pieces"])
        show_attacks(sheet, [row for row in data["pieces"] if row["piece"] in ATTACKS])
        show_worst(sheet, data["pieces"])
    show_pairs(sheet, data["pairs"])


def show_distances(sheet, rows, versions):
    engines = list(rows[0]["engines"])
    triple = lambda of: " / ".join(f"{of(window):.2f}" for window in LIMITS)
    sheet.say(f"Music that the stretcher was not tuned to, {len(rows)} pieces. Distance to the source: what the spectrum of the left channel differs by from the "
              f"source's at the same place, root of the mean square over 64 mel bands down to 60 dB below the loudest, in dB, in windows of {' / '.join(LIMITS)} ms. Nearer is better: 0 is the source. "
              "Width: side to middle, beyond the source's; mean of what it is off, and the most. R3 is `rubberband -3 --centre-focus`. The peers get the whole piece at once, and their best alignment "
              f"within 80 ms counts; ours is taken as it comes. Peers: {', '.join(versions) or 'none'}; music: {', '.join(dict.fromkeys(row['from'] for row in rows))}.")
    sheet.say()
    sheet.say("| speed | engine | distance, dB | width off, dB |")
    sheet.say("|---|---|---|---|")
    for speed in SPEEDS:
        for engine in engines:
            off = [abs(row["engines"][engine][speed]["width"]) for row in rows]
            sheet.say(f"| {speed} | {engine} | {triple(lambda window: mean(rows, engine, speed, window))} | {statistics.fmean(off):.2f}, {max(off):.2f} |")
    sheet.say()
    sheet.say("| piece, at 0.7 | " + " | ".join(engines) + " |")
    sheet.say("|---|" + "---|" * len(engines))
    for row in rows:
        sheet.say(f'| {row["piece"]} | ' + " | ".join(triple(lambda window: row["engines"][engine]["0.7"]["distance"][window]) for engine in engines) + " |")
    sheet.say()
    for window, limit in LIMITS.items():
        sheet.most(f"music at 0.7: distance to the source in windows of {window} ms", limit, mean(rows, "ours", "0.7", window), unit=" dB")
    for speed in SPEEDS[1:]:
        if "R3" in engines:
            limit = mean(rows, "R3", speed, "11")
            sheet.goal(f"music at {speed}: distance to the source in windows of 11 ms", f"< {limit:.2f} dB, R3's", mean(rows, "ours", speed, "11"), lambda x, limit=limit: x < limit, "{:.2f} dB")


def show_onsets(sheet, rows):
    sheet.say("Onsets that the stretcher finds within 30 ms, against those of another finder (the rise of the spectrum), of their stronger half and of all; how many it finds that the other does not have within 50 ms; "
              "and, where the notes are known, how many of them it finds.")
    sheet.say()
    sheet.say("| piece | onsets | of the stronger half, % | of all, % | beside them | of the notes, % |")
    sheet.say("|---|---|---|---|---|---|")
    for row in rows:
        of = row["onsets"]
        notes = f'{of["notes"]:.0f}' if "notes" in of else ""
        sheet.say(f'| {row["piece"]} | {of["count"]} | {of["stronger"]:.0f} | {of["all"]:.0f} | {of["extra"]} | {notes} |')
    sheet.say()
    fewest = min(rows, key=lambda row: row["onsets"]["stronger"])
    few = sum(row["onsets"]["stronger"] < ONSETS for row in rows)
    sheet.goal(f"onsets of the stronger half found, the piece with the fewest ({fewest['piece']}); {few} of {len(rows)} pieces are below", f">= {ONSETS} %", fewest["onsets"]["stronger"], lambda x: x >= ONSETS, "{:.0f} %")


def show_attacks(sheet, rows):
    if not rows:
        return
    engines = list(rows[0]["engines"])
    speeds = [speed for speed in SPEEDS if "attacks" in rows[0]["engines"]["ours"][speed]]
    sheet.say("Attacks of notes, from 10 to 90 % of their height in two bands: the source's median, and by how many ms the median attack is longer; beside it the share of attacks that no longer rise.")
    sheet.say()
    sheet.say("| instrument | band | source, ms | " + " | ".join(f"{engine} at {speed}" for speed in speeds for engine in engines) + " |")
    sheet.say("|---|---|---|" + "---|" * len(engines) * len(speeds))
    for row in rows:
        attacks = lambda engine, speed: row["engines"][engine][speed]["attacks"]
        for band, of in attacks("ours", speeds[0]).items():
            cells = [attack(attacks(engine, speed)[band]) for speed in speeds for engine in engines]
            sheet.say(f'| {row["piece"]} | {band} | {"" if of is None else format(of["source"], ".1f")} | ' + " | ".join(cells) + " |")
        longest = [of["longer"] for speed in speeds for of in attacks("ours", speed).values() if of]
        figure = f'attacks of the {row["piece"]} at {" and ".join(speeds)}: longer than the source\'s, the worse band'
        if None in longest:
            sheet.goal(figure, f"<= {RISE} ms", "half of them are lost", lambda _: False)
        else:
            sheet.most(figure, RISE, max(longest), "{:.1f}", " ms")
    sheet.say()


def attack(of):
    """Returns a cell: how much longer attacks are, and how many are lost."""
    if of is None:
        return ""
    lost = f' ({of["lost"]:.0f} % lost)' if round(of["lost"]) else ""
    return ("-" if of["longer"] is None else f'{of["longer"]:+.1f}') + lost


def show_worst(sheet, rows):
    sheet.say("The worst places of ours, mean of the three windows over half a second: " + "; ".join(
        f'{row["piece"]} at {row["worst"]["speed"]}, {row["worst"]["at"]:.1f} s, {row["worst"]["distance"]:.1f} dB (`{row["worst"]["picture"]}`)' for row in worst(rows)) + ".")
    sheet.say()


def show_pairs(sheet, pairs):
    gaps = list(next(iter(pairs["source"]["1.0"].values())))
    sheet.say(f"Pairs of equal hits, {gaps[0]} to {gaps[-1]} ms apart: the strongest copy beside the two, in dB against the stronger hit, and in brackets the weaker hit.")
    sheet.say()
    sheet.say("| speed | engine | band | " + " | ".join(f"{gap} ms" for gap in gaps) + " |")
    sheet.say("|---|---|---|" + "---|" * len(gaps))
    for speed in dict.fromkeys(speed for of in pairs.values() for speed in of):
        for engine in (name for name, of in pairs.items() if speed in of):
            for band, of in pairs[engine][speed].items():
                sheet.say(f"| {speed} | {engine} | {band} | " + " | ".join(f"{round(copy)} ({round(weaker)})" for copy, weaker in of.values()) + " |")
    sheet.say()
    for speed, bands in pairs["ours"].items():
        for band, of in bands.items():
            sheet.most(f"pairs of hits at {speed}, {band}: strongest copy", COPY, max(copy for copy, _ in of.values()), "{:.1f}", " dB")
