// The gestures of the present mode. `{playing}` is the right hand and `{other}` the left one, or the reverse
// (gestures.hands).
const COMMANDS = { nextTrack: "next track", previousTrack: "previous track", togglePlay: "play or pause", songFilter: "takes the filter: lift it for fewer lows, lower it for fewer highs" };
// The poses that may be bound to commands, with the modes in which they are free; the mode that has a filter, and the
// names of a track in other modes.
const BOUND = [["peace", "peace sign", "player stream"], ["thumbs-up", "thumb up", "player instrument theremin stream"], ["fist", "fist", "player stems stream"], ["ok", "ok sign", "player stream"], ["pointing", "index finger up", "player stream"]];
const FILTERED = ["player"], TRACK = { stems: "set", instrument: "sound", theremin: "sound" };
const HOME = ["one fist upright for 1.5 s", "back to the original"], REST = ["both fists upright and still for 1 s", "hands mean nothing, or count again"];
const VOLUME = ["both hands open and still for 0.3 s, then apart or together", "volume"];
// The page has a button for each mode of these sheets, in their order, which is that of the MODE button.
const SHEETS = {
  player: [["pinch with the {playing} hand, then lift or lower it", "pitch"], ["pinch with the {other} hand, then lift or lower it", "speed"], VOLUME, ["open the whole hand", "lets go; the value stays"], "bound", HOME, REST],
  stems: [["{other} hand: one to four fingers up for a second, thumb folded", "selects that channel"], ["{playing} hand open and still, then lift or lower it", "volume of the channel"], ["{playing} hand open and still, then roll it about the wrist", "pitch of the channel"],
    ["close the hand", "lets go"], ["thumb up for 0.8 s, once or twice", "mute or solo"], ["both index fingers at one height for 0.3 s", "the part between them repeats"], "bound", HOME, REST],
  instrument: [["open a hand", "the note of its height begins"], ["lift or lower it", "the next note"], ["more fingers", "a stronger note"], ["spread the fingers", "more vibrato or tremolo"], ["roll it about the wrist", "bends the note, where bends are on"],
    ["come nearer", "brighter"], ["close it, or take it away", "the note ends"], "bound", REST],
  theremin: [["open the {playing} hand, then lift or lower it", "a tone and its pitch"], ["lift or lower the {other} hand", "volume"], ["fist with the {other} hand", "silence, until it opens"], ["fist with the {playing} hand, or take it away", "the tone ends"],
    ["play with one hand", "its height is the pitch, how far it is open the volume"], "bound", REST],
  stream: [["one hand open and still for 0.3 s, then lift or lower it", "volume"], VOLUME, ["close the hand", "lets go; the volume stays"], "bound", ["pinch with the {playing} hand, then lift or lower it", "pitch, of a pipe"], REST],
};
const ONE_HAND = {
  player: [["pinch, then lift or lower it", "pitch"], ["pinch, then move it to your right", "faster; to your left slower"], ["open and still for 0.3 s, then lift or lower it", "volume"], "bound", HOME, REST],
  stems: [["one to four fingers up for a second, thumb folded", "selects that channel"], ["open with the thumb out, then lift or roll it", "volume or pitch"], ["thumb up for 0.8 s, once or twice", "mute or solo"], "bound", HOME, REST],
  theremin: [["open the hand", "a tone; its height is the pitch, how far it is open the volume"], ["fist, or take it away", "the tone ends"], "bound", REST],
  stream: [["open and still for 0.3 s, then lift or lower it", "volume"], ["close the hand", "lets go; the volume stays"], "bound", ["pinch, then lift or lower it", "pitch, of a pipe"], REST],
};
// The hands' settings: asked for once, and again when a setting is changed here.
const handSettings = { hands: "both", hold: "0.8", poses: { peace: "nextTrack" } };
function takeHandSettings(entries) {
  const value = key => plainValue((entries.find(e => e.key === "gestures." + key) || { value: "" }).value);
  handSettings.hands = value("hands");
  handSettings.hold = value("hold");
  handSettings.poses = Object.fromEntries(BOUND.map(([key]) => [key, value(key)]));
  sheetNow();
}
const deed = (mode, command) => command !== "songFilter" || FILTERED.includes(mode) ? (COMMANDS[command] || "").replace("track", TRACK[mode] || "track") : "";
const boundGestures = mode => BOUND.filter(([key, words, modes]) => modes.split(" ").includes(mode) && deed(mode, handSettings.poses[key])).map(([key, words]) => [words + " for " + handSettings.hold + " s", deed(mode, handSettings.poses[key])]);
function sheetOf(mode) {
  const { hands } = handSettings, rows = hands === "one" && ONE_HAND[mode] || SHEETS[mode] || [];
  const [playing, other] = hands === "swapped" ? ["left", "right"] : ["right", "left"];
  return rows.flatMap(row => row === "bound" ? boundGestures(mode) : [row]).map(row => row.map(text => text.replace("{playing}", playing).replace("{other}", other)));
}
function sheetNow(mode = el("gestures").dataset.mode) {
  const list = el("gestures"), now = mode + JSON.stringify(handSettings);
  if (!mode || list.dataset.now === now) return;
  Object.assign(list.dataset, { mode, now });
  says(el("sheetTitle"), "Gestures in mode " + mode);
  list.replaceChildren(...sheetOf(mode).map(([gesture, effect]) => part("tr", {}, part("td", { textContent: gesture }), part("td", { textContent: effect }))));
}
const showSheet = s => sheetNow(s.mode);
