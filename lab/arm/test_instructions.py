"""Tests the kinds of instructions; the words come from an assembler (clang 17)."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from instructions import counted, kind  # noqa: E402

WORDS = {
    "dot products": {"sdot v1.4s, v2.16b, v3.16b": 0x4E839441, "sdot v1.2s, v2.8b, v3.8b": 0x0E839441, "sdot v31.4s, v22.16b, v13.4b[3]": 0x4FADEADF},
    "fp16 multiply-adds": {"fmla v1.8h, v2.8h, v3.8h": 0x4E430C41, "fmla v1.4h, v2.4h, v3.4h": 0x0E430C41, "fmla v1.8h, v2.8h, v15.h[7]": 0x4F3F1841},
    "fp32 multiply-adds": {"fmla v1.4s, v2.4s, v3.4s": 0x4E23CC41, "fmla v1.2s, v2.2s, v3.2s": 0x0E23CC41, "fmla v31.4s, v2.4s, v31.s[3]": 0x4FBF185F},
    "8-bit multiplies": {"smull v1.8h, v2.8b, v3.8b": 0x0E23C041, "smull2 v1.8h, v2.16b, v3.16b": 0x4E23C041, "smlal v1.8h, v2.8b, v3.8b": 0x0E238041,
                         "smlal2 v1.8h, v2.16b, v3.16b": 0x4E238041},
    "others": {"fmla v1.2d, v2.2d, v3.2d": 0x4E63CC41, "fmla v1.2d, v2.2d, v3.d[1]": 0x4FC31841, "smull v1.4s, v2.4h, v3.4h": 0x0E63C041, "smlal v1.4s, v2.4h, v3.h[2]": 0x0F632041,
               "sadalp v1.4s, v2.8h": 0x4E606841, "udot v1.4s, v2.16b, v3.16b": 0x6E839441, "fmul v1.4s, v2.4s, v3.4s": 0x6E23DC41, "fmls v1.8h, v2.8h, v3.8h": 0x4EC30C41,
               "fadd v1.8h, v2.8h, v3.8h": 0x4E431441, "ldr q0, [x1]": 0x3DC00020, "add x0, x1, x2": 0x8B020020},
}


class Kinds(unittest.TestCase):
    def test_each_word_is_of_its_kind(self):
        for name, words in WORDS.items():
            for text, word in words.items():
                self.assertEqual(kind(word), name, text)

    def test_a_run_of_instructions_counts_as_often_as_it_was_gone_through(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("3 4e8394418b020020\n10 4e83944143cc234e\n")
            file.flush()
            found = counted(file.name)
        self.assertEqual((found["dot products"], found["others"], found["all"]), (13, 13, 26))


if __name__ == "__main__":
    unittest.main()
