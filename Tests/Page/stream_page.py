"""Tests the page's stream section with a status from the test.

It covers the players, possible requests and the reasons for impossible ones, mouse and keys, a phone, and the visible
contrast.
"""
import json

from contrast import readable
from stand_in import HAND_BACK, NAMELESS, TAKE_OVER

LONG = "<i>endless</i> " * 300


def sample(**more):
    """Returns a status: mpv plays; a pipe waits; one name looks like markup."""
    return dict({"source": "mpv", "kind": "player", "playback": "playing", "title": "<b>Morning</b>", "artist": "Musician", "album": "Dawn", "positionSeconds": 65, "lengthSeconds": 200,
                 "volume": 0.5, "pitchCents": 0, "can": ["play", "pause", "next", "volume"],
                 "sources": [{"name": "mpv", "kind": "player", "playback": "playing"}, {"name": "<b>pipe</b>", "kind": "pipe", "playback": "waiting"}]}, **more)


def pipe(**more):
    return sample(**dict({"source": "<b>pipe</b>", "kind": "pipe", "playback": "starved", "title": None, "artist": None, "album": None, "positionSeconds": None, "lengthSeconds": None,
                          "volume": 1, "pitchCents": -150, "can": ["play", "pause", "volume", "pitch"], "fillMs": 81.4, "driftPPM": 12.6, "starvations": 3}, **more))


def show(browser, stream, **control):
    """Shows the box's own status with this stream; None: without.

    - control: fields of the status's control.
    """
    control = dict({"paused": False, "autoPaused": False, "held": []}, **control)
    browser.value("Object.assign(live.control, %s); live.stream = %s || undefined; show(live); last = Date.now() + 1e9" % (json.dumps(control), json.dumps(stream)))


def look(browser):
    show(browser, sample())
    browser.must("it is shown, and what belongs to the box's own track is not", "[el('stream').hidden, [...document.querySelectorAll('.track')].every(e => e.hidden)].join()", "false,true")
    browser.must("the bar asks for the same", "['prev', 'toggle', 'next'].map(id => el(id).getAttribute('aria-disabled')).join() + ' ' + el('toggle').textContent + ' ' + el('vvolume').textContent", "true,false,false Pause 50 %")
    browser.must("what plays is said, as text", "['streamSource', 'streamDeed', 'streamTitle', 'streamBy', 'vstreamPlace'].map(id => el(id).textContent).join('|')", "mpv|plays|<b>Morning</b>|Musician - Dawn|1:05 of 3:20")
    browser.must("the head says it, too", "el('track').textContent", "mpv: <b>Morning</b>")
    browser.must("the sources are buttons, and the chosen one is pressed", "[...el('streamSources').children].map(b => b.getAttribute('aria-pressed') + ' ' + b.textContent).join('|')",
                 "true mpvplayer, plays|false <b>pipe</b>pipe, waits for a writer|true autowhichever began last")
    show(browser, sample(choice="mpv"))
    browser.must("and whether a person chose it", "el('streamSources').lastChild.getAttribute('aria-pressed')", "false")
    browser.must("what cannot be asked for says why", "[...el('streamWhy').children].filter(e => !e.hidden).map(e => e.textContent).join('|')",
                 "Previous: mpv does not offer it now|Pitch: the sound of mpv does not pass through this box")
    browser.must("a reader hears it at the button", "el('streamPrev').getAttribute('aria-disabled') + ' ' + el(el('streamPrev').getAttribute('aria-describedby')).textContent", "true Previous: mpv does not offer it now")
    browser.must("it is seen, not by colour alone", "[el('streamPrev'), el('streamNext')].map(e => getComputedStyle(e).borderTopStyle).join()", "dashed,solid")
    browser.must("every control has a name", NAMELESS, 0)
    show(browser, pipe(refusal={"what": "speed", "reason": "the sound comes at the pace of its writer"}), held=["volume"])
    browser.must("a pipe says how it is fed", "el('streamFeed').textContent", "81 ms of sound ahead, the writer's clock is 13 ppm off, starved 3 times")
    browser.must("and has no track to skip", "[el('streamAt').hidden, el('streamPitch').disabled, el('why-next').textContent].join('|')", "true|false|Next: a pipe only carries sound: skip where it comes from")
    browser.must("a refusal is said", "el('streamRefusal').textContent", "Speed refused: the sound comes at the pace of its writer")
    browser.must("a value held by hands has a star", "el('vstreamVolume').textContent", "100 % *")
    show(browser, sample(), autoPaused=True)
    browser.must("why it is silent is said", "el('streamDeed').textContent + ' ' + el('streamToggle').textContent", "waits for hands Play")
    show(browser, {"playback": "stopped", "pitchCents": 0, "can": [], "sources": []})
    browser.must("without a source everything says so", "[el('streamSource').textContent, el('why-toggle').textContent, el('streamSources').hidden].join('|')", "No player and no pipe is there|Play and pause: no source is chosen|true")
    browser.value("window.told = 0; window.observer = new MutationObserver(all => { told += all.length });"
                  " for (const e of document.querySelectorAll('[aria-live=polite], [role=alert], [role=status]')) observer.observe(e, { subtree: true, childList: true, characterData: true, attributes: true })")
    show(browser, sample())
    browser.value("told = 0")
    for second in range(5):
        show(browser, sample(positionSeconds=66 + second, volume=0.5 + second / 50))
    browser.must("a screen reader does not read every second", "told", 0)
    browser.value("observer.disconnect()")


