"""Boots the lab and drives it by a root shell over virtio-serial.

It plugs and removes cameras, cards and sticks over QMP.
"""
import base64, gzip, json, os, select, shutil, socket, subprocess, tempfile, time

import pattern
import views


# The factor for all time limits: LAB_PATIENCE=2 for a machine that is twice as slow or busy.
patience = float(os.environ.get("LAB_PATIENCE", "1"))


def connect(path, process):
    """Returns a socket of QEMU's; QEMU makes them one after the other while it starts."""
    line = socket.socket(socket.AF_UNIX)
    end = time.time() + 15 * patience
    while True:
        try:
            line.connect(path)
            return line
        except OSError as error:
            if process.poll() is not None:
                raise RuntimeError(f"QEMU ended with {process.returncode} before it opened {path}")
            if time.time() > end:
                raise RuntimeError(f"QEMU does not open {path}: {error}")
            time.sleep(0.02)


class Shell:
    """A root shell on a virtio-serial port."""

    def __init__(self, line):
        self.socket = line
        self.rest, self.number = b"", 0

    def read_until(self, mark, timeout):
        end = time.time() + timeout * patience
        while mark not in self.rest or b"\n" not in self.rest.split(mark, 1)[1]:
            if time.time() > end:
                raise TimeoutError(f"no {mark!r} within {timeout} s; the end was {self.rest[-500:]!r}")
            if select.select([self.socket], [], [], 0.5)[0]:
                data = self.socket.recv(65536)
                if not data:
                    raise EOFError("the machine is gone")
                self.rest += data
        before, rest = self.rest.split(mark, 1)
        line, self.rest = rest.split(b"\n", 1)
        return before.decode("utf-8", "replace"), line.decode()

    def run(self, command, timeout=90):
        """Runs a command; returns exit code and output."""
        self.number += 1
        self.socket.sendall(b"@@RUN %d %s\n" % (self.number, base64.b64encode(command.encode())))
        before, line = self.read_until(b"@@DONE ", timeout)
        return int(line.split()[1]), before.strip("\r\n")

    def start(self, command):
        """Begins a command whose output `collect` returns."""
        self.number += 1
        self.socket.sendall(b"@@RUN %d %s\n" % (self.number, base64.b64encode(command.encode())))

    def collect(self, until=None, timeout=5):
        """Returns the output so far; waits for a word, or for the end of the machine."""
        end = time.time() + timeout * patience
        while time.time() < end and not (until and until in self.rest):
            if select.select([self.socket], [], [], 0.2)[0]:
                try:
                    data = self.socket.recv(65536)
                except ConnectionError:
                    break
                if not data:
                    break
                self.rest += data
        if until and until not in self.rest:
            raise TimeoutError(f"no {until!r} within {timeout} s; the end was {self.rest[-500:]!r}")
        text, self.rest = self.rest.decode("utf-8", "replace"), b""
        return text


def counted_machine(words):
    """Returns QEMU's words of a machine with one core, whose clock counts instructions, a nanosecond each.

    Such a machine is never late, however busy this host is, so a break of its sound is the box's own. With more cores
    the kernel stands still at their start.
    """
    changed = {"-accel": "tcg,thread=single", "-smp": "1"}
    return [changed.get(name, word) for name, word in zip([None, *words], words)] + ["-icount", "shift=0"]


class QMP:
    """A machine as QEMU's process and its monitor: `command`, `folder`."""

    def switch_on(self):
        # An emulated machine that waits for a core breaks its sound. So it gets a higher priority than other programs
        # here, if that is allowed and LAB_NICE does not forbid it. If not, nice prints a warning and continues.
        with open(f"{self.folder}/qemu.log", "wb") as log:
            self.process = subprocess.Popen(["nice", "-n", os.environ.get("LAB_NICE", "-15"), *self.command], stderr=log)

    def open_monitor(self):
        monitor = connect(f"{self.folder}/qmp", self.process)
        monitor.settimeout(60 * patience)
        self.qmp_file = monitor.makefile("rw")
        self.qmp_file.readline()
        self.qmp("qmp_capabilities")

    def switch_off(self):
        if self.process.poll() is None:
            try:
                self.qmp("quit")
                self.process.wait(5)
            except Exception:
                self.process.kill()
                self.process.wait()

    def qmp(self, command, **arguments):
        self.qmp_file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.qmp_file.flush()
        while True:
            answer = json.loads(self.qmp_file.readline())
            if "event" in answer:
                self.events.append((answer["event"], answer.get("data", {})))
                continue
            if "error" in answer:
                raise RuntimeError(answer["error"]["desc"])
            return answer["return"]


