// The instrument: frets over the camera's frame, dials, knobs, and what it is set to.
let instrument = null;
const SCALES = ["major", "naturalMinor", "harmonicMinor", "melodicMinor", "pentatonicMajor", "pentatonicMinor", "blues", "dorian", "phrygian", "lydian", "mixolydian", "chromatic"];
const KEYS = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"];
const SHARPS = { "C#": "Db", "D#": "Eb", "F#": "Gb", "G#": "Ab", "A#": "Bb" };
const WAVES = { sine: "M2 10C9-1 17-1 24 10S39 21 46 10", saw: "M2 18 24 2V18L46 2V18", triangle: "M2 18 13 2 35 18 46 2", square: "M2 18V2H17V18H32V2H46V18" };
const LEAST_SPAN = 12;
const spoken = name => { if (name === "midi") return "MIDI"; const words = name.replace(/([A-Z])/g, " $1").toLowerCase(); return words[0].toUpperCase() + words.slice(1); };
const percent = x => Math.round(x * 100) + "\u00a0%";
const noteName = n => KEYS[n % 12] + (Math.floor(n / 12) - 1);
const calm = matchMedia("(prefers-reduced-motion: reduce)"), stark = matchMedia("(prefers-contrast: more), (forced-colors: active)");

function svg(tag, fields, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(fields)) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

// A control keeps its own new value until the box has taken it. By control, until when its own value counts.
const own = {}, waiting = {};
const isOwn = name => own[name] > Date.now();
// Sends one request of a control at a time, and then only the newest value: a knob that is turned asks more often than
// a slow line answers.
async function asks(name, body) {
  own[name] = Infinity;
  const isBusy = name in waiting;
  waiting[name] = body;
  if (isBusy) return;
  while (waiting[name]) {
    const next = waiting[name];
    waiting[name] = null;
    let refusal = "the box does not answer";
    try {
      const r = await fetch("/v1/commands", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(next) });
      refusal = r.ok ? "" : (await r.json()).detail;
    } catch {}
    says(el("instrumentAnswer"), refusal);
    if (!waiting[name]) own[name] = refusal ? 0 : Date.now() + 500;
  }
  delete waiting[name];
}

// Knobs are range inputs, which keys and screen readers know. A drag to the right turns them, and a mouse's drag
// upwards: a finger's drag upwards scrolls.
function makeKnob(name, words, ask) {
  const input = part("input", { id: "knob-" + name, type: "range", min: 0, max: 1, step: 0.01 });
  const value = part("span", { className: "value", id: "vknob-" + name });
  const knob = part("div", { className: "knob" }, part("label", { htmlFor: input.id, textContent: words }),
    part("div", { className: "cap" }, part("i", { className: "ring" }), part("i", { className: "body" }), input), value);
  input.oninput = () => { turn(name, Number(input.value)); asks(name, ask(Number(input.value))); };
  let from = null;
  input.onpointerdown = e => { if (input.disabled || e.button) return; e.preventDefault(); input.focus(); input.setPointerCapture(e.pointerId); from = { x: e.clientX, y: e.clientY, value: Number(input.value) }; };
  input.onpointermove = e => {
    if (!from) return;
    const before = input.value;
    input.value = from.value + (e.clientX - from.x + (e.pointerType === "touch" ? 0 : from.y - e.clientY)) / 150;
    if (input.value !== before) input.oninput();
  };
  input.onpointerup = input.onpointercancel = () => { from = null; };
  return knob;
}
function turn(name, value) {
  const input = el("knob-" + name);
  input.parentElement.style.setProperty("--v", value);
  input.setAttribute("aria-valuetext", percent(value));
  says(el("vknob-" + name), input.disabled ? "needs tier pro" : percent(value));
}
function showKnob(name, value, isLocked) {
  const input = el("knob-" + name);
  input.disabled = isLocked;
  input.closest(".knob").classList.toggle("locked", isLocked);
  if (!isOwn(name)) { input.value = value; turn(name, value); }
}

function makeChoice(id, values, picture) {
  for (const value of values) {
    const input = part("input", { type: "radio", name: id, value });
    input.onchange = () => asks(id, { command: id, text: value });
    el(id).append(part("label", {}, input, ...picture(value), part("span", { textContent: spoken(value) }), part("small", { textContent: "needs tier pro", hidden: true })));
  }
}
function showChoice(id, value, locked) {
  for (const input of document.getElementsByName(id)) {
    const label = input.parentElement, isLocked = locked.includes(input.value);
    if (!isOwn(id)) input.checked = input.value === value;
    input.disabled = isLocked;
    label.classList.toggle("locked", isLocked);
    label.lastChild.hidden = !isLocked;
  }
}

