"""A virtual machine that starts from an image of `make image TEST=1`.

Its console goes to a file; run() returns the answers of its root shell. It does not use KVM: the lab's machine has
none. A restart of the machine is a new emulator: in one that has already run a system, firmware and GRUB take
minutes.
"""
import os, select, socket, subprocess, sys, time
from firmware import Firmware

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../vm"))
from lab import QMP, counted_machine

# The kernel's words of the image, for another system beside it (scripts/image/compose.sh).
WORDS = "console=tty0 console=ttyS0 quiet loglevel=4 panic=10 systemd.show_status=0 net.ifnames=0"
PC = ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "1024",
      # The watchdog of the chipset resets the machine.
      "-global", "ICH9-LPC.noreboot=off"]
CODE, VARS = "/usr/share/OVMF/OVMF_CODE_4M.fd", "/usr/share/OVMF/OVMF_VARS_4M.fd"


class Machine(QMP):
    def __init__(self, folder, disk, updates=None, stick=None, sound=True, clock=None, kernel=None, recording=None, arch="amd64", port=None, counted=False):
        """Creates a machine.

        `disk` is the card, a file or the address of a Disk (lab/vm/disk.py). `updates` is a disk that the box does not
        mount by itself, `stick` one on USB. `sound`: whether a USB sound card is plugged in; `recording` is the WAV
        file of what it plays. `clock`: the day that its clock shows, such as 2020-01-01; without it, the host's.
        `kernel`: a folder with vmlinux and initrd.zst, which start without firmware and GRUB. `arch`: arm64 is a
        Raspberry Pi's processor, with firmware.py as its firmware; it needs the card as a file. `port`: the host's port
        for the box's SSH; without it the box has no network. `counted`: the time of an amd64 machine is that of its
        instructions.
        """
        self.folder, self.console = folder, f"{folder}/console.log"
        self.shell, self.events = f"{folder}/shell", []
        self.firmware = Firmware(disk, folder) if arch == "arm64" else None
        self.pc = counted_machine(PC) if counted else PC
        cache = "writeback" if disk.startswith("nbd:") else "unsafe"
        network = f"user,model=virtio-net-pci,restrict=on,hostfwd=tcp:127.0.0.1:{port}-:22" if port else "none"
        command = ["-nic", network, "-no-reboot", "-display", "none", "-monitor", "none", "-drive", f"if=virtio,format=raw,file={disk},cache={cache}", "-device", "qemu-xhci,id=xhci",
                   "-qmp", f"unix:{folder}/qmp,server=on,wait=off",
                   "-chardev", f"file,id=console,path={self.console},append=on", "-serial", "chardev:console", "-device", "virtio-serial-pci", "-chardev", f"socket,id=shell,path={self.shell},server=on,wait=off",
                   "-device", "virtserialport,chardev=shell,name=gf.shell"]
        if kernel:
            command += ["-kernel", f"{kernel}/vmlinux", "-initrd", f"{kernel}/initrd.zst", "-append", f"root=/dev/vda {WORDS}"]
        elif not self.firmware:
            command += ["-drive", f"if=pflash,format=raw,readonly=on,file={CODE}", "-drive", f"if=pflash,format=raw,file={folder}/vars.fd"]
        if updates:
            command += ["-drive", f"if=virtio,format=raw,readonly=on,file={updates}"]
        if stick:
            command += ["-drive", f"if=none,id=stick,format=raw,readonly=on,file={stick}", "-device", "usb-storage,id=stick,bus=xhci.0,drive=stick,removable=on"]
        if clock:
            command += ["-rtc", f"base={clock}"]
        if sound:
            card = f"wav,id=card,path={recording},out.frequency=48000" if recording else "none,id=card"
            command += ["-audiodev", card, "-device", "usb-audio,bus=xhci.0,audiodev=card"]
        self.errors, self.command = open(f"{folder}/qemu.log", "w"), command
        self.start()

    def start(self):
        """Switches the machine on."""
        if os.path.exists(self.shell):
            os.remove(self.shell)
        machine = self.firmware.start() if self.firmware else self.pc
        # The console goes on in the same file.
        self.console_start = os.path.getsize(self.console) if os.path.exists(self.console) else 0
        self.process = subprocess.Popen(["nice", "-n", os.environ.get("LAB_NICE", "15")] + machine + self.command, stdin=subprocess.DEVNULL, stderr=self.errors)
        self.socket, self.buffer = None, b""

    def last_words(self):
        """Returns what the console has said since the last start."""
        with open(self.console, "rb") as console:
            console.seek(self.console_start)
            return console.read()

    def until(self, what, limit):
        """Returns the shell's output before this text; raises an error after `limit` seconds.

        Switches a machine that restarts on again.
        """
        end = time.monotonic() + limit
        while what not in self.buffer:
            if self.process.poll() == 0:
                last = self.last_words()
                if b"reboot: Power down" in last:
                    raise AssertionError(f"the machine has switched itself off: look into {self.console}")
                if self.firmware:
                    self.firmware.ended(last)
                self.start()
            if self.process.poll() is not None:
                raise AssertionError(f"QEMU has ended: look into {self.folder}/qemu.log")
            if time.monotonic() > end:
                raise AssertionError(f"the machine did not say {what.decode()} in {limit} s; its last words were {self.buffer[-300:]!r}, its console is {self.console}")
            if self.socket is None:
                try:
                    line = socket.socket(socket.AF_UNIX)
                    line.connect(self.shell)
                    self.socket = line
                except OSError:
                    time.sleep(0.2)
            elif select.select([self.socket], [], [], 1)[0]:
                try:
                    more = self.socket.recv(65536)
                except OSError:
                    more = b""
                # The emulator has ended.
                if not more:
                    time.sleep(0.2)
                self.buffer += more
        at = self.buffer.index(what)
        before, self.buffer = self.buffer[:at], self.buffer[at + len(what):]
        return before.decode(errors="replace").replace("\r", "")

    def up(self, limit=900):
        """Waits for the shell of a start."""
        self.until(b"@@UP", limit)
        self.until(b"\n", 10)

    def run(self, line, limit=900):
        """Runs a line; returns its output and its exit code."""
        self.socket.sendall(line.encode() + b"\n")
        said = self.until(b"@@DONE ", limit)
        return said.strip(), int(self.until(b"\n", 10))

    def pull_stick(self):
        """Pulls the stick out."""
        self.open_monitor()
        self.qmp("device_del", id="stick")

    def end(self):
        self.process.kill()
        self.process.wait()
        self.errors.close()
