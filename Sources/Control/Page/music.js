// The music that plays: its place, speed and pitch, and the order of tracks.
const place = t => t ? time(t.positionSeconds) + (t.lengthSeconds ? " of " + time(t.lengthSeconds) : "") : "";
function showPlace(t) {
  el("place").disabled = !(t && t.lengthSeconds);
  el("place").max = t && t.lengthSeconds || 1;
  el("place").setAttribute("aria-valuetext", place(t));
  if (held !== "place") slide("place", t ? t.positionSeconds : 0, place(t));
}
// Shuffle, repeat and the queue, of a box that has them.
function showOrder(player) {
  el("order").hidden = !player;
  if (!player) return;
  el("shuffle").setAttribute("aria-pressed", String(player.shuffle));
  if (!isOwn("repeat")) el("repeat").value = player.repeats;
}
function showMusic(s) {
  const isPlayer = !(s.stems || s.instrument || s.stream);
  // A star while hands hold the value, the hand, and the kind of its pinch: the fingers' distance (spread) or the
  // wrist's height (fader).
  const star = name => s.control.held.includes(name) ? " *" + [s.control.heldBy, s.control.grip].map(of => (of || {})[name]).filter(Boolean).map(word => " " + word).join("") : "";
  for (const row of document.querySelectorAll(".track")) row.hidden = !isPlayer;
  showPlace(s.track);
  slide("speed", s.control.speed, s.control.speed.toFixed(2) + star("speed"));
  slide("pitch", s.control.pitchCents, Math.round(s.control.pitchCents) + " ct" + star("pitch"));
  el("level").value = s.audio.peakDB;
  says(el("vlevel"), Math.round(s.audio.peakDB) + " dB");
  el("autopause").setAttribute("aria-pressed", String(s.autoPause));
  el("handsoff").setAttribute("aria-pressed", String(s.control.handsOff));
  showOrder(isPlayer && s.player || null);
}
moves("speed", number => ({ command: "speed", number }));
moves("pitch", number => ({ command: "pitch", number }));
// The music goes to another place when the slider is let go, not on the way.
el("place").oninput = () => { held = "place"; says(el("vplace"), "to " + time(Number(el("place").value))); };
el("place").onchange = () => { held = null; send({ command: "seek", number: Number(el("place").value) }); };
el("home").onclick = () => send({ command: "home" });
el("autopause").onclick = () => send({ command: "autopause", flag: el("autopause").getAttribute("aria-pressed") !== "true" });
el("handsoff").onclick = () => send({ command: "hands", flag: el("handsoff").getAttribute("aria-pressed") === "true" });
el("shuffle").onclick = () => send({ command: "shuffle", flag: el("shuffle").getAttribute("aria-pressed") !== "true" });
el("repeat").onchange = () => { own.repeat = Date.now() + 500; send({ command: "repeat", text: el("repeat").value }); };
