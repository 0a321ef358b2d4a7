"""Two fingers on a touch device of uinput play a scale.

The device is unplugged during a note three times and put back, and its fingers shake ten times faster than a hand
can. The scenario measures the sound: the pitch of each note, and silence without a note.
"""
import sound

minutes = 5
# C major pentatonic from C6 to C8, as MIDI notes: high, so that many waves fit between two breaks of the emulated
# sound.
SCALE = [84, 86, 88, 91, 93, 96, 98, 100, 103, 105, 108]
ROUNDS = 3


def run(lab, kit):
    lab.plug_card()
    lab.configure("")
    lab.run("modprobe -a evdev uinput")
    lab.run("(/opt/lab/fingers /tmp/fingers > /tmp/fingers.log 2>&1 &); until [ -p /tmp/fingers ]; do sleep 0.1; done")
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the box answers", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    for words in ("mode instrument", "scale pentatonicMajor", "key C", "range C6 C8", "waveform sine", *(f"effect {name} 0" for name in ("fuzz", "delay", "reverb"))):
        code, said = lab.run(f"su owner -c 'gfctl {words}' 2>&1")
        kit.check(code == 0, f"{words}: {said}")
    lab.until("the scale", lambda: [zone["note"] for zone in instrument(lab).get("zones", [])] == SCALE)
    lab.until("the lack of a device is not a problem", lambda: part(lab).get("state") == "running")
    kit.check(not fingers(lab), "no finger plays yet")

    # A scale, the two fingers in turn; the sound has each note.
    plug(lab)
    off = [plays(lab, kit, zone % 2, zone) for zone in range(len(SCALE))]

    # A finger that slides changes to another note.
    touch(lab, 0, 2)
    lab.until("the note where it slides from", lambda: fingers(lab) == {"touch0": SCALE[2]})
    off.append(plays(lab, kit, 0, 7))

    # Unplugged during a note, both fingers down: no note sounds, and none is held when it is back.
    for round in range(ROUNDS):
        touch(lab, 0, 1 + round)
        touch(lab, 1, 5 + round)
        lab.until(f"round {round}: two notes", lambda: fingers(lab) == {"touch0": SCALE[1 + round], "touch1": SCALE[5 + round]})
        lab.until(f"round {round}: both sound", lambda: instrument(lab).get("voices", 0) >= 2)
        do(lab, "yank")
        lab.until(f"round {round}: the notes have ended", lambda: not fingers(lab) and instrument(lab).get("voices") == 0)
        is_silent(lab, kit, f"round {round}, without the device")
        kit.check(any("unplugged" in notice["text"] for notice in lab.status()["notices"]), "that it was unplugged is told")
        plug(lab)
        is_silent(lab, kit, f"round {round}, with the device back")
        kit.check(not fingers(lab), "no finger is left of before")
        off.append(plays(lab, kit, round % 2, 8 - round))

    # Far more events than fingers make. The kernel reports dropped events to a slow reader, which then reads the
    # fingers' positions.
    touch(lab, 0, 4)
    lab.until("the note before", lambda: fingers(lab) == {"touch0": SCALE[4]})
    do(lab, "flood 0 10000")
    touch(lab, 3, 6)
    lab.until("the other finger behind it", lambda: fingers(lab) == {"touch0": SCALE[4], "touch3": SCALE[6]})
    do(lab, "up 0")
    do(lab, "up 3")
    lab.until("both have let go", lambda: not fingers(lab) and instrument(lab).get("voices") == 0)
    is_silent(lab, kit, "after the flood")
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    return f"{len(off)} notes, {max(off):.1%} off at most; {ROUNDS} times unplugged in mid-note, silent each time"


def instrument(lab):
    return lab.status().get("instrument") or {}


def part(lab):
    return lab.part("touch")


def fingers(lab):
    """Returns the notes of the playing fingers: {"touch0": MIDI note}."""
    found = {source["id"].replace(" ", ""): source.get("note") for source in instrument(lab).get("sources", [])}
    return {name: note for name, note in found.items() if name.startswith("touch")}


def do(lab, line):
    lab.out(f"echo '{line}' > /tmp/fingers")


def plug(lab):
    do(lab, "plug")
    # The box may not have opened it yet: fingers on it play when it is opened.
    lab.until("the device file", lambda: lab.run("grep -q 'Lab Fingers' /proc/bus/input/devices")[0] == 0, 30)


def touch(lab, slot, zone):
    """Puts a finger in a zone's middle, on the left, without modulation."""
    do(lab, f"down {slot} 0 {round(1000 * (1 - (zone + 0.5) / len(SCALE)))}")


def plays(lab, kit, slot, zone):
    """Plays a zone's note with a finger and releases it.

    Returns the difference between sound and note, as a share.
    """
    touch(lab, slot, zone)
    note = SCALE[zone]
    lab.until(f"finger {slot} plays {note}", lambda: fingers(lab) == {f"touch{slot}": note})
    # Leave out the sound that was in the card's buffer.
    begin = sound.length(lab.sound) + 0.4
    lab.until("a second of it", lambda: sound.length(lab.sound) > begin + 1)
    heard = sound.samples(lab.sound, begin, begin + 1)
    top = max(map(abs, heard), default=0)
    kit.check(top > 300, f"{note} is heard: its loudest sample is {top}")
    # The loudness of one finger does not matter here; the judge of pitches needs a loud tone.
    hz = sound.pitch([value * 24000 // top for value in heard], 240)
    wanted = 440 * 2 ** ((note - 69) / 12)
    kit.check(abs(hz / wanted - 1) < 0.03, f"finger {slot} in zone {zone}: {hz:.0f} Hz is heard instead of {wanted:.0f}")
    do(lab, f"up {slot}")
    lab.until("it lets go", lambda: not fingers(lab) and instrument(lab).get("voices") == 0)
    return abs(hz / wanted - 1)


def is_silent(lab, kit, when):
    """Checks that a second and a half are silent."""
    begin = sound.length(lab.sound) + 0.4
    lab.until("recorded silence", lambda: sound.length(lab.sound) > begin + 1.5)
    level = sound.level(sound.samples(lab.sound, begin, begin + 1.5))
    kit.check(level < 0.001, f"{when}: a level of {level:.4f} is heard")
