"""The lab as an arm64 machine.

It runs Debian trixie's kernel on QEMU's `virt` with the cores of a Pi 5. It is the same class with another machine,
and runs the same scenarios with longer limits.
"""
from lab import Lab


class ArmLab(Lab):
    machine = ["-cpu", "cortex-a76", "-M", "virt"]
    kernel, console = "Image", "ttyAMA0"
    # The kernel tests its ciphers at the start; emulated, that takes longer than the rest of it.
    kernel_words = "cryptomgr.notests mitigations=off"
    # Frames a second that the tracker can process. A palm detection takes 2 s here and the landmarks of a hand 1.2 s,
    # on a core without other load.
    keeps = 0.2
    model = "lite"

    @staticmethod
    def emulator(image):
        return [f"{image}/qemu"]
