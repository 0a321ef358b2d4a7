"""Tests the page's instrument with a status from the test.

It covers frets over the frame, dials, the requests of every control by keys, locked parts, and the visible
contrast.
"""
from contrast import readable
from instrument_sample import free, sample, show, source, zones
from stand_in import HAND_BACK, NAMELESS, TAKE_OVER

# The distance of frets' edges from their zones, in pixels.
ASTRAY = """(() => { const p = el('frame').getBoundingClientRect(), place = y => p.top + y * p.height;
    return Math.max(...instrument.zones.map((z, i) => { const r = el('frets').children[i].getBoundingClientRect(); return Math.max(Math.abs(r.top - place(z.top)), Math.abs(r.bottom - place(z.bottom))) })) })()"""
# The same for the dots and their wrists.
DOTS_ASTRAY = """(() => { const p = el('frame').getBoundingClientRect(), dots = [...document.querySelectorAll('.wrist')];
    return Math.max(...instrument.sources.map((s, i) => { const r = dots[i].getBoundingClientRect(); return Math.hypot(r.left + r.width / 2 - p.left - s.x * p.width, r.top + r.height / 2 - p.top - s.y * p.height) })) })()"""
SHOWN = "[...document.querySelectorAll('.fret:not(.unnamed) .note')]"
# Pairs of names that overlap.
OVERLAPS = """(() => { const r = [...document.querySelectorAll('.fret:not(.unnamed) .note')].map(e => e.getBoundingClientRect()); let n = 0;
    for (const [i, a] of r.entries()) for (const b of r.slice(i + 1)) n += a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return n })()"""
WIDE = "(async () => { const c = new OffscreenCanvas(320, 180), g = c.getContext('2d'); g.fillStyle = '%s'; g.fillRect(0, 0, 320, 180); camera = await c.convertToBlob() })()"
ARROWS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35}


def frets(browser):
    show(browser, sample())
    browser.must("it is shown, and the track's controls are not", "[el('instrument').hidden, [...document.querySelectorAll('.track')].every(e => e.hidden)].join()", "false,true")
    browser.must("the frets have their names, up is higher", SHOWN + ".sort((a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top).map(e => e.textContent).join(' ')",
                 "C3 D3 E3 G3 A3 C4 D4 E4 G4 A4 C5")
    browser.must("roots and fifths are marked", "[...document.querySelectorAll('.fret')].map(e => e.matches('.root:has(.inlay)') ? 'R' : e.matches('.fifth:has(.inlay)') ? '5' : e.querySelector('.inlay') ? '?' : '.').join('')",
                 "R..5.R..5.R")
    browser.must("and not by colour alone", "new Set(['.root', '.fifth', '.fret:not(.root, .fifth)'].map(s => { const c = getComputedStyle(document.querySelector(s + ':not(.lit) .note')); return c.borderTopWidth + c.backgroundColor })).size", 3)
    browser.until("the frets lie where the notes are", f"{ASTRAY} < 1 && 'within a pixel'")
    browser.must("the dots lie where the wrists are", f"{DOTS_ASTRAY} < 1", True)
    browser.must("the head says what is played", "el('track').textContent", "Glass bells, C pentatonic major")
    browser.must("what is played is lit, for each who plays it", "[...document.querySelectorAll('.fret.lit')].map(e => getComputedStyle(e, '::after').content + ' ' + e.className.match(/who./) + (e.matches('.before') ? ' before ' : ' ') + e.style.getPropertyValue('--x')).join()", '"2: E3" who2 before 0.7,"1: E4" who1 0.35')
    browser.must("the two have different colours", "new Set([...document.querySelectorAll('.fret.lit .note')].map(e => getComputedStyle(e).backgroundColor)).size", 2)
    browser.must("a reader hears which notes there are", "el('frets').getAttribute('aria-label')", "Frets over the camera frame: 11 notes from C3 below to C5 above")
    show(browser, sample(sources=[source("hand 4", 2, None), source("touch 0", 7, 64, x=None, y=None)]))
    browser.must("a source keeps its number; a fist lights nothing, and a touch has no wrist",
                 "[...document.querySelectorAll('.fret.lit, .fret.here, .wrist')].map(e => [...e.classList].sort().join(' ') + ':' + e.textContent).join()", "fret here who2:E3,fret lit who1:E4,silent who2 wrist:2")
    browser.value(WIDE % "#808080")
    browser.until("they lie there in a frame of another shape, too", f"el('frame').naturalWidth === 320 && el('frame').naturalHeight === 180 && {ASTRAY} < 1 && 'within a pixel'")
    browser.value("camera = null")
    for count, notes in (("25", range(48, 73)), ("61", range(36, 97)), ("128", range(0, 128))):
        show(browser, sample(scale="chromatic", zones=zones(list(notes)), sources=[]))
        named = browser.until(f"of {count} notes as many are named as can be read", f"{OVERLAPS} === 0 && {SHOWN}.length")
        browser.must("the roots are among them", "document.querySelectorAll('.fret.root:not(.unnamed)').length", sum(note % 12 == 0 for note in notes))
        if count == "128" and named == 128:
            raise SystemExit("page: FAIL so many names cannot be read")


