"""Compares the synthesizer with fluidsynth and Csound.

It measures the cost of sixteen voices with echo and room, rendered into a file as fast as this machine can. The peers
are the distribution's; a missing one leaves its row out with a message.
"""
import array
import os
import resource
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass

import midifile
from runs import BIN, OUT, ROUNDS

VOICES = 16
# Seconds of sound of the two renderings; the difference of their times counts, without loading and starting.
SHORT, LONG = 10, 70
# Seconds until a note's end, and until the voice's next note. One of sixteen begins every eighth of a second.
HELD, WHOLE, EIGHTH = 1.7, 2.0, 0.125
SOUNDFONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
# "Lead 2 (sawtooth)" of General MIDI, from 0.
SAW = 81
ORCHESTRA = "Benchmarks/synthpeers/sixteen.orc"
PACKAGES = ["fluidsynth", "timgm6mb-soundfont", "csound"]
# Limits for a player that does not end: they save the disk and the time.
MOST_BYTES, MOST_SECONDS = 2 << 30, 300


@dataclass
class Player:
    """A synthesizer with its command.

    - needs: its programs and files; without them it is left out.
    - command: of the seconds, the voices and the file for the sound (interleaved stereo floats at 48 kHz).
    """
    name: str
    needs: list
    command: object


def notes(seconds, voices):
    """Yields (begin, voice) of all notes that begin within these seconds."""
    return sorted((round(k * EIGHTH + i * WHOLE, 3), k) for k in range(voices) for i in range(int(seconds / WHOLE) + 1) if k * EIGHTH + i * WHOLE < seconds)


def key(voice):
    return 40 + 3 * voice


def score(seconds, voices):
    """Returns the piece for Csound: instrument 2 is echo and room."""
    lines = [f"i2 0 {seconds}"] + [f"i1 {begin:g} {min(WHOLE, seconds - begin):g} {key(k)} {k / 15:.3f}" for begin, k in notes(seconds, voices) if seconds - begin > 0.6]
    return "\n".join([*lines, f"e {seconds}", ""])


def midi(seconds, voices):
    """Returns the piece as a MIDI file.

    Every note ends before the file does: fluidsynth renders until all are silent.
    """
    return midifile.midi(SAW, [(begin, begin + HELD, key(k), 100) for begin, k in notes(seconds, voices)], seconds)


def ours(seconds, voices, file):
    return [f"{BIN}/gfbench", "play", str(seconds), str(voices), file]


def fluidsynth(seconds, voices, file):
    path = f"{OUT}/peers.mid"
    with open(path, "wb") as out:
        out.write(midi(seconds, voices))
    return ["fluidsynth", "-ni", "-r", "48000", "-T", "raw", "-O", "float", "-F", file, "-o", f"synth.polyphony={VOICES}", "-o", "synth.cpu-cores=1", "-o", "audio.period-size=128", SOUNDFONT, path]


def csound(control):
    """Returns Csound with a control value every `control` frames."""
    def command(seconds, voices, file):
        path = f"{OUT}/peers.sco"
        with open(path, "w") as out:
            out.write(score(seconds, voices))
        return ["csound", "-d", "-m0", "-f", "-h", f"--ksmps={control}", "-o", file, ORCHESTRA, path]
    return command


PLAYERS = [
    Player("ours", [], ours),
    Player("Csound, a control value in 128 frames", ["csound"], csound(128)),
    Player("Csound, in 16 frames, as ours", ["csound"], csound(16)),
    Player("fluidsynth, General MIDI's saw lead", ["fluidsynth", SOUNDFONT], fluidsynth),
]


def missing(player):
    """Returns the first missing requirement of a player, or None."""
    return next((need for need in player.needs if not (os.path.exists(need) if need.startswith("/") else shutil.which(need))), None)


def limits():
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def rendered(command, file, seconds, voices):
    """Returns the processor seconds of a rendering.

    Its file must have the right length and be audible.
    """
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, preexec_fn=limits) as process:
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} failed ({process.returncode}):\n{said.decode(errors='replace')[-2000:]}")
    long, peak = heard(file)
    if long < seconds - 0.01 or (peak > 0.02) != (voices > 0):
        sys.exit(f"bench: {' '.join(command)}: {long:.1f} s with a peak of {peak:.3f}, not {seconds} s of {voices} voices")
    os.remove(file)
    return usage.ru_utime + usage.ru_stime


def heard(file):
    """Returns a file's seconds, and the peak of the second before last.

    By then all voices sound.
    """
    long = os.path.getsize(file) // 8 / 48_000
    with open(file, "rb") as sound:
        sound.seek(max(0, int(long - 3)) * 48_000 * 8)
        samples = array.array("f", sound.read(48_000 * 8))
    return long, max(map(abs, samples), default=0)


def measure():
    rows, absent = {}, []
    players = []
    for player in PLAYERS:
        need = missing(player)
        if need:
            absent.append(f"{player.name}: {need} is not here")
        else:
            players.append(player)
    for _ in range(ROUNDS):
        for player in players:
            for voices in (VOICES, 0):
                rows.setdefault(player.name, {}).setdefault(str(voices), []).append(cost(player, voices))
    told = subprocess.run(["dpkg-query", "-W", "-f=${Package} ${Version}\n", *PACKAGES], capture_output=True, text=True)
    return {"rows": [{"player": name, "whole": statistics.median(of[str(VOICES)]), "empty": statistics.median(of["0"])} for name, of in rows.items()], "missing": absent, "versions": told.stdout.splitlines()}


def cost(player, voices):
    """Returns the processor seconds of a second of sound."""
    file = f"{OUT}/peers.raw"
    times = [rendered(player.command(seconds, voices, file), file, seconds, voices) for seconds in (SHORT, LONG)]
    return (times[1] - times[0]) / (LONG - SHORT)


def show(sheet, data):
    sheet.say(f"The same piece of {VOICES} voices (saw, attack, decay, sustain, release; low-pass, echo and room for all), rendered into a file as fast as the machine can on one core: processor milliseconds a second of sound. "
              f"The shorter of two renderings is taken off the longer ({SHORT} and {LONG} s), so that loading does not count.")
    sheet.say()
    sheet.say("| synthesizer | 16 voices and effects | effects, no note | a voice: (whole - effects) / 16 | whole / 16 |")
    sheet.say("|---|---|---|---|---|")
    for row in data["rows"]:
        whole, empty = 1000 * row["whole"], 1000 * row["empty"]
        sheet.say(f'| {row["player"]} | {whole:.2f} | {empty:.2f} | {(whole - empty) / VOICES:.3f} | {whole / VOICES:.3f} |')
    sheet.say()
    sheet.say("Not the same everywhere: our voices have vibrato, brightness and portamento besides, and a fuzz runs at 0; Csound computes in doubles, its room is `reverbsc` (eight delay lines, too), its saw `vco2`; "
              f"fluidsynth plays samples, with its own filter, room and chorus and no echo. Peers: {', '.join(data['versions']) or 'none'}.")
    for text in data["missing"]:
        sheet.say(f"Not measured: {text}.")
    sheet.say()
    by = {row["player"]: row["whole"] for row in data["rows"]}
    for name, whole in by.items():
        if name != "ours":
            sheet.goal(f"16 voices and effects: {name} / ours", "-", whole / by["ours"], None, "{:.2f}")
