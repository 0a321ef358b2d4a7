"""Reads received OSC packets (OSC 1.0). Pure; tested in test_osc.py."""
import struct


def read(text):
    """Returns [(second, [(address, values)])] from the output of /opt/lab/packets.

    Each packet is a bundle; an incomplete last line does not count. Raises ValueError for a packet that is not a
    bundle.
    """
    found = []
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2 and len(words[1]) % 2 == 0:
            found.append((float(words[0]), bundle(bytes.fromhex(words[1]))))
    return found


def bundle(packet):
    """Returns the messages of a bundle: [(address, values)]."""
    if packet[:8] != b"#bundle\0":
        raise ValueError(f"no bundle: {packet[:16]!r}")
    messages, place = [], 16
    while place < len(packet):
        (length,) = struct.unpack_from(">i", packet, place)
        if length <= 0 or length % 4 or place + 4 + length > len(packet):
            raise ValueError(f"an element of {length} bytes at {place} of {len(packet)}")
        messages.append(message(packet[place + 4:place + 4 + length]))
        place += 4 + length
    return messages


def message(element):
    address, place = word(element, 0)
    types, place = word(element, place)
    values = []
    for kind in types[1:]:
        if kind == "s":
            value, place = word(element, place)
        elif kind in "if":
            (value,) = struct.unpack_from(">" + kind, element, place)
            place += 4
        else:
            raise ValueError(f"a value of type {kind} in {address}")
        values.append(value)
    return address, values


def word(element, place):
    """Returns a string and the place behind it, a multiple of 4."""
    end = element.index(b"\0", place)
    return element[place:end].decode(), end // 4 * 4 + 4


def gaps(bundles):
    """Returns the gaps in the numbers of /gestureflow/frame, as [(before, number)].

    A gap is a number that is not one more than the last. Raises ValueError for a bundle that does not begin with a
    number.
    """
    numbers = []
    for _, messages in bundles:
        if not messages or messages[0][0] != "/gestureflow/frame":
            raise ValueError(f"a bundle begins with {messages[:1]}")
        numbers.append(messages[0][1][0])
    return [(a, b) for a, b in zip(numbers, numbers[1:]) if b != a + 1]
