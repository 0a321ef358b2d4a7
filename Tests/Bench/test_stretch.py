"""Tests that the stretcher's report matches its programs' output.

Each of its goals can fail.
"""
import copy
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import debpackages  # noqa: E402
import gamemusic  # noqa: E402
import stretch  # noqa: E402
import stretch_music  # noqa: E402
import stretchers  # noqa: E402
from page import Sheet  # noqa: E402

OURS = """ours: mean 0.79  p50 0.78  p99 1.05  p99.9 2.60  max 3.70  % of the period
ours: mean 0.81  p50 0.78  p99 1.05  p99.9 2.80  max 4.70  % of the period
ours, least of 3: mean 0.78  p50 0.77  p99 1.00  p99.9 1.07  max 1.12  % of the period
"""
PROTOTYPE = "ours                   mean 0.86  p50 0.80  p99 1.10  p99.9 3.70  max 4.70  % of the period\nours, least of 3       mean 0.80  p50 0.79  p99 1.00  p99.9 1.14  max 1.29  % of the period\n"
PEER = "r3: mean 73.10  p50 70.00  p99 180.00  p99.9 219.00  max 1021.00  % of the period\nallocations 8\n"

COSTS = {name: {"mean": 0.8, "p999": 2.7, "max": 3.7, "worst": 4.7, "runs": 9, "allocations": None} for name in ("ours, 256 bits", "ours, 128 bits", "R3")}
FIGURES = {"spurs": {"440": -104.0, "55": -65.2, "14000": -94.0}, "clicks": {"0.7": 99.956, "0.3": 99.94}, "residue": {"0.5": -42.6, "0.8": -57.0, "1.3": -63.0}, "pitchMs": 1.2,
           "speedMs": [39.0, 41.0, 41.0]}


def piece(name, distance):
    """Returns a piece that holds all goals, with a solo's attacks."""
    attacks = {"attacks": {band: {"source": 4.0, "longer": 1.5, "lost": 0.0, "count": 40} for band in ("low", "high")}}
    sound = lambda engine, speed: {"distance": {"11": 2.9 if engine == "ours" else 3.0, "43": 1.2, "170": 1.5}, "width": 0.1, "late": 0, **(attacks if speed != "2.0" and name in stretch_music.ATTACKS else {})}
    return {"piece": name, "from": "music 1-1", "engines": {engine: {speed: sound(engine, speed) for speed in stretch_music.SPEEDS} for engine in ("ours", "R3")},
            "onsets": {"count": 40, "found": 38, "stronger": 90.0, "all": 80.0, "extra": 2}, "worst": {"distance": distance, "at": 1.5, "speed": 0.5, "picture": f"{name}.png"}}


PAIRS = {"source": {"1.0": {"low": {"16": [-30, 0], "32": [-29, 0]}}}, "ours": {speed: {"low": {"16": [-12.0, -1], "32": [-20, 0]}} for speed in ("0.7", "0.5")}}
DATA = {"stretch.cost": COSTS, "stretch.quality": {"figures": {"ours": FIGURES, "R3": FIGURES}, "versions": ["peer 1-1"], "different": 0, "off": 0, "blocks": 100, "forbidden": 0},
        "stretch.music": {"pieces": [piece(name, 3 + i) for i, name in enumerate(("a", "piano", "guitar", "b", "c", "d"))], "pairs": PAIRS, "versions": ["rubberband-cli 1-1"], "missing": []}}


class Reading(unittest.TestCase):
    def test_single_runs_count_and_what_is_made_of_them_does_not(self):
        self.assertEqual(stretchers.costs(OURS), [{"mean": 0.79, "p999": 2.6, "max": 3.7}, {"mean": 0.81, "p999": 2.8, "max": 4.7}])
        self.assertEqual(stretch.summary(stretchers.costs(OURS)), {"mean": 0.8, "p999": 2.7, "max": 4.2, "worst": 4.7, "runs": 2})

    def test_the_prototype_s_lines_are_read(self):
        self.assertEqual(stretchers.costs(PROTOTYPE), [{"mean": 0.86, "p999": 3.7, "max": 4.7}])

    def test_a_peer_tells_its_allocations(self):
        self.assertEqual(stretchers.costs(PEER), [{"mean": 73.1, "p999": 219.0, "max": 1021.0}])
        self.assertEqual((stretchers.allocations(PEER), stretchers.allocations(OURS)), (8, None))

    def test_equal_stems_and_the_trap_are_read(self):
        self.assertEqual(stretch.equal("blocks that differ between equal stems 3, position off by -2"), {"different": 3, "off": -2})
        self.assertEqual(stretch.trapped("through blocks=2000 forbidden=0 first= peak=0.3\nspeed blocks=2000 forbidden=2 first=malloc peak=0.3\n"), {"blocks": 4000, "forbidden": 2})


