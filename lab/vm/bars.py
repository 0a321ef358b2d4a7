"""Makes a camera's colour bars, and judges the box's frame of them.

Pure: bytes in, bytes and words out; tested in test_bars.py.

The primary colours of the eight bars are equally frequent, so that a white balance changes nothing. The two halves
have different strengths, so that an upside-down frame is detectable. No part is fully black or fully bright: a
wrong range of values would be clipped there and not be detected.
"""
WIDTH, HEIGHT = 320, 240
BARS = ["white", "yellow", "cyan", "green", "magenta", "red", "blue", "black"]
LOW = 20
# Red, green and blue of each bar: whether it is lit.
LIT = {"white": (1, 1, 1), "yellow": (1, 1, 0), "cyan": (0, 1, 1), "green": (0, 1, 0), "magenta": (1, 0, 1), "red": (1, 0, 0), "blue": (0, 0, 1), "black": (0, 0, 0)}


def colour(bar, high):
    return tuple(high if lit else LOW for lit in LIT[bar])


def frame(upper, lower):
    """Returns red, green and blue of each pixel, row after row.

    upper, lower: brightness of a lit colour in either half, 0...255.
    """
    def row(high):
        return b"".join(bytes(colour(bar, high)) * (WIDTH // len(BARS)) for bar in BARS)
    return row(upper) * (HEIGHT // 2) + row(lower) * (HEIGHT // 2)


def mosaic(rgb, order):
    """Returns the output of a sensor with a Bayer filter: one byte a pixel.

    order: the colours of the first two pixels of the first row and of the second, as in "GRBG".
    """
    channels = ["RGB".index(letter) for letter in order]
    return bytes(rgb[3 * (y * WIDTH + x) + channels[y % 2 * 2 + x % 2]] for y in range(HEIGHT) for x in range(WIDTH))


def light(rgb):
    """Returns the mean brightness that the box should report, 0...1.

    The box samples every 16th pixel in both directions.
    """
    places = [3 * (y * WIDTH + x) for y in range(0, HEIGHT, 16) for x in range(0, WIDTH, 16)]
    return sum(0.299 * rgb[at] + 0.587 * rgb[at + 1] + 0.114 * rgb[at + 2] for at in places) / len(places) / 255


def judge(seen, width, height, upper, lower, near=8):
    """Returns None if a frame shows these bars mirrored; otherwise its contents in words.

    seen: red, green and blue of each pixel; near: the allowed error of a colour.
    """
    if len(seen) != width * height * 3:
        return f"{len(seen)} bytes are not a frame of {width} x {height}"
    wide, high = width // len(BARS), height // 2
    # The edges of a bar are mixed with its neighbours.
    across, down = wide // 4, high // 8
    for half, level in enumerate((upper, lower)):
        for k, bar in enumerate(reversed(BARS)):
            places = [
                3 * (y * width + x) for y in range(half * high + down, (half + 1) * high - down) for x in range(k * wide + across, (k + 1) * wide - across)]
            found = tuple(round(sum(seen[at + c] for at in places) / len(places)) for c in range(3))
            wanted = colour(bar, level)
            if any(abs(a - b) > near for a, b in zip(found, wanted)):
                return f"the {bar} bar of the {'lower' if half else 'upper'} half is {found} instead of {wanted}"
    return None
