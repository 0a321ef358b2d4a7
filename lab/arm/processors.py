"""Compares the box on two processors: this machine and an emulated Pi.

Both track and play the same films, and both turn the same hands into sound. `make test-cross` runs it.

processors.py FOLDER --here PROGRAMS --there PROGRAMS --runtime-here DIR --runtime-there DIR
              [--clips DIR] [--rate N] [--frames N] [--only TEXT] -- COMMAND...
    the command runs a program of the Pi's kind; exit status 1 when the processors differ by more than the limits
"""
import argparse
import array
import json
import math
import os
import pathlib
import statistics
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field

# The limits. A landmark may differ by 1 % of its hand's size. The sound may differ by 30 cents, or by the movement of
# a hand that makes 30 cents: 0.05 hand sizes, which change a volume by 0.025.
LANDMARK = 0.01
CENTS = 30
VOLUME = 0.025
# Landmark numbers: the wrist, and the middle finger's knuckle. Their distance is the hand's size.
WRIST, KNUCKLE = 0, 9

# The performer's scripts that depend most on the start of a pinch: one spreads, one lifts.
SCRIPTS = ("spread", "faderup")
# In floats and in 8 bits.
MODELS = ("float", "int8")
CLIP = "dexret_hand"
# The start of its piece in seconds: half a second before the pinch.
CLIP_BEGINS = 9.5


@dataclass(frozen=True)
class Sound:
    """The sound that both processors make of the same hands, bit for bit.

    - script: the performer's, tracked only on this machine.
    - music: whether a file plays instead of the built-in piece, whose voices are computed.
    """
    name: str
    mode: str
    script: str
    music: bool = False


# Only Swift's own arithmetic and functions of the C library that give the same bits take part. functions.py reports
# the functions that do not: the sound may use exp2 in double precision only where its last place is lost.
SOUNDS = (
    Sound("file", "player", "pointing", music=True),
    Sound("player", "player", "spread"),
    Sound("stems", "stems", "stemlevel"),
    Sound("instrument", "instrument", "notestrokes"),
    Sound("theremin", "theremin", "theremin"),
)


class Trouble(Exception):
    """The reason why a comparison is impossible, in a sentence."""


def frames_of(path):
    """Returns the frames of a session: hands and controls."""
    found = []
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        try:
            entry = json.loads(line)
        except ValueError:
            raise Trouble(f"{path}, line {number} is not JSON: the run that wrote it was ended") from None
        if "frame" in entry and "control" in entry:
            found.append(entry)
    if not found:
        raise Trouble(f"{path} has no frames: the film was not read, or the tracker did not start")
    return found


def flat(hand, aspect):
    """Returns its landmarks in frame heights."""
    return [(x * aspect, y) for x, y, *_ in hand["landmarks"]]


def apart(a, b):
    """Returns the largest landmark distance of two hands, in the first's size."""
    size = math.dist(a[WRIST], a[KNUCKLE]) or 1e-9
    return max(math.dist(p, q) for p, q in zip(a, b)) / size


def ratio_cents(a, b):
    return abs(1200 * math.log2(a / b)) if a > 0 and b > 0 else math.inf


