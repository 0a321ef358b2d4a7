// Files: music that is sent to the box, and captures that come from it.
const waits = [], imported = new Map();
let isSending = false;

function upload(file, line) {
  const bar = part("progress", { max: 1, value: 0, ariaLabel: "Sending " + file.name }), words = part("small", { textContent: "0 %" });
  line.append(bar, words);
  const request = new XMLHttpRequest(), ends = text => { bar.remove(); says(words, text); };
  request.open("POST", "/v1/imports?name=" + encodeURIComponent(file.name) + "&modified=" + Math.max(0, Math.floor(file.lastModified / 1000)));
  request.upload.onprogress = e => { bar.value = e.loaded / e.total; says(words, Math.round(e.loaded / e.total * 100) + " % sent"); };
  return new Promise(done => {
    request.onload = () => {
      let a = {};
      try { a = JSON.parse(request.responseText); } catch {}
      if (request.status === 202) { ends("sent; the box imports it"); imported.set(a.file, words); } else ends(a.detail || "the box did not take it");
      done();
    };
    request.onerror = () => { ends("the box does not answer"); done(); };
    request.send(file);
  });
}
async function sendFiles() {
  if (isSending) return;
  isSending = true;
  while (waits.length) { const [file, line] = waits.shift(); await upload(file, line); }
  isSending = false;
}
function takeFiles(files) {
  el("imports").open = true;
  for (const file of files) {
    const line = part("li", { textContent: file.name });
    el("sent").append(line);
    waits.push([file, line]);
  }
  sendFiles();
}
function showImports(library) {
  el("imports").hidden = !library;
  if (!library) return;
  const now = library.importProgress == null ? "" : ", " + Math.round(library.importProgress * 100) + " % of this one";
  says(el("importWords"), library.importsWaiting ? library.importsWaiting + (library.importsWaiting === 1 ? " file is" : " files are") + " being imported" + now : "M4A, films and all that ffmpeg reads, 8 GB at most");
  for (const result of library.importResults) {
    if (!imported.has(result.file)) continue;
    says(imported.get(result.file), result.failure || "can be played now");
    imported.delete(result.file);
  }
}

function makeCapture(c) {
  const words = Math.max(0.1, c.bytes / 1e6).toFixed(1) + " MB" + (c.open ? ", is being written" : "");
  const link = part("a", { href: "/v1/captures/" + encodeURIComponent(c.name), download: c.name, textContent: c.name });
  const line = part("li", {}, part("span", {}, link, part("small", { textContent: words })));
  if (!c.open) line.append(part("button", { textContent: "Delete", ariaLabel: "Delete " + c.name, onclick: () => removeCapture(c.name) }));
  return line;
}
async function removeCapture(name) {
  if (await sure("Delete the recording " + name + "? It cannot be brought back.", "Delete") && await send({ command: "captureRemove", text: name })) listCaptures();
}
async function listCaptures() {
  try { el("kept").replaceChildren(...(await get("/v1/captures")).map(makeCapture)); } catch (e) { answer(e.message); }
}
function showCapture(c) {
  el("captures").hidden = el("capture").hidden = !c;
  if (!c) return;
  const isOn = c.state === "on", now = c.state + " " + c.name;
  says(el("capture"), isOn ? "Recording: " + c.name + ", " + time(c.seconds) : c.problem || "");
  says(el("record"), isOn ? "Stop recording" : "Record");
  el("record").setAttribute("aria-pressed", String(isOn));
  if (el("kept").dataset.now === now) return;
  el("kept").dataset.now = now;
  if (el("captures").open) listCaptures();
}
function showFiles(s) {
  showImports(s.library);
  showCapture(s.capture);
}
el("record").onclick = () => send({ command: el("record").getAttribute("aria-pressed") === "true" ? "captureStop" : "captureStart" });
el("captures").ontoggle = () => { if (el("captures").open) listCaptures(); };
el("file").onchange = () => { takeFiles(el("file").files); el("file").value = ""; };
// A file that falls beside its place would else replace the page.
const bringsFiles = e => e.dataTransfer && [...e.dataTransfer.types].includes("Files") && !el("imports").hidden;
document.addEventListener("dragover", e => { if (bringsFiles(e)) { e.preventDefault(); el("drop").classList.add("over"); } });
document.addEventListener("dragleave", e => { if (!e.relatedTarget) el("drop").classList.remove("over"); });
document.addEventListener("drop", e => {
  if (!bringsFiles(e)) return;
  e.preventDefault();
  el("drop").classList.remove("over");
  takeFiles(e.dataTransfer.files);
});
