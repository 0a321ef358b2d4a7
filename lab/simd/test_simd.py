#!/usr/bin/env python3
"""Tests the reader of disassembly on code of both processors.

It tells vectors from single numbers, and finds a loop that became scalar, was renamed, or rounds otherwise.
"""

import pathlib
import unittest

import loops
import simd

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"

X86_VECTOR = """
0000000000001000 <gf_sample_row>:
    1000:	push   %rbp
    1004:	movups (%rdi,%rax,4),%xmm0
    1008:	mulps  %xmm1,%xmm0
    100c:	addps  0x10(%rsp),%xmm0
    1010:	movups %xmm0,(%rsi,%rax,4)
    1014:	add    $0x4,%rax
    1018:	cmp    %rcx,%rax
    101c:	jne    1004 <gf_sample_row+0x4>
    1020:	addss  %xmm2,%xmm0
    1024:	ret
"""
X86_SCALAR = X86_VECTOR.replace("mulps", "mulss").replace("addps ", "addss ").replace("movups", "movss")
ARM_VECTOR = """
0000000000002000 <gf_sample_row>:
    2000:	stp	x29, x30, [sp, #-16]!
    2004:	ldr	q0, [x0, x8]
    2008:	fmul	v0.4s, v0.4s, v1.4s
    200c:	fadd	v0.4s, v0.4s, v2.4s
    2010:	str	q0, [x1, x8]
    2014:	add	x8, x8, #0x10
    2018:	cmp	x8, x9
    201c:	b.ne	2004 <gf_sample_row+0x4>  // b.any
    2020:	fadd	s0, s0, s2
    2024:	ret
"""
ARM_SCALAR = ARM_VECTOR.replace("v0.4s, v0.4s, v1.4s", "s0, s0, s1").replace("v0.4s, v0.4s, v2.4s", "s0, s0, s2").replace("q0", "s0")
ARM_FUSED = ARM_VECTOR.replace("fadd	v0.4s, v0.4s, v2.4s", "fmla	v0.4s, v0.4s, v2.4s")
NAMED = [("region sampler", "CSampler/sampler.c", "gf_sample_row", 1, 2)]


def only(text, machine):
    """Returns the loops of the only function."""
    [(_, body)] = loops.functions(text.splitlines())
    return list(loops.loops(body, machine))


class Kinds(unittest.TestCase):
    def test_x86(self):
        for what in ("addps  %xmm1,%xmm0", "vmulps %ymm1,%ymm0,%ymm0", "paddd  %xmm1,%xmm0", "maxps  (%rax),%xmm3", "cmpltps %xmm1,%xmm0", "vfmadd231ps %ymm0,%ymm1,%ymm2", "pmaddwd %xmm0,%xmm1"):
            self.assertEqual(loops.kind(what, "x86-64"), "vector", what)
        for what in ("addss  %xmm1,%xmm0", "vmulsd %xmm1,%xmm0,%xmm0", "sqrtss %xmm1,%xmm0"):
            self.assertEqual(loops.kind(what, "x86-64"), "single", what)
        for what in ("add    $0x4,%rax", "movaps %xmm0,%xmm1", "xorps  %xmm0,%xmm0", "cvttps2dq %xmm0,%xmm0", "pushq  %rax", "cmp    %rcx,%rax"):
            self.assertIsNone(loops.kind(what, "x86-64"), what)

    def test_aarch64(self):
        for what in ("fmul	v0.4s, v1.4s, v2.4s", "fadd	v0.2d, v0.2d, v1.2d", "add	v0.8h, v0.8h, v1.8h", "umlal	v0.8h, v1.8b, v2.8b", "fmla	v0.4s, v1.4s, v2.s[1]", "fcmgt	v0.4s, v1.4s, #0.0", "fmaxnm	v0.4s, v0.4s, v1.4s"):
            self.assertEqual(loops.kind(what, "aarch64"), "vector", what)
        for what in ("fadd	s0, s1, s2", "fmul	d0, d1, d2", "fmadd	s0, s1, s2, s3", "fsqrt	s0, s0"):
            self.assertEqual(loops.kind(what, "aarch64"), "single", what)
        for what in ("add	x8, x8, #0x10", "mov	v0.16b, v1.16b", "ldr	q0, [x0]", "scvtf	s0, w0", "sub	sp, sp, #0x20", "st3	{v0.4s-v2.4s}, [x0]"):
            self.assertEqual(loops.kind(what, "aarch64"), None, what)


