"""Tests the fixed bar, the order of problems, and three window sizes.

Problems come before everything else. Every size must have light and dark, and distinct controls that a finger can
hit.
"""
import json, os

from contrast import SMALL, distinct, readable
from stand_in import HAND_BACK, TAKE_OVER

SIZES = ((390, 844), (768, 1024), (1366, 768))
# Screenshots take a while. `make test` takes those of no other test: the player everywhere, the others on a phone,
# but not the theremin, which looks like the instrument.
LOOKS = {("player", 390): ("dark", "light"), ("player", 768): ("light",), ("player", 1366): ("dark",), ("stems", 390): ("dark", "light"), ("instrument", 390): ("light",), ("stream", 390): ("light",)}
MODES = ("player", "stems", "instrument", "theremin", "stream")
# Controls of the bar that are cut off or covered.
COVERED = """['state', 'prev', 'toggle', 'next', 'volume', 'vvolume'].map(el).concat(...el('modes').children).filter(e => {
    const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    return r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth || e.scrollWidth > e.clientWidth + 1 || !at || !e.contains(at) }).map(e => e.id || e.textContent).join()"""
FIRST = "Math.min(...[...document.querySelectorAll('main section')].filter(e => e.getClientRects().length).map(e => e.getBoundingClientRect().top))"


def choose(browser, mode):
    browser.value(f"document.querySelector('[data-mode={mode}]').click()")
    browser.until(f"the box is in mode {mode}", f"document.querySelector('[data-mode={mode}]').getAttribute('aria-pressed') === 'true' && '{mode}'")


def show(browser, **more):
    browser.value("Object.assign(live, %s); show(live); last = Date.now() + 1e9" % json.dumps(more))


def take_over(browser):
    browser.value("window.live = null")
    browser.value(TAKE_OVER)
    browser.until("a status to change", "window.live && 'is there'")
    browser.value("show(live); last = Date.now() + 1e9")


def hand_back(browser):
    browser.value(HAND_BACK)
    browser.until("the box's own status is back", "Math.abs(last - Date.now()) < 1000 && el('state').textContent")


