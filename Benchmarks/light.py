"""Measures how many hands the tracker loses in films that were made worse.

They are darker, brighter or blurred, or show smaller or larger hands. It compares each loss with the threshold by which
the box advises a player, and writes a section of docs/design/signals.md with its picture.
"""
import os
import pathlib
import statistics
import tempfile
import textwrap
from dataclasses import dataclass

from light_curves import Panel, Placement, kept, lost_at, mean_of, picture, share_at, threshold
from page import Part, Section
from runs import CLIPS, OUT, gfbench, run

# Films of one hand, and the second from which on it is in view and keeps its size.
FILMS = {"dexret_hand": 0, "ezra_test": 1, "mpsamples_gesture": 2.7, "temuge_cam0": 1, "tfjs_asl_hand": 0}
SECONDS = 5
PAGE, PICTURE = pathlib.Path("docs/design/signals.md"), "light.svg"
BEGIN, END = "<!-- light begins: `make bench PARTS=light` writes it -->", "<!-- light ends -->"
LIGHT, QUALITY, FRAMING = "Sources/Camera/Light.swift", "Sources/Camera/FrameQuality.swift", "Sources/Supervisor/Health/Framing.swift"
# A camera's size. The films are not compressed, because compression would remove noise.
CAMERA = "scale=640:640:force_original_aspect_ratio=decrease:force_divisible_by=2,format=yuv420p"
UNTOUCHED = "untouched"


@dataclass(frozen=True)
class Curve:
    """A way in which frames get worse.
    - title, step: words for it and for a step of it.
    - figure: the measure of the threshold; words: its name.
    - limit: file and declaration of the threshold.
    - advice: the box's word (`Advice`).
    - steps: beginning with the best picture; ticks: of the picture.
    - worse: returns the filter of a step. Without it the steps are sizes of the hand.
    - beside, beside_figure: name and measure of one more column of the table.
    """
    title: str
    step: str
    figure: str
    words: str
    limit: tuple
    advice: str
    steps: tuple
    ticks: tuple
    worse: object = None
    beside: str = "at the limit"
    beside_figure: str = "clipped"


def brightened(factor, noise=0):
    """Returns a filter that multiplies the brightness. It then adds a sensor's noise.
    - noise: its standard deviation in grey levels.
    """
    # Of ffmpeg's noise filter a strength of 2 is a standard deviation of 1.
    added = f",noise=alls={2 * noise}:allf=t:all_seed=1" if noise else ""
    return f"format=gbrp,lutrgb=r=val*{factor}:g=val*{factor}:b=val*{factor},format=yuv420p{added}"


def blurred(sigma):
    return f"format=gbrp,gblur=sigma={sigma},format=yuv420p"


DARK = {"step": "brightness x", "figure": "brightness", "words": "mean brightness", "advice": "tooDark", "beside": "noise", "beside_figure": "noise",
        "steps": (1, 0.5, 0.25, 0.18, 0.12, 0.06), "ticks": (0, 0.1, 0.2, 0.3, 0.4, 0.5)}
SIZE = {"step": "palm, frame heights", "figure": "placed", "words": "palm, frame heights"}
CURVES = {
    "dark": Curve("Darkened, noise of 3 grey levels", limit=(LIGHT, r"leastMean = ([\d.]+)"), worse=lambda factor: brightened(factor, 3), **DARK),
    "noisy": Curve("Darkened, noise of 6 grey levels", limit=(QUALITY, r"leastNoisyMean = ([\d.]+)"), worse=lambda factor: brightened(factor, 6), **DARK),
    "bright": Curve("Overexposed", "brightness x", "clipped", "share of pixels at the limit", (LIGHT, r"leastClipped = ([\d.]+)"), "tooBright", (1.5, 2, 3, 4, 6),
                    (0, 0.2, 0.4, 0.6, 0.8, 1), brightened),
    "blur": Curve("Blurred by a Gaussian", "pixels of 640", "sharpness", "sharpness", (QUALITY, r"leastSharpness = ([\d.]+)"), "blurred", (1, 2, 3, 4, 6, 8),
                  (0, 0.2, 0.4, 0.6, 0.8, 1), blurred),
    "far": Curve("Hand far away", limit=(FRAMING, r"sizes = ([\d.]+)\.\.\."), advice="tooFar", steps=(0.1, 0.07, 0.05, 0.04, 0.03, 0.02), ticks=(0, 0.02, 0.04, 0.06, 0.08, 0.1), **SIZE),
    "near": Curve("Hand near", limit=(FRAMING, r"sizes = [\d.]+?\.\.\.([\d.]+)"), advice="tooNear", steps=(0.3, 0.4, 0.5, 0.6), ticks=(0.2, 0.3, 0.4, 0.5, 0.6), **SIZE),
}


