"""Tests the page's music against the box.

It finds and selects a track, seeks, captures and imports; and it tests shuffle, repeat and queue where the box has
them.
"""
import json

from bar_page import hand_back, take_over

TITLES = "[...document.querySelectorAll('#found .choose')].map(e => e.firstChild.textContent).join('|')"
TRACK = "fetch('/v1/status').then(r => r.json()).then(s => s.track.title)"


def library(browser):
    browser.must("a closed list has asked nothing", "el('found').children.length", 0)
    browser.value("el('libraryTitle').click()")
    browser.until("the list has the box's tracks", f"{TITLES} === '1 Morning light|2 Evening walk|3 Night drive' && el('libraryWords').textContent")
    browser.value("(e => { e.value = 'evening'; e.dispatchEvent(new Event('input')) })(el('search'))")
    browser.until("words find a track", f"{TITLES} === '2 Evening walk' && el('libraryWords').textContent")
    browser.value("document.querySelector('#found .choose').click()")
    browser.until("a click plays it", "el('track').textContent.startsWith('2 Evening walk') && el('track').textContent")
    browser.until("the list marks it", "document.querySelector('#found [aria-current=true]') && document.querySelector('#found [aria-current=true]').firstChild.textContent")
    browser.value("(e => { e.value = '<b>none</b>'; e.dispatchEvent(new Event('input')) })(el('search'))")
    browser.until("what is not there is said", "el('libraryWords').textContent === 'No track has these words' && 'said'")
    browser.value("(e => { e.value = ''; e.dispatchEvent(new Event('input')) })(el('search'))")
    browser.until("all come back", "el('found').children.length === 3 && 3")
    browser.value("el('libraryTitle').click(); document.querySelector('[data-mode=stems]').click()")
    browser.until("mode stems has its sets", "el('libraryTitle').textContent === 'Choose a stem set' && 'named'")
    browser.value("el('libraryTitle').click()")
    browser.until("a list without stem sets says so", "el('libraryWords').textContent.includes('stem set') && el('libraryWords').textContent")
    browser.value("el('libraryTitle').click(); document.querySelector('[data-mode=player]').click()")
    browser.until("it is a player again", "stems === null && 'player'")


def seek(browser):
    browser.must("the place is a slider with words", "el('place').type + ' ' + el('place').labels[0].textContent + ' ' + /^0:[0-9]+ of 0:30$/.test(el('place').getAttribute('aria-valuetext'))", "range Place true")
    browser.value("el('place').value = 12; el('place').oninput()")
    browser.until("a slider on its way says where it goes", "el('vplace').textContent === 'to 0:12' && el('vplace').textContent")
    browser.value("el('place').onchange()")
    browser.until("and the music goes there", "fetch('/v1/status').then(r => r.json()).then(s => s.track.positionSeconds >= 12 && s.track.positionSeconds)")
    browser.value("el('toggle').textContent === 'Pause' && el('toggle').click()")
    browser.until("it is paused", "el('track').textContent.endsWith('(paused)') && 'paused'")
    browser.value("el('place').focus()")
    browser.key("Home", 36)
    browser.until("a key seeks, too", "fetch('/v1/status').then(r => r.json()).then(s => s.track.positionSeconds < 2 && s.track.positionSeconds + 1)")
    browser.value("el('place').blur(); el('toggle').click()")


def captures(browser):
    browser.value("document.querySelector('#captures summary').click(); el('record').click()")
    browser.until("a recording begins", "el('record').textContent === 'Stop recording' && el('capture').textContent.startsWith('Recording: ') && el('capture').textContent")
    browser.until("it is in the list", "el('kept').textContent.includes('is being written') && 'listed'")
    browser.value("el('record').click()")
    browser.until("it ends", "el('record').textContent === 'Record' && el('kept').querySelector('a') && !el('kept').textContent.includes('written') && el('kept').textContent")
    browser.must("its link brings a FLAC file", "fetch(el('kept').querySelector('a').href).then(r => r.text()).then(t => t.slice(0, 4) + ' ' + el('kept').querySelector('a').download.endsWith('.flac'))", "fLaC true")
    browser.value("el('kept').querySelector('button').click()")
    browser.must("a person is asked before it is deleted, and may say no", "el('sure').open + ' ' + document.activeElement.value + ' ' + el('sureWords').textContent.startsWith('Delete the recording ')", "true no true")
    browser.value("document.activeElement.click()")
    browser.must("then it stays", "el('sure').open + ' ' + el('kept').children.length", "false 1")
    browser.value("el('kept').querySelector('button').click(); el('sureYes').click()")
    browser.until("or yes", "el('kept').children.length === 0 && 'gone'")


# A second of sound as a WAV file. ffmpeg imports it like a film.
WAV = """(() => { const rate = 8000, b = new DataView(new ArrayBuffer(44 + 2 * rate)), text = (at, t) => { for (let i = 0; i < t.length; i++) b.setUint8(at + i, t.charCodeAt(i)) };
    text(0, 'RIFF'); b.setUint32(4, 36 + 2 * rate, true); text(8, 'WAVEfmt '); b.setUint32(16, 16, true); b.setUint16(20, 1, true); b.setUint16(22, 1, true); b.setUint32(24, rate, true); b.setUint32(28, 2 * rate, true);
    b.setUint16(32, 2, true); b.setUint16(34, 16, true); text(36, 'data'); b.setUint32(40, 2 * rate, true); for (let i = 0; i < rate; i++) b.setInt16(44 + 2 * i, 8000 * Math.sin(i / 3), true);
    return new File([b], '<b>dropped<i>.m4a') })()"""


