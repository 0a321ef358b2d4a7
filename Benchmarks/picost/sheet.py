"""Writes the section of docs/benchmarks.md."""
import re
import textwrap

from estimate import BLOCK_MS, BOARDS, LOOKS, MODES, PI4, PI5, RATES, SEARCHES, TRACKERS, frame_times, time, verdict

BEGIN, END = "<!-- pi-cost begins: `make pi-cost` writes it -->", "<!-- pi-cost ends -->"


def times_of(record, board):
    """Returns the time of each feature on a board."""
    counts = record["counts"][board.core]
    times = {name: time(found["cycles"], record["features"][name]["kind"], board) for name, found in counts.items()}
    # Most of the tracker's cycles are the model's, and have its factor.
    look = LOOKS[board]
    for name, hands in TRACKERS.items():
        if name in counts and look in counts:
            times[name] = times[look] * hands + time(counts[name]["cycles"] - hands * counts[look]["cycles"], "code", board)
    return times


# The features that the page shows; the record has all.
SHOWN = {
    "landmarks-float": "landmarks of a hand, model float", "landmarks-int8": "landmarks of a hand, model int8", "landmarks-lite": "landmarks of a hand, model lite",
    "palms": "one palm search", "decode-mjpeg": "a Motion JPEG frame of 640 x 480", "follow-two": "tracker, two hands on one core",
    "player-stretched": "a block: one deck, speed 0.9, +150 cents", "player-extreme": "a block: one deck, speed 2, +2400 cents", "stems": "a block: four stems, hands moving",
    "instrument": "a block: 16 voices, all effects", "inlet-pitched": "a block: stream at 44.1 kHz, +150 cents"}


def digits(ms):
    return 0 if ms >= 20 else 1 if ms >= 2 else 2 if ms >= 0.1 else 3


def features(record):
    lines = ["| work | " + " | ".join(f"{board.name}, ms" for board in BOARDS) + " |", "|---" * (1 + len(BOARDS)) + "|"]
    by_board = {board: times_of(record, board) for board in BOARDS}
    for name, label in SHOWN.items():
        if name in record["features"]:
            lines.append(f"| {label} | " + " | ".join(by_board[board][name].show(digits(by_board[board][name].mid)) for board in BOARDS) + " |")
    return lines


FITS = {"yes": "yes", "by the middle of the range": "at mid-range"}


def boards(record):
    lines = [f"| board | sound, % of its core: {', '.join(MODES)} | a frame with one hand, two, ms | frames a second, two hands | rate `auto` | fits |", "|---" * 6 + "|"]
    for board in BOARDS:
        times = times_of(record, board)
        sounds = [times[block].of(BLOCK_MS) for block, _ in MODES.values()]
        frames = [frame_times(times, gestures, board) for _, gestures in MODES.values()]
        slowest = max(frames, key=lambda frame: frame.two.high)
        words = [FITS.get(word, word) for word in (verdict(max(sounds, key=lambda sound: sound.high)), verdict(slowest.two.of(1000 / RATES[board])))]
        fits = "yes" if words == ["yes", "yes"] else f"sound {words[0]}; hands {words[1]}"
        rate = f"{1000 / slowest.two.mid:.0f} ({1000 / slowest.two.high:.0f}-{1000 / slowest.two.low:.0f})"
        lines.append(f"| {board.name} | {', '.join(sound.show(0) for sound in sounds)} | {slowest.one.show(0)}, {slowest.two.show(0)} | {rate} | {RATES[board]} | {fits} |")
    return lines


def others(record):
    """Returns the work outside of modes.

    It is searches, decoding, four hands, all sound at once.
    """
    lines = ["| board | palm searches a second at most: % of a core | Motion JPEG frames a second: % of a core | frames a second, four hands | stems and instrument, % of sound's core |",
             "|---" * 5 + "|"]
    for board in BOARDS:
        times = times_of(record, board)
        of_it = frame_times(times, "gestures-instrument", board)
        both = (times["stems"] + times["instrument"] - times["engine"]).of(BLOCK_MS)
        four = of_it.four
        lines.append(f"| {board.name} | {SEARCHES[board]}: {(of_it.search * SEARCHES[board]).of(1000).show(0)} | {RATES[board]}: {(of_it.decode * RATES[board]).of(1000).show(0)} "
                     f"| {1000 / four.mid:.0f} ({1000 / four.high:.0f}-{1000 / four.low:.0f}) | {both.show(0)} |")
    return lines


def wrapped(text):
    return textwrap.fill(text, 105, break_long_words=False, break_on_hyphens=False)


def section(record):
    apart = [found["apart"] for of in record["counts"].values() for found in of.values() if "apart" in found]
    commits = sorted({found["commit"] for of in record["counts"].values() for found in of.values()})
    whole = sum(map(len, record["counts"].values()))
    repeat = f" Of {whole} counts {len(apart)} were made twice: they differ by {100 * max(apart):.2f} % at most." if apart else ""
    model = {board: LOOKS[board].removeprefix("landmarks-") for board in BOARDS}
    return "\n".join([
        BEGIN, "## Expected load of a Raspberry Pi: an estimate", "",
        wrapped(f"**Nothing here was measured on a Raspberry Pi.** `make pi-cost` ({record['date']}, commit {', '.join(commits)}) counts instructions of the arm64 programs under an emulated "
                f"Cortex-A72 and A76. LLVM {record['llvm']} gives their cycles. The cost of caches and memory comes from work with published times on such cores "
                f"(`Benchmarks/picost/estimate.py`).{repeat} Times are ms of one core: middle of the range and, in brackets, its ends. The estimate leaves out throttling and other programs."), "",
        *features(record), "",
        wrapped(f"Sound, `gf-hands` and the second hand have a core each; everything else shares the fourth. A Pi 4 uses model {model[PI4]}, a Pi 5 model {model[PI5]}. "
                "*Fits*: yes at the upper end of the range, or at mid-range only."), "",
        *boards(record), "", *others(record), END, ""])


def behind(record, source):
    """Returns lines for the box's own figures that differ from the estimate.

    The figures are those of BoardCosts.swift. A line is for a figure that is off by more than a seventh.
    """
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
    """Returns a page with the section, in the old one's place.

    Without an old one the section is before the goals.
    """
    if BEGIN in page and END in page:
        begin, end = page.index(BEGIN), page.index(END) + len(END) + 1
        return page[:begin] + text + page[end:]
    at = page.find("## Goals")
    return page[:at] + text + "\n" + page[at:] if at >= 0 else page.rstrip("\n") + "\n\n" + text
