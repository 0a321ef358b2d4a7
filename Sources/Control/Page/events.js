// Events in words, and the stream that brings them.
const POSES = { fist: "a fist", open: "an open hand", pointing: "a pointing finger", peace: "a peace sign", thumbsUp: "a thumb up", ok: "an ok sign", pinch: "a pinch" };
const VALUES = { speed: "the speed", pitch: "the pitch", volume: "the volume", filter: "the filter", level: "the volume of a channel", roll: "the pitch of a channel", loop: "a loop" };
const PARTS = { starting: "starts", running: "works", degraded: "works with a problem", failed: "has failed", off: "is off" };
const PLAYBACK = { playing: "plays", paused: "is paused", stopped: "is stopped", waiting: "waits for sound", starved: "has too little sound" };
const CAPTURES = { began: "has begun", ended: "has ended", removed: "is deleted" };
const LICENCES = { notNeeded: "No licence is needed", none: "No licence is installed", valid: "The licence is valid", refused: "No licence is valid" };
const PRESSES = { click: "pressed", doubleClick: "pressed twice", hold: "held", longHold: "held for three seconds" };
const side = d => d.handedness ? d.handedness[0].toUpperCase() + d.handedness.slice(1) + " hand" : "A hand";
// The last word of a value, and the words before it.
const split = value => { const at = value.lastIndexOf(" "); return [value.slice(0, at), value.slice(at + 1)]; };
function region(value) {
  const [channel, start, end] = value.split(" ");
  return { channel, isWhole: start === "0" && end === "4", words: "quarters " + (Number(start) + 1) + " to " + end };
}
const HAPPENINGS = {
  trackChanged: (d, v) => "Plays " + v,
  gestureBegan: (d, v) => side(d) + ": " + (POSES[v] || v),
  gestureHeld: (d, v) => side(d) + " held " + (POSES[v] || v),
  controlEngaged: (d, v) => (d.handedness ? side(d) + " holds " : "Hands hold ") + (VALUES[v] || v),
  controlReleased: (d, v) => (d.handedness ? side(d) + " lets " : "Hands let ") + (VALUES[v] || v) + " go",
  hands: (d, v) => v === "off" ? "Hands are off: gestures mean nothing" : "Hands are on again",
  handsSwapped: (d, v) => v === "off" ? "Hands have their own roles again" : "Hands have exchanged roles",
  home: () => "Back to the original",
  handsPresent: () => "Hands are there",
  handsAbsent: () => "Hands are gone",
  stickAppeared: (d, v) => "Stick " + v + " is there",
  stickGone: (d, v) => "Stick " + v + " is gone",
  mediaLost: () => "The stick of this music is gone: put it back in",
  part: (d, v) => { const [name, state] = split(v); return "Part " + name + " " + (PARTS[state] || state); },
  button: (d, v) => { const [name, press] = split(v); return "Button " + name.toUpperCase() + " " + (PRESSES[press] || press); },
  refused: (d, v) => "Refused: " + v,
  autoPause: (d, v) => "Auto-pause is " + v,
  configuration: (d, v) => "Settings: " + v,
  channelSelected: (d, v) => "Channel " + v + " is selected",
  muteAsked: (d, v) => "Channel " + v + ": a hand turns mute on or off",
  soloAsked: (d, v) => "Channel " + v + ": a hand turns solo on or off",
  loopPending: (d, v) => { const r = region(v); return "Channel " + r.channel + ": " + (r.isWhole ? "the loop ends" : r.words + " repeat") + " from the next bar on"; },
  loopDropped: (d, v) => "Channel " + region(v).channel + ": the waiting loop is dropped",
  loopApplied: (d, v) => { const r = region(v); return "Channel " + r.channel + ": " + (r.isWhole ? "all of it plays" : r.words + " repeat"); },
  stemSet: (d, v) => "Stem set " + v,
  streamChanged: (d, v) => { const [name, state] = split(v); return v ? "Source " + name + " " + (PLAYBACK[state] || state) : "No source is there"; },
  streamUnheeding: (d, v) => "Source " + v + " plays on after requests to pause, mute and stop: stop it at the player",
  sound: (d, v) => "Sound " + v,
  capture: (d, v) => "Recording " + v.replace(/^(began|ended|removed) (.*)/, (all, what, name) => name + " " + CAPTURES[what]),
  licence: (d, v) => LICENCES[v] || "Licence: " + v,
  test: (d, v) => "Test: " + v,
  testEnded: (d, v) => v ? "The test has found a problem: " + v : "The test is over, without a problem",
  update: (d, v) => ({ offered: "An update waits for PLAY", requested: "The update is being installed", installed: "An update is installed", restarts: "The box restarts with the update" }[v] || "An update was rejected"),
  panic: () => "All notes off",
};
const kinds = Object.keys(HAPPENINGS), SHOWN_EVENTS = 8;
const happened = [];
function happens(type, d) {
  happened.unshift(new Date().toLocaleTimeString() + "  " + HAPPENINGS[type](d, d.value || ""));
  happened.length = Math.min(happened.length, SHOWN_EVENTS);
  // Lines keep their places and change their words.
  for (const [i, text] of happened.entries()) says(el("events").children[i], text);
}
el("events").append(...Array.from({ length: SHOWN_EVENTS }, () => part("li")));

