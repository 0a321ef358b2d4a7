"""Tests the page's stem strips with a status from the test.

It covers the display, the requests of drags and keys, a phone, and the page without the terminal's look.
"""
import json

from stand_in import HAND_BACK, NAMELESS

CYAN, AMBER = "rgb(98, 233, 255)", "rgb(255, 182, 56)"


def channel(number, name, bars, **more):
    return dict({"number": number, "name": name, "bars": bars, "volume": 0.5, "pitchCents": 0, "muted": False, "solo": False, "peakDB": -12,
                 "positionQuarters": number - 1, "locked": False}, **more)


def sample():
    return {"set": "Night drive", "setIndex": 1, "setCount": 3, "tempoBPM": 110, "key": "A minor", "bar": 12, "beat": 3, "metre": "4/4",
            "beats": 4, "selected": 2,
            "selectProgress": 0, "channels": [
                channel(1, "drums", 2, volume=0.8, muted=True), channel(2, "sub bass", 8, pitchCents=-50),
                channel(3, "<b>lead</b>", 16, loop={"start": 1, "end": 3}, pendingLoop={"start": 0, "end": 1}, positionQuarters=2.5),
                channel(4, "chords", 8, locked=True)]}


def show(browser, stems):
    """Shows the box's own status with these stems; None: without."""
    # Without a box the page would soon look for it again, and its own status would come back.
    browser.value("live.stems = %s || undefined; show(live); last = Date.now() + 1e9" % json.dumps(stems))


def strip(number, rest):
    return f"document.querySelector('#strips > :nth-child({number}) {rest}')"


def place(number, name):
    """Returns left edge and width of a loop bar's part, in quarters."""
    return ("(() => { const b = %s.getBoundingClientRect(), e = %s.getBoundingClientRect();"
            " return [(e.left - b.left) / b.width * 4, e.width / b.width * 4].map(x => Math.round(x * 10) / 10).join(' ') })()"
            % (strip(number, ".loop"), strip(number, "." + name)))


def point(browser, number, quarter):
    """Returns the middle of a quarter in window coordinates."""
    return browser.value("(() => { const r = %s.getBoundingClientRect(); return [r.left + r.width * %s, r.top + r.height / 2] })()"
                         % (strip(number, ".loop"), (quarter + 0.5) / 4))


def look(browser):
    show(browser, sample())
    browser.must("the strips are shown, and the track's controls are not",
                 "[el('stems').hidden, document.querySelectorAll('.strip').length, [...document.querySelectorAll('.track')].every(e => e.hidden)].join()",
                 "false,4,true")
    browser.must("the set has its name", "el('set').textContent + '|' + el('tempo').value + '|' + el('bar').textContent", "Night drive, A minor (2 of 3)|110|12")
    browser.must("one lamp is lit for the beat", "[...el('lamps').children].map(e => e.className).join('-')", "--lit-")
    show(browser, dict(sample(), metre="6/8", beats=2, beat=2))
    browser.must("6/8 has two beats", "el('metre').textContent + [...el('lamps').children].map(e => e.className).join('-')", "6/8-lit")
    show(browser, sample())
    browser.must("4/4 has four", "el('metre').textContent + [...el('lamps').children].map(e => e.className).join('-')", "4/4--lit-")
    browser.must("names are text", strip(3, ".name") + ".textContent", "3 <b>lead</b>")
    browser.must("a region is laid over its quarters", place(3, "region"), "1 2")
    browser.must("what waits is laid over its own", place(3, "pending"), "0 1")
    browser.must("what waits is dashed and amber",
                 f"(s => s.borderTopStyle + ' ' + s.borderTopColor)(getComputedStyle({strip(3, '.pending')}))", f"dashed {AMBER}")
    browser.must("nothing waits elsewhere", strip(1, ".pending") + ".hidden", True)
    browser.until("the playhead is where it is", f"({place(3, 'at')}).startsWith('2.5 ')")
    browser.must("words say it, too", strip(3, "p") + ".textContent", "16 bars, loop 1 to 3next 0 to 1")
    browser.must("what the hands play is cyan", "[...document.querySelectorAll('.strip')].map(e => getComputedStyle(e).color === '%s').join()" % CYAN, "false,true,false,false")
    browser.must("mute is pressed", "[...document.querySelectorAll('.strip .muted')].map(e => e.getAttribute('aria-pressed')).join()", "true,false,false,false")
    browser.must("values are shown", f"{strip(1, 'input')}.value + ' ' + el('vstemVolume1').textContent + ' ' + el('vstemPitch2').textContent", "0.8 80 % -50 ct")
    browser.must("a locked channel takes nothing", f"[...document.querySelectorAll('.strip')].map(s => [...s.querySelectorAll('button,input')].every(e => e.disabled)).join()", "false,false,false,true")
    browser.must("it says why", strip(4, ".words") + ".textContent", "8 bars, needs tier pro")
    browser.must("every control of the stems has a name", NAMELESS, 0)
    stems = sample()
    stems.update(selectProgress=0.5, loading="Morning", selected=None, beat=1)
    stems["channels"][2].update(pendingLoop={"start": 0, "end": 4}, positionQuarters=0.5)
    browser.must("no selection counts at first", "el('selecting').hidden", True)
    show(browser, stems)
    browser.must("a selection fills and a set is loaded", "[el('selecting').hidden, el('selecting').value, el('loading').textContent].join()", "false,0.5,loading Morning")
    browser.must("the end of a loop waits over the whole length", place(3, "pending") + " + ' ' + " + strip(3, ".next") + ".textContent", "0 4 next off")
    browser.must("a playhead that begins again jumps", place(3, "at") + ".split(' ')[0]", "0.5")
    stems["channels"] = stems["channels"][:2]
    show(browser, stems)
    browser.must("a set of two has two strips", "document.querySelectorAll('.strip').length", 2)
    show(browser, None)
    browser.must("a track has its controls back", "[el('stems').hidden, [...document.querySelectorAll('.track')].some(e => e.hidden)].join()", "true,false")


