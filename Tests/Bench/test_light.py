"""Tests the bench's films that were made worse, their losses, and the page and picture of them."""
import pathlib
import re
import shutil
import sys
import tempfile
import unittest
import xml.etree.ElementTree as tree
from unittest import mock

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import light  # noqa: E402
import light_curves  # noqa: E402
from light_curves import Placement  # noqa: E402
from page import Sheet  # noqa: E402

HAND, OTHER = (0.5, 0.5, 0.1), (0.9, 0.5, 0.1)
UNTOUCHED = {"width": 320, "height": 180, "size": 0.2, "middle": (0.25, 0.5)}


class Losses(unittest.TestCase):
    def test_a_hand_must_be_at_its_place(self):
        untouched = [[HAND], [HAND], [], [HAND, (0.1, 0.1, 0.05)]]
        self.assertEqual(light_curves.kept(untouched, [[HAND], [(0.52, 0.52, 0.1)], [OTHER], [(0.1, 0.1, 0.05)]], 1.5), 2 / 3)
        # 0.08 of the width are 0.12 of the height, more than the hand's size.
        self.assertEqual(light_curves.kept([[HAND]], [[(0.58, 0.5, 0.1)]], 1.5), 0)
        self.assertEqual(light_curves.kept([[HAND]], [[(0.58, 0.5, 0.1)]], 1), 1)

    def test_a_hand_outside_the_other_frame_does_not_count(self):
        twice = Placement(2, -0.5, -0.5)
        self.assertEqual(light_curves.kept([[HAND], [OTHER]], [[(0.5, 0.5, 0.2)], []], 1, twice), 1)
        with self.assertRaisesRegex(ValueError, "no hand"):
            light_curves.kept([[OTHER], []], [[], []], 1, twice)

    def test_films_of_different_lengths_are_refused(self):
        with self.assertRaisesRegex(ValueError, "2 and 1 frames"):
            light_curves.kept([[HAND], [HAND]], [[HAND]], 1)

    def test_the_loss_of_a_tenth_is_between_two_points(self):
        self.assertAlmostEqual(light_curves.lost_at([(0.4, 1), (0.2, 1), (0.1, 0.8), (0.05, 0.95)]), 0.15)
        self.assertIsNone(light_curves.lost_at([(0.4, 1), (0.2, 0.9)]))
        self.assertEqual(light_curves.lost_at([(0.4, 0.7), (0.2, 0.5)]), 0.4)

    def test_the_share_at_a_figure_is_between_two_points(self):
        falling = [(0.4, 1), (0.2, 1), (0.1, 0.5)]
        self.assertAlmostEqual(light_curves.share_at(falling, 0.12), 0.6)
        self.assertAlmostEqual(light_curves.share_at([(0, 1), (0.5, 0.8)], 0.25), 0.9)
        self.assertEqual(light_curves.share_at([(0.4, 1), (0.4, 0.9)], 0.4), 1)
        self.assertIsNone(light_curves.share_at(falling, 0.09))

    def test_films_have_a_mean(self):
        self.assertEqual(light_curves.mean_of([[(1, 1), (0, 0.5)], [(3, 1), (1, 0)]]), [(2, 1), (0.5, 0.25)])


class Thresholds(unittest.TestCase):
    def test_every_threshold_is_read_from_the_sources(self):
        found = {name: light_curves.threshold(PROJECT / curve.limit[0], curve.limit[1]) for name, curve in light.CURVES.items()}
        self.assertTrue(all(0 < limit < 1 for limit in found.values()), found)
        self.assertLess(found["far"], found["near"])
        self.assertLess(found["dark"], found["noisy"])

    def test_a_threshold_that_is_gone_is_named(self):
        with self.assertRaisesRegex(ValueError, "Light.swift has no threshold gone"):
            light_curves.threshold(PROJECT / light.LIGHT, "gone = (.)")

    def test_the_advice_is_the_box_s(self):
        words = (PROJECT / light.FRAMING).read_text()
        for curve in light.CURVES.values():
            self.assertRegex(words, rf"case [^\n]*\b{curve.advice}\b")


