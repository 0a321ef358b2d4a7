"""Recognizes the pattern of an LED from samples with time stamps.

Pure: text and numbers in, words out; tested in test_pattern.py.

The stamps are the guest's. On an emulated machine a thread sometimes stands still for a tenth of a second, more often
on a busy host. An edge is late, a flash is missed, or a look at the LED is. So no length is compared with seconds. A
pattern is the order of its pieces and their shares of the cycle, in consecutive cycles. It must fit better than every
other pattern that this LED can show.
"""
import itertools, math, pathlib, re

# The patterns that an LED can show, by the table of docs/owner/lights-tones-buttons.md. Solid light, dark and a
# single flash are not patterns.
SHOWN = {"status": ("slowBlink", "fastBlink", "doubleFlash", "refused", "gaveUp", "updateWaits"), "track": ("blink",), "hands": ("dimBlink", "cannotSee", "misplaced", "slowBlink"), "instrument": ("slowBlink",)}
# Limits for a whole cycle's length, as factors of the table's.
SLOWEST, FASTEST = 2.5, 0.6
# The largest gap between looks, as a share of a cycle: a busy machine delays the observer, too.
BLIND = 0.15
# Consecutive cycles that are judged together.
TOGETHER = 4


def table(source=None):
    """Returns {name: seconds lit, dark, lit, dark ...} of the daemon's own table."""
    if source is None:
        sources = pathlib.Path(__file__).resolve().parents[2] / "Sources"
        source = next(sources.rglob("LEDPattern.swift")).read_text()
    found = re.findall(r"case \.(\w+): \[([0-9., ]+)\]", source)
    return {name: [float(step) for step in steps.split(",")] for name, steps in found if name not in ("off", "on")}


def pieces(rows):
    """Returns an LED's pieces from the output of /opt/lab/leds.

    A piece is (is lit, seconds, longest time between looks within it or at its ends). The rows are (last look before,
    look, is lit): one for the beginning, for each change, and for each late look. The pieces at both ends are cut and
    left out.
    """
    found, lit, begun, blind = [], None, 0.0, 0.0
    for before, at, value in rows:
        gap = at - before
        if value == lit:
            blind = max(blind, gap)
            continue
        # The edge is between two looks: take the middle.
        edge = (before + at) / 2
        if lit is not None:
            found.append((lit, edge - begun, max(blind, gap)))
        lit, begun, blind = value, edge, gap
    return found[1:]


# Seconds of the least pause between two digits of a code, and of the least flash that is 0. Flashes last 0.2 s, and the
# gaps between them 0.25 s.
PAUSE, LONG = 0.7, 0.55


def of_code(found):
    """Returns the pieces of a code: those between the first pause and the last one."""
    pauses = [k for k, (lit, length, _) in enumerate(found) if not lit and length >= PAUSE]
    return found[pauses[0]:pauses[-1] + 1] if pauses else []


def digits(found):
    """Returns the digits of a code as a text, of its own pieces (`of_code`)."""
    groups = [[]]
    for lit, length, _ in found:
        if lit:
            groups[-1].append(length)
        elif length >= PAUSE:
            groups.append([])
    return "".join("0" if max(group) > LONG else str(len(group)) for group in groups if group)


def shares(lengths):
    whole = sum(lengths)
    return [length / whole for length in lengths]


def is_like(lengths, steps, limit):
    """Returns whether consecutive pieces are a cycle.

    Its length is in the range, no share is off by more than `limit` of the cycle, and none by more than a factor of
    3.
    """
    if not FASTEST <= sum(lengths) / sum(steps) <= SLOWEST:
        return False
    return all(abs(got - want) <= limit and want / 3 <= got <= want * 3 for got, want in zip(shares(lengths), shares(steps)))


