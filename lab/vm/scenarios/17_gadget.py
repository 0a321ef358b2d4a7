"""The box in a laptop's USB-C port.

With the kernel's dummy controller it is the device and the host in one machine. The host's own USB MIDI driver sees a
device GestureFlow. The notes of a finger arrive there, each with its end, and the laptop's notes arrive at the box.
The cable is removed during a note and put back.
"""
import midi

minutes = 4
UNIT = "gestureflow-usb-midi.service"


def run(lab, kit):
    lab.plug_card()
    # The laptop's end is in the same machine, and a device like any other: the listener must get it.
    lab.configure('[midi]\nconnect = "f_midi"\n')
    kit.check(lab.out(f"systemctl is-enabled {UNIT}") == "disabled", "it is off as it is delivered")
    kit.check("enable" in lab.out("/usr/lib/gestureflow/usb-midi-gadget start 2>&1"), "without a port that can be a device the remedy is said")
    code, said = lab.run("modprobe -a dummy_hcd evdev uinput")
    kit.check(code == 0, f"the kernel has a dummy controller: {said}")
    lab.run("(/opt/lab/fingers /tmp/fingers > /tmp/fingers.log 2>&1 &); until [ -p /tmp/fingers ]; do sleep 0.1; done")
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the box answers", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    for words in ("mode instrument", "output both"):
        code, said = lab.run(f"su owner -c 'gfctl {words}' 2>&1")
        kit.check(code == 0, f"{words}: {said}")
    do(lab, "plug")
    lab.until("the finger's device", lambda: lab.run("grep -q 'Lab Fingers' /proc/bus/input/devices")[0] == 0, 30)

    # Plugged in: the host has a card of that name, and the box has connected its end.
    ears = [plugged(lab, kit, 0)]
    kit.check("configured" in lab.out("/usr/lib/gestureflow/usb-midi-gadget status"), "the host has taken it")
    mine = [port for port in ports(lab) if port["client"] == "GestureFlow"]
    kit.check(not any(port["connected"] for port in mine), "the box does not play its own other end")

    # A finger plays there.
    for height in (200, 500, 800):
        do(lab, f"down 0 500 {height}")
        lab.until(f"the note at {height} arrives", lambda: sounds(lab, ears[0]))
        do(lab, "up 0")
        lab.until("and its end", lambda: not sounds(lab, ears[0]))
    # The laptop plays the box.
    received = lab.status()["midi"]["received"]
    lab.run(f"printf '\\220\\074\\144\\200\\074\\000' > {device(lab)}")
    lab.until("a note from the laptop arrives", lambda: lab.status()["midi"]["received"] >= received + 2)

    # The cable is removed during a note and put back. The finger is lifted meanwhile: a new listener has not received
    # the begin of that note.
    do(lab, "down 0 500 300")
    lab.until("a note before the cable is pulled", lambda: sounds(lab, ears[0]))
    code, said = lab.run(f"systemctl stop {UNIT}", 60)
    kit.check(code == 0, f"it is pulled: {said}")
    lab.until("the host has lost it", lambda: not lab.out("readlink /proc/asound/GestureFlow"))
    lab.until("the box has noticed", lambda: not any(port["client"] == "f_midi" for port in ports(lab)))
    kit.check(lab.out("ls /sys/kernel/config/usb_gadget") == "", "nothing of it is left in the kernel")
    do(lab, "up 0")
    ears.append(plugged(lab, kit, 1))
    do(lab, "down 0 500 600")
    lab.until("the finger is heard again", lambda: sounds(lab, ears[1]))
    do(lab, "up 0")
    lab.until("and its note ends", lambda: not sounds(lab, ears[1]))
    sounding, begun, wrong = midi.notes(heard(lab, ears[1]))
    kit.check(begun == 1 and not sounding and not wrong, f"put back: {begun} notes began, sounding {sounding}, wrong {wrong[:5]}")
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "the box was never started again")
    sounding, first, wrong = midi.notes(heard(lab, ears[0]))
    kit.check(first == 4 and len(sounding) <= 1 and not wrong, f"before the cable was pulled: {first} notes, sounding {sounding}, wrong {wrong[:5]}")
    return f"{first + begun} notes arrived at the host; pulled in mid-note and put back"


def plugged(lab, kit, number):
    """Puts the cable in and listens at the host's end; returns the file of its messages."""
    code, said = lab.run(f"systemctl start {UNIT}", 60)
    kit.check(code == 0, f"it is plugged in: {said}; {lab.out(f'journalctl -u {UNIT} -n 5 --no-pager')}")
    lab.until("the host sees a USB device GestureFlow", lambda: "USB-Audio - GestureFlow" in lab.out("cat /proc/asound/cards"), 60)
    ear = f"/tmp/ear{number}.log"
    lab.until("its MIDI port", lambda: lab.run(f"[ -c {device(lab)} ]")[0] == 0, 30)
    lab.run(f"(/opt/lab/ear {device(lab)} > {ear} 2>&1 &)")
    lab.until("the box has connected its end", lambda: [port["connected"] for port in ports(lab) if port["client"] == "f_midi"] == [True])
    # Messages sent before the listener started are lost, as on any cable: a new silencing gives the listener a known
    # state.
    lab.until("the host is silenced", lambda: lab.run("su owner -c 'gfctl panic'") and midi.is_silenced(heard(lab, ear)))
    return ear


def device(lab):
    """Returns the host's raw MIDI device of the box."""
    return f"/dev/snd/midiC{lab.out('readlink /proc/asound/GestureFlow').removeprefix('card')}D0"


def do(lab, line):
    lab.out(f"echo '{line}' > /tmp/fingers")


def ports(lab):
    return (lab.status().get("midi") or {}).get("ports", [])


def heard(lab, ear):
    return midi.read(lab.out(f"cat {ear}"))


def sounds(lab, ear):
    return bool(midi.notes(heard(lab, ear))[0])
