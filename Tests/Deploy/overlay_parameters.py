#!/usr/bin/env python3
"""Checks the parameters of the panel's overlay.

It sets each parameter, as a Pi's firmware does, and checks the changes in the overlay. Then it sets all of them and
looks for them in the tree.

  overlay_parameters.py OVERLAY.dtbo BASE.dtb PINS      PINS is the path of the pin controller in the base tree

Needs fdtget, fdtput and fdtoverlay. Reports a fault and exits with 1. It supports only parameters that replace a cell
(`property:offset`), the only kind in the overlay.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

# In the order of the lines in the overlay.
BUTTONS = ["mode", "tier", "prev", "next", "play"]
LEDS = ["led_player", "led_stems", "led_instrument", "led_stream", "led_tier", "led_hands", "led_status", "led_track"]
# Pins that are not a default, each once. Then a pull that differs from the overlay's (down, for buttons that close to
# 3.3 V), and a time in ms that differs from these pins.
PINS = dict(zip(BUTTONS + LEDS, [2, 3, 7, 8, 9, 10, 11, 14, 15, 18, 19, 20, 21]))
VALUES = {**PINS, "pull": 1, "debounce": 30}
PANEL = "/gestureflow-panel"
# All cells that a parameter might change, by their wiring: (node below its fragment, property).
WIRED = [(f"gestureflow_panel_{group}", f"brcm,{name}") for group in ("buttons", "leds") for name in ("pins", "function", "pull")]
WIRED += [("gestureflow-panel", name) for name in ("button-gpios", "led-gpios", "debounce-interval")]


class Wrong(Exception):
    """A fault, in a sentence."""


def call(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        raise Wrong(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout.strip()


def cells(tree, node, name):
    return [int(word) for word in call("fdtget", "-t", "u", tree, node, name).split()]


def nodes(tree, root="/"):
    """Returns the paths of all nodes."""
    yield root
    for name in call("fdtget", "-l", tree, root).split():
        yield from nodes(tree, f"{root.rstrip('/')}/{name}")


def places(data):
    """Returns the changes of a parameter's value in `__overrides__`.

    A change is (phandle, property, number of the cell).
    """
    found = []
    while data:
        text, _, rest = data[4:].partition(b"\0")
        name, _, offset = text.decode().partition(":")
        if int(offset) % 4:
            raise Wrong(f"'{text.decode()}' lies between two cells")
        found.append((int.from_bytes(data[:4], "big"), name, int(offset) // 4))
        data = rest
    return found


class Overlay:
    def __init__(self, path):
        self.path = path
        self.paths = list(nodes(path))
        self.by_phandle = {}
        for node in self.paths:
            phandle = call("fdtget", "-d", "none", path, node, "phandle")
            if phandle != "none":
                self.by_phandle[int(phandle)] = node
        self.parameters = set(call("fdtget", "-p", path, "/__overrides__").split())

    def with_values(self, values, copy):
        """Makes a copy with parameters set as the firmware sets them."""
        shutil.copy(self.path, copy)
        for parameter, value in values.items():
            data = bytes(int(word, 16) for word in call("fdtget", "-t", "bx", copy, "/__overrides__", parameter).split())
            for phandle, name, cell in places(data):
                changed = cells(copy, self.by_phandle[phandle], name)
                changed[cell] = value
                call("fdtput", "-t", "u", copy, self.by_phandle[phandle], name, *changed)
        return copy

    def wiring(self, path):
        """Returns the value of every cell that a parameter might change.

        The key is (node, property, number of the cell).
        """
        found = {}
        for node, name in WIRED:
            place = next(p for p in self.paths if p.endswith(f"/__overlay__/{node}"))
            found.update({(node, name, i): value for i, value in enumerate(cells(path, place, name))})
        return found


def meant(parameter):
    """Returns the cells that a parameter is for."""
    for group, names in (("button", BUTTONS), ("led", LEDS)):
        if parameter in names:
            line = names.index(parameter)
            return {(f"gestureflow_panel_{group}s", "brcm,pins", line), ("gestureflow-panel", f"{group}-gpios", 3 * line + 1)}
    return {("gestureflow_panel_buttons", "brcm,pull", line) for line in range(len(BUTTONS))} if parameter == "pull" else {("gestureflow-panel", "debounce-interval", 0)}


def check_each(overlay, folder):
    """Checks that each parameter changes its own cells and no other."""
    untouched = overlay.wiring(overlay.path)
    for parameter, value in VALUES.items():
        wiring = overlay.wiring(overlay.with_values({parameter: value}, folder / "one.dtbo"))
        wanted = {**untouched, **{place: value for place in meant(parameter)}}
        if wiring != wanted:
            off = {place: (wiring[place], wanted[place]) for place in wanted if wiring[place] != wanted[place]}
            raise Wrong(f"{parameter}={value} is not where it belongs; what there is and what should be: {off}")


def check_tree(overlay, base, pins, folder):
    """Checks that the tree has all set parameters.

    The lines must belong to its pin controller.
    """
    tree = folder / "with.dtb"
    call("fdtoverlay", "-i", base, "-o", tree, overlay.with_values(VALUES, folder / "all.dtbo"))
    controller = int(call("fdtget", tree, pins, "phandle"))
    for group, names, low in (("button", BUTTONS, 1), ("led", LEDS, 0)):
        asked = [PINS[name] for name in names]
        for node, name, wanted in ((f"{pins}/gestureflow_panel_{group}s", "brcm,pins", asked),
                                   (PANEL, f"{group}-gpios", [cell for pin in asked for cell in (controller, pin, low)])):
            if (told := cells(tree, node, name)) != wanted:
                raise Wrong(f"{name} of {node} is {told} instead of {wanted}")


def main(path, base, pins):
    overlay = Overlay(path)
    if overlay.parameters != set(VALUES):
        raise Wrong(f"the overlay's parameters are {sorted(overlay.parameters)}, and {sorted(VALUES)} are tried here")
    with tempfile.TemporaryDirectory() as folder:
        check_each(overlay, pathlib.Path(folder))
        check_tree(overlay, base, pins, pathlib.Path(folder))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"overlay_parameters: {wrong}")