@dataclass
class Difference:
    """The difference between two sessions of one film.

    - landmark: the largest difference, in hand sizes, and its frame.
    - farthest: each hand's farthest landmark.
    - alone: frames in which only one of the two sees a hand.
    - cents, volume: of the controls, at most and after the last frame.
    - begins: frames of the engagements, here and there.
    - frames: the number of compared frames.
    """
    frames: int = 0
    hands: int = 0
    landmark: float = 0
    at: int = 0
    alone: int = 0
    cents: float = 0
    volume: float = 0
    end_cents: float = 0
    end_volume: float = 0
    begins: tuple = ()
    values: dict = field(default_factory=dict)
    farthest: list = field(default_factory=list)

    @property
    def typical(self):
        """Returns the median of the hands' farthest landmarks; 0 without hands."""
        return statistics.median(self.farthest or [0])

    def nothing(self):
        """Returns words for missing input of the comparison.

        Two processors that see no hand agree, and so do two without an engagement.
        """
        if not self.hands:
            return ["no hand is seen by both"]
        return [] if all(self.begins) and self.begins else ["nothing is taken hold of on one processor at least"]

    def faults(self):
        """Returns words for the differences beyond the limits."""
        found = []
        if self.landmark >= LANDMARK:
            found.append(f"landmarks are off by {100 * self.landmark:.2f} % of the hand's size in frame {self.at}, and 1 % is allowed")
        if self.alone:
            found.append(f"in {self.alone} frames one processor sees a hand that the other does not")
        if self.cents >= CENTS:
            found.append(f"controls are {self.cents:.0f} cents apart, and {CENTS} are allowed")
        if self.volume >= VOLUME:
            found.append(f"the volume is {self.volume:.3f} apart, and {VOLUME} is allowed")
        return found


def compare(here, there):
    """Returns the difference of two lists of frames."""
    if len(here) != len(there):
        raise Trouble(f"one processor has {len(here)} frames and the other {len(there)}: one run was ended")
    result = Difference(frames=len(here))
    for i, (a, b) in enumerate(zip(here, there)):
        aspect = a["frame"].get("aspect") or 1
        free = [flat(hand, aspect) for hand in b["frame"]["hands"]]
        for hand in a["frame"]["hands"]:
            mine = flat(hand, aspect)
            nearest = min(free, key=lambda other: apart(mine, other), default=None)
            if nearest is None or apart(mine, nearest) > 1:
                result.alone += 1
                continue
            free.remove(nearest)
            result.hands += 1
            result.farthest.append(apart(mine, nearest))
            if apart(mine, nearest) > result.landmark:
                result.landmark, result.at = apart(mine, nearest), i
        result.alone += len(free)
        one, other = a["control"], b["control"]
        cents = max(abs(one["pitchCents"] - other["pitchCents"]), ratio_cents(one["speed"], other["speed"]))
        volume = abs(one["volume"] - other["volume"])
        result.cents, result.volume = max(result.cents, cents), max(result.volume, volume)
        result.end_cents, result.end_volume = cents, volume
    result.begins = tuple([i for i, frame in enumerate(frames) if any(event["type"] == "controlEngaged" for event in frame["events"])] for frames in (here, there))
    result.values = {"here": here[-1]["control"], "there": there[-1]["control"]}
    return result


def samples(path):
    """Returns a WAV file's samples as shares of full scale.

    The second result is the file's bytes. It reads 32-bit floats, and integers of 16 or 24 bits.
    """
    data = pathlib.Path(path).read_bytes()
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise Trouble(f"{path} is not a WAV file")
    at, kind, bits = 12, None, None
    while at + 8 <= len(data):
        name, size = data[at:at + 4], int.from_bytes(data[at + 4:at + 8], "little")
        body = data[at + 8:at + 8 + size]
        if name == b"fmt ":
            kind, bits = int.from_bytes(body[:2], "little"), int.from_bytes(body[14:16], "little")
            if kind == 0xFFFE:
                kind = int.from_bytes(body[24:26], "little")
        if name == b"data":
            if (kind, bits) == (3, 32):
                return array.array("f", body), body
            if (kind, bits) == (1, 16):
                return [x / 32768 for x in array.array("h", body)], body
            if (kind, bits) == (1, 24):
                return [int.from_bytes(body[i:i + 3], "little", signed=True) / 8388608 for i in range(0, len(body) - 2, 3)], body
            raise Trouble(f"{path} has samples of kind {kind} with {bits} bits, which this does not read")
        at += 8 + size + size % 2
    raise Trouble(f"{path} has no sound in it")


