"""The box as an instrument for other devices, over virtual MIDI.

It tests a hand's notes at the far end, the cable removed during a note and put back, input, floods, and the end of
the service by order and by force. Every note that began there has ended.

The judges are pure (midi.py). The scenario reports the breaks of the sound, and compares them with those without a
flood: an emulated machine stands still at times.
"""
import time
import kit as kitmodule
import midi

minutes = 4
EAR = "/tmp/ear.log"
# In the flood: notes with their ends, and controllers.
PAIRS, CONTROLLERS = 25_000, 50_000
# A MIDI file of one note of twelve seconds. It has 24 quarters of 96 ticks at 120 a minute, in printf's escapes.
LONG_NOTE = "".join(f"\\{byte:03o}" for byte in b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\x0d\0\x90\x32\x64\x92\0\x80\x32\0\0\xff\x2f\0")


def open_hand(kit):
    if kitmodule.footage.exists():
        return str(kitmodule.footage / "dexret_hand.mp4"), 9.7
    return kit.perform("open"), 0.5


def run(lab, kit):
    hand = open_hand(kit)
    # No hand, then a hand that stays. The rate is the emulated tracker's.
    film = kit.film("hand", [(None, 0, 4), (*hand, 150)], rate=lab.keeps)
    lab.plug_card()
    lab.plug_stick("stick", kit.stick("film", {"hand.avi": film}))
    code, said = lab.run("modprobe snd-virmidi midi_devs=2")
    kit.check(code == 0, f"the kernel has virtual MIDI devices: {said}")
    card = lab.out("readlink /proc/asound/VirMIDI").removeprefix("card")
    lab.run(f"(/opt/lab/ear /dev/snd/midiC{card}D0 > {EAR} 2>&1 & echo $! > /tmp/ear.pid)")
    lab.configure('hands = 1\\n[midi]\\nconnect = "VirMIDI"\\n')
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the box answers", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)

    # Connected by its name, and silenced before anything plays.
    lab.until("the devices are connected", lambda: [p["connected"] for p in ports(lab) if "VirMIDI" in p["name"]] == [True, True])
    lab.until("the device is silenced", lambda: midi.is_silenced(heard(lab)))
    kit.check(midi.bend_range(heard(lab), 0) == 2, "and told how far bends go")

    # A hand plays there.
    lab.owner("mode instrument")
    lab.owner("output both")
    lab.until("the film", lambda: lab.run("cp /run/media/gestureflow/*/hand.avi /tmp/")[0] == 0)
    lab.slow_camera("/tmp/hand.avi", rate=lab.keeps)
    lab.until("the hand is seen", lambda: len(lab.status()["tracker"]["hands"]) == 1, 180)
    lab.until("its note is heard", lambda: sounds(lab))

    # The owner and another program remove the cable during a note.
    before = len(heard(lab))
    said = lab.owner("midi disconnect VirMIDI\\ " + f"{card}-0")
    lab.until(f"its note has ended ({said})", lambda: not sounds(lab) and midi.is_silenced(heard(lab)[before:]))
    lab.owner("midi connect VirMIDI\\ " + f"{card}-0")
    lab.until("connected again it is heard again", lambda: sounds(lab))
    before = len(heard(lab))
    lab.run(f"aconnect -d GestureFlow 'Virtual Raw MIDI {card}-0'")
    lab.until("a cable that comes back silences and then plays", lambda: midi.is_silenced(heard(lab)[before:]) and sounds(lab))

    # Input: a note, a flood and a megabyte of system exclusive.
    received = lab.status()["midi"]["received"]
    lab.run(f"printf '\\220\\074\\144\\200\\074\\000' > /dev/snd/midiC{card}D1")
    lab.until("a note comes in", lambda: lab.status()["midi"]["received"] > received)
    memory = resident(lab)
    quiet = broken(lab, lambda: time.sleep(20))
    received = lab.status()["midi"]["received"]
    # Notes with their ends, controllers, and the megabyte.
    notes = f"f.write(b''.join(bytes([144,36+k%64,100,128,36+k%64,0]) for k in range({PAIRS})))"
    rest = f"f.write(bytes([176,1,5])*{CONTROLLERS}); f.write(b'\\xf0'+bytes(1<<20)+b'\\xf7')"
    written = []
    flooded = broken(lab, lambda: written.append(lab.run(f"python3 -c \"f=open('/dev/snd/midiC{card}D1','wb',0); {notes}; {rest}\"", 300)))
    code, said = written[0]
    kit.check(code == 0, f"the flood is written: {said}")
    lab.until("the box answers after it", lambda: lab.status().get("midi", {}).get("available"))
    grown = resident(lab) - memory
    kit.check(grown < 16_000, f"the flood is not kept: {grown} kB more")
    taken = lambda: lab.status()["midi"]["received"] - received
    told = lambda: any("MIDI messages were left out" in notice["text"] for notice in lab.status()["notices"])
    lab.until("what was left out is told, or nothing was", lambda: told() or taken() >= 2 * PAIRS + CONTROLLERS, 60)
    lab.until("what the flood struck has ended, but for the hand's own note", lambda: lab.status()["instrument"]["voices"] <= 1, 120)
    count = f"{taken()} were taken ({'the others are told' if told() else 'nothing was left out'})"
    wrong = midi.breaks(quiet, flooded)
    kit.check(wrong is None, f"the flood does not break the sound: {wrong}")
    kit.check(sounds(lab), "the hand plays on")

    # A program connects itself, by a port closed to other programs. It holds its note for longer than the interval
    # between the box's looks at the ports.
    voices = lambda: lab.status()["instrument"]["voices"]
    lab.until("the hand's note alone sounds", lambda: voices() == 1, 60)
    lab.run(f"printf '{LONG_NOTE}' > /tmp/long.mid; (aplaymidi -p GestureFlow /tmp/long.mid > /dev/null 2>&1 &)")
    lab.until("aplaymidi's note sounds, too", lambda: voices() == 2, 30)
    time.sleep(6)
    kit.check(voices() == 2, "and sounds on after six seconds")
    lab.until("it ends with the file", lambda: voices() == 1, 60)

    # The end by force, and by order: no note stays on.
    before = len(heard(lab))
    lab.run("systemctl kill -s KILL gestureflow")
    lab.until("after a crash the device is silenced first", lambda: midi.is_silenced(heard(lab)[before:]), 180)
    lab.owner("mode instrument")
    lab.owner("output both")
    lab.until("and the hand plays again", lambda: sounds(lab), 180)
    before = len(heard(lab))
    lab.run("systemctl stop gestureflow", 120)
    lab.until("with the box all notes end", lambda: midi.is_silenced(heard(lab)[before:]))
    lab.run("kill $(cat /tmp/ear.pid)")
    messages = heard(lab)
    sounding, begun, wrong = midi.notes(messages)
    kit.check(begun >= 4 and not sounding and not wrong, f"{begun} notes began; sounding still {sounding}; wrong {wrong[:5]}")
    flood = f"{2 * PAIRS + CONTROLLERS} messages and a megabyte of system exclusive in {flooded[1]:.0f} s, of which {count}"
    return f"{begun} notes, each with its end; {grown} kB for {flood}; xruns: {flooded[0]} meanwhile, {quiet[0]} in {quiet[1]:.0f} s before"


def ports(lab):
    return (lab.status().get("midi") or {}).get("ports", [])


def heard(lab):
    return midi.read(lab.out(f"cat {EAR}"))


def sounds(lab):
    return bool(midi.notes(heard(lab))[0])


def broken(lab, meanwhile):
    """Returns the breaks of the sound meanwhile, and the seconds."""
    before, begun = lab.status()["audio"]["xruns"], time.monotonic()
    meanwhile()
    return lab.status()["audio"]["xruns"] - before, time.monotonic() - begun


def resident(lab):
    """Returns the kilobytes of memory of the service."""
    return int(lab.out("awk '/VmRSS/{print $2}' /proc/$(systemctl show -p MainPID --value gestureflow)/status") or 0)
