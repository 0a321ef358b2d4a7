#!/usr/bin/env python3
"""Measures the quality of time-stretchers against a known truth.
stretch_quality.py [--only NAME,...] [--piece FILE,FROM,SECONDS] ENGINE...

An engine is a program that renders. PATH is gfstretch (WAV files). PATH:NAME is stretchpeers, offline_peers.py or the
lab's bench with its engine NAME (ours, r3, r3short, soundtouch; raw floats).
Measures: transparency spurs pitch clicks dense roll latency reach wobble sweep chord mixed music leave tail, and
piece: a part of a real piece of music, which ffmpeg reads, compared with itself. Needs numpy and scipy.
Other engines start late or early: their best alignment within 60 ms counts. Ours are used without alignment.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from scipy import signal
from scipy.io import wavfile

RATE, BLOCK = 48000, 128
PARTIALS = np.array([110, 165, 220.5, 277, 331, 441, 554, 660, 1109, 1662, 2217, 3325])
folder = tempfile.TemporaryDirectory(prefix="stretch-quality-")
piece = None


def is_ours(engine):
    return ":" not in engine or engine.endswith(":ours")


def render(engine, sound, seconds, speed=1.0, semitones=0.0):
    """Stretches sound, (n,) or (n, 2); returns (frames, 2).

    speed and semitones: constant, or one value for each block.
    """
    program, _, name = engine.partition(":")
    if sound.ndim == 1:
        sound = np.stack([sound, sound], 1)
    blocks = int(seconds * RATE / BLOCK)
    script, source, target = (os.path.join(folder.name, f) for f in ("script", "in", "out"))
    np.savetxt(script, np.stack([np.broadcast_to(speed, blocks), np.broadcast_to(semitones, blocks)], 1), fmt="%.12g")
    if name:
        sound.astype("<f4").tofile(source)
        interpreter = [sys.executable] if program.endswith(".py") else []
        subprocess.run([*interpreter, program, "render", name, source, target, script], check=True)
        return np.fromfile(target, "<f4").reshape(-1, 2).astype(float)
    wavfile.write(source, RATE, sound.astype("<f4"))
    subprocess.run([program, "render", source, target, script], check=True)
    return wavfile.read(target)[1].astype(float)


def db(ratio):
    return 20 * np.log10(max(float(ratio), 1e-12))


def seconds(n):
    return np.arange(int(n * RATE)) / RATE


def sine(hz, length, level=0.5):
    return level * np.sin(2 * np.pi * hz * seconds(length))


def band(y, low, high):
    """Returns the sound between two frequencies in Hz; one of them may be None."""
    if low is None:
        filter_ = signal.butter(6, high, "low", fs=RATE, output="sos")
    elif high is None:
        filter_ = signal.butter(6, low, "high", fs=RATE, output="sos")
    else:
        filter_ = signal.butter(4, [low, high], "bandpass", fs=RATE, output="sos")
    return signal.sosfiltfilt(filter_, y)


def lates(engine):
    """Returns the allowed shifts of an engine in seconds."""
    return [0] if is_ours(engine) else np.arange(-0.06, 0.0601, 0.002)


def share_at(engine, y, times, width=0.005):
    """Returns the share of the energy within `width` seconds of the times."""
    t = np.arange(len(y)) / RATE
    best = 0
    for late in lates(engine):
        near = np.abs(t[:, None] - (times + late)[None, :]).min(1) < width
        best = max(best, (y[near] ** 2).sum() / (y ** 2).sum())
    return 100 * best


def spur(engine, hz, semitones, speed):
    """Returns the largest component beside a sine, and the sine's error.

    They are in dB and in cents.
    """
    y = render(engine, sine(hz, 14 * max(speed, 0.2)), 6, speed, semitones)[-4 * RATE:, 0]
    hz *= 2 ** (semitones / 12)
    n = len(y)
    s = np.abs(np.fft.rfft(y * signal.windows.blackmanharris(n)))
    middle = int(round(hz * n / RATE))
    near = int(12 + 3 * n / RATE)  # leaves out +-3 Hz and the window's lobe
    around = slice(max(middle - near, 0), middle + near + 1)
    main = s[around].max()
    s[around] = 0
    t = np.arange(n) / RATE
    z = signal.fftconvolve(y * np.exp(-2j * np.pi * hz * t), signal.windows.blackmanharris(8192), "valid")
    slope = np.polyfit(t[:len(z)], np.unwrap(np.angle(z)), 1)[0] / (2 * np.pi)
    return db(s.max() / main), 1200 * np.log2((hz + slope) / hz)


def clicks(engine, speed, every):
    """Measures clicks at a speed.

    Returns the share of their energy within 5 ms of their place in percent, and the weakest and strongest click in
    dB.
    """
    x = np.zeros(12 * RATE)
    at = np.arange(0.5, 11, every)
    x[(at * RATE).astype(int)] = 0.9
    length = min(10.5 / speed, 14)
    y = render(engine, x, length, speed)[:, 0]
    level = [np.sqrt((y[int((a / speed - .02) * RATE):int((a / speed + .02) * RATE)] ** 2).sum()) / 0.9
             for a in at if a / speed < length - 0.1]
    return share_at(engine, y, at / speed), db(min(level)), db(max(level))


def roll(engine, speed, apart, with_chord=False):
    """Measures rolls of short noise pulses.

    The pulses are `apart` seconds from each other, for half a second out of each second. Returns the depth of the
    envelope above 3 kHz between the pulses' places, against the source's own, in dB (0 is the source's grain, less is
    smeared). Also returns the share within a quarter of the distance in percent.
    """
    rng = np.random.default_rng(7)
    x = np.zeros(9 * RATE)
    pulses = []
    for start in range(1, 8):
        for at in start + np.arange(0, 0.5, apart):
            n = int(0.004 * RATE)
            x[int(at * RATE):int(at * RATE) + n] += 0.5 * rng.standard_normal(n) * np.exp(-np.arange(n) / (0.001 * RATE))
            pulses.append(at)
    pulses = np.array(pulses)
    if with_chord:
        x += 0.03 * sum(np.sin(2 * np.pi * a * np.arange(len(x)) / RATE + i * i) for i, a in enumerate(PARTIALS))

    def depth(y, times, gap):
        e = band(y, 3000, None) ** 2
        e = signal.convolve(e, np.ones(48) / 48, "same")
        near, far = 0, 0
        for t in times:
            a = int(t * RATE)
            near += e[a:a + int(0.25 * gap * RATE)].sum()
            far += e[a + int(0.55 * gap * RATE):a + int(0.9 * gap * RATE)].sum() * 0.25 / 0.35
        return 10 * np.log10(near / far)

    y = render(engine, x, 8 / speed, speed)[:, 0]
    best = max(depth(np.roll(y, -int(late * RATE)), pulses / speed, apart / speed) for late in lates(engine))
    high = band(y, 3000, None)
    return best, depth(x, pulses, apart), share_at(engine, high, pulses / speed + 0.001, apart / speed / 4)


def latency(engine, before, after, semitones=0.0):
    """Measures a step of speed on a chirp.

    Returns milliseconds until the old course is left by 5 ms, until the place is nearer to the exact one, and until
    it stays within 5 ms.
    """
    length, step, rise = 4, 2.0, 400.0  # 400 Hz for each second, from 500 Hz
    ratio = 2 ** (semitones / 12)
    t = seconds(8)
    x = 0.5 * np.sin(2 * np.pi * (500 * t + rise * t * t / 2))
    n = int(length * RATE / BLOCK)
    speed = np.where(np.arange(n) * BLOCK / RATE < step, before, after)
    y = signal.hilbert(render(engine, x, length, speed, semitones)[:, 0])
    f = np.angle(y[1:] * np.conj(y[:-1])) * RATE / (2 * np.pi) / ratio
    f = signal.convolve(f, np.ones(240) / 240, "same")
    t = np.arange(len(f)) / RATE
    place = (f - 500) / rise
    exact = np.where(t < step, before * t, before * step + after * (t - step))
    place = place + np.median((exact - place)[(t > 1) & (t < 1.9)])
    inside = (t > 1) & (t < 3.8) & (t > step)
    leaves = np.argmax((np.abs(place - before * t) > 0.005) & inside) / RATE - step
    off = (np.abs(place - exact) > 0.005) & inside
    settles = np.nonzero(off)[0].max() / RATE - step if off.any() else 0
    half = np.argmax((np.abs(place - exact) < np.abs(place - before * t)) & (t > step + 0.005)) / RATE - step
    return 1000 * leaves, 1000 * half, 1000 * settles


def music(kind, speed, length):
    """Makes the same music at another speed.

    Frequencies stay; events and envelopes are stretched.
    """
    t = seconds(length)
    u = t * speed
    y = np.zeros((len(t), 2))
    if kind == "chords":
        for i, chord in enumerate([(110, 220, 277.2, 329.6), (98, 196, 246.9, 293.7), (130.8, 261.6, 329.6, 392)] * 4):
            v = u - i * 0.8
            envelope = np.where(v > 0, np.minimum(v / 0.01, 1) * np.exp(-np.maximum(v, 0) * 1.5), 0) * (v < 1.2)
            for j, f in enumerate(chord):
                for h in range(1, 16):
                    p = 2 * np.pi * f * h * t + i + j * h
                    y[:, 0] += 0.05 / h * envelope * np.sin(p)
                    y[:, 1] += 0.05 / h * envelope * np.sin(p + 0.4 * j)
    elif kind == "drums":
        noise = np.random.default_rng(5).standard_normal((len(t), 2))
        high = signal.sosfilt(signal.butter(2, 5000, "high", fs=RATE, output="sos"), noise, axis=0)
        for i in range(int(length * speed / 0.2)):
            v = u - 0.1 - i * 0.2
            on = v > 0
            v = np.maximum(v, 0)
            if i % 4 == 0:
                drum = 0.7 * on * np.exp(-v * 12) * np.sin(2 * np.pi * 52 * t)
                y += (drum + 0.3 * on * np.exp(-v * 300) * np.sign(np.sin(2 * np.pi * 180 * t)))[:, None]
            elif i % 4 == 2:
                y += 0.3 * (on * np.exp(-v * 20))[:, None] * noise + (0.3 * on * np.exp(-v * 18) * np.sin(2 * np.pi * 190 * t))[:, None]
            else:
                y += 0.2 * (on * np.exp(-v * 45))[:, None] * high
    else:
        pitch = 160 * 2 ** (0.5 * np.sin(2 * np.pi * 0.35 * u) + 0.03 * np.sin(2 * np.pi * 3 * u))
        phase = 2 * np.pi * np.cumsum(pitch) / RATE
        formants = [700 + 200 * np.sin(2 * np.pi * 0.5 * u), 1300 + 400 * np.sin(2 * np.pi * 0.3 * u + 1), 2600 + 0 * u]
        for h in range(1, 36):
            a = sum(g / (1 + ((h * pitch - c) / 120) ** 2) for g, c in zip((1, .6, .3), formants))
            y += (0.2 * a * np.sin(h * phase) * (h * pitch < 8000))[:, None]
        y *= (0.6 + 0.4 * np.sin(2 * np.pi * 1.2 * u))[:, None]
    return y


def magnitudes(y):
    return np.abs(signal.stft(y, RATE, nperseg=2048, noverlap=1536)[2])


def distance(engine, kind, speed):
    """Compares an engine with the music made at that speed.

    Returns spectral convergence and log-spectral distance in dB.
    """
    length = 6
    y = render(engine, music(kind, 1.0, length * speed + 1), length, speed)
    truth = magnitudes(music(kind, speed, length)[RATE:-RATE, 0])
    floor = truth.max() * 1e-4
    best = None
    for late in [0] if is_ours(engine) else range(-48, 49, 4):
        shift = int(late * RATE / 1000)
        s = magnitudes(y[RATE + shift:len(y) - RATE + shift, 0])
        convergence = np.linalg.norm(s - truth) / np.linalg.norm(truth)
        if best is None or convergence < best[0]:
            d = 20 * np.log10(np.maximum(s, floor) / np.maximum(truth, floor))
            best = convergence, float(np.mean(np.sqrt(np.mean(d ** 2, 0))))
    return best


def wobble(engine):
    """Measures a sine while the speed jumps within 0.1...2 every 10.7 ms.

    Returns the peak above 1.5 kHz, and the lowest and highest level, in dB.
    """
    n = int(8 * RATE / BLOCK)
    speed = np.repeat(np.random.default_rng(3).uniform(0.1, 2, n), 4)[:n]
    y = render(engine, sine(440, 20), 8, speed)[-6 * RATE:, 0]
    envelope = np.abs(signal.hilbert(band(y, 340, 540)))[RATE:-RATE]
    return db(np.abs(band(y, 1500, None)[RATE:-RATE]).max() / 0.5), db(envelope.min() / 0.5), db(envelope.max() / 0.5)


def chord(length, level=0.05, side=0):
    t = seconds(length)
    return level * sum(np.sin(2 * np.pi * a * t + i * i + side * 0.3 * i) for i, a in enumerate(PARTIALS))


def chord_residue(engine, speed):
    """Measures a steady chord.

    Returns the level outside of its partials in dB, and the worst error of the phase between left and right in
    degrees.
    """
    x = np.stack([chord(2 + 8 * speed, side=side) for side in (0, 1)], 1)
    y = render(engine, x, 7, speed)[-5 * RATE:]
    s = np.fft.rfft(y * signal.windows.blackmanharris(len(y))[:, None], axis=0)
    bins = [int(round(a * len(y) / RATE)) for a in PARTIALS]
    phase = max(abs(np.degrees(np.angle(s[b, 1] * np.conj(s[b, 0]) * np.exp(-0.3j * i)))) for i, b in enumerate(bins))
    rest = np.abs(s[:, 0]) ** 2
    total = rest.sum()
    for b in bins:
        rest[b - 8:b + 9] = 0
    return 10 * np.log10(rest.sum() / total), phase


def mixed(engine, speed):
    """Measures clicks over a steady chord.

    Returns the share of the energy above 5 kHz within 5 ms of the clicks in percent, and the level below 4 kHz
    outside of partials in dB.
    """
    x = chord(12)
    at = np.arange(0.5, 11, 0.25)
    x[(at * RATE).astype(int)] += 0.5
    y = render(engine, x, min(10 / speed, 12), speed)[:, 0]
    high = band(y, 5000, None)[RATE // 4:-RATE // 4]
    share = share_at(engine, high, at / speed - 0.25)
    tail = y[-6 * RATE:]
    low = (np.abs(np.fft.rfft(tail * signal.windows.blackmanharris(len(tail)))) ** 2)[:int(4000 * len(tail) / RATE)]
    total = low.sum()
    for a in PARTIALS:
        b = int(round(a * len(tail) / RATE))
        low[b - 12:b + 13] = 0
    return share, 10 * np.log10(low.sum() / total)


def pitch_sweep(engine):
    """Measures a sine while the pitch moves by +-12 semitones.

    The sweep takes 4 s. Returns the peak above 3 kHz in dB.
    """
    n = int(8 * RATE / BLOCK)
    y = render(engine, sine(440, 10), 8, 1.0, 12 * np.sin(2 * np.pi * np.arange(n) * BLOCK / RATE / 4))[:, 0]
    return db(np.abs(band(y, 3000, None)[RATE:-RATE]).max() / 0.5)


def pitch_latency(engine):
    """Returns the milliseconds after a step of 7 semitones until half way."""
    n = int(3 * RATE / BLOCK)
    y = signal.hilbert(render(engine, sine(1000, 6), 3, 1.0, np.where(np.arange(n) * BLOCK >= 2 * RATE, 7.0, 0.0))[:, 0])
    f = np.angle(y[1:] * np.conj(y[:-1])) * RATE / 2 / np.pi
    first = 2 * RATE // BLOCK * BLOCK
    return 1000 * np.argmax(f[first - 200:] > 1000 * 2 ** (3.5 / 12)) / RATE - 200000 / RATE


def leave(engine):
    """Measures a chord during speed changes from 0.8 to 1 and back.

    Returns the largest step of a partial's level in 10 ms, in dB.
    """
    n = int(8 * RATE / BLOCK)
    speed = np.where(np.arange(n) * BLOCK // RATE % 2 == 0, 0.8, 1.0)
    y = render(engine, chord(12), 8, speed)[:, 0]
    worst = 0
    for a in PARTIALS[3:]:
        e = np.abs(signal.hilbert(band(y, a * 0.96, a * 1.04)))[RATE // 2:-RATE // 2]
        worst = max(worst, abs(db(e.min() / 0.05)))
    return worst


def tail(engine, speed):
    """Measures a sharp note with a glide of an octave a second.

    The glide shows the place. Returns the longest time in ms at less than a quarter of the speed, and the error of
    the place in ms of the input.
    """
    u = seconds(4) - 1.0
    phase = 2 * np.pi * np.cumsum(400 * 2 ** np.maximum(u, 0)) / RATE
    z = signal.hilbert(render(engine, 0.5 * (u > 0) * np.exp(-np.maximum(u, 0)) * np.sin(phase), 1.6 / speed, speed)[:, 0])
    hz = signal.convolve(np.angle(z[1:] * np.conj(z[:-1])) * RATE / 2 / np.pi, np.ones(960) / 960, "same")
    t = np.arange(len(hz)) / RATE
    chosen = (t > 1 / speed + 0.05) & (t < 1.4 / speed + 0.05)
    place = np.log2(np.maximum(hz[chosen], 1) / 400)
    pace = signal.convolve(np.gradient(place, 1 / RATE) / speed, np.ones(1920) / 1920, "same")[2000:-2000]
    longest = run = 0
    for still in (np.abs(pace) < 0.25)[::48]:
        run = run + 1 if still else 0
        longest = max(longest, run)
    off = 1000 * (place - (t[chosen] * speed - 1))
    return longest, off.min(), off.max()


def sharpness(y, speed):
    """Measures a piece's onsets and the envelope of its high tones.

    Returns the mean spectral flux at its 40 strongest onsets in dB, and the range of the level above 4 kHz in dB (95
    to 5 percent). Also returns its steepest rises in dB a millisecond (99 percent), and the width (side to middle) in
    dB.
    """
    step = 240
    s = np.abs(signal.stft(y.mean(1), RATE, nperseg=1024, noverlap=1024 - step)[2])[10:400]
    flux = np.maximum(np.diff(20 * np.log10(s + 1e-4), axis=1), 0).mean(0)
    strongest = []
    for at in np.argsort(flux)[::-1]:
        if all(abs(at - other) > 0.08 / speed * RATE / step for other in strongest):
            strongest.append(at)
        if len(strongest) == 40:
            break
    high = signal.convolve(np.abs(signal.hilbert(band(y[:, 0], 4000, 14000))), np.ones(96) / 96, "same")[::48]
    level = 20 * np.log10(high + 1e-5)
    level -= signal.convolve(level, np.ones(200) / 200, "same")
    middle, side = y.sum(1), y[:, 0] - y[:, 1]
    return (flux[strongest].mean(), np.percentile(level, 95) - np.percentile(level, 5), np.percentile(np.maximum(np.diff(level), 0), 99),
            db(np.sqrt((side ** 2).mean() / (middle ** 2).mean())))


def read_piece(text):
    """Reads a part of a piece, FILE,FROM,SECONDS, with ffmpeg: (frames, 2)."""
    path, begin, length = text.rsplit(",", 2)
    sound = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-ss", begin, "-t", length, "-i", path, "-ar", str(RATE), "-ac", "2", "-f", "f32le", "-"],
                           check=True, stdout=subprocess.PIPE).stdout
    return np.frombuffer(sound, "<f4").reshape(-1, 2).astype(float)


def say_piece(engine):
    if not piece:
        return
    x, name = read_piece(piece), os.path.basename(piece.rsplit(",", 2)[0])
    line = "onsets' flux %.1f dB, level above 4 kHz over %.1f dB with rises of %.1f dB/ms, width %.1f dB"
    print(f"{name}, source: " + line % sharpness(x, 1.0))
    for speed in (0.5, 0.7, 1.3):
        y = render(engine, x, (len(x) / RATE - 0.3) / speed, speed)
        print(f"{name} at {speed:.1f}: " + line % sharpness(y, speed))


def say_transparency(engine):
    noise = 0.01 * np.random.default_rng(1).standard_normal((6 * RATE, 2))
    x = music("drums", 1, 6) * 0.5 + music("chords", 1, 6) * 0.5 + noise
    y = render(engine, x, 5)
    error = np.sqrt(((y[4800:] - x[4800:len(y)]) ** 2).mean() / (x ** 2).mean())
    print("speed 1, pitch 0: error %.1f dB" % db(error))


def spurs(engine, hz):
    """Returns `spur` at three speeds and six pitches, by semitones and speed."""
    return {(st, sp): spur(engine, hz, st, sp) for st in (-12, -7, -3, 3, 7, 12) for sp in (1.0, 0.7, 1.6) if hz * 2 ** (st / 12) < 21500}


def say_spurs(engine):
    for hz in (440, 55, 14000):
        rows = spurs(engine, hz)
        (st, sp), worst = max(rows.items(), key=lambda row: row[1][0])
        error = max(abs(cents) for _, cents in rows.values())
        print("spurs %5d Hz: worst %.1f dB (%+d semitones, speed %.1f), pitch error %.4f cent" % (hz, worst[0], st, sp, error))


def say_pitch(engine):
    print("pitch: half of a step after %.1f ms" % pitch_latency(engine))
    for st in (-24, -18, 18, 24):
        print("pitch %+d: 440 Hz spurs %.1f dB, off by %.4f cent" % ((st,) + spur(engine, 440, st, 0.9)))


def say_clicks(engine):
    for speed in (0.7, 0.3, 0.1, 1.5, 2.0):
        print("clicks at %.1f: %.2f %% within 5 ms, level %.1f..%.1f dB" % ((speed,) + clicks(engine, speed, 0.25)))


def say_dense(engine):
    for every in (0.08, 0.05, 0.03, 0.02):
        print("clicks every %2.0f ms at 0.7: %.2f %% within 5 ms, level %.1f..%.1f dB" % ((1000 * every,) + clicks(engine, 0.7, every)))


def say_roll(engine):
    for apart in (0.03, 0.02, 0.015, 0.01):
        for speed in (0.7, 1.3):
            print("roll every %2.0f ms at %.1f: grain %.1f dB of %.1f, %.1f %% in place" % ((1000 * apart, speed) + roll(engine, speed, apart)))
    print("roll every 15 ms over a chord at 0.7: grain %.1f dB of %.1f, %.1f %% in place" % roll(engine, 0.7, 0.015, True))


def say_latency(engine):
    for before, after in ((1, 1.5), (1, 0.7), (0.5, 1)):
        print("speed %.1f to %.1f: leaves after %.0f ms, half way %.0f ms, exact after %.0f ms" % ((before, after) + latency(engine, before, after)))


def say_reach(engine):
    for st in (-12, -9, -7, -5, -3, 0, 5, 12):
        up, down = latency(engine, 1, 1.5, st)[1], latency(engine, 1, 0.7, st)[1]
        print("speed at %+d semitones: half of a step up after %.0f ms, down after %.0f ms" % (st, up, down))


def say_wobble(engine):
    print("speed at random every 10.7 ms: above 1.5 kHz %.1f dB, level %.1f..%.1f dB" % wobble(engine))


def say_sweep(engine):
    print("pitch sweep: above 3 kHz %.1f dB" % pitch_sweep(engine))


def say_chord(engine):
    for speed in (0.1, 0.5, 0.8, 1.3, 2.0):
        print("steady chord at %.1f: residue %.1f dB, left to right %.2f degrees" % ((speed,) + chord_residue(engine, speed)))


def say_mixed(engine):
    for speed in (0.7, 1.5):
        print("chord and clicks at %.1f: clicks %.2f %%, chord residue %.1f dB" % ((speed,) + mixed(engine, speed)))


def say_music(engine):
    for kind in ("chords", "drums", "voice"):
        print("%-6s" % kind, "  ".join("x%.1f SC %.3f LSD %.2f" % ((s,) + distance(engine, kind, s)) for s in (0.5, 0.8, 1.3)))


def say_leave(engine):
    print("to and from speed 1: a chord's partials fall by %.1f dB at most" % leave(engine))


def say_tail(engine):
    for speed in (0.1, 0.2, 0.3):
        print("behind an onset at %.1f: still for %d ms, off by %.0f..%.0f ms of the input" % ((speed,) + tail(engine, speed)))


def main():
    global piece
    arguments = sys.argv[1:]
    measures = {name[4:]: value for name, value in globals().items() if name.startswith("say_")}
    chosen = list(measures)
    if arguments[:1] == ["--only"] and len(arguments) > 1:
        chosen, arguments = arguments[1].split(","), arguments[2:]
    if arguments[:1] == ["--piece"] and len(arguments) > 1:
        piece, arguments = arguments[1], arguments[2:]
    unknown = [name for name in chosen if name not in measures]
    if unknown or not arguments:
        sys.exit(__doc__ + (f"\nno such measure: {', '.join(unknown)}" if unknown else ""))
    for engine in arguments:
        print("==", engine, flush=True)
        for name in chosen:
            measures[name](engine)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
