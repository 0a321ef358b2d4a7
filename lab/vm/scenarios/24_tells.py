"""The box tells by tone, light and status what happens.

Views of the camera, the camera's loss and return during music, sticks that do not play, changes of mode and tier, a
scene that waits for fingers, and a refusal. Tones and lights are those of the daemon's table. The song is a sine of
2000 Hz, which no tone of the table has.
"""
import pathlib
import fat
import pattern
import sound
import tones
import views as viewmodule

minutes = 11
HANDS, TRACK, STATUS, TIER = 24, 26, 25, 16
MODE, TIER_BUTTON, PREV, NEXT = 4, 22, 23, 27
SONG = 2000


def run(lab, kit):
    table, views = tones.table(), viewmodule.views()
    kit.play_sine(lab, views["good"], SONG)
    kit.shines(lab, "hands: searching", HANDS, "hands", "dimBlink")

    lost(lab, kit)
    for name in ("covered", "tooDark"):
        begin = sound.length(lab.sound)
        lab.show(views[name])
        lab.until(f"{name} is a problem", lambda: f"light: {table[name].problem}" in lab.status()["problems"])
        status = lab.status()
        kit.check(status["state"] == "degraded" and status["camera"].get("lightVerdict") == name, f"{name}: {status['state']}, {status['camera']}")
        kit.hears(lab, name, begin)
        kit.shines(lab, f"hands: {name}", HANDS, "hands", table[name].pattern)
    begin = sound.length(lab.sound)
    lab.show(views["good"])
    kit.hears(lab, "frameGood", begin)
    lab.until("healthy again", lambda: lab.status()["state"] == "healthy")
    kit.shines(lab, "hands: searching again", HANDS, "hands", "dimBlink")

    junk = {"a.mp3": "no music", "b.flac": ""}
    for name, text in junk.items():
        pathlib.Path(kit.work, name).write_text(text)
    stick(lab, kit, "junk", kit.stick("junk", {name: f"{kit.work}/{name}" for name in junk}), "stickEmpty", 2)
    # The box calls a stick unreadable when eight files in a row are, twice.
    short = kit.tone("short.wav", SONG, 3)
    broken = kit.stick("broken", {f"{k}.wav": short for k in range(10)})
    fat.cut_chains(broken)
    stick(lab, kit, "broken", broken, "stickUnreadable", 4, seconds=40)
    film = f"{kit.work}/song.m4a"
    kit.sh("ffmpeg", "-v", "error", "-y", "-i", short, "-c:a", "aac", film)
    stick(lab, kit, "films", kit.stick("films", {"song.m4a": film, "songs/again.m4a": film}), "stickImport", 3)

    calls = modes(lab, kit)
    tiers(lab, kit)
    refusal(lab, kit)
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    return f"camera lost and back, covered, dark, good again; sticks without music, unreadable and for import; modes {calls}; tiers, a scene, a refusal"


def lost(lab, kit):
    """Takes the camera away while the song plays, and brings it back."""
    begin = sound.length(lab.sound)
    lab.end_view()
    lab.until("the camera is gone", lambda: lab.part("camera").get("state") == "failed")
    status = lab.status()
    kit.check(status["state"] == "degraded" and any(text.startswith("camera: ") for text in status["problems"]), str(status["problems"]))
    kit.hears(lab, "cameraLost", begin)
    kit.check(not lab.watch_led(HANDS, 3) and not lab.led(HANDS), "the hands' LED is off without a camera")
    at = lab.status()["track"]["positionSeconds"]
    lab.until("the song plays on", lambda: lab.status()["track"]["positionSeconds"] > at + 1 and not lab.status()["control"]["autoPaused"])
    begin = sound.length(lab.sound)
    lab.view_camera(1)
    kit.hears(lab, "cameraBack", begin)
    lab.until("healthy with the camera", lambda: lab.status()["state"] == "healthy")
    kit.shines(lab, "hands: the camera is back", HANDS, "hands", "dimBlink")


