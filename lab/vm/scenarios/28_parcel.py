"""From the parcel to the first song, without a screen: each step of docs/owner/first-song.md, with its light and sound.

It writes the steps with what was measured to first-song.md in its output folder. The songs are a sine of 2000 Hz.
"""
import collections
import contextlib
import pathlib
import judges
import pattern
import sound
import tones
import views

minutes = 8
counted = True
LEDS = {"player": 5, "stems": 6, "hands": 24, "status": 25, "track": 26}
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


@contextlib.contextmanager
def step(number):
    """Names the step, and what the page promises of it, where a judgement within fails."""
    try:
        yield
    except AssertionError as error:
        wanted = STEPS[number - 1]
        raise AssertionError(f"step {number} (light: {wanted.light}; sound: {wanted.sound}): {error}") from error


def lights(lab, **wanted):
    """Waits until LEDs are lit or off, and stay so for two seconds. Returns that in words.

    A break of the sound flashes over a lit status LED, so of this one a moment counts.
    """
    found = {}

    def is_right():
        for led in wanted:
            pieces = [] if led == "status" else lab.watch_led(LEDS[led], 2)
            found[led] = pattern.told(pieces) if pieces else "lit" if lab.led(LEDS[led]) else "off"
        return found == wanted

    try:
        lab.until("LEDs", is_right)
    except AssertionError:
        raise AssertionError(f"LEDs {found} are found, and {wanted} were to be seen") from None
    return "; ".join(f"{led}: {light}" for led, light in wanted.items())


def walk(lab, kit, diary):
    def control():
        return lab.status().get("control") or {}

    # The machine is on, so the start of the service is the box's. Tones must be heard over the music, so the box is
    # quieter than as delivered; it keeps that over a start.
    patterns = pattern.table()
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
    with step(1):
        lab.begin_watch(LEDS["status"])
        lab.run("systemctl start --no-block gestureflow")
        lab.until("the first light", lambda: lab.led(LEDS["status"]))
        level = sound.level(sound.samples(lab.sound, begin))
        # It blinks until step 2, which may come soon.
        lab.until("a healthy box", lambda: lab.status().get("state") == "healthy", 180)
        found = pattern.pieces(lab.end_watch()(LEDS["status"]))
        is_seen = pattern.repeats(found, patterns["slowBlink"]) or pattern.glimpse(found, "slowBlink", patterns, pattern.SHOWN["status"])
        kit.check(is_seen, f"LED status shows {pattern.told(found)}, and slowBlink was to be seen")
    diary.note("status: slowBlink", f"level {level:.3f}")
    with step(2):
        heard = kit.hears(lab, "ready", begin)
        kit.check(lab.status()["track"]["title"] == "Built-in piece" and not control()["paused"], str(lab.status()["track"]))
        begin = sound.length(lab.sound)
        lab.run("sleep 4")
        level = sound.level(sound.samples(lab.sound, begin))
        kit.check(level > 0.001, f"the built-in music is not heard: {level}")
        lit = lights(lab, status="lit", player="lit")
        kit.shines(lab, "LED hands", LEDS["hands"], "hands", "dimBlink")
    diary.note(f"{lit}; hands: dimBlink", f"{heard}; music of level {level:.3f}")
    # The songs are long enough for all steps.
    tone = kit.tone("song.wav", SONG, 120)
    image = kit.stick("songs", {f"{k} song.wav": tone for k in range(1, 5)}, megabytes=128)
    with step(3):
        begin = sound.length(lab.sound)
        take_stick(lab, kit, image)
        lab.until("a song of the stick", lambda: "song.wav" in ((lab.status().get("track") or {}).get("path") or ""))
        heard = kit.hears(lab, "stickTaken", begin)
        share = song(lab, kit)
    diary.note("track: one flash", f"{heard}; {share:.0%} of the sound is the song")
    with step(4):
        lab.show(kit.hand("open", mirrored=True))
        lab.until("the hand is seen", lambda: [hand["handedness"] for hand in lab.status()["tracker"]["hands"]] == ["left"], 180)
        lit = lights(lab, hands="lit")
        lab.run("sleep 10")
    diary.note(lit, "the song")
    with step(5):
        heard = hold(lab, kit, patterns["engaged"][1])
    diary.note("hands: dark once", heard)
    with step(6):
        lab.show(kit.hand("spread", 8, mirrored=True))
        faster = lab.until("the song is faster", lambda: (speed := control()["speed"]) > 1.05 and speed, 180)
        lit = lights(lab, hands="lit")
    diary.note(lit, f"speed {faster:.2f}")
    with step(7):
        lab.show(views.room())
        lab.until("no hand: paused", lambda: control()["autoPaused"] and not lab.status()["tracker"]["hands"], 180)
        kit.shines(lab, "LED track", LEDS["track"], "track", "blink")
        kit.shines(lab, "LED hands", LEDS["hands"], "hands", "dimBlink")
    diary.note("hands: dimBlink; track: blink", "paused")
    with step(8):
        begin = sound.length(lab.sound)
        lab.press(MODE)
        heard = kit.hears(lab, "stemsMode", begin)
        lit = lights(lab, stems="lit", player="off")
    diary.note(lit, heard)
    with step(9):
        for mode in ("instrument", "theremin", "stream", "player"):
            begin = sound.length(lab.sound)
            # Not a double click.
            lab.run("sleep 1")
            lab.press(MODE)
            lab.until(f"mode {mode}", lambda: lab.status()["mode"] == mode)
        heard = kit.hears(lab, "playerMode", begin)
        lit = lights(lab, player="lit", stems="off")
    diary.note(lit, heard)
    with step(10):
        begin = sound.length(lab.sound)
        is_rest = control()["autoPaused"]
        lab.double_click(PLAY)
        lab.until("home", lambda: abs(control()["speed"] - 1) < 0.001)
        kit.check(is_rest and control()["autoPaused"], "the second press takes back what the first did")
        spoken = "espeak-ng is not installed: silent"
        if lab.run("test -x /usr/bin/espeak-ng")[0] == 0:
            lab.until("the voice", lambda: sound.level(sound.samples(lab.sound, begin)) > 0.002)
            spoken = "a voice"
        kit.shines(lab, "LED track", LEDS["track"], "track", "blink")
    diary.note("track: blink", f"{spoken}; speed 1")
    with step(11):
        lab.run("sleep 1")
        lab.press(PLAY)
        lab.until("the song goes on", lambda: not control()["autoPaused"] and not control()["paused"])
        lit = lights(lab, track="lit")
        share = song(lab, kit)
    diary.note(lit, f"{share:.0%} of the sound is the song")
    with step(12):
        lab.run(lab.button(PLAY, True))
        lab.until("the count-in is shown", lambda: lab.led(LEDS["stems"]), 30)
        lab.until("the machine is off", lambda: lab.process.poll() is not None, 180)
        wrong = judges.power_off(*lab.ended())
        kit.check(not wrong, f"the machine is off, but not by the button: {wrong}")
    diary.note("the LEDs count; then the machine is off", "off")


