// Stems: a strip for each channel; regions are in quarters of the channel's length.
const WHOLE = { start: 0, end: 4 };
function quarters(loop) { return loop.start === 0 && loop.end === 4 ? "off" : loop.start + " to " + loop.end; }
function askLoop(n, from, to, adds) {
  const c = stems.channels.find(c => c.number === n), now = c.pendingLoop || c.loop || WHOLE;
  let start = Math.min(from, to), end = Math.max(from, to) + 1;
  // The same region again ends it.
  const isSame = now.start === start && now.end === end;
  if (adds && quarters(now) !== "off") { start = Math.min(start, now.start); end = Math.max(end, now.end); }
  send({ command: "loop", text: n + (isSame && !adds || end - start === 4 ? " off" : " " + start + " " + end) });
}
function loopBar(n) {
  const bar = part("div", { className: "loop", title: "Drag over quarters to repeat them; Shift adds to the region; the same region again ends it" });
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Loop of channel " + n);
  const quarter = e => { const r = bar.getBoundingClientRect(); return Math.min(3, Math.max(0, Math.floor((e.clientX - r.left) / r.width * 4))); };
  let from = null;
  bar.onpointerdown = e => { from = quarter(e); bar.setPointerCapture(e.pointerId); };
  bar.onpointerup = e => { if (from !== null) askLoop(n, from, quarter(e), e.shiftKey); from = null; };
  bar.onpointercancel = () => { from = null; };
  for (const q of [0, 1, 2, 3]) {
    const b = part("button", { ariaLabel: "Repeat quarter " + (q + 1) + " of channel " + n });
    // A click without a pointer is a key's.
    b.onclick = e => { if (e.detail === 0) askLoop(n, q, q, e.shiftKey); };
    bar.append(b);
  }
  bar.append(part("i", { className: "region" }), part("i", { className: "pending" }), part("i", { className: "at" }));
  return bar;
}
function makeStrip(c) {
  const n = c.number, article = part("article", { className: "strip" });
  article.setAttribute("aria-label", "Channel " + n);
  const button = (name, text, body) => { const b = part("button", { className: name, textContent: text, ariaLabel: text + " channel " + n }); b.onclick = () => send(body); return b; };
  const slider = (id, text, fields, command) => {
    const s = part("input", Object.assign({ id: id + n, type: "range" }, fields));
    s.oninput = () => { held = s.id; send({ command, text: n + " " + s.value }); };
    s.onchange = () => { held = null; };
    return part("div", { className: "row" }, part("label", { htmlFor: s.id, textContent: text }), s, part("span", { className: "value", id: "v" + s.id }));
  };
  const meter = part("meter", { className: "peak", min: -60, max: 0, high: -1, ariaLabel: "Level of channel " + n });
  article.append(
    button("name", "Select", { command: "channel", number: n }), loopBar(n), part("p", {}, part("span", { className: "words" }), part("span", { className: "next" })),
    slider("stemVolume", "Volume", { min: 0, max: 1, step: 0.01 }, "stemVolume"), slider("stemPitch", "Pitch", { min: -200, max: 200, step: 5 }, "stemPitch"),
    part("div", { className: "row" }, part("span", { textContent: "Level" }), meter, part("span", { className: "value level" })),
    part("div", { className: "buttons" }, button("muted", "Mute", { command: "mute", number: n }), button("solo", "Solo", { command: "solo", number: n }), button("off", "No loop", { command: "loop", text: n + " off" })));
  return article;
}
function showStrip(article, c) {
  const of = name => article.querySelector("." + name), n = c.number, isSelected = stems.selected === n, loop = c.loop || WHOLE;
  article.classList.toggle("selected", isSelected);
  article.classList.toggle("locked", c.locked);
  const name = n + " " + c.name;
  if (of("name").textContent !== name) { of("name").textContent = name; of("name").setAttribute("aria-label", "Select channel " + name); }
  of("name").setAttribute("aria-pressed", String(isSelected));
  of("muted").setAttribute("aria-pressed", String(c.muted));
  of("solo").setAttribute("aria-pressed", String(c.solo));
  for (const e of article.querySelectorAll("button, input")) e.disabled = c.locked;
  slide("stemVolume" + n, c.volume, Math.round(c.volume * 100) + " %");
  slide("stemPitch" + n, c.pitchCents, Math.round(c.pitchCents) + " ct");
  of("peak").value = c.peakDB; of("level").textContent = Math.round(c.peakDB) + " dB";
  of("words").textContent = c.bars + (c.bars === 1 ? " bar" : " bars") + (c.locked ? ", needs tier pro" : c.loop ? ", loop " + quarters(c.loop) : "");
  of("next").textContent = c.pendingLoop ? "next " + quarters(c.pendingLoop) : "";
  const lay = (e, r) => { e.style.left = r.start * 25 + "%"; e.style.width = (r.end - r.start) * 25 + "%"; };
  lay(of("region"), loop);
  of("pending").hidden = !c.pendingLoop;
  if (c.pendingLoop) lay(of("pending"), c.pendingLoop);
  for (const [q, b] of [...article.querySelectorAll(".loop button")].entries()) b.setAttribute("aria-pressed", String(loop.start <= q && q < loop.end));
  // A playhead that begins again does not run back over the bar.
  const at = of("at"), place = c.positionQuarters * 25;
  at.classList.toggle("back", place < parseFloat(at.style.left || 0));
  at.style.left = place + "%";
}
function showStems(now) {
  stems = now;
  el("stems").hidden = !now;
  if (!now) return;
  const set = now.set + (now.key ? ", " + now.key : "") + (now.setCount > 1 ? " (" + (now.setIndex + 1) + " of " + now.setCount + ")" : "");
  if (el("set").textContent !== set) el("set").textContent = set;
  if (document.activeElement !== el("tempo")) el("tempo").value = Math.round(now.tempoBPM * 10) / 10;
  el("bar").textContent = now.bar;
  el("metre").textContent = now.metre;
  if (el("lamps").children.length !== now.beats) el("lamps").replaceChildren(...Array.from({ length: now.beats }, () => part("i", {})));
  for (const [i, lamp] of [...el("lamps").children].entries()) lamp.classList.toggle("lit", i + 1 === now.beat);
  el("selecting").hidden = !(now.selectProgress > 0);
  el("selecting").value = now.selectProgress;
  el("loading").textContent = now.loading ? "loading " + now.loading : "";
  const numbers = now.channels.map(c => c.number).join(" ");
  if (el("strips").dataset.numbers !== numbers) { el("strips").dataset.numbers = numbers; el("strips").replaceChildren(...now.channels.map(makeStrip)); }
  for (const [i, c] of now.channels.entries()) showStrip(el("strips").children[i], c);
}
el("tempo").onchange = () => send({ command: "tempo", number: Number(el("tempo").value) });