class Goals(unittest.TestCase):
    def sheet(self, change=lambda data: None):
        data = copy.deepcopy(DATA)
        change(data)
        sheet = Sheet()
        stretch.show(sheet, data)
        return sheet

    def failed(self, change=lambda data: None):
        return [figure for figure, _, _, holds in self.sheet(change).goals if holds is False]

    def test_what_is_as_good_as_the_goal_after_rounding_holds(self):
        self.assertEqual(self.failed(), [])

    def test_each_goal_can_fail(self):
        quality = lambda data: data["stretch.quality"]
        mine = lambda data: quality(data)["figures"]["ours"]
        music = lambda data, index=0: data["stretch.music"]["pieces"][index]
        heard = lambda data, speed, index=0: music(data, index)["engines"]["ours"][speed]
        for change, figure in ((lambda d: d["stretch.cost"]["ours, 256 bits"].update(mean=1.21), "256 bits: mean"), (lambda d: d["stretch.cost"]["ours, 128 bits"].update(max=8.1), "128 bits: most"),
                               (lambda d: mine(d)["spurs"].update({"55": -62.0}), "spurs at 55 Hz"), (lambda d: mine(d)["clicks"].update({"0.7": 99.94}), "clicks within 5 ms at 0.7"),
                               (lambda d: mine(d)["residue"].update({"0.8": -56.4}), "residue at 0.8"), (lambda d: mine(d).update(pitchMs=1.6), "pitch to half"),
                               (lambda d: mine(d).update(speedMs=[39, 48]), "speed to half"), (lambda d: quality(d).update(different=1), "four equal stems"),
                               (lambda d: quality(d).update(off=1), "the place"), (lambda d: quality(d).update(forbidden=1), "allocations"),
                               *((lambda d, window=window: heard(d, "0.7")["distance"].update({window: 4.0}), f"music at 0.7: distance to the source in windows of {window} ms") for window in stretch_music.LIMITS),
                               *((lambda d, speed=speed: heard(d, speed)["distance"].update({"11": 3.7}), f"music at {speed}: distance to the source in windows of 11 ms") for speed in ("0.5", "2.0")),
                               (lambda d: music(d, 3)["onsets"].update(stronger=89.9), "the piece with the fewest (b); 1 of 6"),
                               (lambda d: heard(d, "0.5", 1)["attacks"]["high"].update(longer=1.6), "attacks of the piano"), (lambda d: heard(d, "0.7", 2)["attacks"]["low"].update(longer=None, lost=60), "attacks of the guitar"),
                               (lambda d: d["stretch.music"]["pairs"]["ours"]["0.5"]["low"].update({"32": [-11.9, 0]}), "pairs of hits at 0.5")):
            found = self.failed(change)
            self.assertEqual(len(found), 1, found)
            self.assertIn(figure, found[0])

    def test_tables_have_as_many_columns_as_their_heads(self):
        counts = [line.count("|") for line in self.sheet().lines if line.startswith("|")]
        self.assertEqual(sorted(set(counts)), [4, 5, 6, 7, 8])

    def test_the_worst_places_are_five_pieces_the_worst_first(self):
        said = next(line for line in self.sheet().lines if line.startswith("The worst places"))
        self.assertEqual(re.findall(r"`(\w+)\.png`", said), ["d", "c", "b", "guitar", "piano"])

    def test_music_and_peers_that_cannot_be_had_are_said_and_the_rest_is_judged(self):
        def change(data):
            data["stretch.music"].update(pieces=[], missing=["games: no network"])
        sheet = self.sheet(change)
        self.assertIn("Not measured, because it could not be had: games: no network.", sheet.lines)
        self.assertEqual([figure for figure, *_ in sheet.goals if "pairs of hits" in figure], ["pairs of hits at 0.7, low: strongest copy", "pairs of hits at 0.5, low: strongest copy"])

        def alone(data):
            for row in data["stretch.music"]["pieces"]:
                del row["engines"]["R3"]
        self.assertFalse([figure for figure, *_ in self.sheet(alone).goals if figure.startswith(("music at 0.5", "music at 2.0"))])

    def test_a_machine_without_256_bits_has_no_such_goals(self):
        sheet = self.sheet(lambda d: d["stretch.cost"].pop("ours, 256 bits"))
        self.assertFalse([figure for figure, *_ in sheet.goals if "256 bits" in figure])


