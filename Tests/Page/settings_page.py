"""Tests the box's settings by its own table, and its switch-off."""
from bar_page import hand_back, take_over

ROW = "document.querySelector('[data-key=\"%s\"]')"
HELD = "fetch('/v1/config').then(r => r.json()).then(c => c.entries.find(e => e.key === '%s').value)"


def put(browser, key, value):
    browser.value("(e => { e.value = '%s'; e.dispatchEvent(new Event('change')) })(%s.querySelector('input, select'))" % (value, ROW % key))


def settings(browser):
    browser.must("a closed table has asked nothing", "el('keyRows').children.length", 0)
    browser.value("document.querySelector('#keys summary').click()")
    browser.until("every key of the configuration is there", "fetch('/v1/config').then(r => r.json()).then(c => c.entries.length > 50 && [...el('keyRows').children].map(e => e.dataset.key).join() === c.entries.map(e => e.key).join() && c.entries.length)")
    hold = ROW % "gestures.hold"
    browser.must("with its value, default and what it takes", f"{hold}.querySelector('input').value + '|' + {hold}.lastChild.textContent", "0.8|Takes a number from 0.3 to 5 (seconds). Default: 0.8.")
    browser.must("texts have no quotation marks, and words are chosen", "[%s, %s].map(e => e.querySelector('input, select')).map(e => e.tagName + ' ' + e.value).join()" % (ROW % "osc.target", ROW % "gestures.hands"), "INPUT ,SELECT both")
    browser.must("what waits for the next start says so", f"{ROW % 'camera.width'}.lastChild.textContent.endsWith('Counts from the next start.')", True)
    browser.value("(e => { e.value = 'pinch'; e.dispatchEvent(new Event('input')) })(el('keySearch'))")
    browser.must("words find a key", "[...el('keyRows').children].filter(e => !e.hidden).map(e => e.dataset.key).join()", "gestures.pinch,gestures.pinch-distance")
    browser.value("(e => { e.value = ''; e.dispatchEvent(new Event('input')) })(el('keySearch'))")
    put(browser, "gestures.hold", "9")
    browser.until("a wrong value shows the box's reason", f"{hold}.querySelector('.refusal').textContent.includes('0.3') && {hold}.querySelector('.refusal').textContent")
    browser.must("and the box keeps its own", HELD % "gestures.hold", "0.8")
    put(browser, "gestures.hold", "1.5")
    browser.until("a right one is taken", HELD % "gestures.hold" + ".then(v => v === '1.5' && v)")
    browser.until("the row says that it is changed", f"{hold}.classList.contains('changed') && !{hold}.querySelector('.refusal').textContent && 'changed'")
    browser.until("the gestures beside the frame follow", "el('gestures').textContent.includes('peace sign for 1.5 s') && '1.5 s'")
    browser.value(f"{hold}.querySelector('button').click()")
    browser.until("a button brings the default back", HELD % "gestures.hold" + ".then(v => v === '0.8' && v)")
    put(browser, "osc.target", "studio.local:9000")
    browser.until("a text is written as a text", HELD % "osc.target" + """.then(v => v === '"studio.local:9000"' && v)""")
    browser.until("its default may be empty", f"{ROW % 'osc.target'}.classList.contains('changed') && ({ROW % 'osc.target'}.querySelector('button').click(), 'asked')")
    browser.until("it is", HELD % "osc.target" + """.then(v => v === '""' && 'empty')""")
    put(browser, "camera.rate", "30")
    browser.until("a number beside words is a number", HELD % "camera.rate" + ".then(v => v === '30' && v)")
    browser.until("what counts later is said", "el('keyWords').textContent.includes('start') && el('keyWords').textContent")
    put(browser, "camera.rate", "auto")
    browser.until("and a word is a word", HELD % "camera.rate" + """.then(v => v === '"auto"' && v)""")
    browser.value("document.querySelector('#keys summary').click()")


def switching_off(browser):
    take_over(browser)
    browser.value("el('off').click()")
    browser.must("a person is asked first, and Cancel has the focus", "el('sure').open + ' ' + document.activeElement.value", "true no")
    browser.value("document.activeElement.click()")
    browser.until("Cancel asks for nothing", "!el('sure').open && !asked.length && 'nothing'")
    browser.value("el('off').click()")
    browser.key("Escape", 27)
    browser.until("nor does Escape", "!el('sure').open && !asked.length && 'nothing'")
    browser.value("el('off').click(); el('sureYes').click()")
    browser.until("Switch off does", """JSON.stringify(asked) === '[{"command":"shutdown"}]' && 'shutdown'""")
    hand_back(browser)


def check(browser):
    settings(browser)
    switching_off(browser)
