"""The machine loses its power thirty times while settings change: it boots every time, and what it remembers is at most 5 s old."""
import json, os, random, time
from lab import Lab

own_machine = True
minutes = 9
ROUNDS = int(os.environ.get("LAB_CUTS", "30"))
# Waits for the box, says what it remembers, then sets the volume to the next thousandths through the control socket and says when each was acknowledged.
WRITER = r"""
import socket, time
path = '/run/gestureflow/control.sock'
def ask(head, body=b''):
    box = socket.socket(socket.AF_UNIX)
    while box.connect_ex(path): time.sleep(0.05)
    box.sendall(head + b' HTTP/1.1\r\nHost: box\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n' % len(body) + body)
    data = b''
    while part := box.recv(65536): data += part
    box.close()
    head, body = data.split(b'\r\n\r\n', 1)
    return head.split()[1] == b'200', body
status = ask(b'GET /v1/status')[1]
print('KEPT', status.decode().replace(chr(10), ' '), flush=True)
control = status[status.index(b'"control"'):]
k = round(float(control[control.index(b'"volume"'):].split(b':')[1].split(b',')[0].strip(b' }')) * 1000)
if k > 800: k = 0
while True:
    k += 1
    if ask(b'POST /v1/commands', b'{"command":"volume","number":%.3f}' % (k / 1000))[0]: print('SET', k, time.monotonic(), flush=True)
"""


def run(image, kit):
    disk = os.path.join(kit.work, "disk.ext4")
    kit.sh("cp", "--sparse=always", f"{image}/root.ext4", disk)
    chance = random.Random(8)
    sets, before = [], None
    oldest, changes = 0.0, 0
    try:
        for round in range(ROUNDS + 1):
            with Lab(image, kit.work, disk=disk) as lab:
                if round == 0:
                    lab.configure("")
                    lab.run(f"cat > /root/writer.py <<'X'{WRITER}X\nsync")
                lab.second.start("python3 /root/writer.py")
                text = lab.second.collect(until=b"SET", timeout=180)
                kept = json.loads(next(line[5:] for line in text.split("\n") if line.startswith("KEPT")))
                value = int(kept["control"]["volume"] * 1000 + 0.5)
                kit.check("damaged" not in str(kept["notices"]), f"round {round}: {kept['notices']}")
                if sets:
                    kit.check(value == before or value in {k for k, _ in sets}, f"round {round}: volume {value} was never set")
                    # How long before the cut a newer value had been acknowledged.
                    newer = [at for k, at in sets if k > value]
                    age = sets[-1][1] - newer[0] if newer else 0
                    oldest = max(oldest, age)
                    kit.check(age <= 5, f"round {round}: the state is {age:.1f} s old ({value} of {sets[-1][0]})")
                # The last boot only tells what was kept.
                if round == ROUNDS:
                    break
                before = value
                time.sleep(chance.random() * 5)
                lab.cut_power()
                text += lab.second.collect()
                words = [line.split() for line in text.split("\n")]
                sets = [(int(w[1]), float(w[2])) for w in words if len(w) == 3 and w[0] == "SET" and "." in w[2]]
                changes += len(sets)
    finally:
        os.remove(disk)
    return f"{ROUNDS} cuts in {changes} changes, booted each time, the oldest state was {oldest:.1f} s old"
