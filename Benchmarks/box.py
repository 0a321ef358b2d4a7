"""Measures the whole box: from frame to sound, its start and its memory."""
import json
import os
import statistics

from page import Part, Section
from runs import BIN, CLIPS, OUT, ROUNDS, run, small


def measure():
    film = [small(f"{CLIPS}/dexret_hand.mp4")] if os.path.isdir(CLIPS) else []
    whole = json.loads(run(f"{BIN}/gfbench", "latency", *film))
    starts, memory = [], []
    for _ in range(ROUNDS):
        run("sh", "-c", f"{BIN}/gestureflowd run --camera performer --sink null --seconds 4 --report {OUT}/start.json 2>/dev/null; echo done")
        report = json.load(open(f"{OUT}/start.json"))
        starts.append(report["startSeconds"])
        memory.append(report["status"]["peakMemoryMB"])
    return {"whole": whole, "start": statistics.median(starts), "memory": statistics.median(memory)}


def show(sheet, data):
    d = data["box"]
    whole = d["whole"]
    sheet.say("| camera | tracker p50 ms | capture to parameter p50 / p99 / most ms | dropped | xruns | memory MB |")
    sheet.say("|---|---|---|---|---|---|")
    for key in ("performer", "film"):
        if key in whole:
            w = whole[key]
            sheet.say(f'| {key} | {w["trackerP50"]:.1f} | {w["p50"]:.1f} / {w["p99"]:.1f} / {w["max"]:.1f} | {w["dropped"]} | {w["xruns"]} | {w["memoryMB"]:.0f} |')
    sheet.say()
    opening, closing = whole["pinchOpensMs"], whole["pinchClosesMs"]
    sheet.say(f"From the moment at which the performer's pinch is half of its way to the moment at which the sound's pitch is: **{(opening + closing) / 2:.0f} ms**, opening {opening:.0f}, closing {closing:.0f} "
              "(free running: filters, clutch and stretcher, without the camera's and the card's own time; what the model reads too much or too little of the aperture cancels in the mean).")
    path = whole.get("film", whole["performer"])
    sheet.most("capture to parameter p50 less tracker p50, ms", 3, path["p50"] - path["trackerP50"], "{:.1f}")
    sheet.most("capture to parameter p99, ms", 40, path["p99"], "{:.1f}")
    sheet.most("start of the process to READY, s", 0.5, d["start"])
    sheet.most("resident memory, player mode, MB", 150, d["memory"], "{:.0f}")


SECTION = Section("Whole path", [Part("box", measure)], show)
