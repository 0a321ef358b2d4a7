"""From the parcel to the first song, without a screen: each step of docs/owner/first-song.md, with its light and sound.

It writes the steps with what was measured to first-song.md in its output folder. The songs are a sine of 2000 Hz.
"""
import collections
import pathlib
import time
import judges
import pattern
import sound
import tones
import views

minutes = 7
PLAYER, STEMS, HANDS, STATUS, TRACK = 5, 6, 24, 25, 26
PLAY, MODE = 17, 4
SONG = 2000
Step = collections.namedtuple("Step", "does light sound")
# The table of docs/owner/first-song.md; test_first_song.py compares them.
STEPS = [
    Step("Connect camera, sound card, speakers, buttons and LEDs. Switch the box on.", "status: slow blink", "none"),
    Step("Wait.", "status: lit; player: lit; hands: short blink every 2 s", "E5 ↗ B5, slow; the built-in music plays"),
    Step("Put in a stick with songs.", "track: one flash", "E6 → E6 ↗ A6; a song of the stick plays"),
    Step("Raise your left hand, open and upright. Hold it still.", "hands: lit", "none"),
    Step("Bring thumb and index finger together.", "hands: dark once", "G6, a tick"),
    Step("Open the two fingers.", "hands: lit", "the song becomes faster"),
    Step("Take the hand away.", "hands: short blink every 2 s; track: blink", "the song pauses after a second"),
    Step("Press MODE.", "stems: lit; player: off", "A4 ↗ A5"),
    Step("Press MODE until the LED player is lit.", "player: lit; stems: off", "A4 ↗ D5"),
    Step("Press PLAY twice, quickly.", "track: blink", "with espeak-ng a voice says how the box is; the speed is the original"),
    Step("Press PLAY.", "track: lit", "the song plays on"),
    Step("Hold PLAY for 3 s.", "one LED after the other, then all off", "the song ends; the box is off"),
]


class Diary:
    """The measured lights and sounds of the steps."""

    def __init__(self):
        self.rows = []

    def note(self, light, heard):
        self.rows.append((light, heard))

    def text(self):
        head = "| step | you do | light | sound | light, measured | sound, measured |\n|---|---|---|---|---|---|\n"
        return head + "".join(f"| {k} | {' | '.join([*step, *row])} |\n" for k, (step, row) in enumerate(zip(STEPS, self.rows), 1))


def run(lab, kit):
    diary = Diary()
    try:
        walk(lab, kit, diary)
    finally:
        pathlib.Path(kit.work, "first-song.md").write_text(diary.text())
    kit.check(len(diary.rows) == len(STEPS), f"{len(diary.rows)} of {len(STEPS)} steps were played")
    return f"{len(STEPS)} steps, written to {kit.work}/first-song.md"


