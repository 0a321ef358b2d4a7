"""Cuts the landmark model's input out of images with known landmarks.

The cut is the tracker's. Needs numpy and ffmpeg.
"""
import json
import math
import subprocess

import numpy as np

SIDE = 224


def frames(path, width, height, every=1):
    """Returns the frames of a film, or the one of a photo.

    They are uint8, count x height x width x 3, red first; of a film, every n-th (n = `every`), starting at the first.
    """
    run = ["ffmpeg", "-v", "error", "-i", str(path), "-vf", f"select=not(mod(n\\,{every}))", "-fps_mode", "passthrough", "-f", "rawvideo",
           "-pix_fmt", "rgb24", "-"]
    data = subprocess.run(run, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, height, width, 3)


def size(path):
    """Returns width and height of a film or photo."""
    run = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "json", str(path)]
    stream = json.loads(subprocess.run(run, stdout=subprocess.PIPE, check=True).stdout)["streams"][0]
    return stream["width"], stream["height"]


def hands(lines, width, height):
    """Returns the landmarks of a hands file, in pixels: for each line a list of arrays 21 x 2."""
    return [[np.array(hand["landmarks"])[:, :2] * [width, height] for hand in json.loads(line)["hands"]] for line in lines]


def region(p):
    """Returns the rotated square around a hand by the tracker's rule.

    The rule is MediaPipe's. The result is centre and side in pixels, and angle.
    """
    knuckles = ((p[5] + p[13]) / 2 + p[9]) / 2 - p[0]
    turn = math.pi / 2 - math.atan2(-knuckles[1], knuckles[0])
    turn -= 2 * math.pi * math.floor((turn + math.pi) / (2 * math.pi))
    used = p[[0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18]]
    middle, (c, s) = (used.min(0) + used.max(0)) / 2, (math.cos(turn), math.sin(turn))
    x, y = ((used - middle) @ [[c, -s], [s, c]]).T
    across, along = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2 - np.ptp(y) * 0.1
    return middle + [across * c - along * s, across * s + along * c], max(np.ptp(x), np.ptp(y)) * 2, turn


def moved(place, chance):
    """Varies a region a little, as if of the previous frame.

    It moves, scales and rotates it.
    """
    centre, side, turn = place
    return centre + chance.normal(0, 0.03, 2) * side, side * math.exp(chance.normal(0, 0.08)), turn + chance.normal(0, 0.1)


def cut(image, place):
    """Cuts the region out of an image with bilinear interpolation.

    The result is float32, SIDE x SIDE x 3, 0...255. Outside of the image the edge repeats.
    """
    centre, side, turn = place
    steps = (np.arange(SIDE, dtype=np.float32) / SIDE - 0.5) * side
    c, s = math.cos(turn), math.sin(turn)
    x = np.clip(centre[0] + c * steps[None] - s * steps[:, None], 0, image.shape[1] - 1.001)
    y = np.clip(centre[1] + s * steps[None] + c * steps[:, None], 0, image.shape[0] - 1.001)
    left, top = x.astype(np.int32), y.astype(np.int32)
    fx, fy = (x - left)[..., None].astype(np.float32), (y - top)[..., None].astype(np.float32)
    upper = image[top, left] * (1 - fx) + image[top, left + 1] * fx
    lower = image[top + 1, left] * (1 - fx) + image[top + 1, left + 1] * fx
    return upper * (1 - fy) + lower * fy


def as_bytes(crop):
    return np.clip(np.rint(crop), 0, 255).astype(np.uint8)


def of_film(path, reference, chance, every):
    """Returns crops of the first hand in a film's every n-th frame.

    Frames are left out for which the hands file has no hand.
    """
    width, height = size(path)
    lines = open(reference).read().splitlines()[::every]
    found = zip(frames(path, width, height, every), hands(lines, width, height))
    return [as_bytes(cut(image, moved(region(seen[0]), chance))) for image, seen in found if seen]


def of_photos(folder, reference, chance, part=slice(None), moving=True):
    """Returns crops of every hand in the photos of a hands file; `part` selects lines."""
    found = []
    for line in open(reference).read().splitlines()[part]:
        path = folder / json.loads(line)["file"]
        width, height = size(path)
        image = frames(path, width, height)[0]
        places = [region(p) for p in hands([line], width, height)[0]]
        found += [as_bytes(cut(image, moved(place, chance) if moving else place)) for place in places]
    return found
