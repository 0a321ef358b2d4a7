"""Measures how close stretched music is to its source.

The measures need no other engine. Sounds are 48 kHz; x is the source, y its stretched version at a speed, and `late`
the frames by which y begins too late. Needs numpy and scipy.
"""
import numpy as np
from scipy import ndimage, signal

from stretch_quality import RATE, db

# Frames of the distances' windows (11, 43, 170 ms). The step is from one window to the next in the output.
WINDOWS = {"11": 512, "43": 2048, "170": 8192}
STEP = 480
# Levels this far below the loudest do not count, in dB.
RANGE = 60
# The bands in Hz for attacks and pairs of hits.
ATTACK_BANDS = {"0.3 to 2 kHz": (300, 2000), "2 to 8 kHz": (2000, 8000)}
PAIR_BANDS = {"0.15 to 2 kHz": (150, 2000), "3 to 10 kHz": (3000, 10000)}
# Seconds between the hits of a pair, and repeats of each.
GAPS, REPEATS = (0.016, 0.020, 0.024, 0.028, 0.032), 3


def mel_weights(window, count, low, high):
    """Returns mel weights over the bins of a window: (bins, bands).

    They are triangles of equal width on the mel scale (O'Shaughnessy's 2595 log10(1 + f/700)). Bands without a bin
    are left out.
    """
    mel = lambda hz: 2595 * np.log10(1 + hz / 700)
    edges = 700 * (10 ** (np.linspace(mel(low), mel(high), count + 2) / 2595) - 1)
    hz = np.fft.rfftfreq(window, 1 / RATE)
    rows = [np.clip(np.minimum((hz - a) / (b - a), (c - hz) / (c - b)), 0, None) for a, b, c in zip(edges, edges[1:], edges[2:])]
    return np.array([row for row in rows if row.any()]).T


