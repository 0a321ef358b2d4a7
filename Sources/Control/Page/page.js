// Tools of all parts of the page, and the status.
const el = id => document.getElementById(id);
const time = s => Math.floor(s / 60) + ":" + String(Math.floor(s % 60)).padStart(2, "0");
let last = 0, held = null, stems = null;

function says(e, text) { if (e.textContent !== text) e.textContent = text; }
function part(tag, fields, ...children) {
  const e = Object.assign(document.createElement(tag), fields);
  e.append(...children);
  return e;
}
function fill(list, lines, none) {
  list.replaceChildren(...(lines.length ? lines : [none]).map(textContent => part("li", { textContent })));
}
function slide(id, value, text) {
  // A slider under the finger is not pulled away from it.
  if (held !== id) el(id).value = value;
  says(el("v" + id), text);
}
const answer = text => { says(el(stems ? "stemsAnswer" : stream ? "streamAnswer" : "musicAnswer"), text); };
async function get(path) {
  let r;
  try { r = await fetch(path); } catch { throw new Error("the box does not answer"); }
  if (!r.ok) throw new Error((await r.json()).detail);
  return r.json();
}
// - where: takes the reason of a refusal, or the empty text.
async function send(body, where = answer) {
  where("");
  try {
    const r = await fetch("/v1/commands", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const a = await r.json();
    if (!r.ok) where(a.detail);
    return r.ok;
  } catch { where("the box does not answer"); return false; }
}
// Sends the newest place of a slider once the box has answered the one before.
const sending = {};
function moves(id, ask, where) {
  el(id).oninput = async () => {
    held = id;
    const isBusy = id in sending;
    sending[id] = ask(Number(el(id).value));
    if (isBusy) return;
    while (sending[id]) { const next = sending[id]; sending[id] = null; await send(next, where); }
    delete sending[id];
  };
  el(id).onchange = () => { held = null; };
}
// Asks a person before what cannot be taken back.
function sure(words, yes) {
  const box = el("sure");
  says(el("sureWords"), words);
  says(el("sureYes"), yes);
  box.returnValue = "no";
  box.showModal();
  return new Promise(done => { box.onclose = () => done(box.returnValue === "yes"); });
}

function show(s) {
  last = Date.now();
  document.body.classList.remove("gone");
  showStems(s.stems || null);
  showInstrument(s);
  showStream(s);
  showBar(s);
  showProblems(s.problems);
  showUpdate(s.update);
  showHands(s);
  showSheet(s);
  showMusic(s);
  showLibrary(s);
  showFiles(s);
  showBox(s);
  showFigures(s);
}
function showProblems(problems) {
  const now = JSON.stringify(problems);
  if (now === el("problems").dataset.lines) return;
  el("problems").dataset.lines = now;
  fill(el("problems"), problems, "none");
  document.querySelector("main").classList.toggle("ill", problems.length > 0);
}
// An update of the firmware image. Its failure is among the problems.
function showUpdate(u) {
  const version = u && u.version ? "version " + u.version : "an update";
  const words = { offered: () => "An update is on stick " + u.stick + ": hold PLAY for 3 s to install it", installing: () => "Installs " + version + ": " + (u.percent || 0) + " %", installed: () => "Installed " + version + ": hold PLAY for 3 s, or run gfctl update restart" };
  el("update").hidden = !u || !words[u.step];
  if (el("update").hidden) return;
  says(el("updateWords"), words[u.step]());
  el("updateBar").hidden = u.step !== "installing";
  el("updateBar").value = u.percent || 0;
}
function showHands(s) {
  const holders = Object.entries(s.control.heldBy || {}).map(([name, side]) => side + (side === "both" ? " hold " : " holds ") + name + "; ").join("");
  const seen = s.tracker.hands.map(h => h.handedness + " hand, " + h.fingers + (h.fingers === 1 ? " finger" : " fingers")).join("; ");
  says(el("hands"), (s.control.handsOff ? "hands mean nothing until both fists are held for a second; " : holders) + (seen || "no hands"));
}
function showFigures(s) {
  const figures = [s.camera.framesPerSecond.toFixed(1) + " frames/s", "hands in " + s.tracker.wholeMs.p50.toFixed(1) + " ms", "sound after " + s.tracker.captureToParameterMs.p50.toFixed(1) + " ms",
    "load " + s.audio.loadP99Percent.toFixed(0) + " %", "xruns " + s.audio.xruns, Math.round(s.memoryMB) + " MB"];
  if (!el("figures").children.length) el("figures").append(...figures.map(() => part("span")));
  for (const [i, text] of figures.entries()) says(el("figures").children[i], text);
}

document.addEventListener("keydown", e => {
  if (["INPUT", "SELECT"].includes(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey || el("sure").open) return;
  if (e.key === " " && !["BUTTON", "SUMMARY"].includes(e.target.tagName)) { e.preventDefault(); transport("toggle"); }
  if (e.key === "n") transport("next");
  if (e.key === "p") transport("prev");
  if (stems && stems.channels.some(c => String(c.number) === e.key)) send({ command: "channel", number: Number(e.key) });
});
