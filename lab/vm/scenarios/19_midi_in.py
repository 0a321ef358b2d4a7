"""A MIDI clock leads the stems, and a knob turns the volume.

The clock comes from a virtual device of the kernel, and the stems play in its tempo until it stops. The box learns
the knob, which takes over when it passes the present volume.
"""
import midi

minutes = 3
# The first built-in set has 110.
BPM, OWN = 125, 110


def run(lab, kit):
    lab.plug_card()
    code, said = lab.run("modprobe snd-virmidi midi_devs=1")
    kit.check(code == 0, f"the kernel has virtual MIDI devices: {said}")
    device = f"/dev/snd/midiC{lab.out('readlink /proc/asound/VirMIDI').removeprefix('card')}D0"
    lab.configure('[midi]\\nconnect = "VirMIDI"\\n[tempo]\\nsource = "midi"\\n')
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the box answers", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    lab.until("the device is connected", lambda: any(p["connected"] for p in status(lab).get("ports", []) if "VirMIDI" in p["name"]))
    for words in ("autopause off", "mode stems", "play"):
        lab.owner(words)
    lab.until("the set in its own tempo", lambda: abs(tempo(lab) - OWN) < 0.5, 240)

    # A clock begins, the box follows it, and it stops.
    lab.run(f"(/opt/lab/clock {device} {BPM} 60 > /tmp/clock.log 2>&1 &)")
    lab.until("it is heard", lambda: status(lab).get("clockBPM") is not None and status(lab)["clockRunning"])
    looks = []
    lab.until("ten looks at it", lambda: looks.append((status(lab).get("clockBPM"), tempo(lab))) or len(looks) >= 10)
    wrong = midi.follows(looks[3:], BPM)
    kit.check(wrong is None, f"the stems follow: {wrong}")
    code, said = lab.run("su owner -c 'gfctl tempo 100' 2>&1")
    kit.check(code != 0 and "tempo.source set" in said, f"gfctl cannot set the tempo meanwhile: {said}")
    lab.until("it is gone", lambda: status(lab).get("clockBPM") is None)
    lab.until("the stems stand still with its stop", lambda: lab.status()["control"]["paused"])
    kit.check(abs(tempo(lab) / BPM - 1) < 0.05, f"and keep its tempo: {tempo(lab)}")

    # The box learns a knob. It has no effect before it has passed the present value.
    lab.owner("volume 0.5")
    lab.run("(su owner -c 'gfctl midi learn volume' > /tmp/learn.log 2>&1; echo $? > /tmp/learn.code) &")
    lab.until("a knob is waited for", lambda: status(lab).get("learning") == "volume")
    turn(lab, device, 120)
    lab.until("it is learned", lambda: [b["message"] for b in status(lab)["learned"]] == ["cc 21 channel 1"])
    code = lab.until("and gfctl has seen it", lambda: lab.out("cat /tmp/learn.code 2>/dev/null"))
    kit.check(code == "0", f"gfctl says so: {lab.out('cat /tmp/learn.log')}")
    turn(lab, device, 110, 100)
    kit.check(abs(volume(lab) - 0.5) < 0.01, f"above the present value it turns nothing: {volume(lab)}")
    turn(lab, device, 80, 60, 32)
    lab.until("from there on it turns the volume", lambda: abs(volume(lab) - 32 / 127) < 0.01, 30)
    lab.owner("midi learn forget volume")
    turn(lab, device, 90, 20, 90)
    kit.check(not status(lab)["learned"] and abs(volume(lab) - 32 / 127) < 0.01, f"forgotten it turns nothing: {volume(lab)}")
    return f"{len(looks)} looks at a clock of {BPM}, the last {looks[-1]}; a knob learned, turned and forgotten"


def turn(lab, device, *places):
    for place in places:
        received = status(lab)["received"]
        lab.run(rf"printf '\260\025\{place:03o}' > {device}")
        lab.until(f"the knob at {place}", lambda: status(lab)["received"] > received)


def status(lab):
    return lab.status().get("midi") or {}


def tempo(lab):
    return (lab.status().get("stems") or {}).get("tempoBPM", 0)


def volume(lab):
    return lab.status()["control"]["volume"]
