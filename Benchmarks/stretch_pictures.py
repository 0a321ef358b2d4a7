#!/usr/bin/env python3
"""Draws docs/design/stretch-*.svg, the pictures of docs/design/stretch.md.

usage: stretch_pictures.py FOLDER NAME=ENGINE...

Engines are as in stretch_quality.py; the first is in the foreground. Needs numpy and scipy. `make bench
PARTS=stretch` builds the engines; run this by hand when the stretcher has changed.
"""
import os
import sys

import numpy as np
from scipy import signal

from stretch_quality import RATE, band, render, seconds, sine

INK = ["#0b6e4f", "#c8553d", "#6b7280"]
WIDE, HIGH, LEFT, TOP, BOTTOM = 760, 250, 58, 28, 40


class Sheet:
    """A diagram: lines over a grid, with words at its axes.

    Dashes distinguish the lines, too.
    """

    def __init__(self, title, across, up, x, y):
        self.x, self.y = x, y
        self.parts = [f'<text x="{LEFT}" y="16" font-weight="bold">{title}</text>']
        self.grid(across, up)
        self.names = 0

    def place(self, x, y):
        (x0, x1), (y0, y1) = self.x[:2], self.y[:2]
        return LEFT + (x - x0) / (x1 - x0) * (WIDE - LEFT - 12), TOP + (y1 - y) / (y1 - y0) * (HIGH - TOP - BOTTOM)

    def grid(self, across, up):
        (x0, x1, dx), (y0, y1, dy) = self.x, self.y
        for k in range(int(round((x1 - x0) / dx)) + 1):
            at, _ = self.place(x0 + k * dx, y0)
            self.parts.append(f'<path d="M{at:.1f} {TOP}V{HIGH - BOTTOM}" stroke="#e5e7eb"/><text x="{at:.1f}" y="{HIGH - BOTTOM + 15}" text-anchor="middle">{x0 + k * dx:g}</text>')
        for k in range(int(round((y1 - y0) / dy)) + 1):
            _, at = self.place(x0, y0 + k * dy)
            self.parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDE - 12}" stroke="#e5e7eb"/><text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{y0 + k * dy:g}</text>')
        self.parts.append(f'<text x="{(LEFT + WIDE) / 2}" y="{HIGH - 8}" text-anchor="middle">{across}</text>')
        self.parts.append(f'<text x="14" y="{(HIGH - BOTTOM + TOP) / 2}" text-anchor="middle" transform="rotate(-90 14 {(HIGH - BOTTOM + TOP) / 2})">{up}</text>')

    def line(self, name, x, y):
        ink, dash = INK[self.names % 3], ["", "6 3", "2 3"][self.names % 3]
        y = np.clip(y, *self.y[:2])
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in (self.place(p, q) for p, q in zip(x, y)))
        self.parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="1.3" stroke-dasharray="{dash}"/>')
        at = WIDE - 20 - 130 * (2 - self.names)
        self.parts.append(f'<path d="M{at - 130} 12h22" stroke="{ink}" stroke-width="2" stroke-dasharray="{dash}"/><text x="{at - 104}" y="16">{name}</text>')
        self.names += 1

    def write(self, path):
        with open(path, "w") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="11">'
                       f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>' + "\n".join(self.parts) + "</svg>\n")
        print(path)


def spectrum(folder, engines):
    """Draws a sine of 440 Hz at speed 0.7, three semitones up."""
    sheet = Sheet("A sine of 440 Hz, speed 0.7, +3 semitones", "Hz", "dB", (0, 2000, 250), (-140, 0, 20))
    for name, engine in engines:
        y = render(engine, sine(440, 10), 6, 0.7, 3.0)[-4 * RATE:, 0]
        s = np.abs(np.fft.rfft(y * signal.windows.blackmanharris(len(y))))
        # The loudest of each 4 Hz.
        step = 4 * len(y) // RATE
        s = s[:2000 * len(y) // RATE].reshape(-1, step).max(1)
        sheet.line(name, np.arange(len(s)) * 4.0, 20 * np.log10(s / s.max() + 1e-9))
    sheet.write(os.path.join(folder, "stretch-sine.svg"))


def click(folder, engines):
    """Draws a click at half of the speed: the level above 1 kHz."""
    sheet = Sheet("A click, at half of the speed", "ms from where it belongs", "dB", (-80, 80, 20), (-80, 0, 20))
    x = np.zeros(8 * RATE)
    x[2 * RATE] = 0.9
    for name, engine in engines:
        y = band(render(engine, x, 6, 0.5)[:, 0], 1000, None)
        level = np.convolve(y ** 2, np.ones(48) / 48, "same")
        level = level[4 * RATE - 3840:4 * RATE + 3840]
        level = level.reshape(-1, 48).max(1)
        sheet.line(name, np.arange(len(level)) - 80.0, 10 * np.log10(level / level.max() + 1e-9))
    sheet.write(os.path.join(folder, "stretch-click.svg"))


def step(folder, engines):
    """Draws the audible place after a speed step from 1 to 1.5.

    It subtracts the place before the step at its own speed.
    """
    sheet = Sheet("Speed from 1 to 1.5 at 0 ms", "ms", "what is heard is ahead by, ms", (-40, 200, 40), (-20, 100, 20))
    begin, rise = 2.0, 400.0
    t = seconds(8)
    x = 0.5 * np.sin(2 * np.pi * (500 * t + rise * t * t / 2))
    speed = np.where(np.arange(int(4 * RATE / 128)) * 128 / RATE < begin, 1.0, 1.5)
    for name, engine in engines:
        z = signal.hilbert(render(engine, x, 4, speed)[:, 0])
        f = np.convolve(np.angle(z[1:] * np.conj(z[:-1])) * RATE / (2 * np.pi), np.ones(240) / 240, "same")
        u = np.arange(len(f)) / RATE
        place = (f - 500) / rise
        # Not all engines are aligned: use the sound long before the step.
        place -= np.median((place - u)[(u > 1) & (u < 1.8)])
        at = np.arange(int((begin - 0.04) * RATE), int((begin + 0.2) * RATE), 48)
        sheet.line(name, (u[at] - begin) * 1000, (place - u)[at] * 1000)
    sheet.write(os.path.join(folder, "stretch-speed.svg"))


if __name__ == "__main__":
    folder, engines = sys.argv[1], [tuple(word.split("=", 1)) for word in sys.argv[2:]]
    for draw in (spectrum, click, step):
        draw(folder, engines)
