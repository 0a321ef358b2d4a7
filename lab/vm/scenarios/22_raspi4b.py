"""The panel on QEMU's Raspberry Pi 4 (`-M raspi4b`), within its limits.

The overlay is applied to the Pi 4's own tree, and the box's own C finds the lines by their names. The SoC's
registers, read from outside, show that the pulls are set and which LEDs are lit. Arm64 only; it cannot press a
button.
"""
import pathlib, re

own_machine = True


def run(image, kit):
    import raspi4b

    wanted = configured()
    with raspi4b.Pi4(image, kit.work) as pi:
        seconds = pi.until("LIT")
        said = pi.said()

        def words(word):
            return [rest for one, rest in said if one == word]

        kit.check(words("MODEL") and "Raspberry Pi 4" in words("MODEL")[0], f"the board: {words('MODEL')}")
        kit.check(words("OVERLAY"), "the running kernel's tree has the panel")
        kit.check(any("fe200000.gpio" in chip for chip in words("CHIP")), f"the SoC's GPIO chip: {words('CHIP')}")
        chips = {}
        for kind, name in wanted:
            found = [rest.split() for rest in words("FOUND") if rest.split()[:2] == [kind, name]]
            kit.check(len(found) == 1, f"{kind} {name} is found by its name: {words('FOUND')}")
            chips[found[0][2]] = True
            kit.check(found[0][3] == name.removeprefix("GPIO"), f"{name} is line {found[0][3]} of {found[0][2]}")
            kit.check(found[0][4] == "-", f"{name} is used by {found[0][4]}")
        kit.check(len(chips) == 1, f"they are lines of one chip: {', '.join(chips)}")
        kit.check(words("ABSENT") == ["GPIO99 No such file or directory"], f"a line that is not there: {words('ABSENT')}")
        # The kernel applies the overlay's settings first. The program's settings come later.
        buttons, leds = ([int(name.removeprefix("GPIO")) for kind, name in wanted if kind == one] for one in ("button", "led"))
        before = [int(word, 16) for word in words("BEFORE")[0].split()]
        for when, functions, pulls in (("at the start", raspi4b.functions(before[:3]), raspi4b.pulls(before[3:])), ("in use", *pi.lines())):
            kit.check(all(functions[line] == raspi4b.INPUT for line in buttons), f"{when} buttons are inputs: {functions}")
            kit.check(all(functions[line] == raspi4b.OUTPUT for line in leds), f"{when} LEDs are outputs: {functions}")
            kit.check(all(pulls[line] == raspi4b.PULL_UP for line in buttons), f"{when} buttons are pulled up: {pulls}")
            kit.check(all(pulls[line] == raspi4b.PULL_NONE for line in leds), f"{when} LEDs are not pulled: {pulls}")
        levels = pi.levels()
        kit.check([levels[line] for line in leds] == [(k + 1) % 2 for k in range(len(leds))], f"every second LED is lit: {[(line, levels[line]) for line in leds]}")
        card = ", ".join(words("CARD")) or "none"
        waiting = ", ".join(rest.split()[0] for rest in words("WAITS")) or "none"
        return f"{words('MODEL')[0]}: {words('OPEN')[0]}, pulls and LEDs right in the registers, {seconds:.0f} s after power on; SD card: {card}; {words('USB')[0]} of USB; drivers that wait in vain for the firmware: {waiting}"


def configured():
    """Returns (kind, name) of each line of the package's configuration."""
    text = (pathlib.Path(__file__).parents[3] / "deploy/gestureflow.toml").read_text()
    lines = re.findall(r'^(button|led)-.* = "(GPIO\d+)"$', text, re.MULTILINE)
    assert len(lines) == 13, lines
    return lines
