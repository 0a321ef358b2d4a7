"""The sound card's absence, plugging, removal during play, and return, which has a tone.

A second card replaces it meanwhile.
"""
import time
import sound

minutes = 4
ROUNDS = 20


def run(lab, kit):
    lab.configure("")
    lab.run("systemctl restart --no-block gestureflow", 120)

    def part():
        return lab.part("sound")

    lab.until("no card is told", lambda: part().get("state") == "failed", 180)
    kit.check(lab.status()["state"] == "failed", lab.status()["state"])
    lab.plug_card()
    lab.until("plugged in later", lambda: part().get("state") == "running")
    lab.until("READY", lambda: lab.out("systemctl is-active gestureflow") == "active")
    for round in range(ROUNDS):
        lab.until("it plays", lambda: lab.status()["audio"]["blocks"] > 0)
        lab.yank_card()
        lab.until(f"round {round}: gone", lambda: part().get("state") == "failed")
        blocks = lab.status()["audio"]["blocks"]
        lab.plug_card()
        lab.until(f"round {round}: back", lambda: part().get("state") == "running" and lab.status()["audio"]["blocks"] > blocks)
    # Another card takes its number; the box still finds it by its id.
    id = lab.out("cat /proc/asound/card*/id")
    lab.configure(f'[sound]\\ncard = "{id}"\\n')
    lab.yank_card()
    lab.until("gone", lambda: part().get("state") == "failed")
    lab.run("modprobe snd-aloop")
    lab.run("systemctl restart --no-block gestureflow")
    lab.until("only the wrong card is there", lambda: part().get("state") == "failed" and "Loopback" in str(part()))
    lab.plug_card()
    lab.until("the right card, as the second one", lambda: part().get("state") == "running" and id in lab.status()["audio"]["name"])
    kit.check(lab.out("cat /proc/asound/card1/id") == id, "the order of the cards has changed")
    lab.run("systemctl stop gestureflow; rmmod snd-aloop")
    lab.configure("")
    # Another program has it.
    lab.run(f"(aplay -q -D plughw:CARD={id} -f cd /dev/zero > /dev/null 2>&1 & echo $! > /tmp/other.pid); sleep 2; systemctl start --no-block gestureflow", 60)
    lab.until("a busy card is told", lambda: part().get("state") == "failed" and "in use" in str(part()))
    lab.run("kill $(cat /tmp/other.pid)")
    lab.until("free again", lambda: part().get("state") == "running" and lab.status()["audio"]["blocks"] > 0)
    # Music would cover the tone of its return.
    lab.owner("pause")
    lab.yank_card()
    time.sleep(25)
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "the watchdog must not bite for want of a card")
    lab.plug_card()
    lab.until("back after 25 s", lambda: part().get("state") == "running")
    # Its recording begins again.
    heard = kit.hears(lab, "cardBack", 0)
    lab.owner("play")
    time.sleep(4)
    kit.check(sound.recent(lab.sound) > 0.005, "nothing is heard after the last return")

    def plays_on(card):
        """Checks that a card plays, and that the status names only it."""
        status = lab.status()
        return (status.get("audio") or {}).get("name") == f"hw:CARD={card}" and status["audio"]["blocks"] > blocks

    # The box returns to the first of the two cards.
    lab.plug_spare_card()
    other = lab.until("the second card", lambda: [card for card in lab.out("cat /proc/asound/card*/id").split() if card != id])[0]
    time.sleep(3)
    kit.check(lab.status()["audio"]["name"] == f"hw:CARD={id}", f"a card that is plugged in besides takes nothing over: {lab.status()['audio']['name']}")
    blocks = lab.status()["audio"]["blocks"]
    lab.yank_card()
    lab.until("the second card stands in", lambda: plays_on(other))
    lab.until("and that is told", lambda: part().get("state") == "degraded" and "stands in" in part().get("reason", ""))
    time.sleep(4)
    spare = sound.recent(lab.spare)
    kit.check(spare > 0.005, "nothing is heard on the card that stands in")
    blocks = lab.status()["audio"]["blocks"]
    lab.plug_card()
    lab.until("back on the first card", lambda: plays_on(id) and part().get("state") == "running")
    time.sleep(4)
    back = sound.recent(lab.sound)
    kit.check(back > 0.005, "nothing is heard on the first card after its return")
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was started again")
    return f"{ROUNDS} times out and in; back with {heard}; on {other} while {id} was out, then on {id} again; level {spare:.3f} and {back:.3f}"