def made(source, target, filters, *options):
    """Makes a film without losses through a chain of filters; returns its path."""
    run("sh", "-c", f"ffmpeg -v error -nostdin -y {' '.join(options)} -i '{source}' -an -vf '{filters}' -fps_mode passthrough -c:v rawvideo -f nut '{target}' && echo done")
    return target


def even(length):
    return max(2, 2 * round(length / 2))


def placing(untouched, size):
    """Returns the filter and the placement that give the hand this size.

    Smaller frames get a grey margin. Larger ones are cut around the hand.
    """
    width, height, scale = untouched["width"], untouched["height"], size / untouched["size"]
    if scale < 1:
        across, down = even(width * scale), even(height * scale)
        scale = down / height
        return f"scale={across}:{down},format=gbrp,pad={width}:{height}:(ow-iw)/2:(oh-ih)/2:color=gray,format=yuv420p", Placement(scale, (1 - scale) / 2, (1 - scale) / 2)
    left, top = (min(max(middle - 0.5 / scale, 0), 1 - 1 / scale) for middle in untouched["middle"])
    crop = f"crop=iw/{scale:.5f}:ih/{scale:.5f}:iw*{left:.5f}:ih*{top:.5f}"
    return f"{crop},scale={width}:{height},format=yuv420p", Placement(scale, -left * scale, -top * scale)


def figures(film, share, placed, advice):
    """Returns the numbers of one film at one step."""
    sizes = [palm[2] for palms in film["palms"] for palm in palms]
    return {"kept": share, "placed": placed, "size": statistics.median(sizes) if sizes else None, "told": film["advice"].get(advice, 0) / len(film["palms"]),
            **{key: film[key] for key in ("brightness", "contrast", "sharpness", "clipped", "noise")}}


def measured(clip, start):
    """Returns the numbers of one film by curve, step by step.

    A curve on which the hand keeps its size begins with the untouched film.
    """
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        cut = ("-ss", str(start), "-t", str(SECONDS))
        base = made(clip, f"{folder}/base.nut", CAMERA, *cut)
        film = gfbench("light", base)["films"][0]
        palms = [max(palms, key=lambda palm: palm[2]) for palms in film["palms"] if palms]
        if not palms:
            raise SystemExit(f"bench: no hand is found in {clip}")
        film["size"], *film["middle"] = (statistics.median(palm[axis] for palm in palms) for axis in (2, 0, 1))
        found = {}
        for name, curve in CURVES.items():
            cases = [placing(film, step) if not curve.worse else (curve.worse(step), Placement()) for step in curve.steps]
            paths = [made(base, f"{folder}/{i}.nut", filters) if curve.worse else made(clip, f"{folder}/{i}.nut", filters, *cut) for i, (filters, _) in enumerate(cases)]
            rows = [figures(film, 1.0, film["size"], curve.advice)] if curve.worse else []
            for (_, placement), worse in zip(cases, gfbench("light", *paths)["films"]):
                share = kept(film["palms"], worse["palms"], film["width"] / film["height"], placement)
                rows.append(figures(worse, share, film["size"] * placement.scale, curve.advice))
            found[name] = rows
        return found


def measure():
    return {name: measured(f"{CLIPS}/{name}.mp4", start) for name, start in FILMS.items()}