def take_stick(lab, kit, image):
    """Puts the stick in, and checks the flash. After a look that came too late it is put in again."""
    looks = []

    def ready():
        if looks:
            lab.yank_stick("songs")
            lab.until("the stick is out", lambda: not lab.status()["library"]["sticks"])
            lab.run("sleep 3")

    def put_in():
        looks.append(True)
        lab.plug_stick("songs", image)

    kit.flashes(lab, "LED track", LEDS["track"], 1, ready, put_in)


def hold(lab, kit, dark):
    """Lets the open hand take hold, and checks the darkness of so many seconds. Returns the sound.

    A slow machine may hide the darkness: then the hand lets go, and takes hold again.
    """
    def holds():
        return "speed" in (lab.status().get("control") or {}).get("held", [])

    for _ in range(4):
        begin = sound.length(lab.sound)
        lab.begin_watch(LEDS["hands"])
        lab.show(kit.hand("touching", mirrored=True))
        lab.until("the hand holds the speed", holds, 180)
        lab.run("sleep 1")
        rows = lab.end_watch()(LEDS["hands"])
        dips, is_sure = pattern.dips(rows, dark)
        ticks = tones.ticks(sound.samples(lab.sound, begin), "engaged")
        kit.check(dips == 1 or not is_sure, f"LED hands goes dark {dips} times, and once was to be seen: {pattern.told(pattern.pieces(rows))}")
        if dips == 1:
            kit.check(len(ticks) == 1, f"{len(ticks)} ticks are heard, and one was to be heard")
            return tones.words(tones.table()["engaged"])
        lab.show(kit.hand("open", mirrored=True))
        lab.until("the hand lets go", lambda: not holds(), 180)
        lab.run("sleep 10")
    raise AssertionError("LED hands never goes dark, and each time a look came too late to see it")


def song(lab, kit):
    """Checks that the song is heard; returns its share of the sound."""
    begin = sound.length(lab.sound)
    lab.run("sleep 6")
    # Its loudness is measured meanwhile, and then it is 10 dB quieter.
    share = sound.pieces(sound.samples(lab.sound, begin), SONG, loud_from=0.0005)
    kit.check(share > 0.4, f"the song is {share:.0%} of the sound")
    return share