def coverage(found, steps):
    """Returns the share of time with four or more consecutive cycles, 0...1."""
    n = len(steps)
    covered = [False] * len(found)
    for first in range(len(found) - TOGETHER * n + 1):
        window = found[first:first + TOGETHER * n]
        # A cycle begins lit. A flash may hide between looks, but hardly in all of these cycles if the gaps are short
        # and random.
        if not window[0][0] or any(blind > max(min(steps), BLIND * sum(steps)) for _, _, blind in window):
            continue
        cycles = [[length for _, length, _ in window[k:k + n]] for k in range(0, len(window), n)]
        middle = [sum(lengths) / TOGETHER for lengths in zip(*cycles)]
        # Late edges lengthen one piece and shorten the next: each cycle may be off, their mean hardly. Delays do not
        # accumulate, so the cycles are alike in length.
        is_steady = all(abs(sum(lengths) / sum(middle) - 1) <= 0.25 for lengths in cycles)
        if is_steady and is_like(middle, steps, 0.08) and all(is_like(lengths, steps, 0.2) for lengths in cycles):
            covered[first:first + TOGETHER * n] = [True] * (TOGETHER * n)
    whole = sum(length for _, length, _ in found)
    return sum(length for (_, length, _), is_covered in zip(found, covered) if is_covered) / whole if whole else 0.0


# The pattern shown once over a lasting one, which continues underneath: an xrun's two flashes.
OVER = "doubleFlash"
# The phases of a cycle in the overlay of all cycles.
PLACES = 50
# Factors for the length of the measured cycle: its edges came late.
NEARBY = [1 + k / 100 for k in range(-8, 9)]


