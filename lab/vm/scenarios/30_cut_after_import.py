"""The power goes as soon as `gfctl import` has answered: the copy is there, whole, and known.

The disk loses its unflushed data at the cut, or about half of them by chance (disk.py). A film of a stick, an M4A file
of a stick and a film that gfctl sends: each is imported, and the machine loses its power at once or a little later. At
the next start its copy is in the library, has its full length, plays, and another import of the original finds it.
"""
import collections, os, time
import judges, sound
from disk import Disk
from lab import Lab, patience

own_machine = True
minutes = 12
SECONDS = 20
# Seconds for gfctl, which waits for ffprobe and ffmpeg.
longest = 900
FOLDER = "/var/lib/gestureflow/imports"
SENT = "/home/owner/sent.mov"
# hz: its tone. later: seconds from the answer to the cut. survives: share of the unflushed data that the cut leaves.
Original = collections.namedtuple("Original", "name hz later survives")
ORIGINALS = (Original("film.mov", 1000, 0, 0), Original("song.m4a", 2000, 0, 0.5), Original("sent.mov", 3000, 1.5, 0.5))


def run(image, kit):
    path = os.path.join(kit.work, "disk.ext4")
    kit.sh("cp", "--sparse=always", f"{image}/root.ext4", path)
    films = {each.name: kit.talkie(each.name, each.hz, SECONDS) for each in ORIGINALS if each.name.endswith(".mov")}
    song = os.path.join(kit.work, "song.m4a")
    kit.sh("ffmpeg", "-v", "error", "-y", "-i", kit.tone("song.wav", 2000, SECONDS), "-c:a", "aac", song)
    stick = kit.stick("films", {"film.mov": films["film.mov"], "song.m4a": song})
    shares = []
    try:
        with Disk(path) as disk:
            for number, original in enumerate((*ORIGINALS, None)):
                with Lab(image, kit.work, disk=disk.address) as lab, kit.witness(lab):
                    lab.plug_card()
                    if number == 0:
                        prepare(lab, films["sent.mov"])
                    lab.until("the box answers", lambda: library(lab), 300)
                    if number > 0:
                        shares.append(check_copy(lab, kit, ORIGINALS[number - 1], number))
                    lab.plug_stick("films", stick)
                    place = lab.until("the stick", lambda: next((s["path"] for s in library(lab).get("sticks", []) if "/media/" in s["path"]), None), 180)
                    if number > 0:
                        check_known(lab, kit, ORIGINALS[number - 1], place, number)
                    if original:
                        disk.cut_keeps(original.survives)
                        cut_after_import(lab, kit, original, place)
    finally:
        os.remove(path)
    heard = ", ".join(f"{original.name} {share:.0%}" for original, share in zip(ORIGINALS, shares))
    return f"{len(shares)} cuts after an import: each copy is there, whole and known; shares of their tones: {heard}"


def prepare(lab, film):
    """Configures the machine, and puts the film there that gfctl sends later."""
    lab.configure("")
    with open(film, "rb") as file:
        lab.send(SENT, file.read())
    lab.run(f"chown owner: {SENT}; sync", 120)
    lab.run("systemctl restart gestureflow", 240)


def library(lab):
    return lab.status().get("library") or {}


def command(lab, kit, body):
    code, said = lab.run(lab.order(body))
    kit.check(code == 0, f"{body} is rejected: {code}: {said}")


def where(original, place):
    return SENT if original.name == "sent.mov" else f"{place}/{original.name}"


def cut_after_import(lab, kit, original, place):
    """Imports a file, and takes the power away when gfctl says that it is imported."""
    lab.until("the box plays", lambda: (lab.status().get("audio") or {}).get("blocks"), 240)
    # The serial line shows the answer here, whatever happens to the machine. Through a pipe gfctl draws no progress.
    lab.shell.start(f"(su owner -c 'cd; gfctl import {where(original, place)}' 2>&1; echo ended) | cat > /dev/ttyS1")
    end = time.time() + longest * patience
    while (answer := judges.imported(lab.told())) is None and time.time() < end:
        time.sleep(0.01)
    kit.check(answer, f"{original.name} is not imported: {lab.told()[-5:]}")
    time.sleep(original.later)
    lab.cut_power()


def check_copy(lab, kit, original, number):
    """Checks that a copy is in the library, whole, and plays; returns its tone's share of the sound."""
    title = original.name.split(".")[0]
    lab.until(f"{original.name} is in the library, as number {number}", lambda: library(lab).get("tracks") == number, 300)
    copy = lab.out(f"ls {FOLDER}/{title}\\ *.flac")
    kit.check(copy.startswith(FOLDER) and "\n" not in copy, f"{original.name} has one copy: {copy}")
    size = int(lab.out(f"stat -c %s '{copy}'"))
    decoded = int(lab.out(f"ffmpeg -nostdin -v error -i '{copy}' -f s16le -ac 2 -ar 48000 - 2>/tmp/said | wc -c", 300))
    wrong = judges.damage(size, decoded, lab.out("cat /tmp/said"), SECONDS)
    kit.check(not wrong, f"{original.name}: {wrong}")
    command(lab, kit, '{"command":"autopause","flag":false}')
    command(lab, kit, '{"command":"select","text":"%s"}' % copy)
    lab.until(f"{title} is chosen", lambda: (lab.status().get("track") or {}).get("path") == copy, 240)
    # It may have played to its end before.
    command(lab, kit, '{"command":"seek","number":1}')
    command(lab, kit, '{"command":"play"}')
    track = lab.until(f"{title} plays", lambda: (t := lab.status().get("track") or {}).get("path") == copy and 1 < t["positionSeconds"] < 12 and t, 240)
    kit.check(abs((track.get("lengthSeconds") or 0) - SECONDS) < 0.2, f"the box says of {original.name}: {track}")
    # As much of it as the emulated machine plays meanwhile.
    at = sound.length(lab.sound)
    time.sleep(5)
    share = sound.pieces(sound.samples(lab.sound, at + 1), original.hz)
    kit.check(share > 0.4, f"{original.name}'s tone is {share:.0%} of what is heard")
    return share


def check_known(lab, kit, original, place, number):
    """Checks that the same original is not imported again, and that nothing of the interrupted end is left."""
    code, said = lab.run(f"su owner -c 'cd; gfctl import {where(original, place)}' 2>&1", longest)
    kit.check(code == 0 and "was imported before" in said, f"{original.name} a second time: {code}: {said[-500:]}")
    lab.until("what was sent is removed", lambda: not lab.out(f"ls -A {FOLDER}/.incoming 2>/dev/null"), 120)
    copies = lab.out(f"ls {FOLDER}").splitlines()
    kit.check(sum(name.endswith(".flac") for name in copies) == number and not any(name.endswith(".part") for name in copies), f"the copies are {copies}")
