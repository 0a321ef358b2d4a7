"""Measures the loudness of the box at a first start (ITU-R BS.1770).

It measures each mode with its built-in music, and each factory sound of the instrument in a melody and in chords.
"""
from page import Part, Section
from runs import gfbench

# The allowed difference between modes, and between sounds that play a melody or chords.
MOST = 2


def measure():
    return gfbench("loudness", "sounds", "scores/first-light.txt")


def spread(figures):
    levels = [figure["level"] for figure in figures]
    return max(levels) - min(levels)


def show(sheet, data):
    modes, sounds = data["loudness"]["modes"], data["loudness"]["sounds"]
    melodies, chords = ([sound[kind] for sound in sounds] for kind in ("melody", "chords"))
    sheet.say("Volume 0.8, as at a first start. Hands play the piece of `make demo MODE=instrument`. True peaks are those behind the limiter; before it is the instrument's highest sample.")
    sheet.say()
    sheet.say("| mode | LUFS | true peak, dB | before the limiter, dB |")
    sheet.say("|---|---|---|---|")
    for mode in modes:
        before = f'{mode["unlimited"]:.1f}' if mode["unlimited"] > -100 else ""
        sheet.say(f'| {mode["name"]} | {mode["level"]:.1f} | {mode["peak"]:.1f} | {before} |')
    sheet.say()
    sheet.say("Keys struck with a velocity of 100: twelve notes from G3 to C5, two a second; four chords of four notes, two seconds each.")
    sheet.say()
    sheet.say("| sound | melody: LUFS / true peak / before the limiter, dB | chords |")
    sheet.say("|---|---|---|")
    row = lambda figure: " / ".join(f"{figure[key]:.1f}" for key in ("level", "peak", "unlimited"))
    for sound in sounds:
        sheet.say(f'| {sound["name"]} | {row(sound["melody"])} | {row(sound["chords"])} |')
    sheet.say()
    sheet.most("loudness of the modes: quietest to loudest, LU", MOST, spread(modes), "{:.1f}")
    sheet.most("loudness of the factory sounds in a melody: quietest to loudest, LU", MOST, spread(melodies), "{:.1f}")
    sheet.most("loudness of the factory sounds in chords: quietest to loudest, LU", MOST, spread(chords), "{:.1f}")
    sheet.most("loudness: highest true peak, dB", -1, max(figure["peak"] for figure in (*modes, *melodies, *chords)), "{:.1f}")


SECTION = Section("Loudness", [Part("loudness", measure)], show)
