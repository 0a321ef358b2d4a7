"""What the tests of the page's sections share: what stands between page and box while they give a status, and what holds for every control."""

# Controls that a screen reader could not name.
NAMELESS = """[...document.querySelectorAll('button,input,select,img,canvas,meter,progress,[role=img],[role=meter]')].filter(e =>
    !(e.textContent.trim() || e.alt || e.labels && e.labels.length || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby'))).length"""

# The box's own status comes ten times a second: it is kept away while the test gives one. What the page asks for is noted and answered here, because the box would refuse what its mode does not take.
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
