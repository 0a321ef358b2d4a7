#!/usr/bin/env python3
"""Makes the documents a site of static pages: out/site/index.html.

The site opens from disk. It follows the links of the README and copies their targets. Headless Chromium draws
Mermaid's diagrams, so that the pages need no script.

usage: make.py [FOLDER]   (default out/site; scripts/setup.sh docs installs the requirements; reads out/docc/data if
it exists)
"""
import fnmatch, functools, html, http.server, json, os, pathlib, re, shutil, sys, tempfile, threading, time, zipfile

sys.dont_write_bytecode = True
PROJECT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = PROJECT / ".runtime/docs"
sys.path[:0] = [str(PROJECT / "Tests/Page"), str(pathlib.Path(__file__).parent), *map(str, sorted(TOOLS.glob("m*.whl")))]
import api

GROUPS = (
    ("Start", ("README.md", "docs/pi.md", "docs/image.md", "CHANGELOG.md", "SECURITY.md")),
    ("Own a box", ("docs/owner/README.md", "docs/owner/*.md")),
    ("Reference", ("docs/reference/*.md",)),
    ("Design", ("docs/README.md", "docs/architecture.md", "docs/design/*.md", "docs/benchmarks.md", "scripts/models/README.md")),
    ("Take part", ("CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "lab/README.md")),
)


def address(page):
    """Returns the path of a page of the project within the site."""
    return re.sub(r"\.md$", ".html", re.sub(r"(^|/)README\.md$", r"\1index.md", page))


def moved(link, page):
    """Returns a page's link within the site, and its project file.

    An outer link has no file.
    """
    path, mark, part = link.partition("#")
    if "://" in link or link.startswith("mailto:") or not path:
        return link, None
    target = os.path.normpath(os.path.join(os.path.dirname(page), path))
    if not (PROJECT / target).is_file():
        raise SystemExit(f"site: {page} links to {link}, which is not a file")
    return os.path.relpath(address(target), os.path.dirname(address(page)) or ".") + mark + part, target


class Page:
    """A page with its HTML, title, diagrams and needed files."""

    def __init__(self, source):
        from markdown_it import MarkdownIt

        self.source, self.needs, self.diagrams, anchors = source, [], [], {}
        reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        reader.add_render_rule("table_open", lambda *_: '<div class="wide"><table>\n')
        reader.add_render_rule("table_close", lambda *_: "</table></div>\n")
        reader.add_render_rule("fence", lambda renderer, *given: self.fence(*given))
        tokens = reader.parse((PROJECT / source).read_text())
        self.title = next(after.content for token, after in zip(tokens, tokens[1:]) if token.type == "heading_open")
        for token, after in zip(tokens, tokens[1:] + [None]):
            if token.type == "heading_open":
                anchor = re.sub(r"[^\w\- ]", "", after.content.lower()).replace(" ", "-")
                anchors[anchor] = anchors.get(anchor, -1) + 1
                token.attrSet("id", f"{anchor}-{anchors[anchor]}" if anchors[anchor] else anchor)
            for part in token.children or []:
                for key in {"link_open": ["href"], "image": ["src"]}.get(part.type, []):
                    link, target = moved(part.attrGet(key), source)
                    part.attrSet(key, link)
                    self.needs += [target] if target else []
        self.body = reader.renderer.render(tokens, reader.options, {})

    def fence(self, tokens, index, options, env):
        token = tokens[index]
        if token.info != "mermaid":
            return f"<pre><code>{html.escape(token.content)}</code></pre>\n"
        self.diagrams.append(token.content)
        return f"<figure>@diagram {len(self.diagrams) - 1}@</figure>\n"


def drawn(sources):
    """Returns each diagram as two SVG texts, for light and dark paper."""
    from browser import Browser

    if not sources:
        return []
    with tempfile.TemporaryDirectory(prefix="gf-site-") as work:
        with zipfile.ZipFile(next(TOOLS.glob("nicegui-*.whl"))) as wheel:
            names = [name for name in wheel.namelist() if name.startswith("nicegui/elements/mermaid/dist/")]
            wheel.extractall(work, names)

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=f"{work}/nicegui/elements/mermaid/dist"))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = Browser(work)
        try:
            # The folder's list: a page that may load the module.
            browser.ask("Page.navigate", url=f"http://127.0.0.1:{server.server_port}/")
            end = time.monotonic() + 120
            while browser.value("location.protocol + document.readyState", patient=True) != "http:complete" and time.monotonic() < end:
                time.sleep(0.1)
            browser.value("import('/index.js').then(all => { window.mermaid = all.mermaid; return 1 })")
            return [tuple(in_theme(browser, source, f"d{i}{theme}", theme) for theme in ("default", "dark")) for i, source in enumerate(sources)]
        finally:
            browser.process.kill()
            browser.process.wait()
            server.shutdown()


