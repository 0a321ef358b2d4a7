"""The card's own way is measured by a cable: `gfctl latency`, with clicks that come back to the card's input.

The card is snd-aloop, and /opt/lab/cable its cable, with a delay known to the frame. The LEDs and the camera are joined
as in 26_latency. Each of two cables is measured several times. The box's own way must be the same with both within
2 ms, and lie within its buffers.
"""
import re
import judges
import views

minutes = 8
skip = "snd-aloop moves every 4 ms, and the box's buffer of 8 ms is too short for it: the sound stands still between clicks"
LEDS = (5, 6, 12, 13, 16, 24, 25, 26)
DELAY, RATE = 0.1, 15
# Frames of the cables. A pause of the machine that is shorter than a cable breaks no sound.
CABLES = (7200, 16800)
TIMES = 3
# Frames that the limiter holds (Limiter.swift), and frames of the kernel's tick, which moves snd-aloop: 4 ms.
LIMITER, TICK = 75, 192
# Milliseconds of a frame.
FRAME = 1000 / 48000
LOG = "/tmp/cable.log"


def run(lab, kit):
    lab.make_panel()
    code, said = lab.run("modprobe snd-aloop pcm_substreams=1")
    kit.check(code == 0, f"the kernel has a card with a cable: {said}")
    lab.configure("")
    lab.show(views.spots())
    lab.view_camera(0, RATE, f"{lab.panel} {DELAY} {' '.join(map(str, LEDS))}")
    lab.run("systemctl restart gestureflow", 120)
    lab.until("a healthy box", lambda: lab.status().get("state") == "healthy", 180)
    kit.check(lab.status()["audio"]["name"] == "hw:CARD=Loopback", f"it plays to the cable: {lab.status()['audio']}")
    lab.owner("pause")
    found = {frames: [] for frames in CABLES}
    for frames in CABLES * TIMES:
        found[frames].append(measure(lab, kit, frames))
    audio = lab.status()["audio"]
    # A click waits for the next tick at most, and for a full buffer.
    own = LIMITER * FRAME, (LIMITER + TICK + audio["period"] * audio["periods"]) * FRAME
    told = "; ".join(f"{frames * FRAME:.0f} ms measured as {', '.join(f'{one:.1f}' for _, one in rows)}" for frames, rows in found.items())
    wrong = judges.cables(found, own)
    kit.check(not wrong, f"{wrong}: {told}")
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    return told


def measure(lab, kit, frames):
    """Returns milliseconds: the delay of a cable by the positions of its streams, and the box's way through it."""
    card = lab.out("readlink /proc/asound/Loopback").removeprefix("card")
    lab.run(f"(/opt/lab/cable /dev/snd/pcmC{card}D1c /dev/snd/pcmC{card}D1p {frames} > {LOG} 2>&1 & echo $! > /tmp/cable.pid)")
    said = lab.until("the cable carries sound", lambda: lab.out(f"cat {LOG}"))
    kit.check(said.isdigit(), f"the lab's cable fails: {said}")
    code, said = lab.run("su owner -c 'gfctl latency' 2>&1", 300)
    rows = lab.out(f"cat {LOG}; kill $(cat /tmp/cable.pid); sleep 1").split("\n")
    kit.check(code == 0, f"gfctl latency: {code}, {said}")
    # Both streams start within a tick or the next one.
    kit.check(len(rows) == 1 and rows[0].isdigit() and abs(int(rows[0]) - frames) <= TICK, f"the lab's cable of {frames} frames has {rows}")
    found = lab.status()["latency"].get("levelsToSoundMs")
    kit.check(found, f"the clicks are not heard: {said}")
    stages = [float(p50) for p50 in re.findall(r"^(?:LED to frame|frame to levels|levels to sound) +p50 ([\d.]+)", said, re.M)]
    together = re.search(r"^together +about (\d+) ms", said, re.M)
    kit.check(len(stages) == 3 and together and abs(sum(stages) - int(together[1])) <= 1, f"three stages and their sum: {said}")
    return int(rows[0]) * FRAME, found["p50"]
