"""Damages file systems of sticks.

Tested in test_fat.py.
"""
import struct


def cut_chains(path):
    """Empties the allocation tables of an image with FAT16.

    Folders at the top stay readable, but a read behind the first cluster of a file fails as on a damaged stick (EIO).
    """
    with open(path, "r+b") as file:
        head = file.read(512)
        sector, _, reserved, tables, _, _, _, sectors = struct.unpack_from("<HBHBHHBH", head, 11)
        if head[54:62].strip() != b"FAT16":
            raise ValueError(f"{path} has no FAT16")
        for table in range(tables):
            # The first two entries belong to no cluster.
            file.seek((reserved + table * sectors) * sector + 4)
            file.write(bytes(sectors * sector - 4))
