"""Tests the page on the network: the form for the code, and the page behind it.

The test opens the box's TCP port as an owner does, pairs the browser, and closes the port again.
"""
import json, os, re, socket

from bar_page import SIZES, choose, hand_back, take_over
from contrast import SMALL, distinct, readable
from stand_in import NAMELESS

# A phone has both, because people pair phones.
LOOKS = {390: ("dark", "light"), 768: ("light",), 1366: ("dark",)}
FORM = "document.title === 'GestureFlow: pair this browser' && document.readyState === 'complete' && 'the form'"
PART = "fetch('/v1/status').then(r => r.json()).then(s => s.parts.find(p => p.name === 'page').state)"


def put(browser, key, value):
    browser.must(f"{key} is set", "fetch('/v1/config', { method: 'PUT', body: %s }).then(r => r.status)" % json.dumps(json.dumps({"key": key, "value": value})), 200)


def send(browser, code):
    """Sends the form with a code. The form itself would keep an incomplete one back."""
    browser.value("document.forms[0].noValidate = true; document.getElementById('code').value = '%s'; document.querySelector('button').click()" % code, patient=True)


def looks(browser, what, texts, sizes=SIZES):
    """Tests the looks of the form. - texts: their least number."""
    for width, height in sizes:
        browser.size(width, height)
        browser.must(f"nothing of {what} needs scrolling aside", f"document.documentElement.scrollWidth <= {width}", True)
        browser.must("every target has 24 pixels", SMALL, "")
        for scheme in ("dark", "light") if os.environ.get("GESTUREFLOW_LONG") else LOOKS[width]:
            browser.media(scheme)
            # The ring around the focused field is not its edge.
            browser.value("document.activeElement.blur()")
            distinct(browser, f"{what}, {scheme}, {width}", 2)
            readable(browser, "body", f"{what}, {scheme}, {width}", texts)
    browser.media()
    browser.must("every control has a name", NAMELESS, 0)


def page(browser):
    """Tests the whole page over TCP.

    Its looks are those of the page over the socket, so a phone in one scheme is enough.
    """
    take_over(browser)
    for width, height in SIZES:
        browser.size(width, height)
        browser.must("nothing of the page on the network needs scrolling aside", f"document.documentElement.scrollWidth <= {width}", True)
        browser.must("every target has 24 pixels", SMALL, "")
    browser.size(*SIZES[0])
    distinct(browser, "the page on the network", 12)
    readable(browser, "body", "the page on the network", 20)
    hand_back(browser)
    choose(browser, "stems")
    choose(browser, "player")


def check(browser, url):
    """Tests both. - url: the page over the socket, to which the browser returns."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    put(browser, "page.port", str(port))
    put(browser, "page.network", "true")
    browser.until("the page is open on the network", f"{PART}.then(state => state === 'running' && state)")
    said = browser.value("""fetch('/v1/commands', { method: 'POST', body: '{"command":"pairingCode"}' }).then(r => r.json()).then(a => a.done)""")
    code = "".join(re.match(r"the code is (\d{3}) (\d{3}): ", said).groups())
    browser.ask("Page.navigate", url=f"http://127.0.0.1:{port}/")
    browser.until("a browser that is not paired has the form", FORM)
    looks(browser, "the form", 5)
    send(browser, "12")
    browser.until("a code that is too short is told", f"{FORM} && document.querySelector('[role=alert]').textContent.trim()")
    looks(browser, "the form with its trouble", 6, SIZES[:1])
    send(browser, code)
    browser.until("the code leads to the page", "document.title === 'GestureFlow' && el('state').textContent === 'healthy' && 'healthy'")
    browser.until("it has a frame", "Number(el('frame').dataset.count)")
    page(browser)
    browser.ask("Emulation.clearDeviceMetricsOverride")
    browser.ask("Page.navigate", url=url)
    browser.until("the page over the socket is back", f"location.href === '{url}' && document.getElementById('state').textContent === 'healthy' && 'healthy'")
    put(browser, "page.network", "false")
    browser.until("the page is closed on the network", f"{PART}.then(state => state === 'off' && state)")