def imports(browser):
    browser.value(f"(() => {{ const d = new DataTransfer(); d.items.add({WAV}); d.items.add(new File([], 'empty.mp4'));"
                  " for (const kind of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: d, bubbles: true, cancelable: true })) })()")
    browser.must("what is dropped on the page is taken, by its name", "el('imports').open + ' ' + [...el('sent').children].map(e => e.firstChild.textContent).join()", "true <b>dropped<i>.m4a,empty.mp4")
    browser.until("it is sent, and imported", "el('sent').children[0].lastChild.textContent === 'can be played now' && 'done'")
    browser.until("what the box does not take has its reason", "el('sent').children[1].lastChild.textContent.includes('empty') && el('sent').children[1].lastChild.textContent")
    browser.until("the list has it", "fetch('/v1/library?search=dropped').then(r => r.json()).then(t => t.length === 1 && t[0].title)")


def order(browser):
    """Tests the order against the box.

    The box is paused near a track's beginning, so that it has not read the queued track.
    """
    browser.value("el('toggle').textContent === 'Pause' && el('toggle').click(); el('place').value = 1; el('place').onchange(); el('shuffle').click()")
    browser.until("the box shuffles", "el('shuffle').getAttribute('aria-pressed') === 'true' && 'true'")
    browser.value("(e => { e.value = 'track'; e.onchange() })(el('repeat'))")
    browser.until("the box repeats the track", "fetch('/v1/status').then(r => r.json()).then(s => s.player.repeats === 'track' && 'track')")
    browser.until("and its own word is shown", "!isOwn('repeat') && el('repeat').value === 'track' && 'track'")
    browser.value("el('library').open = true")
    browser.until("tracks can be queued", "document.querySelector('#found li button + button') && 'a button'")
    browser.value("document.querySelector('#found li button + button').click(); el('queue').open = true")
    browser.until("the queue has it", "el('queueTitle').textContent === 'Queue (1)' && el('queued').children.length === 1 && el('queued').textContent")
    browser.value("el('queued').querySelector('button').click()")
    browser.until("and gives it back", "el('queueTitle').textContent === 'Queue (0)' && !el('queued').children.length && 'empty'")
    browser.value("el('library').open = el('queue').open = false; el('shuffle').click(); (e => { e.value = 'all'; e.onchange() })(el('repeat')); el('toggle').click()")
    browser.until("all is as before", "!isOwn('repeat') && el('shuffle').getAttribute('aria-pressed') === 'false' && el('repeat').value === 'all' && el('toggle').textContent === 'Pause' && 'as before'")


def queue_words(browser):
    """Tests cases that the test's box does not have.

    They are a missing stick, names with special characters, and a box without these features.
    """
    take_over(browser)
    shown = lambda more: browser.value("live.player = %s; show(live); last = Date.now() + 1e9" % json.dumps(more))
    shown(None)
    browser.must("a box without them shows no shuffle, repeat and queue", "el('order').hidden + ' ' + el('queue').hidden", "true true")
    browser.value("window.boxes = fetch; window.fetch = async (path, how) => path === '/v1/queue' ? new Response(JSON.stringify([{ number: 1, title: '<b>Moon</b>', artist: 'A. Singer', path: '/a.flac', missing: true }])) : boxes(path, how)")
    shown({"shuffle": True, "repeats": "track", "queued": 1})
    browser.must("a box with them does", "el('shuffle').getAttribute('aria-pressed') + ' ' + el('repeat').value + ' ' + el('queueTitle').textContent", "true track Queue (1)")
    browser.value("asked.length = 0; el('shuffle').click(); (e => { e.value = 'off'; e.onchange() })(el('repeat')); el('queueTitle').click()")
    browser.until("the queue is shown", "el('queued').children.length && el('queued').textContent")
    browser.must("as text", "el('queued').textContent", "1. <b>Moon</b>A. Singer - its stick is not thereRemove")
    browser.value("el('queued').querySelector('button').click(); el('queueClear').click(); el('library').open = true")
    browser.until("tracks can be queued", "document.querySelector('#found li button + button') && 'a button'")
    browser.value("document.querySelector('#found li button + button').click()")
    browser.must("each asks for the right thing", "JSON.stringify(asked.map(a => [a.command, a.flag, a.text && a.text.replace(/.*\\//, ''), a.number].filter(x => x !== undefined)))",
                 '[["shuffle",false],["repeat","off"],["queueRemove",1],["queueClear"],["queue","1 Morning light.wav"]]')
    browser.value("el('library').open = el('queue').open = false")
    hand_back(browser)


def check(browser):
    library(browser)
    seek(browser)
    captures(browser)
    order(browser)
    queue_words(browser)
    imports(browser)
