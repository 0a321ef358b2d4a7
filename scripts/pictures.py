#!/usr/bin/env python3
"""Draws the README's pictures from the box's output for synthetic hands.

It makes docs/play.svg, which is animated, and docs/mode-*.svg.

usage: pictures.py [FOLDER]   (default docs; needs .build/release/gestureflowd and the models, both of `make build`)
"""
import array, json, math, pathlib, struct, subprocess, sys, tempfile, wave

RATE, TONE, SECONDS, PER_SECOND = 48000, 220, 6, 12
# The first second of the animation. The hand is there, and thumb and index finger are about to close.
BEGIN = 1
CHAINS = ((0, 1, 2, 3, 4), (0, 5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (0, 17, 18, 19, 20), (5, 9, 13, 17))
PALM = (0, 1, 5, 9, 13, 17)
STYLE = """.back { fill: #07120c } .panel { fill: #0c1f15 } .flesh { stroke: #1c6b43; stroke-width: 20 } .palm { fill: #1c6b43; stroke: #1c6b43; stroke-width: 18 }
.bone { stroke: #7dffb0; stroke-width: 4 } .wave { stroke: #37d6ff; stroke-width: 3 } .bar { fill: #ffb347 } .rail { fill: #1c3b2a }
path { fill: none; stroke-linecap: round; stroke-linejoin: round } text { font: 24px monospace; fill: #7dffb0 } .value { fill: #ffb347 }"""
# Mode, script of the performer, and the drawn second of it.
MODES = (("player", "spread", 2.9), ("stems", "stemtimeline", 4.0), ("instrument", "notestrokes", 2.0), ("theremin", "theremin", 3.0), ("stream", "streampeace", 3.0))


def performed(script, mode, work, seconds, sound=None):
    """Returns the frames of a run without a clock: seconds, hands in the player's view, pitch in cents."""
    session = work / f"{script}.jsonl"
    words = [".build/release/gestureflowd", "run", "--camera", f"performer:{script}", "--free-running", "--mode", mode, "--model", "float", "--seconds", str(seconds), "--record", str(session)]
    words += ["--play", str(work / "tone.wav"), "--sink", f"wav:{sound}"] if sound else ["--sink", "null"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    frames = []
    for line in session.read_text().splitlines():
        line = json.loads(line)
        if "frame" in line:
            control = line["control"]
            frames.append((line["frame"]["t"], [hand["landmarks"] for hand in line["frame"]["hands"]], control.get("pitchCents", 0)))
    return frames


def fitted(frames, x, y, width, height):
    """Returns the hands in pixels, scaled to fill the panel.

    All frames share one scale; an eighth stays free at each side.
    """
    points = [(point[0] * 4 / 3, point[1]) for hands in frames for hand in hands for point in hand]
    low, high = [min(axis) for axis in zip(*points)], [max(axis) for axis in zip(*points)]
    scale = 0.75 * min(width / (high[0] - low[0]), height / (high[1] - low[1]))
    left, top = x + width / 2 - scale * (low[0] + high[0]) / 2, y + height / 2 - scale * (low[1] + high[1]) / 2
    return [[[(round(left + scale * point[0] * 4 / 3), round(top + scale * point[1])) for point in hand] for hand in hands] for hands in frames]


def path(points, closed=False):
    """Returns a polyline in whole relative steps, which is short."""
    text = f"M{points[0][0]} {points[0][1]}l"
    text += " ".join(f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in zip(points, points[1:]))
    return text.replace(" -", "-") + ("z" if closed else "")


def bones(hands):
    return "".join(path([hand[i] for i in chain]) for hand in hands for chain in CHAINS) or "M0 0"


def palms(hands):
    return "".join(path([hand[i] for i in PALM], closed=True) for hand in hands) or "M0 0"


def samples(file):
    """Returns the left channel of the box's WAV file, -1 to 1.

    Python's wave module does not read its extensible header.
    """
    data = file.read_bytes()
    format_at, data_at = data.index(b"fmt ") + 8, data.index(b"data") + 8
    channels, bits = struct.unpack_from("<H", data, format_at + 2)[0], struct.unpack_from("<H", data, format_at + 14)[0]
    if struct.unpack_from("<H", data, format_at + 24)[0] != 1:
        raise SystemExit(f"pictures: {file} does not hold whole numbers")
    width = bits // 8
    return [int.from_bytes(data[at:at + width], "little", signed=True) / (1 << (bits - 1)) for at in range(data_at, len(data) - width + 1, width * channels)]


def trace(sound, second, x, y, width, height):
    """Returns 12 ms of sound from an upward zero crossing on.

    The crossing is the first after this second.
    """
    at, count = int(second * RATE), RATE * 12 // 1000
    for i in range(at, min(at + RATE // 50, len(sound) - count - 1)):
        if sound[i] <= 0 < sound[i + 1]:
            at = i
            break
    cut = sound[at:at + count:12] or [0]
    return path([(round(x + i * width * 12 / count), round(y - value * height)) for i, value in enumerate(cut)])


def moving(frames, sound):
    times = [BEGIN + i / PER_SECOND for i in range((SECONDS - BEGIN) * PER_SECOND)]
    shown = [max((frame for frame in frames if frame[0] <= t), default=frames[0], key=lambda frame: frame[0]) for t in times]
    hands = fitted([frame[1] for frame in shown], 20, 20, 480, 360)
    # The pitch bar: 0 is the original, 1200 cents are an octave.
    tops = [round(340 - min(max(frame[2], 0), 1200) / 1200 * 240) for frame in shown]
    values = [f"{round(frame[2])} cents" for frame in shown]

    def animate(name, each):
        return f'<animate attributeName="{name}" dur="{SECONDS - BEGIN}s" repeatCount="indefinite" calcMode="discrete" values="{";".join(map(str, each))}"/>'

    # A column of values moves by one line behind a window. SVG does not animate text.
    column = "".join(f'<text class="value" y="{i * 40}">{value}</text>' for i, value in enumerate(values))
    waves = [trace(sound, t, 690, 220, 230, 420) for t in times]
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="940" height="400" viewBox="0 0 940 400" role="img" aria-label="A pinched hand is lifted; the pitch it sets rises, and the sound's waves come closer together">
<style>
{STYLE}
</style>
<rect class="back" width="940" height="400"/><rect class="panel" x="20" y="20" width="480" height="360"/>
<path class="palm" d="{palms(hands[0])}">{animate("d", map(palms, hands))}</path>
<path class="flesh" d="{bones(hands[0])}">{animate("d", map(bones, hands))}</path>
<path class="bone" d="{bones(hands[0])}">{animate("d", map(bones, hands))}</path>
<text x="530" y="60">pitch</text><rect class="rail" x="560" y="100" width="40" height="240"/>
<rect class="bar" x="560" width="40">{animate("y", tops)}{animate("height", [340 - top for top in tops])}</rect>
<svg x="530" y="350" width="150" height="40"><g transform="translate(0 26)"><g>{column}<animateTransform attributeName="transform" type="translate" dur="{SECONDS - BEGIN}s" repeatCount="indefinite" calcMode="discrete" values="{";".join(f"0 {-40 * i}" for i in range(len(values)))}"/></g></g></svg>
<text x="690" y="60">sound, 12 ms</text>
<path class="wave" d="{waves[0]}">{animate("d", waves)}</path>
</svg>
"""


def still(hands, mode):
    drawn = fitted([hands], 0, 0, 240, 180)[0]
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90" viewBox="0 0 240 180" role="img" aria-label="The hands of mode {mode}">
<style>
{STYLE.replace("stroke-width: 20", "stroke-width: 14").replace("stroke-width: 18", "stroke-width: 13")}
</style>
<rect class="back" width="240" height="180"/>
<path class="palm" d="{palms(drawn)}"/><path class="flesh" d="{bones(drawn)}"/><path class="bone" d="{bones(drawn)}"/>
</svg>
"""


def main(folder):
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        with wave.open(str(work / "tone.wav"), "wb") as tone:
            tone.setparams((2, 2, RATE, 0, "NONE", ""))
            one = [int(12000 * math.sin(2 * math.pi * TONE * i / RATE)) for i in range(RATE * (SECONDS + 2))]
            tone.writeframes(array.array("h", [value for value in one for _ in (0, 1)]).tobytes())
        frames = performed("faderup", "player", work, SECONDS, work / "heard.wav")
        if not any(frame[2] > 600 for frame in frames):
            raise SystemExit("pictures: the performer moved no pitch: nothing is drawn")
        (folder / "play.svg").write_text(moving(frames, samples(work / "heard.wav")))
        for mode, script, second in MODES:
            hands = next((frame[1] for frame in performed(script, mode, work, math.ceil(second + 1)) if frame[0] >= second and frame[1]), None)
            if not hands:
                raise SystemExit(f"pictures: {script} shows no hand: nothing is drawn of mode {mode}")
            (folder / f"mode-{mode}.svg").write_text(still(hands, mode))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
