"""Makes views for a camera, and the figures that the box should report of them.

Pure: tested in test_views.py. A view is a byte of brightness for each pixel, row after row.
"""
import math, random

WIDTH, HEIGHT = 320, 240
# The edges lie at odd and at even places, because the box compares every second pixel with its neighbour.
SQUARE = 15


def room():
    """Returns an empty room in good light: squares of many greys."""
    chance = random.Random(7)
    greys = [[chance.randint(40, 215) for _ in range(WIDTH // SQUARE + 1)] for _ in range(HEIGHT // SQUARE)]
    return bytes(greys[y // SQUARE][x // SQUARE] for y in range(HEIGHT) for x in range(WIDTH))


def spots():
    """Returns a room with a dark spot, and with a lit one: the view of a panel whose LEDs are switched together."""
    found = []
    for value in (20, 250):
        view = bytearray(room())
        for y in range(100, 120):
            at = y * WIDTH + 150
            view[at:at + 20] = bytes([value]) * 20
        found.append(bytes(view))
    return b"".join(found)


def lit(view, factor):
    """Returns a view in other light. A pixel above the sensor's limit is at the limit."""
    return bytes(min(round(value * factor), 255) for value in view)


def blurred(view, width=24):
    """Returns a view whose edges rise over this many pixels."""
    found = bytearray()
    for y in range(HEIGHT):
        row = view[y * WIDTH:(y + 1) * WIDTH]
        wide = bytes([row[0]]) * (width // 2) + row + bytes([row[-1]]) * (width // 2)
        total = sum(wide[:width])
        for x in range(WIDTH):
            found.append(total // width)
            total += wide[x + width] - wide[x] if x + width < len(wide) else 0
    return bytes(found)


def views():
    """Returns {name of the verdict: view}."""
    there = room()
    return {
        "good": there, "tooDark": lit(there, 0.12), "tooBright": lit(there, 3), "covered": bytes(WIDTH * HEIGHT), "blurred": blurred(there),
        "backlit": bytes(250 if y < HEIGHT * 2 // 5 else value // 9 for y in range(HEIGHT) for value in there[y * WIDTH:(y + 1) * WIDTH]),
    }


def luma(view):
    """Returns a view in the range of video, 16 to 235."""
    return bytes(16 + round(value * 219 / 255) for value in view)


def yuyv(*grey):
    """Returns frames of views one behind another, in the format YUYV."""
    return b"".join(bytes(part for value in luma(view) for part in (value, 128)) for view in grey)


def figures(view):
    """Returns brightness 0...1, contrast 0...0.5 and sharpness 0...1, by docs/design/signals.md."""
    y = luma(view)
    mean = sum(y[row * WIDTH + x] - 16 for row in range(0, HEIGHT, 16) for x in range(0, WIDTH, 16)) / (HEIGHT // 16 * WIDTH // 16) / 219
    near, far, values = [], [], []
    for row in range(0, HEIGHT, 16):
        for x in range(0, WIDTH - 8, 2):
            at = row * WIDTH + x
            near.append(abs(y[at + 1] - y[at]))
            far.append(abs(y[at + 8] - y[at]))
            values.append(y[at])
    middle = sum(values) / len(values)
    contrast = math.sqrt(sum((value - middle) ** 2 for value in values) / len(values)) / 219
    count = max(1, int(len(values) * 0.005))
    slope = sum(sorted(far)[-count:])
    return mean, contrast, min(sum(sorted(near)[-count:]) / slope, 1) if slope else 1.0