// An option that is locked says why.
function showList(id, values, value, locked, words) {
  const list = el(id), now = JSON.stringify([values, locked]);
  if (list.dataset.now !== now) {
    list.dataset.now = now;
    list.replaceChildren(...values.map(v => part("option", { value: v, textContent: words(v) + (locked.includes(v) ? " (needs tier pro)" : ""), disabled: locked.includes(v) })));
  }
  if (!isOwn(id)) list.value = value;
}

// Dials: a scale from 0 to the most over 120 degrees, and a needle for each source.
const angle = share => Math.min(1, Math.max(0, share)) * 120 - 60;
function makeDial(id, words, most, marks) {
  const face = svg("svg", { viewBox: "-4 2 148 82", "aria-hidden": "true" });
  const at = (share, r) => { const a = angle(share) * Math.PI / 180; return (70 + Math.sin(a) * r).toFixed(1) + " " + (76 - Math.cos(a) * r).toFixed(1); };
  face.append(svg("path", { d: "M" + at(0, 56) + "A56 56 0 0 1 " + at(1, 56), "stroke-width": 1.2 }));
  for (let i = 0; i <= 20; i++) face.append(svg("path", { d: "M" + at(i / 20, 56) + "L" + at(i / 20, i % 5 ? 59 : 62), "stroke-width": i % 5 ? .8 : 1.6 }));
  for (const mark of marks) { const [x, y] = at(mark / most, 67).split(" "); const t = svg("text", { x, y: Number(y) + 2 }); t.textContent = mark; face.append(t); }
  const needles = svg("g", {});
  face.append(needles, svg("circle", { cx: 70, cy: 76, r: 5, fill: "#8f6f3f", stroke: "#2e1f14" }));
  const dial = part("div", { className: "dial", id });
  dial.setAttribute("role", "meter");
  dial.setAttribute("aria-label", words);
  dial.setAttribute("aria-valuemin", 0);
  dial.setAttribute("aria-valuemax", most);
  dial.append(face, part("p", { ariaHidden: "true" }, part("b", { textContent: words }), part("span", {})));
  return dial;
}
function showDial(id, most, read, text) {
  const dial = el(id), group = dial.querySelector("g"), sources = instrument.sources, seen = new Set(["rest"]);
  const needle = (key, number) => {
    seen.add(key);
    let g = [...group.children].find(g => g.dataset.key === key);
    if (!g) {
      g = svg("g", { class: "needle" }, svg("line", { x1: 70, y1: 76, x2: 70, y2: 21 }));
      g.dataset.key = key;
      if (number) { g.append(svg("circle", { cx: 70, cy: 34, r: 6, fill: "var(--who)" }), svg("text", { x: 70, y: 36.5 })); g.lastChild.textContent = number; g.classList.add(colour(number)); }
      group.append(g);
    }
    return g;
  };
  for (const s of sources) needle(s.id, number(s.id)).style.setProperty("--at", angle(read(s) / most).toFixed(1) + "deg");
  if (!sources.length) { const g = needle("rest"); g.classList.add("rest"); g.style.setProperty("--at", "-60deg"); } else seen.delete("rest");
  for (const g of [...group.children]) if (!seen.has(g.dataset.key)) g.remove();
  const words = sources.map(s => (sources.length > 1 ? number(s.id) + ":\u00a0" : "") + text(s)).join(", ");
  says(dial.querySelector("span"), words || "-");
  dial.setAttribute("aria-valuenow", sources.length ? Math.round(read(sources[0]) * 100) / 100 : 0);
  dial.setAttribute("aria-valuetext", sources.map(s => s.id + ": " + text(s)).join(", ") || "no source");
}

// A source keeps its number, and with it its colour, as long as it is there: four hands and four touches at most.
const numbers = new Map();
function number(id) {
  for (let n = 1; !numbers.has(id); n++) if (![...numbers.values()].includes(n)) numbers.set(id, n);
  return numbers.get(id);
}
const COLOURS = ["who1", "who2", "who3", "who4"];
const colour = n => COLOURS[(n - 1) % COLOURS.length];

