"""The arrival times of MIDI messages.

A finger's notes and the box's clock go ahead of time through the kernel's queue, to a receiver whose port the kernel
stamps. Beside each stamp is the due time of the message.

Half of the messages must arrive within 1 ms of their due time, and none before it: an emulated machine stands still
at times, and then everything is late. The scenario prints the whole distribution. On a board with real cores the goal
is 99 % within 1 ms (/opt/lab/stamps runs there, too).
"""
import midi

minutes = 4
EAR = "/tmp/stamps.log"
NOTES, TICKS = 60, 300
LIMIT, SHARE = 0.001, 0.5


def run(lab, kit):
    lab.plug_card()
    code, said = lab.run("modprobe -a snd-seq evdev uinput")
    kit.check(code == 0, f"the kernel has a sequencer: {said}")
    lab.run("(/opt/lab/fingers /tmp/fingers > /tmp/fingers.log 2>&1 &); until [ -p /tmp/fingers ]; do sleep 0.1; done")
    lab.configure('[midi]\\nconnect = "Stamps"\\nclock-out = true\\n')
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the box answers", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    queue = lab.until("its queue", lambda: lab.out(r"sed -n 's/^queue \([0-9]*\): \[GestureFlow\].*/\1/p' /proc/asound/seq/queues"))
    lab.run(f"(/opt/lab/stamps {queue} > {EAR} 2>&1 & echo $! > /tmp/stamps.pid)")
    lab.until("both ports are connected", lambda: [p["connected"] for p in ports(lab) if "Stamps" in p["name"]] == [True, True])

    # A finger goes up and down the notes.
    for words in ("mode instrument", "output both"):
        lab.owner(words)
    lab.run("echo plug > /tmp/fingers")
    lab.until("the finger's device", lambda: lab.run("grep -q 'Lab Fingers' /proc/bus/input/devices")[0] == 0, 30)
    play = f'for k in $(seq {NOTES}); do echo "down 0 500 $((200 + k % 5 * 150))"; sleep 0.25; echo "up 0"; sleep 0.15; done > /tmp/fingers'
    lab.run(play, 300)
    begun = lambda: sum(event[0] == midi.NOTE_ON for _, event in heard(lab)[1])
    lab.until("its notes arrive", lambda: begun() > NOTES // 2, 60)
    latency = lab.status()["midi"].get("noteLatencyMs") or {}
    kit.check(latency.get("count", 0) > NOTES // 2, f"how old a note is on the wire is told: {latency}")

    # The clock is sent a tenth of a second ahead.
    for words in ("autopause off", "mode stems", "play"):
        lab.owner(words)
    lab.until("the clock arrives", lambda: sum(event[0] == midi.CLOCK for _, event in heard(lab)[1]) > TICKS, 240)
    lab.run("kill $(cat /tmp/stamps.pid)")
    both = heard(lab)
    found = []
    for what, kinds in (("notes", (midi.NOTE_ON, midi.NOTE_OFF)), ("clock", (midi.CLOCK,))):
        late = midi.lateness(both, kinds)
        words = midi.spread(late) if late else "none"
        wrong = midi.in_time(late, LIMIT, SHARE)
        kit.check(wrong is None, f"{what}: {wrong}; {words}")
        found.append(f"{what}: {words}")
    return "; ".join(found)


def ports(lab):
    return (lab.status().get("midi") or {}).get("ports", [])


def heard(lab):
    return midi.stamps(lab.out(f"cat {EAR}"))
