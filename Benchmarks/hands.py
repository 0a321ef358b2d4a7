"""Measures the tracker by itself.

The parts are: searches beside a tracked hand, new hands, the cost of each hand, hands at rest, the reading of them,
and the empty room.
"""
import os
import statistics

from films import MODELS
from page import Part, Section
from runs import HANDS, OUT, ROUNDS, delays, film_of, gfbench, median, ours

FILM_SECONDS = 36
# The film's frames come faster than by its own clock: a search takes about ten ms and would end before a camera's
# next frame. A search begins with every tenth frame, so that search, pause, neighbour and pause follow each other.
FRAME_MS, SEARCH_EVERY = 6, 10
# Frames after which a tracker has learned the camera's noise. It reuses nothing of a hand before. The cost of rest
# counts from then on.
LEARNED = 30
# The work that may run beside a frame, and its name.
BESIDE = {"nothing": "nothing", "neighbour": "the neighbour", "search": "a palm search", "handOver": "the end or the beginning of a search"}
POSES = ("open", "fist", "two fingers", "pinch")
NEW_HANDS = {"a new hand": ("enterleave", 1), "a second hand": ("secondhand", 2)}
DEMO = ["pitch", "speed", "volume"]


def measure_searches():
    # Three kinds of frames take turns in one run: beside a search, beside a searching neighbour, and beside nothing.
    # So the state of the machine is the same for all three. The very first search, for the hand itself, is not
    # measured.
    film = film_of("open", FILM_SECONDS)
    runs = [ours(film, f"{OUT}/beside.jsonl", "--all", f"--interval={FRAME_MS}", "--most=2", f"--search-every={SEARCH_EVERY}", f"--from={SEARCH_EVERY}") for _ in range(ROUNDS)]
    beside = {what: [pair for run in runs for pair in met(run, what)] for what in BESIDE}
    return {"beside": {what: {"frames": len(pairs), "fewest": min(len(met(run, what)) for run in runs), "ms": [quantile([ms for ms, _ in pairs], share) for share in (50, 99)],
                              "waited": quantile([ms - work for ms, work in pairs], 99)} for what, pairs in beside.items()},
            "runs": [{what: quantile([ms for ms, _ in met(run, what)], 99) for what in BESIDE} for run in runs], "searches": min(run["palmRuns"] for run in runs),
            "delays": {name: delays(*what) for name, what in NEW_HANDS.items()}}


def met(run, what):
    """Returns wall and CPU time of each frame with this beside it."""
    beside = run["beside"].get(what, {"ms": [], "workMs": []})
    return list(zip(beside["ms"], beside["workMs"]))


