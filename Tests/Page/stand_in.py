"""Shares code of the page tests that replace the box's status.

It intercepts the traffic between page and box, and has rules for every control.
"""

# Controls that a screen reader could not name.
NAMELESS = """[...document.querySelectorAll('button,input,select,img,canvas,meter,progress,[role=img],[role=meter]')].filter(e =>
    !(e.textContent.trim() || e.alt || e.labels && e.labels.length || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby'))).length"""

# The box's own status comes ten times a second: it is kept away while the test sets one. The page's requests are
# recorded and answered here, because the box would reject those that its mode does not take.
TAKE_OVER = """fetch('/v1/status').then(r => r.json()).then(s => {
    source.close(); last = Date.now() + 1e9;
    Object.assign(window, { live: s, asked: [], through: fetch, refusal: null, camera: null });
    window.fetch = async (path, how) => {
      if (camera && path.startsWith('/v1/frame.')) return new Response(camera);
      if (path !== '/v1/commands') return through(path, how);
      asked.push(JSON.parse(how.body));
      return refusal ? new Response(JSON.stringify({ detail: refusal }), { status: 409 }) : new Response('{}');
    } })"""
HAND_BACK = "fetch = through; last = Date.now(); listen()"
