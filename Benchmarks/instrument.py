"""Measures mode instrument.

It measures: the time of a block, alone and beside the tracker; the purity of waves, rooms and sweeps; how it follows
a MIDI clock; the delay until a note is audible; and the cost of other synthesizers.
"""
import json
import subprocess
import sys

import synthpeers
from page import Part, Section
from runs import BIN, OUT, ROUNDS, gfbench, tracker_at_full_load
from stems import TIMES, medians

WHOLE = "16 voices, all effects"
ENGINE = "engine, 4 hands moving"
WAVES = ("sine", "saw", "triangle", "square")
# The timing errors of the clock's ticks that have a goal.
MILLISECOND = ("up to 1 ms, evenly", "1 ms (standard deviation)")


def measure_blocks():
    alone, busy = [], []
    for _ in range(ROUNDS):
        alone.append(gfbench("synth")["rows"])
        with tracker_at_full_load():
            busy.append(gfbench("synth", "--loaded")["rows"])
    return {"alone": medians(alone), "busy": medians(busy)}


def measure_sound():
    result = subprocess.run([sys.executable, "Benchmarks/instrument_figures.py", f"{OUT}/synth", f"{BIN}/gfbench"], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: instrument_figures.py failed:\n{(result.stdout + result.stderr)[-2000:]}")
    return json.loads(result.stdout)


def measure_times():
    return {"clock": gfbench("clock"), "notes": gfbench("notes")}


def show(sheet, data):
    show_blocks(sheet, data["instrument.blocks"])
    show_sound(sheet, data["instrument.sound"])
    show_clock(sheet, data["instrument.times"]["clock"])
    show_notes(sheet, data["instrument.times"]["notes"])
    synthpeers.show(sheet, data["instrument.peers"])


def show_blocks(sheet, data):
    sheet.say("Time of a block of 128 frames at 48 kHz by the clock, percent of the period. Saws with vibrato and portamento, a voice stolen before each block where there are 16; effects alone get noise. The engine has player, stems "
              "and limiter besides; thirty times a second all controls of each hand move, and hands strike and slide.")
    sheet.say()
    sheet.say("| what | alone: mean / p50 / p99 / p99.9 / most of a run / of all | beside the tracker at full load |")
    sheet.say("|---|---|---|")
    times = lambda row: " / ".join(f"{row[key]:.2f}" for key in (*TIMES, "worst"))
    for a, b in zip(data["alone"], data["busy"]):
        sheet.say(f'| {a["what"]} | {times(a)} | {times(b)} |')
    sheet.say()
    row = lambda rows, what: next(r for r in rows if r["what"] == what)
    sheet.most("16 voices and all effects: p99.9 of the period", 15, row(data["alone"], WHOLE)["p999"], "{:.1f}", " %")
    sheet.goal("the engine with four hands that play: p99.9 of the period", "-", row(data["alone"], ENGINE)["p999"], None, "{:.1f} %")
    sheet.goal("the same beside the tracker at full load: p99.9 of the period", "-", row(data["busy"], ENGINE)["p999"], None, "{:.1f} %")


def show_sound(sheet, data):
    of = lambda kind: [sound for sound in data["sounds"] if sound["kind"] == kind]
    tones, rooms, sweeps = of("tone"), of("room"), of("sweep")
    heights = list(dict.fromkeys(tone["hz"] for tone in tones))
    sheet.say("Loudest line that is not a harmonic, dB below the loudest; the sine shows what the measurement leaves.")
    sheet.say()
    sheet.say("| Hz | " + " | ".join(WAVES) + " |")
    sheet.say("|---|" + "---|" * len(WAVES))
    level = {(tone["waveform"], tone["hz"]): tone["dB"] for tone in tones}
    for hz in heights:
        sheet.say(f"| {hz:g} | " + " | ".join(f"{level[wave, hz]:.0f}" for wave in WAVES) + " |")
    sheet.say()
    sheet.say("| reverb, s at " + " / ".join(f"{hz:g}" for hz in data["bands"]) + " Hz: asked | measured | echo density reaches 1 after, ms | its mean from 100 to 400 ms |")
    sheet.say("|---|---|---|---|")
    for room in rooms:
        when = "never" if room["denseMs"] is None else f'{room["denseMs"]:.0f}'
        sheet.say(f'| {" / ".join(f"{x:.2f}" for x in room["asked"])} | {" / ".join(f"{x:.2f}" for x in room["found"])} | {when} | {room["density"]:.2f} |')
    sheet.say()
    sheet.say("A sine of 1 kHz while one parameter goes its way there and back in 1.4 s, thirty values a second: loudest line further than 300 Hz from its harmonics, dB: "
              + ", ".join(f'{sweep["what"]} {sweep["dB"]:.0f}' for sweep in sweeps) + ".")
    sheet.say()
    sheet.most("aliases of a saw at 4.2 kHz, dB", -60, level["saw", 4200], "{:.0f}")
    sheet.goal("aliases of four waveforms from 30 Hz to 8 kHz, the worst, dB", "-", max(tone["dB"] for tone in tones), None, "{:.0f}")
    sheet.most("reverb: measured beside asked in three bands, the worst, %", 10, max(100 * abs(found / asked - 1) for room in rooms for asked, found in zip(room["asked"], room["found"])), "{:.1f}")
    sheet.goal("reverb: echo density reaches 1, the latest, ms", "<= 100", max(float("inf") if room["denseMs"] is None else room["denseMs"] for room in rooms), lambda ms: ms <= 100, "{:.0f}")
    sheet.most("spurs of a swept parameter, the worst, dB", -70, max(sweep["dB"] for sweep in sweeps), "{:.0f}")


def show_clock(sheet, clock):
    sheet.say("| MIDI clock's jitter | tempo off by at most, BPM: median of runs / worst |")
    sheet.say("|---|---|")
    for row in clock["jitter"]:
        sheet.say(f'| {row["jitter"]} | {row["median"]:.4f} / {row["worst"]:.4f} |')
    sheet.say()
    sheet.say("Seven tempi from 30 to 300 BPM, five runs of 20 s each. Steps of 10 BPM up and down from seven tempi, until the tempo has come within 0.5 BPM and stays: "
              + "; ".join(f'jitter {row["jitter"]}: {row["beats"]:.2f} beats at most, {row["left"]:.2f} BPM left after two' for row in clock["steps"])
              + f'. Loss is noticed {1000 * clock["lossSeconds"]:.0f} ms after the last tick.')
    sheet.say()
    sheet.most("MIDI clock: tempo at 1 ms jitter off by, the worst, BPM", 0.05, max(row["worst"] for row in clock["jitter"] if row["jitter"] in MILLISECOND), "{:.3f}")
    sheet.most("MIDI clock: a step of 10 BPM, without jitter, is followed to within 0.5 BPM in, beats", 2, next(row["beats"] for row in clock["steps"] if row["jitter"] == "none"))
    # Half a second without a tick counts as lost. The millisecond is the bench's own: it polls once a millisecond.
    sheet.most("MIDI clock: loss is noticed after (less the millisecond between two looks), s", 0.5, round(clock["lossSeconds"] - 0.001, 4), "{:.3f}")


def show_notes(sheet, notes):
    sheet.say(f'A frame\'s capture to the block that begins its note, in the box with the performer, in real time (status `noteLatencyMs`): p50 {notes["p50"]:.1f}, p99 {notes["p99"]:.1f}, most {notes["max"]:.1f} ms; '
              f'the tracker\'s p50 is {notes["trackerP50"]:.1f} ms; xruns {notes["xruns"]}. From the begin of the block that takes a stroke to its first sample, behind effects (31 frames) and limiter (75): {notes["commandFrames"]} frames. '
              "Times of MIDI's messages at the receiving end need the kernel's sequencer, which is not in every machine that measures: the lab does it (`make test-vm`).")
    sheet.say()
    sheet.most("frame to note p50 less tracker p50, ms", 3, notes["p50"] - notes["trackerP50"], "{:.1f}")
    sheet.most("frame to note p99, ms", 40, notes["p99"], "{:.1f}")
    sheet.most("told note to its first sample, frames (a block, and the delay of effects and limiter)", 128 + 31 + 75, notes["commandFrames"], "{}")


SECTION = Section("Instrument", [Part("instrument.blocks", measure_blocks), Part("instrument.sound", measure_sound), Part("instrument.times", measure_times),
                                 Part("instrument.peers", synthpeers.measure)], show)