function showFrets() {
  const frets = el("frets"), zones = instrument.zones, now = JSON.stringify(zones);
  if (frets.dataset.now !== now) {
    frets.dataset.now = now;
    frets.replaceChildren(...zones.map((z, i) => {
      const fret = part("div", { className: "fret" + (i ? "" : " lowest") + (z.isRoot ? " root" : z.isFifth ? " fifth" : "") }, part("span", { className: "note", textContent: z.name }));
      if (z.isRoot || z.isFifth) fret.append(part("i", { className: "inlay" }));
      fret.style.top = z.top * 100 + "%";
      fret.style.height = (z.bottom - z.top) * 100 + "%";
      return fret;
    }));
    if (zones.length) frets.setAttribute("aria-label", "Frets over the camera frame: " + zones.length + " notes from " + zones[0].name + " below to " + zones[zones.length - 1].name + " above");
    nameFrets();
  }
  const playing = new Map(), here = new Map();
  for (const s of instrument.sources) (s.note == null ? here : playing).set(s.zone, [...((s.note == null ? here : playing).get(s.zone) || []), number(s.id)]);
  for (const [i, z] of zones.entries()) {
    const fret = frets.children[i], lit = playing.get(i), who = lit || here.get(i);
    fret.classList.toggle("lit", !!lit);
    fret.classList.toggle("here", !lit && !!who);
    for (const name of COLOURS) fret.classList.toggle(name, !!who && colour(who[0]) === name);
    fret.classList.remove("before");
    if (!lit) continue;
    // Big enough for who stands in front of the camera, beside the wrist that plays it.
    const x = (instrument.sources.find(s => number(s.id) === lit[0]) || {}).x ?? 0.2;
    fret.dataset.sounds = lit.join(" ") + ": " + z.name;
    fret.style.setProperty("--x", x);
    fret.classList.toggle("before", x > 0.6);
  }
  for (const dot of [...frets.querySelectorAll(".wrist")]) dot.remove();
  for (const s of instrument.sources.filter(s => s.x != null && s.y != null)) {
    const dot = part("span", { className: "wrist " + colour(number(s.id)) + (s.note == null ? " silent" : ""), textContent: number(s.id) });
    dot.style.left = s.x * 100 + "%";
    dot.style.top = s.y * 100 + "%";
    frets.append(dot);
  }
}
// As many names as can be read: all in a column, in two, or those of roots and fifths, or of roots.
function nameFrets() {
  const frets = el("frets"), zones = instrument ? instrument.zones : [];
  if (!zones.length || !frets.clientHeight || frets.children.length < zones.length) return;
  const step = frets.clientHeight * (zones[0].bottom - zones[zones.length - 1].top) / zones.length, least = 13;
  const isNamed = step >= least || 2 * step >= least ? () => true : 3 * step >= least ? z => z.isRoot || z.isFifth : z => z.isRoot;
  frets.style.setProperty("--size", Math.min(15, Math.max(11, step - 5)) + "px");
  frets.style.setProperty("--inlay", Math.max(4, step - 3) + "px");
  let named = 0;
  for (const [i, z] of zones.entries()) {
    const fret = frets.children[i], shows = isNamed(z);
    fret.classList.toggle("unnamed", !shows);
    fret.classList.toggle("right", step < least && shows && named++ % 2 === 1);
  }
}

// Phosphor: the newest wave glows, the ones before fade. With reduced motion the image changes once a second.
let drawn = 0;
function showScope(wave) {
  if (calm.matches && Date.now() - drawn < 1000) return;
  drawn = Date.now();
  const canvas = el("scope"), c = canvas.getContext("2d"), w = canvas.width, h = canvas.height;
  if (calm.matches || stark.matches) c.clearRect(0, 0, w, h);
  else { c.globalCompositeOperation = "destination-out"; c.fillStyle = "rgb(0 0 0 / .45)"; c.fillRect(0, 0, w, h); c.globalCompositeOperation = "lighter"; }
  if (wave.length < 2) return;
  const top = Math.max(0.02, ...wave.map(Math.abs));
  c.beginPath();
  for (const [i, x] of wave.entries()) c.lineTo(i / (wave.length - 1) * w, h / 2 - x / top * h * .42);
  c.lineJoin = "round";
  c.strokeStyle = c.shadowColor = getComputedStyle(canvas).color;
  for (const [width, blur, alpha] of stark.matches ? [[3, 0, 1]] : [[6, 18, .25], [2.2, 6, 1]]) { c.lineWidth = width; c.shadowBlur = blur; c.globalAlpha = alpha; c.stroke(); }
  c.globalAlpha = 1;
  c.shadowBlur = 0;
}

