"""Fetches real music out of Debian's free games."""
import os

from debpackages import NotThere, fetch

SECONDS = 12
WESNOTH = "usr/share/games/wesnoth/{0}/data/core/music"
HEDGEWARS = "usr/share/games/hedgewars/Data/Music"
SUPERTUX = "usr/share/games/supertux2/music"
LINCITY = "usr/share/games/lincity-ng/music/default"
# Packages, each with its names in Debian's versions and its pieces.
# The newest name is first. A piece is a file and its first second. {0} is the version in the package's name.
PACKAGES = [
    (("wesnoth-1.18-music", "wesnoth-1.16-music"), [(f"{WESNOTH}/knalgan_theme.ogg", 40), (f"{WESNOTH}/traveling_minstrels.ogg", 30), (f"{WESNOTH}/battle.ogg", 30)]),
    (("hedgewars-data",), [(f"{HEDGEWARS}/Rock.ogg", 20), (f"{HEDGEWARS}/Jungle.ogg", 30), (f"{HEDGEWARS}/oriental.ogg", 20)]),
    (("supertux-data",), [(f"{SUPERTUX}/tropical/tropicalbreeze.ogg", 8), (f"{SUPERTUX}/misc/battle_theme.ogg", 20), (f"{SUPERTUX}/forest/forest2.ogg", 20)]),
    (("lincity-ng-data",), [(f"{LINCITY}/02 - Robert van Herk - City Blues.ogg", 30), (f"{LINCITY}/01 - pronobozo - lincity.ogg", 40)]),
    (("frozen-bubble-data",), [("usr/share/games/frozen-bubble/snd/frozen-mainzik-1p.ogg", 30)]),
]


def pieces():
    """Returns the available pieces, and the reasons for the missing ones.

    A piece is (name, version, FILE,FROM,SECONDS).
    """
    found, missing = [], []
    for names, files in PACKAGES:
        reasons = []
        for package in names:
            paths = [(path.format(*package.split("-")[1:2]), begin) for path, begin in files]
            try:
                folder, version = fetch(package, [path for path, _ in paths])
            except NotThere as error:
                reasons.append(str(error))
                continue
            found += [(os.path.splitext(os.path.basename(path))[0], f"{package} {version}", f"{folder}/{path},{begin},{SECONDS}") for path, begin in paths]
            break
        else:
            missing.append("; ".join(reasons))
    return found, missing
