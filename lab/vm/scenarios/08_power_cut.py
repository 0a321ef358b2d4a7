"""The machine loses its power thirty times during changes.

Track, place, volume, pitch, speed and mode change. It boots every time, and its saved state is at most 5 s old.

A writer in the machine changes values. When the box acknowledges one, the writer reports it over a serial line and
waits until the report is sent. At the cut, at most one order is unreported. The age of the state counts by a clock of
the machine that leaves out the times in which the whole machine stands still for its host's other work. The box's own
delays count. A second is allowed for the check every 0.1 s that finds a save due, and for the write to the disk.
"""
import inspect, json, os, random, time
import judges
from lab import Lab

own_machine = True
minutes = 15
ROUNDS = int(os.environ.get("LAB_CUTS", "30"))
# Seconds promised for the save of a change, and the save's duration.
PROMISED, SAVING = 5, 1
# A place is a track and one of eight marks in it. They are so far apart that playback does not reach the next one
# before the cut or before the query.
MARK, MARKS = 60, 8


# A change that the box always rejects: key and value.
REFUSED = ("mode", "organ")


def steps(n):
    """Returns the writer's steps in round n: (key, new value, the order).

    It runs in the machine, and here.
    """
    # Pitch and speed are the player's, so it plays when they are set. The last order is rejected each time.
    rows = [("mode", mode, '{"command":"mode","text":"%s"}' % mode) for mode in ("stems", "instrument", "stream", "player")]
    rows += [(key, "%.3f" % value, '{"command":"%s","number":%.3f}' % (key, value))
            for key, value in (("volume", 0.2 + n % 600 / 1000), ("pitch", 100 + n % 400), ("speed", 1.2 + n % 40 / 100))]
    rows.append((*REFUSED, '{"command":"mode","text":"%s"}' % REFUSED[1]))
    if n % 3 == 0:
        track, mark = n // 3 % 3 + 1, n // 3 * 5 % 8
        rows.append(("place", "%d.0" % track, '{"command":"select","text":"/srv/music/%d.wav"}' % track))
        rows.append(("place", "%d.%d" % (track, mark), '{"command":"seek","number":%d}' % (mark * 60 + 2)))
    return rows


# Waits for the box and its music, and reports the saved state. Then it sets one value after the other through the
# control socket, and reports the time of each acknowledgement: "SET ROUND KEY VALUE SECONDS STILL". The seconds are
# those of the clock without standstills; STILL is their length.
WRITER = r"""
import _thread, fcntl, os, socket, sys, time
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
def order(words):
    return ask(b'POST /v1/commands', words.encode())[0]
worked = still = 0.0
def beat():
    global worked, still
    last = time.monotonic()
    while True:
        time.sleep(0.05)
        now = time.monotonic()
        # A beat that comes late by more is not the box's fault.
        worked += min(now - last, 0.25)
        still += max(now - last - 0.25, 0)
        last = now
line = os.open('/dev/ttyS1', os.O_WRONLY | os.O_NOCTTY)
def told(n, key, value):
    os.write(line, ('SET %d %s %s %.3f %.3f\n' % (n, key, value, worked, still)).encode())
    # tcdrain: TCSBRK with an argument. Python's smallest installation has no termios.
    fcntl.ioctl(line, 0x5409, 1)
while True:
    status = ask(b'GET /v1/status')[1]
    plain = status.replace(b'\\/', b'/').replace(b' ', b'')
    if b'"path":"/srv/music/' in plain and b'"starting"' not in plain: break
    time.sleep(0.2)
# A place that is remembered is gone to after the track is there.
time.sleep(1)
print('KEPT', ask(b'GET /v1/status')[1].decode().replace(chr(10), ' ').strip(), flush=True)
order('{"command":"autopause","flag":false}')
_thread.start_new_thread(beat, ())
n = int(sys.argv[1])
while True:
    # The machine is emulated: a writer without a rest would take the sound's time.
    time.sleep(0.2)
    for key, value, words in steps(n):
        if order(words): told(n, key, value)
        # Of a track that was not taken no place is gone to.
        elif key == 'place': break
    n += 1
"""


def kept_values(status):
    """Returns the box's saved state, in the words of the writer."""
    track = status["track"]
    return {
        "volume": status["control"]["volume"], "pitch": status["control"]["pitchCents"], "speed": status["control"]["speed"], "mode": status["mode"],
        "place": f"{track['path'].split('/')[-1].split('.')[0]}.{int(track['positionSeconds'] // MARK)}",
    }


