"""Measures the sound engine: time of a block, alone and beside the tracker."""
from page import Part, Section
from runs import gfbench, tracker_at_full_load


def measure():
    sound = gfbench("sound")
    with tracker_at_full_load():
        busy = gfbench("sound", "--loaded")["rows"]
    return {"alone": sound["rows"], "busy": busy, "gaps": sound["silentFramesAfterJump"]}


def show(sheet, data):
    alone, busy, gaps = (data["decks"][key] for key in ("alone", "busy", "gaps"))
    sheet.say("| decks (stereo, stretched and pitched) | stretcher | alone: p50 / p99 / p99.9 / most | beside the tracker at full load: p50 / p99 / p99.9 / most |")
    sheet.say("|---|---|---|---|")
    times = lambda r: f'{r["p50"]:.1f} / {r["p99"]:.1f} / {r["p999"]:.1f} / {r["max"]:.1f}'
    for a, b in zip(alone, busy):
        sheet.say(f'| {a["decks"]} | {a["mode"]} | {times(a)} | {times(b)} |')
    texts = "; ".join(f"at speed {controls} {frames} frames, {frames / 48:.0f} ms" for controls, frames in sorted(gaps.items()))
    sheet.say()
    sheet.say(f"Silence after a jump in the middle of the music: {texts}. R3 is Rubber Band, as many stretchers as decks, in the same run.")
    row = lambda decks, mode: next((r for r in alone if (r["decks"], r["mode"]) == (decks, mode)), None)
    sheet.most("one deck, stretched and pitched: p99.9 of the period", 35, row(1, "stretched")["p999"], "{:.1f}", " %")
    sheet.most("four decks, stretched and pitched: p99.9 of the period", 35, row(4, "stretched")["p999"], "{:.1f}", " %")
    sheet.most("the same, worst block", 70, row(4, "stretched")["max"], "{:.1f}", " %")
    sheet.most("silence after a jump, the worst, ms", 10, max(gaps.values()) / 48, "{:.1f}")
    peer = row(4, "R3")
    if peer:
        sheet.goal("four of Rubber Band's R3: p99.9 of the period", "-", peer["p999"], None, "{:.0f} %")


SECTION = Section("Sound: time of a block of 128 frames at 48 kHz, percent of the period", [Part("decks", measure)], show)
