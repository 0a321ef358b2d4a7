// The last camera frame. The page asks for one at a time, so a slow line gets fewer.
let frameCount = 0;
async function takeFrame(r) {
  const url = URL.createObjectURL(await r.blob()), image = el("frame"), old = image.src;
  image.src = url;
  try {
    await image.decode();
    // Frets lie where hands are in a frame of any shape.
    el("view").style.aspectRatio = image.naturalWidth + " / " + image.naturalHeight;
    image.hidden = false;
    el("noFrame").hidden = true;
    frameCount += 1;
    image.dataset.count = frameCount;
  } catch {}
  if (old.startsWith("blob:")) URL.revokeObjectURL(old);
}
// Without a camera there is a reason in its place, and no broken image.
function missFrame(reason) {
  el("frame").hidden = true;
  el("noFrame").hidden = false;
  says(el("noFrame"), reason);
}
async function look() {
  let wait = 150;
  if (!document.hidden) {
    try {
      const r = await fetch("/v1/frame.jpg?width=320");
      if (r.ok) await takeFrame(r);
      else {
        const a = await r.json();
        // After a restart of the box its page asks for a code again.
        if (a.type === "unpaired") return location.reload();
        missFrame(a.detail);
        wait = 1000;
      }
    } catch { wait = 1000; }
  }
  setTimeout(look, wait);
}
look();
