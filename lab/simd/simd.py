#!/usr/bin/env python3
"""simd.py PROGRAM: checks that the named loops of a release build compute with vectors.

It reads the disassembly, and fails if a loop computes with single numbers or is missing. The code for each frame and
each block of sound can compute four numbers at once. The compiler decides, and a comparison, a call or another
release may silently undo it. PROGRAM is not stripped, for x86-64 (SSE) or aarch64 (NEON). On aarch64 these functions
may not have fused operations: x86-64 has none, and the sound would differ in the last bit.
"""

import subprocess
import sys

import loops

# Each entry: its name; its source, where @inline(never) keeps the function's name; the beginning of its symbol and of
# its specialised copies; the least number of innermost loops with vectors; the least number of vector instructions.
# An unrolled loop is not a loop: then only the instructions count. Programs for both processors have these loops. The
# limits for instructions are a tenth lower than the counts, because compilers arrange them differently.
NAMED = [
    ("region sampler: colours of a row", "CSampler/sampler.c", "gf_sample_row", 2, 230),
    ("still region: sums of cells", "CSampler/cells.c", "gf_cell_sums", 3, 22),
    ("still region: changes of cells", "CSampler/cells.c", "gf_cell_changes", 3, 28),
    ("stretcher: the transform's passes", "Stretch/Transform/Transform.swift", "$s7Stretch9TransformV5rtRun", 4, 170),
    ("stretcher: work on a grain", "Stretch/Time/GrainSteps.swift", "$s7Stretch9GrainworkV4rtDo", 5, 54),
    ("stretcher: a grain's input", "Stretch/Time/Grainwork.swift", "$s7Stretch9GrainworkV6rtNext", 1, 4),
    ("stretcher: peaks of a spectrum", "Stretch/Phases/PeakRegions.swift", "$s7Stretch6PhasesV11rtFindPeaks", 1, 3),
    ("stretcher: the overlap's weight", "Stretch/Time/OutputLine.swift", "$s7Stretch10OutputLineV7rtWeigh", 1, 3),
    ("stretcher: the way to the untouched sound", "Stretch/Playhead.swift", "$s7Stretch8PlayheadV6rtFade", 1, 5),
    ("resampler: pitch", "Stretch/Stretcher.swift", "$s7Stretch9StretcherV8rtFinish", 1, 9),
    ("resampler: files of another rate", "Sound/Files/Resampler.swift", "$s5Sound9ResamplerC7process", 2, 12),
    ("resampler: another program's clock", "Sound/Inlet/DriftResampler.swift", "$s5Sound14DriftResamplerC7process", 1, 8),
    ("clips: samples of 16 bit", "Sound/Stems/Clip.swift", "$s5Sound4ClipC4ViewV6rtRead", 3, 5),
    ("clips: splices", "Sound/Stems/ClipChannel.swift", "$s5Sound11ClipChannelV5rtMix", 1, 10),
    ("mixer: a channel into the sum", "Sound/Stems/StemChannel.swift", "$s5Sound11StemChannelV5rtAdd", 2, 5),
    ("mixer: the stems into the block", "Sound/Stems/StemDeck.swift", "$s5Sound8StemDeckV5rtAdd", 4, 10),
    ("mixer: the instrument into the block", "Sound/Instrument/InstrumentChannel.swift", "$s5Sound17InstrumentChannelV7rtPiece", 2, 5),
    ("limiter: points between the samples", "Sound/Engine/Limiter.swift", "$s5Sound7LimiterV6rtPeak", 0, 36),
    ("synth: a voice's wave", "Sound/Synth/Oscillator.swift", "$s5Sound10OscillatorV8rtRender", 2, 34),
    ("synth: four envelopes", "Sound/Synth/Envelope.swift", "$s5Sound13EnvelopeLanesV8rtRender", 2, 40),
    ("synth: four voices' brightness", "Sound/Synth/Brightness.swift", "$s5Sound15BrightnessLanesV7rtShape", 0, 22),
    ("synth: a voice into both sides", "Sound/Synth/Voice.swift", "$s5Sound5VoiceV5rtAdd", 2, 10),
    ("synth: fuzz", "Sound/Synth/Fuzz.swift", "$s5Sound4FuzzV7rtFrame", 0, 70),
    ("synth: echo", "Sound/Synth/Delay.swift", "$s5Sound5DelayV9rtProcess", 1, 16),
    ("synth: room", "Sound/Synth/Reverb.swift", "$s5Sound6ReverbV7rtFrame", 0, 28),
    ("synth: tone", "Sound/Synth/ToneFilter.swift", "$s5Sound10ToneFilterV9rtProcess", 1, 4),
]


def machine(header):
    """Returns 'x86-64' or 'aarch64' from objdump's first lines; None for others.

    Another of these lines has the program's path.
    """
    of = [line for line in header.splitlines() if line.startswith("architecture:")]
    return next((name for name in ("x86-64", "aarch64") if of and name in of[0].split(",")[0]), None)


def check(lines, of, named=NAMED):
    """Returns the faults as sentences, and each named loop's figures."""
    found = {name: [0, 0, 0, 0] for name, *_ in named}
    seen = set()
    for symbol, body in loops.functions(lines):
        for name, _, begin, _, _ in named:
            if symbol.startswith(begin):
                seen.add(name)
                kinds = [loops.kind(what, of) for _, what in body]
                figures = sum(loop.is_vector for loop in loops.loops(body, of)), kinds.count("vector"), kinds.count("single"), sum(loops.is_fused(what) for _, what in body)
                found[name] = [a + b for a, b in zip(found[name], figures)]
    bad, told = [], []
    for name, source, begin, most, least in named:
        inner, vector, single, fused = found[name]
        told.append(f"{name}: {inner} loops and {vector} instructions on vectors, {single} on single numbers")
        if name not in seen:
            bad.append(f"{name} (Sources/{source}): no function begins with {begin}: if it has another name now, give lab/simd/simd.py that one")
        elif inner < most or vector < least:
            bad.append(
                f"{name} (Sources/{source}): {inner} of its loops and {vector} of its instructions calculate with vectors, {most} and {least} are wanted: it has become scalar; see what the loop got that four numbers at once cannot do")
        elif fused > 0 and of == "aarch64":
            bad.append(f"{name} (Sources/{source}): {fused} of its instructions are fused: x86-64 has none, and the sound would differ; keep products apart (CLanes.h)")
    return bad, told


def main(program):
    objdump = "objdump"
    head = subprocess.run([objdump, "-f", program], capture_output=True, text=True)
    of = machine(head.stdout)
    if head.returncode != 0 or of is None:
        # Debian's objdump supports only its own processor.
        objdump = "aarch64-linux-gnu-objdump"
        try:
            head = subprocess.run([objdump, "-f", program], capture_output=True, text=True)
        except FileNotFoundError:
            sys.exit(f"simd: objdump does not know the processor of {program}: apt-get install binutils-aarch64-linux-gnu")
        of = machine(head.stdout)
        if head.returncode != 0 or of is None:
            sys.exit(f"simd: {program} is not a program of x86-64 or aarch64: {head.stderr.strip()}")
    reading = subprocess.Popen([objdump, "-d", "--no-show-raw-insn", program], stdout=subprocess.PIPE, text=True)
    bad, told = check(reading.stdout, of)
    if reading.wait() != 0:
        sys.exit(f"simd: {objdump} cannot read {program}")
    print("\n".join(told))
    for sentence in bad:
        print(f"simd: {sentence}", file=sys.stderr)
    if bad:
        sys.exit(1)
    print(f"simd: all {len(told)} named functions of {program} ({of}) calculate with vectors in every loop that did")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
