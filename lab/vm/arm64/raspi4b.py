"""QEMU's Raspberry Pi 4, as far as it goes.

It has a serial port to read, and the SoC's registers to read from outside.
"""
import os, re, shutil, tempfile, time

import lab


# The BCM2711's registers at the processor's addresses ("BCM2711 ARM Peripherals", chapter 5): functions of ten lines
# a register, levels, pulls of sixteen lines a register.
GPIO = 0xFE200000
FUNCTIONS, LEVELS, PULLS = GPIO, GPIO + 0x34, GPIO + 0xE4
INPUT, OUTPUT = 0, 1
PULL_NONE, PULL_UP = 0, 1


def functions(words):
    """Returns the function of each line from three registers: 0 is an input, 1 an output."""
    return [words[line // 10] >> line % 10 * 3 & 7 for line in range(28)]


def pulls(words):
    """Returns the pull of each line from two registers: 0 none, 1 up, 2 down."""
    return [words[line // 16] >> line % 16 * 2 & 3 for line in range(28)]


KERNEL_WORDS = (
    # iomem=relaxed: the first stage reads the controller's registers, which the kernel otherwise keeps for its
    # driver.
    "console=ttyS1,115200 loglevel=6 printk.devkmsg=on panic=-1 cryptomgr.notests iomem=relaxed "
    # HDMI's interrupts, its I2C and its clocks are not emulated. The kernel would also read the state of unused
    # clocks.
    "initcall_blacklist=brcmstb_l2_driver_init,brcmstb_i2c_driver_init,clk_dvp_driver_init,clk_disable_unused"
)


class Pi4(lab.QMP):
    """A running machine without a shell: it prints lines that begin with @@."""

    def __init__(self, image, work):
        self.work, self.events = work, []
        self.folder = tempfile.mkdtemp(prefix="gf-lab-", dir="/tmp")
        card = os.path.join(work, "card.img")
        with open(card, "wb") as file:
            # The emulated card has sizes that are powers of two.
            file.truncate(64 << 20)
        self.command = [
            f"{image}/qemu", "-M", "raspi4b", "-accel", "tcg,thread=multi", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-kernel", f"{image}/Image", "-initrd", f"{image}/pi4/initrd.zst", "-dtb", f"{image}/pi4/pi4.dtb", "-append", KERNEL_WORDS,
            # The first port is Bluetooth's.
            "-serial", "null", "-serial", f"file:{self.folder}/serial.log",
            "-drive", f"if=sd,format=raw,file={card}", "-qmp", f"unix:{self.folder}/qmp,server=on,wait=off",
        ]

    def __enter__(self):
        self.begun = time.time()
        self.switch_on()
        try:
            self.open_monitor()
        except BaseException:
            self.switch_off()
            raise
        return self

    def __exit__(self, *_):
        self.switch_off()
        if os.path.exists(f"{self.folder}/serial.log"):
            shutil.copy(f"{self.folder}/serial.log", os.path.join(self.work, "serial.log"))
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self):
        with open(f"{self.folder}/serial.log", errors="replace") as file:
            return file.read().replace("\r", "")

    def said(self):
        """Returns its lines so far: [(word, rest of the line)]."""
        return re.findall(r"@@([A-Z]+) ?(.*)", self.log())

    def until(self, word, timeout=120):
        """Waits for a word of the machine; returns the seconds since power-on."""
        end = time.time() + timeout * lab.patience
        while word not in (words := [said for said, _ in self.said()]):
            if self.process.poll() is not None or time.time() > end or "ENDED" in words:
                tail = "\n".join(self.log().splitlines()[-8:])
                raise AssertionError(f"it does not say {word} within {timeout} s; its last words:\n{tail}")
            time.sleep(0.2)
        return time.time() - self.begun

    def registers(self, address, count):
        """Returns words of the memory at the processor's addresses."""
        text = self.qmp("human-monitor-command", **{"command-line": f"xp /{count}wx {address:#x}"})
        return [int(word, 16) for line in text.splitlines() for word in line.split(":")[1].split()]

    def lines(self):
        """Returns the state of each line: (functions, pulls), as from `functions` and `pulls`."""
        return functions(self.registers(FUNCTIONS, 3)), pulls(self.registers(PULLS, 2))

    def levels(self):
        """Returns whether each line is high."""
        word = self.registers(LEVELS, 1)[0]
        return [word >> line & 1 for line in range(28)]