def points(data, name):
    """Returns the points (figure, share) of each film on a curve."""
    return [[(row[CURVES[name].figure], row["kept"]) for row in film[name]] for film in data.values()]


def verdict(data, name):
    """Returns a curve's losses in words, and the place at which a tenth is lost."""
    curve, films = CURVES[name], points(data, name)
    mean, limit = mean_of(films), threshold(*curve.limit)
    lost, single = lost_at(mean), [figure for figure in map(lost_at, films) if figure is not None]
    at = share_at(mean, limit)
    place = f"at {lost:.3f}" if lost is not None else "nowhere on this curve"
    spread = f"single films: {min(single):.3f} to {max(single):.3f}, in {len(single)} of {len(films)}" if single else "nor in a single film"
    there = f"the curve does not reach the threshold, {limit:g}" if at is None else f"at the threshold, {limit:g}, {100 * at:.0f} % are found"
    return f"By {curve.words} a tenth is lost {place} ({spread}); {there}.", place


def table(data, name):
    """Yields the lines of a curve's table, means over the films."""
    curve = CURVES[name]
    yield f"| {curve.step} | hands found | worst film | brightness | contrast | sharpness | {curve.beside} | palm measured | `{curve.advice}` |"
    yield "|---|---|---|---|---|---|---|---|---|"
    steps = ((UNTOUCHED,) if curve.worse else ()) + curve.steps
    for step, rows in zip(steps, zip(*(film[name] for film in data.values()))):
        mean = lambda key: statistics.mean(row[key] for row in rows)
        sizes = [row["size"] for row in rows if row["size"] is not None]
        size = f"{statistics.mean(sizes):.3f}" if sizes else "-"
        yield (f'| {step} | {100 * mean("kept"):.0f} % | {100 * min(row["kept"] for row in rows):.0f} % | {mean("brightness"):.3f} | {mean("contrast"):.3f} | {mean("sharpness"):.3f} | '
               f'{mean(curve.beside_figure):.3f} | {size} | {100 * mean("told"):.0f} % |')


def described(data):
    """Yields the lines that the report and the page share."""
    about = (f"`make bench PARTS=light` makes {len(data)} films of one hand worse, {SECONDS} s of each, at most 640 wide, and runs model int8 on them. *Hands found* is the share of the untouched film's "
             "frames with a hand in which the same hand is found. Figures are means over frames and films. The last column is the share of frames that get this advice; on the box a followed hand holds advice on light back.")
    yield from textwrap.wrap(about, 105, break_on_hyphens=False)
    for name, curve in CURVES.items():
        yield from ("", f"### {curve.title}", "", *textwrap.wrap(verdict(data, name)[0], 105, break_on_hyphens=False), "", *table(data, name))


def show(sheet, data):
    if "light" not in data:
        sheet.say("(../shared/data is not there.)")
        return
    for line in described(data["light"]):
        sheet.say(line)
    for name, curve in CURVES.items():
        sheet.goal(f"{curve.title}: a tenth of the hands is lost, {curve.words} (threshold {threshold(*curve.limit):g})", "-", verdict(data["light"], name)[1], None)


def put(page, lines):
    """Returns a page with the section, in the old one's place or at the end."""
    head, begin, rest = page.partition(BEGIN)
    tail = rest.partition(END)[2] if begin else "\n"
    return "\n".join([head.rstrip("\n"), "", BEGIN, *lines, END]) + tail


def publish(data):
    """Writes the section of the page, and its picture."""
    data = data["light"]
    panels = [Panel(curve.title, curve.words, curve.ticks, threshold(*curve.limit), points(data, name), mean_of(points(data, name))) for name, curve in CURVES.items()]
    (PAGE.parent / PICTURE).write_text(picture(panels))
    alt = "Share of hands found in films that were made worse, beside the thresholds"
    PAGE.write_text(put(PAGE.read_text(), ["## Measured loss", "", f"![{alt}]({PICTURE})", "", *described(data), ""]))
    print(f"the section of {PAGE} and {PICTURE} are new")


SECTION = Section("Light and framing", [Part("light", measure)] if os.path.isdir(CLIPS) else [], show, publish)