def ask(browser):
    """Tests that the box understands all requests, whatever it answers."""
    show(browser, sample())

    def sent(what, deed, wanted):
        browser.value("asked = []")
        deed()
        browser.until(what, "asked.length && asked.every(a => a.status)")
        browser.must("it is understood", "asked.map(a => a.status === 400 ? 'wrong: ' : '').join('') + asked.map(a => a.body).join()", json.dumps(wanted, separators=(",", ":")))

    def click(number, name):
        return lambda: browser.value(strip(number, name) + ".click()")

    def slide(number, id, value):
        return lambda: browser.value("(s => { s.value = '%s'; s.dispatchEvent(new Event('input')); s.dispatchEvent(new Event('change')) })(el('%s%d'))" % (value, id, number))

    def key(script):
        return lambda: browser.value(script)

    def drag(number, first, last):
        browser.value(strip(number, ".loop") + ".scrollIntoView({ block: 'center', behavior: 'instant' })")
        return lambda: browser.drag(point(browser, number, first), point(browser, number, last))

    loop = lambda text: {"command": "loop", "text": text}
    sent("a drag asks for a region", drag(1, 1, 2), loop("1 1 3"))
    sent("a drag to the left does", drag(1, 3, 2), loop("1 2 4"))
    sent("a drag over everything is not a loop", drag(2, 0, 3), loop("2 off"))
    sent("a tap asks for a quarter", drag(2, 2, 2), loop("2 2 3"))
    sent("the region that waits, asked for again, ends it", drag(3, 0, 0), loop("3 off"))
    sent("a key asks for a quarter", click(1, ".loop button:nth-child(4)"), loop("1 3 4"))
    sent("Shift adds to the region that waits", key(strip(3, ".loop button:nth-child(2)") + ".dispatchEvent(new MouseEvent('click', { shiftKey: true }))"), loop("3 0 2"))
    sent("a button ends the loop", click(3, ".off"), loop("3 off"))
    sent("a name selects", click(3, ".name"), {"command": "channel", "number": 3})
    sent("a digit selects", key("document.dispatchEvent(new KeyboardEvent('keydown', { key: '2' }))"), {"command": "channel", "number": 2})
    sent("mute", click(1, ".muted"), {"command": "mute", "number": 1})
    sent("solo", click(2, ".solo"), {"command": "solo", "number": 2})
    sent("a volume", slide(1, "stemVolume", "0.25"), {"command": "stemVolume", "text": "1 0.25"})
    sent("a pitch", slide(2, "stemPitch", "-100"), {"command": "stemPitch", "text": "2 -100"})
    sent("a tempo", key("el('tempo').value = '96.5'; el('tempo').onchange()"), {"command": "tempo", "number": 96.5})


def looks(browser, picture):
    show(browser, sample())
    scan = "getComputedStyle(el('stems'), '::after').display"
    glow = "getComputedStyle(el('stems')).textShadow"
    move = f"getComputedStyle({strip(1, '.at')}).transitionDuration"
    browser.must("it looks like a terminal of old", f"[{scan}, {glow} !== 'none', {move}].join()", "block,true,0.1s")
    if picture:
        browser.value("scrollTo(0, 0)")
        browser.picture(picture)
    for feature, value in (("prefers-reduced-motion", "reduce"), ("prefers-contrast", "more")):
        browser.media(**{feature: value})
        browser.must(f"{feature} switches that off", f"[{scan}, {glow}, {move}].join()", "none,none,0s")
    browser.media()
    browser.ask("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    browser.until("a phone shows all of it without scrolling aside", "innerWidth === 360 && document.documentElement.scrollWidth <= 360")
    browser.must("strips stand below one another", "new Set([...document.querySelectorAll('.strip')].map(e => Math.round(e.getBoundingClientRect().left))).size", 1)
    browser.must("a finger can hit every button",
                 "[...document.querySelectorAll('.strip button')].filter(e => e.getBoundingClientRect().height < 43 || e.getBoundingClientRect().width < 43).length", 0)
    if picture:
        browser.picture(picture.replace(".png", "-phone.png"))
    browser.ask("Emulation.clearDeviceMetricsOverride")


def check(browser, picture=None):
    """Runs the checks. - picture: file for a screenshot, or None."""
    # The box's own status comes ten times a second: it is kept away while the test sets one, and every request is
    # recorded on its way to the box.
    browser.value("""fetch('/v1/status').then(r => r.json()).then(s => {
        source.close(); last = Date.now() + 1e9; window.live = s; window.asked = []; window.through = fetch;
        window.fetch = async (path, how) => {
          if (path !== '/v1/commands') return through(path, how);
          const note = { body: how.body };
          asked.push(note);
          const answer = await through(path, how);
          note.status = answer.status;
          return answer;
        } })""")
    look(browser)
    ask(browser)
    looks(browser, picture)
    browser.value(HAND_BACK)
    browser.until("the box's own status is back", "Math.abs(last - Date.now()) < 1000 && el('stems').hidden && el('state').textContent")