def quantile(times, percent):
    """Returns a percentile; None for an empty list."""
    return sorted(times)[min(len(times) * percent // 100, len(times) - 1)] if times else None


def show_searches(sheet, data):
    d = data["searches"]
    beside = d["beside"]
    sheet.say(f"A tracked hand's time on a film of {FILM_SECONDS} s whose frames come every {FRAME_MS} ms and not every 33, so that searches and hands meet: a palm search begins with every {SEARCH_EVERY}th, and half-way to the next one a "
              "neighbour searches: a thread of the same program on the other core, with models of its own and one and the same frame, that shares no lock and no data of the tracker's own. "
              f"All runs' frames together (at least {d['searches']} searches a run); waited: the time by the clock beyond the CPU time of the hand's critical path, frame by frame.")
    sheet.say()
    sheet.say("| the frame began beside | frames | ms, median | p99 | waited, p99 |")
    sheet.say("|---|---|---|---|---|")
    for what, title in BESIDE.items():
        figures = " | ".join("-" if x is None else f"{x:.2f}" for x in (*beside[what]["ms"], beside[what]["waited"]))
        sheet.say(f"| {title} | {beside[what]['frames']} | {figures} |")
    sheet.say()
    sheet.say("What a hand takes longer beside the neighbour, too, this machine's processors take from each other, as where a host lends two threads of one core as two processors.")
    for what in ("search", "neighbour"):
        # With fewer the figures have no meaning.
        sheet.goal(f"frames that began beside {BESIDE[what]}, in the run with the fewest", ">= 100", beside[what]["fewest"], lambda x: x >= 100)
    for other in ("nothing", "neighbour"):
        ratios = [run["search"] / run[other] for run in d["runs"] if run["search"] and run[other]]
        if ratios:
            sheet.most(f"p99 of a tracked hand's time beside a palm search / beside {BESIDE[other]}, median of {len(ratios)} runs ({min(ratios):.2f} to {max(ratios):.2f})", 1.1, statistics.median(ratios))
    if beside["search"]["frames"] and beside["nothing"]["frames"]:
        sheet.most("p99 of what a hand waits beside a palm search, more than beside nothing / its median time", 0.05,
                   (beside["search"]["waited"] - beside["nothing"]["waited"]) / beside["nothing"]["ms"][0], "{:.3f}")
    for name, times in d["delays"].items():
        sheet.goal(f"{name} is found after it is wholly in view, median ms of {len(times)}", "<= 120", statistics.median(times), lambda x: x <= 120, "{:.0f}")
        sheet.goal("the same, the slowest, ms", "-", max(times), None, "{:.0f}")


def measure_hands():
    # This number of moving hands, as mode instrument follows them. Then the limit equals the number of hands, and no
    # searches run beside them.
    runs = {(hands, most): [] for hands in range(1, 5) for most in sorted({hands, 4})}
    for _ in range(ROUNDS):
        for (hands, most), found in runs.items():
            found.append(ours(f"performer:fourhands:{hands}", f"{OUT}/hands.jsonl", f"--most={most}", *(["--no-search"] if hands == most else [])))
    cost = [{"hands": hands, "most": most, "cpu": median(found, "cpuMs"), "critical": median(found, "criticalMs"), "p99": median(found, "p99Ms"),
             "searches": max(r["palmRuns"] for r in found), "seen": min(r["handsPerFrame"] for r in found)} for (hands, most), found in runs.items()]
    return {"cost": cost, "third": delays("threehands", 3, "--most=4")}


def show_hands(sheet, data):
    d = data["hands"]
    sheet.say("The performer with its sensor's noise: one to four hands that move all the time, followed as in mode instrument (four at most) and with no search beside them (as many at most as there are). "
              "The critical path is the CPU time that a frame's hands cannot be had without: the looks at the hands are shared out over two threads.")
    sheet.say()
    sheet.say("| hands | followed at most | CPU ms a frame | more than with a hand less | critical path, ms | p99 of the wall time, ms | palm searches | hands followed a frame |")
    sheet.say("|---|---|---|---|---|---|---|---|")
    alone = {row["hands"]: row for row in d["cost"] if row["hands"] == row["most"]}
    for row in d["cost"]:
        before = alone.get(row["hands"] - 1) if row["hands"] == row["most"] else None
        more = f'{row["cpu"] - before["cpu"]:.2f}' if before else "-"
        sheet.say(f'| {row["hands"]} | {row["most"]} | {row["cpu"]:.2f} | {more} | {row["critical"]:.2f} | {row["p99"]:.2f} | {row["searches"]} | {row["seen"]:.2f} |')
    sheet.most("CPU of four hands a frame / four times that of one", 1.1, alone[4]["cpu"] / (4 * alone[1]["cpu"]))
    sheet.most("critical path of four hands / twice that of one", 1.2, alone[4]["critical"] / (2 * alone[1]["critical"]))
    sheet.goal("hands of four that are followed, on the mean of the worst run", ">= 3.9", alone[4]["seen"], lambda x: x >= 3.9, "{:.2f}")
    sheet.most(f"a third hand is found beside two after it is wholly in view, median ms of {len(d['third'])}", 120, statistics.median(d["third"]), "{:.0f}")


def measure_still():
    # With the sensor's noise and without a codec.
    runs = {(model, how): [] for model in MODELS for how in ("still", "performer")}
    for _ in range(ROUNDS):
        for (model, how), found in runs.items():
            found.append(ours(f"{how}:open", f"{OUT}/{how}.jsonl", "--all", "--most=1", "--no-search", f"--from={LEARNED}", model=model))
    cost = {model: {how: {"cpu": median(runs[model, how], "cpuMs"), "kept": min(r["looksSpared"] for r in runs[model, how]), "frames": runs[model, how][-1]["frames"]}
                    for how in ("still", "performer")} for model in MODELS}
    return {"cost": cost, **gfbench("still")}


def show_still(sheet, data):
    d = data["still"]
    sheet.say("The performer with its sensor's noise. Jitter: how far the landmarks of a hand that stands still move about their mean (root of the mean square of a coordinate), as the model gives them and behind "
              f"the default filter, which is set for each model's noise, over five takes of the sensor's noise a pose. What a frame costs is measured from frame {LEARNED} on, when the noise is known. Slow pinch: 0.1 hand sizes a second; how old its landmarks are on the mean because some are kept, the worst of three sensors.")
    sheet.say()
    sheet.say("| model | CPU ms a frame: a hand that rests / that sways | frames whose landmarks were kept | jitter of the model / behind the filter, sizes | slow pinch, ms |")
    sheet.say("|---|---|---|---|---|")
    for model in MODELS:
        (rest, sway), m = (d["cost"][model][how] for how in ("still", "performer")), d[model]
        sheet.say(f'| {model} | {rest["cpu"]:.2f} / {sway["cpu"]:.2f} | {rest["kept"]} / {sway["kept"]} of {rest["frames"]} | {m["jitterBefore"]:.5f} / {m["jitterBehind"]:.5f} | '
                  f'{m["slowPinchLagMs"]:.1f} |')
        sheet.most(f"{model}: looks at a hand that rests, of its frames", 0.26, 1 - rest["kept"] / rest["frames"], "{:.3f}")
        sheet.most(f"{model}: CPU a frame of a hand that rests / of one that sways", 0.25, rest["cpu"] / sway["cpu"], "{:.3f}")
        sheet.most(f"{model}: a slow pinch lags because landmarks are kept, ms", 10, m["slowPinchLagMs"], "{:.1f}")
    sheet.say()
    sheet.say("At most three of four frames are kept, so a quarter of the looks remains at best, and comparing frames costs something besides: a quarter of the CPU time, the goal, contradicts that rule. It stays the goal, and beside "
              "it stands the share of frames that were looked at.")
    sheet.say()
    sheet.say("The jitter by poses, as the model gives it / behind the filter, in sizes:")
    sheet.say()
    sheet.say("| pose | " + " | ".join(MODELS) + " | int8 / float: of the model | behind the filter |")
    sheet.say("|---|" + "---|" * (len(MODELS) + 2))
    for i, pose in enumerate(POSES):
        of = {model: d[model]["poses"][i] for model in MODELS}
        sheet.say(f"| {pose} | " + " | ".join(f"{of[model][0]:.5f} / {of[model][1]:.5f}" for model in MODELS) + " | " + " | ".join(f'{of["int8"][k] / of["float"][k]:.2f}' for k in (0, 1)) + " |")
    sheet.most("jitter of a still hand behind the filter, on the models' own landmarks, int8 / float", 1, d["int8"]["jitterBehind"] / d["float"]["jitterBehind"])
    room = d["emptyRoom"]
    sheet.most("palm searches a second in a still, empty room after ten seconds, the worst of four", 5, max(room["searchesASecond"]), "{:.1f}")
    sheet.most("the first hand in it is found after it is wholly in view, the slowest of four, ms", 120, max(room["foundAfterMs"]), "{:.0f}")


def measure_reading():
    return gfbench("read", *([HANDS] if os.path.isdir(f"{HANDS}/photos") else []))


def show_reading(sheet, data):
    read, engaged = (data["reading"][key] for key in ("read", "engaged"))
    sheet.say("What is read rightly with each model. Photos are looked at for half a second; of the performer each frame counts, in a lit room and in a dim one with darker skin and a noisy sensor.")
    sheet.say()
    sheet.say("| read | " + " | ".join(MODELS) + " | only one of the two is wrong on |")
    sheet.say("|---|" + "---|" * (len(MODELS) + 1))
    for name, of in sorted(read.items()):
        places = {model: {text.rpartition(":")[0] for text in of[model]["wrong"]} for model in MODELS}
        apart = sorted(f"{place} ({model})" for model in MODELS for other in MODELS for place in places[model] - places[other])
        sheet.say(f"| {name} | " + " | ".join(f'{of[model]["right"]} of {of[model]["of"]}' for model in MODELS) + f" | {', '.join(apart[:12]) + (f' and {len(apart) - 12} more' if len(apart) > 12 else '') or '-'} |")
    for what in ("photo", "performer"):
        kinds = [of for name, of in read.items() if what in name]
        if kinds:
            lost = 100 * sum(of["float"]["right"] - of["int8"]["right"] for of in kinds) / sum(of["int8"]["of"] for of in kinds)
            sheet.most(f"fingers and gestures on {'photos' if what == 'photo' else 'the performer'} that int8 reads worse than float, of a hundred", 1, lost, "{:.1f}")
    sheet.say()
    sheet.say("Controls that are taken hold of: " + "; ".join(
        f"{source}: " + (listed(by[MODELS[0]]) if len({tuple(v) for v in by.values()}) == 1 else ", ".join(f"{listed(by[model])} ({model})" for model in MODELS))
        for source, by in engaged.items()) + ".")
    for model in MODELS:
        sheet.goal(f"{model}: controls taken hold of on the demo script", listed(DEMO), listed(engaged["demo script"][model]), lambda x: x == listed(DEMO))
    films = [source for source, by in engaged.items() if by["int8"] != by["float"]]
    sheet.goal("films on which int8 takes hold of other controls than float", "none", ", ".join(films) or "none", lambda _: not films)


def listed(controls):
    return ", ".join(controls) or "nothing"


SECTIONS = [Section("Searches and new hands", [Part("searches", measure_searches)], show_searches), Section("Up to four hands", [Part("hands", measure_hands)], show_hands),
            Section("Hands that rest", [Part("still", measure_still)], show_still), Section("What is read", [Part("reading", measure_reading)], show_reading)]
