"""The card's own way is measured by a cable: `gfctl latency`, with clicks that come back to the card's input.

The card is a plugin of alsa-lib (cable.c): its cable has a delay known to the frame, and its streams move without
ticks. The LEDs and the camera are joined as in 26_latency. The measured way must be the known one within 2 ms, with
each of two cables. The tracker has no models here: on one core it leaves no time for clients.
"""
import judges
import views

minutes = 8
# A machine that is late would lengthen the way.
counted = True
LEDS = (5, 6, 12, 13, 16, 24, 25, 26)
DELAY, RATE = 0.1, 15
# Frames of the cables.
CABLES = (7200, 16800)
# Frames that the limiter holds (Limiter.swift).
LIMITER = 75
# Milliseconds of a frame.
FRAME = 1000 / 48000
# Every card of the kernel is the cable; ALSA converts what the box records.
ALSA = """
pcm_type.cable {{ lib "/opt/lab/cable.so" }}
pcm.!hw {{
  @args [ CARD DEV ]
  @args.CARD {{ type string default "0" }}
  @args.DEV {{ type integer default 0 }}
  type cable
  delay {frames}
}}
pcm.!plughw {{
  @args [ CARD DEV ]
  @args.CARD {{ type string default "0" }}
  @args.DEV {{ type integer default 0 }}
  type plug
  slave.pcm {{ type cable delay {frames} }}
}}
"""


def run(lab, kit):
    lab.make_panel()
    # The cards that the box finds are those of the kernel.
    code, said = lab.run("modprobe snd-aloop pcm_substreams=1")
    kit.check(code == 0, f"the kernel has a card: {said}")
    lab.configure("")
    lab.show(views.spots())
    lab.view_camera(0, RATE, f"{lab.panel} {DELAY} {' '.join(map(str, LEDS))}")
    found = {frames: [(frames * FRAME, measure(lab, kit, frames))] for frames in CABLES}
    audio = lab.status()["audio"]
    # A click waits half a period for the engine. Its block then has the full buffer before it, without the period that
    # it takes itself.
    own = (LIMITER + audio["period"] / 2 + audio["period"] * (audio["periods"] - 1)) * FRAME
    told = "; ".join(f"{delay:.0f} ms measured as {way:.1f}" for rows in found.values() for delay, way in rows) + f", with {own:.1f} ms of the box"
    wrong = judges.cables(found, (own, own))
    kit.check(not wrong, f"{wrong}: {told}")
    return f"{told}; {audio['xruns']} xruns"


def measure(lab, kit, frames):
    """Returns the box's way through a cable in milliseconds."""
    lab.run(f"printf '%s' '{ALSA.format(frames=frames)}' > /etc/asound.conf")
    lab.run("rm -f /usr/lib/gestureflow/*.tflite; systemctl restart gestureflow", 120)
    lab.until("a box without a tracker", lambda: [text.split(":")[0] for text in lab.status().get("problems", [])] == ["tracker"], 180)
    kit.check(lab.status()["audio"]["name"] == "hw:CARD=Loopback", f"it plays to the cable: {lab.status()['audio']}")
    lab.owner("pause")
    code, said = lab.run("su owner -c 'gfctl latency' 2>&1", 300)
    kit.check(code == 0, f"gfctl latency: {code}, {said}")
    found = lab.status()["latency"].get("levelsToSoundMs")
    kit.check(found, f"the clicks are not heard: {said}")
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    return found["p50"]
