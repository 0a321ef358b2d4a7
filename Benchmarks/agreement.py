"""Measures how far the tracker agrees with its peer over several starts.

It also measures the peer's agreement with itself, on several starts of each film. In a tracker, each frame's hands
decide where it looks for the next frame's. On a film of blurred hands or fists, a grey level of noise in one frame
gives another hand thirty frames later. So one run of either tracker is one random sample. A film that begins a few
frames later shows the same hands and is another sample.
"""
import statistics

import films
from films import MODELS
from page import Section
from runs import BIN, OUT, aspect, compare, noisy_peer, run

# Frames left out at a film's beginning; each start is a sample.
STARTS = (0, 3, 6, 9, 12)
# Standard deviation in grey levels of the noise for the peer's self-comparison.
# The issue that set the goal takes two, the specification one.
NOISE = "2"
PERFORMED = ("open", "pinch", "twohands")
# The sets of points that count. The specification's goal uses the first; all three have goals.
KINDS = {"pairedWithin5": "hands that both see", "distinctWithin5": "each hand once", "within5": "all reports"}


def cut(path, start):
    """Returns the film from that frame on, at most 200 frames."""
    target = f"{OUT}/cut.mp4"
    run("sh", "-c", f"ffmpeg -v error -nostdin -y -i '{path}' -vf 'select=gte(n\\,{start}),setpts=PTS-STARTPTS' -frames:v 200 -fps_mode passthrough -crf 8 -pix_fmt yuv420p '{target}' && echo done")
    return target


def measure(path):
    """Returns per set each sample's share of points within 5 %.

    The shares are the peer's with itself, and ours with the peer.
    """
    found = {kind: {"itself": [], **{model: [] for model in MODELS}} for kind in KINDS}
    for start in STARTS:
        film = cut(path, start)
        files = noisy_peer(film, ("0", NOISE), seed=start + 1)
        ratio = aspect(film)
        compared = {"itself": compare(files[NOISE], files["0"], ratio)}
        for model in MODELS:
            mine = f"{OUT}/agreement.jsonl"
            run(f"{BIN}/gflab", "track", film, "--hands", mine, "--model", model)
            compared[model] = compare(mine, files["0"], ratio)
        for kind, sides in found.items():
            for side, draws in sides.items():
                draws.append(compared[side][kind])
    return found


def spread(draws):
    return f"{100 * statistics.median(draws):.1f} ({100 * min(draws):.1f} to {100 * max(draws):.1f})"


def show(sheet, data):
    found = {name.partition(".")[2]: film for name, film in data.items()}
    sheet.say(f"Per cent of points within 5 % of the hand's size of MediaPipe's: the median of {len(STARTS)} draws, and the least and the most. A draw is the film, at most 200 frames, from its frame {', '.join(map(str, STARTS))} on: "
              "each frame's hands say where the next one's are looked for, so one run of a film of fists or of blurred hands is a draw of many. MediaPipe with itself: under normal noise of "
              f"{NOISE} grey levels in each channel, other noise in each draw. Ours looks for palms in the frame itself (`gflab track`), so that a draw is the same every time. "
              "Three ways of counting, and all are judged: of hands that both see, the specification's (two hands are one that both see if they lie less than a hand's size apart on the mean); of each hand once, where a hand "
              "that only one of them has counts as one that lies elsewhere, but the second report of one hand is left out; and of all reports. The films above have MediaPipe with itself under one grey level, the specification's, as one draw.")
    sheet.say()
    sheet.say("| film | counted | MediaPipe with itself | " + " | ".join(MODELS) + " |")
    sheet.say("|---|---|---|" + "---|" * len(MODELS))
    for name, film in found.items():
        for kind, title in KINDS.items():
            sheet.say(f"| {name} | {title} | {spread(film[kind]['itself'])} | " + " | ".join(spread(film[kind][model]) for model in MODELS) + " |")
    for model in MODELS:
        for kind, title in KINDS.items():
            less = [name for name, film in found.items() if statistics.median(film[kind][model]) < statistics.median(film[kind]["itself"])]
            sheet.goal(f"{model}: films on which fewer points lie within 5 % of MediaPipe's than MediaPipe's own under +-{NOISE} grey levels, medians of {len(STARTS)} draws, {title}", "none",
                       ", ".join(less) or "none", lambda _, less=less: not less)


SECTION = Section("How far the tracker agrees with MediaPipe", films.parts("agreement", PERFORMED, measure), show)
