"""Chooses the machine of an image by its file `architecture`."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "arm64"))
import scope
from armlab import ArmLab
from lab import Lab

MACHINES = {"amd64": Lab, "arm64": ArmLab}


def architecture(image):
    """Returns amd64 or arm64; an image without the file is amd64."""
    path = os.path.join(image, "architecture")
    if not os.path.exists(path):
        return "amd64"
    with open(path) as file:
        name = file.read().strip()
    if name not in MACHINES:
        raise SystemExit(f"lab: {path} says {name!r}, and there are machines for {' and '.join(MACHINES)}: build the image again")
    return name


def choose(names, words, image):
    """Returns the scenarios to play, and {name: reason} for the others.

    The scenarios are those whose name contains a word, or without words those of the machine. The others are named by
    a word but cannot be played.
    """
    arm = architecture(image) == "arm64"
    wanted = [name for name in names if any(word in name for word in words)] if words else [name for name in names if not arm or name in scope.played()]
    if arm:
        refused = {name: scope.REFUSED[name] for name in wanted if name in scope.REFUSED}
    else:
        refused = {name: "it needs the arm64 image: make test-vm ARCH=arm64" for name in wanted if scope.machine(name) == "raspi4b"}
    return [name for name in wanted if name not in refused], refused
