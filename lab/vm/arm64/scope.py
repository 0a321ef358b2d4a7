"""The scenarios of the arm64 machines, and the limits of these machines.

The limits are only text, printed at the end of a run.
"""

# By the machine that plays them. The other scenarios use no more of the processor than these, and take hours
# together. Their names still select them.
SCENARIOS = {
    "virt": ("01_power_on", "02_hand", "03_panel", "04_stick", "06_card", "07_service"),
    "raspi4b": ("22_raspi4b",),
}
# The scenarios that `virt` cannot play even by name, and the reasons.
REFUSED = {
    "08_power_cut": "it makes a machine of its own, of the other processor",
    "12_read_only": "it makes a machine of its own, of the other processor",
    "21_libcamera": "the arm64 image has neither libcamera nor vimc",
    "29_slow_card": "it makes a machine of its own, of the other processor",
    "30_cut_after_import": "it makes a machine of its own, of the other processor",
    "31_voice": "the arm64 image has no espeak-ng",
}
NOT_SHOWN = {
    "virt": (
        "how fast it is: floating point is 13 times slower than here and vectors 80 times",
        "a missing memory barrier: code for arm64 gets the stronger order of the x86-64 that emulates it",
        "the panel's own chip: its lines are gpio-sim's, built for Debian's kernel, which comes without it, as without v4l2loopback, by which the film comes",
        "a camera of a Pi, its USB controller, its power supply, its temperature, its SD card",
    ),
    "raspi4b": (
        "a button that is pressed: the model of the GPIO chip has outputs only",
        "sound, camera, sticks and the package at work: it has no PCI Express, so no USB 3, no virtio and no shell of the lab",
        "what the firmware does: no config.txt is read, the tree is made with fdtoverlay beforehand",
        "HDMI, I2C, clocks, network, thermometer and random numbers: these are not emulated, and the kernel is told to leave some of them alone",
        "a Pi 5: QEMU has no such machine; its tree is judged by scripts/test-deploy.sh",
    ),
}


def played():
    """Returns all names, in order."""
    return sorted(name for names in SCENARIOS.values() for name in names)


def machine(name):
    """Returns the machine of a scenario."""
    return next((machine for machine, names in SCENARIOS.items() if name in names), "virt")


def words(names):
    """Returns lines about the machines of these scenarios."""
    used = {machine(name) for name in names}
    return [f"lab: {one} cannot show {what}" for one in SCENARIOS if one in used for what in NOT_SHOWN[one]]
