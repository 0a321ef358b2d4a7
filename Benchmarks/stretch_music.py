"""Real music through ours and through Rubber Band's R3: how sharp onsets stay, how still tones, how wide the picture."""
import json
import subprocess
import sys

import gamemusic
import stretchers
from runs import OUT

SPEEDS = ("0.5", "0.7", "1.3")
# What is said of a sound, and how it is written.
MEASURES = {"flux": "flux at onsets, dB", "unrest": "unrest of tones, dB", "width": "side to middle, dB"}


def measure():
    engines = {"ours": stretchers.ours().engine, "R3": next(peer.engine for peer in stretchers.peers() if peer.name == "R3")}
    found, missing = gamemusic.pieces()
    rows = []
    for name, version, place in found:
        command = [sys.executable, "Benchmarks/piece_figures.py", place, OUT, *(f"{key}={value}" for key, value in engines.items())]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"bench: {' '.join(command)} failed:\n{result.stderr[-2000:]}")
        rows.append({"piece": name, "from": version, **json.loads(result.stdout.splitlines()[-1])})
    return {"pieces": rows, "missing": missing}


def show(sheet, data):
    for why in data["missing"]:
        sheet.say(f"Not measured, because it could not be had: {why}.")
        sheet.say()
    if not data["pieces"]:
        return
    sheet.say("Real music. Flux: mean rise of the spectrum at the 40 strongest onsets. Unrest: how much the level of a tone that goes on differs from one window to the next, "
              "steps being equal in the music's own time, and beside it the share of the energy in such tones. Nearer to the source is better.")
    sheet.say()
    sheet.say("| piece | measure | source | " + " | ".join(f"ours at {s} | R3 at {s}" for s in SPEEDS) + " |")
    sheet.say("|---|---|---|" + "---|---|" * len(SPEEDS))
    for row in data["pieces"]:
        for key, title in MEASURES.items():
            cells = [row["engines"][engine][speed] for speed in SPEEDS for engine in ("ours", "R3")]
            sheet.say(f'| {row["piece"]} | {title} | ' + " | ".join(written(key, sound) for sound in (row["source"], *cells)) + " |")
    sheet.say()
    sheet.say("From " + ", ".join(dict.fromkeys(row["from"] for row in data["pieces"])) + "; spectrograms: " + ", ".join(f'`{path}`' for row in data["pieces"] for path in row["pictures"]) + ".")
    sheet.say()
    for key, figure in (("flux", "R3's onsets are nearer to the source's sharpness"), ("unrest", "R3's tones are nearer to the source's stillness"),
                        ("width", "R3's stereo width is nearer to the source's")):
        worse = [f'{row["piece"]} at {speed}' for row in data["pieces"] for speed in SPEEDS if farther(row, key, speed)]
        sheet.goal(f"pieces and speeds at which {figure}", "-", ", ".join(worse) or "none", None)


def farther(row, key, speed):
    """Whether ours is farther from the source than R3 by more than can be read off the page."""
    off = {engine: abs(row["engines"][engine][speed][key] - row["source"][key]) for engine in ("ours", "R3")}
    return round(off["ours"], 1) > round(off["R3"], 1)


def written(key, sound):
    return f'{sound[key]:.1f}' + (f' ({sound["tones"]:.0f} %)' if key == "unrest" else "")