class Loops(unittest.TestCase):
    def test_a_loop_is_told_from_what_is_around_it(self):
        for text, machine in ((X86_VECTOR, "x86-64"), (ARM_VECTOR, "aarch64")):
            [loop] = only(text, machine)
            self.assertEqual((loop.vector, loop.single, loop.is_vector), (2, 0, True), machine)
        for text, machine in ((X86_SCALAR, "x86-64"), (ARM_SCALAR, "aarch64")):
            [loop] = only(text, machine)
            self.assertEqual((loop.vector, loop.single, loop.is_vector), (0, 2, False), machine)

    def test_of_loops_within_one_another_the_innermost_counts(self):
        text = X86_VECTOR.replace("    1020:	addss", "    101e:	jne    1000 <gf_sample_row>\n    1020:	addss")
        self.assertEqual(len(only(text, "x86-64")), 1)
        self.assertEqual(only(text, "x86-64")[0].begin, 0x1004)

    def test_a_jump_elsewhere_is_no_loop(self):
        self.assertEqual(only(X86_VECTOR.replace("jne    1004", "jne    500"), "x86-64"), [])
        self.assertEqual(only(X86_VECTOR.replace("jne    1004", "jne    1020"), "x86-64"), [])


class Check(unittest.TestCase):
    def bad(self, text, machine, named=NAMED):
        return simd.check(text.splitlines(), machine, named)[0]

    def test_vectors_pass_on_both_processors(self):
        self.assertEqual(self.bad(X86_VECTOR, "x86-64"), [])
        self.assertEqual(self.bad(ARM_VECTOR, "aarch64"), [])

    def test_a_scalar_loop_fails_on_both(self):
        for text, machine in ((X86_SCALAR, "x86-64"), (ARM_SCALAR, "aarch64")):
            [sentence] = self.bad(text, machine)
            self.assertIn("it has become scalar", sentence)
            self.assertIn("Sources/CSampler/sampler.c", sentence)

    def test_one_that_is_not_there_fails(self):
        [sentence] = self.bad(X86_VECTOR.replace("gf_sample_row", "gf_other"), "x86-64")
        self.assertIn("no function begins with gf_sample_row", sentence)
        self.assertEqual(len(self.bad("", "x86-64")), 1)

    def test_a_fused_operation_fails_on_arm(self):
        [sentence] = self.bad(ARM_FUSED, "aarch64")
        self.assertIn("fused", sentence)

    def test_specialised_copies_count_together(self):
        named = [("region sampler", "CSampler/sampler.c", "gf_sample_row", 2, 4)]
        self.assertEqual(self.bad(X86_VECTOR + X86_VECTOR.replace("<gf_sample_row>:", "<gf_sample_rowTf4d_n>:"), "x86-64", named), [])

    def test_every_processor_is_known_by_its_name(self):
        self.assertEqual(simd.machine("x: file format elf64-x86-64\narchitecture: i386:x86-64"), "x86-64")
        self.assertEqual(simd.machine("x: file format elf64-littleaarch64\narchitecture: aarch64"), "aarch64")
        self.assertIsNone(simd.machine("build/aarch64-unknown-linux-gnu/x: file format elf64-little\narchitecture: UNKNOWN!, flags 0x00000150:"), "what the path says is not a processor")
        self.assertIsNone(simd.machine("x: file format elf32-littleriscv"))


class Table(unittest.TestCase):
    def test_each_named_loop_has_a_source_of_its_own_and_expects_something(self):
        self.assertEqual(len({name for name, *_ in simd.NAMED}), len(simd.NAMED))
        for name, source, begin, inner, least in simd.NAMED:
            self.assertTrue((SOURCES / source).is_file(), f"{name}: there is no Sources/{source}")
            self.assertTrue(begin and inner >= 0 and least > 0, name)
            if source.endswith(".swift"):
                self.assertIn("@inline(never)", (SOURCES / source).read_text(), f"{name}: what is inlined has no name to be found by")

    def test_what_the_box_cannot_do_without_is_named(self):
        for part in ("region sampler", "stretcher", "resampler", "mixer", "limiter", "synth"):
            self.assertTrue(any(name.startswith(part) for name, *_ in simd.NAMED), part)


if __name__ == "__main__":
    unittest.main()
