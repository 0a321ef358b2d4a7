"""The box helps to aim the camera: `gfctl aim`, and the figures of light, frame and hand in the status.

Each view has figures that the lab computes itself.
"""
import math
import tones
import views as viewmodule

minutes = 5
# `camera.field-of-view` as delivered, in degrees, and the length of a palm in metres (docs/design/signals.md).
ANGLE, PALM = 60, 0.1
NO_HAND = "no hand is in view: hold up an open hand before the camera"
GOOD = "the camera sees your hands well"


def run(lab, kit):
    views = viewmodule.views()
    lab.make_panel()
    lab.plug_card()
    lab.configure("hands = 1\\n")
    lab.show(views["good"])
    lab.view_camera(0, rate=1)
    lab.run("systemctl restart gestureflow", 120)
    lab.until("frames", lambda: lab.status().get("camera", {}).get("frames", 0) > 3, 180)

    def aim():
        """Returns exit code and lines of `gfctl aim` without a terminal."""
        code, said = lab.run("su owner -c 'gfctl aim' 2>&1")
        return code, said.split("\n")

    told = []
    for name, view in views.items():
        lab.show(view)
        wanted = ("good", "noHand", NO_HAND) if name == "good" else (name, name, tones.table()[name].problem)

        def is_seen():
            status = lab.status()
            framing = status["framing"]
            return (status["camera"].get("lightVerdict"), framing["verdict"], framing["advice"]) == wanted

        lab.until(f"{name} is seen", is_seen)
        camera, figures = lab.status()["camera"], viewmodule.figures(view)
        found = [camera["light"], camera["contrast"], camera["sharpness"]]
        near = [abs(a - b) <= most for a, b, most in zip(found, figures, (0.03, 0.03, 0.1))]
        kit.check(all(near), f"{name}: brightness, contrast and sharpness are {found}, and those of the view are {figures}")
        kit.check((camera["width"], camera["height"]) == (viewmodule.WIDTH, viewmodule.HEIGHT), str(camera))
        code, lines = aim()
        kit.check(code == 1 and lines[-1] == wanted[2] and "no hand" in lines, f"{name}: {code}, {lines}")
        kit.check(lines[0].startswith("light: ") and f"{round(100 * camera['light'])} % brightness" in lines[0], f"{name}: {lines[0]}")
        told.append(f"{name} {found[0]:.2f}/{found[1]:.2f}/{found[2]:.2f}")
    # The last of them is not good: it has been a problem of the health since 5 s.
    lab.until("light is a part of the health", lambda: any(text.startswith("light: ") for text in lab.status()["problems"]))
    kit.check(lab.status()["state"] == "degraded", lab.status()["state"])

    # A good view: an open hand at the right place.
    lab.show(kit.hand("open"))
    lab.until("the hand is seen", lambda: len(lab.status()["tracker"]["hands"]) == 1, 180)
    lab.until("it is seen well", lambda: lab.status()["framing"] == {"verdict": "good", "advice": GOOD})
    lab.until("gfctl aim is content", lambda: aim()[0] == 0)
    lines = aim()[1]
    kit.check(lines[-1] == GOOD and any("palm" in line and "m away" in line for line in lines), str(lines))
    lab.until("the light is good again", lambda: not any(text.startswith("light: ") for text in lab.status()["problems"]))
    lab.until("LED hands is lit", lambda: lab.led(24) and not lab.watch_led(24, 3))
    hand = lab.until("its figures", lambda: (hands := lab.status()["tracker"]["hands"]) and hands[0])
    # The pinhole model, of rounded figures.
    metres = viewmodule.WIDTH / viewmodule.HEIGHT * PALM / (2 * hand["size"] * math.tan(math.radians(ANGLE / 2)))
    kit.check(0.07 <= hand["size"] <= 0.4 and not hand.get("cutAt"), str(hand))
    kit.check(abs(hand["distanceMetres"] - metres) <= 0.01 + 0.02 * metres, f"{hand['distanceMetres']} m, and its size says {metres:.2f} m")
    return f"{', '.join(told)}; a hand of {hand['size']} of the height at {hand['distanceMetres']} m"
