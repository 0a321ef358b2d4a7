"""What scenarios need: sticks, music, films, checks."""
import math, os, pathlib, statistics, struct, subprocess, wave

footage = pathlib.Path(__file__).resolve().parents[3] / "shared/data/hands/clips"


class Kit:
    def __init__(self, work):
        self.work = work
        os.makedirs(work, exist_ok=True)

    def tone(self, name, hz, seconds, rate=48000, level=0.4):
        """A WAV file with a sine."""
        path = os.path.join(self.work, name)
        step = 2 * math.pi * hz / rate
        with wave.open(path, "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(b"".join(struct.pack("<hh", *(2 * [int(32767 * level * math.sin(step * i))])) for i in range(int(seconds * rate))))
        return path

    def stick(self, name, files, kind="vfat", partition=False, megabytes=64):
        """An image of a stick with files: {path on the stick: path here}. Nothing is mounted for it."""
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

    def film(self, name, clip, parts, rate=1):
        """A film out of stills of a clip: parts are (second of the clip or None for an empty room, frames)."""
        folder = os.path.join(self.work, name)
        os.makedirs(folder, exist_ok=True)
        number = 0
        for second, count in parts:
            for k in range(count):
                number += 1
                source = ["-ss", f"{second + (k + 1) * 0.04:.2f}", "-i", str(footage / clip)] if second is not None else ["-f", "lavfi", "-i", "color=0x605850:size=320x240"]
                shape = ["-vf", "scale=320:-2,pad=320:240:0:30"] if second is not None else []
                self.sh("ffmpeg", "-v", "error", "-y", *source, "-frames:v", "1", *shape, "-q:v", "3", f"{folder}/{number:03d}.jpg")
        self.sh("ffmpeg", "-v", "error", "-y", "-framerate", str(rate), "-i", f"{folder}/%03d.jpg", "-c:v", "copy", f"{folder}.avi")
        return f"{folder}.avi"

    def shines(self, lab, what, line, *steps, seconds=5):
        """Checks that an LED repeats a pattern, the seconds lit, dark, lit, dark ... It is looked at for some seconds, up to five times, because emulated sound breaks at
        times, which shows on the same LED; and the middle one of what was seen counts, because emulation stumbles."""
        for _ in range(5):
            pieces = lab.watch_led(line, seconds)
            wrong = self.differs(pieces, steps)
            if not wrong:
                return
        raise AssertionError(f"{what}: {wrong}: {self.told(pieces)}")

    @staticmethod
    def differs(pieces, steps):
        for k, expected in enumerate(steps):
            # Where in the pattern a piece belongs: the one of the same kind that is nearest to it.
            alike = [step for j, step in enumerate(steps) if j % 2 == k % 2]
            got = [length for lit, length in pieces if lit == (k % 2 == 0) and min(alike, key=lambda step: abs(step - length)) == expected]
            state = "dark" if k % 2 else "lit"
            if not got:
                return f"it is never {state} for about {expected} s"
            middle = statistics.median(got)
            if abs(middle - expected) > 0.04 + 0.1 * expected:
                return f"it is {state} for {middle:.2f} s instead of {expected}"
        return None

    @staticmethod
    def told(pieces):
        return " ".join(f"{'+' if lit else '-'}{length:.2f}" for lit, length in pieces) or "it does not change"

    @staticmethod
    def sh(*command):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    @staticmethod
    def check(truth, what):
        if not truth:
            raise AssertionError(what)
