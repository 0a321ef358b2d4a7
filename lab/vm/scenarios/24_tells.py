"""The box tells by tone, light and status what happens.

Views of the camera, the camera's loss and return during music, sticks without music, and changes of the mode. Tones
and lights are those of the daemon's table. The song is a sine of 2000 Hz, which no tone of the table has.
"""
import pathlib
import sound
import tones
import views as viewmodule

minutes = 9
HANDS, TRACK, MODE = 24, 26, 4
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
    stick(lab, kit, "junk", {name: f"{kit.work}/{name}" for name in junk}, "stickEmpty", 2)
    film = f"{kit.work}/song.m4a"
    kit.sh("ffmpeg", "-v", "error", "-y", "-i", kit.tone("short.wav", SONG, 3), "-c:a", "aac", film)
    stick(lab, kit, "films", {"song.m4a": film, "songs/again.m4a": film}, "stickImport", 3)

    calls = modes(lab, kit)
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    return f"camera lost and back, covered, dark, good again; sticks without music and for import; modes {calls}"


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


def stick(lab, kit, name, files, signal, flashes):
    """Puts in a stick that does not play, and takes it away."""
    image, row = kit.stick(name, files), tones.table()[signal]
    reason, remedy = row.problem.split(": ", 1)

    def problems():
        return [text for text in lab.status()["problems"] if text.startswith("stick: ")]

    def is_out():
        return len(lab.status()["library"]["sticks"]) == 1

    begin = sound.length(lab.sound)
    lab.plug_stick(name, image)
    lab.until(f"{name}: a problem", problems)
    kit.hears(lab, signal, begin)
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

    kit.flashes(lab, f"track: {name}", TRACK, flashes, ready, lambda: lab.plug_stick(name, image))
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
