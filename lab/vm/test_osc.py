"""Tests the lab's reading of OSC: right bundles are read, wrong ones are reported."""
import struct, unittest
from osc import bundle, gaps, read


def padded(text):
    return text.encode() + b"\0" * (4 - len(text) % 4)


def packed(*elements):
    return b"#bundle\0" + bytes(8) + b"".join(struct.pack(">i", len(element)) + element for element in elements)


def frame(number):
    return padded("/gestureflow/frame") + padded(",isi") + struct.pack(">i", number) + padded("player") + struct.pack(">i", 0)


class Bundles(unittest.TestCase):
    def test_the_standards_bytes_are_read(self):
        element = b"/a\0\0,isf\0\0\0\0" + b"\xff\xff\xff\xfe" + b"abcd\0\0\0\0" + b"\x3f\0\0\0"
        self.assertEqual(bundle(packed(element, frame(3))), [("/a", [-2, "abcd", 0.5]), ("/gestureflow/frame", [3, "player", 0])])

    def test_lines_become_bundles_and_half_a_line_none(self):
        line = f"1.5 {packed(frame(1)).hex()}"
        self.assertEqual([(second, len(messages)) for second, messages in read(line + "\n2.0 236\n3")], [(1.5, 1)])

    def test_what_is_no_bundle_is_told(self):
        for packet in (b"/a\0\0,\0\0\0", b"", packed(frame(1))[:-4], packed(frame(1)) + b"\0\0\0\0", packed(padded("/a") + padded(",d"))):
            with self.assertRaises(ValueError):
                bundle(packet)

    def test_gaps_are_seen(self):
        made = lambda *numbers: [(0.0, bundle(packed(frame(number)))) for number in numbers]
        self.assertEqual(gaps(made(1, 2, 3)), [])
        self.assertEqual(gaps(made(1, 2, 5, 1)), [(2, 5), (5, 1)])
        with self.assertRaises(ValueError):
            gaps([(0.0, [("/gestureflow/player", [])])])


if __name__ == "__main__":
    unittest.main()
