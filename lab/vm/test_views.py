"""Tests that the views are clearly on their side of the box's limits (docs/design/signals.md)."""
import unittest
import views

VIEWS = views.views()
FIGURES = {name: views.figures(view) for name, view in VIEWS.items()}


class Views(unittest.TestCase):
    def share(self, name, holds):
        view = VIEWS[name]
        return sum(map(holds, view)) / len(view)

    def test_each_fills_the_frame(self):
        for name, view in VIEWS.items():
            self.assertEqual(len(view), 320 * 240, name)

    def test_good_light(self):
        mean, contrast, sharpness = FIGURES["good"]
        self.assertTrue(0.4 < mean < 0.6 and contrast > 0.15 and sharpness > 0.5, FIGURES["good"])
        self.assertEqual(self.share("good", lambda v: v > 0.9 * 255), 0)

    def test_too_dark_and_covered_differ_by_contrast(self):
        self.assertTrue(FIGURES["tooDark"][0] < 0.09 and FIGURES["tooDark"][1] > 0.018, FIGURES["tooDark"])
        self.assertEqual(FIGURES["covered"], (0, 0, 1))

    def test_too_bright_is_at_the_limit(self):
        self.assertGreater(self.share("tooBright", lambda v: v > 0.98 * 255), 0.5)
        self.assertEqual(self.share("tooBright", lambda v: v < 0.15 * 255), 0)

    def test_backlit_has_white_and_black(self):
        self.assertGreater(self.share("backlit", lambda v: v > 0.95 * 255), 0.3)
        self.assertGreater(self.share("backlit", lambda v: v < 0.12 * 255), 0.5)
        self.assertLess(self.share("backlit", lambda v: v > 0.98 * 255 + 1), 0.41)

    def test_blurred_has_light_and_no_edge(self):
        mean, contrast, sharpness = FIGURES["blurred"]
        self.assertTrue(0.4 < mean < 0.6 and contrast > 0.05 and sharpness < 0.15, FIGURES["blurred"])

    def test_spots_differ_in_a_small_place_alone(self):
        both = views.spots()
        dark, lit = both[:320 * 240], both[320 * 240:]
        self.assertEqual({(a, b) for a, b in zip(dark, lit) if a != b}, {(20, 250)})
        self.assertEqual(sum(a != b for a, b in zip(dark, lit)), 20 * 20)
        self.assertEqual(len(lit), 320 * 240)

    def test_frames_are_in_the_range_of_video(self):
        frame = views.yuyv(VIEWS["good"], VIEWS["covered"])
        self.assertEqual(len(frame), 2 * 320 * 240 * 2)
        self.assertEqual(set(frame[1::2]), {128})
        self.assertEqual(set(frame[320 * 240 * 2::2]), {16})
        self.assertEqual(max(views.luma(bytes([255]))), 235)


if __name__ == "__main__":
    unittest.main()
