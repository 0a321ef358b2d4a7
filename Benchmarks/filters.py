"""Measures the filters: jitter, lag and overshoot.

It also measures the default filter with each model's settings.
"""
import json
import os

from page import Part, Section
from runs import BIN, CLIPS, OUT, ours, run, small

FILMS = ("dexret_hand", "tfjs_asl_hand")


def measure():
    files = []
    for name in FILMS:
        path = f"{CLIPS}/{name}.mp4"
        for model in ("float", "int8", "lite") if os.path.exists(path) else ():
            target = f"{OUT}/{name}.{model}.jsonl"
            # Only the result counts, not its cost: the frames need not wait for the film's clock.
            ours(small(path), target, "--fast", model=model)
            files.append(f"{model}:{target}")
    return json.loads(run(f"{BIN}/gfbench", "filters", *files))


def show(sheet, data):
    filters, models = (data["filters"][key] for key in ("rows", "models"))
    films = [k for k in filters[0] if k.startswith("film:")]
    shakes = " | ".join(k[5:] + ", shake" for k in films) + (" |" if films else "")
    shake = lambda row: " | ".join(f"{row[k]:.4f}" for k in films) + (" |" if films else "")
    sheet.say("Noise of 0.0035 hand sizes on a still hand, the float model's; a hand at two hand sizes a second that stops. The stabilizer is meant for positions in the frame and is measured at a tenth of the way.")
    sheet.say()
    sheet.say("| filter | jitter, sizes | pitch, cents | volume, dB | lag ms at 15 / 30 / 60 fps | overshoot, sizes (30 fps) | " + shakes)
    sheet.say("|---|---|---|---|---|---|" + "---|" * len(films))
    for f in filters:
        sheet.say(f'| {f["filter"]} | {f["jitter"]:.4f} | {f["pitchCents"]:.1f} | {f["volumeDB"]:.3f} | {f["lagMs15"]:.0f} / {f["lagMs30"]:.0f} / {f["lagMs60"]:.0f} | {f["overshoot30"]:.3f} | ' + shake(f))
    usable = [f for f in filters if f["filter"] in ("kalman", "oneEuro", "constantVelocity") and f["pitchCents"] < 3]
    chosen = min(usable, key=lambda f: abs(f["lagMs30"]), default=None)
    sheet.say()
    sheet.say(f'Smallest lag of those whose still hand moves pitch by less than 3 cents and volume by less than 0.5 dB: **{chosen["filter"] if chosen else "none of them"}**.')
    named = {f["filter"]: f for f in filters}
    steady, ahead = named["oneEuro"], named["constantVelocity, 30 ms ahead"]
    sheet.say(f'Prediction is not the default because it carries the noise on: with {ahead["filter"]} (about the measured time from capture to loudspeaker), a still hand moves pitch by {ahead["pitchCents"]:.1f} '
              f'cents, with oneEuro, the default, by {steady["pitchCents"]:.1f}, and without any filter by {named["none"]["pitchCents"]:.1f}.')
    sheet.say()
    sheet.say("The default filter, set for each model's noise (`ModelSize.noise`), on a hand that shakes as it does with that model, and on films as that model saw them:")
    sheet.say()
    sheet.say("| model | noise, sizes | jitter behind the filter, sizes | pitch, cents | lag ms at 15 / 30 / 60 fps | at half the speed | " + shakes)
    sheet.say("|---|---|---|---|---|---|" + "---|" * len(films))
    of = {row["model"]: row for row in models}
    rates = lambda row, key: " / ".join(f"{row[f'{key}{rate}']:.1f}" for rate in (15, 30, 60))
    for name, row in of.items():
        sheet.say(f'| {name} | {row["noise"]:.4f} | {row["jitter"]:.5f} | {row["pitchCents"]:.1f} | {rates(row, "lagMs")} | {rates(row, "slowLagMs")} | ' + shake(row))
    eight_bit, floats = of["int8"], of["float"]
    paid = lambda key: max(eight_bit[f"{key}{rate}"] - floats[f"{key}{rate}"] for rate in (15, 30, 60))
    # The filter is set by the same noise: this goal must hold. The real goal is the jitter of the models' own
    # landmarks, under "Hands that rest".
    sheet.most("check of the filter alone: jitter of a still hand behind it, int8 / float, on the made noise by which it is set", 1, eight_bit["jitter"] / floats["jitter"])
    sheet.most("what the filter's setting for int8 costs in lag against float's on a hand at two hand sizes a second, ms", 3, paid("lagMs"), "{:.1f}")
    sheet.most("the same at one hand size a second, ms", 3, paid("slowLagMs"), "{:.1f}")
    for film in films:
        sheet.goal(f"shake behind the filter on {film[5:]}, int8 / float", "-", eight_bit[film] / floats[film], None, "{:.2f}")


SECTION = Section("Filters", [Part("filters", measure)], show)
