"""The page's instrument, with a status that the test gives: frets over the picture, dials, what every control asks for by keys, what is locked, and contrast as it is seen."""
import json, math
from contrast import weak_texts
from stems_page import NAMELESS

# The box's own status comes ten times a second: it is kept away while the test gives one. Requests are noted; the box would refuse what its mode does not take, so the test answers.
TAKE_OVER = """fetch('/v1/status').then(r => r.json()).then(s => {
    source.close(); last = Date.now() + 1e9; window.live = s; window.asked = []; window.through = fetch; window.refusal = null;
    window.fetch = async (path, how) => {
      if (path !== '/v1/commands') return through(path, how);
      asked.push(JSON.parse(how.body));
      return refusal ? new Response(JSON.stringify({ detail: refusal }), { status: 409 }) : new Response('{}');
    } })"""
HAND_BACK = "fetch = through; last = Date.now(); listen()"

NAMES = ["C3", "D3", "E3", "G3", "A3", "C4", "D4", "E4", "G4", "A4", "C5"]
NOTES = [48, 50, 52, 55, 57, 60, 62, 64, 67, 69, 72]
TOP, BOTTOM = 0.4, 0.9


def zones(names, notes):
    height = (BOTTOM - TOP) / len(names)
    return [{"note": note, "name": name, "isRoot": note % 12 == 0, "isFifth": note % 12 == 7, "top": BOTTOM - (i + 1) * height, "bottom": BOTTOM - i * height}
            for i, (name, note) in enumerate(zip(names, notes))]


def source(id, zone, plays, **more):
    return dict({"id": id, "x": 0.3, "y": BOTTOM - (zone + 0.5) * (BOTTOM - TOP) / 11, "zone": zone, "note": NOTES[zone] if plays else None,
                 "name": NAMES[zone] if plays else None, "velocity": 96, "expression": 0.8, "modulation": 0.25, "depth": 0.5, "bendCents": 0}, **more)


def sample():
    return {"scale": "pentatonicMajor", "key": "C", "rangeLow": 48, "rangeHigh": 72, "articulation": "legato", "bend": False, "sound": "Glass bells",
            "sounds": ["Glass bells", "Warm organ", "<b>Reed</b>"], "waveform": "saw", "effects": {"tone": 0.75, "fuzz": 0.1, "delay": 0.3, "reverb": 0.45},
            "zones": zones(NAMES, NOTES), "voices": 2, "peakDB": -9, "resets": 0, "locked": [],
            "sources": [source("hand 3", 7, True, x=0.35), source("hand 4", 2, True, x=0.7, velocity=40, modulation=0.6, bendCents=-35.4)]}


def show(browser, instrument, **more):
    """The box's own status with this instrument; None: without."""
    wave = [math.sin(i / 8) * 0.5 + math.sin(i / 2.7) * 0.2 for i in range(128)]
    more = dict({"tier": "pro", "output": "audio", "midi": None}, **more)
    browser.value("Object.assign(live, %s); live.audio.wave = %s; live.instrument = %s || undefined; show(live); last = Date.now() + 1e9" % (json.dumps(more), wave, json.dumps(instrument)))
