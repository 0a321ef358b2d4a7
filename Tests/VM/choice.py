#!/usr/bin/env python3
"""Which scenarios fit into the time that is left, where there is no time for all (scripts/ci-lab.sh).   usage: choice.py SECONDS  prints their names; what is left out stands on the other output, with how long it would take.
Pure but for that; tested in test_choice.py."""
import sys

# Seconds that each takes one at a time on two cores, with a quarter for a machine that has other work, 08 with twelve power cuts. The most telling for their length come first: what no test without a kernel sees
# (power, sticks, an upgrade, the sandbox's network), then devices, then what `make test` plays through with doubles or real programs and only the last step of which is the kernel's. 18 is last: it judges times, of
# which an emulated machine says little.
SCENARIOS = {
    "01_power_on": 150,
    "02_hand": 135,
    "04_stick": 145,
    "07_service": 250,
    "20_network": 180,
    "06_card": 130,
    "05_camera": 100,
    "03_panel": 130,
    "11_shutdown": 40,
    "12_read_only": 60,
    "15_midi": 190,
    "14_stems": 110,
    "08_power_cut": 620,
    "10_pressure": 80,
    "13_import": 85,
    "16_touch": 160,
    "17_gadget": 50,
    "09_scheduling": 45,
    "21_libcamera": 260,
    "19_midi_in": 180,
    "18_midi_time": 240,
}
# Not of this machine: make test-vm ARCH=arm64 plays it.
ELSEWHERE = {"22_raspi4b"}
# The package and the image, where nothing of them is there yet.
BUILDING = 600
# For second tries.
RESERVE = 240


def choose(seconds):
    """(names that fit, names that do not), both in the order of their names. One that is too long makes room for later ones."""
    left, chosen = seconds - BUILDING - RESERVE, []
    for name, length in SCENARIOS.items():
        if length <= left:
            chosen.append(name)
            left -= length
    return sorted(chosen), sorted(set(SCENARIOS) - set(chosen))


if __name__ == "__main__":
    chosen, out = choose(int(sys.argv[1]))
    print(*chosen)
    if out:
        print(*(f"{name} ({SCENARIOS[name]} s)" for name in out), sep=", ", file=sys.stderr)
