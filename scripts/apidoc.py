#!/usr/bin/env python3
"""Writes docs/reference/api.md, the reference of the HTTP interface.
It has the paths below, and each type and field of Sources/GestureFlowAPI with its comment. `make test` checks that
the file is up to date.

usage: apidoc.py > docs/reference/api.md
"""
import pathlib, re, sys

HEAD = """# HTTP interface of the sockets

HTTP/1.1 on Unix sockets; docs/design/box.md says why. This file is made by `scripts/apidoc.py` out of `Sources/GestureFlowAPI`, which the daemon and
`gfctl` share; field names are stable, and units stand in the names or beside them.

    curl --unix-socket /run/gestureflow/health.sock http://localhost/v1/health
    curl --unix-socket /run/gestureflow/control.sock http://localhost/v1/commands \\
      -d '{"command": "pitch", "number": -200}'
    ssh -L 8080:/run/gestureflow/control.sock box    # the page: http://localhost:8080/

| path | socket | what |
|---|---|---|
| `GET /v1/health` | both | `Health`; 200 when healthy, 503 otherwise |
| `GET /v1/status` | both | `Status` |
| `GET /v1/metrics` | both | figures in Prometheus' text format, in base units |
| `GET /v1/events?types=a,b` | control | server-sent events, `Event` each; the kind `status` is a `Status` ten times a second, the kind `frame` a `SessionFrame` for each frame; the kind `session` gives `gfctl record` its lines; `lost` tells how many were not fetched in time |
| `GET /v1/frame.png?width=320` | control | the last frame with skeletons; `frame.jpg` is the same as JPEG below 10 kB: its quality falls first, then its size |
| `GET /v1/library?search=&limit=&offset=` | control | `LibraryTrack` each |
| `GET /v1/library/stems` | control | `LibraryStemSet` each |
| `GET /v1/library/problems?limit=` | control | `LibraryProblem` each |
| `GET /v1/queue` | control | `QueuedTrack` each, the next one first |
| `GET /v1/scenes` | control | `SceneEntry` each |
| `GET /v1/sounds` | control | the name of each sound of the instrument, in any mode |
| `GET /v1/stream` | control | `StreamStatus` with the sources of mode stream, in any mode |
| `GET /v1/captures` | control | `Capture` each, the newest first |
| `GET /v1/captures/NAME` | control | one of them as FLAC, the one that is being written as far as it goes |
| `POST /v1/commands` | control | `Command` in, `CommandAnswer` out |
| `POST /v1/imports?name=film.mp4&modified=SECONDS` | control | a film, up to 8 GiB, with its Content-Length; `modified` is the original's time since 1970; 202 and `ImportAnswer`, and later an `ImportResult` in the status; `Expect: 100-continue` is honoured |
| `GET /v1/config` | control | `ConfigAnswer` |
| `PUT /v1/config` | control | `ConfigChange` in, `CommandAnswer` out |
| `GET /` | control | the page |

Limits, for each socket: header 8 KiB (cookies are dropped and not counted, up to 256 KiB), body 64 KiB (films aside), 32 connections, 16 of them for events and captures; one more gets
503 at once. 10 s for a request to arrive, 10 s for an answer to be read, 60 s until the next request of a connection. Pipelined requests are answered in order, and a client may shut its side down behind its last request. Errors are `Problem`s
(RFC 9457, `application/problem+json`) that name the bad field. A `Host` other than localhost, 127.0.0.1, [::1], box or the socket's file name, with any port, is
answered with 421: a page of another site may have its name point to the owner's forwarded port.

With `page.network` (docs/owner/page.md) all paths of the control socket are also on TCP port `page.port`, for addresses of the local network. `GET /` and `GET /pair` give
a form; `POST /pair` takes `code=123456` as `application/x-www-form-urlencoded` and answers 303 with the cookie `gestureflow`, 403 for another code, or 429 while a wrong guess is recent.
Without the cookie every other request gets 403 (`unpaired`). The `Host` must be the box's address or its name with `.local`, with the port (else 421); all but GET and
HEAD need `Origin: http://HOST` (else 403). 403 (`not-from-network`) answers the commands shutdown, reload, import, pairingCode, licenseInstall, licenseRemove, test,
midiConnect and midiDisconnect, and changes of `page`, `panel`, `tempo.source` and keys that take texts, but for `instrument.range` and
`instrument.sound`. Limits there: 64 connections, 16 from one address, 24 of them for events and captures, 15 s until the next request; cookies count as headers.
"""

