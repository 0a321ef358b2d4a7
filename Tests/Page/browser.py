"""Drives headless Chromium through its debugging pipe."""
import base64, itertools, json, os, select, subprocess, time


class Refusal(SystemExit):
    """The browser answers a request with an error. Unless a test handles it, the test ends."""


class Browser:
    def __init__(self, work):
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

    def media(self, scheme="dark", **features):
        """Sets a person's preferences: `prefers_contrast="more"`.

        - scheme: dark or light.
        """
        wanted = {"prefers-color-scheme": scheme, **{name.replace("_", "-"): value for name, value in features.items()}}
        self.ask("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in wanted.items()])

    def size(self, width, height):
        """Sets the window's size: a phone's, a tablet's or a screen's."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700)
        self.until(f"a window of {width} x {height}", f"innerWidth === {width} && innerWidth")

    def screenshot(self, **parameters):
        """Returns a picture of the page in base64.

        It repeats the request after half a minute: a headless browser that draws no frame at that moment never
        answers.
        """
        for _ in range(9):
            answer = self.ask("Page.captureScreenshot", patience=30, **{"format": "png", **parameters})
            if answer:
                return answer["data"]
        return self.ask("Page.captureScreenshot", **{"format": "png", **parameters})["data"]

    def ask(self, method, patience=None, **parameters):
        """Returns the browser's answer; None after `patience` seconds, if given."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                # The limit only ends a test that hangs.
                if not select.select([self.from_read], [], [], patience or 300)[0]:
                    if patience:
                        return None
                    raise SystemExit(f"page: {method}: the browser did not answer in 300 s: {str(parameters)[:200]}")
                data = os.read(self.from_read, 1 << 20)
                if not data:
                    raise SystemExit("page: the browser ended")
                self.rest += data
            line, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Refusal(f"page: {method}: {answer['error']}")
                return answer["result"]

    def value(self, script, patient=False):
        try:
            result = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        except Refusal:
            if patient:
                return None  # the page is being replaced
            raise
        if "exceptionDetails" in result:
            if patient:
                return None  # the page is not there yet
            raise SystemExit(f"page: {script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, what, script, seconds=300):
        """Waits until a script returns a value.

        The limit only ends a test that hangs.
        """
        got = None
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            got = self.value(script, patient=True)
            if got:
                print(f"page: PASS {what}: {got}")
                return got
            time.sleep(0.1)
        raise SystemExit(f"page: FAIL {what}: {script} stayed {got!r}")

    def must(self, what, script, wanted):
        got = self.value(script)
        if got != wanted:
            raise SystemExit(f"page: FAIL {what}: {script} is {got!r} and not {wanted!r}")
        print(f"page: PASS {what}")

    def drag(self, first, last):
        """Drags with the left button from one window point to another."""
        self.ask("Input.dispatchMouseEvent", type="mousePressed", x=first[0], y=first[1], button="left", buttons=1, clickCount=1)
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=last[0], y=last[1], button="left", buttons=1)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", x=last[0], y=last[1], button="left", clickCount=1)

    def key(self, name, code=0, text=""):
        """Presses and releases a key.

        - name: as in the DOM.
        - code: as in Windows.
        - text: the text that it writes.
        """
        key = {"key": name, "code": "Space" if name == " " else name, "windowsVirtualKeyCode": code}
        self.ask("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **key)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **key)

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.screenshot()))
        print(f"page: {path}")