def dials(browser):
    needle = "(([a, b]) => Math.round(Math.atan2(b, a) * 180 / Math.PI))(getComputedStyle(document.querySelector('#%s .needle.who%d')).transform.match(/-?[\\d.]+/g).map(Number))"
    show(browser, sample())
    browser.until("needles stand where the values are", f"[{needle % ('velocity', 1)}, {needle % ('velocity', 2)}, {needle % ('modulation', 1)}].join() === '31,-22,-30' && 'they do'")
    browser.must("a reader hears them", "['velocity', 'modulation'].map(id => el(id).getAttribute('role') + ' ' + el(id).getAttribute('aria-label') + ' ' + el(id).getAttribute('aria-valuenow') + ': ' + el(id).getAttribute('aria-valuetext')).join('; ')",
                 "meter Velocity 96: hand 3: 96, hand 4: 40; meter Modulation 25: hand 3: 25\u00a0%, hand 4: 60\u00a0%")
    browser.must("words say it, too", "[...el('players').children].map(e => e.textContent).join('; ')",
                 "1hand 3 plays E4, expression 80\u00a0%, depth 50\u00a0%; 2hand 4 plays E3, expression 80\u00a0%, depth 50\u00a0%, bend -35 ct")
    browser.must("the wave is drawn", "(d => d.filter((x, i) => i % 4 === 3 && x > 200).length > 300)([...el('scope').getContext('2d').getImageData(0, 0, 512, 128).data])", True)
    browser.value("window.told = 0; window.observer = new MutationObserver(all => { told += all.length });"
                  " for (const e of document.querySelectorAll('[aria-live=polite], [role=alert], [role=status], output')) observer.observe(e, { subtree: true, childList: true, characterData: true, attributes: true })")
    for step in range(5):
        show(browser, sample(sources=[source("hand 3", 5 + step, 60 + step, velocity=20 * step + 1, modulation=step / 5)]))
    browser.must("a screen reader does not read every note", "told", 0)
    show(browser, sample(sources=[]))
    browser.must("needles rest without hands", "[...document.querySelectorAll('.needle')].map(e => e.getAttribute('class')).join()", "needle rest,needle rest")


