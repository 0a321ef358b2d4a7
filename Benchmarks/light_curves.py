"""Computes how many hands are lost in films that were made worse, and draws the curves."""
import math
import pathlib
import re
import statistics
from dataclasses import dataclass

# A tenth of the hands is lost below this share.
KEPT = 0.9
# Greatest distance between the palms of the same hand in two films, in sizes of the hand.
NEAR = 1
INK = {"film": "#9ca3af", "mean": "#0b6e4f", "limit": "#c8553d", "grid": "#e5e7eb"}
WIDE, HIGH, LEFT, TOP, BOTTOM, RIGHT = 380, 230, 52, 28, 42, 14


@dataclass(frozen=True)
class Placement:
    """The place of an untouched frame in another frame: scale, then shift, in units of the frame."""
    scale: float = 1.0
    right: float = 0.0
    down: float = 0.0

    def of(self, palm):
        """Returns a palm (x, y, size) in the other frame; None outside it."""
        x, y, size = palm[0] * self.scale + self.right, palm[1] * self.scale + self.down, palm[2] * self.scale
        return (x, y, size) if 0 <= x <= 1 and 0 <= y <= 1 else None


@dataclass(frozen=True)
class Panel:
    """A diagram of one curve.
    - across: words at the horizontal axis; ticks: its numbers, with both ends.
    - limit: the threshold.
    - films, mean: points (figure, share of hands found).
    """
    title: str
    across: str
    ticks: tuple
    limit: float
    films: list
    mean: list


def kept(untouched, worse, aspect, placement=Placement()):
    """Returns the share of frames with a hand in which another film shows the same hand.

    The largest hand of a frame counts. Frames in which it lies outside the other film do not count.
    - untouched, worse: the palms of each frame, (x, y, size) in frame units and heights.
    - aspect: width / height of both films.
    - Throws: ValueError for films of different lengths, and without any hand to find.
    """
    if len(untouched) != len(worse):
        raise ValueError(f"the films have {len(untouched)} and {len(worse)} frames")
    wanted = seen = 0
    for before, now in zip(untouched, worse):
        place = placement.of(max(before, key=lambda palm: palm[2])) if before else None
        if place:
            wanted += 1
            seen += any(math.hypot((x - place[0]) * aspect, y - place[1]) <= NEAR * place[2] for x, y, _ in now)
    if not wanted:
        raise ValueError("the untouched film has no hand to find")
    return seen / wanted


def lost_at(points):
    """Returns the figure at which a tenth of the hands is lost.

    It is that of the first point if more is lost there already, and None if no point shows such a loss.
    - points: (figure, share), beginning with the best picture.
    """
    if points[0][1] < KEPT:
        return points[0][0]
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if y0 >= KEPT > y1:
            return x0 + (x1 - x0) * (y0 - KEPT) / (y0 - y1)
    return None


def share_at(points, figure):
    """Returns the share of hands found at a figure; None for a figure beyond the points."""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if min(x0, x1) <= figure <= max(x0, x1):
            return y0 if x0 == x1 else y0 + (y1 - y0) * (figure - x0) / (x1 - x0)
    return None


def mean_of(films):
    """Returns the mean points of several films that have the same steps."""
    return [tuple(map(statistics.mean, zip(*points))) for points in zip(*films)]


def threshold(path, pattern):
    """Returns a threshold from a source file. - pattern: its declaration; the group is the number."""
    match = re.search(pattern, pathlib.Path(path).read_text())
    if not match:
        raise ValueError(f"{path} has no threshold {pattern}")
    return float(match[1])


def picture(panels):
    """Returns the panels as an SVG, two in a row."""
    rows = (len(panels) + 1) // 2
    drawn = "\n".join(f'<g transform="translate({i % 2 * WIDE} {i // 2 * HIGH})">{panel(each)}</g>' for i, each in enumerate(panels))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDE} {rows * HIGH + 24}" font-family="sans-serif" font-size="11" role="img" '
            f'aria-label="Share of hands found in films that were made worse, and the thresholds">\n<rect width="{2 * WIDE}" height="{rows * HIGH + 24}" fill="#fff"/>\n{drawn}\n'
            f'<text x="{LEFT}" y="{rows * HIGH + 12}">thick: mean; thin: single films; dashed: threshold; dotted: a tenth is lost</text>\n</svg>\n')


def panel(shown):
    low, high = shown.ticks[0], shown.ticks[-1]
    right, floor = WIDE - RIGHT, HIGH - BOTTOM
    across = lambda x: LEFT + (min(max(x, low), high) - low) / (high - low) * (right - LEFT)
    up = lambda y: TOP + (1 - y) * (floor - TOP)
    parts = [f'<text x="{LEFT}" y="16" font-weight="bold">{shown.title}</text>']
    for tick in shown.ticks:
        parts.append(f'<path d="M{across(tick):.1f} {TOP}V{floor}" stroke="{INK["grid"]}"/><text x="{across(tick):.1f}" y="{floor + 15}" text-anchor="middle">{tick:g}</text>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{LEFT} {up(share):.1f}H{right}" stroke="{INK["grid"]}"/><text x="{LEFT - 6}" y="{up(share) + 4:.1f}" text-anchor="end">{100 * share:.0f} %</text>')
    parts.append(f'<path d="M{LEFT} {up(KEPT):.1f}H{right}" stroke="{INK["mean"]}" stroke-dasharray="1 4"/>')
    parts.append(f'<path d="M{across(shown.limit):.1f} {TOP}V{floor}" stroke="{INK["limit"]}" stroke-width="1.5" stroke-dasharray="6 3"/>')
    for points, ink, width in [*((film, INK["film"], 1) for film in shown.films), (shown.mean, INK["mean"], 2.5)]:
        line = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{ink}" stroke-width="{width}"/>')
    parts.append(f'<text x="{(LEFT + right) / 2:.0f}" y="{HIGH - 10}" text-anchor="middle">{shown.across}</text>')
    return "".join(parts)
