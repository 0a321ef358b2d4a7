"""Makes the inputs of scenarios: sticks, music, films, checks."""
import contextlib, math, os, pathlib, struct, subprocess, threading, wave

import pattern
import sound
import tones

project = pathlib.Path(__file__).resolve().parents[2]
footage = project.parent / "shared/data/hands/clips"


class Kit:
    def __init__(self, work):
        self.work = work
        os.makedirs(work, exist_ok=True)

    def tone(self, name, hz, seconds, rate=48000, level=0.4):
        """Writes a WAV file with a sine."""
        return self.tones(name, [hz], seconds, rate, level)

    def tones(self, name, pitches, seconds, rate=48000, level=0.4):
        """Writes a WAV file with sines, each of this many seconds."""
        path = os.path.join(self.work, name)
        with wave.open(path, "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(rate)
            for hz in pitches:
                step = 2 * math.pi * hz / rate
                file.writeframes(b"".join(struct.pack("<hh", *(2 * [int(32767 * level * math.sin(step * i))])) for i in range(int(seconds * rate))))
        return path

    def stick(self, name, files, kind="vfat", partition=False, megabytes=64):
        """Makes an image of a stick with files: {path on the stick: path here}.

        It mounts nothing.
        """
        path = os.path.join(self.work, name + ".img")
        if os.path.exists(path):
            os.remove(path)
        offset = 1 << 20 if partition else 0
        with open(path, "wb") as file:
            file.truncate((megabytes << 20) + offset)
        if partition:
            with open(path, "r+b") as file:
                file.seek(446)
                file.write(struct.pack("<B3sB3sII", 0, b"\0\0\0", 12 if kind == "vfat" else 7 if kind == "exfat" else 0x83, b"\0\0\0", 2048, megabytes << 11))
                file.seek(510)
                file.write(b"\x55\xaa")
        if kind == "vfat":
            self.sh("mkfs.vfat", "-n", name.upper()[:11], *(["--offset", "2048"] if partition else []), path, *([str(megabytes << 10)] if partition else []))
            where = f"{path}@@{offset}"
            for place, source in files.items():
                folder = os.path.dirname(place)
                if folder:
                    subprocess.run(["mmd", "-D", "s", "-i", where, "::/" + folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.sh("mcopy", "-i", where, source, "::/" + place)
        elif kind == "ext4":
            tree = os.path.join(self.work, name + ".tree")
            self.sh("rm", "-rf", tree)
            for place, source in files.items():
                os.makedirs(os.path.dirname(os.path.join(tree, place)), exist_ok=True)
                self.sh("cp", source, os.path.join(tree, place))
            os.makedirs(tree, exist_ok=True)
            self.sh("mke2fs", "-q", "-t", "ext4", "-d", tree, "-E", f"offset={offset}", path, f"{megabytes}M")
        elif kind == "ntfs":
            self.sh("mkntfs", "-q", "-F", "-f", "-L", name, path)
            for place, source in files.items():
                self.sh("ntfscp", path, source, place)
        elif kind != "blank":
            raise ValueError(kind)
        return path

    def perform(self, script):
        """Makes a film of the performer, for machines without the footage."""
        path = os.path.join(self.work, script + ".mp4")
        self.sh(str(project / ".build/release/gflab"), "perform", script, "-o", path)
        return path

    def film(self, name, parts, rate=1):
        """Makes a film of stills.

        parts are (film, second in it, frames), without a film for an empty room.
        """
        folder = os.path.join(self.work, name)
        os.makedirs(folder, exist_ok=True)
        number = 0
        for film, second, count in parts:
            for k in range(count):
                number += 1
                self.still(f"{folder}/{number:03d}.jpg", film, second + (k + 1) * 0.04)
        self.sh("ffmpeg", "-v", "error", "-y", "-framerate", str(rate), "-i", f"{folder}/%03d.jpg", "-c:v", "copy", f"{folder}.avi")
        return f"{folder}.avi"

    def still(self, path, film, second, turn="null"):
        """Makes a JPEG file of a film's frame; without a film of an empty room. turn: a filter of ffmpeg's."""
        shape = "scale=320:240:force_original_aspect_ratio=decrease,pad=320:240:(ow-iw)/2:(oh-ih)/2," + turn
        source = ["-ss", f"{second:.2f}", "-i", film] if film else ["-f", "lavfi", "-i", "color=0x605850:size=320x240"]
        self.sh("ffmpeg", "-v", "error", "-y", *source, "-frames:v", "1", "-vf", shape, "-q:v", "3", path)

    def hand(self, pose, count=4, mirrored=False):
        """Returns JPEG files of a right hand, one behind another, for `Lab.show`.

        pose: "open", "touching" (thumb on index) or "spread" (the index away from the thumb). mirrored: a left hand.
        The hand is real if the footage exists, otherwise the performer's.
        """
        if footage.exists():
            film, second = str(footage / "dexret_hand.mp4"), {"open": 9.7, "touching": 10.5, "spread": 12.0}[pose]
        else:
            film, second = self.perform("open" if pose == "open" else "pinch"), {"open": 0.5, "touching": 1.0, "spread": 2.4}[pose]
        path = os.path.join(self.work, "still.jpg")
        found = []
        for k in range(count):
            self.still(path, film, second + (k + 1) * 0.04, "hflip" if mirrored else "null")
            found.append(pathlib.Path(path).read_bytes())
        return b"".join(found)

    def hears(self, lab, signal, begin, timeout=120):
        """Waits until a tone of the daemon's table is in the card's recording behind its second `begin`.

        Returns its notes in words.
        """
        last = [""]

        def heard():
            last[0] = tones.Ear(sound.samples(lab.sound, begin)).judge(signal)
            return last[0] is None

        try:
            lab.until(signal, heard, timeout)
        except AssertionError:
            raise AssertionError(f"{signal}: {last[0]}") from None
        return tones.words(tones.table()[signal])

    def flashes(self, lab, what, line, wanted, ready, event, seconds=25):
        """Checks that a lit LED flashes this many times after an event.

        ready: prepares the event. event: makes it, on a thread of its own, while the LED is watched. A slow machine may
        hide a flash from the lab, so another number fails only if every look was in time.
        """
        seen = []
        for _ in range(5):
            ready()
            timer = threading.Timer(4, event)
            timer.start()
            found = pattern.counts(lab.watch_led(line, seconds))
            timer.join()
            seen.append(found)
            if wanted in [number for number, _ in found]:
                return
            self.check(not any(is_clear for _, is_clear in found), f"{what}: {found} flashes, and {wanted} were to be seen")
        raise AssertionError(f"{what}: {wanted} flashes are never seen: {seen}")

    def talkie(self, name, hz, seconds):
        """Makes a film with a tone.

        It is uncompressed: large in the machine, small during the transfer.
        """
        path = os.path.join(self.work, name)
        tone = self.tone(name + ".wav", hz, seconds)
        self.sh("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"color=0x605850:size=160x120:rate=1:duration={seconds}", "-i", tone,
                "-c:v", "mjpeg", "-c:a", "copy", path)
        return path

    @staticmethod
    def pixels(image):
        """Returns red, green and blue of each pixel of an image file; nothing if it is invalid."""
        return subprocess.run(["ffmpeg", "-v", "quiet", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], input=image, stdout=subprocess.PIPE).stdout

    def shines(self, lab, what, line, led, wanted):
        """Checks that an LED shows a pattern of the daemon's table.

        It takes several looks. Emulated sound may break, which the same LED shows, and a busy machine may hide every
        flash of a while. Two of the last three looks must show the pattern: a single one may be chance.
        """
        patterns = pattern.table()
        looks = []
        for _ in range(9):
            found = lab.watch_led(line, max(4, 8 * sum(patterns[wanted])))
            wrong = pattern.judge(found, wanted, patterns, pattern.SHOWN[led])
            looks.append(wrong and f"{wrong}: {pattern.told(found)}")
            if looks[-3:].count(None) >= 2:
                return
        raise AssertionError(f"{what}: {'; '.join(look or 'right' for look in looks)}")

    def play_sine(self, lab, view, hz, first=""):
        """Starts a healthy box with panel, card and a good view of the camera, which repeats a sine from a stick.

        It waits for the end of the tones of the start. first: commands of the shell before the start.
        """
        lab.make_panel()
        lab.plug_card()
        lab.plug_stick("music", self.stick("music", {"song.wav": self.tone("song.wav", hz, 120)}))
        # Otherwise the song gets quieter when its loudness has been measured.
        lab.configure('[player]\\nloudness = "off"\\n')
        lab.show(view)
        lab.view_camera(0)
        lab.run(f"{first}systemctl restart gestureflow", 120)
        lab.until("a healthy box", lambda: lab.status().get("state") == "healthy", 180)
        lab.until("the stick's music", lambda: "song.wav" in ((lab.status().get("track") or {}).get("path") or ""))
        lab.owner("volume 0.3")
        lab.owner("repeat track")
        lab.run("sleep 5")

    @contextlib.contextmanager
    def witness(self, lab):
        """Keeps the journal of a machine in which a scenario fails."""
        try:
            yield
        except Exception as error:
            path = self.work + ".journal"
            self.keep_journal(lab, path)
            raise AssertionError(f"{error}; journal in {path}") from error

    @staticmethod
    def keep_journal(lab, path):
        with open(path, "w") as file:
            try:
                file.write(lab.second.run(r"journalctl -b --no-pager -o short-monotonic | tail -n 3000 | grep -vE 'su\[|pam_'; su owner -c 'gfctl status'", 60)[1])
            except Exception as error:
                file.write(f"the journal cannot be had: {error}")

    @staticmethod
    def sh(*command):
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        if run.returncode != 0:
            raise RuntimeError(f"{command[0]} failed with {run.returncode}: {run.stderr.strip()[-500:]}")

    @staticmethod
    def check(truth, what):
        if not truth:
            raise AssertionError(what)
