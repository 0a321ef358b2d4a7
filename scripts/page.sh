#!/usr/bin/env bash
# Serves the box's page on this machine for a look.
# It runs the daemon with the performer, and forwards a TCP port of this machine to its socket.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=/dev/null
. scripts/licence-keys.sh
port=${PORT:-8080}
mkdir -p out
swift build -c release --product gestureflowd >out/build.log 2>&1 || { tail -n 30 out/build.log; exit 1; }
folder=$(mktemp -d /tmp/gf-page-XXXXXX)
.build/release/gestureflowd run --camera performer --sink "${SINK:-null}" --socket-dir "$folder" &
daemon=$!
trap 'kill $daemon 2>/dev/null; wait $daemon 2>/dev/null; rm -rf "$folder"' EXIT
echo "open http://localhost:$port/ (Ctrl-C ends it)"
python3 - "$port" "$folder/control.sock" <<'PY'
import socket, sys, threading
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
def pump(a, b):
    try:
        while data := a.recv(65536): b.sendall(data)
    except OSError: pass
    for s in (a, b):
        try: s.shutdown(socket.SHUT_RDWR)
        except OSError: pass
try:
    while True:
        client, _ = listener.accept()
        box = socket.socket(socket.AF_UNIX)
        try: box.connect(sys.argv[2])
        except OSError: client.close(); continue
        for pair in ((client, box), (box, client)): threading.Thread(target=pump, args=pair, daemon=True).start()
except KeyboardInterrupt: pass
PY
