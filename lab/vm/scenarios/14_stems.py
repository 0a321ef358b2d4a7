"""A stick with two stem sets: played, looped, removed during a loop, put back.

A file describes one set; file names define the other. A third one is broken and reports the reason.

Channel 1 of the first set has another tone in each quarter, and channel 2 is muted, so that the sound shows which
part plays. Emulated sound may break many times a second: the tones of its clear pieces count.
"""
import time
import judges, sound

minutes = 4
# Hz, each with whole cycles in its quarter; 120 beats a minute, so that a bar is 2 s and two bars are four quarters
# of 1 s.
QUARTERS, LOW, SECOND = (1600, 2000, 2400, 2800), 500, 3200
ALL = (*QUARTERS, SECOND)
# Tones at the end of a bar of the first set.
ENDS = (2000, 2800)

FIRST = """name = "First light"
tempo = 120
key = "A minor"
[[channel]]
file = "lead.wav"
bars = 2
[[channel]]
file = "low.wav"
bars = 1
[[channel]]
file = "more.wav"
"""
BROKEN = """tempo = 120
[[channel]]
file = "gone.wav"
"""


def run(lab, kit):
    lab.plug_card()
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the box answers", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    lab.owner("autopause off")
    lab.owner("play")
    stick = make_stick(kit)
    lab.plug_stick("stems", stick)
    lab.until("both sets are listed", lambda: all(name in lab.owner("library stems") for name in ("First light", "Second")))
    problems = lab.until("the broken set is told", lambda: "gone.wav" in (text := lab.owner("library problems")) and text)
    kit.check("there is no 'gone.wav'" in problems, f"the broken set gives its reason: {problems}")

    # The first set is audible.
    lab.owner("mode stems")
    lab.until("the first set", lambda: stems(lab).get("set") == "First light", 240)
    kit.check(stems(lab)["setCount"] == 5, f"two sets and the three built-in ones: {stems(lab)}")
    lab.owner("tier free")
    kit.check([c["locked"] for c in stems(lab)["channels"]] == [False, False, True], "tier free plays two channels of three")
    code, said = lab.run("su owner -c 'gfctl loop 3 0 2' 2>&1")
    kit.check(code != 0 and "tier pro" in said, f"the third one is refused: {said}")
    lab.owner("stem 2 mute")
    lab.until("channel 2 is muted", lambda: stems(lab)["channels"][1]["muted"])
    whole = judges.shares(heard(lab, 12))
    kit.check(all(whole.get(hz, 0) > 0.04 for hz in QUARTERS), f"the whole channel is heard: {whole}")

    # A requested loop begins.
    lab.owner("loop 1 1 2")
    lab.until("the loop", lambda: stems(lab)["channels"][0].get("loop") == {"start": 1, "end": 2})
    kit.check(stems(lab)["channels"][0].get("pendingLoop") is None, f"nothing waits any more: {stems(lab)}")
    time.sleep(2)
    looped = judges.shares(heard(lab, 6))
    kit.check(looped.get(2000, 0) > 0.9, f"the second quarter alone is heard: {looped}")

    # The stick is removed during the loop: the part in memory continues to play.
    lab.yank_stick("stems")
    lab.until("the stick is gone", lambda: not lab.status()["library"]["sticks"])
    lab.until("and its sets", lambda: stems(lab)["setCount"] == 3)
    time.sleep(2)
    alone = judges.shares(heard(lab, 6))
    kit.check(alone.get(2000, 0) > 0.9, f"without the stick it goes on: {alone}")
    kit.check(stems(lab)["set"] == "First light" and stems(lab)["channels"][0]["loop"] == {"start": 1, "end": 2}, f"the set stays: {stems(lab)}")
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")

    # Back again: the sets are there, and the next one begins on a bar line of the one before.
    lab.plug_stick("stems", stick)
    lab.until("the sets are back", lambda: stems(lab).get("setCount") == 5)
    kit.check(all(name in lab.owner("library stems") for name in ("First light", "Second")), "both are listed again")
    lab.owner("loop 1 off")
    lab.until("the whole channel again", lambda: stems(lab)["channels"][0].get("loop") is None and stems(lab)["channels"][0].get("pendingLoop") is None)
    kit.check(stems(lab)["set"] == "First light", f"it plays on: {stems(lab)}")
    ends = [go_over(lab, kit)]
    # If the emulated sound pauses at that moment, the result is unknown: go back and repeat.
    while ends[-1] is None and len(ends) < 4:
        lab.owner("prev")
        lab.until("the first set again", lambda: stems(lab)["set"] == "First light")
        ends.append(go_over(lab, kit))
    kit.check(ends[-1] in ENDS, f"the next set begins on a bar line: before it {ends[-1]} Hz was heard, and bars end with one of {ENDS}")
    return f"whole {percent(whole)}; looped {percent(looped)}; without the stick {percent(alone)}; the second set came after {ends[-1]} Hz"


def make_stick(kit):
    def text(name, words):
        path = f"{kit.work}/{name}"
        with open(path, "w") as file:
            file.write(words)
        return path

    low = kit.tone("low.wav", LOW, 2)
    return kit.stick("stems", {
        "First/stems.toml": text("first.toml", FIRST), "First/lead.wav": kit.tones("lead.wav", QUARTERS, 1), "First/low.wav": low, "First/more.wav": low,
        "Second/1 high 1bar 120bpm.wav": kit.tone("high.wav", SECOND, 2), "Second/2 low 1bar.wav": low,
        "Third/stems.toml": text("broken.toml", BROKEN),
    })


def stems(lab):
    return lab.status().get("stems") or {}


def heard(lab, seconds):
    """Returns the tones of the next seconds of recorded sound."""
    begin = sound.length(lab.sound)
    lab.until(f"{seconds} s of sound", lambda: sound.length(lab.sound) > begin + seconds)
    return sound.melody(sound.samples(lab.sound, begin, begin + seconds), ALL)


def go_over(lab, kit):
    """Returns the tone before the second set's first one.

    None if the sound pauses there for longer than a quarter, because a tone may be missing.
    """
    begin = sound.length(lab.sound)
    lab.owner("next")
    lab.until("the second set", lambda: stems(lab)["set"] == "Second")
    end = sound.length(lab.sound)
    lab.until("it is heard", lambda: sound.length(lab.sound) > end + 4)
    melody = sound.melody(sound.samples(lab.sound, begin, end + 4), ALL)
    kit.check(judges.shares([piece for piece in melody if piece[0] > end - begin + 2]).get(SECOND, 0) > 0.9, "the second set is heard")
    found = judges.cut(melody, SECOND)
    return found[0] if found and found[1] < 0.5 else None


def percent(shares):
    return ", ".join(f"{hz} Hz {share:.0%}" for hz, share in sorted(shares.items()))