class Music(unittest.TestCase):
    """Tests fetching with an apt-get that gives our package, or none."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        tree = self.folder / "tree"
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text("Package: games\nVersion: 1.2-3\nArchitecture: all\nMaintainer: A maintainer <a@example.org>\nDescription: music\n")
        (tree / "music").mkdir()
        (tree / "music/a.ogg").write_text("sound")
        (tree / "music/b.ogg").write_text("another")
        subprocess.run(["dpkg-deb", "--root-owner-group", "-b", str(tree), str(self.folder / "games.deb")], check=True, stdout=subprocess.DEVNULL)
        (self.folder / "bin").mkdir()
        self.apt(f'[ "$1 $2" = "download games" ] && cp {self.folder}/games.deb .')
        self.enterContext(mock.patch.dict(os.environ, {"PATH": f"{self.folder}/bin:{os.environ['PATH']}"}))
        self.enterContext(mock.patch.object(debpackages, "CACHE", str(self.folder / "cache")))

    def apt(self, script):
        program = self.folder / "bin/apt-get"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def test_only_what_is_asked_for_is_kept_with_its_version(self):
        folder, version = debpackages.fetch("games", ["music/a.ogg"])
        self.assertEqual(version, "1.2-3")
        self.assertEqual(sorted(path.name for path in pathlib.Path(folder).rglob("*") if path.is_file()), ["a.ogg", "version"])
        self.assertEqual(os.listdir(debpackages.CACHE), ["games"])

    def test_what_is_there_is_not_fetched_again(self):
        debpackages.fetch("games", ["music/a.ogg"])
        self.apt("exit 1")
        self.assertEqual(debpackages.fetch("games", ["music/a.ogg"])[1], "1.2-3")

    def test_a_package_that_cannot_be_had_leaves_nothing_and_the_others_are_measured_under_the_name_that_exists(self):
        self.apt(f'[ "$2" = games ] && cp {self.folder}/games.deb . || {{ echo "E: no such package" >&2; exit 100; }}')
        packages = [(("other",), [("x.ogg", 0)]), (("games-2", "games"), [("music/a.ogg", 2), ("music/b.ogg", 0)])]
        with mock.patch.object(gamemusic, "PACKAGES", packages):
            found, missing = gamemusic.pieces()
        self.assertEqual(missing, ["other: E: no such package"])
        self.assertEqual([(name, version) for name, version, _ in found], [("a", "games 1.2-3"), ("b", "games 1.2-3")])
        self.assertTrue(found[0][2].endswith("games/music/a.ogg,2,12"))
        self.assertEqual(os.listdir(debpackages.CACHE), ["games"])

    def test_a_package_under_none_of_its_names_is_one_that_is_missing(self):
        self.apt('echo "E: no such package" >&2; exit 100')
        with mock.patch.object(gamemusic, "PACKAGES", [(("games-1.18-music", "games-1.16-music"), [("games/{0}/a.ogg", 0)])]):
            self.assertEqual(gamemusic.pieces(), ([], ["games-1.18-music: E: no such package; games-1.16-music: E: no such package"]))

    def test_the_version_in_a_package_s_name_is_in_its_paths(self):
        asked = []
        with mock.patch.object(gamemusic, "fetch", lambda package, files: asked.append((package, files[0])) or ("", "1")):
            gamemusic.pieces()
        self.assertIn(("wesnoth-1.18-music", "usr/share/games/wesnoth/1.18/data/core/music/knalgan_theme.ogg"), asked)


if __name__ == "__main__":
    unittest.main()