def spectra(x, centres, window):
    """Returns magnitudes of Hann windows around places in frames: (places, bins).

    The sound has one channel; outside of it is silence.
    """
    padded = np.pad(x, (window, window))
    first = np.clip(np.round(centres).astype(int) + window // 2, 0, len(padded) - window)
    shape = signal.windows.hann(window, sym=False)
    return np.abs(np.fft.rfft(padded[first[:, None] + np.arange(window)] * shape, axis=1))


def levels(x, centres, window):
    """Returns dB in 64 mel bands from 60 Hz to 16 kHz."""
    return 10 * np.log10(spectra(x, centres, window) ** 2 @ mel_weights(window, 64, 60, 16000) + 1e-9)


def lateness(x, y, speed):
    """Returns the frames by which y begins too late, within 80 ms.

    There the spectra differ least. Channels are (n,).
    """
    centres = np.arange(RATE // 2, min(len(y), len(x) / speed) - RATE // 2, 960.0)
    best = 0
    for window, shifts in ((1024, range(-3840, 3841, 240)), (512, range(-240, 241, 40))):
        source, around = levels(x, centres * speed, window), best
        best = min((around + shift for shift in shifts), key=lambda late: np.abs(levels(y, centres + late, window) - source).mean())
    return best


def distances(x, y, speed, late, window):
    """Returns the spectral distance of y from the source's same place.

    The result is (seconds of the source, distances). A distance is the root mean square over the bands in dB.
    Channels are (n,).
    """
    centres = np.arange(0.3 * RATE, min(len(y), len(x) / speed) - 0.3 * RATE, STEP)
    source, found = levels(x, centres * speed, window), levels(y, centres + late, window)
    floor = source.max() - RANGE
    return centres * speed / RATE, np.sqrt(((np.maximum(found, floor) - np.maximum(source, floor)) ** 2).mean(1))


def worst_place(at, values, length=0.5):
    """Returns where the mean over `length` seconds of the source is largest.

    The result is (its middle in seconds, that mean).
    """
    count = max(1, int(round(length / (at[1] - at[0]))))
    means = np.convolve(values, np.ones(count) / count, "valid")
    worst = int(np.argmax(means))
    return float(at[worst + count // 2]), float(means[worst])


def width(y):
    """Returns side to middle in dB, of (frames, 2)."""
    return db(np.sqrt(((y[:, 0] - y[:, 1]) ** 2).mean() / max((y.sum(1) ** 2).mean(), 1e-12)))


def onsets(x):
    """Returns the onsets and their strengths: (seconds, strengths).

    It is independent of the stretcher's own finder. It takes the rise of the spectrum in 20 ms beyond the loudest of
    the neighbouring bands before, so that vibrato counts less (after Boeck and Widmer, "Maximum filter vibrato
    suppression for onset detection", DAFx 2013).
    """
    window, hop, lag = 1024, 240, 4
    centres = np.arange(window // 2, len(x) - window // 2, hop)
    loud = np.log10(1 + 50 * spectra(x.mean(1), centres, window) @ mel_weights(window, 80, 30, 16000))
    before = ndimage.maximum_filter1d(loud, 3, axis=1, mode="nearest")
    rise = np.concatenate([np.zeros(lag), np.maximum(loud[lag:] - before[:-lag], 0).sum(1)])
    at, _ = signal.find_peaks(rise, height=1.6 * ndimage.median_filter(rise, 120, mode="nearest") + 1.5, distance=12)
    return centres[at] / RATE, rise[at]


def share_found(wanted, found, within=0.03):
    """Returns the percentage of wanted times with a found one near.

    `within` is in seconds.
    """
    if not len(wanted):
        return 100.0
    return 100 * float(np.mean([len(found) > 0 and np.abs(found - time).min() < within for time in wanted]))


def stronger_half(times, strengths):
    return times[np.argsort(-strengths)[:max(1, len(times) // 2)]]


def envelope(x, low, high):
    """Returns both channels' energy between two frequencies, smoothed over 2 ms."""
    energy = (signal.sosfiltfilt(signal.butter(3, [low, high], "bandpass", fs=RATE, output="sos"), x, axis=0) ** 2).sum(1)
    shape = signal.windows.hann(98)[1:-1]
    return np.maximum(np.convolve(energy, shape / shape.sum(), "same"), 0)


def rise(energy, at):
    """Returns the duration of the attack near a frame in ms.

    It is from 10 to 90 % of its height over the sound before it. None if nothing rises by a quarter or if the sound's
    edge is too near.
    """
    first, last = int(at - 0.08 * RATE), int(at + 0.06 * RATE)
    if first < 0 or last > len(energy):
        return None
    level = np.sqrt(energy[first:last])
    before, search = np.median(level[:int(0.03 * RATE)]), int(0.05 * RATE)
    top = search + int(np.argmax(level[search:]))
    if level[top] < 1.25 * before + 1e-6:
        return None
    tenth, most = before + 0.1 * (level[top] - before), before + 0.9 * (level[top] - before)
    below = np.nonzero(level[:top] <= tenth)[0]
    begin = int(below[-1]) if len(below) else 0
    return 1000 * int(np.argmax(level[begin:top + 1] >= most)) / RATE


def attacks(x, y, speed, late, notes, band):
    """Returns how much longer attacks take than the source's.

    It uses notes with 90 ms to the one before. The result is {"source": median in ms, "longer": median of the
    differences, None where half of the attacks no longer rise, "lost": share of those in percent, "count": number of
    attacks}; None where the source has no attack. - notes: seconds.
    """
    alone = [time for before, time in zip([-1, *notes], notes) if time - before > 0.09]
    mine, theirs = envelope(x, *band), envelope(y, *band)
    inside = [time for time in alone if time < len(x) / RATE - 0.06 and (time / speed + 0.06) * RATE + late <= len(theirs)]
    pairs = [(before, rise(theirs, time / speed * RATE + late)) for time in inside if (before := rise(mine, time * RATE)) is not None]
    if not pairs:
        return None
    longer = float(np.median([np.inf if after is None else after - before for before, after in pairs]))
    return {"source": float(np.median([before for before, _ in pairs])), "longer": longer if np.isfinite(longer) else None, "lost": 100 * float(np.mean([after is None for _, after in pairs])), "count": len(pairs)}


def pairs():
    """Returns pairs of short hits on silence, and their places.

    The sound is (frames, 2); a place is (first hit in seconds, gap).
    """
    chance = np.random.default_rng(7)
    places = [(0.5 + 0.45 * (i * REPEATS + k), gap) for i, gap in enumerate(GAPS) for k in range(REPEATS)]
    x = np.zeros(int((places[-1][0] + 1) * RATE))
    t = np.arange(int(0.012 * RATE)) / RATE
    for begin, gap in places:
        # Both hits of a pair are the same: neither hides the other.
        hit = 0.3 * (chance.standard_normal(len(t)) + 2 * np.sin(2 * np.pi * 400 * t)) * np.exp(-t / 0.002)
        for at in (begin, begin + gap):
            first = int(round(at * RATE))
            x[first:first + len(t)] += hit
    return np.stack([x, x], 1), places


def copies(y, places, speed, late, band):
    """Returns the strongest copy and the weaker hit by gap.

    The gap is in seconds. Both are in dB against the stronger hit, means over the pairs.
    """
    energy, found = envelope(y, *band), {}
    # The range that belongs to a hit: the filter of a low band rings longer.
    before, behind = int(0.004 * RATE), int((0.020 if band[0] < 1000 else 0.010) * RATE)
    for begin, gap in places:
        first, second = (int(at / speed * RATE + late) for at in (begin, begin + gap))
        start = first - int(0.1 * RATE)
        around = energy[start:second + int(0.1 * RATE)].copy()
        reach = min(int(0.012 * RATE), (second - first) // 2)
        tops = [(lambda low: low + int(np.argmax(around[low:low + 2 * reach])))(at - start - reach) for at in (first, second)]
        hits = around[tops].copy()
        for top in tops:
            around[max(0, top - before):top + behind] = 0
        found.setdefault(gap, []).append(10 * np.log10(np.array([around.max(), hits.min()]) / hits.max() + 1e-9))
    return {gap: tuple(float(value) for value in np.mean(rows, axis=0)) for gap, rows in found.items()}
