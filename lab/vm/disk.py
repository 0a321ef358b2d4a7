#!/usr/bin/env python3
"""A machine's disk with a volatile cache, as a server of NBD.   usage: disk.py IMAGE SOCKET

Its flushes take as long as a scenario wants; other requests do not wait for them. When the machine is gone, for
whatever reason, the disk has lost its power: data without a finished flush are lost, or a share of them by chance. It
can fail each write from a moment on. It is a process of its own, because the lab's threads wait for each other.
"""
import heapq, os, random, select, socket, struct, subprocess, sys, tempfile, time

BLOCK = 4096
READ, WRITE, END, FLUSH = range(4)
# Of the export: it has flags, and it takes flushes. QEMU turns everything else into these requests.
FLAGS = 1 | 4
INVALID, IO_ERROR = 22, 5


class Cache:
    """The data of a disk: an image, and unflushed blocks that a power cut takes."""

    def __init__(self, image):
        self.image = image
        self.fresh = {}
        # Blocks of flushes that have begun, oldest first.
        self.flushing = []

    def unflushed(self, number):
        """Returns the newest content of a block; None if the image has it."""
        for blocks in (self.fresh, *reversed(self.flushing)):
            if number in blocks:
                return blocks[number]
        return None

    def read(self, offset, length):
        data = bytearray(os.pread(self.image, length, offset).ljust(length, b"\0"))
        if self.fresh or self.flushing:
            for number in range(offset // BLOCK, (offset + length + BLOCK - 1) // BLOCK):
                if (block := self.unflushed(number)) is not None:
                    begin = number * BLOCK - offset
                    low, high = max(begin, 0), min(begin + BLOCK, length)
                    data[low:high] = block[low - begin:high - begin]
        return bytes(data)

    def write(self, offset, data):
        at = 0
        while at < len(data):
            number, skip = divmod(offset + at, BLOCK)
            piece = data[at:at + BLOCK - skip]
            if len(piece) < BLOCK:
                old = self.read(number * BLOCK, BLOCK)
                self.fresh[number] = old[:skip] + piece + old[skip + len(piece):]
            else:
                self.fresh[number] = piece
            at += len(piece)

    def begin_flush(self):
        self.flushing.append(self.fresh)
        self.fresh = {}

    def end_flush(self):
        """Ends the oldest flush: its blocks are safe."""
        self.put(self.flushing.pop(0), 1, None)

    def cut(self, share, chance):
        """Takes the power away: each unflushed block survives with this probability."""
        for blocks in (*self.flushing, self.fresh):
            self.put(blocks, share, chance)
        self.fresh, self.flushing = {}, []

    def put(self, blocks, share, chance):
        for number, block in blocks.items():
            if share >= 1 or chance.random() < share:
                os.pwrite(self.image, block, number * BLOCK)


def receive(line, count):
    data = b""
    while len(data) < count:
        piece = line.recv(count - len(data))
        if not piece:
            raise ConnectionError("the machine is gone")
        data += piece
    return data


def negotiate(line, size):
    """Answers a client until it takes the export; it is the only one, so its name does not matter."""
    go, info, abort = 7, 6, 2
    acknowledged, export, unsupported = 1, 3, 1 << 31 | 1

    def reply(kind, data=b""):
        line.sendall(struct.pack(">QIII", 0x0003E889045565A9, option, kind, len(data)) + data)

    line.sendall(b"NBDMAGICIHAVEOPT" + struct.pack(">H", 3))
    receive(line, 4)
    while True:
        _, option, length = struct.unpack(">QII", receive(line, 16))
        receive(line, length)
        if option in (go, info):
            reply(export, struct.pack(">HQH", 0, size, FLAGS))
            reply(acknowledged)
            if option == go:
                return
        elif option == abort:
            reply(acknowledged)
            raise ConnectionError("the client leaves")
        else:
            reply(unsupported)


class Server:
    """Serves one machine after the other, and takes orders of the lab on the standard input."""

    def __init__(self, image, size):
        self.cache, self.size = Cache(image), size
        self.seconds, self.share, self.flushes, self.refuses = 0.0, 0.0, 0, False
        self.chance = random.Random(30)
        # Begun flushes: (time of its end, its number, the client's mark).
        self.due = []

    def serve(self, listener):
        while True:
            if sys.stdin in select.select([listener, sys.stdin], [], [])[0]:
                self.take_order()
                continue
            line = listener.accept()[0]
            try:
                negotiate(line, self.size)
                while self.take_turn(line):
                    pass
            except OSError:
                pass
            line.close()
            self.due = []
            self.cache.cut(self.share, self.chance)

    def take_turn(self, line):
        """Waits for one event; returns False when the client leaves."""
        wait = max(0, self.due[0][0] - time.monotonic()) if self.due else None
        ready = select.select([line, sys.stdin], [], [], wait)[0]
        while self.due and self.due[0][0] <= time.monotonic():
            self.cache.end_flush()
            self.answer(line, heapq.heappop(self.due)[2])
        if sys.stdin in ready:
            self.take_order()
        return self.take_request(line) if line in ready else True

    def take_order(self):
        words = sys.stdin.readline().split()
        if not words:
            sys.exit()
        if words[0] == "flush":
            self.seconds = float(words[1])
        elif words[0] == "keep":
            self.share = float(words[1])
        elif words[0] == "refuse":
            self.refuses = True
        print(self.flushes, flush=True)

    def answer(self, line, mark, data=b"", error=0):
        line.sendall(struct.pack(">IIQ", 0x67446698, error, mark) + data)

    def take_request(self, line):
        _, _, kind, mark, offset, length = struct.unpack(">IHHQQI", receive(line, 28))
        if kind == READ:
            self.answer(line, mark, self.cache.read(offset, length))
        elif kind == WRITE:
            data = receive(line, length)
            if not self.refuses:
                self.cache.write(offset, data)
            self.answer(line, mark, error=IO_ERROR if self.refuses else 0)
        elif kind == FLUSH:
            self.flushes += 1
            self.cache.begin_flush()
            # Not before the flush before it, whose time may have been longer.
            end = max([time.monotonic() + self.seconds, *(end for end, _, _ in self.due)])
            heapq.heappush(self.due, (end, self.flushes, mark))
        elif kind == END:
            return False
        else:
            self.answer(line, mark, error=INVALID)
        return True


class Disk:
    """The process of a disk. `address` is its place for `Lab`."""

    def __init__(self, image):
        self.image = image

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="gf-disk-", dir="/tmp")
        place = os.path.join(self.folder.name, "disk")
        self.address = "nbd:unix:" + place
        # As quick as the machine that waits for it.
        nice = ["nice", "-n", os.environ.get("LAB_NICE", "-15")]
        self.process = subprocess.Popen([*nice, sys.executable, "-B", os.path.realpath(__file__), self.image, place],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.listen()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.folder.cleanup()

    def listen(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the disk {self.image} ended with {self.process.wait()}")
        return int(line)

    def order(self, words):
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()
        return self.listen()

    def flushes(self):
        """Returns how many flushes have begun."""
        return self.order("count")

    def flush_takes(self, seconds):
        """Sets the duration of further flushes."""
        self.order(f"flush {seconds}")

    def refuse_writes(self):
        """Fails each further write, like a card at the end of its life."""
        self.order("refuse")

    def cut_keeps(self, share):
        """Sets the share of unflushed blocks that survive a power cut, 0...1."""
        self.order(f"keep {share}")


def main():
    image = os.open(sys.argv[1], os.O_RDWR)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(sys.argv[2])
        listener.listen()
        print(0, flush=True)
        Server(image, os.fstat(image).st_size).serve(listener)


if __name__ == "__main__":
    main()
