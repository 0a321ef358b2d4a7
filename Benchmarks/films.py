"""Compares the tracker with its peer, film by film: cost, coverage, agreement."""
import json
import os
import statistics

from page import Part, Section
from runs import CLIPS, OUT, ROUNDS, aspect, compare, film_of, median, noisy_peer, ours, peer, small

# Landmark models, side by side in one run. `auto` takes the first on an x86 with dot products of 8-bit numbers, the
# second on one without.
MODELS = ("int8", "float")
NOISES = ("1", "2")
PERFORMED = ("open", "pinch", "twohands", "empty")


def measure(path):
    """Returns the figures of one film, all runs alternating."""
    reference, ratio = f"{OUT}/peer.jsonl", aspect(path)
    mine, runs, theirs = {model: [] for model in MODELS}, {model: [] for model in MODELS}, []
    for _ in range(ROUNDS):
        theirs.append(peer(path, reference))
        for model in MODELS:
            mine[model].append(ours(path, f"{OUT}/{model}.jsonl", model=model))
            runs[model].append(compare(f"{OUT}/{model}.jsonl", reference, ratio))
    own = {level: compare(file, reference, ratio) for level, file in noisy_peer(path, NOISES).items()}
    hands = statistics.mean(len(json.loads(line)["hands"]) for line in open(reference))
    return {"hands": hands, "peerCpu": median(theirs, "cpuMs"), "peerWall": median(theirs, "medianMs"), "own": {level: c["within5"] for level, c in own.items()},
            "models": {model: counts(mine[model], runs[model]) for model in MODELS}}


def counts(mine, runs):
    """Returns the medians of the cost, and the worst of the counts."""
    worst = lambda key, pick=max: pick(run[key] for run in runs)
    return {"cpu": median(mine, "cpuMs"), "wall": median(mine, "medianMs"), "within5": worst("within5", min), "seen": worst("ourFrames", min),
            "peerSeen": worst("referenceFrames"), "frames": worst("frames"), "unequal": worst("unequalFrames"), "extra": worst("extra"), "missed": worst("missed"),
            "dup": worst("duplicates"), "peerDup": worst("referenceDuplicates", min), "swaps": worst("swaps"), "flips": worst("flips"),
            "peerFlips": worst("referenceFlips", min), "pairs": worst("pairs"), "palm": max(run["palmRuns"] for run in mine), "seconds": mine[-1]["seconds"]}


def rows(name, film):
    """Yields a film's lines of the table, one a model."""
    for model, r in film["models"].items():
        agree = f'{100 * r["within5"]:.1f} %' if r["pairs"] else "-"
        itself = ", ".join(f"{100 * film['own'][level]:.1f} %" for level in NOISES) if r["pairs"] else "-"
        yield (f'| {name} | {film["hands"]:.1f} | {model} | {r["cpu"]:.2f} / {film["peerCpu"]:.2f} | {r["cpu"] / film["peerCpu"]:.2f} | {r["wall"]:.2f} / {film["peerWall"]:.2f} | '
               f'{r["wall"] / film["peerWall"]:.2f} | {agree} | {itself} | {r["seen"]} / {r["peerSeen"]} of {r["frames"]} | {r["extra"]} / {r["missed"]} | '
               f'{r["dup"]} / {r["peerDup"]} | {r["swaps"]} | {r["flips"]} / {r["peerFlips"]} |')


