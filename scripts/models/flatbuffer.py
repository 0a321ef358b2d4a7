"""Reads and writes flatbuffers by a schema, whole files at once.

A schema is a dictionary: table name -> its fields in their order, each (name, type). Types:
  u8 i8 bool i32 u32                  a number; a missing field is 0; i32=1: it is 1
  string                              bytes
  [u8] [i32] [f32] [i64] ...          numbers: bytes for u8, else a list; [u8*16] is aligned to 16 bytes in the file
  Name, [Name]                        another table, a list of them
  |field                              a union: a table of the type schema["|field"][the number in the field `field`]
A table becomes a `Table` whose other missing fields are None. A file with a field outside the schema is rejected, so
no data is lost silently.
"""
import struct

NUMBERS = {"u8": "B", "i8": "b", "bool": "?", "u16": "H", "i32": "i", "u32": "I", "f32": "f", "i64": "q", "u64": "Q"}


def number_kind(kind):
    """Returns the kind of number of a field's type; None for all other types."""
    number = kind.partition("=")[0]
    return number if number in NUMBERS else None


class Table:
    """A table with its schema's fields as attributes."""

    def __init__(self, schema, table, /, **fields):
        self.table = table
        for field, kind in schema[table]:
            default = int(kind.partition("=")[2] or 0) if number_kind(kind) else None
            setattr(self, field, fields.pop(field, default))
        if fields:
            raise ValueError(f"{table} has no field {', '.join(fields)}")


class Reader:
    def __init__(self, data, schema):
        self.data, self.schema = data, schema

    def number(self, kind, at):
        return struct.unpack_from("<" + NUMBERS[kind], self.data, at)[0]

    def table(self, name, at):
        """Returns the table of this kind at this place."""
        directory = at - self.number("i32", at)
        known = self.schema[name]
        found = Table(self.schema, name)
        for index in range((self.number("u16", directory) - 4) // 2):
            offset = self.number("u16", directory + 4 + 2 * index)
            if not offset:
                continue
            if index >= len(known):
                raise ValueError(f"{name} has a field number {index}, which the schema does not know")
            field, kind = known[index]
            setattr(found, field, self.value(kind, at + offset, found))
        return found

    def value(self, kind, at, owner):
        if number_kind(kind):
            return self.number(number_kind(kind), at)
        at += self.number("u32", at)
        if kind[0] == "|":
            return self.table(self.schema[kind][getattr(owner, kind[1:])], at)
        if kind == "string":
            return self.bytes(at)
        if kind[0] != "[":
            return self.table(kind, at)
        inner, _, _ = kind[1:-1].partition("*")
        if inner == "u8":
            return self.bytes(at)
        count = self.number("u32", at)
        if inner in NUMBERS:
            return list(struct.unpack_from(f"<{count}{NUMBERS[inner]}", self.data, at + 4))
        return [self.table(inner, place + self.number("u32", place)) for place in range(at + 4, at + 4 + 4 * count, 4)]

    def bytes(self, at):
        return bytes(self.data[at + 4:at + 4 + self.number("u32", at)])


def read(data, schema, root, identifier):
    """Returns the root table of a file; the file must have this identifier (4 bytes)."""
    if bytes(data[4:8]) != identifier:
        raise ValueError(f"the file is not marked as {identifier.decode()}")
    reader = Reader(data, schema)
    return reader.table(root, reader.number("u32", 0))


class Writer:
    """A writer of tables; the same tables give the same bytes.

    It writes every parent before its children, because offsets in a flatbuffer point forwards.
    """

    def __init__(self, schema):
        self.schema, self.out = schema, bytearray()

    def pad(self, multiple, ahead=0):
        """Adds zeros until the place `ahead` bytes further is a multiple."""
        self.out += bytes(-(len(self.out) + ahead) % multiple)

    def link(self, slot, place):
        struct.pack_into("<I", self.out, slot, place - slot)

    def table(self, table):
        """Writes a table and all tables below it; returns its place."""
        fields = [(index, kind, getattr(table, field)) for index, (field, kind) in enumerate(self.schema[table.table])]
        fields = [f for f in fields if f[2] is not None]
        width = {index: struct.calcsize("<" + NUMBERS[number_kind(kind) or "u32"]) for index, kind, _ in fields}
        directory = [0] * (fields[-1][0] + 1 if fields else 0)
        size = 4
        # Widest first: then each field is aligned when the first one is.
        for index in sorted(width, key=lambda i: -width[i]):
            directory[index] = size
            size += width[index]
        self.pad(4, ahead=4 + 2 * len(directory))
        self.out += struct.pack(f"<HH{len(directory)}H", 4 + 2 * len(directory), size, *directory)
        at = len(self.out)
        self.out += struct.pack("<i", 4 + 2 * len(directory)) + bytes(size - 4)
        for index, kind, value in fields:
            if number_kind(kind):
                struct.pack_into("<" + NUMBERS[number_kind(kind)], self.out, at + directory[index], value)
            else:
                self.link(at + directory[index], self.child(kind, value))
        return at

    def child(self, kind, value):
        if isinstance(value, Table):
            return self.table(value)
        inner, _, alignment = kind.strip("[]").partition("*")
        if kind == "string" or inner == "u8":
            return self.vector(value + (b"\0" if kind == "string" else b""), len(value), int(alignment or 1))
        if inner in NUMBERS:
            form = NUMBERS[inner]
            return self.vector(struct.pack(f"<{len(value)}{form}", *value), len(value), struct.calcsize("<" + form))
        at = self.vector(bytes(4 * len(value)), len(value), 4)
        for index, item in enumerate(value):
            self.link(at + 4 + 4 * index, self.table(item))
        return at

    def vector(self, data, count, alignment):
        self.pad(max(4, alignment), ahead=4)
        at = len(self.out)
        self.out += struct.pack("<I", count) + data
        return at


def written(root, schema, identifier):
    """Returns the bytes of the file with this root table."""
    writer = Writer(schema)
    writer.out += bytes(4) + identifier
    writer.link(0, writer.table(root))
    writer.pad(16)
    return bytes(writer.out)