folder = pathlib.Path(__file__).resolve().parent.parent / "Sources/GestureFlowAPI"
types = {}
for path in sorted(folder.rglob("*.swift")):
    stack, comment, depth = [], [], 0
    for raw in path.read_text().split("\n"):
        line = raw.strip()
        if line.startswith("///"):
            comment.append(line[3:].strip())
            continue
        kind = re.match(r"public (?:struct|enum) (\w+)(.*)\{", line)
        more = re.match(r"extension (\w+)[^{]*\{$", line)
        field = re.match(r"public var ([\w, ]+): ([^={]+?)(?: = .*)?$", line)
        case = re.match(r"case ([\w`, ]+)$", line)
        if re.match(r"public var [\w, ]+ =", line):
            sys.exit(f"apidoc: {path}: a field without its type would be missing in the document: {line}")
        if kind:
            name = ".".join([s[0] for s in stack] + [kind.group(1)])
            stack.append((kind.group(1), depth))
            types[name] = {"comment": " ".join(comment), "fields": [], "cases": [], "isText": "RawRepresentable" in kind.group(2)}
            inline = re.search(r"\{\s*case ([\w`, ]+)\s*\}", line)
            if inline:
                types[name]["cases"] += [(c.strip(" `"), "") for c in inline.group(1).split(",")]
        elif more:
            stack.append((more.group(1), depth))
        elif field and stack and depth == stack[-1][1] + 1:
            name = ".".join(s[0] for s in stack)
            for each in field.group(1).split(","):
                types[name]["fields"].append((each.strip(), field.group(2).strip().removeprefix("Command."), " ".join(comment)))
        elif case and stack and depth == stack[-1][1] + 1:
            name = ".".join(s[0] for s in stack)
            types[name]["cases"] += [(c.strip(" `"), " ".join(comment)) for c in case.group(1).split(",")]
        if line:
            comment = []
        depth += raw.count("{") - raw.count("}")
        while stack and depth <= stack[-1][1]:
            stack.pop()

# The table of commands: the arguments and the effect of each.
commands = folder / "Commands"
limits = {name: (least, most, unit) for name, least, most, unit in re.findall(
    r"enum (\w+)Limits: ValueRange \{.*?\(\(?(-?[\d._]+)\.\.\.([\d._]+)\)?, \"(.*?)\"\)", (commands / "Ranged.swift").read_text(), re.S)}
listed = {name: said for said, name in re.findall(r"/// (.*)\npublic typealias (\w+) = Listed", (commands / "Listed.swift").read_text())}
stems = re.search(r"range: ClosedRange<Int> \{ (\d+)\.\.\.(\d+) \}", (commands / "StemNumber.swift").read_text()).groups()
numbered = {name: (least, most, unit) for name, least, most, unit in re.findall(
    r"enum (\w+)Limits: NumberLimits \{.*?\{ (\d+)\.\.\.(\d+) \}.*?\{ \"(.*?)\" \}", (commands / "Numbered.swift").read_text(), re.S)}
text = (commands / "Command.swift").read_text()
kinds = dict(re.findall(r"\b`?(\w+)`?\((?:\w+: )?(\w+)\)", text[: text.index("enum Name")]))


def argument(name, row):
    """Returns the text for the argument of a command, with its values."""
    if form := re.search(r'form:\s*"((?:[^"\\]|\\.)*)"', row):
        return "`text`: " + form[1]
    kind = kinds.get(name)
    if kind is None:
        return ""
    if kind in limits:
        least, most, unit = limits[kind]
        return f"`number`: {least} to {most} ({unit})".replace("_", "")
    if kind == "StemNumber":
        return f"`number`: {stems[0]} to {stems[1]}, the stem"
    if kind.removesuffix("Number") in numbered:
        least, most, unit = numbered[kind.removesuffix("Number")]
        return f"`number`: {least} to {most}, {unit}"
    if kind == "Bool":
        return "`flag`"
    if kind in listed:
        return "`text`: " + listed[kind][0].lower() + listed[kind][1:]
    words = [case for case, _ in types[kind]["cases"]] if kind in types else []
    return "`text`" + (f": {', '.join(words)}" if words else "")


rows = re.findall(r"    case \.(\w+):(.*?)(?=\n    case \.|\n    \}\n  \}\n)", text[text.index("func row(of") :], re.S)
help = {}
for name, row in rows:
    texts = re.findall(r'(?:(\w+):\s*)?"((?:[^"\\]|\\.)*)"', row)
    said = {key: part for key, part in texts}
    takes = argument(name, row).rstrip(".")
    value = said.get("value", "").rstrip(".")
    takes += (". " if ":" in takes else ": ") + value if value else ""
    help[name] = ". ".join(filter(None, [takes, " ".join(filter(None, [said[""], said.get("more")]))]))
names = [case for case, _ in types["Command.Name"]["cases"]]
if names != [name for name, _ in rows]:
    sys.exit("apidoc: the table of commands has other rows than Command.Name has cases, or another order")
types["Command.Name"]["cases"] = [(name, help[name]) for name in names]

# Kinds of events, instead of the examples.
happenings = re.findall(r'"(\w+)"', (folder / "EventKind.swift").read_text().split("happenings")[1].split("]")[0])
types["Event"]["fields"] = [
    (field, kind, "Kind of the event: " + ", ".join(f"`{one}`" for one in happenings) + ".") if field == "type" else (field, kind, text)
    for field, kind, text in types["Event"]["fields"]]

print(HEAD)
# In the programs Command is an enum. On the wire it has the form of CommandBody, which clients need.
body = types.pop("CommandBody")
names = types.pop("Command.Name")
types = {"Command": body, "Command.Name": names} | {name: what for name, what in types.items() if name != "Command"}
for name, what in types.items():
    if not what["fields"] and not what["cases"] and not what["isText"] or name in ("Command.Argument", "CommandBody.Field"):
        continue
    print(f"## {name}\n\n{what['comment']}\n")
    if what["fields"]:
        print("| field | type | meaning |\n|---|---|---|")
        for field, kind, text in what["fields"]:
            print(f"| `{field}` | `{kind}` | {text} |")
        print()
    if what["cases"]:
        for case, text in what["cases"]:
            print(f"* `{case}`" + (f": {text}" if text else ""))
        print()
