"""Tests that model files are written as read, without silent loss."""
import unittest
import small
import flatbuffer
from schema import IDENTIFIER, SCHEMA

TOY = {"Root": [("count", "i32"), ("one", "i32=1"), ("name", "string"), ("data", "[u8*16]"), ("wide", "[i64]"), ("small", "bool"), ("children", "[Leaf]"),
                ("kind", "u8"), ("either", "|kind")],
       "Leaf": [("value", "f32")], "|kind": {3: "Leaf"}}
NARROW = {**TOY, "Root": TOY["Root"][:4]}


def leaf(value):
    return flatbuffer.Table(TOY, "Leaf", value=value)


def root(**fields):
    return flatbuffer.Table(TOY, "Root", **fields)


class Files(unittest.TestCase):
    def test_what_was_written_is_read(self):
        made = root(count=-5, name=b"hand", data=bytes(range(40)), wide=[1, -2**40], small=True, children=[leaf(0.5), leaf(-2.0)], kind=3, either=leaf(7.0))
        read = flatbuffer.read(flatbuffer.written(made, TOY, b"TOY1"), TOY, "Root", b"TOY1")
        self.assertEqual((read.count, read.one, read.name, read.data, read.wide, read.small), (-5, 1, b"hand", bytes(range(40)), [1, -2**40], True))
        self.assertEqual([child.value for child in read.children], [0.5, -2.0])
        self.assertEqual(read.either.value, 7.0)

    def test_absent_fields_have_their_defaults(self):
        # A file by a schema with fewer fields: the others are missing in it.
        made = flatbuffer.Table(NARROW, "Root", count=2)
        read = flatbuffer.read(flatbuffer.written(made, NARROW, b"TOY1"), TOY, "Root", b"TOY1")
        self.assertEqual((read.count, read.kind, read.name, read.wide, read.either), (2, 0, None, None, None))
        empty = flatbuffer.Table({"Root": []}, "Root")
        self.assertEqual(flatbuffer.read(flatbuffer.written(empty, {"Root": []}, b"TOY1"), TOY, "Root", b"TOY1").one, 1)

    def test_a_field_that_the_schema_does_not_know_is_refused(self):
        data = flatbuffer.written(root(name=b"x", wide=[1]), TOY, b"TOY1")
        with self.assertRaisesRegex(ValueError, "field number 4"):
            flatbuffer.read(data, NARROW, "Root", b"TOY1")

    def test_another_kind_of_file_is_refused(self):
        with self.assertRaisesRegex(ValueError, "not marked as TFL3"):
            flatbuffer.read(flatbuffer.written(root(), TOY, b"TOY1"), SCHEMA, "Model", IDENTIFIER)

    def test_data_is_aligned_as_the_runtime_wants_it(self):
        for length in range(1, 20):
            data = bytes([200 + length]) * 48
            file = flatbuffer.written(root(name=b"n" * length, data=data, wide=[77]), TOY, b"TOY1")
            self.assertEqual(file.index(data) % 16, 0)
            self.assertEqual(file.index((77).to_bytes(8, "little")) % 8, 0)

    def test_a_network_keeps_its_numbers(self):
        network = small.bottleneck(dead=[])
        again = small.Network(network.bytes("a test"))
        self.assertEqual(again.model.description, b"a test")
        self.assertEqual(small.run(again, small.image()), small.run(small.bottleneck(dead=[]), small.image()))


if __name__ == "__main__":
    unittest.main()