def walk(lab, kit, diary):
    def control():
        return lab.status().get("control") or {}

    def until_lit(line, what):
        lab.until(what, lambda: lab.led(line))

    # 1. The machine is on, so the start of the service is the box's. Tones must be heard over the music, so the box is
    # quieter than as delivered; it keeps that over a start.
    lab.make_panel()
    lab.plug_card()
    lab.configure("hands = 1\\n")
    lab.show(views.room())
    lab.view_camera(0, rate=lab.keeps)
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the box answers", lambda: lab.status().get("state") == "healthy", 180)
    lab.owner("volume 0.2")
    lab.run("sleep 6; systemctl stop gestureflow", 60)
    begin = sound.length(lab.sound)
    lab.run("systemctl start --no-block gestureflow")
    diary.note(f"status: {pattern.told(lab.watch_led(STATUS, 4))}", f"level {sound.level(sound.samples(lab.sound, begin)):.3f}")
    # 2. Ready.
    lab.until("a healthy box", lambda: lab.status().get("state") == "healthy", 180)
    heard = kit.hears(lab, "ready", begin)
    kit.check(lab.status()["track"]["title"] == "Built-in piece" and not control()["paused"], str(lab.status()["track"]))
    begin = sound.length(lab.sound)
    time.sleep(4)
    level = sound.level(sound.samples(lab.sound, begin))
    kit.check(level > 0.001, f"the built-in music is not heard: {level}")
    lab.until("LEDs status and player", lambda: lab.led(STATUS) and lab.led(PLAYER))
    kit.shines(lab, "hands: searching", HANDS, "hands", "dimBlink")
    diary.note("status: lit; player: lit; hands: dimBlink", f"{heard}; music of level {level:.3f}")
    # 3. The stick. Its songs are long enough for all steps.
    tone = kit.tone("song.wav", SONG, 120)
    image = kit.stick("songs", {f"{k} song.wav": tone for k in range(1, 5)}, megabytes=128)
    begin = sound.length(lab.sound)
    lab.plug_stick("songs", image)
    lab.until("a song of the stick", lambda: "song.wav" in ((lab.status().get("track") or {}).get("path") or ""))
    heard = kit.hears(lab, "stickTaken", begin)
    share = song(lab, kit)
    diary.note("track: lit; the flash is short, and not judged", f"{heard}; {share:.0%} of the sound is the song")
    # 4. A hand.
    lab.show(kit.hand("open", mirrored=True))
    lab.until("the hand is seen", lambda: [hand["handedness"] for hand in lab.status()["tracker"]["hands"]] == ["left"], 180)
    until_lit(HANDS, "LED hands")
    lab.run("sleep 10")
    diary.note("hands: lit", "the song")
    # 5. It takes hold.
    lab.show(kit.hand("touching", mirrored=True))
    lab.until("the hand holds the speed", lambda: "speed" in control()["held"], 180)
    diary.note("the darkness of 0.08 s is not judged", "the tick of 0.03 s is not judged")
    # 6. Faster.
    lab.show(kit.hand("spread", 8, mirrored=True))
    faster = lab.until("the song is faster", lambda: (speed := control()["speed"]) > 1.05 and speed, 180)
    diary.note(f"hands: {'lit' if lab.led(HANDS) else 'in a pattern'}", f"speed {faster:.2f}")
    # 7. No hand.
    lab.show(views.room())
    lab.until("no hand: paused", lambda: control()["autoPaused"] and not lab.status()["tracker"]["hands"], 180)
    kit.shines(lab, "track: paused", TRACK, "track", "blink")
    kit.shines(lab, "hands: searching again", HANDS, "hands", "dimBlink")
    diary.note("hands: dimBlink; track: blink", "paused")
    # 8. and 9. The modes.
    begin = sound.length(lab.sound)
    lab.press(MODE)
    heard = kit.hears(lab, "stemsMode", begin)
    lab.until("LED stems", lambda: lab.led(STEMS) and not lab.led(PLAYER))
    diary.note("stems: lit; player: off", heard)
    for mode in ("instrument", "theremin", "stream", "player"):
        begin = sound.length(lab.sound)
        lab.press(MODE)
        lab.until(f"mode {mode}", lambda: lab.status()["mode"] == mode)
    heard = kit.hears(lab, "playerMode", begin)
    lab.until("LED player", lambda: lab.led(PLAYER) and not lab.led(STEMS))
    diary.note("player: lit; stems: off", heard)
    # 10. The report, and home.
    begin = sound.length(lab.sound)
    is_rest = control()["autoPaused"]
    lab.double_click(PLAY)
    lab.until("home", lambda: abs(control()["speed"] - 1) < 0.001)
    kit.check(is_rest and control()["autoPaused"], "the second press takes back what the first did")
    spoken = "espeak-ng is not installed: silent"
    if lab.run("test -x /usr/bin/espeak-ng")[0] == 0:
        lab.until("the voice", lambda: sound.level(sound.samples(lab.sound, begin)) > 0.002)
        spoken = "a voice"
    kit.shines(lab, "track: still paused", TRACK, "track", "blink")
    diary.note("track: blink", f"{spoken}; speed 1")
    # 11. On.
    lab.run("sleep 1")
    lab.press(PLAY)
    lab.until("the song goes on", lambda: not control()["autoPaused"] and not control()["paused"])
    until_lit(TRACK, "LED track")
    share = song(lab, kit)
    diary.note("track: lit", f"{share:.0%} of the sound is the song")
    # 12. Off.
    lab.run(lab.button(PLAY, True))
    lab.until("the count-in is shown", lambda: lab.led(STEMS), 30)
    end = time.time() + 180
    while lab.process.poll() is None and time.time() < end:
        time.sleep(0.2)
    kit.check(lab.process.poll() is not None, "the machine is still on")
    wrong = judges.power_off(*lab.ended())
    kit.check(not wrong, f"the machine is off, but not by the button: {wrong}")
    diary.note("the LEDs count; then the machine is off", "off")


def song(lab, kit):
    """Checks that the song is heard; returns its share of the sound."""
    begin = sound.length(lab.sound)
    time.sleep(6)
    share = sound.pieces(sound.samples(lab.sound, begin), SONG, loud_from=0.002)
    kit.check(share > 0.4, f"the song is {share:.0%} of the sound")
    return share