def stays(browser):
    for width, height in SIZES:
        browser.size(width, height)
        browser.value("scrollTo({ top: 0, behavior: 'instant' })")
        browser.must("state, mode, track and volume are in view", COVERED, "")
        browser.value("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
        browser.must("and stay there at the end of the page", COVERED + " + (scrollY > 100)", "true")
        browser.must("nothing needs scrolling aside", f"document.documentElement.scrollWidth <= {width}", True)
    browser.size(390, 844)
    show(browser, state="the longest state there is", track={"title": "T" * 300, "index": 0, "count": 1, "positionSeconds": 1, "bufferedSeconds": 1})
    browser.value("live.control.volume = 1; live.control.held = ['volume']; show(live); last = Date.now() + 1e9; scrollTo({ top: 0, behavior: 'instant' })")
    browser.must("long words push nothing out", COVERED + " + (document.documentElement.scrollWidth <= 390)", "true")
    browser.must("the volume says that hands hold it", "el('vvolume').textContent", "100 % *")


def asks(browser):
    for control, wanted in (("prev", {"command": "prev"}), ("toggle", {"command": "toggle"}), ("next", {"command": "next"})):
        browser.value(f"asked.length = 0; el('{control}').click()")
        browser.until(f"{control} of the bar", "asked.length && JSON.stringify(asked[0])")
        browser.must("asks for it", "JSON.stringify(asked)", json.dumps([wanted], separators=(",", ":")))
    browser.value("asked.length = 0; el('volume').focus()")
    browser.key("ArrowDown", 40)
    browser.until("an arrow on the volume", "asked.length && asked[0].command === 'volume' && asked[0].number")
    browser.value("held = null; asked.length = 0; document.querySelector('[data-mode=stems]').click()")
    browser.must("a mode", "JSON.stringify(asked)", '[{"command":"mode","text":"stems"}]')
    height = browser.value("document.documentElement.scrollHeight")
    browser.value("refusal = 'stems need a set: <b>none</b>'; el('next').click()")
    browser.until("a refusal is shown beside the bar, as text", "el('answer').textContent === refusal && refusal")
    browser.must("and moves nothing", "document.documentElement.scrollHeight", height)
    browser.value("refusal = null; el('next').click()")
    browser.until("what is taken ends the complaint", "el('answer').textContent === '' && 'empty'")


def problems(browser):
    for width, height in SIZES:
        browser.size(width, height)
        show(browser, state="healthy", problems=[])
        browser.must("a box that is well shows its frame first", f"el('trouble').getBoundingClientRect().top > el('camera').getBoundingClientRect().bottom", True)
        for instrument in (False, True):
            show(browser, state="degraded", problems=["camera: pulled out: plug it in again", "sound: <b>late</b>"])
            browser.value("document.body.classList.toggle('playing', %s); el('instrument').hidden = %s" % (json.dumps(instrument), json.dumps(not instrument)))
            browser.must("problems come first when there are some", f"el('trouble').getBoundingClientRect().top === {FIRST} && el('trouble').getBoundingClientRect().bottom < innerHeight", True)
        browser.must("as text", "[...document.querySelectorAll('#problems li')].map(e => e.textContent).join('|')", "camera: pulled out: plug it in again|sound: <b>late</b>")
        browser.value("document.body.classList.remove('playing'); el('instrument').hidden = true; scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }); el('state').click()")
        browser.until("the state leads to them, below the bar", "(r => r.top >= el('top').getBoundingClientRect().bottom && r.bottom <= innerHeight)(el('trouble').getBoundingClientRect()) && scrollY + 1")
    show(browser, state="healthy", problems=[])


def without_camera(browser):
    browser.value("window.realFetch = fetch; window.fetch = async (path, how) => path.startsWith('/v1/frame.') ? new Response(JSON.stringify({ detail: 'the camera is <b>gone</b>' }), { status: 503 }) : realFetch(path, how)")
    browser.until("without a camera a reason stands where its frame was", "el('noFrame').textContent === 'the camera is <b>gone</b>' && el('noFrame').checkVisibility() && 'as text'")
    browser.must("and no broken image", "el('frame').checkVisibility()", False)
    browser.value("window.fetch = realFetch")
    browser.until("the frame comes back", "el('frame').checkVisibility() && !el('noFrame').checkVisibility() && el('frame').naturalWidth")


def sizes(browser):
    """Tests the sizes with a constant status in every mode."""
    for mode in MODES:
        choose(browser, mode)
        take_over(browser)
        for width, height in SIZES:
            browser.size(width, height)
            browser.must("nothing needs scrolling aside", f"document.documentElement.scrollWidth <= {width}", True)
            browser.must("every target has 24 pixels", SMALL, "")
            for scheme in ("dark", "light") if os.environ.get("GESTUREFLOW_LONG") else LOOKS.get((mode, width), ()):
                browser.media(scheme)
                distinct(browser, f"{mode}, {scheme}, {width}", 12)
                readable(browser, "body", f"{mode}, {scheme}, {width}", 20)
        hand_back(browser)
    browser.media()
    choose(browser, "player")


def schemes(browser):
    browser.media("light")
    light = browser.value("getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).colorScheme")
    browser.media("dark")
    dark = browser.value("getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).colorScheme")
    if not (light.endswith("light") and dark.endswith("dark") and light[:-5] != dark[:-4]):
        raise SystemExit(f"page: FAIL light and dark: {light} {dark}")
    print("page: PASS the page is light or dark as a person prefers it")


def check(browser):
    take_over(browser)
    schemes(browser)
    stays(browser)
    asks(browser)
    problems(browser)
    without_camera(browser)
    hand_back(browser)
    sizes(browser)
    browser.ask("Emulation.clearDeviceMetricsOverride")
