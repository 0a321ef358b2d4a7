"""Contrast of the page's texts as WCAG 2 defines it, against what is really painted behind them: gradients, pictures and all."""
import base64

# The texts that are shown (a line's box is higher than its letters): each one's colour, its boxes, and how much of the colour its ancestors let through.
TEXTS = """(() => {
    const found = [], walk = document.createTreeWalker(document.querySelector(%r), NodeFilter.SHOW_TEXT);
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      if (!n.textContent.trim()) continue;
      const e = n.parentElement, style = getComputedStyle(e), option = e.closest('option');
      if (option || !e.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(n);
      const boxes = [...range.getClientRects()].filter(r => r.width > 1 && r.height > 1).map(r => [r.x, r.y + r.height * 0.15, r.width, r.height * 0.7]);
      let through = 1;
      for (let a = e; a; a = a.parentElement) through *= Number(getComputedStyle(a).opacity);
      if (boxes.length) found.push({ text: n.textContent.trim().slice(0, 40), colour: e instanceof SVGElement ? style.fill : style.color, through, boxes });
    }
    for (const e of document.querySelectorAll('select')) {
      if (!e.closest(%r) || !e.checkVisibility()) continue;
      const r = e.getBoundingClientRect();
      found.push({ text: e.id, colour: getComputedStyle(e).color, through: 1, boxes: [[r.x + 8, r.y + 8, r.width - 40, r.height - 16]] });
    }
    window.texts = found.filter(t => t.boxes.some(b => b[1] >= 0 && b[1] + b[3] <= innerHeight));
    return window.texts.length })()"""

# Of each text the contrast that 95 % of the pixels behind it reach: a line that crosses them is no background.
MEASURE = """(async () => {
    const image = await createImageBitmap(await (async () => { const b = atob(%r), a = new Uint8Array(b.length); for (let i = 0; i < a.length; i++) a[i] = b.charCodeAt(i); return new Blob([a], { type: 'image/png' }) })());
    const canvas = new OffscreenCanvas(image.width, image.height), c = canvas.getContext('2d', { willReadFrequently: true }), scale = image.width / innerWidth;
    c.drawImage(image, 0, 0);
    const light = v => v.map(x => { x /= 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4 }).reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
    const worst = [];
    for (const t of texts) {
      const rgb = t.colour.match(/[\\d.]+/g).map(Number), own = (rgb.length > 3 ? rgb[3] : 1) * t.through, all = [];
      for (const [x, y, w, h] of t.boxes) {
        if (y < 0 || y + h > innerHeight || w < 1) continue;
        const p = c.getImageData(Math.round(x * scale), Math.round(y * scale), Math.max(1, Math.round(w * scale)), Math.max(1, Math.round(h * scale))).data;
        for (let i = 0; i < p.length; i += 4) {
          const back = [p[i], p[i + 1], p[i + 2]], a = light(back), b = light(rgb.slice(0, 3).map((x, k) => x * own + back[k] * (1 - own)));
          all.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
        }
      }
      all.sort((a, b) => a - b);
      if (all.length) worst.push([t.text, Math.round(all[Math.floor(all.length * 0.05)] * 100) / 100]);
    }
    return worst })()"""

HIDE = """(() => { const s = document.createElement('style'); s.id = 'unwritten';
    s.textContent = '* { color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important; transition: none !important } text, tspan { fill: transparent !important }';
    document.head.append(s) })()"""


def contrasts(browser, within):
    """The texts below an element that stand in the window whole, each with its contrast, 1...21. - within: a selector."""
    browser.value(TEXTS % (within, within))
    browser.value(HIDE)
    # The picture is to be one that was drawn after that.
    browser.value("Promise.race([new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))), new Promise(done => setTimeout(done, 2000))]).then(() => 1)")
    shot = browser.screenshot()
    browser.value("document.getElementById('unwritten').remove()")
    return browser.value(MEASURE % shot)


def weak_texts(browser, within, least=4.5):
    """Those below the least contrast of level AA, wherever on the page they stand."""
    weak, seen, place = [], 0, 0
    height = browser.value("innerHeight")
    end = browser.value("document.documentElement.scrollHeight")
    while place < end:
        browser.value("scrollTo({ top: %d, behavior: 'instant' })" % place)
        found = contrasts(browser, within)
        seen += len(found)
        weak += [entry for entry in found if entry[1] < least]
        # Half a window at a time: what an edge cuts in two is whole in the next one.
        place += height // 2
    return weak, seen


def readable(browser, within, what, texts):
    """Fails unless everything below an element can be read. - texts: how many there are at least."""
    weak, seen = weak_texts(browser, within)
    if weak or seen < texts:
        raise SystemExit(f"page: FAIL {what}: texts below 4.5 : 1 within {within}: {weak} of {seen}")
    print(f"page: PASS {what}: {seen} texts within {within} reach 4.5 : 1")
