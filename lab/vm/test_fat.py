"""Tests the damage of file systems."""
import pathlib, struct, tempfile, unittest

import fat

SECTOR, RESERVED, TABLES, SECTORS = 512, 4, 2, 3


def image(kind=b"FAT16   "):
    """Returns an image that is full, with the head of a file system."""
    head = bytearray(SECTOR)
    struct.pack_into("<HBHBHHBH", head, 11, SECTOR, 4, RESERVED, TABLES, 512, 0, 248, SECTORS)
    head[54:62] = kind
    return bytes(head) + b"\xff" * SECTOR * (RESERVED - 1 + TABLES * SECTORS + 5)


class CutChains(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.path = pathlib.Path(made.name, "stick.img")

    def test_all_tables_are_empty_and_nothing_else_changes(self):
        before = image()
        self.path.write_bytes(before)
        fat.cut_chains(self.path)
        after = self.path.read_bytes()
        begins = [(RESERVED + table * SECTORS) * SECTOR for table in range(TABLES)]
        emptied = {at for begin in begins for at in range(begin + 4, begin + SECTORS * SECTOR)}
        self.assertEqual({at for at in range(len(before)) if before[at] != after[at]}, emptied)
        self.assertEqual({after[at] for at in emptied}, {0})
        self.assertEqual(len(after), len(before))

    def test_another_file_system_is_refused(self):
        self.path.write_bytes(image(b"FAT32   "))
        with self.assertRaisesRegex(ValueError, "no FAT16"):
            fat.cut_chains(self.path)


if __name__ == "__main__":
    unittest.main()
