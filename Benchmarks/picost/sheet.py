"""The section of docs/benchmarks.md."""
import re

from estimate import BLOCK_MS, BOARDS, LOOKS, MODES, PI4, PI5, RATES, SEARCHES, TRACKERS, picture, time, verdict

BEGIN, END = "<!-- pi-cost begins: `make pi-cost` writes it -->", "<!-- pi-cost ends -->"


def times_of(record, board):
    """Of each feature on a board."""
    counts = record["counts"][board.core]
    times = {name: time(found["cycles"], record["features"][name]["kind"], board) for name, found in counts.items()}
    # Most of the tracker's cycles are the model's, and take by what the model takes.
    look = LOOKS[board]
    for name, hands in TRACKERS.items():
        if name in counts and look in counts:
            times[name] = times[look] * hands + time(counts[name]["cycles"] - hands * counts[look]["cycles"], "code", board)
    return times


def millions(x):
    return f"{x / 1e6:.1f}" if x >= 1e7 else f"{x / 1e6:.2f}" if x >= 1e5 else f"{x / 1e6:.3f}"


def digits(ms):
    return 0 if ms >= 20 else 1 if ms >= 2 else 2 if ms >= 0.1 else 3


def features(record):
    lines = ["| feature | what | million instructions Pi 4 / Pi 5 | " + " | ".join(f"{board.name}, ms" for board in BOARDS) + " |", "|---" * (3 + len(BOARDS)) + "|"]
    by_board = {board: times_of(record, board) for board in BOARDS}
    for name, feature in record["features"].items():
        counts = " / ".join(millions(record["counts"][core][name]["instructions"]) for core in ("Pi 4", "Pi 5"))
        shown = [by_board[board][name].show(digits(by_board[board][name].mid)) for board in BOARDS]
        lines.append(f"| {name} | {feature['about']}, a {feature['unit']} | {counts} | " + " | ".join(shown) + " |")
    return lines


def modes(record):
    lines = ["| board | mode | sound: % of its core | a picture with one hand / two, ms | pictures a second it allows, two hands | auto asks for | left of the hands' core / of sound's | fits |",
             "|---" * 8 + "|"]
    for board in BOARDS:
        times = times_of(record, board)
        for mode, (block, gestures) in MODES.items():
            sound = times[block].of(BLOCK_MS)
            of_it = picture(times, gestures, board)
            share = of_it.two.of(1000 / RATES[board])
            words = {verdict(sound), verdict(share)}
            fits = "yes" if words == {"yes"} else f"sound: {verdict(sound)}; hands: {verdict(share)}"
            rates = f"{1000 / of_it.two.mid:.0f} ({1000 / of_it.two.high:.0f}-{1000 / of_it.two.low:.0f})"
            lines.append(f"| {board.name} | {mode} | {sound.show(0)} | {of_it.one.show(0)} / {of_it.two.show(0)} | {rates} | {RATES[board]} | {100 - share.mid:.0f} % / {100 - sound.mid:.0f} % | {fits} |")
    return lines


def others(record):
    """What is no mode's: searches, the camera's pictures, four hands, all of the sound at once."""
    lines = ["| board | palm searches: % of a core at auto's most a second | decoding Motion JPEG at auto's rate, % of a core | pictures a second with four hands | a capture besides, % of sound's core | stems and instrument at once, % of sound's core |",
             "|---" * 6 + "|"]
    for board in BOARDS:
        times = times_of(record, board)
        of_it = picture(times, "gestures-instrument", board)
        capture = (times["capture"] - times["engine"]).of(BLOCK_MS)
        both = (times["stems"] + times["instrument"] - times["engine"]).of(BLOCK_MS)
        four = of_it.four
        lines.append(f"| {board.name} | {SEARCHES[board]}: {(of_it.search * SEARCHES[board]).of(1000).show(0)} | {RATES[board]}: {(of_it.decode * RATES[board]).of(1000).show(0)} "
                     f"| {1000 / four.mid:.0f} ({1000 / four.high:.0f}-{1000 / four.low:.0f}) | {capture.show(1)} | {both.show(0)} |")
    return lines


def section(record):
    apart = [found["apart"] for of in record["counts"].values() for found in of.values() if "apart" in found]
    commits = sorted({found["commit"] for of in record["counts"].values() for found in of.values()})
    whole = sum(map(len, record["counts"].values()))
    repeat = f" Of {whole} counts {len(apart)} were made twice: they differ by {100 * max(apart):.2f} % at most." if apart else ""
    return "\n".join([
        BEGIN, "## What a Raspberry Pi will need: an estimate", "",
        f"**Nothing here was measured on a Raspberry Pi.** Made by `make pi-cost` ({record['date']}, {'commit' if len(commits) == 1 else 'counted at the commits'} {', '.join(commits)}): instructions of the arm64 programs were counted under an emulated "
        f"Cortex-A72 and A76, their cycles are LLVM {record['llvm']}'s, and what caches and memory cost besides is taken from work whose times on such cores were published (`Benchmarks/picost/estimate.py`).{repeat} "
        "Times are in ms of one core: the middle of the range, and in brackets its ends, which are no confidence intervals. A block is a mean one: of four stems the dearest has 1.4 to 1.8 times as many instructions (counted before, by hand). Not in it: throttling, other programs, how several cores disturb each other beyond two that look at hands.", "",
        *features(record), "",
        "Four cores: sound has one, `gf-hands` one, the second hand one, and the last has the camera, palm searches, decoding of music and everything else. "
        f"On a Pi 4 hands are looked at by the 8-bit model ({LOOKS[BOARDS[0]]}), on a Pi 5 by the float model in 16 bits ({LOOKS[BOARDS[2]]}); with two hands each core looks at one. "
        "Fits: with the upper end of the range (yes), or with its middle only.", "",
        *modes(record), "", *others(record), END, ""])


def behind(record, source):
    """What the box's own figures (BoardCosts.swift) say otherwise than the estimate: a line for each that is off by more than a seventh."""
    found = []
    for case, board in (("raspberryPi4", PI4), ("raspberryPi5", PI5)):
        line = re.search(rf"case \.{case}: BoardCosts\(look: \[(.*?)\]", source)
        times = times_of(record, board)
        for model, ms in re.findall(r"\.(\w+): ([\d.]+)", line.group(1) if line else ""):
            now = (times[f"landmarks-{model}"] + times["sample-region"]).mid
            if abs(float(ms) / now - 1) > 1 / 7:
                found.append(f"BoardCosts.swift has {ms} ms for {model} on a {board.name}; it is {now:.1f} now: change it there")
        if not line:
            found.append(f"BoardCosts.swift has no line for {case}")
    return found


def put(page, text):
    """A page with the section in place of the one that it had, or before its goals."""
    if BEGIN in page and END in page:
        begin, end = page.index(BEGIN), page.index(END) + len(END) + 1
        return page[:begin] + text + page[end:]
    at = page.find("## Goals")
    return page[:at] + text + "\n" + page[at:] if at >= 0 else page.rstrip("\n") + "\n\n" + text


def taken(page):
    """The section of a page, for whoever writes the page anew; nothing if it has none."""
    return page[page.index(BEGIN):page.index(END) + len(END) + 1] if BEGIN in page and END in page else ""
