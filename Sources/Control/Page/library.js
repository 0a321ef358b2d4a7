// The lists: tracks, in mode stems the stem sets, and the queue. The page asks the box only while a list is open.
const PER_PAGE = 50;
const library = { ask: 0, mode: "", size: "", hasQueue: false, current: null, queued: -1 };
const under = (title, ...words) => [title, part("small", { textContent: words.filter(Boolean).join(" - ") })];

function makeTrack(t) {
  const choose = part("button", { className: "choose" }, ...under(t.title, t.artist, t.album, t.lengthSeconds && time(t.lengthSeconds)));
  choose.dataset.path = t.path;
  choose.onclick = () => send({ command: "select", text: t.path });
  const line = part("li", {}, choose);
  if (library.hasQueue) line.append(part("button", { textContent: "Queue", ariaLabel: "Queue " + t.title, onclick: () => send({ command: "queue", text: t.path }) }));
  return line;
}
function makeSet(set) {
  const choose = part("button", { className: "choose" }, ...under(set.name, set.key, set.tempoBPM && Math.round(set.tempoBPM) + " BPM", set.channels.map(c => c.name).join(", ")));
  choose.onclick = () => send({ command: "select", text: set.path });
  return part("li", {}, choose);
}
async function askLibrary(search, offset) {
  if (!stems) return get("/v1/library?limit=" + PER_PAGE + "&offset=" + offset + "&search=" + encodeURIComponent(search));
  const words = search.toLowerCase();
  return (await get("/v1/library/stems")).filter(set => (set.name + " " + set.folder).toLowerCase().includes(words));
}
async function findMusic(more) {
  const mine = ++library.ask, search = el("search").value.trim(), list = el("found"), isSets = !!stems;
  try {
    const answer = await askLibrary(search, more ? list.children.length : 0);
    // A later question has an answer of its own.
    if (mine !== library.ask) return;
    const lines = answer.map(isSets ? makeSet : makeTrack);
    if (more) list.append(...lines); else list.replaceChildren(...lines);
    el("more").hidden = isSets || answer.length < PER_PAGE;
    const count = list.children.length, noun = isSets ? "stem set" : "track";
    says(el("libraryWords"), count ? count + " " + noun + (count === 1 ? "" : "s") + (el("more").hidden ? "" : ", and there are more") : search ? "No " + noun + " has these words" : "There is no " + noun);
    markCurrent();
  } catch (e) {
    if (mine !== library.ask) return;
    list.replaceChildren();
    el("more").hidden = true;
    says(el("libraryWords"), e.message);
  }
}
function markCurrent() {
  for (const b of el("found").querySelectorAll("[data-path]")) b.setAttribute("aria-current", String(b.dataset.path === library.current));
}
function makeQueued(t) {
  const words = t.number + ". " + t.title;
  const remove = part("button", { textContent: "Remove", ariaLabel: "Remove " + words, onclick: () => send({ command: "queueRemove", number: t.number }) });
  return part("li", {}, part("span", { className: "choose" }, ...under(words, t.artist, t.missing && "its stick is not there")), remove);
}
async function showQueue() {
  try { el("queued").replaceChildren(...(await get("/v1/queue")).map(makeQueued)); } catch (e) { answer(e.message); }
}
function showLibrary(s) {
  const isSets = !!s.stems, isPlayer = !(s.stems || s.instrument || s.stream), size = s.library ? s.library.tracks + " " + s.library.stemSets : "";
  el("library").hidden = !s.library || !(isSets || isPlayer);
  says(el("libraryTitle"), isSets ? "Choose a stem set" : "Choose music");
  const isOther = library.mode !== s.mode || library.hasQueue !== !!s.player;
  // While a stick is read, the list grows every second: it must not move under a reader.
  const isRead = el("found").children.length >= PER_PAGE || el("found").contains(document.activeElement);
  const isNew = isOther || (library.size !== size && !isRead);
  Object.assign(library, { mode: s.mode, size, hasQueue: !!s.player });
  if (isNew && el("library").open && !el("library").hidden) findMusic();
  const current = s.track ? s.track.path : null;
  if (library.current !== current) { library.current = current; markCurrent(); }
  const queued = isPlayer && s.player ? s.player.queued : 0;
  el("queue").hidden = !(isPlayer && s.player);
  says(el("queueTitle"), "Queue (" + queued + ")");
  if (library.queued !== queued) { library.queued = queued; if (el("queue").open) showQueue(); }
}
let typing = 0;
el("search").oninput = () => { clearTimeout(typing); typing = setTimeout(findMusic, 300); };
el("library").ontoggle = () => { if (el("library").open) findMusic(); };
el("more").onclick = () => findMusic(true);
el("queue").ontoggle = () => { if (el("queue").open) showQueue(); };
el("queueClear").onclick = () => send({ command: "queueClear" });
