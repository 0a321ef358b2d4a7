"""Tests many tabs of the page, which share one event stream.

A browser opens only six connections to one host.
"""
import time

SHOWN = "document.getElementById('state').textContent === 'healthy' && !document.body.classList.contains('gone')"


def check(browser, url):
    first = browser.session
    tabs = []

    def open_tab():
        browser.session = None
        target = browser.ask("Target.createTarget", url=url)["targetId"]
        tabs.append((target, browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]))

    def each(script):
        values = []
        for session in [first] + [session for _, session in tabs]:
            browser.session = session
            values.append(browser.value(script, patient=True))
        return values

    def until_all(what, script, wanted):
        end = time.monotonic() + 300
        while (values := each(script)) and not wanted(values):
            if time.monotonic() > end:
                raise SystemExit(f"page: FAIL {what}: {values!r}")
            time.sleep(0.1)
        print(f"page: PASS {what}")

    def close(number):
        browser.session = None
        browser.ask("Target.closeTarget", targetId=tabs.pop(number)[0])

    for _ in range(8):
        open_tab()
    until_all("nine tabs show the state", SHOWN, all)
    until_all("nine tabs share one stream", "!!source", lambda values: values.count(True) == 1)
    browser.session = tabs[0][1]
    browser.must("a command is answered beside nine tabs",
                 "fetch('/v1/commands', {method: 'POST', body: JSON.stringify({command: 'volume', number: 0.5})}).then(r => r.status)", 200)
    leaders = each("!!source")
    close(leaders.index(True) - 1 if leaders.index(True) > 0 else 0)
    until_all("another tab listens when the first one closes", "!!source", lambda values: values.count(True) == 1)
    until_all("the tabs that are left go on", SHOWN, all)
    while tabs:
        close(0)
    browser.session = first
    browser.until("the last tab listens again", "!!source")
