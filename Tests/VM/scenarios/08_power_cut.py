"""The machine loses its power thirty times while track, place, volume, pitch, speed and mode change: it boots every time, and what it remembers is at most 5 s old."""
import json, os, random, time
import judges
from lab import Lab, patience

own_machine = True
minutes = 15
ROUNDS = int(os.environ.get("LAB_CUTS", "30"))
# Seconds within which the box promises to have saved a change, and what saving may take on an emulated machine and disk.
PROMISED, SAVING = 5, 4 * patience
# A place is a track and one of eight marks in it, so far apart that the music does not play from one to the next before the cut or before the question.
MARK, MARKS = 60, 8
# Waits for the box and its music, says what it remembers, then sets one thing after the other through the control socket and says when each was acknowledged.
WRITER = r"""
import socket, sys, time
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
def told(key, value):
    print('SET', key, value, time.monotonic(), flush=True)
while True:
    status = ask(b'GET /v1/status')[1]
    plain = status.replace(b'\\/', b'/').replace(b' ', b'')
    if b'"path":"/srv/music/' in plain and b'"starting"' not in plain: break
    time.sleep(0.2)
# A place that is remembered is gone to after the track is there.
time.sleep(1)
print('KEPT', ask(b'GET /v1/status')[1].decode().replace(chr(10), ' '), flush=True)
order('{"command":"autopause","flag":false}')
n = int(sys.argv[1])
while True:
    n += 1
    # The machine is emulated: a writer without a rest would take the sound's time.
    time.sleep(0.2)
    for key, value in (('volume', 0.2 + n % 600 / 1000), ('pitch', 100 + n % 400), ('speed', 1.2 + n % 40 / 100)):
        if order('{"command":"%s","number":%.3f}' % (key, value)): told(key, '%.3f' % value)
    if order('{"command":"mode","text":"player"}'): told('mode', 'player')
    if order('{"command":"mode","text":"stems"}'): told('mode', 'stems')
    if n % 3 == 0:
        track, mark = n // 3 % 3 + 1, n // 3 * 5 % 8
        if order('{"command":"select","text":"/srv/music/%d.wav"}' % track):
            told('place', '%d.0' % track)
            if order('{"command":"seek","number":%d}' % (mark * 60 + 2)): told('place', '%d.%d' % (track, mark))
"""


def kept_values(status):
    """What the box remembers, in the words of the writer."""
    track = status["track"]
    return {
        "volume": status["control"]["volume"], "pitch": status["control"]["pitchCents"], "speed": status["control"]["speed"], "mode": status["mode"],
        "place": f"{track['path'].split('/')[-1].split('.')[0]}.{int(track['positionSeconds'] // MARK)}",
    }


# Rounds of the writer whose words may have been on their way to the host when the power went: the box had acknowledged them.
UNHEARD = 15


def unheard(last, heard, at):
    """What the writer set by its own rule in its round `last`, of which the volume at least was heard, and in those after it, but for what was heard; at the time of the
    last word that was. heard: {key: [(value, second)]}."""
    sets = {"volume": [], "pitch": [], "speed": [], "place": []}
    for n in range(last, last + 1 + UNHEARD):
        for key, value in (("volume", 0.2 + n % 600 / 1000), ("pitch", 100 + n % 400), ("speed", 1.2 + n % 40 / 100)):
            sets[key].append((f"{value:.3f}", at))
        if n % 3 == 0:
            sets["place"] += [(f"{n // 3 % 3 + 1}.0", at), (f"{n // 3 % 3 + 1}.{n // 3 * 5 % 8}", at)]
    # The line of the round's volume may be the last one that came through; what was heard of that round is no news.
    for key in sets:
        for value, _ in heard.get(key, [])[-2:]:
            if value in [value for value, _ in sets[key][:2]]:
                sets[key] = [row for row in sets[key] if row[0] != value]
    return sets


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
    before, sets, count = {}, {}, 0
    oldest, changes, told = 0.0, 0, {}
    try:
        for round in range(ROUNDS + 1):
            with Lab(image, kit.work, disk=disk) as lab:
                if round == 0:
                    lab.configure('[library]\\nfolders = ["/srv/music"]\\n')
                    lab.run(f"cat > /root/writer.py <<'X'{WRITER}X\nsync")
                    lab.run("systemctl restart --no-block gestureflow")
                lab.plug_card()
                lab.second.start(f"python3 /root/writer.py {count}")
                text = lab.second.collect(until=b"SET place", timeout=300)
                status = json.loads(next(line[5:] for line in text.split("\n") if line.startswith("KEPT")))
                kept = kept_values(status)
                kit.check("damaged" not in str(status["notices"]), f"round {round}: {status['notices']}")
                for key, values in sets.items():
                    age = judges.age(kept[key], before[key], values, alike(key))
                    kit.check(age is not None, f"round {round}: {key} {kept[key]} was never set; the last were {[v for v, _ in values[-5:]]}")
                    kit.check(age <= PROMISED + SAVING, f"round {round}: {key} is {age:.1f} s old ({kept[key]}, and the last were {[v for v, _ in values[-5:]]})")
                    oldest = max(oldest, age)
                    told[key] = told.get(key, 0) + (not alike(key)(kept[key], before[key]))
                # The last boot only tells what was kept.
                if round == ROUNDS:
                    break
                before = kept
                time.sleep(2 + chance.random() * 10)
                lab.cut_power()
                text += lab.second.collect()
                sets = {}
                # The last line may be cut off in the middle.
                for line in text.split("\n")[:-1]:
                    words = line.split()
                    if len(words) == 4 and words[0] == "SET":
                        sets.setdefault(words[1], []).append((words[2], float(words[3])))
                changes += sum(map(len, sets.values()))
                last = count + len(sets.get("volume", []))
                for key, values in unheard(last, sets, max(time for values in sets.values() for _, time in values)).items():
                    sets.setdefault(key, []).extend(values)
                count = last + UNHEARD
                kit.check("stems" not in [value for value, _ in sets.get("mode", [])], "a mode that is not built was taken")
    finally:
        os.remove(disk)
    # A box that never saved would remember nothing new: that is no pass.
    for key in ("volume", "pitch", "speed", "place"):
        kit.check(told.get(key, 0) > ROUNDS // 6, f"{key} was new after {told.get(key, 0)} of {ROUNDS} cuts only: nothing is saved")
    new = ", ".join(f"{key} {told[key]}" for key in ("volume", "pitch", "speed", "place"))
    return f"{ROUNDS} cuts in {changes} changes, booted each time, the oldest state was {oldest:.1f} s old; new after a cut: {new}"
