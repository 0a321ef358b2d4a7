"""Makes statuses of an instrument."""
import json, math

TOP, BOTTOM = 0.4, 0.9
FLATS = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]
PENTATONIC = [note for note in range(48, 73) if note % 12 in (0, 2, 4, 7, 9)]


def name(note):
    return f"{FLATS[note % 12]}{note // 12 - 1}"


def zones(notes):
    """Returns equal zones from the lowest note, at the bottom, upwards."""
    height = (BOTTOM - TOP) / len(notes)
    return [{"note": note, "name": name(note), "isRoot": note % 12 == 0, "isFifth": note % 12 == 7, "top": BOTTOM - (i + 1) * height, "bottom": BOTTOM - i * height}
            for i, note in enumerate(notes)]


def source(id, zone, note, **more):
    return dict({"id": id, "x": 0.35, "y": BOTTOM - (zone + 0.5) * (BOTTOM - TOP) / 11, "zone": zone, "note": note, "name": note and name(note), "velocity": 96,
                 "expression": 0.8, "modulation": 0.25, "depth": 0.5, "bendCents": 0}, **more)


def sample(**more):
    """Returns two hands that play E4 and E3 on eleven notes."""
    return dict({"scale": "pentatonicMajor", "key": "C", "rangeLow": 48, "rangeHigh": 72, "articulation": "legato", "bend": False, "sound": "Glass bells",
                 "sounds": ["Glass bells", "Warm organ", "<b>Reed</b>"], "waveform": "saw", "effects": {"tone": 0.75, "fuzz": 0.1, "delay": 0.3, "reverb": 0.45},
                 "zones": zones(PENTATONIC), "voices": 2, "peakDB": -9, "resets": 0, "locked": [],
                 "sources": [source("hand 3", 7, 64), source("hand 4", 2, 52, x=0.7, velocity=40, modulation=0.6, bendCents=-35.4)]}, **more)


def free():
    """Returns the same reduced to tier free."""
    return sample(waveform="sine", locked=["saw", "triangle", "square", "fuzz", "reverb", "blues", "chromatic", "Db", "D"])


def show(browser, instrument, **more):
    """Shows the box's own status with this instrument; None: without.

    - more: other fields of the status.
    """
    wave = [math.sin(i / 8) * 0.5 + math.sin(i / 2.7) * 0.2 for i in range(128)]
    more = dict({"tier": "pro", "output": "audio", "midi": None}, **more)
    # Otherwise the page would soon report that the box does not answer.
    browser.value("Object.assign(live, %s); live.audio.wave = %s; live.instrument = %s || undefined; live.control.volume = 0.8; show(live); last = Date.now() + 1e9"
                  % (json.dumps(more), json.dumps(wave), json.dumps(instrument)))