def middle(values):
    return sorted(values)[len(values) // 2]


def flashes(found, steps):
    """Returns the double flashes over another pattern: [(begin, end)].

    The times are seconds after the first piece. Only a flash's middle is certain: dark between two lit pieces, the
    second lit, then dark for long. Its beginning is invisible where the pattern is lit, and its end where it is dark.
    Their length is the median of all their middles.
    """
    places, at, core = [], 0.0, steps[1] + steps[2]
    for k, (lit, length, _) in enumerate(found):
        if lit and 2 <= k < len(found) - 1:
            (_, first, _), (_, between, _), (_, after, _) = found[k - 2], found[k - 1], found[k + 1]
            scale = (between + length) / core
            is_core = FASTEST <= scale <= SLOWEST and abs(between - steps[1] * scale) <= 0.2 * core * scale
            # Both ends may merge with the pattern, which makes them longer; late edges make them shorter.
            if is_core and first >= 0.5 * steps[0] * scale and after >= 0.64 * steps[3] * scale:
                places.append((at, between, scale))
        at += length
    if not places:
        return []
    scale = middle([scale for _, _, scale in places])
    return [(second - between - steps[0] * scale, second - between + (sum(steps) - steps[0]) * scale)
            for second, between, own in places if 0.6 <= own / scale <= 1.6]


def cycles(found, steps, hidden):
    """Returns the lengths of a pattern's cycles that are complete outside `hidden`.

    A cycle is from any edge to the same edge of the next.
    """
    n, seen, at = len(steps), [], 0.0
    for first in range(len(found) - n + 1):
        length = sum(piece[1] for piece in found[first:first + n])
        if FASTEST <= length / sum(steps) <= SLOWEST and not any(begin < at + length and at < end for begin, end in hidden):
            seen.append(length)
        at += found[first][1]
    return seen


def outside(found, hidden):
    """Returns what is seen outside `hidden`: [(begin, end, is lit)]."""
    shown, at = [], 0.0
    for lit, length, _ in found:
        shown.append((at, at + length, lit))
        at += length
    for begin, end in hidden:
        shown = [cut for a, b, lit in shown for cut in ((a, min(b, begin), lit), (max(a, end), b, lit)) if cut[0] < cut[1]]
    return shown


def agreement(found, steps, hidden):
    """Returns the best fit of a pattern outside `hidden`.

    The result is (share of the time that fits, 0...1; number of cycles in that time). The daemon computes a pattern
    from the clock, so its cycles are alike, even if single edges are late. Their length is the median of the complete
    cycles.
    """
    seen = cycles(found, steps, hidden)
    if not seen:
        return 0.0, 0.0
    shown = outside(found, hidden)
    whole = sum(b - a for a, b, _ in shown)
    if not whole:
        return 0.0, 0.0
    best, best_cycle = 0.0, middle(seen)
    for cycle in [middle(seen) * near for near in NEARBY]:
        fit = overlaid(shown, shares(steps), cycle) / whole
        if fit > best:
            best, best_cycle = fit, cycle
    return best, whole / best_cycle


def overlaid(shown, wanted, cycle):
    """Returns the seconds in which the shown light fits a pattern best.

    shown is [(begin, end, is lit)]; its cycles are laid over each other. wanted: shares of a cycle lit, dark, lit ...
    """
    # For each phase of a cycle: time lit less time dark, in phases. `steps` adds up pieces that cover whole phases,
    # from their beginning to their end.
    balance, steps, dark = [0.0] * (PLACES + 1), [0] * (PLACES + 2), 0.0
    for begin, end, lit in shown:
        sign = 1 if lit else -1
        dark += 0 if lit else end - begin
        first, rest = begin / cycle % 1 * PLACES, (end - begin) / cycle * PLACES
        while rest > 0:
            last = min(first + rest, PLACES)
            i, j = int(first), int(last)
            if i == j:
                balance[i] += sign * (last - first)
            else:
                balance[i] += sign * (i + 1 - first)
                balance[j] += sign * (last - j)
                steps[i + 1] += sign
                steps[j] -= sign
            rest -= max(last - first, 1e-9)
            first = 0.0
    level = 0
    for place in range(PLACES):
        level += steps[place]
        balance[place] = (balance[place] + level) * cycle / PLACES
    # Lit seconds fit the pattern's lit parts, dark seconds the others.
    total = [0.0]
    for value in balance[:PLACES] * 2:
        total.append(total[-1] + value)
    spans, at = [], 0.0
    for k, share in enumerate(wanted):
        if k % 2 == 0:
            spans.append((round(at * PLACES), max(round(at * PLACES) + 1, round((at + share) * PLACES))))
        at += share
    return max(dark + sum(total[turn + b] - total[turn + a] for a, b in spans) for turn in range(PLACES))


def shown_under_flashes(found, patterns, among):
    """Returns the pattern between the flashes that are over it.

    It must fit for four cycles at the least and better than every other; None if none does, or if there are no
    flashes.
    """
    hidden = flashes(found, patterns[OVER]) if OVER in among else []
    if not hidden:
        return None
    fits = {name: agreement(found, patterns[name], hidden) for name in among if name != OVER}
    best = max(fits, key=lambda name: fits[name][0])
    share, count = fits[best]
    is_clear = all(share > other + 0.1 for name, (other, _) in fits.items() if name != best)
    return best if share >= 0.88 and count >= TOGETHER and is_clear else None


def follow(found, steps):
    """Returns whether cycles repeat with any lit time between them.

    A flash begins when something new has happened, and the light is on until then.
    """
    n, taken, at, end, joined = len(steps), [], 0, -1, 0
    while at + n <= len(found):
        group = [length for _, length, _ in found[at:at + n]]
        # Skip the first piece, which merges with the lit time before it.
        fits = found[at][0] and group[0] >= 0.5 * steps[0] and is_like(group[1:], steps[1:], 0.2)
        if fits:
            taken.append(group)
            joined += at == end
            end = at + n
        at += n if fits else 1
    # A part of another pattern never follows itself. An example is the last two of three flashes.
    if len(taken) < TOGETHER or 2 * joined < len(taken) - 1:
        return False
    middles = [middle(lengths) for lengths in list(zip(*taken))[1:]]
    return is_like(middles, steps[1:], 0.08) and sum(map(sum, taken)) >= 0.5 * sum(length for _, length, _ in found)


def judge(found, wanted, patterns, among):
    """Returns None if pieces show the wanted pattern; otherwise a description of them.

    found: from `pieces`; wanted: a name; patterns: from `table`; among: names of the patterns that this LED can show.
    """
    if not found:
        return f"it does not change, and {wanted} was to be seen"
    if wanted == OVER and follow(found, patterns[OVER]):
        return None
    under = shown_under_flashes(found, patterns, among)
    if under and wanted != OVER:
        return None if under == wanted else f"it shows {under} with flashes over it"
    parts = {name: coverage(found, patterns[name]) for name in {wanted, *among}}
    best = max(parts, key=parts.get)
    if best != wanted and parts[best] > 0:
        return f"it shows {best} for {parts[best]:.0%} of the time and {wanted} for {parts[wanted]:.0%}"
    if parts[wanted] < 0.5:
        return f"it shows {wanted} for {parts[wanted]:.0%} of the time only"
    return None


def repeats(found, steps, times=2):
    """Returns whether a pattern is shown so many times in a row. It is for one that is soon over, unlike `judge`."""
    n = len(steps)
    for first in range(len(found) - times * n + 1):
        window = found[first:first + times * n]
        is_seen = window[0][0] and all(blind <= max(min(steps), BLIND * sum(steps)) for _, _, blind in window)
        if is_seen and all(is_like([length for _, length, _ in window[k:k + n]], steps, 0.2) for k in range(0, len(window), n)):
            return True
    return False


def glimpse(found, wanted, patterns, among):
    """Returns whether a pattern that is soon over is seen, with flashes over it.

    It needs more than one cycle outside the flashes, must fit there almost everywhere, and better than every other.
    """
    hidden = flashes(found, patterns[OVER])
    shown = outside(found, hidden)
    whole = sum(b - a for a, b, _ in shown)

    def fit(steps):
        return max(overlaid(shown, shares(steps), sum(steps) * near / 100) for near in range(90, 131, 2)) / whole

    if not hidden or whole < 1.2 * sum(patterns[wanted]):
        return False
    best = fit(patterns[wanted])
    still = max(sum(b - a for a, b, lit in shown if lit == one) for one in (True, False)) / whole
    return best >= 0.9 and all(best > other + 0.1 for other in [still, *(fit(patterns[name]) for name in among if name not in (OVER, wanted))])


def dips(rows, length):
    """Returns how often a lit LED goes dark for about this long, and whether each look was in time to see it.

    rows: as for `pieces`.
    """
    short = [seconds for lit, seconds, _ in pieces(rows) if not lit and seconds <= SLOWEST * length]
    return len(short), all(at - before < length for before, at, _ in rows)


def counts(found, least=0.5, clear=0.07):
    """Returns the flashes that count something on a lit LED: [(number, whether each look was in time)].

    A count is dark, with short flashes, between long lit pieces. least: seconds of a long lit piece; clear: the longest
    time between looks that hides no flash.
    """
    groups, group = [], []
    for piece in [*found, (True, math.inf, 0.0)]:
        if piece[0] and piece[1] >= least:
            groups.append(group)
            group = []
        else:
            group.append(piece)
    numbers = [(sum(lit for lit, _, _ in group), all(blind <= clear for _, _, blind in group)) for group in groups]
    return [one for one in numbers if one[0]]


def turns(rows, lines):
    """Returns the sets of LEDs that were lit, one after the other, as strings such as "10000000".

    rows: (line, seconds, whether it is lit) of each change, in order; lines: the LEDs, in the order of the string.
    """
    lit, found = dict.fromkeys(lines, False), []
    for line, _, value in rows:
        lit[line] = value
        found.append("".join("01"[lit[one]] for one in lines))
    return [one for one, _ in itertools.groupby(found)]


def told(found):
    return " ".join(f"{'+' if lit else '-'}{length:.2f}" for lit, length, _ in found) or "it does not change"
