"""A Raspberry Pi's firmware on QEMU's machine `virt`.

It selects the slot by autoboot.txt and the one-shot flag `tryboot`, and reads kernel, first stage and command line from
the card. So the card, the first stage, the updates and their trials are a Pi's. Its own firmware, device trees and
drivers are not.
"""
import gzip, os, re, struct, subprocess

MACHINE = ["-M", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a72", "-smp", "4", "-m", "1024"]
# The emulator needs no self-tests of ciphers, and no protection against its neighbours.
WORDS = "console=ttyAMA0 cryptomgr.notests mitigations=off"
# The module gf_tryboot passes the kernel's restart command on to a Pi's firmware.
TRYBOOT = re.compile(rb"reboot: Restarting system with command '\d+ tryboot'")


def partitions(disk):
    """Returns {number: first sector} of a disk with MBR. The logical partitions begin with number 5."""
    found, first, next_number = {}, 0, 5
    with open(disk, "rb") as file:
        def entries(sector):
            file.seek(sector * 512 + 446)
            table = file.read(64)
            return [(table[16 * row + 4], struct.unpack_from("<I", table, 16 * row + 8)[0]) for row in range(4)]

        for row, (kind, start) in enumerate(entries(0), start=1):
            if kind:
                found[row] = start
            if kind in (5, 15):
                first = start
        table = first
        while table:
            (_, start), (following, offset) = entries(table)[:2]
            found[next_number], next_number = table + start, next_number + 1
            table = first + offset if following else 0
    return found


def settings(text, sections):
    """Returns {name: value} of config.txt or autoboot.txt, of these sections. The last value of a name counts."""
    found, counts = {}, True
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            counts = line.strip("[]") in sections
        elif counts and re.match(r"\w+[= ]", line):
            name, value = re.split(r"[= ]", line, maxsplit=1)
            found[name] = value
    return found


class Firmware:
    def __init__(self, disk, folder):
        """Starts from the card `disk`. The files for QEMU go into `folder`."""
        self.disk, self.folder, self.tries = disk, folder, False

    def ended(self, console):
        """Takes the flag for the next start from the last words of the kernel."""
        self.tries = bool(TRYBOOT.search(console))

    def start(self):
        """Returns the emulator with its arguments for the next start, which uses up the flag."""
        tries, self.tries = self.tries, False
        chosen = settings(self.read(1, "autoboot.txt").decode(), ["all", "tryboot"] if tries else ["all"])
        partition = int(chosen["boot_partition"])
        config = settings(self.read(partition, "config.txt").decode(), ["all", "pi4"])
        for name, data in (("kernel", self.read(partition, config["kernel"])), ("initrd", self.read(partition, config["initramfs"].split()[0]))):
            with open(f"{self.folder}/pi-{name}", "wb") as file:
                file.write(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        tree = f"{self.folder}/pi-tree.dtb"
        self.tool("qemu-system-aarch64", *MACHINE, "-machine", f"dumpdtb={tree}")
        self.tool("fdtput", "-p", "-c", tree, "/chosen/bootloader")
        for name, value in (("partition", partition), ("tryboot", int(tries))):
            self.tool("fdtput", "-t", "i", tree, "/chosen/bootloader", name, str(value))
        line = self.read(partition, "cmdline.txt").decode().strip()
        return ["qemu-system-aarch64", *MACHINE, "-kernel", f"{self.folder}/pi-kernel", "-initrd", f"{self.folder}/pi-initrd", "-dtb", tree, "-append", f"{line} {WORDS}"]

    def read(self, partition, name):
        """Returns a file of a FAT partition."""
        return self.tool("mtype", "-i", f"{self.disk}@@{partitions(self.disk)[partition] * 512}", f"::/{name}")

    @staticmethod
    def tool(*command):
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env={**os.environ, "MTOOLS_SKIP_CHECK": "1"})
        if run.returncode:
            raise AssertionError(f"{' '.join(command)} ended with {run.returncode}: {run.stderr.decode(errors='replace')}")
        return run.stdout