def under_way(n, key, value):
    """Returns the change that may have followed the last report: (key, value).

    It is the next order that is not always rejected.
    """
    rows = [row[:2] for row in steps(n) + steps(n + 1)]
    return next(row for row in rows[rows.index((key, value)) + 1:] if row != REFUSED)


NEAR = {"volume": 0.0006, "pitch": 0.6, "speed": 0.002}


def alike(key):
    if key in NEAR:
        return lambda a, b: abs(float(a) - float(b)) <= NEAR[key]
    return lambda a, b: a == b


def run(image, kit):
    disk = os.path.join(kit.work, "disk.ext4")
    kit.sh("cp", "--sparse=always", f"{image}/root.ext4", disk)
    # Music on the box's own disk, put there without mounting it.
    music = kit.tone("music.wav", 330, MARK * MARKS, rate=8000)
    kit.sh("debugfs", "-w", "-R", "mkdir /srv/music", disk)
    for number in (1, 2, 3):
        kit.sh("debugfs", "-w", "-R", f"write {music} /srv/music/{number}.wav", disk)
    chance = random.Random(8)
    before, sets, count = {}, {}, 1
    oldest, still, end, changes, told = 0.0, 0.0, 0.0, 0, {}
    try:
        for round in range(ROUNDS + 1):
            with Lab(image, kit.work, disk=disk) as lab:
                if round == 0:
                    lab.configure('[library]\\nfolders = ["/srv/music"]\\n')
                    lab.send("/root/writer.py", (f"REFUSED = {REFUSED!r}\n" + inspect.getsource(steps) + WRITER).encode())
                    lab.run("sync")
                    lab.run("systemctl restart --no-block gestureflow")
                lab.plug_card()
                lab.second.start(f"python3 /root/writer.py {count}")
                text = lab.second.collect(until=b"}\n", timeout=300)
                status = json.loads(next(line[5:] for line in text.split("\n") if line.startswith("KEPT")))
                kept = kept_values(status)
                kit.check("damaged" not in str(status["notices"]), f"round {round}: {status['notices']}")
                for key, values in sets.items():
                    age = judges.age(kept[key], before[key], values, alike(key), end)
                    kit.check(age is not None, f"round {round}: {key} {kept[key]} was never set; the last were {[v for v, _ in values[-5:]]}")
                    kit.check(age <= PROMISED + SAVING, f"round {round}: {key} is {age:.1f} s old ({kept[key]}, and the last were {[v for v, _ in values[-5:]]})")
                    oldest = max(oldest, age)
                    told[key] = told.get(key, 0) + (not alike(key)(kept[key], before[key]))
                # The last boot only reports the saved state.
                if round == ROUNDS:
                    break
                before = kept
                lab.until("the writer is at its work", lambda: any(" place " in line for line in lab.told()), 300)
                time.sleep(2 + chance.random() * 10)
                lab.cut_power()
                sets = {}
                for words in (line.split() for line in lab.told()):
                    sets.setdefault(words[2], []).append((words[3], float(words[4])))
                changes += sum(map(len, sets.values()))
                count, end = int(words[1]), float(words[4])
                still = max(still, float(words[5]))
                key, value = under_way(count, *words[2:4])
                sets.setdefault(key, []).append((value, end))
                # The round after the next: values of this one do not come again soon.
                count += 2
                kit.check(REFUSED[1] not in [value for value, _ in sets.get("mode", [])], "a mode that there is not was taken")
    finally:
        os.remove(disk)
    # A box that never saves would remember nothing new: that is a failure. The place changes only in every third
    # round, so it is more often the old one.
    for key, share in (("volume", 3), ("pitch", 3), ("speed", 3), ("place", 6)):
        kit.check(told.get(key, 0) > ROUNDS // share, f"{key} was new after {told.get(key, 0)} of {ROUNDS} cuts only: nothing is saved")
    new = ", ".join(f"{key} {told[key]}" for key in ("volume", "pitch", "speed", "place"))
    return f"{ROUNDS} cuts in {changes} changes, booted each time, the oldest state was {oldest:.1f} s old (without standstills of {still:.1f} s at most); new after a cut: {new}"