def keys(browser):
    """Tests the keys' requests at every control, in Tab's order."""
    show(browser, sample())

    def sent(what, id, press, wanted):
        browser.value(f"asked.length = 0; (e => {{ e.focus(); e.scrollIntoView({{ block: 'center', behavior: 'instant' }}) }})({id})")
        press()
        browser.until(what, "asked.length && !Object.keys(waiting).length && asked.length")
        browser.must("it asks for the right thing", "JSON.stringify(asked[asked.length - 1])", wanted)
        # The box has accepted it: its own values count again.
        browser.value("for (const name in own) delete own[name]")
        show(browser, sample())

    def arrow(name):
        return lambda: browser.key(name, ARROWS[name])

    def space():
        browser.key(" ", 32, " ")

    for name, value in (("tone", 0.76), ("fuzz", 0.11), ("delay", 0.31), ("reverb", 0.46)):
        sent(f"a key turns {name}", f"el('knob-{name}')", arrow("ArrowUp"), '{"command":"effect","text":"%s %s"}' % (name, value))
    sent("Home turns it off", "el('knob-reverb')", arrow("Home"), '{"command":"effect","text":"reverb 0"}')
    sent("a key turns the volume", "el('knob-volume')", arrow("ArrowDown"), '{"command":"volume","number":0.79}')
    sent("an arrow chooses the next waveform", "document.querySelector('[name=waveform]:checked')", arrow("ArrowRight"), '{"command":"waveform","text":"triangle"}')
    sent("an arrow chooses the next output", "document.querySelector('[name=output]:checked')", arrow("ArrowRight"), '{"command":"output","text":"midi"}')
    sent("an arrow chooses the next sound", "el('sound')", arrow("ArrowDown"), '{"command":"sound","text":"Warm organ"}')
    sent("a scale", "el('scale')", arrow("ArrowDown"), '{"command":"scale","text":"pentatonicMinor"}')
    sent("a key", "el('key')", arrow("ArrowDown"), '{"command":"key","text":"Db"}')
    sent("a letter finds a key and is not an order to the box", "el('key')", lambda: browser.key("g", 71, "g"), '{"command":"key","text":"Gb"}')
    sent("the lowest note", "el('low')", arrow("ArrowDown"), '{"command":"range","text":"49 72"}')
    sent("the highest note", "el('high')", arrow("ArrowUp"), '{"command":"range","text":"48 71"}')
    sent("bend", "el('bend')", space, '{"command":"bend","flag":true}')
    sent("legato", "el('legato')", space, '{"command":"legato","flag":false}')
    sent("all notes off", "el('panic')", space, '{"command":"panic"}')
    sent("Escape does that from anywhere", "el('knob-tone')", lambda: browser.key("Escape", 27), '{"command":"panic"}')
    browser.value("el('panic').focus()")
    order = []
    browser.value("el('knob-tone').focus()")
    for _ in range(20):
        order.append(browser.value("document.activeElement.id || document.activeElement.name"))
        if order[-1] == "panic":
            break
        browser.key("Tab", 9)
    if order != ["knob-tone", "knob-fuzz", "knob-delay", "knob-reverb", "knob-volume", "waveform", "sound", "scale", "key", "low", "high", "output", "bend", "legato", "panic"]:
        raise SystemExit(f"page: FAIL Tab goes through every control in its order: {order}")
    print("page: PASS Tab goes through every control in its order")
    browser.must("a focused knob is seen", "(e => { el('panic').blur(); e.focus({ focusVisible: true }); return getComputedStyle(e.parentElement).outlineStyle })(el('knob-tone'))", "solid")
    browser.must("knobs are sliders that say their values", "[...document.querySelectorAll('.knob input')].map(e => e.type + ' ' + e.labels[0].textContent + ' ' + e.getAttribute('aria-valuetext')).join()",
                 "range Tone 75\u00a0%,range Fuzz 10\u00a0%,range Delay 30\u00a0%,range Reverb 45\u00a0%,range Volume 80\u00a0%")
    browser.must("every control has a name", NAMELESS, 0)
    browser.must("names are text", "el('sound').lastChild.textContent", "<b>Reed</b>")


def pointer(browser):
    """Tests that only a drag's distance turns a knob, not its start.

    A rejection turns it back.
    """
    show(browser, sample())
    middle = "(r => [r.left + 10, r.top + r.height / 2])(el('knob-tone').getBoundingClientRect())"
    browser.value("el('knob-tone').scrollIntoView({ block: 'center', behavior: 'instant' }); asked.length = 0")
    place = browser.value(middle)
    browser.drag(place, [place[0], place[1] + 30])
    browser.until("a drag down turns it back", "asked.length && !Object.keys(waiting).length && asked.length")
    browser.must("by its way", "asked[asked.length - 1].text", "tone 0.55")
    browser.must("it stays while the box takes it", "live.instrument.effects.tone + ' ' + el('knob-tone').value", "0.75 0.55")
    browser.value("refusal = 'the key D needs tier pro: this box is tier free'; el('key').value = 'D'; el('key').onchange()")
    browser.until("a refusal is shown with its reason", "el('instrumentAnswer').textContent === refusal && refusal")
    show(browser, sample())
    browser.must("and what was asked for is taken back", "el('key').value", "C")
    browser.value("told = 0; el('key').onchange()")
    browser.until("it is tried again", "!Object.keys(waiting).length && 'done'")
    browser.must("the same refusal is not said again and again", "told", 0)
    browser.value("refusal = null; el('key').onchange()")
    browser.until("what is taken ends the complaint", "el('instrumentAnswer').textContent === '' && 'empty'")
    browser.value("for (const name in own) delete own[name]")