def stick(lab, kit, name, image, signal, flashes, seconds=25):
    """Puts in a stick that does not play, and takes it away. seconds: in which its flashes come."""
    reason, remedy = tones.table()[signal].problem.split(": ", 1)

    def problems():
        return [text for text in lab.status()["problems"] if text.startswith("stick: ")]

    def is_out():
        return len(lab.status()["library"]["sticks"]) == 1

    # Breaks of the emulated sound may change a tone.
    for left in (2, 1, 0):
        begin = sound.length(lab.sound)
        lab.plug_stick(name, image)
        lab.until(f"{name}: a problem", problems)
        try:
            kit.hears(lab, signal, begin, 30)
            break
        except AssertionError:
            if not left:
                raise
            lab.yank_stick(name)
            lab.until(f"{name} is out", lambda: is_out() and not problems())
    kit.check([text.startswith(f"stick: {reason} (") and text.endswith(remedy) for text in problems()] == [True], str(problems()))
    status = lab.status()
    kit.check(status["state"] == "degraded", f"{name}: {status['state']}")
    kit.check(any(reason in notice["text"] and remedy in notice["text"] for notice in status["notices"]), f"{name}: {status['notices']}")
    kit.check("song.wav" in status["track"]["path"] and not status["control"]["paused"], f"{name}: the song plays on")
    begin = sound.length(lab.sound)
    lab.yank_stick(name)
    kit.hears(lab, "stickGone", begin)
    lab.until(f"{name}: no problem without it", lambda: is_out() and not problems() and lab.status()["state"] == "healthy")

    def ready():
        if not is_out():
            lab.yank_stick(name)
            lab.until(f"{name} is out", is_out)
        # The flashes of its removal are over.
        lab.run("sleep 3")

    kit.flashes(lab, f"track: {name}", TRACK, flashes, ready, lambda: lab.plug_stick(name, image), seconds)
    ready()


def modes(lab, kit):
    """Presses MODE through all modes and returns the calls."""
    table, calls = tones.table(), []
    for mode, line in (("stems", 6), ("instrument", 12), ("theremin", 12), ("stream", 13), ("player", 5)):
        begin = sound.length(lab.sound)
        lab.press(MODE)
        lab.until(f"MODE goes to {mode}", lambda: lab.status()["mode"] == mode)
        signal = f"{mode}Mode"
        calls.append(f"{mode} {kit.hears(lab, signal, begin)}")
        if table[signal].pattern == "on":
            lab.until(f"LED {mode}", lambda: lab.led(line))
        else:
            kit.shines(lab, f"mode {mode}", line, table[signal].led, table[signal].pattern)
    return ", ".join(calls)


def tiers(lab, kit):
    """Takes tier pro away, and brings it back by TIER."""
    for signal, change, is_lit in (("tierFree", lambda: lab.owner("tier free"), False), ("tierPro", lambda: lab.press(TIER_BUTTON), True)):
        begin = sound.length(lab.sound)
        change()
        kit.hears(lab, signal, begin)
        lab.until(f"LED tier: {signal}", lambda: lab.led(TIER) == is_lit)


def refusal(lab, kit):
    """Presses PREV and NEXT together before an empty room: the box waits for fingers, and then refuses."""
    patterns, scene = pattern.table(), tones.table()["sceneAwaited"].pattern
    # A slow machine may hide the quick flashes, and breaks of its sound flash over this LED, too.
    for _ in range(4):
        begin = sound.length(lab.sound)
        lab.begin_watch(HANDS, STATUS)
        lab.run("; ".join(lab.button(line, True) for line in (PREV, NEXT)) + "; sleep 0.1; " + "; ".join(lab.button(line, False) for line in (PREV, NEXT)))
        kit.hears(lab, "sceneAwaited", begin)
        kit.hears(lab, "refused", begin)
        lab.until("the refusal is told", lambda: any("refused: no scene was chosen" in notice["text"] for notice in lab.status()["notices"]))
        rows = lab.end_watch()
        hands, flashes = pattern.pieces(rows(HANDS)), pattern.counts(pattern.pieces(rows(STATUS)))
        kit.check(pattern.repeats(hands, patterns[scene], 4), f"hands: it shows {pattern.told(hands)}, and {scene} was to be seen")
        # The first of the three flashes is one with the light before it.
        if 2 in [number for number, _ in flashes]:
            return
    raise AssertionError(f"status: the flashes of a refusal are never seen: {flashes}")