def ask(browser):
    show(browser, sample())

    def sent(what, deed, wanted):
        browser.value("asked.length = 0")
        deed()
        browser.until(what, "asked.length && 'asked'")
        browser.must("it asks for the right thing", "JSON.stringify(asked[asked.length - 1])", wanted)

    def press(id, key=" ", code=32):
        browser.value(f"(e => {{ e.focus(); e.scrollIntoView({{ block: 'center', behavior: 'instant' }}) }})({id})")
        browser.key(key, code, key if key == " " else "")

    sent("the space bar on Pause", lambda: press("el('streamToggle')"), '{"command":"pause"}')
    sent("on Next", lambda: press("el('streamNext')"), '{"command":"next"}')
    sent("on a source", lambda: press("el('streamSources').children[1]"), '{"command":"stream","text":"<b>pipe</b>"}')
    sent("on the end of a choice", lambda: press("el('streamSources').lastChild"), '{"command":"stream","text":"auto"}')
    sent("an arrow on the volume", lambda: press("el('streamVolume')", "ArrowUp", 38), '{"command":"volume","number":0.51}')
    sent("Pause of the bar", lambda: browser.value("el('toggle').click()"), '{"command":"pause"}')
    browser.value("asked.length = 0; el('prev').click()")
    browser.must("the bar says why it does nothing", "asked.length + ' ' + el('answer').textContent", "0 Previous: mpv does not offer it now")
    browser.value("held = null; asked.length = 0; barAnswer(''); el('streamPrev').click()")
    browser.must("what cannot be asked for is not asked, and says why", "asked.length + ' ' + el('streamAnswer').textContent", "0 Previous: mpv does not offer it now")
    browser.value("refusal = 'mpv does not answer'; el('streamNext').click()")
    browser.until("a refusal of the box is shown in its place", "el('streamAnswer').textContent === refusal && refusal")
    browser.value("refusal = null; el('streamNext').click()")
    browser.until("what is taken ends the complaint", "el('streamAnswer').textContent === '' && 'empty'")
    show(browser, sample(playback="paused"))
    sent("Play", lambda: press("el('streamToggle')"), '{"command":"play"}')
    show(browser, pipe())
    sent("an arrow on the pitch", lambda: press("el('streamPitch')", "ArrowUp", 38), '{"command":"pitch","number":-140}')
    browser.value("held = null; el('streamPrev').focus()")
    order = []
    for _ in range(8):
        order.append(browser.value("document.activeElement.id || document.activeElement.textContent"))
        browser.key("Tab", 9)
    wanted = ["streamPrev", "streamToggle", "streamNext", "streamVolume", "streamPitch", "mpvplayer, plays", "<b>pipe</b>pipe, waits for a writer"]
    if order[:7] != wanted:
        raise SystemExit(f"page: FAIL Tab goes through every control in its order: {order}")
    print("page: PASS Tab goes through every control in its order")


def looks(browser, picture):
    refusal = {"what": "speed", "reason": "the sound comes at the pace of its writer"}
    for what, status in (("a player", sample(refusal=refusal)), ("a pipe", pipe(refusal=refusal))):
        show(browser, status)
        readable(browser, "#stream", what, 5)
    if picture:
        show(browser, sample())
        browser.value("scrollTo(0, 0)")
        browser.picture(picture)
    browser.media(prefers_contrast="more")
    readable(browser, "#stream", "more contrast", 5)
    browser.media()
    browser.ask("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    crowd = [{"name": f"player {i} " + "x" * 200, "kind": "player", "playback": "stopped"} for i in range(100)]
    for status in (sample(), pipe(), sample(title=LONG, artist=LONG, source=LONG, sources=crowd)):
        show(browser, status)
        browser.until("a phone shows all of it without scrolling aside", "innerWidth === 360 && document.documentElement.scrollWidth <= 360")
        browser.must("a finger can hit every control", "[...document.querySelectorAll('#stream button')].filter(e => e.getBoundingClientRect().height < 43 || e.getBoundingClientRect().width < 43).length", 0)
    browser.must("an endless title and a hundred players leave room for the rest", "el('streamTitle').getBoundingClientRect().height < 120 && el('streamSources').getBoundingClientRect().height < 300", True)
    show(browser, sample())
    readable(browser, "#stream", "a phone", 5)
    browser.ask("Emulation.clearDeviceMetricsOverride")
    browser.value("scrollTo(0, 0)")


def check(browser, picture=None):
    """Runs the checks. - picture: file for a screenshot, or None."""
    browser.value(TAKE_OVER)
    look(browser)
    ask(browser)
    looks(browser, picture)
    show(browser, None)
    browser.must("without it the page is as before", "[el('stream').hidden, el('toggle').hidden, stream === null, [...document.querySelectorAll('.track')].some(e => e.hidden)].join()", "true,false,true,false")
    browser.value(HAND_BACK)
    browser.until("the box's own status is back", "Math.abs(last - Date.now()) < 1000 && el('stream').hidden && el('state').textContent")
    against_the_box(browser)


def against_the_box(browser):
    """Tests the box's own mode, without any player."""
    browser.value("document.querySelector('[data-mode=stream]').click()")
    browser.until("the box is in mode stream", "stream && !el('stream').hidden && el('streamSource').textContent")
    browser.value("el('streamNext').click()")
    browser.until("there is nothing to skip", "el('streamAnswer').textContent.includes('no source') && el('streamAnswer').textContent")
    browser.value("document.querySelector('[data-mode=player]').click()")
    browser.until("it is a player again", "el('stream').hidden && stream === null && 'player'")