class Lab(QMP):
    """A running machine.

    `sound` is the host's WAV file of the USB sound card, `spare` that of a second one; each begins again when its
    card is plugged in. `counted`: the machine's time is that of its instructions.
    """

    # The kind of machine; arm64/armlab.py has another one. It has no AVX: QEMU is slowest at 256-bit functions. On an
    # EPYC of the third generation the landmarks of `int8` take 1.9 s and a palm detection 9.3 s with AVX, and 1.1 and
    # 3.8 s without.
    machine = ["-cpu", "max,-avx,-avx2,-fma", "-M", "q35"]
    kernel, console = "vmlinux", "ttyS0"
    # no_timer_check: on a busy host the kernel's timer test sees no tick in time, and it panics ("IO-APIC + timer
    # doesn't work!").
    kernel_words = "no_timer_check mitigations=off"
    # Frames a second for the emulated tracker, with twice the time to spare.
    keeps = 0.4
    # The model with the cheapest landmarks there: 8 bits are cheaper to emulate than floats; `lite`, in floats, takes
    # 1.3 to 3 times as long.
    model = "int8"

    @staticmethod
    def emulator(image):
        """Returns the command of QEMU."""
        return ["qemu-system-x86_64"]

    def __init__(self, image, work, disk=None, memory=1200, counted=False):
        self.image, self.work = image, work
        os.makedirs(work, exist_ok=True)
        self.starts, self.last_words, self.events = 0, [], []
        self.folder = tempfile.mkdtemp(prefix="gf-lab-", dir="/tmp")
        self.sound, self.spare = os.path.join(work, "card.wav"), os.path.join(work, "spare.wav")
        for path in (self.sound, self.spare):
            if os.path.exists(path):
                os.remove(path)
        # A separate disk keeps written data for the power cuts. A cut kills QEMU and not this host: data that QEMU
        # has written stays, at first in this host's memory. So the machine never waits for the host's own disk, whose
        # slowness would otherwise count for the box.
        # The disk of disk.py loses data without a flush, so it must get each of them.
        cache = "writeback" if disk and disk.startswith("nbd:") else "unsafe"
        drive = f"file={disk},cache={cache}" if disk else f"file={image}/root.ext4,snapshot=on,cache={cache}"
        cores = ["-accel", "tcg,thread=multi", "-smp", "4"]
        self.command = [
            *self.emulator(image), *(counted_machine(cores) if counted else cores), *self.machine, "-m", str(memory), "-nodefaults",
            "-no-user-config", "-display", "none", "-no-reboot", "-kernel", f"{image}/{self.kernel}", "-initrd", f"{image}/initrd.zst", "-append",
            f"console={self.console} loglevel=6 panic=-1 {self.kernel_words} audit=0 net.ifnames=0 systemd.show_status=0",
            "-serial", f"file:{self.folder}/serial.log", "-serial", f"file:{self.folder}/told.log",
            "-drive", f"if=none,id=root,format=raw,{drive}", "-device", "virtio-blk-pci,drive=root",
            "-device", "virtio-rng-pci", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=c0,path={self.folder}/c0,server=on,wait=off", "-device", "virtserialport,chardev=c0,name=lab.0",
            "-chardev", f"socket,id=c1,path={self.folder}/c1,server=on,wait=off", "-device", "virtserialport,chardev=c1,name=lab.1",
            "-chardev", f"socket,id=c2,path={self.folder}/c2,server=on,wait=off", "-device", "virtserialport,chardev=c2,name=lab.2",
            "-qmp", f"unix:{self.folder}/qmp,server=on,wait=off", "-device", "qemu-xhci,id=xhci",
            "-audiodev", f"wav,id=card,path={self.sound},out.frequency=48000", "-audiodev", f"wav,id=spare,path={self.spare},out.frequency=48000",
        ]

    def __enter__(self):
        try:
            return self.boot()
        except TimeoutError:
            # About one start in eighty never answers, for an unknown reason. The lab reports it, keeps its traces,
            # and accepts it once.
            print(f"lab: {os.path.basename(self.work)}: the machine did not come up, see {self.work}/boot.log; it is switched on once more. Its last words:", flush=True)
            print("\n".join("  " + line for line in self.last_words), flush=True)
            self.cut_power()
            return self.boot()

    def boot(self):
        begun = time.time()
        self.starts += 1
        self.switch_on()
        try:
            self.shell, self.second = (Shell(connect(f"{self.folder}/{name}", self.process)) for name in ("c0", "c1"))
            self.asker = connect(f"{self.folder}/c2", self.process)
            self.asker.settimeout(60)
            self.open_monitor()
            self.shell.read_until(b"@@READY", 150)
            self.boot_seconds = time.time() - begun
            return self
        except BaseException as error:
            self.keep_boot(error)
            if not isinstance(error, TimeoutError) or self.starts == 2:
                self.__exit__()
            raise

    def keep_boot(self, error):
        """Keeps the traces of a failed start: QEMU's words, the kernel's, and each core's state."""
        with open(os.path.join(self.work, "boot.log"), "w") as file:
            file.write(f"{error}\n")
            for name in ("qemu.log", "serial.log"):
                if os.path.exists(path := f"{self.folder}/{name}"):
                    text = open(path, errors="replace").read()
                    file.write(f"--- {name}\n{text}")
                    self.last_words = text.splitlines()[-6:]
            try:
                file.write("--- cores\n" + self.qmp("human-monitor-command", **{"command-line": "info registers -a"}))
            except Exception as second:
                file.write(f"--- cores: {second!r}\n")

    def __exit__(self, *_):
        self.switch_off()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cut_power(self):
        self.process.kill()
        self.process.wait()

    def told(self):
        """Returns the lines that the machine has written to /dev/ttyS1.

        When a program there has waited for the transmission, its line is here, whatever happens to the machine.
        """
        with open(f"{self.folder}/told.log", errors="replace") as file:
            # The last line may be incomplete.
            return file.read().replace("\r", "").split("\n")[:-1]

    def ended(self):
        """Returns all of QEMU's events and the kernel's words at the end."""
        try:
            for line in self.qmp_file:
                answer = json.loads(line)
                if "event" in answer:
                    self.events.append((answer["event"], answer.get("data", {})))
        except (OSError, ValueError):
            pass
        return self.events, open(f"{self.folder}/serial.log", errors="replace").read()

    # Actions of a person.

    def run(self, command, timeout=90):
        return self.shell.run(command, timeout)

    def out(self, command, timeout=90):
        return self.run(command, timeout)[1]

    def owner(self, words):
        """Runs `gfctl` as the owner; returns its answer."""
        return self.out(f"su owner -c 'gfctl {words}' 2>&1")

    @staticmethod
    def order(body):
        """Returns the shell's words for a command of the API. They save the time that gfctl takes when emulated."""
        return f"curl -sf --unix-socket /run/gestureflow/control.sock -H 'Content-Type: application/json' -d '{body}' http://box/v1/commands"

    def send(self, path, data):
        """Writes a file in the machine."""
        code, said = self.run(f"base64 -d <<'X' | gunzip > {path}\n{base64.b64encode(gzip.compress(data)).decode()}\nX")
        if code != 0:
            raise RuntimeError(f"{path} cannot be written: {said}")

    def plug_stick(self, name, path):
        self.qmp("blockdev-add", **{"driver": "raw", "node-name": "n" + name, "file": {"driver": "file", "filename": path}})
        self.qmp("device_add", driver="usb-storage", id=name, bus="xhci.0", drive="n" + name, removable=True)

    def yank_stick(self, name):
        self.qmp("device_del", id=name)
        for _ in range(200):
            try:
                return self.qmp("blockdev-del", **{"node-name": "n" + name})
            except RuntimeError:
                time.sleep(0.05)
        raise RuntimeError("the stick cannot be pulled out")

    def plug_card(self):
        self.qmp("device_add", driver="usb-audio", id="dac", bus="xhci.0", audiodev="card")

    def plug_spare_card(self):
        self.qmp("device_add", driver="usb-audio", id="spare", bus="xhci.0", audiodev="spare")

    def yank_card(self):
        self.qmp("device_del", id="dac")

    def make_panel(self):
        self.panel = self.out("/opt/lab/panel.sh").split("\n")[-1]

    def button(self, line, down):
        return f"echo pull-{'down' if down else 'up'} > {self.panel}/sim_gpio{line}/pull"

    def press(self, line, seconds=0.1):
        self.run(f"{self.button(line, True)}; sleep {seconds}; {self.button(line, False)}")

    def double_click(self, line):
        """Presses a button twice, within the 0.4 s of a double click."""
        code, said = self.run(f"/opt/lab/clicks {self.panel} {line}")
        if code != 0:
            raise RuntimeError(f"button {line} was not pressed twice: {said}")

    def led(self, line):
        return self.out(f"cat {self.panel}/sim_gpio{line}/value") == "1"

    def watch_led(self, line, seconds):
        """Watches an LED: [(is lit, for how many seconds, longest time between looks)].

        The pieces at both ends are left out, because they are cut.
        """
        return pattern.pieces(self.looks(self.out(f"/opt/lab/leds {self.panel} {seconds} {line}", 60 + seconds), line))

    @staticmethod
    def looks(text, line):
        """Returns the rows of an LED for `pattern.pieces`, from the output of /opt/lab/leds."""
        # The last row of a watch that was ended may be incomplete.
        rows = [row.split() for row in text.split("\n")]
        return [(float(row[1]), float(row[2]), row[3] == "1") for row in rows if len(row) == 4 and row[0] == str(line)]

    def begin_watch(self, *lines):
        """Begins to watch LEDs beside other commands, for ten minutes at most."""
        self.run(f"(/opt/lab/leds {self.panel} 600 {' '.join(map(str, lines))} > /tmp/leds.log 2>&1 & echo $! > /tmp/leds.pid)")

    def end_watch(self):
        """Ends the watch, and returns its rows: a function of an LED's line."""
        text = self.out("kill $(cat /tmp/leds.pid); sleep 0.1; cat /tmp/leds.log")
        return lambda line: self.looks(text, line)

    def chatter(self, line, edges):
        """Presses a chattering button once.

        Returns [(is down, seconds before, seconds after)] of its edges, by the machine's clock.
        """
        rows = [row.split() for row in self.out(f"/opt/lab/chatter {self.panel} {line} {edges}").split("\n")]
        return [(down == "1", float(before), float(after)) for down, before, after in rows]

    def configure(self, text):
        """Writes the owner's configuration, with the cheapest model, because emulation is slow."""
        self.run(f"printf '[tracker]\nmodel = \"{self.model}\"\n{text}' > /etc/gestureflow/gestureflow.toml")

    def slow_camera(self, film=None, rate=1):
        """Starts a camera at a rate that the emulated tracker can process.

        ffmpeg feeds it test frames or, once, a film.
        """
        self.run("modprobe v4l2loopback video_nr=0 card_label='Lab Camera' exclusive_caps=1 max_buffers=4")
        source = f"-i {film}" if film else f"-f lavfi -i testsrc=size=320x240:rate={rate}"
        self.run(f"(ffmpeg -nostdin -v error -re {source} -r {rate} -pix_fmt yuyv422 -s 320x240 -f v4l2 /dev/video0 > /tmp/feed.log 2>&1 & echo $! > /tmp/feed.pid)")

    def view_camera(self, number=0, rate=1, follows=""):
        """Starts the camera /dev/video0 or /dev/video1, which shows what `show` gives it.

        follows: further arguments of /opt/lab/view, for a view that follows LEDs.
        """
        self.run("modprobe v4l2loopback devices=2 video_nr=0,1 card_label='Lab Camera,Lab Camera 2' exclusive_caps=1,1 max_buffers=4")
        self.run(f"(/opt/lab/view /dev/video{number} {rate} /tmp/view {follows} > /tmp/view.log 2>&1 & echo $! > /tmp/view.pid)")

    def end_view(self):
        """Takes the camera of `view_camera` away. Its device cannot come back, so the next one has another number."""
        self.run("kill $(cat /tmp/view.pid)")

    def show(self, data):
        """Shows frames before the camera, again and again: grey ones of views.py, or JPEG files one behind another."""
        if data.startswith(b"\xff\xd8"):
            self.send("/tmp/shown.mjpeg", data)
            code, said = self.run("ffmpeg -nostdin -v error -y -f mjpeg -i /tmp/shown.mjpeg -pix_fmt yuyv422 -f rawvideo /tmp/shown && mv /tmp/shown /tmp/view")
            if code != 0:
                raise RuntimeError(f"the frames cannot be shown: {said}")
        else:
            self.send("/tmp/shown", views.yuyv(data))
            self.run("mv /tmp/shown /tmp/view")

    # Reports of the box.

    def part(self, name):
        """Returns the box's report about one of its parts; empty without one."""
        return next((part for part in self.status().get("parts", []) if part["name"] == name), {})

    def status(self):
        """Returns the owner's `gfctl status --json`; empty without an answer."""
        self.asker.sendall(b"/v1/status\n")
        text = b""
        while b"\n" not in text:
            text += self.asker.recv(1 << 16)
        length, text = text.split(b"\n", 1)
        while len(text) < int(length):
            text += self.asker.recv(1 << 16)
        return json.loads(text) if text else {}

    def until(self, what, question, timeout=120):
        """Polls until the answer is true; fails with the last status otherwise."""
        end = time.time() + timeout * patience
        last = None
        while time.time() < end:
            last = question()
            if last:
                return last
            time.sleep(0.2)
        raise AssertionError(f"{what}: not within {timeout} s (last answer {last!r})")
