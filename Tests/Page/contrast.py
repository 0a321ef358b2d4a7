"""Measures the contrast of the page's texts as WCAG 2 defines it.

It uses the painted background: gradients, pictures and all.
"""
import base64

# The visible texts (a line's box is higher than its letters): each one's colour, its boxes, and the share of the
# colour that its ancestors let through.
TEXTS = """(() => {
    const found = [], walk = document.createTreeWalker(document.querySelector(%r), NodeFilter.SHOW_TEXT);
    // The part of a box that its ancestors show.
    const shown = (r, e) => {
      let [left, top, right, bottom] = [r.left, r.top, r.right, r.bottom];
      for (let a = e; a && a !== document.documentElement; a = a.parentElement) {
        if (getComputedStyle(a).overflowX === 'visible') continue;
        const c = a.getBoundingClientRect();
        [left, top, right, bottom] = [Math.max(left, c.left), Math.max(top, c.top), Math.min(right, c.right), Math.min(bottom, c.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    // The documents have no bar that stays.
    const bar = document.getElementById('top'), barEnd = () => bar ? bar.getBoundingClientRect().bottom : 0;
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      if (!n.textContent.trim()) continue;
      const e = n.parentElement, style = getComputedStyle(e), option = e.closest('option');
      if (option || e.closest('button:disabled') || !e.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(n);
      const boxes = [...range.getClientRects()].map(r => shown(r, e)).filter(r => r.width > 1 && r.height > 1).map(r => [r.x, r.y + r.height * 0.15, r.width, r.height * 0.7]);
      let through = 1;
      for (let a = e; a; a = a.parentElement) through *= Number(getComputedStyle(a).opacity);
      // What is scrolled below the bar is not seen.
      if (boxes.length) found.push({ least: e.closest('#top') ? 0 : barEnd(), text: n.textContent.trim().slice(0, 40), colour: e instanceof SVGElement ? style.fill : style.color, through, boxes });
    }
    for (const e of document.querySelectorAll('select')) {
      if (!e.closest(%r) || !e.checkVisibility()) continue;
      const r = e.getBoundingClientRect();
      found.push({ least: barEnd(), text: e.id, colour: getComputedStyle(e).color, through: 1, boxes: [[r.x + 8, r.y + 8, r.width - 40, r.height - 16]] });
    }
    window.texts = found.filter(t => t.boxes.some(b => b[1] >= t.least && b[1] + b[3] <= innerHeight));
    return window.texts.length })()"""

