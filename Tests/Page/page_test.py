#!/usr/bin/env python3
"""The page in a real browser against the running daemon.

Headless Chromium is driven through its debugging pipe.
usage: page_test.py PROGRAMS-FOLDER [SCREENSHOT.png]
"""
import math, os, shutil, signal, struct, subprocess, sys, tempfile, time, wave

sys.dont_write_bytecode = True
import bar_page
import healthy
import instrument_page
import music_page
import network_page
import settings_page
import stand_in
import steady_page
import stems_page
import stream_page
import tabs_page
import words_page
from browser import Browser
from forward import forward

programs = sys.argv[1]
picture = sys.argv[2] if len(sys.argv) > 2 else None
work = tempfile.mkdtemp(prefix="gf-page-")
control = os.path.join(work, "control.sock")


def make_music():
    """Three tracks in a folder that the box plays, of half a minute each."""
    os.mkdir(os.path.join(work, "music"))
    for number, title in enumerate(("Morning light", "Evening walk", "Night drive"), 1):
        with wave.open(os.path.join(work, "music", f"{number} {title}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(48000)
            file.writeframes(b"".join(struct.pack("<h", round(8000 * math.sin(i * number / 60))) for i in range(48000 * 30)))
    with open(os.path.join(work, "gestureflow.toml"), "w") as file:
        file.write(f'[library]\nfolders = ["{work}/music"]\n')


def start_daemon(camera):
    log = open(os.path.join(work, "daemon.log"), "ab")
    return subprocess.Popen(
        [os.path.join(programs, "gestureflowd"), "run", "--camera", camera, "--sink", "null", "--socket-dir", work,
         "--state-dir", os.path.join(work, "state"), "--config", os.path.join(work, "gestureflow.toml")], stdout=log, stderr=log)


signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(SystemExit("page: FAIL it is not over after forty minutes")))
signal.alarm(2400)
make_music()
# Hands play too: they pause, skip and change values while a check waits for its own.
daemon = start_daemon("performer:empty")
listener = forward(control)
browser = None
try:
    end = time.monotonic() + 300
    while not os.path.exists(control):
        if daemon.poll() is not None or time.monotonic() > end:
            with open(os.path.join(work, "daemon.log"), errors="replace") as log:
                raise SystemExit(f"page: FAIL the daemon made no socket (status {daemon.poll()}): {log.read()[-2000:]}")
        time.sleep(0.1)
    browser = Browser(work)
    browser.ask("Page.enable")
    browser.media()
    browser.ask("Page.navigate", url=f"http://127.0.0.1:{listener.getsockname()[1]}/")
    browser.until("the state is shown", "document.getElementById('state').textContent === 'healthy' && 'healthy'")
    first = browser.until("a frame is there", "Number(document.getElementById('frame').dataset.count)")
    browser.until("the frame is updated", f"Number(document.getElementById('frame').dataset.count) > {first + 3} && document.getElementById('frame').naturalWidth")
    browser.must("a frame has less than 10 kB", "fetch('/v1/frame.jpg?width=320').then(async r => r.headers.get('content-type') + ' ' + ((await r.arrayBuffer()).byteLength < 10000))", "image/jpeg true")
    browser.value("document.getElementById('toggle').click()")
    browser.until("a click pauses", "document.getElementById('toggle').textContent === 'Play' && document.getElementById('track').textContent")
    browser.value("document.dispatchEvent(new KeyboardEvent('keydown', {key: ' '}))")
    browser.until("the space bar plays", "document.getElementById('toggle').textContent === 'Pause' && 'playing'")
    held = browser.value("""fetch('/v1/status').then(r => r.json()).then(s => {
        s.control.held = ['pitch', 'speed']; s.control.heldBy = {pitch: 'right'}; s.control.grip = {pitch: 'fader'}; s.track.artist = 'Musician'; show(s);
        return [el('vpitch').textContent, el('vspeed').textContent, el('track').textContent].join('|') })""")
    if not (held.split("|")[0].endswith(" * right fader") and held.split("|")[1].endswith(" *") and " - Musician" in held):
        raise SystemExit(f"page: FAIL what holds a pinch and who plays: {held!r}")
    print(f"page: PASS what holds a pinch and who plays: {held}")
    said = browser.value("""fetch('/v1/status').then(r => r.json()).then(s => {
        const shown = () => { show(s); return [el('licence').textContent, el('capture').hidden, el('capture').textContent].join('|') };
        const first = shown();
        Object.assign(s, {tier: 'free', capture: {state: 'on', name: '2026-11-22 1.flac', seconds: 65}}); s.licence.text = "'7' for <b>Ada</b>";
        const second = shown();
        s.capture = {state: 'off', problem: 'the disk is full'};
        return [first, second, shown()].join('#') })""").split("#")
    if said != ["Tier pro. Licence: not needed: this build has no public key, so the box is pro|false|",
                "Tier free. Licence: '7' for <b>Ada</b>|false|Recording: 2026-11-22 1.flac, 1:05", "Tier free. Licence: '7' for <b>Ada</b>|false|the disk is full"]:
        raise SystemExit(f"page: FAIL what unlocks the tier and what is kept: {said!r}")
    print("page: PASS what unlocks the tier and what is kept")
    told = browser.value("""fetch('/v1/status').then(r => r.json()).then(s => {
        const shown = update => { show({...s, update}); return [el('update').hidden, el('updateBar').hidden, el('updateBar').value, el('updateWords').textContent].join('|') };
        return [undefined, {step: 'offered', stick: '<b>A</b>'}, {step: 'installing', percent: 40, version: '0.2.0'}, {step: 'installed', version: '0.2.0'}, {step: 'failed'}]
            .map(shown).map(words => words.startsWith('true') ? 'hidden' : words).join('#') })""").split("#")
    if told != ["hidden", "false|true|0|An update is on stick <b>A</b>: hold PLAY for 3 s to install it", "false|false|40|Installs version 0.2.0: 40 %",
                "false|true|0|Installed version 0.2.0: hold PLAY for 3 s, or run gfctl update restart", "hidden"]:
        raise SystemExit(f"page: FAIL an update that waits, is installed, or failed: {told!r}")
    print("page: PASS an update that waits, is installed, or failed")
    healthy.check_itself(browser)
    browser.must("every control has a name", stand_in.NAMELESS, 0)
    bar_page.check(browser)
    words_page.check(browser)
    music_page.check(browser)
    settings_page.check(browser)
    network_page.check(browser, f"http://127.0.0.1:{listener.getsockname()[1]}/")
    steady_page.check(browser)
    stems_page.check(browser, picture and picture.replace(".png", "-stems.png"))
    instrument_page.check(browser, picture and picture.replace(".png", "-instrument.png"))
    stream_page.check(browser, picture and picture.replace(".png", "-stream.png"))
    tabs_page.check(browser, f"http://127.0.0.1:{listener.getsockname()[1]}/")
    daemon.kill()
    daemon.wait()
    browser.until("loss of the box is shown", "document.getElementById('state').textContent.includes('not answer') && document.getElementById('state').textContent")
    daemon = start_daemon("performer")
    browser.until("it connects again", "document.getElementById('state').textContent === 'healthy' && 'healthy'")
    browser.until("hands are named", "document.getElementById('hands').textContent.includes('hand,') && document.getElementById('hands').textContent")
    if picture:
        healthy.wait(browser)
        browser.picture(picture)
    print("page: all passed")
finally:
    daemon.kill()
    listener.close()
    if browser:
        browser.process.kill()
        browser.process.wait()
    shutil.rmtree(work, ignore_errors=True)
