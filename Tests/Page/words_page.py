"""Tests the mode's gestures beside the frame, and events in people's words."""
import json

from bar_page import MODES, choose

ROWS = "[...el('gestures').children].map(e => [...e.children].map(c => c.textContent).join(': ')).join('|')"


def sheets(browser):
    seen = set()
    for mode in MODES:
        choose(browser, mode)
        browser.until(f"the gestures of mode {mode}", f"el('sheetTitle').textContent === 'Gestures in mode {mode}' && el('gestures').children.length > 4 && el('gestures').children.length")
        seen.add(browser.value(ROWS))
    if len(seen) != len(MODES):
        raise SystemExit("page: FAIL two modes have the same gestures")
    choose(browser, "player")
    browser.size(1366, 768)
    browser.must("they stand beside the frame", "(([a, b]) => b.left >= a.right && b.top < a.bottom)([el('frame'), el('sheet')].map(e => e.getBoundingClientRect()))", True)
    browser.must("with the right hand's pitch", ROWS + ".startsWith('pinch with the right hand, then lift or lower it: pitch|pinch with the left hand')", True)
    browser.must("and the peace sign's command", ROWS + ".includes('peace sign for 0.8 s: next track')", True)
    entries = lambda **values: json.dumps([{"key": "gestures." + key.replace("_", "-"), "value": value} for key, value in values.items()])
    browser.value("takeHandSettings(%s)" % entries(hands='"swapped"', hold="1.5", peace='"none"', thumbs_up='"togglePlay"'))
    browser.must("exchanged hands have exchanged words", ROWS + ".startsWith('pinch with the left hand, then lift or lower it: pitch')", True)
    browser.must("a pose has the command that is set, and one without stands not there", ROWS + ".includes('thumb up for 1.5 s: play or pause') + ' ' + " + ROWS + ".includes('peace')", "true false")
    browser.must("in the modes in which it is free", "['stems', 'instrument', 'theremin', 'stream'].map(mode => JSON.stringify(sheetOf(mode)).includes('play or pause')).join(' ')", "false true true true")
    browser.value("takeHandSettings(%s)" % entries(hands='"both"', hold="0.8", peace='"songFilter"', fist='"nextTrack"'))
    browser.must("the filter stands in mode player alone, and a set is not a track", "['player', 'stream'].map(mode => JSON.stringify(sheetOf(mode)).includes('takes the filter')).join(' ') + ' ' + JSON.stringify(sheetOf('stems')).includes('next set')", "true false true")
    browser.value("takeHandSettings(%s)" % entries(hands='"one"', hold="0.8", peace='"nextTrack"'))
    browser.must("one hand has gestures of its own", ROWS + ".startsWith('pinch, then lift or lower it: pitch|pinch, then move it to your right')", True)
    browser.value("takeConfig()")
    browser.until("the box's own settings count again", ROWS + ".startsWith('pinch with the right hand') && 'both hands'")
    browser.ask("Emulation.clearDeviceMetricsOverride")


def events(browser):
    for kind, event, wanted in (
        ("gestureBegan", {"handedness": "left", "value": "peace"}, "Left hand: a peace sign"), ("gestureHeld", {"handedness": "right", "value": "thumbsUp"}, "Right hand held a thumb up"),
        ("controlEngaged", {"value": "roll"}, "Hands hold the pitch of a channel"), ("controlReleased", {"handedness": "right", "value": "pitch"}, "Right hand lets the pitch go"), ("hands", {"value": "off"}, "Hands are off: gestures mean nothing"),
        ("part", {"value": "sound degraded"}, "Part sound works with a problem"), ("button", {"value": "play doubleClick"}, "Button PLAY pressed twice"), ("loopPending", {"value": "2 1 3"}, "Channel 2: quarters 2 to 3 repeat from the next bar on"),
        ("loopApplied", {"value": "2 0 4"}, "Channel 2: all of it plays"), ("trackChanged", {"value": "<b>Song</b>"}, "Plays <b>Song</b>"), ("refused", {"value": "mpv does not offer it"}, "Refused: mpv does not offer it"),
        ("handsSwapped", {"value": "on"}, "Hands have exchanged roles"), ("handsSwapped", {"value": "off"}, "Hands have their own roles again"), ("autoPause", {"value": "off"}, "Auto-pause is off"),
        ("configuration", {"value": "in use; at the next start: camera.rate"}, "Settings: in use; at the next start: camera.rate"), ("muteAsked", {"value": "2"}, "Channel 2: a hand turns mute on or off"),
        ("soloAsked", {"value": "4"}, "Channel 4: a hand turns solo on or off"), ("streamChanged", {"value": "My player paused"}, "Source My player is paused"), ("streamChanged", {"value": ""}, "No source is there"),
        ("streamUnheeding", {"value": "mpv"}, "Source mpv plays on after requests to pause, mute and stop: stop it at the player"), ("licence", {"value": "valid"}, "The licence is valid"), ("licence", {"value": "none"}, "No licence is installed"),
        ("capture", {"value": "began 2026-11-22 1.flac"}, "Recording 2026-11-22 1.flac has begun"), ("capture", {"value": "stopped: the disk is full"}, "Recording stopped: the disk is full"),
        ("test", {"value": "every button was pressed"}, "Test: every button was pressed"), ("testEnded", {"value": ""}, "The test is over, without a problem"), ("testEnded", {"value": "no sound: connect a card"}, "The test has found a problem: no sound: connect a card"),
        ("handsAbsent", {}, "Hands are gone"), ("gestureBegan", {"value": "of a later version"}, "A hand: of a later version")):
        said = browser.value("happens(%s, %s); el('events').firstChild.textContent" % (json.dumps(kind), json.dumps(event)))
        if not said.endswith("  " + wanted):
            raise SystemExit(f"page: FAIL the words of {kind}: {said!r}")
    print("page: PASS what happened is said in people's words")
    browser.must("every kind that the page asks for has words", "kinds.every(kind => happens(kind, { value: '1 2 3' }) === undefined && !/undefined|NaN/.test(el('events').firstChild.textContent))", True)
    browser.must("of the last eight", "el('events').children.length", 8)


def check(browser):
    sheets(browser)
    events(browser)