def in_theme(browser, source, name, theme):
    chart = {"htmlLabels": False, "useMaxWidth": False}
    settings = {"startOnLoad": False, "theme": theme, "htmlLabels": False, "fontFamily": "sans-serif", "flowchart": chart, "state": chart}
    # Keep lines from showing through the text of an arrow.
    settings |= {"themeCSS": ".edgeLabel rect { opacity: 1 !important }", "themeVariables": {"edgeLabelBackground": "#222222" if theme == "dark" else "#eeeeee"}}
    svg = browser.value(f"mermaid.initialize({json.dumps(settings)}); mermaid.render({json.dumps(name)}, {json.dumps(source)}).then(made => made.svg)")
    width = float(re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+)', svg)[1])
    # Keep the text readable: in a narrow window the figure scrolls.
    return svg.replace("<svg ", f'<svg style="max-width:100%;min-width:{0.6 * width:.0f}px;height:auto" ', 1)


def ordered(pages):
    """Returns the groups of the page list, with their pages by name."""
    rest = list(pages)
    for title, patterns in GROUPS:
        group = []
        for pattern in patterns:
            group += sorted(page for page in rest if fnmatch.fnmatch(page, pattern) and page not in group) if "*" in pattern else [page for page in rest if page == pattern]
        yield title, group
        rest = [page for page in rest if page not in group]
    if rest:
        raise SystemExit(f"site: no group of pages has {', '.join(rest)}: add it to GROUPS in scripts/site/make.py")


def frame(title, body, place, groups):
    """Returns a whole page.

    - place: its address.
    - groups: titles with addresses and titles of their pages.
    """
    up = functools.partial(os.path.relpath, start=os.path.dirname(place) or ".")
    lists = ""
    for group, entries in groups:
        links = "".join(f'<li><a href="{up(to)}"{" aria-current=page" if to == place else ""}>{inline(name)}</a></li>' for to, name in entries)
        lists += f"<h2>{group}</h2><ul>{links}</ul>"
    name = re.sub(r"`", "", title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{html.escape(name if name == "GestureFlow" else name + " · GestureFlow")}</title><link rel="stylesheet" href="{up("site.css")}"></head>\n'
        f'<body><header><a href="{up("index.html")}">GestureFlow</a> <a href="#pages">Pages</a></header>\n<main>\n{body}</main>\n<nav id="pages" aria-label="Pages">{lists}</nav></body></html>\n')


def inline(text):
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))


def main(target):
    pages, copies = {}, set()
    wanted = [str(path.relative_to(PROJECT)) for path in [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]]
    while wanted:
        source = wanted.pop(0)
        if source not in pages:
            pages[source] = Page(source)
            wanted += [need for need in pages[source].needs if need.endswith(".md")]
            copies.update(need for need in pages[source].needs if not need.endswith(".md"))
    shutil.rmtree(target, ignore_errors=True)
    diagrams = iter(drawn([diagram for page in pages.values() for diagram in page.diagrams]))
    groups = [(title, [(address(page), pages[page].title) for page in group]) for title, group in ordered(pages)]
    if (data := PROJECT / "out/docc/data").is_dir():
        groups = [(title, entries + [("api/index.html", "Swift API")] * (title == "Reference")) for title, entries in groups]
        for place, title, body in api.Reference(data).pages():
            (target / "api" / place).parent.mkdir(parents=True, exist_ok=True)
            (target / "api" / place).write_text(frame(title, body, f"api/{place}", groups))
    for source, page in pages.items():
        for number, (light, dark) in enumerate(next(diagrams) for _ in page.diagrams):
            page.body = page.body.replace(f"@diagram {number}@", f'<div class="light">{light}</div><div class="dark">{dark}</div>')
        place = target / address(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(frame(page.title, page.body, address(source), groups))
    for copy in [*copies]:
        (target / copy).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROJECT / copy, target / copy)
    shutil.copyfile(pathlib.Path(__file__).with_name("site.css"), target / "site.css")
    print(f"site: {len(pages)} pages in {target}: open {target}/index.html")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "out/site")
