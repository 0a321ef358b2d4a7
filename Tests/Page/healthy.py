"""Checks that a picture of the page shows a healthy box."""

# The faults that the page shows, as one text; empty without faults.
FAULTS = """(() => {
    const faults = [], shown = e => e && e.getClientRects().length > 0;
    if (el('state').textContent !== 'healthy') faults.push('state: ' + el('state').textContent);
    const problems = [...document.querySelectorAll('#problems li')].map(e => e.textContent).filter(t => t !== 'none');
    if (problems.length) faults.push('problems: ' + problems.join(', '));
    for (const e of document.querySelectorAll('[role=alert]')) if (shown(e) && e.textContent.trim()) faults.push('alert: ' + e.textContent.trim());
    if (!el('frame').naturalWidth) faults.push('no camera frame');
    return faults.join('; ') })()"""


def check(browser):
    """Ends the program with the faults, if there are any."""
    browser.must("the page shows no error", FAULTS, "")


def wait(browser):
    """Waits until the page shows no fault.

    A requirement that a mode lacked stays a problem for a moment longer than the mode plays.
    """
    browser.until("the page shows no error any more", f"!{FAULTS} && 'well'")


def check_itself(browser):
    """Tests the check: it finds a problem, a state and a rejection."""
    found = browser.value(f"""fetch('/v1/status').then(r => r.json()).then(s => {{
        const look = () => {FAULTS};
        show(Object.assign(structuredClone(s), {{ state: 'degraded', problems: ['camera: pulled out'] }}));
        el('answer').textContent = 'refused';
        const wrong = look();
        el('answer').textContent = '';
        show(s);
        return wrong }})""")
    if "state: degraded" not in found or "camera: pulled out" not in found or "alert: refused" not in found:
        raise SystemExit(f"page: FAIL what a screenshot must not show is not found: {found!r}")
    print(f"page: PASS what a screenshot must not show is found: {found}")
