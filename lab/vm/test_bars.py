"""Tests the colour bars: the right frame passes, and each wrong one fails.

libv4l2's own converter also restores the frame of the mosaic.
"""
import ctypes, os, struct, unittest
from unittest import mock
from bars import BARS, HEIGHT, WIDTH, frame, judge, light, mosaic

UPPER, LOWER = 220, 120
FOURCC = {"BGGR": b"BA81", "GBRG": b"GBRG", "GRBG": b"GRBG", "RGGB": b"RGGB"}


def pixels(rgb):
    return [rgb[at:at + 3] for at in range(0, len(rgb), 3)]


def turned(rgb, *, change=bytes, mirror=True, rows=1):
    """Returns the frame mirrored, with each pixel changed; rows = -1 turns it upside down."""
    lines = [pixels(rgb[y * WIDTH * 3:(y + 1) * WIDTH * 3]) for y in range(HEIGHT)]
    return b"".join(change(pixel) for line in lines[::rows] for pixel in (line[::-1] if mirror else line))


def wrong(seen):
    return judge(seen, WIDTH, HEIGHT, UPPER, LOWER)


def converted(bayer, order):
    """Returns red, green and blue of the mosaic by libv4l2's YU12.

    The reading is the box's: ITU-R BT.601, luma from 16 to 235.
    """
    library = ctypes.CDLL("libv4lconvert.so.0")
    library.v4lconvert_create.restype = ctypes.c_void_p
    # Without its own controls, for which it would need a camera.
    with open("/dev/null") as file, mock.patch.dict(os.environ, LIBV4LCONTROL_CONTROLS="0"):
        converter = ctypes.c_void_p(library.v4lconvert_create(file.fileno()))
        assert converter, "libv4l2's converter cannot be had"
        # struct v4l2_format: type 1 is a captured frame; width, height, format, field, bytes of a row, bytes of the
        # frame.
        formats = [
            struct.pack("=II2I4s3I", 1, 0, WIDTH, HEIGHT, fourcc, 1, WIDTH, size).ljust(208, b"\0")
            for fourcc, size in ((FOURCC[order], WIDTH * HEIGHT), (b"YU12", WIDTH * HEIGHT * 3 // 2))]
        out = ctypes.create_string_buffer(WIDTH * HEIGHT * 3 // 2)
        count = library.v4lconvert_convert(converter, *formats, bayer, len(bayer), out, len(out))
        library.v4lconvert_destroy(converter)
    assert count == len(out), f"libv4l2 converted {count} bytes"
    luma, u, v = out.raw[:WIDTH * HEIGHT], out.raw[WIDTH * HEIGHT:WIDTH * HEIGHT * 5 // 4], out.raw[WIDTH * HEIGHT * 5 // 4:]
    seen = bytearray()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            at = y // 2 * (WIDTH // 2) + x // 2
            bright, blue, red = (luma[y * WIDTH + x] - 16) * 255 / 219, (u[at] - 128) * 255 / 224, (v[at] - 128) * 255 / 224
            seen += bytes(min(max(int(c), 0), 255) for c in (bright + 1.402 * red, bright - 0.344136 * blue - 0.714136 * red, bright + 1.772 * blue))
    return bytes(seen)


class Bars(unittest.TestCase):
    RGB = frame(UPPER, LOWER)

    def test_every_primary_colour_is_as_frequent_as_the_others(self):
        self.assertEqual(len({sum(self.RGB[c::3]) for c in range(3)}), 1)

    def test_the_mosaic_has_the_orders_colours(self):
        flat = bytes((1, 2, 3)) * (WIDTH * HEIGHT)
        found = mosaic(flat, "GRBG")
        self.assertEqual((len(found), found[:4], found[WIDTH:WIDTH + 4]), (WIDTH * HEIGHT, bytes((2, 1, 2, 1)), bytes((3, 2, 3, 2))))

    def test_libv4l2_makes_the_bars_of_the_mosaic(self):
        for order in FOURCC:
            seen = converted(mosaic(self.RGB, order), order)
            self.assertIsNone(wrong(turned(seen)), order)
            self.assertAlmostEqual(light(seen), light(self.RGB), delta=0.02, msg=order)

    def test_a_mosaic_that_is_read_in_another_order_is_seen(self):
        bayer = mosaic(self.RGB, "GRBG")
        for order in ("BGGR", "GBRG", "RGGB"):
            self.assertIsNotNone(wrong(turned(converted(bayer, order))), order)

    def test_the_light_is_that_of_the_bars(self):
        self.assertAlmostEqual(light(bytes((255, 255, 255)) * (WIDTH * HEIGHT)), 1)
        self.assertGreater(light(frame(220, 220)), light(self.RGB))


class Judge(unittest.TestCase):
    RGB = frame(UPPER, LOWER)

    def test_the_bars_in_a_mirror_are_right(self):
        self.assertIsNone(wrong(turned(self.RGB)))
        self.assertIsNone(wrong(turned(self.RGB, change=lambda p: bytes(c + 3 for c in p))))

    def test_each_wrong_frame_is_told(self):
        for name, seen in {
            "not mirrored": turned(self.RGB, mirror=False),
            "upside down": turned(self.RGB, rows=-1),
            "red and blue exchanged": turned(self.RGB, change=lambda p: p[::-1]),
            "grey": turned(self.RGB, change=lambda p: bytes([sum(p) // 3] * 3)),
            "video's range taken for the full one": turned(self.RGB, change=lambda p: bytes(16 + c * 219 // 255 for c in p)),
            "the strengths of another film": turned(frame(LOWER, UPPER)),
        }.items():
            self.assertIsNotNone(wrong(seen), name)

    def test_it_says_which_bar(self):
        self.assertEqual(
            judge(bytes((20, 20, 20)) * (64 * 48), 64, 48, UPPER, LOWER), "the blue bar of the upper half is (20, 20, 20) instead of (20, 20, 220)")

    def test_no_frame_is_told(self):
        self.assertIn("0 bytes", judge(b"", 64, 48, UPPER, LOWER))

    def test_bars_are_wide_enough_at_the_size_that_is_asked_for(self):
        self.assertEqual((WIDTH % len(BARS), 64 % len(BARS)), (0, 0))


if __name__ == "__main__":
    unittest.main()
