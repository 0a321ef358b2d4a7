"""Tests the lab's disk: flushed data stay, unflushed data are lost, and only flushes take time."""
import os, random, socket, struct, tempfile, unittest

from disk import BLOCK, END, FLUSH, READ, WRITE, Cache, Disk, receive

SIZE = 1 << 20


class Client:
    """A machine's side of the disk."""

    def __init__(self, disk):
        self.line = socket.socket(socket.AF_UNIX)
        self.line.settimeout(60)
        self.line.connect(disk.address.removeprefix("nbd:unix:"))
        receive(self.line, 18)
        self.line.sendall(struct.pack(">I", 3))
        # An option that the disk does not have, as QEMU asks for it, then the export.
        self.line.sendall(b"IHAVEOPT" + struct.pack(">II", 8, 0))
        self.refusal = struct.unpack(">QIII", receive(self.line, 20))[2]
        self.line.sendall(b"IHAVEOPT" + struct.pack(">IIIH", 7, 6, 0, 0))
        receive(self.line, 20)
        self.size = struct.unpack(">HQH", receive(self.line, 12))[1]
        receive(self.line, 20)

    def ask(self, kind, mark, offset=0, length=0, data=b""):
        self.line.sendall(struct.pack(">IHHQQI", 0x25609513, 0, kind, mark, offset, len(data) or length) + data)

    def hear(self, length=0):
        """Returns the mark of the next answer, and its data."""
        _, error, mark = struct.unpack(">IIQ", receive(self.line, 16))
        return (mark, receive(self.line, length)) if not error else (mark, error)

    def write(self, offset, data):
        self.ask(WRITE, 1, offset, data=data)
        return self.hear()

    def flush(self):
        self.ask(FLUSH, 2)
        return self.hear()

    def read(self, offset, length):
        self.ask(READ, 3, offset, length)
        return self.hear(length)[1]

    def leave(self):
        self.line.close()


class DiskTests(unittest.TestCase):
    def setUp(self):
        made = tempfile.NamedTemporaryFile()
        self.addCleanup(made.close)
        made.truncate(SIZE)
        self.image = made.name
        self.disk = Disk(self.image)
        self.disk.__enter__()
        self.addCleanup(self.disk.__exit__)

    def test_only_flushed_data_survive_the_machine(self):
        client = Client(self.disk)
        self.assertEqual(client.size, SIZE)
        client.write(0, b"a" * BLOCK)
        client.flush()
        client.write(0, b"b" * BLOCK)
        client.write(BLOCK, b"c" * BLOCK)
        self.assertEqual(client.read(0, 2 * BLOCK), b"b" * BLOCK + b"c" * BLOCK)
        client.leave()
        client = Client(self.disk)
        self.assertEqual(client.read(0, 2 * BLOCK), b"a" * BLOCK + bytes(BLOCK))
        client.leave()

    def test_a_polite_end_does_not_save_anything(self):
        client = Client(self.disk)
        client.write(0, b"a" * BLOCK)
        client.ask(END, 9)
        client.leave()
        client = Client(self.disk)
        self.assertEqual(client.read(0, BLOCK), bytes(BLOCK))
        client.leave()

    def test_reads_do_not_wait_for_a_slow_flush_and_a_cut_during_it_takes_its_data(self):
        self.disk.flush_takes(3600)
        client = Client(self.disk)
        client.write(0, b"a" * BLOCK)
        client.ask(FLUSH, 5)
        client.ask(READ, 6, 0, BLOCK)
        self.assertEqual(client.hear(BLOCK), (6, b"a" * BLOCK))
        self.assertEqual(self.disk.flushes(), 1)
        client.leave()
        client = Client(self.disk)
        self.assertEqual(client.read(0, BLOCK), bytes(BLOCK))
        client.leave()

    def test_a_flush_does_not_overtake_a_slower_one(self):
        client = Client(self.disk)
        self.disk.flush_takes(0.2)
        client.write(0, b"a" * BLOCK)
        client.ask(FLUSH, 5)
        while not self.disk.flushes():
            pass
        self.disk.flush_takes(0)
        client.ask(FLUSH, 7)
        self.assertEqual([client.hear()[0], client.hear()[0]], [5, 7])
        client.leave()
        client = Client(self.disk)
        self.assertEqual(client.read(0, BLOCK), b"a" * BLOCK)
        client.leave()

    def test_a_disk_that_refuses_writes_keeps_its_data_and_is_read(self):
        client = Client(self.disk)
        client.write(0, b"a" * BLOCK)
        client.flush()
        self.disk.refuse_writes()
        self.assertEqual(client.write(0, b"b" * BLOCK), (1, 5))
        self.assertEqual(client.read(0, BLOCK), b"a" * BLOCK)
        client.leave()

    def test_unknown_requests_and_options_are_refused(self):
        client = Client(self.disk)
        self.assertEqual(client.refusal, 1 << 31 | 1)
        client.ask(11, 4)
        self.assertEqual(client.hear(), (4, 22))
        client.leave()


class CacheTests(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryFile()
        self.addCleanup(made.close)
        made.truncate(SIZE)
        self.image = made.fileno()
        self.cache = Cache(self.image)

    def test_parts_of_blocks_are_joined(self):
        self.cache.write(BLOCK - 10, b"x" * 20)
        self.cache.begin_flush()
        self.cache.write(BLOCK + 5, b"y" * 2)
        self.assertEqual(self.cache.read(BLOCK - 12, 26), b"\0\0" + b"x" * 15 + b"yy" + b"xxx" + bytes(4))
        self.cache.end_flush()
        self.assertEqual(os.pread(self.image, 20, BLOCK - 10), b"x" * 20)
        self.assertEqual(self.cache.read(BLOCK, 10), b"xxxxxyyxxx")

    def test_the_end_of_an_odd_image_is_zeros(self):
        os.ftruncate(self.image, BLOCK + 100)
        self.assertEqual(self.cache.read(BLOCK, 512), bytes(512))

    def test_a_share_of_the_unflushed_blocks_survives(self):
        def survivors(share):
            cache = Cache(self.image)
            os.ftruncate(self.image, 0)
            os.ftruncate(self.image, SIZE)
            for number in range(200):
                cache.write(number * BLOCK, b"z" * BLOCK)
                if number == 100:
                    cache.begin_flush()
            cache.cut(share, random.Random(1))
            self.assertIsNone(cache.unflushed(0))
            return sum(os.pread(self.image, 1, number * BLOCK) == b"z" for number in range(200))

        self.assertEqual(survivors(0), 0)
        self.assertEqual(survivors(1), 200)
        self.assertTrue(60 < survivors(0.5) < 140)


if __name__ == "__main__":
    unittest.main()
