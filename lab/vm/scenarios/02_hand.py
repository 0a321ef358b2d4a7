"""A film of a hand through the camera device.

The hand is real if the footage exists, otherwise the performer's. The box sees it, and the pitch of the sound follows
it. Playback pauses without a hand and resumes with it.
"""
import collections, time
import judges
import kit as kitmodule
import sound

HZ = 2000
# A look at the box: second, seconds recorded by then, the status's report, and whether the LED of the hands is lit.
Look = collections.namedtuple("Look", "second recorded cents paused hands led")


def moments(kit):
    """Returns the name of the film, and (film, second) of three positions.

    They are an open hand, thumb on index, and the index away from the thumb.
    """
    if kitmodule.footage.exists():
        clip = str(kitmodule.footage / "dexret_hand.mp4")
        return "a real hand", (clip, 9.7), (clip, 10.5), (clip, 12.0)
    pinch = kit.perform("pinch")
    return "the performer's hand", (kit.perform("open"), 0.5), (pinch, 1.0), (pinch, 2.4)


def run(lab, kit):
    # Open; thumb on index; the index away from the thumb; no hand; open again. The rate is the emulated tracker's.
    whose, open_hand, touching, spread = moments(kit)
    film = kit.film("hand", [(*open_hand, 4), (*touching, 4), (*spread, 8), (None, 0, 6), (*open_hand, 10)], rate=lab.keeps)
    lab.make_panel()
    lab.plug_card()
    lab.plug_stick("stick", kit.stick("music", {"tone.wav": kit.tone("tone.wav", HZ, 120), "film/hand.avi": film}))
    lab.configure("hands = 1\\n")
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the stick's music", lambda: "tone.wav" in ((lab.status().get("track") or {}).get("path") or ""), 180)
    lab.run("cp /run/media/gestureflow/*/film/hand.avi /tmp/")
    lab.slow_camera("/tmp/hand.avi", rate=lab.keeps)
    seen = []

    def look():
        time.sleep(0.2)
        status = lab.status()
        if status:
            control = status["control"]
            recorded = sound.length(lab.sound)
            seen.append(Look(time.monotonic(), recorded, control["pitchCents"], control["autoPaused"], len(status["tracker"]["hands"]), lab.led(24)))
        return seen[-1]

    lab.until("the hand is seen", lambda: look().hands == 1)
    lab.until("the LED of the hands", lambda: look().led, 30)
    lab.until("the hand bends the pitch", lambda: look().cents > 300)
    steady = time.time() + 6
    while time.time() < steady:
        look()
    lab.until("no hand: paused", lambda: (now := look()).hands == 0 and now.paused)
    quiet = sound.length(lab.sound)
    lab.until("a hand again: it plays", lambda: (now := look()).hands > 0 and not now.paused)
    played = sound.length(lab.sound)
    lab.until("sound again", lambda: sound.level(sound.samples(lab.sound, played)) > 0.02, 60)
    # The sound between looks that agree. Breaks of the sound exclude nothing: emulated, it breaks a dozen times a
    # second, and the sound between them has its pitch.
    low, high, off = 0, 0, []
    for begin, end, cents in judges.steady([look[:4] for look in seen]):
        heard = sound.pitch(sound.samples(lab.sound, begin, end))
        if heard:
            off.append(abs(heard / (HZ * 2 ** (cents / 1200)) - 1))
            low, high = low + (cents == 0), high + (cents > 300)
    kit.check(low >= 2 and high >= 2, f"heard {low} times as recorded and {high} times bent, in {len(seen)} looks")
    # Between two looks the pitch may have changed and come back: one of ten may be off, and none by much.
    most, worst = sorted(off)[int(0.9 * (len(off) - 1))], max(off)
    kit.check(most < 0.02 and worst < 0.1, f"what is heard is off by {most:.1%} in one look of ten and by {worst:.1%} at most, of {len(off)} that are judged of {len(seen)} looks")
    bent = max(look.cents for look in seen)
    return f"{whose}: pitch bent by up to {bent:.0f} cents; heard {low} times plain, {high} times bent, nine in ten off by {most:.1%} at most, all by {worst:.1%}; paused and resumed"
