#!/usr/bin/env python3
"""Checks every page of a site in headless Chromium.   usage: site_check.py FOLDER

It opens the pages from disk, on a telephone and a wide screen, on light and dark paper. Each link has a target, each
picture loads, nothing is wider than its window, and diagrams' texts fit their boxes. The texts of a few pages reach a
contrast of 4.5 : 1.
"""
import os, pathlib, shutil, sys, tempfile, time, urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from browser import Browser
from contrast import weak_texts

WINDOWS = ((390, 844), (1280, 800))
FACTS = """({
  links: [...document.querySelectorAll('[href]')].map(a => a.href),
  places: [...document.querySelectorAll('[id]')].map(e => e.id),
  unread: [...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src),
  scripts: document.scripts.length,
})"""
# Elements that extend beyond the window outside of a scrolling box; the page's own width alone does not name them.
WIDE = """document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('main *, nav *, header *')]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.parentElement.closest('.wide, figure, pre')).slice(0, 3).map(e => e.outerHTML.slice(0, 80))
  .concat(['the page is ' + document.documentElement.scrollWidth + ' wide'])"""
# Boxes of diagrams with text beyond their edge; arrows have a text without a box.
TIGHT = """[...document.querySelectorAll('figure g.node')].filter(n => n.checkVisibility()).filter(n => {
  const text = n.querySelector('.label, text'), shape = n.querySelector(':scope > rect, :scope > path, :scope > polygon, :scope > circle, :scope > g > path');
  if (!text || !shape || !text.textContent.trim()) return false;
  const a = text.getBoundingClientRect(), b = shape.getBoundingClientRect();
  return a.left < b.left - 0.5 || a.right > b.right + 0.5 || a.top < b.top - 0.5 || a.bottom > b.bottom + 0.5;
}).map(n => n.textContent.trim())"""
SMALL = "[...document.querySelectorAll('figure svg')].filter(s => s.checkVisibility() && s.getBoundingClientRect().width < 0.55 * s.viewBox.baseVal.width).length"


def opened(browser, url):
    browser.ask("Page.navigate", url=url)
    end = time.monotonic() + 120
    while browser.value("document.readyState === 'complete' && location.href", patient=True) != url:
        if time.monotonic() > end:
            raise SystemExit(f"site: {url} does not open")
        time.sleep(0.02)


def faults(folder, read=("index.html",)):
    """Returns the faults of the site.

    - read: pages whose contrast is measured. An existing index represents the others, which have the same style.
    """
    folder, found, links, places = pathlib.Path(folder).resolve(), [], {}, {}
    pages = sorted(folder.rglob("*.html"))
    work = tempfile.mkdtemp(prefix="gf-site-")
    browser = Browser(work)
    try:
        browser.ask("Page.enable")
        for page in pages:
            name = str(page.relative_to(folder))
            url = page.as_uri()
            for width, height in WINDOWS:
                browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
                for scheme in ("light", "dark"):
                    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                    if (width, scheme) == (WINDOWS[0][0], "light"):
                        opened(browser, url)
                        facts = browser.value(FACTS)
                        links[name], places[page] = facts["links"], set(facts["places"])
                        found += [f"{name}: {picture} is not read" for picture in facts["unread"]]
                        found += [f"{name}: has a script"] * bool(facts["scripts"])
                    found += [f"{name}: at {width} pixels, {scheme}: {wide}" for wide in browser.value(WIDE)]
                    found += [f"{name}: {scheme}: '{text}' stands out of its box" for text in browser.value(TIGHT)]
                    found += [f"{name}: {scheme}: a diagram is too small to read"] * bool(browser.value(SMALL))
                    if name in read and width == WINDOWS[-1][0]:
                        # Painted completely: a text that is scrolled away has no background to measure.
                        browser.value("document.head.insertAdjacentHTML('beforeend', '<style>.wide, figure, pre { overflow: visible !important }</style>')")
                        found += [f"{name}: {scheme}: contrast {entry}" for entry in weak_texts(browser, "body")[0]]
    finally:
        browser.process.kill()
        browser.process.wait()
        shutil.rmtree(work, ignore_errors=True)
    count = 0
    for name, targets in links.items():
        for link in targets:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme != "file":
                continue
            count += 1
            target = pathlib.Path(urllib.parse.unquote(parts.path))
            if not target.is_file() or folder not in target.parents:
                found.append(f"{name}: {os.path.relpath(target, folder)} is not there")
            elif parts.fragment and urllib.parse.unquote(parts.fragment) not in places.get(target, ()):
                found.append(f"{name}: {os.path.relpath(target, folder)} has no place {parts.fragment}")
    return found, len(pages), count


if __name__ == "__main__":
    wrong, pages, count = faults(sys.argv[1], read=("index.html", "docs/architecture.html"))
    print("\n".join(f"site: FAIL {fault}" for fault in wrong[:40]))
    if wrong:
        raise SystemExit(f"site: {len(wrong)} faults")
    print(f"site: PASS {pages} pages, {count} links: each opens from disk, nothing is broken or too wide")