def locked(browser):
    show(browser, free(), tier="free")
    browser.must("what the tier locks is locked", "[...document.querySelectorAll('#instrument input:disabled, #instrument option:disabled')].map(e => e.value === '' || e.type === 'range' ? e.id : e.value).join()",
                 "knob-fuzz,knob-reverb,saw,triangle,square,blues,chromatic,Db,D")
    browser.must("each of them says why", "[...document.querySelectorAll('#instrument input:disabled, #instrument option:disabled')].every(e => (e.closest('.knob') || e.closest('label.locked') || e).textContent.includes('needs tier pro'))", True)
    browser.must("so does a sentence", "el('lockedWords').hidden + el('lockedWords').textContent", "falseLocked choices need tier pro: this box is tier free.")
    show(browser, sample(key="F#"))
    browser.must("with tier pro nothing is", "document.querySelectorAll('#instrument :disabled').length + ' ' + el('lockedWords').hidden", "0 true")
    browser.must("a sharp is the key of its flat", "el('key').value", "Gb")
    port = {"name": "MIDI 1", "client": "Keystation", "direction": "both", "connected": True}
    midi = {"client": "GestureFlow", "port": "Prospero", "available": True, "problem": None, "ports": [port], "clockBPM": 120.04, "clockRunning": True, "sent": 0, "received": 0, "learned": []}
    show(browser, sample(), midi=midi, output="both")
    browser.must("MIDI says what is connected", "document.querySelector('[name=output]:checked').value + ': ' + el('midi').textContent",
                 "both: MIDI port GestureFlow: Prospero, connected with Keystation MIDI 1, clock 120.0 BPM")


def all_readable(browser, what):
    for within in ("#instrument", "#camera", "#side"):
        readable(browser, within, what, 2)


