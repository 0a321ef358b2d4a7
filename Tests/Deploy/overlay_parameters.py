#!/usr/bin/env python3
"""Sets every parameter of the panel's overlay, as a Pi's firmware does before it applies one, and looks for each in the tree.

  overlay_parameters.py OVERLAY.dtbo BASE.dtb PINS      PINS is the path of the pin controller in the base tree

Needs fdtget, fdtput and fdtoverlay. Says what is wrong and exits with 1."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

# In the order in which the lines stand in the overlay.
BUTTONS = ["mode", "tier", "prev", "next", "play"]
LEDS = ["led_player", "led_stems", "led_instrument", "led_stream", "led_tier", "led_hands", "led_status", "led_track"]
# Pins that are nobody's default, each once.
PINS = dict(zip(BUTTONS + LEDS, [2, 3, 7, 8, 9, 10, 11, 14, 15, 18, 19, 20, 21]))
# A pull that is not the overlay's (down, for buttons that close to 3.3 V), and a time in ms.
OTHERS = {"pull": 1, "debounce": 20}
PANEL = "/gestureflow-panel"


def call(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout.strip()


def cells(tree, node, name):
    return [int(word) for word in call("fdtget", "-t", "u", tree, node, name).split()]


def nodes(tree, root="/"):
    """The paths of all nodes."""
    yield root
    for name in call("fdtget", "-l", tree, root).split():
        yield from nodes(tree, f"{root.rstrip('/')}/{name}")


def places(data):
    """What a parameter changes: (phandle, property, byte offset), of its value in `__overrides__`."""
    found = []
    while data:
        text, _, rest = data[4:].partition(b"\0")
        name, _, offset = text.decode().partition(":")
        found.append((int.from_bytes(data[:4], "big"), name, int(offset)))
        data = rest
    return found


def set_parameters(overlay, values):
    """Changes an overlay file as the firmware does."""
    by_phandle = {}
    for node in nodes(overlay):
        phandle = call("fdtget", "-d", "none", overlay, node, "phandle")
        if phandle != "none":
            by_phandle[int(phandle)] = node
    for parameter, value in values.items():
        data = bytes(int(word, 16) for word in call("fdtget", "-t", "bx", overlay, "/__overrides__", parameter).split())
        for phandle, name, offset in places(data):
            node = by_phandle[phandle]
            changed = cells(overlay, node, name)
            changed[offset // 4] = value
            call("fdtput", "-t", "u", overlay, node, name, *changed)


def wrong(overlay, base, pins):
    """What is not where it belongs in the base tree once the overlay with all of its parameters set is in it."""
    known = set(call("fdtget", "-p", overlay, "/__overrides__").split())
    wanted = {**PINS, **OTHERS}
    if known != set(wanted):
        return [f"the overlay's parameters are {sorted(known)}, and {sorted(wanted)} are tried here"]
    with tempfile.TemporaryDirectory() as folder:
        panel, tree = pathlib.Path(folder) / "panel.dtbo", pathlib.Path(folder) / "with.dtb"
        shutil.copy(overlay, panel)
        set_parameters(panel, wanted)
        call("fdtoverlay", "-i", base, "-o", tree, panel)
        found, controller = [], int(call("fdtget", tree, pins, "phandle"))
        for group, names, low in (("button", BUTTONS, 1), ("led", LEDS, 0)):
            asked = [PINS[name] for name in names]
            told = cells(tree, f"{pins}/gestureflow_panel_{group}s", "brcm,pins")
            if told != asked:
                found.append(f"brcm,pins of the {group}s is {told} instead of {asked}")
            told = cells(tree, PANEL, f"{group}-gpios")
            if told != [cell for pin in asked for cell in (controller, pin, low)]:
                found.append(f"{group}-gpios is {told} instead of pins {asked}")
        for node, name, value in ((f"{pins}/gestureflow_panel_buttons", "brcm,pull", [OTHERS["pull"]] * len(BUTTONS)),
                                  (f"{pins}/gestureflow_panel_leds", "brcm,pull", [0] * len(LEDS)), (PANEL, "debounce-interval", [OTHERS["debounce"]])):
            if cells(tree, node, name) != value:
                found.append(f"{name} of {node} is {cells(tree, node, name)} instead of {value}")
        return found


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    if faults := wrong(*sys.argv[1:]):
        sys.exit("\n".join(faults))
