"""Makes crops of synthetic hands in many skins, lights and poses.

`gflab perform` computes the films; nothing is downloaded.
"""
import math
import subprocess

import numpy as np

from crops import as_bytes, cut, frames, hands, moved, region

WIDTH, HEIGHT = 640, 480

# Script -> number of crops. Most are fists and closed hands, because photos show open hands.
SCRIPTS = {"fist": 40, "thumbsup": 16, "pinch": 12, "spread": 8, "faderup": 8, "tilted": 8, "rolled": 8, "hard": 8, "pointing": 6, "peace": 6, "count3": 6,
           "count4": 6, "ok": 8, "open": 6, "wristroll": 6, "turning": 6, "twohands": 6}
# Factors that turn the hands' fair skin (0.82, 0.62, 0.52) into others: red, green, blue.
SKINS = [(1, 1, 1), (1.1, 1.2, 1.25), (0.83, 0.77, 0.73), (0.68, 0.61, 0.54), (0.45, 0.38, 0.35)]


def film(program, folder, script):
    """Returns a script's frames and their true landmarks in pixels."""
    path, truth = folder / f"{script}.y4m", folder / f"{script}.jsonl"
    if not truth.exists():
        subprocess.run([program, "perform", script, "-o", path, "--truth", truth, "--rate", "15"], check=True, stdout=subprocess.DEVNULL)
    return frames(path, WIDTH, HEIGHT), hands(open(truth), WIDTH, HEIGHT)


def recoloured(crop, background, gains):
    """Gives the hand another skin.

    The hand is the difference to the empty room; a soft mask avoids a sharp edge.
    """
    mask = (np.abs(crop - background).max(2) > 24).astype(np.float32)
    for axis in (0, 1):
        mask = sum(np.roll(mask, shift, axis) for shift in range(-2, 3)) / 5
    return crop * (1 + mask[..., None] * (np.array(gains, np.float32) - 1))


def blurred(crop, length, angle):
    """Blurs a crop as if the hand moved by `length` pixels."""
    count = max(1, round(length))
    steps = [((i - (count - 1) / 2) * math.cos(angle), (i - (count - 1) / 2) * math.sin(angle)) for i in range(count)]
    return sum(np.roll(crop, (round(dy), round(dx)), (0, 1)) for dx, dy in steps) / count


def varied(crop, background, chance, recolour=True):
    """Varies skin, light, blur, noise and handedness of a crop."""
    if recolour:
        crop = recoloured(crop, background, SKINS[chance.integers(len(SKINS))])
    light = chance.uniform(0.3, 1.15) * np.exp(chance.normal(0, 0.06, 3))
    crop = blurred(crop, chance.choice([1, 1, 3, 6, 12]), chance.uniform(0, math.pi)) * light
    crop = crop + chance.normal(0, chance.uniform(0, 5), crop.shape)
    return as_bytes(crop[:, ::-1] if chance.random() < 0.5 else crop)


def of_performer(program, folder, chance, scripts=SCRIPTS):
    """Returns the crops that `scripts` requests, from random frames of each script."""
    found = []
    empty = film(program, folder, "empty")[0][:8].mean(0)
    for script, count in scripts.items():
        drawn, truth = film(program, folder, script)
        for index in chance.choice(len(drawn), count, replace=False):
            place = moved(region(truth[index][chance.integers(len(truth[index]))]), chance)
            # The script `hard` has its own room and skin.
            found.append(varied(cut(drawn[index], place), cut(empty, place), chance, recolour=script != "hard"))
    return found
