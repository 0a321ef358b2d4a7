"""Finds loops of a disassembled function, and whether they compute with vectors.

Reads the output of `objdump -d --no-show-raw-insn` for x86-64 and aarch64.
"""

import re

HEAD = re.compile(r"^[0-9a-f]+ <(?P<name>.+)>:$")
LINE = re.compile(r"^\s*(?P<at>[0-9a-f]+):\s+(?P<what>\S.*)$")
X86_JUMP = re.compile(r"^(?:bnd |notrack )?j\w+\s+(?P<to>[0-9a-f]+)\b")
ARM_JUMP = re.compile(r"^(?:b|b\.\w+|cbn?z|tbn?z)\s+(?:[wx]\w+, )?(?:#\w+, )?(?P<to>[0-9a-f]+)\b")
# Only arithmetic and comparisons: vector instructions also move, load and convert single numbers.
X86_VECTOR = re.compile(r"^v?(?:(?:add|sub|mul|div|min|max|sqrt|hadd|addsub|cmp\w*)p[sd]|fn?m(?:add|sub)\d+p[sd]|p(?:add|sub|mul[lh]|madd)\w+)\b")
X86_SINGLE = re.compile(r"^v?(?:(?:add|sub|mul|div|min|max|sqrt)s[sd]|fn?m(?:add|sub)\d+s[sd])\b")
ARM_ARITHMETIC = re.compile(r"^f?n?m?(?:add|sub|mul|mla|mls|div|min|minnm|max|maxnm|sqrt|abd|addp|mulx|madd|msub)$|^[su]ml[as]l2?$|^[su]mull2?$|^fn?m(?:add|sub)$|^fml[as]$|^f(?:cm|ac)(?:g[et]|eq|l[et])$")
ARM_VECTOR = re.compile(r"\bv\d+\.(?:16b|8h|4s|2d|8b|4h|2s)\b|\{v\d+\.")
ARM_SINGLE = re.compile(r"^\S+\s+[sd]\d+\b")

FUSED = re.compile(r"^(?:fml[as]|fn?m(?:add|sub)|vfn?m(?:add|sub)\w+)\b")


class Loop:
    """An innermost loop: from an instruction to a jump back to it.

    It contains no other loop.
    """

    def __init__(self, begin, end, vector, single):
        self.begin, self.end, self.vector, self.single = begin, end, vector, single

    def __repr__(self):
        return f"{self.begin:x}-{self.end:x}: {self.vector} on vectors, {self.single} on single numbers"

    @property
    def is_vector(self):
        """Returns whether most of its arithmetic is vector arithmetic."""
        return self.vector > 0 and self.vector >= self.single


def kind(instruction, machine):
    """Returns 'vector', 'single' or None, by the instruction's arithmetic."""
    if machine == "x86-64":
        return "vector" if X86_VECTOR.match(instruction) else "single" if X86_SINGLE.match(instruction) else None
    if not ARM_ARITHMETIC.match(instruction.split(None, 1)[0]):
        return None
    return "vector" if ARM_VECTOR.search(instruction) else "single" if ARM_SINGLE.match(instruction) else None


def is_fused(instruction):
    """Returns whether the instruction rounds a product and a sum once."""
    return bool(FUSED.match(instruction))


def functions(lines):
    """Yields (name, [(address, instruction)]) of each function."""
    name, body = None, []
    for line in lines:
        head = HEAD.match(line)
        if head:
            if name:
                yield name, body
            name, body = head["name"], []
        elif name:
            found = LINE.match(line)
            if found:
                body.append((int(found["at"], 16), found["what"]))
    if name:
        yield name, body


def loops(body, machine):
    """Returns the innermost loops of a function."""
    jump = X86_JUMP if machine == "x86-64" else ARM_JUMP
    first = body[0][0] if body else 0
    spans = set()
    for at, what in body:
        found = jump.match(what)
        if found and first <= int(found["to"], 16) <= at:
            spans.add((int(found["to"], 16), at))
    inner = [a for a in spans if not any(b != a and a[0] <= b[0] and b[1] <= a[1] for b in spans)]
    for begin, end in sorted(inner):
        kinds = [kind(what, machine) for at, what in body if begin <= at <= end]
        yield Loop(begin, end, kinds.count("vector"), kinds.count("single"))
