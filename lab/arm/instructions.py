"""Recognizes the AArch64 instructions that take most of a model's time.

The encodings are those of the Arm Architecture Reference Manual, "Advanced SIMD".
"""
from collections import Counter

# (mask, value, kind): forms with vectors, and if it exists the form with a vector and one element.
FORMS = [
    (0xBFE0FC00, 0x0E809400, "dot products"), (0xBFC0F400, 0x0F80E000, "dot products"),  # SDOT
    (0xBFE0FC00, 0x0E400C00, "fp16 multiply-adds"), (0xBFC0F400, 0x0F001000, "fp16 multiply-adds"),  # FMLA .4H, .8H
    (0xBFE0FC00, 0x0E20CC00, "fp32 multiply-adds"), (0xBFC0F400, 0x0F801000, "fp32 multiply-adds"),  # FMLA .2S, .4S
    (0xBFE0FC00, 0x0E20C000, "8-bit multiplies"), (0xBFE0FC00, 0x0E208000, "8-bit multiplies"),  # SMULL, SMLAL .8H of .8B, .16B
]


def kind(word):
    """Returns the kind of one instruction, or "others"."""
    return next((name for mask, value, name in FORMS if word & mask == value), "others")


def counted(path):
    """Returns the plugin's counts of each kind and of "all"."""
    found = Counter()
    with open(path) as file:
        for line in file:
            times, words = line.split()
            for i in range(0, len(words), 8):
                found[kind(int(words[i:i + 8], 16))] += int(times)
    found["all"] = sum(found.values())
    return found
