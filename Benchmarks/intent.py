"""Measures intent: accidental movements must do nothing, deliberate ones must work."""
import os

from page import Part, Section
from runs import BIN, CLIPS, HANDS, OUT, gfbench, run

EVERYDAY = f"{HANDS}/not-playing"
MODES = ("player", "stems", "stream", "instrument")
MOST = {"player": 0.2, "stems": 0.3, "stream": 0.2, "instrument": 1}
BEFORE = {"player": 2.1, "stems": 5.2, "stream": 4.5, "instrument": 30}
# Deliberate acts of people in films: film, mode, the action, and its time without the gate. A count of fingers
# belongs to the left hand, and the film shows a right one: its roles are exchanged.
DELIBERATE = [
    ("deliberate/coder_hand", "stems swapped", what, at)
    for what, at in (("channel 1", 1.10), ("channel 2", 3.10), ("channel 3", 4.20), ("channel 4", 5.47), ("channel 1", 9.14), ("channel 2", 11.78), ("channel 3", 13.11), ("channel 4", 14.48))
] + [
    ("deliberate/iwil_small", "stems", "mute", 5.33), ("deliberate/iwil_small", "stems", "mute", 13.07), ("clips/mpsamples_gesture", "stems", "mute", 2.84),
    ("clips/ezra_test", "stems", "mute", 20.78), ("clips/dexret_hand", "player", "pitch", 10.40), ("deliberate/coder_hand", "player", "nextTrack", 2.90),
]
LATE = 0.05


def hands_of(path):
    """Returns the hands of a film, tracked as with an ordinary camera."""
    target = f"{OUT}/intent-{os.path.splitext(os.path.basename(path))[0]}.jsonl"
    run(f"{BIN}/gflab", "track", path, "--flip", "--hands", target)
    return target


def measure():
    films = [f"{EVERYDAY}/{name}" for name in sorted(os.listdir(EVERYDAY))]
    meant = {name: next(f"{HANDS}/{name}{end}" for end in (".mp4", ".mkv", ".avi") if os.path.exists(f"{HANDS}/{name}{end}")) for name, *_ in DELIBERATE}
    found = gfbench("intent", *map(hands_of, films))["files"]
    acts = dict(zip(meant, gfbench("intent", *(hands_of(path) for path in meant.values()))["files"]))
    return {"everyday": found, "deliberate": [seen(acts[name][mode]["acts"], name, mode, what, at) for name, mode, what, at in DELIBERATE], "drills": gfbench("drills")}


def seen(acts, name, mode, what, at):
    """Returns the delay of one deliberate act in seconds; None if it is missed."""
    times = [act["t"] - at for act in acts if act["what"] == what and abs(act["t"] - at) < 0.6]
    return {"film": name, "mode": mode, "what": what, "at": at, "late": min(times, key=abs) if times else None}


def show(sheet, data):
    data = data["intent"]
    films = data["everyday"]
    minutes = sum(film["seconds"] for film in films) / 60
    total = {mode: sum(len(film[mode]["acts"]) for film in films) for mode in MODES}
    left = {mode: [film["name"] for film in films if film[mode]["left"]] for mode in MODES}
    sheet.say(f"{len(films)} films of people who do not play, {minutes:.1f} minutes: whatever begins on them is false. In mode instrument notes count, elsewhere every grip, selection and command. Before: without a gate, on these and as many other films.")
    sheet.say()
    sheet.say("| mode | begins | a minute | before | films after which a value is another |")
    sheet.say("|---|---|---|---|---|")
    for mode in MODES:
        sheet.say(f"| {mode} | {total[mode]} | {total[mode] / minutes:.2f} | {BEFORE[mode]} | {', '.join(left[mode]) or 'none'} |")
        sheet.most(f"what begins a minute on everyday films, mode {mode}", MOST[mode], total[mode] / minutes)
    sheet.goal("everyday films that leave a value changed", "none", sum(map(len, left.values())), lambda x: x == 0)
    sheet.say()
    sheet.say("Acts that people in films mean, and how much later (+) they are taken than without a gate:")
    sheet.say()
    sheet.say("| film | mode | act | at, s | later, ms |")
    sheet.say("|---|---|---|---|---|")
    for act in data["deliberate"]:
        late = "not taken" if act["late"] is None else f'{1000 * act["late"]:+.0f}'
        sheet.say(f'| {act["film"]} | {act["mode"]} | {act["what"]} | {act["at"]:.2f} | {late} |')
    sheet.goal("meant acts that are not taken, or more than 50 ms later", "none", sum(act["late"] is None or act["late"] > LATE + 1e-3 for act in data["deliberate"]), lambda x: x == 0)
    sheet.say()
    sheet.say("A hand that has raised a value by a size, rested, and is lowered out of the frame: how far off the value ends.")
    sheet.say()
    sheet.say("| sizes a second | the hand opens on its way | pitch, cents | stem level | stream volume |")
    sheet.say("|---|---|---|---|---|")
    for row in data["drills"]["lowered"]:
        sheet.say(f'| {row["speed"]:.0f} | {"yes" if row["opens"] else "no"} | {row["cents"]:+.1f} | {row["level"]:+.3f} | {row["volume"]:+.3f} |')
    sheet.most("a hand lowered out of the frame: pitch off by, cents", 20, max(abs(row["cents"]) for row in data["drills"]["lowered"]), "{:.1f}")
    sheet.most("the same, level and volume", 0.02, max(abs(row[key]) for row in data["drills"]["lowered"] for key in ("level", "volume")), "{:.3f}")
    sheet.say()
    stalls = data["drills"]["stalls"]
    sheet.say("A camera that stalls while the hand moves on at a size a second, the largest step beyond the usual one: " +
              "; ".join(f'{row["seconds"]} s: {row["cents"]:.0f} cents, level {row["level"]:.3f}' for row in stalls) + ".")
    sheet.most("step after a camera stall beyond the usual one, cents", 1, max(row["cents"] for row in stalls), "{:.1f}")
    sheet.most("volume of two hands that tilt by 40 degrees changes by", 0.02, abs(data["drills"]["tilted"]), "{:.3f}")


SECTION = Section("Intent", [Part("intent", measure)] if os.path.isdir(EVERYDAY) else [], show)