def looks(browser, picture):
    browser.ask("Emulation.setDeviceMetricsOverride", width=1200, height=1000, deviceScaleFactor=1, mobile=False)
    still = "[document.querySelector('.needle'), document.querySelector('.needle text')].map(e => getComputedStyle(e).transitionDuration).join()"
    # The hardest background for text over the frame: a fully bright one.
    browser.value(WIDE % "#ffffff")
    browser.until("a white frame", "el('frame').naturalWidth === 320 && 'is there'")
    for what, status, tier in (("tier pro", sample(), "pro"), ("tier free", free(), "free")):
        show(browser, status, tier=tier)
        all_readable(browser, what)
    browser.value("camera = null; scrollTo(0, 0)")
    browser.until("the camera's frame is back", "el('frame').naturalHeight !== 180 && 'it is'")
    browser.must("needles move smoothly", still, "0.1s,0.1s")
    if picture:
        for _ in range(4):
            show(browser, sample())
        browser.picture(picture)
    browser.media(prefers_reduced_motion="reduce")
    browser.must("who wants calm has needles that do not swing", still, "0s,0s")
    show(browser, sample())
    browser.must("and a wave that stands still for a second", "(() => { const before = el('scope').toDataURL(), clock = Date.now, now = clock(); Date.now = () => now; drawn = now - 999; live.audio.wave = live.audio.wave.map(x => -x); show(live);"
                 " const same = el('scope').toDataURL() === before; drawn = now - 1000; show(live); Date.now = clock; last = clock() + 1e9; return same + ' ' + (el('scope').toDataURL() === before) })()", "true false")
    browser.media(prefers_contrast="more")
    browser.must("who wants contrast has no wood", "getComputedStyle(el('instrument')).backgroundImage + getComputedStyle(el('instrument')).backgroundColor", "nonergb(0, 0, 0)")
    show(browser, sample())
    all_readable(browser, "more contrast")
    browser.media()
    browser.ask("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    browser.value("scrollTo(0, 0)")
    for status, tier in ((sample(), "pro"), (free(), "free")):
        show(browser, status, tier=tier)
        browser.until("a phone shows all of it without scrolling aside", "innerWidth === 360 && document.documentElement.scrollWidth <= 360")
        browser.must("a finger can hit every control",
                     "[...document.querySelectorAll('#instrument :is(button, select, .cap, .choice label, .switch)')].filter(e => e.getBoundingClientRect().height < 43 || e.getBoundingClientRect().width < 43).length", 0)
        browser.until("names of notes do not lie over one another", f"{OVERLAPS} === 0 && 'they do not'")
        all_readable(browser, f"a phone with tier {tier}")
    if picture:
        browser.value("scrollTo(0, 0)")
        browser.picture(picture.replace(".png", "-phone.png"))
    browser.ask("Emulation.clearDeviceMetricsOverride")
    browser.value("scrollTo(0, 0)")


def check(browser, picture=None):
    """Runs the checks. - picture: file for a screenshot, or None."""
    browser.value(TAKE_OVER)
    frets(browser)
    dials(browser)
    keys(browser)
    pointer(browser)
    locked(browser)
    looks(browser, picture)
    browser.must("nothing comes from anywhere else", "performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin + '/') && !n.startsWith('blob:' + location.origin) && !n.startsWith('data:')).join()", "")
    # Repeat it for each idle connection that the box has just ended: a browser keeps up to six of them, and tries one
    # after the other.
    browser.must("and nothing could", "Array(6).fill().reduce(tried => tried.catch(() => through('/')), through('/')).then(async r => r.headers.get('content-security-policy').split(';')[0] + ((await r.text()).match(/(src|href|url)\\s*[=(]\\s*.?(https?:)?\\/\\//g) || []).join())", "default-src 'self'")
    show(browser, None)
    browser.must("without it the page is as before", "[el('instrument').hidden, el('frets').hidden, document.body.className, [...document.querySelectorAll('.track')].some(e => e.hidden)].join()", "true,true,,false")
    browser.value("observer.disconnect(); " + HAND_BACK)
    browser.until("the box's own status is back", "Math.abs(last - Date.now()) < 1000 && el('instrument').hidden && el('state').textContent")
    against_the_box(browser)


def against_the_box(browser):
    """Tests the box's own mode.

    The box plays the page's requests, and the page shows its rejections.
    """
    choose = "(e => { e.value = '%s'; e.dispatchEvent(new Event('change')) })(el('%s'))"
    browser.value("document.querySelector('[data-mode=instrument]').click()")
    browser.until("the box is an instrument", "instrument && !el('instrument').hidden && instrument.sound")
    browser.value(choose % ("C", "key") + "; " + choose % ("pentatonicMajor", "scale"))
    # Test the frets drawn after the box's answer: the page draws its own request earlier.
    browser.until("its frets are drawn where its notes are", f"{SHOWN}.map(e => e.textContent).join(' ').startsWith('C3 D3 E3 G3 A3 C4') && {ASTRAY} < 1 && instrument.zones.length")
    browser.value(choose % ("D", "key") + "; " + choose % ("naturalMinor", "scale"))
    browser.until("another key and scale are other frets", "[...document.querySelectorAll('.fret .note')].map(e => e.textContent).join(' ').match(/D3 E3 F3 G3 A3 (Bb|A#)3 C4/) && instrument.zones.length")
    browser.value("(e => { e.value = 0.35; e.dispatchEvent(new Event('input')) })(el('knob-delay'))")
    browser.until("a knob turns the box's effect", "instrument.effects.delay === 0.35 && 'delay 0.35'")
    browser.value("document.querySelector('[name=waveform][value=triangle]').click()")
    browser.until("a waveform is the box's", "instrument.waveform === 'triangle' && 'triangle'")
    browser.value(choose % ("40", "high"))
    browser.until("a range that is too small is refused with the reason", "el('instrumentAnswer').textContent.includes('12 semitones') && el('instrumentAnswer').textContent")
    browser.until("and the box's own stands there", "Number(el('high').value) === instrument.rangeHigh && el('high').value")
    browser.value("document.querySelector('[data-mode=player]').click()")
    browser.until("it is a player again", "el('instrument').hidden && instrument === null && 'player'")
