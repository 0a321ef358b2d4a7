"""Sound card absent at the boot, plugged later, pulled out while it plays and put back."""
import time
import sound


def run(lab, kit):
    lab.configure("")
    lab.run("systemctl restart --no-block gestureflow", 120)

    def part():
        return next((p for p in lab.status().get("parts", []) if p["name"] == "sound"), {})

    lab.until("no card is told", lambda: part().get("state") == "failed", 180)
    kit.check(lab.status()["state"] == "failed", lab.status()["state"])
    lab.plug_card()
    lab.until("plugged in later", lambda: part().get("state") == "running")
    lab.until("READY", lambda: lab.out("systemctl is-active gestureflow") == "active")
    for round in range(5):
        lab.until("it plays", lambda: lab.status()["audio"]["blocks"] > 0)
        lab.yank_card()
        lab.until(f"round {round}: gone", lambda: part().get("state") == "failed")
        blocks = lab.status()["audio"]["blocks"]
        lab.plug_card()
        lab.until(f"round {round}: back", lambda: part().get("state") == "running" and lab.status()["audio"]["blocks"] > blocks)
    lab.yank_card()
    time.sleep(25)
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "the watchdog must not bite for want of a card")
    lab.plug_card()
    lab.until("back after 25 s", lambda: part().get("state") == "running")
    time.sleep(4)
    heard = sound.samples(lab.sound, max(0, sound.length(lab.sound) - 3))
    kit.check(sound.level(heard) > 0.005, "nothing is heard after the last return")
    return f"5 times out and in; level at the end {sound.level(heard):.3f}"