function showPlayers() {
  const list = el("players"), sources = instrument.sources;
  const now = sources.map(s => s.id).join("|");
  if (list.dataset.now !== now || !list.children.length) {
    list.dataset.now = now;
    list.replaceChildren(...(sources.length ? sources.map(s => part("li", {}, part("span", { className: "badge " + colour(number(s.id)), textContent: number(s.id) }), part("span", {})))
      : [part("li", { className: "dim", textContent: "Open a hand in front of the camera: its height is the note, a fist is silence." })]));
  }
  for (const [i, s] of sources.entries()) {
    const bend = Math.round(s.bendCents);
    says(list.children[i].lastChild, s.id + (s.note == null ? ", silent" : " plays " + s.name) + ", expression " + percent(s.expression) + ", depth " + percent(s.depth) + (bend ? ", bend " + (bend > 0 ? "+" : "") + bend + " ct" : ""));
  }
}
function showMIDI(midi) {
  el("midi").hidden = !midi;
  if (!midi) return;
  const joined = midi.ports.filter(p => p.connected).map(p => p.client === p.name ? p.name : p.client + " " + p.name);
  const clock = midi.clockBPM == null ? "" : ", clock " + midi.clockBPM.toFixed(1) + " BPM" + (midi.clockRunning ? "" : " (stopped)");
  says(el("midi"), "MIDI port " + midi.client + ": " + midi.port + (midi.problem ? ", " + midi.problem : joined.length ? ", connected with " + joined.join(", ") : ", nothing connected") + clock);
}
function showInstrument(s) {
  instrument = s.instrument || null;
  document.body.classList.toggle("playing", !!instrument);
  el("instrument").hidden = el("frets").hidden = !instrument;
  if (!instrument) { numbers.clear(); return; }
  const i = instrument, locked = i.locked;
  for (const id of [...numbers.keys()]) if (!i.sources.some(s => s.id === id)) numbers.delete(id);
  says(el("soundName"), i.sound);
  for (const [name, value] of Object.entries(i.effects)) showKnob(name, value, locked.includes(name));
  showKnob("volume", s.control.volume, false);
  showChoice("waveform", i.waveform, locked);
  showChoice("output", s.output, []);
  showList("sound", i.sounds.includes(i.sound) ? i.sounds : [i.sound, ...i.sounds], i.sound, [], name => name);
  showList("scale", SCALES, i.scale, locked, spoken);
  showList("key", KEYS, SHARPS[i.key] || i.key, locked.map(name => SHARPS[name] || name), name => name);
  if (!isOwn("range")) { el("low").value = i.rangeLow; el("high").value = i.rangeHigh; }
  if (!isOwn("bend")) el("bend").checked = i.bend;
  if (!isOwn("legato")) el("legato").checked = i.articulation === "legato";
  el("lockedWords").hidden = !locked.length;
  says(el("lockedWords"), "Locked choices need tier pro: this box is tier " + s.tier + ".");
  showMIDI(s.midi);
  showFrets();
  showDial("velocity", 127, s => s.velocity, s => String(s.velocity));
  showDial("modulation", 100, s => s.modulation * 100, s => percent(s.modulation));
  showPlayers();
  showScope(s.audio.wave || []);
}

el("dials").append(makeDial("velocity", "Velocity", 127, [0, 32, 64, 96, 127]), makeDial("modulation", "Modulation", 100, [0, 25, 50, 75, 100]));
for (const name of ["tone", "fuzz", "delay", "reverb"]) el("knobs").append(makeKnob(name, spoken(name), value => ({ command: "effect", text: name + " " + value })));
el("knobs").append(makeKnob("volume", "Volume", number => ({ command: "volume", number })));
makeChoice("waveform", Object.keys(WAVES), name => [svg("svg", { viewBox: "0 0 48 20", "aria-hidden": "true" }, svg("path", { d: WAVES[name] }))]);
makeChoice("output", ["audio", "midi", "both"], () => []);
for (const id of ["sound", "scale", "key"]) el(id).onchange = () => asks(id, { command: id, text: el(id).value });
for (const [id, from, to] of [["low", 0, 127 - LEAST_SPAN], ["high", LEAST_SPAN, 127]]) {
  for (let n = from; n <= to; n++) el(id).append(part("option", { value: n, textContent: noteName(n) }));
  el(id).onchange = () => asks("range", { command: "range", text: el("low").value + " " + el("high").value });
}
for (const id of ["bend", "legato"]) el(id).onchange = () => asks(id, { command: id, flag: el(id).checked });
el("panic").onclick = () => asks("panic", { command: "panic" });
document.addEventListener("keydown", e => { if (instrument && e.key === "Escape" && e.target.tagName !== "SELECT") asks("panic", { command: "panic" }); });
new ResizeObserver(nameFrets).observe(el("frets"));
