// The bar that stays: state, mode, play and pause, previous and next, master volume.
const barAnswer = text => {
  says(el("answer"), text);
  clearTimeout(barAnswer.end);
  barAnswer.end = setTimeout(() => says(el("answer"), ""), 10000);
};
function heading(s) {
  const t = s.track, pause = s.control.paused ? " (paused)" : s.control.autoPaused ? " (waiting for hands)" : "";
  if (s.instrument) return s.instrument.sound + ", " + s.instrument.key + " " + spoken(s.instrument.scale).toLowerCase() + (s.control.paused ? " (notes are off until play)" : "");
  if (s.stems) return s.stems.set + pause;
  if (s.stream) return [s.stream.source, s.stream.title].filter(Boolean).join(": ").slice(0, 120) + pause;
  if (s.noMedia) return "no media: put the stick back in";
  return t ? [t.title, t.artist, t.album].filter(Boolean).join(" - ") + pause : "";
}
function showBar(s) {
  const plays = s.stream ? runs(s) : !s.control.paused && !s.control.autoPaused;
  if (el("state").textContent !== s.state) { el("state").textContent = s.state; el("state").className = s.state; }
  says(el("track"), heading(s));
  says(el("toggle"), plays ? "Pause" : "Play");
  el("toggle").setAttribute("aria-pressed", String(plays));
  // In mode stream the volume is the source's own, if it tells it.
  const volume = s.stream ? s.stream.volume : s.control.volume;
  slide("volume", volume == null ? 0 : volume, volume == null ? "unknown" : Math.round(volume * 100) + " %" + (s.control.held.includes("volume") ? " *" : ""));
  el("volume").disabled = !!s.stream && !!whyNot("volume", s.stream, plays);
  for (const id of ["prev", "toggle", "next"]) el(id).setAttribute("aria-disabled", String(!!s.stream && !!whyNot(id, s.stream, plays)));
  for (const b of el("modes").children) b.setAttribute("aria-pressed", String(b.dataset.mode === s.mode));
}
// A source of mode stream takes play and pause, and has reasons of its own.
function transport(what) {
  const why = stream ? refused(what) : "";
  if (why) return barAnswer(why);
  send({ command: stream && what === "toggle" ? el("toggle").textContent.toLowerCase() : what }, barAnswer);
}
for (const id of ["prev", "next", "toggle"]) el(id).onclick = () => transport(id);
for (const mode in SHEETS) {
  const button = part("button", { textContent: mode[0].toUpperCase() + mode.slice(1), onclick: () => send({ command: "mode", text: mode }, barAnswer) });
  button.dataset.mode = mode;
  el("modes").append(button);
}
moves("volume", number => ({ command: "volume", number }), barAnswer);