def sound_difference(here, there):
    """Returns the largest difference of samples and the loudest sample, in dBFS.

    The difference is -inf when all bits are equal. The loudest sample of this machine shows that silence is not taken
    for agreement.
    """
    (a, bits_a), (b, bits_b) = samples(here), samples(there)
    if len(a) != len(b):
        raise Trouble(f"{here} has {len(a)} samples and {there} {len(b)}: one run was ended")
    loudest = max(map(abs, a), default=0)
    if not loudest > 0.001:
        raise Trouble(f"{here} is silent: there is nothing to compare")
    if bits_a == bits_b:
        return -math.inf, loudest
    most = max(abs(x - y) for x, y in zip(a, b))
    if math.isnan(most):
        raise Trouble(f"{here} or {there} has samples that are NaN")
    return 20 * math.log10(most) if most > 0 else -math.inf, loudest


@dataclass
class Machine:
    """A machine of the comparison.

    - command: runs its programs; empty for this machine.
    - programs, runtime: the folders of its programs and of its models.
    - folder: the place for its output.
    """
    name: str
    command: list
    programs: pathlib.Path
    runtime: pathlib.Path
    folder: pathlib.Path

    def run(self, program, *words):
        """Runs a program to its end."""
        self.folder.mkdir(parents=True, exist_ok=True)
        begun = time.monotonic()
        done = subprocess.run([*self.command, str(self.programs / program), *map(str, words)], env={**os.environ, "GESTUREFLOW_RUNTIME": str(self.runtime)}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            last = " ".join(done.stdout.split())[-400:]
            raise Trouble(f"{program} {' '.join(map(str, words))} ended with status {done.returncode} on the {self.name}: {last}")
        return time.monotonic() - begun

    def play(self, camera, mode, session=None, sound=None, music=None, model="int8"):
        """Runs the box without a clock; returns the seconds."""
        words = ["run", "--free-running", "--camera", camera, "--model", model, "--mode", mode, "--sink", f"wav:{sound}" if sound else "null"]
        return self.run("gestureflowd", *words, *(["--record", session] if session else []), *(["--play", music] if music else []))


def make_music(path, seconds=8):
    """Writes three tones and some noise in 16 bits.

    Integer arithmetic makes the file the same on every machine.
    """
    state, body = 1, array.array("h")
    for i in range(48000 * seconds):
        state = (state * 1664525 + 1013904223) % 2**32
        for step in (109, 137):
            # Triangle waves of three pitches, and a little noise.
            tone = sum(abs((i * step * k) % 48000 - 24000) - 12000 for k in (1, 2, 5)) // 4
            body.append(max(-32768, min(32767, tone + (state >> 20) - 2048)))
    data = body.tobytes()
    header = b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 2, 48000, 192000, 4, 16) + b"data" + struct.pack("<I", len(data))
    path.write_bytes(b"RIFF" + struct.pack("<I", len(header) + len(data)) + header + data)


def films(folder, here, clips, rate, frames):
    """Returns by name the films that both track.

    They are made once, so that both see the same pixels.
    """
    found = {}
    for script in SCRIPTS:
        # Made again each time: both would also share half a film of an interrupted run.
        found[script] = folder / f"{script}.y4m"
        here.run("gflab", "perform", script, "--rate", rate, "-o", found[script])
    clip = clips / f"{CLIP}.mp4" if clips else None
    if clip and clip.exists():
        found[CLIP] = folder / f"{CLIP}.y4m"
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-ss", str(CLIP_BEGINS), "-i", str(clip), "-frames:v", str(frames), "-pix_fmt", "yuv420p", str(found[CLIP])], check=True)
    else:
        print(f"processors: SKIPPED the real film: {clip or 'its folder'} is not there")
    return found