# The contrast of each text. 95 % of the pixels behind it reach it: a line that crosses them is not a background.
MEASURE = """(async () => {
    const image = await createImageBitmap(await (async () => { const b = atob(%r), a = new Uint8Array(b.length); for (let i = 0; i < a.length; i++) a[i] = b.charCodeAt(i); return new Blob([a], { type: 'image/png' }) })());
    const canvas = new OffscreenCanvas(image.width, image.height), c = canvas.getContext('2d', { willReadFrequently: true }), scale = image.width / innerWidth;
    c.drawImage(image, 0, 0);
    const light = v => v.map(x => { x /= 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4 }).reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
    const worst = [];
    for (const t of texts) {
      const rgb = t.colour.match(/[\\d.]+/g).map(Number), own = (rgb.length > 3 ? rgb[3] : 1) * t.through, all = [];
      for (const [x, y, w, h] of t.boxes) {
        if (y < t.least || y + h > innerHeight || w < 1) continue;
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

# Controls and meters that are fully in the window. Each has the mark that separates it from its surroundings: its
# edge, a line through its middle, or a knob's ring of brass.
GRAPHICS = """(() => {
    window.graphics = [];
    // The form for the code has no bar that stays.
    const bar = document.getElementById('top'), top = bar ? bar.getBoundingClientRect().bottom : 0;
    for (const e of document.querySelectorAll('button, a#state, select, input:not([type=radio], [type=checkbox], [type=file]), .button, .choice label, .cap, .loop, meter')) {
      if (!e.checkVisibility() || e.matches(':disabled, [aria-disabled=true], .loop *, .cap *, .locked') || e.querySelector(':disabled')) continue;
      const r = e.getBoundingClientRect(), list = e.closest('.list');
      if (list || r.top < (e.closest('#top') ? 3 : top + 3) || r.bottom > innerHeight - 3 || r.left < 3 || r.right > innerWidth - 3) continue;
      graphics.push({ name: e.id || e.getAttribute('aria-label') || e.textContent.trim() || e.className, byMiddle: e.matches('input[type=range]'), isKnob: e.matches('.cap'), box: [r.left, r.top, r.right, r.bottom] });
    }
    return graphics.length })()"""

# The contrast of each of them. Four fifths of its places reach it, each place against the pixel three dots outside.
MEASURE_GRAPHICS = """(async () => {
    const image = await createImageBitmap(await (async () => { const b = atob(%r), a = new Uint8Array(b.length); for (let i = 0; i < a.length; i++) a[i] = b.charCodeAt(i); return new Blob([a], { type: 'image/png' }) })());
    const canvas = new OffscreenCanvas(image.width, image.height), c = canvas.getContext('2d', { willReadFrequently: true }), scale = image.width / innerWidth;
    c.drawImage(image, 0, 0);
    const light = (x, y) => [...c.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data].slice(0, 3).map(x => { x /= 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4 }).reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
    const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return graphics.map(({ name, byMiddle, isKnob, box: [left, top, right, bottom] }) => {
      const places = [], wide = right - left, high = bottom - top;
      if (isKnob) {
        const x = left + wide / 2, y = top + high / 2, outside = light(left - 3, y);
        for (let turn = 0; turn < 2 * Math.PI; turn += 0.2) places.push(Math.max(...[0.32, 0.34, 0.385, 0.46].map(r => ratio(light(x + Math.cos(turn) * wide * r, y + Math.sin(turn) * wide * r), outside))));
      } else for (let share = 0.25; share <= 0.75; share += 0.05) {
        const x = left + wide * share, y = top + high * share;
        const sides = byMiddle ? [[x, top + high / 2, 0, 0, x, top - 3]] : [[x, top, 0, 1, x, top - 3], [x, bottom - 1, 0, -1, x, bottom + 2], [left, y, 1, 0, left - 3, y], [right - 1, y, -1, 0, right + 2, y]];
        for (const [px, py, dx, dy, ox, oy] of sides) {
          const outside = light(ox, oy);
          places.push(Math.max(...[-1, 0, 1, 2].map(step => ratio(light(px + dx * step, py + dy * step), outside))));
        }
      }
      places.sort((a, b) => a - b);
      return [name, Math.round(places[Math.floor(places.length / 5)] * 100) / 100];
    }) })()"""

# Controls that a finger or a shaking hand would miss: a switch is as large as its label.
SMALL = """[...document.querySelectorAll('button, a[href], input, select, summary')].filter(e => e.checkVisibility() && !e.closest('.list')).map(e => [e.id || e.textContent || e.name, (e.closest('label.switch, .choice label, label.button') || e).getBoundingClientRect()])
    .filter(([, r]) => r.width < 24 || r.height < 24).map(([name, r]) => name + ' ' + Math.round(r.width) + ' x ' + Math.round(r.height)).join(', ')"""

HIDE = """(() => { const s = document.createElement('style'); s.id = 'unwritten';
    s.textContent = '* { color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important; transition: none !important } text, tspan { fill: transparent !important }';
    document.head.append(s) })()"""


def contrasts(browser, within):
    """Returns the texts below an element, each with its contrast, 1...21.

    The texts are fully in the window. - within: a selector.
    """
    browser.value(TEXTS % (within, within))
    browser.value(HIDE)
    # The picture must be drawn after that.
    browser.value("Promise.race([new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))), new Promise(done => setTimeout(done, 2000))]).then(() => 1)")
    shot = browser.screenshot()
    browser.value("document.getElementById('unwritten').remove()")
    return browser.value(MEASURE % shot)


def weak_texts(browser, within, least=4.5):
    """Returns the page's texts below the least contrast of level AA."""
    weak, seen, place = [], 0, 0
    height = browser.value("innerHeight")
    end = browser.value("document.documentElement.scrollHeight")
    while place < end:
        browser.value("scrollTo({ top: %d, behavior: 'instant' })" % place)
        found = contrasts(browser, within)
        seen += len(found)
        weak += [entry for entry in found if entry[1] < least]
        # Less than a window at a time: a text that an edge or the bar cuts is whole in the next one.
        place += height - 250
    return weak, seen


def readable(browser, within, what, texts):
    """Fails unless all texts below an element are readable.

    - texts: their least number.
    """
    weak, seen = weak_texts(browser, within)
    if weak or seen < texts:
        raise SystemExit(f"page: FAIL {what}: texts below 4.5 : 1 within {within}: {weak} of {seen}")
    print(f"page: PASS {what}: {seen} texts within {within} reach 4.5 : 1")


def distinct(browser, what, graphics, least=3):
    """Fails unless all controls and meters differ from their surroundings.

    - graphics: their least number.
    """
    weak, seen, place = [], 0, 0
    height, end = browser.value("innerHeight"), browser.value("document.documentElement.scrollHeight")
    while place < end:
        browser.value("scrollTo({ top: %d, behavior: 'instant' })" % place)
        seen += browser.value(GRAPHICS)
        weak += [entry for entry in browser.value(MEASURE_GRAPHICS % browser.screenshot()) if entry[1] < least]
        place += height - 250
    browser.value("scrollTo({ top: 0, behavior: 'instant' })")
    if weak or seen < graphics:
        raise SystemExit(f"page: FAIL {what}: controls below {least} : 1: {weak} of {seen}")
    print(f"page: PASS {what}: {seen} controls reach {least} : 1")
