// The camera's picture. One at a time: a slow line gets fewer of them.
let picture = 0;
async function takePicture(r) {
  const url = URL.createObjectURL(await r.blob()), image = el("picture"), old = image.src;
  image.src = url;
  try {
    await image.decode();
    // Frets lie where hands are in a picture of any shape.
    el("view").style.aspectRatio = image.naturalWidth + " / " + image.naturalHeight;
    image.hidden = false;
    el("noPicture").hidden = true;
    picture += 1;
    image.dataset.count = picture;
  } catch {}
  if (old.startsWith("blob:")) URL.revokeObjectURL(old);
}
// Without a camera there is a reason in its place, and no broken image.
function missPicture(reason) {
  el("picture").hidden = true;
  el("noPicture").hidden = false;
  says(el("noPicture"), reason);
}
async function look() {
  let wait = 150;
  if (!document.hidden) {
    try {
      const r = await fetch("/v1/frame.jpg?width=320");
      if (r.ok) await takePicture(r);
      else {
        const a = await r.json();
        // After a restart of the box its page asks for a code again.
        if (a.type === "unpaired") return location.reload();
        missPicture(a.detail);
        wait = 1000;
      }
    } catch { wait = 1000; }
  }
  setTimeout(look, wait);
}
look();
