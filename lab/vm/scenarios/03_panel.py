"""Every button and hold of the table, chatter, quick taps; LEDs are read back."""
import time
import judges
import kit as kitmodule

TIER, HANDS, STATUS, TRACK = 16, 24, 25, 26
# Edges of the bursts of chatter. The kernel keeps 16 unread edges of a line and drops the rest: the long bursts test
# that, and their count is not exact. The other bursts drop no edge. They are sent until three were certainly one
# press. Shorter ones follow after bursts in which the machine stood still for longer than the debounce.
LONG, SHORT, ENOUGH = [40] * 2, [12] * 6 + [6] * 4 + [2] * 4, 3


def run(lab, kit):
    lab.make_panel()
    # Without camera and card the box reports that it needs help; switched off it is dark.
    lab.configure("")
    lab.run("systemctl restart --no-block gestureflow")
    lab.until("no card, no camera", lambda: lab.status().get("state") in ("degraded", "failed"), 180)
    kit.shines(lab, "status: needs help", STATUS, "status", "fastBlink")
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
        return (lab.status().get("panel") or {}).get("presses", -1)

    pressed = 0

    def press(line, seconds=0.1):
        """Presses once, and checks that the box counts one press."""
        nonlocal pressed
        # Two presses within 0.4 s would be a double click.
        lab.run("sleep 0.5")
        lab.press(line, seconds)
        pressed += 1
        counted(f"press {pressed}, GPIO{line}")

    def counted(what):
        lab.until(f"{what} is counted", lambda: presses() >= pressed)
        kit.check(presses() == pressed, f"{what}: {presses()} presses are counted, and {pressed} were made")

    kit.check(all(not line.get("problem") for line in lab.status()["panel"]["lines"]), str(lab.status()["panel"]))
    press(27)
    lab.until("NEXT", lambda: track() == "a/2.wav")
    press(23)
    lab.until("PREV", lambda: track() == "a/1.wav")
    press(27, 1.6)
    lab.until("NEXT held: next folder", lambda: track() == "b/1.wav")
    press(23, 1.6)
    lab.until("PREV held: previous folder", lambda: track() == "a/1.wav")
    press(17)
    lab.until("PLAY pauses", lambda: lab.status()["control"]["paused"])
    kit.shines(lab, "track: paused", TRACK, "track", "blink")
    press(17)
    lab.until("PLAY plays", lambda: not lab.status()["control"]["paused"])
    # A new track is a short flash. On a lit LED it ends in a short dark piece. On a busy machine it may fall between
    # two looks.
    for _ in range(5):
        lab.run(f"(sleep 1; {lab.button(27, True)}; sleep 0.1; {lab.button(27, False)}) > /dev/null 2>&1 &")
        changed = lab.watch_led(TRACK, 4)
        pressed += 1
        counted("NEXT while the LED is watched")
        if changed:
            break
    kit.check([lit for lit, _, _ in changed] == [False], f"track: playing, and one flash at the change: {kitmodule.pattern.told(changed)}")
    kit.check(changed[0][1] < 4 - 2 * changed[0][1], f"the flash is short beside the light: {kitmodule.pattern.told(changed)}")
    lab.run("su owner -c 'gfctl select 2'")
    lab.until("the second track", lambda: track() == "a/2.wav")
    press(23)
    lab.until("PREV again", lambda: track() == "a/1.wav")
    press(4, 1.6)
    lab.until("MODE held: auto-pause off", lambda: lab.status()["autoPause"] is False)
    press(4)
    lab.until("MODE goes to the stems", lambda: lab.status()["mode"] == "stems")
    lab.until("LED stems on, LED player off", lambda: lab.led(6) and not lab.led(5))
    press(4)
    lab.until("MODE goes to the instrument", lambda: lab.status()["mode"] == "instrument")
    lab.until("LED instrument on, LED stems off", lambda: lab.led(12) and not lab.led(6))
    press(4)
    lab.until("MODE goes to the theremin", lambda: lab.status()["mode"] == "theremin")
    kit.shines(lab, "instrument: theremin", 12, "instrument", "slowBlink")
    press(4)
    lab.until("MODE goes to the stream", lambda: lab.status()["mode"] == "stream")
    lab.until("LED stream on, LED instrument off", lambda: lab.led(13) and not lab.led(12))
    press(4)
    lab.until("MODE goes back to the player", lambda: lab.status()["mode"] == "player")
    lab.until("LED player on, LED stream off", lambda: lab.led(5) and not lab.led(13))
    for is_off in (True, False):
        lab.run("sleep 0.5")
        lab.double_click(4)
        pressed += 2
        counted("MODE twice")
        lab.until(f"MODE twice: hands {'off' if is_off else 'on'}", lambda: lab.status()["control"]["handsOff"] is is_off)
        lab.until("the mode is as before", lambda: lab.status()["mode"] == "player")
    kit.check(lab.led(TIER), "a box without makers' keys is pro")
    press(22)
    lab.until("TIER says that it takes nothing away", lambda: any("TIER takes nothing away" in n["text"] for n in lab.status()["notices"]))
    kit.check(lab.status()["tier"] == "pro" and lab.led(TIER), "TIER takes something away")
    lab.owner("tier free")
    lab.until("gfctl tier free, and the LED off", lambda: lab.status()["tier"] == "free" and not lab.led(TIER))
    press(22)
    lab.until("TIER goes back to pro, and its LED on", lambda: lab.status()["tier"] == "pro" and lab.led(TIER))
    press(22, 1.6)
    lab.until(
        "TIER held goes to the next output, or says why not",
        lambda: lab.status()["output"] == "midi" or any("MIDI" in n["text"] for n in lab.status()["notices"]),
    )
    kit.check(lab.led(5) and lab.led(TIER), "LED player on, LED tier on")
    kit.check(not any(lab.led(line) for line in (6, 12, 13)), "the LEDs of the other modes are off")
    # Chatter is one press. If the emulated machine stands still during it for longer than the debounce, it is another
    # press: the machine's clock gives the number. At least one is certain. The box may count fewer presses, because
    # it misses a line that goes up and down before the kernel's thread reads it. It never counts more. So a burst
    # that cannot have been two presses proves that chatter is one.
    sure, tried = [], 0
    for edges in LONG + SHORT:
        if len(sure) == ENOUGH:
            break
        most = judges.presses(lab.chatter(23, edges))[1]
        before = pressed
        time.sleep(1)
        lab.until("the chatter is counted", lambda: presses() > before)
        time.sleep(1)
        pressed = presses()
        if edges in LONG:
            # The dropped edges may have been all of a pause.
            most += 1
        else:
            tried += 1
            sure += [edges] if most == 1 else []
        kit.check(before < pressed <= before + most, f"{pressed - before} presses are counted of {edges} edges that are {most} at most")
    kit.check(sure, f"this machine is too slow to prove that chatter is one press: in each of {tried} bursts, of {SHORT[-1]} edges at last, it stood still for longer than the debounce")
    # Quick taps.
    lab.run("; ".join(f"{lab.button(23, True)}; sleep 0.015; {lab.button(23, False)}; sleep 0.1" for _ in range(10)))
    pressed += 10
    counted("ten quick taps")
    time.sleep(1)
    counted("and no more")
    # The shutdown hold counts in; a release cancels it.
    lab.run(lab.button(17, True))
    lab.until("the count-in is shown", lambda: lab.led(6), 30)
    lab.run(lab.button(17, False))
    lab.until("let go: the LEDs are as before", lambda: lab.led(5) and not lab.led(6))
    kit.check(lab.out("systemctl is-active gestureflow") == "active", "a cancelled hold does nothing")
    return f"{pressed} presses, each counted once; {len(sure)} of {tried} bursts are sure to be one press and were, of {', '.join(map(str, sure))} edges; 10 of 10 taps"
