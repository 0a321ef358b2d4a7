// The box itself: its licence, its settings by the table of the configuration, and switching it off.
const boxAnswer = text => says(el("boxAnswer"), text);
// A value as people write it: a text without its quotation marks.
function plainValue(toml) {
  if (!/^".*"$/s.test(toml)) return toml;
  return toml.slice(1, -1).replace(/\\(["\\])/g, "$1");
}
// A person's input in TOML syntax, as gfctl writes it.
function writtenValue(entry, text) {
  if (!entry.defaultValue.startsWith('"') || /^["']/.test(text)) return text;
  if (entry.takesNumbersToo && /^[0-9+.-]/.test(text)) return text;
  return '"' + text.replace(/\\/g, "\\\\").replace(/"/g, '\\"') + '"';
}
// The words that a key takes, if it takes only words.
function choicesOf(entry) {
  if (["true", "false"].includes(entry.defaultValue)) return ["true", "false"];
  return /^one of "[^"]*"(, "[^"]*")+$/.test(entry.allowed) ? entry.allowed.slice(7).split(", ").map(plainValue) : null;
}
function makeInput(entry, id) {
  const choices = choicesOf(entry);
  if (!choices) return part("input", { id, type: "text", autocomplete: "off", spellcheck: false });
  return part("select", { id }, ...choices.map(value => part("option", { value, textContent: value || "(none)" })));
}
function makeKey(entry) {
  const id = "key-" + entry.key, input = makeInput(entry, id), reset = part("button", { textContent: "Default", ariaLabel: "Default of " + entry.key });
  const row = part("tr", {}, part("th", { scope: "row" }, part("label", { htmlFor: id, textContent: entry.key })), part("td", {}, input, reset, part("p", { className: "refusal", role: "alert" })),
    part("td", {}, part("small", { textContent: "Takes " + entry.allowed + ". Default: " + (plainValue(entry.defaultValue) || "(empty)") + "." + (entry.live ? "" : " Counts from the next start.") })));
  row.dataset.key = entry.key;
  input.onchange = () => setKey(row, writtenValue(entry, input.value.trim()));
  reset.onclick = () => setKey(row, entry.defaultValue);
  return row;
}
function showKey(row, entry) {
  const input = row.querySelector("input, select");
  if (input !== document.activeElement && row.querySelector(".refusal").textContent === "") input.value = plainValue(entry.value);
  row.classList.toggle("changed", entry.value !== entry.defaultValue);
  row.querySelector("button").hidden = entry.value === entry.defaultValue;
}
async function setKey(row, value) {
  const refusal = row.querySelector(".refusal");
  let words = "the box does not answer";
  try {
    const r = await fetch("/v1/config", { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key: row.dataset.key, value }) }), a = await r.json();
    words = r.ok ? "" : a.detail;
    if (r.ok) says(el("keyWords"), a.done);
  } catch {}
  says(refusal, words);
  if (!words) takeConfig();
}
// - isFirst: asked for by the page itself, which shows no error that a person did not ask for.
async function takeConfig(isFirst) {
  try {
    const config = await get("/v1/config"), rows = el("keyRows");
    takeHandSettings(config.entries);
    if (!el("keys").open) return;
    if (rows.children.length !== config.entries.length) rows.replaceChildren(...config.entries.map(makeKey));
    for (const [i, entry] of config.entries.entries()) showKey(rows.children[i], entry);
    el("configErrors").replaceChildren(...config.errors.map(textContent => part("li", { textContent })));
    filterKeys();
  } catch (e) { if (!isFirst) boxAnswer(e.message); }
}
function filterKeys() {
  const words = el("keySearch").value.trim().toLowerCase();
  for (const row of el("keyRows").children) row.hidden = !row.textContent.toLowerCase().includes(words);
}
let knowsConfig = false;
function showBox(s) {
  says(el("licence"), "Tier " + s.tier + (s.licence ? ". Licence: " + s.licence.text : ""));
  if (!knowsConfig) { knowsConfig = true; takeConfig(true); }
}
el("keys").ontoggle = () => { if (el("keys").open) takeConfig(); };
el("keySearch").oninput = filterKeys;
el("off").onclick = async () => {
  if (await sure("Switch the box off? To switch it on again, a person must be beside it.", "Switch off")) send({ command: "shutdown" }, boxAnswer);
};
