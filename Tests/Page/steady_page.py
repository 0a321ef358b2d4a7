"""Tests that the page does not move while values change.

It uses the browser's layout shift, in every mode.
"""
import json, os, time

from bar_page import MODES, SIZES, choose, hand_back, take_over

MOST = 0.05
IS_LONG = bool(os.environ.get("GESTUREFLOW_LONG"))
# A phone shows the least, so most can move there.
SECONDS = {390: 20 if IS_LONG else 2, 768: 20 if IS_LONG else 1, 1366: 20 if IS_LONG else 1}
OBSERVE = """(() => { window.shifts = [];
    new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) shifts.push([e.value, e.sources.map(s => s.node ? s.node.id || s.node.className || s.node.nodeName + ' in ' + (s.node.parentElement || {}).id : '?').join(' ')]) }).observe({ type: 'layout-shift' }) })()"""


def measure(browser, what, change):
    """Measures the shift.

    A problem that comes or goes moves the page on purpose: then it measures again.
    """
    for _ in range(9):
        browser.value("shifts.length = 0")
        before = browser.value("el('problems').dataset.lines")
        change()
        shifts = browser.value("shifts")
        if browser.value("el('problems').dataset.lines") == before:
            break
    total = sum(value for value, _ in shifts)
    if total >= MOST:
        raise SystemExit(f"page: FAIL {what}: layout shift {total:.3f} of {MOST}: {sorted(shifts, reverse=True)[:8]}")
    print(f"page: PASS {what}: layout shift {total:.4f}")


# The box's own status with values of every length, thirty times.
CHANGES = """(async () => {
    const wait = ms => new Promise(done => setTimeout(done, ms)), pick = (list, i) => list[i % list.length], hand = (side, fingers) => ({ id: 1, handedness: side, fingers, confidence: 1 });
    for (let i = 0; i < 30; i++) {
      const s = structuredClone(live);
      Object.assign(s.control, { speed: pick([0.1, 1, 2], i), pitchCents: pick([-2400, 0, 7.4], i), volume: pick([0, 0.07, 1], i), paused: i % 5 === 0, autoPaused: i % 7 === 0, held: pick([[], ['pitch', 'speed'], ['volume']], i),
        heldBy: pick([undefined, { pitch: 'right', speed: 'left' }, { volume: 'both' }], i), grip: pick([undefined, { pitch: 'spread', speed: 'fader' }], i) });
      s.tracker.hands = pick([[], [hand('left', 1)], [hand('left', 4), hand('right', 0)]], i);
      s.audio.peakDB = pick([-120, -6.5, 0], i); s.audio.xruns = pick([0, 12345], i); s.memoryMB = pick([9, 512], i); s.camera.framesPerSecond = pick([0, 29.97, 9.9], i);
      if (s.track) { s.track.positionSeconds = i * 37; s.track.lengthSeconds = 3723; s.track.title = pick(['A', 'A title that is a good deal longer than a phone is wide, and then some more of it'], i); }
      if (s.stems) { s.stems.bar = pick([1, 99, 1234], i); s.stems.beat = i % s.stems.beats + 1; s.stems.selectProgress = pick([0, 0.5], i); for (const c of s.stems.channels) { c.positionQuarters = i * 0.13 % 4; c.volume = pick([0, 1], i); c.peakDB = pick([-120, -3], i); c.pendingLoop = pick([undefined, { start: 0, end: 1 }], i); } }
      if (s.instrument && s.instrument.zones.length) s.instrument.sources = pick([[], [0], [0, 1]], i).map(n => ({ id: 'hand ' + n, x: 0.2 + i * 0.02, y: 0.6, zone: (i + n) % s.instrument.zones.length, note: pick([60, null], i + n), name: pick(['C4', null], i + n), velocity: pick([1, 127], i), expression: 1, modulation: pick([0, 1], i), depth: 0.5, bendCents: pick([0, -199.6], i) }));
      show(s); last = Date.now() + 1e9;
      hear(pick(['gestureBegan', 'trackChanged', 'controlEngaged'], i), JSON.stringify({ handedness: 'left', value: pick(['peace', 'A title that is a good deal longer than a phone is wide, and then some more of it', 'pitch'], i) }));
      await wait(60);
    }
    return 1 })()"""


def check(browser):
    browser.value(OBSERVE)
    for mode in MODES:
        choose(browser, mode)
        for width, height in SIZES:
            browser.size(width, height)
            browser.value("scrollTo({ top: 0, behavior: 'instant' })")
            time.sleep(0.3)
            measure(browser, f"{mode} stands still for {SECONDS[width]} s at {width} x {height}", lambda: time.sleep(SECONDS[width]))
        browser.size(390, 844)
        take_over(browser)
        time.sleep(0.3)
        measure(browser, f"{mode} stands still while every value changes", lambda: browser.value(CHANGES))
        hand_back(browser)
    choose(browser, "player")
    browser.ask("Emulation.clearDeviceMetricsOverride")