def show(sheet, data):
    films = {name.partition(".")[2]: film for name, film in data.items()}
    sheet.say(f"Our landmark models, {' and '.join(MODELS)}, run side by side with MediaPipe. Films are decoded beforehand, at most 640 wide, and their first 200 frames count; both get each frame when "
              "the film says. Ours runs as the box does (palms on a thread of their own); counts of ours are the worst of its runs.")
    sheet.say("Agreement counts every hand: one that only one of the two sees, and frames that only one of them has, count against it. One run is one draw: how far they agree is judged in the next section, over several. MediaPipe with itself: under normal noise of 1 and of 2 grey levels "
              "(standard deviation) in each channel of each pixel. Flips go by place, for both.")
    sheet.say()
    sheet.say("| film | hands | model | CPU ms a frame: ours / MediaPipe | ratio | wall ms: ours / MediaPipe | ratio | points within 5 % | MediaPipe with itself, +-1 and +-2 | "
              "frames with a hand: ours / MediaPipe | hands too many / too few | duplicates | swaps | flips |")
    sheet.say("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for name, film in films.items():
        for row in rows(name, film):
            sheet.say(row)
    sheet.say()
    if not any(not name.startswith("performer ") for name in films):
        sheet.say("(../shared/data is not there: performer films only.)")
        sheet.say()
    first, second = MODELS
    lost = (f"{name} {100 * (film['models'][first]['within5'] - film['models'][second]['within5']):+.1f} ({film['models'][first]['seen'] - film['models'][second]['seen']:+d})"
            for name, film in films.items() if film["models"][first]["pairs"])
    sheet.say(f"What {first} has more (+) or less (-) than {second}, in points of a hundred within 5 %, and in frames with a hand: {', '.join(lost)}.")
    for model in MODELS:
        goals(sheet, model, films)


def goals(sheet, model, films):
    """Writes the tracker's goals against its peer for this landmark model."""
    all_of = {name: {**film, **film["models"][model]} for name, film in films.items()}
    ratio = lambda key: lambda r: r[key] / r["peer" + key.capitalize()]
    among = lambda low, high: [r for r in all_of.values() if low < r["hands"] <= high]
    most = lambda figure, limit, found, key: sheet.most(f"{model}: {figure}", limit, max(map(ratio(key), found))) if found else None
    sheet.most(f"{model}: CPU a frame, one hand in view / MediaPipe's, median over the films with up to 1.1 hands", 0.24, statistics.median(map(ratio("cpu"), among(0.1, 1.1))))
    most("CPU a frame, two hands in view / MediaPipe's", 0.50, among(1.6, 9), "cpu")
    most("CPU a frame, films of 1.3 hands / MediaPipe's, the worst", 0.50, among(1.1, 1.6), "cpu")
    most("CPU a frame, no hand / MediaPipe's", 0.20, among(-1, 0.1), "cpu")
    for r in among(-1, 0.1):
        sheet.most(f"{model}: palm searches a second in an empty room", 15, r["palm"] / max(r["seconds"], 1), "{:.1f}")
    most("wall time frame to hands, two hands / MediaPipe's", 0.30, among(1.6, 9), "wall")
    most("the same, films of 1.3 hands, the worst", 0.30, among(1.1, 1.6), "wall")

    def nowhere(figure, wrong):
        found = [name for name, r in all_of.items() if wrong(r)]
        sheet.goal(f"{model}: films on which {figure}", "none", ", ".join(found) or "none", lambda _: not found)

    nowhere("one of the two has fewer frames", lambda r: r["unequal"] > 0)
    nowhere("we report a hand on fewer frames", lambda r: r["seen"] < r["peerSeen"])
    nowhere("our duplicates are not fewer", lambda r: r["dup"] > 0 and r["dup"] >= r["peerDup"])
    nowhere("our handedness flips and not less often", lambda r: r["flips"] > 0 and r["flips"] >= r["peerFlips"])
    nowhere("identities are swapped (MediaPipe has none)", lambda r: r["swaps"] > 0)


def parts(section, scripts, measure):
    """Returns a part for each performer script and each real film.

    - measure: receives the film's path.
    """
    def of(name, path):
        return Part(f"{section}.{name}", lambda: measure(path()))
    found = [of(f"performer {s}", lambda s=s: film_of(s, 8)) for s in scripts]
    clips = sorted(os.listdir(CLIPS)) if os.path.isdir(CLIPS) else []
    return found + [of(name[:-4], lambda name=name: small(f"{CLIPS}/{name}")) for name in clips if name.endswith(".mp4")]


SECTION = Section("Tracker against MediaPipe", parts("films", PERFORMED, measure), show)