// All tabs share one stream: a browser has six connections for the box, and commands need some of them. The tab that
// was shown last listens and tells the others; when it closes, another one takes its place. A browser without locks or
// channels has a stream for each tab that is shown.
let tabs = null;
// In a browser that keeps nothing for this page both may exist and refuse.
try { if (window.BroadcastChannel && navigator.locks) tabs = new BroadcastChannel("gestureflow"); } catch {}
let source = null, waitsInLine = null;
function hear(type, text) {
  const d = JSON.parse(text);
  if (type === "status") show(d); else happens(type, d);
}
function deafen() { if (source) source.close(); source = null; }
function listen() {
  deafen();
  source = new EventSource("/v1/events?types=status," + kinds.join(","));
  for (const type of ["status", ...kinds]) source.addEventListener(type, e => { hear(type, e.data); if (tabs) tabs.postMessage([type, e.data]); });
}
async function holdStream(options) {
  try {
    await navigator.locks.request("gestureflow-events", options, () => { listen(); return new Promise(() => {}); });
  } catch (e) {
    // Given up for the lock itself, or taken by another tab.
    if (options.signal && options.signal.aborted) return;
    deafen();
    if (e.name !== "AbortError") {
      tabs = null;
      if (!document.hidden) listen();
      return;
    }
    waitForStream();
  }
}
function waitForStream() { waitsInLine = new AbortController(); holdStream({ signal: waitsInLine.signal }); }
function takeStream() {
  if (!tabs) return listen();
  if (source) return;
  if (waitsInLine) waitsInLine.abort();
  holdStream({ steal: true });
}
if (tabs) tabs.onmessage = e => hear(...e.data);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) { last = Date.now(); takeStream(); } else if (!tabs) deafen();
});
if (!document.hidden) takeStream(); else if (tabs) waitForStream();
setInterval(() => {
  if (Date.now() - last > 1500) {
    document.body.classList.add("gone");
    if (el("state").textContent !== "the box does not answer") { el("state").textContent = "the box does not answer"; el("state").className = "lost"; }
    // The browser gives up on a stream whose server was away. A tab that listens to another tab's stream waits longer,
    // and takes it over when it is shown.
    const isLost = Date.now() - last > 3000 && source && source.readyState === 2 || Date.now() - last > 8000;
    if (isLost && (source || !document.hidden)) { last = Date.now() - 2000; if (source) listen(); else takeStream(); }
  }
}, 500);