class Recorded(unittest.TestCase):
    """The curves of docs/design/light.svg, with which the thresholds must agree."""

    def setUp(self):
        text = (PROJECT / light.PAGE.parent / light.PICTURE).read_text()
        panels = re.findall(r'font-weight="bold">([^<]*)</text>(.*?)</g>', text, re.S)
        self.films, self.mean, self.drawn = {}, {}, {}
        for name, curve in light.CURVES.items():
            (panel,) = (panel for title, panel in panels if title == curve.title)
            lines = {ink: [self.points(line, curve) for line in re.findall(rf'points="([^"]*)" fill="none" stroke="{color}"', panel)] for ink, color in light_curves.INK.items()}
            self.films[name], (self.mean[name],) = lines["film"], lines["mean"]
            (at,) = re.findall(rf'd="M([\d.]+) [^"]*" stroke="{light_curves.INK["limit"]}"', panel)
            self.drawn[name] = self.figure(float(at), curve)

    def figure(self, x, curve):
        across = light_curves.WIDE - light_curves.RIGHT - light_curves.LEFT
        return curve.ticks[0] + (x - light_curves.LEFT) / across * (curve.ticks[-1] - curve.ticks[0])

    def points(self, line, curve):
        floor = light_curves.HIGH - light_curves.BOTTOM
        places = [tuple(map(float, place.split(","))) for place in line.split()]
        return [(self.figure(x, curve), (floor - y) / (floor - light_curves.TOP)) for x, y in places]

    def test_the_picture_has_the_thresholds_of_the_sources(self):
        for name, curve in light.CURVES.items():
            self.assertEqual(len(self.films[name]), len(light.FILMS), name)
            self.assertAlmostEqual(self.drawn[name], light_curves.threshold(PROJECT / curve.limit[0], curve.limit[1]), delta=0.002, msg=name)

    def test_no_film_has_lost_a_tenth_at_the_threshold_of_darkness(self):
        for name in ("dark", "noisy"):
            limit = self.drawn[name]
            # A film that is darker as it is does not reach the threshold.
            shares = [share for share in (light_curves.share_at(film, limit) for film in self.films[name]) if share is not None]
            self.assertGreaterEqual(len(shares), 4, name)
            self.assertGreaterEqual(min(shares), light_curves.KEPT, name)
            lost = max(place for place in map(light_curves.lost_at, self.films[name]) if place is not None)
            self.assertLess(limit, 1.15 * lost, name)

    def test_about_a_tenth_is_lost_at_the_threshold_of_small_hands(self):
        limit = self.drawn["far"]
        self.assertGreaterEqual(light_curves.share_at(self.mean["far"], limit), light_curves.KEPT)
        self.assertLess(light_curves.share_at(self.mean["far"], 0.9 * limit), light_curves.KEPT)

    def test_the_other_thresholds_keep_nine_tenths(self):
        for name in ("bright", "blur", "near"):
            self.assertGreaterEqual(light_curves.share_at(self.mean[name], self.drawn[name]), light_curves.KEPT, name)


@unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
class Films(unittest.TestCase):
    """Films of a white square in the left half of a grey frame, with its middle where the hand's is."""

    def frame(self, filters):
        """Returns the rows of the first frame's brightness, 0 to 255."""
        with tempfile.TemporaryDirectory() as folder:
            source = "color=0x404040:s=320x180:d=0.1:r=10,drawbox=x=62:y=72:w=36:h=36:color=white:t=fill"
            path = light.made(source, f"{folder}/film.nut", filters, "-f", "lavfi")
            light.run("sh", "-c", f"ffmpeg -v error -nostdin -i '{path}' -frames:v 1 -pix_fmt yuv420p -f rawvideo '{folder}/raw' && echo done")
            data = (pathlib.Path(folder) / "raw").read_bytes()
        self.assertEqual(len(data), 320 * 180 * 3 // 2)
        return [data[320 * y:320 * (y + 1)] for y in range(180)]

    def square(self, rows):
        """Returns the middle and the height of the white square in frame units."""
        white = [(x, y) for y, row in enumerate(rows) for x, value in enumerate(row) if value > 180]
        (left, top), (right, bottom) = map(min, zip(*white)), map(max, zip(*white))
        return (left + right + 1) / 640, (top + bottom + 1) / 360, (bottom + 1 - top) / 180

    def test_hands_are_where_the_placement_says(self):
        for size in (0.05, 0.1, 0.3, 0.5):
            filters, placement = light.placing(UNTOUCHED, size)
            self.assertAlmostEqual(placement.scale, size / 0.2, delta=0.01)
            for found, wanted in zip(self.square(self.frame(filters)), placement.of((0.25, 0.5, 0.2))):
                self.assertAlmostEqual(found, wanted, delta=0.015, msg=f"{size}: {placement}")

    def test_brightness_is_multiplied_and_clipped(self):
        brightness = lambda filters: self.frame(filters)[10][10]
        grey = brightness("format=yuv420p") - 16
        self.assertAlmostEqual(brightness(light.brightened(0.5)) - 16, grey / 2, delta=1)
        self.assertAlmostEqual(brightness(light.brightened(2)) - 16, grey * 2, delta=1)
        self.assertAlmostEqual(brightness(light.brightened(6)), 235, delta=1)

    def test_noise_has_its_standard_deviation(self):
        for noise in (3, 6):
            values = [value for row in self.frame(light.brightened(1, noise))[:60] for value in row]
            self.assertAlmostEqual(light.statistics.pstdev(values), noise, delta=0.5)

    def test_a_blurred_edge_is_wide(self):
        edge = lambda filters: len({value for value in self.frame(filters)[90][62 - 20:62 + 20]})
        self.assertGreater(edge(light.blurred(4)), edge("format=yuv420p") + 8)


def row(kept, figure, told=0.0):
    return {"kept": kept, "placed": figure, "size": figure if kept else None, "told": told, "brightness": figure, "contrast": 0.2, "sharpness": figure, "clipped": figure, "noise": 0.014}


def film(*shares):
    """Returns numbers of a film; the figure falls from 0.4 by a tenth of that a step."""
    found = {}
    for name, curve in light.CURVES.items():
        count = len(curve.steps) + (curve.worse is not None)
        found[name] = [row(shares[min(i, len(shares) - 1)], 0.4 - 0.04 * i) for i in range(count)]
    return found


class Measuring(unittest.TestCase):
    def test_each_step_is_compared_with_the_untouched_film(self):
        made = []
        seen = lambda palms: {"width": 320, "height": 180, "brightness": 0.4, "contrast": 0.2, "sharpness": 0.5, "clipped": 0.0, "noise": 0.01, "advice": {"tooDark": 1}, "palms": [palms, []]}
        def bench(part, *paths):
            self.assertEqual(part, "light")
            return {"films": [seen([(0.5, 0.5, 0.1)] if len(made) < 5 else []) for _ in paths]}
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(light, OUT=folder, gfbench=bench, made=lambda source, target, *words: made.append((source, target, words)) or target):
            found = light.measured("clip", 1)
        self.assertEqual({name: len(rows) for name, rows in found.items()}, {"dark": 7, "noisy": 7, "bright": 6, "blur": 7, "far": 6, "near": 4})
        self.assertEqual([row["kept"] for row in found["dark"]], [1] + [0] * 6)
        self.assertEqual((found["dark"][0]["told"], found["bright"][0]["told"]), (0.5, 0))
        self.assertEqual((found["dark"][0]["size"], found["dark"][1]["size"]), (0.1, None))
        self.assertAlmostEqual(found["near"][0]["placed"], 0.3)
        # Hands of another size come from the film itself, which has more pixels.
        self.assertEqual({source for source, _, words in made if "scale" in words[0]}, {"clip"})

    def test_a_film_without_a_hand_is_named(self):
        empty = lambda *_: {"films": [{"palms": [[]]}]}
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(light, OUT=folder, gfbench=empty, made=lambda _, target, *words: target):
            with self.assertRaisesRegex(SystemExit, "no hand is found in clip"):
                light.measured("clip", 1)


class Page(unittest.TestCase):
    data = {"one": film(1, 0.95, 0.5, 0), "two": film(1, 1, 1, 0)}

    def setUp(self):
        self.enterContext(mock.patch.object(light, "threshold", lambda path, pattern: 0.35))

    def test_losses_stand_beside_the_threshold(self):
        sheet = Sheet()
        light.show(sheet, {"light": self.data})
        text = " ".join(sheet.lines)
        # The mean is 0.975 at 0.36 and 0.75 at 0.32.
        self.assertIn("By mean brightness a tenth is lost at 0.347 (single films: 0.316 to 0.356, in 2 of 2);", text)
        self.assertIn("at the threshold, 0.35, 92 % are found.", text)
        self.assertIn("| untouched | 100 % | 100 % | 0.400 | 0.200 | 0.400 | 0.014 | 0.400 | 0 % |", sheet.lines)
        self.assertIn("| 0.5 | 75 % | 50 % | 0.320 | 0.200 | 0.320 | 0.014 | 0.320 | 0 % |", sheet.lines)
        self.assertIn("| 0.25 | 0 % | 0 % | 0.280 | 0.200 | 0.280 | 0.014 | - | 0 % |", sheet.lines)
        # Of overexposed films the share of pixels at the limit counts.
        self.assertIn("| 4 | 0 % | 0 % | 0.240 | 0.200 | 0.240 | 0.240 | - | 0 % |", sheet.lines)
        self.assertEqual(len({line.count("|") for line in sheet.lines if line.startswith("|")}), 1)
        self.assertEqual({holds for _, _, _, holds in sheet.goals}, {None})
        self.assertEqual(len({figure for figure, _, _, _ in sheet.goals}), len(light.CURVES))

    def test_a_curve_without_a_loss_says_so(self):
        text, place = light.verdict({"one": film(1, 1)}, "blur")
        self.assertEqual(place, "nowhere on this curve")
        self.assertEqual(text, "By sharpness a tenth is lost nowhere on this curve (nor in a single film); at the threshold, 0.35, 100 % are found.")

    def test_without_films_the_report_says_so(self):
        sheet = Sheet()
        light.show(sheet, {})
        self.assertEqual((sheet.lines, sheet.goals), (["(../shared/data is not there.)"], []))

    def test_the_section_takes_its_old_place(self):
        once = light.put("# Signals\n\nabove\n", ["first"])
        self.assertEqual(once, f"# Signals\n\nabove\n\n{light.BEGIN}\nfirst\n{light.END}\n")
        again = light.put(once + "\n## Below\n\nend\n", ["second"])
        self.assertEqual(again, once.replace("first", "second") + "\n## Below\n\nend\n")
        self.assertEqual(light.put(again, ["second"]), again)

    def test_page_and_picture_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "signals.md"
            page.write_text("# Signals\n")
            with mock.patch.object(light, "PAGE", page), mock.patch("builtins.print"):
                light.publish({"light": self.data})
            self.assertIn("](light.svg)", page.read_text())
            self.assertIn("### Hand far away", page.read_text())
            root = tree.parse(page.parent / light.PICTURE).getroot()
        lines = [each for each in root.iter() if each.tag.endswith("polyline")]
        self.assertEqual(len(lines), len(light.CURVES) * (len(self.data) + 1))
        self.assertEqual(sum(each.get("stroke") == light_curves.INK["limit"] for each in root.iter()), len(light.CURVES))


class Drawing(unittest.TestCase):
    def test_points_are_drawn_in_the_panel(self):
        text = light_curves.panel(light_curves.Panel("Title", "figure", (0, 0.5, 1), 0.25, [], [(1, 1), (0.5, 0.5), (-3, 0)]))
        (left, right), (top, floor) = (light_curves.LEFT, light_curves.WIDE - light_curves.RIGHT), (light_curves.TOP, light_curves.HIGH - light_curves.BOTTOM)
        self.assertIn(f'points="{right:.1f},{top:.1f} {(left + right) / 2:.1f},{(top + floor) / 2:.1f} {left:.1f},{floor:.1f}"', text)
        self.assertIn(f'd="M{left + (right - left) / 4:.1f} {top}V{floor}" stroke="{light_curves.INK["limit"]}"', text)


if __name__ == "__main__":
    unittest.main()
