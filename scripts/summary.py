#!/usr/bin/env python3
"""Prints the short table at the end of `make demo`.

Its input is the report of a run in any mode.
"""
import json
import sys

report = json.load(open(sys.argv[1]))
s = report["status"]
t, a = s["tracker"], s["audio"]
rows = [
    ("state", s["state"] + (": " + "; ".join(s["problems"]) if s["problems"] else "")),
    ("ready after", f'{report["startSeconds"]:.2f} s'),
    ("camera", f'{s["camera"]["name"]}, {s["camera"]["framesPerSecond"]:.1f} frames a second, {s["camera"]["droppedFrames"]} dropped'),
    ("tracker", f'{t["model"]} model, frame to hands p50 {t["wholeMs"]["p50"]:.1f} / p99 {t["wholeMs"]["p99"]:.1f} ms, {t["losses"]} losses'),
    ("capture to sound", f'p50 {t["captureToParameterMs"]["p50"]:.1f} / p99 {t["captureToParameterMs"]["p99"]:.1f} ms'),
    ("block load", f'p50 {a["loadP50Percent"]:.0f} / p99.9 {a["loadP999Percent"]:.0f} / most {a["loadMaxPercent"]:.0f} % of the period'),
    ("xruns", str(a["xruns"])),
    ("memory", f'{s["memoryMB"]:.0f} MB'),
    ("CPU", f'{100 * s["cpuSeconds"] / max(s["uptimeSeconds"], 0.1):.0f} % of a core'),
]
controls = report["controls"]
played = [c["stems"] for c in controls if c.get("stems")]
if played:
    for i, channel in enumerate((s.get("stems") or {}).get("channels", [])):
        volumes, pitches = ([c[i][key] for c in played] for key in ("volume", "pitchCents"))
        rows.append((f'channel {i + 1}', f'{channel["name"]}: volume {min(volumes):.2f} to {max(volumes):.2f}, pitch {min(pitches):+.0f} to {max(pitches):+.0f} cents'))
elif s.get("instrument"):
    i = s["instrument"]
    rows.append(("instrument", f'{i["sound"]}, {i["scale"]} in {i["key"]}, MIDI notes {i["rangeLow"]} to {i["rangeHigh"]}'))
    if i.get("noteLatencyMs"):
        rows.append(("frame to note", f'p50 {i["noteLatencyMs"]["p50"]:.1f} / p99 {i["noteLatencyMs"]["p99"]:.1f} ms'))
elif controls:
    for key, name, form in (("speed", "speed", "{:.2f} to {:.2f}"), ("pitchCents", "pitch", "{:+.0f} to {:+.0f} cents"), ("volume", "volume", "{:.2f} to {:.2f}")):
        values = [c[key] for c in controls]
        rows.append((name + " played", form.format(min(values), max(values))))
kinds = {}
for event in report["events"]:
    kinds[event["type"]] = kinds.get(event["type"], 0) + 1
rows.append(("events", ", ".join(f"{n} {k}" for k, n in sorted(kinds.items()))))
print()
for name, value in rows:
    print(f"{name:<17}{value}")