def track(name, film, model, here, there):
    sessions = []
    for machine in (here, there):
        path = machine.folder / f"{name}-{model}.session"
        # A run would continue an existing session.
        path.unlink(missing_ok=True)
        seconds = machine.play(f"film:{film}", "player", session=path, model=model)
        sessions.append((frames_of(path), seconds))
    difference = compare(sessions[0][0], sessions[1][0])
    begins = "engages in the same frames" if difference.begins[0] == difference.begins[1] else f"engages in frames {difference.begins[0]} here and {difference.begins[1]} there"
    print(f"processors: {name}, {model}: {difference.frames} frames, {difference.hands} hands; farthest landmark off by {100 * difference.typical:.4f} % of hand size (median), {100 * difference.landmark:.4f} at most "
          f"(frame {difference.at}); {begins}; controls apart by {difference.cents:.3f} cents and {difference.volume:.5f} of volume at most, {difference.end_cents:.3f} and {difference.end_volume:.5f} at the end; "
          f"{sessions[0][1]:.0f} s here, {sessions[1][1]:.0f} s there", flush=True)
    return [f"{name}, {model}: {fault}" for fault in (*difference.nothing(), *difference.faults())]


def listen(sound, rate, here, there):
    session = here.folder / f"{sound.name}-hands.session"
    session.unlink(missing_ok=True)
    film = here.folder / f"{sound.script}-{sound.name}.y4m"
    here.run("gflab", "perform", sound.script, "--rate", rate, "-o", film)
    here.play(f"film:{film}", sound.mode, session=session)
    film.unlink()
    music = here.folder / "music.wav" if sound.music else None
    if music:
        make_music(music)
    files = []
    for machine in (here, there):
        machine.folder.mkdir(parents=True, exist_ok=True)
        files.append(machine.folder / f"{sound.name}.wav")
        machine.play(f"replay:{session}", sound.mode, sound=files[-1], music=music)
    decibels, loudest = sound_difference(*files)
    apart_by = "bit-equal" if decibels == -math.inf else f"{decibels:.1f} dBFS apart at most"
    print(f"processors: sound of {sound.name}: {apart_by}, loudest {20 * math.log10(loudest):.1f} dBFS", flush=True)
    return [f"the sound of {sound.name} is {apart_by}: find the function in the sound path that functions.py reports"] if decibels > -math.inf else []


def main(arguments):
    options = argparse.ArgumentParser(prog="processors.py")
    options.add_argument("folder", type=pathlib.Path)
    for name in ("here", "there", "runtime-here", "runtime-there"):
        options.add_argument(f"--{name}", required=True, type=pathlib.Path)
    options.add_argument("--clips", type=pathlib.Path)
    options.add_argument("--rate", type=float, default=15, help="frames a second of the performer's films")
    options.add_argument("--frames", type=int, default=90, help="frames of the real film")
    options.add_argument("--only", default="", help="films and sounds whose name has this in it")
    if "--" not in arguments:
        options.error("there is no command: write it behind --")
    at = arguments.index("--")
    chosen, command = options.parse_args(arguments[:at]), arguments[at + 1:]
    folder = chosen.folder.resolve()
    here = Machine("x86-64 machine", [], chosen.here.resolve(), chosen.runtime_here.resolve(), folder / "here")
    there = Machine("emulated Pi", command, chosen.there.resolve(), chosen.runtime_there.resolve(), folder / "there")
    folder.mkdir(parents=True, exist_ok=True)
    faults, made = [], 0
    try:
        for sound in SOUNDS:
            if chosen.only in f"sound of {sound.name}":
                made += 1
                faults += listen(sound, chosen.rate, here, there)
        for name, film in films(folder, here, chosen.clips, chosen.rate, chosen.frames).items():
            for model in MODELS:
                if chosen.only in f"film {name}, {model}":
                    made += 1
                    faults += track(name, film, model, here, there)
    except Trouble as trouble:
        print(f"processors: {trouble}")
        return 1
    if not made:
        print(f"processors: neither a film nor a sound has '{chosen.only}' in its name")
        return 1
    for fault in faults:
        print(f"processors: FAILED {fault}")
    if not faults:
        print(f"processors: {made} comparisons, all within what a player forgives")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
