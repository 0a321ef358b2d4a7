// Someone else's music. Names and titles come from other programs: they are text and never markup.
let stream = null;
const ASKS = [["prev", "streamPrev", "Previous"], ["toggle", "streamToggle", "Play and pause"], ["next", "streamNext", "Next"], ["volume", "streamVolume", "Volume"], ["pitch", "streamPitch", "Pitch"]];
const DEEDS = { playing: "plays", paused: "paused", stopped: "stopped", waiting: "waits for a writer", starved: "the writer gives too little" };
const short = name => name.length > 60 ? name.slice(0, 59) + "\u2026" : name;
const runs = s => !s.control.paused && !s.control.autoPaused && !["paused", "stopped"].includes(s.stream.playback);

// Why something cannot be asked for; empty when it can.
function whyNot(what, now, isRunning) {
  const word = what === "toggle" ? isRunning ? "pause" : "play" : what;
  if (now.can.includes(word)) return "";
  if (!now.source) return "no source is chosen";
  if (now.kind === "pipe" && ["prev", "next"].includes(what)) return "a pipe only carries sound: skip where it comes from";
  if (now.kind === "player" && what === "pitch") return "the sound of " + short(now.source) + " does not pass through this box";
  return short(now.source) + " does not offer it now";
}
// The last button ends a choice: auto, which no pipe may be called.
function makeSource(name) {
  const b = part("button", {}, part("span", { textContent: name }), part("small"));
  b.onclick = () => send({ command: "stream", text: name });
  return b;
}
function showSources(now) {
  const list = el("streamSources"), names = JSON.stringify(now.sources.map(s => s.name));
  if (list.dataset.names !== names) { list.dataset.names = names; list.replaceChildren(...now.sources.map(s => makeSource(s.name)), makeSource("auto")); }
  for (const [i, s] of now.sources.entries()) {
    list.children[i].setAttribute("aria-pressed", String(s.name === now.source));
    says(list.children[i].lastChild, s.kind + ", " + DEEDS[s.playback]);
  }
  list.lastChild.setAttribute("aria-pressed", String(now.choice == null));
  says(list.lastChild.lastChild, "whichever began last");
  el("streamChoice").hidden = list.hidden = !now.sources.length;
}
function showStream(s) {
  const now = stream = s.stream || null;
  el("stream").hidden = !now;
  if (!now) return;
  const isRunning = runs(s);
  says(el("streamSource"), now.source || (now.sources.length ? "No source is chosen" : "No player and no pipe is there"));
  says(el("streamDeed"), !now.source ? "" : s.control.paused ? "paused here" : s.control.autoPaused ? "waits for hands" : DEEDS[now.playback]);
  el("streamDeed").classList.toggle("off", !(isRunning && now.playback === "playing"));
  says(el("streamTitle"), now.title || "");
  says(el("streamBy"), [now.artist, now.album].filter(Boolean).join(" - "));
  el("streamAt").hidden = now.positionSeconds == null;
  if (now.positionSeconds != null) {
    el("streamPlace").value = now.lengthSeconds ? now.positionSeconds / now.lengthSeconds : 0;
    says(el("vstreamPlace"), time(now.positionSeconds) + (now.lengthSeconds ? " of " + time(now.lengthSeconds) : ""));
  }
  const star = name => s.control.held.includes(name) ? " *" : "";
  slide("streamVolume", now.volume == null ? 0 : now.volume, (now.volume == null ? "not known" : Math.round(now.volume * 100) + " %") + star("volume"));
  slide("streamPitch", now.pitchCents, Math.round(now.pitchCents) + " ct" + star("pitch"));
  says(el("streamToggle"), isRunning ? "Pause" : "Play");
  for (const [what, id, name] of ASKS) {
    const why = whyNot(what, now, isRunning), e = el(id), said = el("why-" + what);
    // A button stays where the keyboard finds it, and says why it does nothing.
    if (e.tagName === "BUTTON") e.setAttribute("aria-disabled", String(!!why)); else e.disabled = !!why;
    said.hidden = !why;
    says(said, why ? name + ": " + why : "");
  }
  says(el("streamFeed"), now.fillMs == null ? "" : Math.round(now.fillMs) + " ms of sound ahead, the writer's clock is " + Math.round(now.driftPPM || 0) + " ppm off, starved " + (now.starvations || 0) + " times");
  says(el("streamRefusal"), now.refusal ? spoken(now.refusal.what) + " refused: " + now.refusal.reason : now.unheeding ? now.unheeding.map(short).join(", ") + ": plays on, whatever it is told" : "");
  showSources(now);
}
const refused = what => { const said = el("why-" + what); return said.hidden ? "" : said.textContent; };
for (const [what, id] of ASKS.slice(0, 3)) el(id).onclick = () => {
  if (refused(what)) return answer(refused(what));
  send({ command: what === "toggle" ? el(id).textContent.toLowerCase() : what });
};
for (const [what, id] of ASKS.slice(3)) moves(id, number => ({ command: what, number }));
