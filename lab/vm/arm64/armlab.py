"""The lab as an arm64 machine: Debian trixie's kernel on QEMU's `virt` with the cores of a Pi 5. The same class with another machine, and the same scenarios with more patience."""
from lab import Lab


class ArmLab(Lab):
    machine = ["-cpu", "cortex-a76", "-M", "virt"]
    kernel, console = "Image", "ttyAMA0"
    # The kernel tries its ciphers at the start, which takes longer than all the rest when it is emulated.
    kernel_words = "cryptomgr.notests mitigations=off"
    # A look for a palm takes 2 s and the landmarks of a hand 1.2 s here, on a core that is not shared.
    keeps = 0.2
    model = "lite"

    @staticmethod
    def emulator(image):
        return [f"{image}/qemu"]
