"""The voice: espeak-ng is missing, speaks over the lowered music, is kept as FLAC, is killed in mid-sentence, recovers.

The program is Debian's own, in the service's own restrictions. The song is a sine of 2000 Hz, whose amplitude shows how
much quieter the music is (speech.py).
"""
import sound
import speech
import tones
import views as viewmodule

minutes = 9
PLAY, MODE = 17, 4
SONG = 2000
PROGRAM, REAL = "/usr/bin/espeak-ng", "/opt/lab/espeak-ng"
FOLDER = "/var/lib/gestureflow/voice"
MISSING = "the voice is silent, because espeak-ng is not installed: run sudo apt install espeak-ng"
KILLED = "the voice is silent, because espeak-ng ended with signal 9: run sudo apt install --reinstall espeak-ng"
# In the box's words: -w FILE TEXT. Half of the sentence is in the file when the program is killed.
HALF = f'#!/bin/sh\n{REAL} "$@"\ntruncate -s "$(($(stat -c %s "$8") / 2))" "$8"\nkill -9 $$\n'


def run(lab, kit):
    views = viewmodule.views()
    kit.play_sine(lab, views["good"], SONG, f"rm -f {PROGRAM}; ")
    begin = sound.length(lab.sound)
    lab.run("sleep 4")
    full = speech.amplitude(sound.samples(lab.sound, begin), SONG)
    kit.check(full > 0.005, f"the song is not heard: {full:.4f}")

    # Missing: one notice, and the problem has its tone, but no word.
    lab.until("the missing program is told", lambda: complaints(lab) == [MISSING])
    silent(lab, kit, views, full, "covered")
    kit.check(complaints(lab) == [MISSING] and not kept(lab), f"{complaints(lab)}, {kept(lab)}")

    # Installed meanwhile, it speaks the next problem, and keeps the sentence.
    lab.run(f"ln -s {REAL} {PROGRAM}")
    begin = problem(lab, kit, views, "tooDark")
    spoken = speaks(lab, kit, "too dark", begin, full)
    files = lab.until("the sentence is kept", lambda: (names := kept(lab)) and all(name.endswith(".flac") for name in names) and names, 60)
    kit.check(len(files) == 1 and files[0].startswith("en-tooDark-"), str(files))
    path = f"{FOLDER}/{files[0]}"
    kit.check(lab.out(f"head -c 4 {path}") == "fLaC" and lab.run(f"ffmpeg -nostdin -v error -i {path} -f null -")[0] == 0, "it is not a whole FLAC file")
    seconds = float(lab.out(f"ffprobe -v error -show_entries format=duration -of csv=p=0 {path}"))
    kit.check(2 < seconds < 30, f"{path} has {seconds} s")

    # From the file, without the program. PLAY twice speaks the problem that is there.
    lab.run(f"rm {PROGRAM}")
    begin = sound.length(lab.sound)
    lab.double_click(PLAY)
    again = speaks(lab, kit, "from the file", begin, full)
    kit.check(kept(lab) == files and complaints(lab) == [MISSING], f"{kept(lab)}, {complaints(lab)}")
    kit.check(not lab.status()["control"]["paused"], "PLAY twice leaves the music on")

    # Killed in mid-sentence: silence, one notice, no file, and the box plays on.
    lab.send(PROGRAM, HALF.encode())
    lab.run(f"chmod 755 {PROGRAM}")
    silent(lab, kit, views, full, "blurred", until=lambda: complaints(lab) == [MISSING, KILLED])
    kit.check(kept(lab) == files, f"half a sentence is kept: {kept(lab)}")
    kit.check(lab.status()["state"] == "degraded" and not lab.status()["control"]["paused"], "it plays on")

    # Whole again: MODE, held, speaks the tour.
    lab.run(f"ln -sf {REAL} {PROGRAM}")
    begin = sound.length(lab.sound)
    lab.press(MODE, 4)
    lab.until("the tour is kept", lambda: [name.split("-")[1] for name in kept(lab)] == ["tooDark", "tour1", "tour2", "tour3", "tour4"], 180)
    tour = speaks(lab, kit, "the tour", begin, full)
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    kit.check(not lab.out("pgrep -x espeak-ng"), "a program is left")
    return f"missing and killed: silent; a problem {told(spoken)}, from the file of {seconds:.1f} s {told(again)}, the tour {told(tour)}"


def complaints(lab):
    return [notice["text"] for notice in lab.status()["notices"] if "the voice is silent" in notice["text"]]


def kept(lab):
    return sorted(lab.out(f"ls {FOLDER} 2> /dev/null").split())


def problem(lab, kit, views, name):
    """Shows a view that is a problem, after a good one. Returns the second of the recording before it."""
    lab.show(views["good"])
    lab.until(f"before {name}: no problem", lambda: lab.status()["state"] == "healthy")
    lab.run("sleep 3")
    begin = sound.length(lab.sound)
    lab.show(views[name])
    lab.until(f"{name} is a problem", lambda: f"light: {tones.table()[name].problem}" in lab.status()["problems"])
    return begin


def silent(lab, kit, views, full, name, until=None):
    """Checks that a problem has its tone, and that the music stays as loud as it is."""
    begin = problem(lab, kit, views, name)
    kit.hears(lab, name, begin)
    if until:
        lab.until(f"{name}: a notice", until)
    lab.run("sleep 6")
    found = speech.heard(sound.samples(lab.sound, begin), SONG, full)
    # Emulated sound that breaks may look like this for a moment.
    kit.check(found.seconds < 0.5, f"{name}: something is spoken: {found}")


def speaks(lab, kit, what, begin, full):
    """Waits until a voice is heard over the lowered music. Checks how much lower it is."""
    found = lab.until(f"{what}: a voice", lambda: (heard := speech.heard(sound.samples(lab.sound, begin), SONG, full)).seconds > 1.5 and heard, 180)
    kit.check(abs(found.decibels + 12) < 1.5, f"{what}: the music is lowered by {-found.decibels:.1f} dB")
    kit.check(found.voiced > 0.25 and found.level > speech.VOICE, f"{what}: the music is lowered without a voice: {found}")
    lab.until(f"{what}: the music is back", lambda: is_back(lab, full), 180)
    return found


def is_back(lab, full):
    """Returns whether the last second of the song is as loud as before."""
    end = sound.length(lab.sound)
    return abs(speech.amplitude(sound.samples(lab.sound, max(0, end - 1), end), SONG) / full - 1) < 0.1


def told(found):
    return f"{found.decibels:.1f} dB for {found.seconds:.1f} s"
