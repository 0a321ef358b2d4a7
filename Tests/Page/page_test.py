#!/usr/bin/env python3
"""The page in a real browser against the running daemon.

Headless Chromium is driven through its debugging pipe; a forwarder stands where `ssh -L` stands for an owner, because browsers open no Unix sockets.
usage: page_test.py PROGRAMS-FOLDER [SCREENSHOT.png]
"""
import base64, itertools, json, os, shutil, signal, socket, subprocess, sys, tempfile, threading, time

programs = sys.argv[1]
picture = sys.argv[2] if len(sys.argv) > 2 else None
work = tempfile.mkdtemp(prefix="gf-page-")
control = os.path.join(work, "control.sock")


def start_daemon():
    log = open(os.path.join(work, "daemon.log"), "ab")
    return subprocess.Popen(
        [os.path.join(programs, "gestureflowd"), "run", "--camera", "performer", "--sink", "null", "--socket-dir", work], stdout=log, stderr=log)


def forward(listener):
    def pump(a, b):
        try:
            while data := a.recv(65536):
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        box = socket.socket(socket.AF_UNIX)
        try:
            box.connect(control)
        except OSError:
            client.close()
            continue
        threading.Thread(target=pump, args=(client, box), daemon=True).start()
        threading.Thread(target=pump, args=(box, client), daemon=True).start()


class Browser:
    def __init__(self):
        to_read, self.to_write = os.pipe()
        self.from_read, from_write = os.pipe()

        def child():
            # The pipe's ends are descriptors 3 and 4 in the browser.
            r, w = os.dup(to_read), os.dup(from_write)
            os.dup2(r, 3)
            os.dup2(w, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--window-size=1200,800", f"--user-data-dir={work}/profile", "about:blank"],
            preexec_fn=child, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.numbers = itertools.count(1)
        self.rest = b""
        targets = self.ask("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def ask(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                data = os.read(self.from_read, 1 << 20)
                if not data:
                    raise SystemExit("page: the browser ended")
                self.rest += data
            line, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == number:
                if "error" in answer:
                    raise SystemExit(f"page: {method}: {answer['error']}")
                return answer["result"]

    def value(self, script, patient=False):
        result = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            if patient:
                return None  # the page is not there yet
            raise SystemExit(f"page: {script}: {result['exceptionDetails']}")
        return result["result"].get("value")


def until(what, script, seconds=60):
    got = None
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        got = browser.value(script, patient=True)
        if got:
            print(f"page: PASS {what}: {got}")
            return got
        time.sleep(0.1)
    raise SystemExit(f"page: FAIL {what}: {script} stayed {got!r}")


signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(SystemExit("page: FAIL it is not over after ten minutes")))
signal.alarm(600)
daemon = start_daemon()
listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=forward, args=(listener,), daemon=True).start()
browser = None
try:
    end = time.monotonic() + 60
    while not os.path.exists(control):
        if daemon.poll() is not None or time.monotonic() > end:
            with open(os.path.join(work, "daemon.log"), errors="replace") as log:
                raise SystemExit(f"page: FAIL the daemon made no socket (status {daemon.poll()}): {log.read()[-2000:]}")
        time.sleep(0.1)
    browser = Browser()
    browser.ask("Page.enable")
    browser.ask("Page.navigate", url=f"http://127.0.0.1:{listener.getsockname()[1]}/")
    until("the state is shown", "document.getElementById('state').textContent === 'healthy' && 'healthy'")
    first = until("a picture is there", "Number(document.getElementById('picture').dataset.count)")
    until("the picture is updated", f"Number(document.getElementById('picture').dataset.count) > {first + 3} && document.getElementById('picture').naturalWidth")
    until("hands are named", "document.getElementById('hands').textContent.includes('hand,') && document.getElementById('hands').textContent")
    browser.value("document.getElementById('toggle').click()")
    until("a click pauses", "document.getElementById('toggle').textContent === 'Play' && document.getElementById('track').textContent")
    browser.value("document.dispatchEvent(new KeyboardEvent('keydown', {key: ' '}))")
    until("the space bar plays", "document.getElementById('toggle').textContent === 'Pause' && 'playing'")
    held = browser.value("""fetch('/v1/status').then(r => r.json()).then(s => {
        s.control.held = ['pitch', 'speed']; s.control.grip = {pitch: 'fader'}; s.track.artist = 'Somebody'; show(s);
        return [el('vpitch').textContent, el('vspeed').textContent, el('track').textContent].join('|') })""")
    if not (held.split("|")[0].endswith(" * fader") and held.split("|")[1].endswith(" *") and " - Somebody" in held):
        raise SystemExit(f"page: FAIL what holds a pinch and who plays: {held!r}")
    print(f"page: PASS what holds a pinch and who plays: {held}")
    browser.value("document.querySelector('[data-mode=stems]').click()")
    until("a mode that is not built says so", "document.getElementById('answer').textContent")
    names = browser.value(
        "[...document.querySelectorAll('button,input,img')].filter(e => !(e.textContent.trim() || e.alt || e.labels && e.labels.length || e.getAttribute('aria-label'))).length")
    if names != 0:
        raise SystemExit(f"page: FAIL {names} controls have no name for a screen reader")
    print("page: PASS every control has a name")
    if picture:
        until("a hand for the screenshot", "document.getElementById('hands').textContent.includes('hand,')")
        shot = browser.ask("Page.captureScreenshot", format="png")
        with open(picture, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
        print(f"page: {picture}")
    daemon.kill()
    daemon.wait()
    until("loss of the box is shown", "document.getElementById('state').textContent.includes('not answer') && document.getElementById('state').textContent")
    daemon = start_daemon()
    until("it connects again", "document.getElementById('state').textContent === 'healthy' && 'healthy'")
    print("page: all passed")
finally:
    daemon.kill()
    listener.close()
    if browser:
        browser.process.kill()
        browser.process.wait()
    shutil.rmtree(work, ignore_errors=True)
