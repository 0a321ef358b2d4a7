#!/usr/bin/env python3
"""Makes docs/page.svg, a screenshot of the page.   usage: screenshot.py [FILE.svg]

The page runs in headless Chromium with the performer before the box. The file is a JPEG in SVG text, because the
repository has no binary files. A page that shows an error gives no picture. The text of the page is in the file
beside the picture.
"""
import html, os, pathlib, shutil, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Page"))
import healthy
from browser import Browser
from forward import forward

WIDTH, HEIGHT = 1200, 760
HANDS = "document.getElementById('hands').textContent.includes('hand,')"


def main(target):
    work = tempfile.mkdtemp(prefix="gf-page-")
    control = os.path.join(work, "control.sock")
    with open(os.path.join(work, "daemon.log"), "wb") as log:
        box = subprocess.Popen([".build/release/gestureflowd", "run", "--camera", "performer", "--sink", "null", "--socket-dir", work], stdout=log, stderr=log)
    listener, browser = forward(control), None
    try:
        end = time.monotonic() + 300
        while not os.path.exists(control):
            if box.poll() is not None or time.monotonic() > end:
                raise SystemExit("screenshot: the box does not start: " + pathlib.Path(work, "daemon.log").read_text(errors="replace")[-2000:])
            time.sleep(0.1)
        browser = Browser(work)
        browser.ask("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)
        browser.ask("Page.enable")
        browser.media()
        browser.ask("Page.navigate", url=f"http://127.0.0.1:{listener.getsockname()[1]}/")
        browser.until("the state is shown", "document.getElementById('state').textContent === 'healthy'")
        browser.until("a frame with hands", f"Number(document.getElementById('frame').dataset.count) > 3 && {HANDS}")
        browser.until("a pitch that a hand has set", "parseInt(document.getElementById('vpitch').textContent) > 100")
        # Cut above the music: the figures below are those of a possibly busy machine.
        height = browser.value("Math.ceil(document.getElementById('music').getBoundingClientRect().bottom + scrollY + 16)")
        browser.ask("Emulation.setScrollbarsHidden", hidden=True)
        browser.ask("Emulation.setDeviceMetricsOverride", width=WIDTH, height=height, deviceScaleFactor=1, mobile=False)
        healthy.check(browser)
        shot = browser.screenshot(format="jpeg", quality=60)
        said = " ".join(browser.value("document.body.innerText").split("\nEvents\n")[0].split())
    finally:
        box.kill()
        box.wait()
        listener.close()
        if browser:
            browser.process.kill()
            browser.process.wait()
        shutil.rmtree(work, ignore_errors=True)
    target.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="The box\'s page in a browser">\n'
        f'<desc>{html.escape(said)}</desc>\n<image width="{WIDTH}" height="{height}" href="data:image/jpeg;base64,{shot}"/>\n</svg>\n')
    print(f"screenshot: {target}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "docs/page.svg"))
