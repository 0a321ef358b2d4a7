#!/usr/bin/env bash
# Puts out/page.png, the screenshot that the page's test makes, into docs/page.svg: a text file, because nothing binary is committed.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -f out/page.png ] || { echo "screenshot: out/page.png is not there: run make test" >&2; exit 1; }
ffmpeg -v error -y -i out/page.png -vf scale=900:-1 -q:v 7 out/page.jpg
python3 - <<'PY'
import base64, struct
data = open("out/page.jpg", "rb").read()
png = open("out/page.png", "rb").read(24)
w, h = struct.unpack(">II", png[16:24])
w, h = 900, round(900 * h / w)
with open("docs/page.svg", "w") as out:
    out.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" aria-label="The box\'s page in a browser">\n')
    out.write(f'<image width="{w}" height="{h}" href="data:image/jpeg;base64,{base64.b64encode(data).decode()}"/>\n</svg>\n')
PY
ls -l docs/page.svg
