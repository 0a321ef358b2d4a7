"""Every button and hold of the table, chatter, quick taps; LEDs read back."""
import time

TIER, HANDS, STATUS, TRACK = 16, 24, 25, 26


def run(lab, kit):
    lab.make_panel()
    # Without camera and card the box needs help, and says so; switched off it is dark.
    lab.configure("")
    lab.run("systemctl restart --no-block gestureflow")
    lab.until("no card, no camera", lambda: lab.status().get("state") in ("degraded", "failed"), 180)
    kit.shines(lab, "status: needs help", STATUS, 0.1, 0.1, seconds=3)
    kit.check(not lab.watch_led(HANDS, 3) and not lab.led(HANDS), "the hands' LED is off without a camera")
    lab.run("systemctl stop gestureflow", 60)
    kit.check(not any(lab.led(line) for line in (5, 6, 12, 13, TIER, HANDS, STATUS, TRACK)), "a halted box is dark")
    lab.plug_card()
    tone = kit.tone("short.wav", 330, 30)
    stick = kit.stick("panel", {"a/1.wav": tone, "a/2.wav": tone, "b/1.wav": tone})
    lab.plug_stick("stick", stick)
    lab.run("systemctl start --no-block gestureflow")
    lab.until("music", lambda: (lab.status().get("track") or {}).get("count") == 3, 180)

    def track():
        return "/".join(((lab.status().get("track") or {}).get("path") or "").split("/")[-2:])

    def presses():
        return (lab.status().get("panel") or {}).get("presses")

    kit.check(all(not line.get("problem") for line in lab.status()["panel"]["lines"]), str(lab.status()["panel"]))
    lab.press(27)
    lab.until("NEXT", lambda: track() == "a/2.wav")
    lab.press(23)
    lab.until("PREV", lambda: track() == "a/1.wav")
    lab.press(27, 1.6)
    lab.until("NEXT held: next folder", lambda: track() == "b/1.wav")
    lab.press(23, 1.6)
    lab.until("PREV held: previous folder", lambda: track() == "a/1.wav")
    lab.press(17)
    lab.until("PLAY pauses", lambda: lab.status()["control"]["paused"])
    kit.shines(lab, "track: paused", TRACK, 0.3, 0.3)
    lab.press(17)
    lab.until("PLAY plays", lambda: not lab.status()["control"]["paused"])
    # A new track is a short flash, which on an LED that is lit ends in a short dark piece.
    lab.run(f"(sleep 1; {lab.button(27, True)}; sleep 0.1; {lab.button(27, False)}) > /dev/null 2>&1 &")
    changed = lab.watch_led(TRACK, 4)
    kit.check(len(changed) == 1 and not changed[0][0] and changed[0][1] < 0.5, f"track: playing, and one flash at the change: {kit.told(changed)}")
    lab.press(23)
    lab.until("PREV again", lambda: track() == "a/1.wav")
    lab.press(4, 1.6)
    lab.until("MODE held: auto-pause off", lambda: lab.status()["autoPause"] is False)
    lab.press(4)
    lab.until("MODE says what is not built", lambda: any("not built" in n["text"] for n in lab.status()["notices"]))
    lab.press(22)
    lab.until("TIER is refused without a licence", lambda: any("licence" in n["text"] for n in lab.status()["notices"]))
    before = len([n for n in lab.status()["notices"] if "not built" in n["text"]])
    lab.press(22, 1.6)
    lab.until("TIER held says what is not built", lambda: len([n for n in lab.status()["notices"] if "not built" in n["text"]]) > before)
    kit.check(lab.led(5) and not lab.led(TIER), "LED player on, LED tier off")
    kit.check(not any(lab.led(line) for line in (6, 12, 13)), "the LEDs of the other modes are off")
    # A second of chatter at each edge is one press; the shell cannot be faster than some edges a millisecond.
    before = presses()
    lab.run("; ".join([lab.button(27, True), lab.button(27, False)] * 40 + [lab.button(27, True), "sleep 0.1", lab.button(27, False)]))
    time.sleep(1)
    kit.check(presses() >= before + 1, "chatter is heard")
    chatter = presses() - before
    # Quick taps.
    before = presses()
    lab.run("; ".join(f"{lab.button(23, True)}; sleep 0.015; {lab.button(23, False)}; sleep 0.1" for _ in range(10)))
    lab.until("ten quick taps", lambda: presses() == before + 10)
    # The shutdown hold counts in; letting go cancels.
    lab.run(lab.button(17, True))
    lab.until("the count-in is shown", lambda: lab.led(6), 30)
    lab.run(lab.button(17, False))
    lab.until("let go: the LEDs are as before", lambda: lab.led(5) and not lab.led(6))
    kit.check(lab.out("systemctl is-active gestureflow") == "active", "a cancelled hold does nothing")
    return f"81 edges of chatter: {chatter} press(es); 10 of 10 taps"
