"""Makes static pages of DocC's data.

Each module has a page. Each type has a page with its members and the types inside it.
"""
import html, json, os, urllib.parse

# Members that types have by protocols of the standard library.
LEFT_OUT = ("Default Implementations",)


class Reference:
    def __init__(self, data):
        self.symbols = {}
        for path in sorted((data / "documentation").rglob("*.json")):
            symbol = json.loads(path.read_text())
            if symbol["metadata"].get("role") != "collectionGroup":
                self.symbols[symbol["identifier"]["url"]] = symbol

    @staticmethod
    def place(url):
        """Returns the page of a symbol within api/, and its place there."""
        module, *names = url.split("/documentation/")[1].split("/")
        return f"{'/'.join([module, *names[:1]])}.html", ".".join(names[1:])

    def link(self, url, text, page):
        if url not in self.symbols:
            return text
        to, part = self.place(url)
        way = os.path.relpath(to, os.path.dirname(page) or ".") if to != page else ""
        return f'<a href="{urllib.parse.quote(way)}{"#" + urllib.parse.quote(part) if part or not way else ""}">{text}</a>'

    def inline(self, content, page):
        made = ""
        for piece in content:
            match piece["type"]:
                case "text": made += html.escape(piece["text"])
                case "codeVoice": made += f"<code>{html.escape(piece['code'])}</code>"
                case "emphasis": made += f"<em>{self.inline(piece['inlineContent'], page)}</em>"
                case "strong": made += f"<strong>{self.inline(piece['inlineContent'], page)}</strong>"
                case "reference": made += self.link(piece["identifier"], f"<code>{html.escape(piece['identifier'].rsplit('/', 1)[-1])}</code>", page)
                case other: raise SystemExit(f"site: {page}: DocC's inline content {other} is not known: add it to scripts/site/api.py")
        return made

    def blocks(self, content, page):
        made = ""
        for block in content:
            match block["type"]:
                case "heading": made += f"<p><strong>{html.escape(block['text'])}</strong></p>\n" if block["text"] not in ("Discussion", "Overview") else ""
                case "paragraph": made += f"<p>{self.inline(block['inlineContent'], page)}</p>\n"
                case "aside": made += f"<p><strong>{html.escape(block['name'])}:</strong></p><blockquote>{self.blocks(block['content'], page)}</blockquote>\n"
                case "codeListing": made += f"<pre><code>{html.escape(chr(10).join(block['code']))}</code></pre>\n"
                case "unorderedList" | "orderedList":
                    items = "".join(f"<li>{self.blocks(item['content'], page)}</li>" for item in block["items"])
                    made += f"<ul>{items}</ul>" if block["type"] == "unorderedList" else f"<ol>{items}</ol>"
                case other: raise SystemExit(f"site: {page}: DocC's content {other} is not known: add it to scripts/site/api.py")
        return made

    def described(self, symbol, page):
        """Returns declaration, summary, parameters and the rest of the comment."""
        declaration = rest = ""
        for section in symbol.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                tokens = section["declarations"][0]["tokens"]
                declaration = "".join(self.link(token.get("identifier"), html.escape(token["text"]), page) for token in tokens)
            elif section["kind"] == "parameters":
                rest += "<dl>" + "".join(f"<dt><code>{entry['name']}</code></dt><dd>{self.blocks(entry['content'], page)}</dd>" for entry in section["parameters"]) + "</dl>"
            elif section["kind"] == "content":
                rest += self.blocks(section["content"], page)
        summary = self.inline(symbol.get("abstract", []), page)
        return (f"<pre><code>{declaration}</code></pre>\n" if declaration else "") + (f"<p>{summary}</p>\n" if summary else "") + rest

    def members(self, symbol):
        """Returns titles of groups, each with its symbols."""
        for section in symbol.get("topicSections", []):
            found = [self.symbols[url] for url in section["identifiers"] if url in self.symbols]
            if found and section["title"] not in LEFT_OUT:
                yield section["title"], found

    def body(self, symbol, page, level=1):
        """Returns a type with its members, then the types inside it."""
        name = symbol["metadata"]["title"]
        place = self.place(symbol["identifier"]["url"])[1]
        made = f'<h{min(level, 4)} id="{html.escape(place)}">{html.escape(name)}</h{min(level, 4)}>\n' + self.described(symbol, page)
        for title, found in self.members(symbol):
            if level > 1 or found[0].get("topicSections") is None:
                made += f"<p><strong>{title}</strong></p>\n"
            for member in found:
                if any(True for _ in self.members(member)):
                    made += self.body(member, page, level + 1)
                else:
                    part = html.escape(self.place(member["identifier"]["url"])[1])
                    made += f'<section id="{part}">{self.described(member, page)}</section>\n'
        return made

    def pages(self):
        """Returns addresses within api/, titles and HTML of all pages; the first lists the modules."""
        modules = [symbol for symbol in self.symbols.values() if symbol["metadata"].get("symbolKind") == "module"]
        entries = "".join(f'<li>{self.link(m["identifier"]["url"], m["metadata"]["title"], "index.html")}</li>' for m in modules)
        yield "index.html", "Swift API", f"<h1>Swift API</h1>\n<p>Public types of the targets that programs and other targets build on, as their comments describe them.</p>\n<ul>{entries}</ul>\n"
        for module in modules:
            page, title = self.place(module["identifier"]["url"])[0], module["metadata"]["title"]
            body = f"<h1>{title}</h1>\n{self.described(module, page)}"
            for group, found in self.members(module):
                rows = "".join(f"<tr><td>{self.link(s['identifier']['url'], html.escape(s['metadata']['title']), page)}</td><td>{self.inline(s.get('abstract', []), page)}</td></tr>" for s in found)
                body += f'<h2>{group}</h2>\n<div class="wide"><table>{rows}</table></div>\n'
                for symbol in found:
                    own = self.place(symbol["identifier"]["url"])[0]
                    yield own, f"{symbol['metadata']['title']} · {title}", f'<p>{self.link(module["identifier"]["url"], title, own)}</p>\n{self.body(symbol, own)}'
            yield page, title, body
