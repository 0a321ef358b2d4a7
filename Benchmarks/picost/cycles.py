"""Computes the cycles of counted instructions by LLVM's model of a core.

It repeats each run of instructions, as in a loop, with everything in the first cache.
"""
import json
import re
import subprocess

# LLVM has no model of the A76; the Neoverse N1 is the same core for servers, and decodes four instructions a cycle
# like the A76.
MODELS = {"cortex-a72": ["-mcpu=cortex-a72"], "cortex-a76": ["-mcpu=neoverse-n1", "-dispatch=4"]}
LLVM = "19"
# The runs that make this share of all instructions are modelled; the rest takes their mean time.
SHARE = 0.995
REPEATS = 60
# For longer runs of instructions one repeat is enough.
LONG = 256


def disassembled(words):
    """Returns the text of each instruction that LLVM knows, by its word."""
    lines = [" ".join(f"0x{word[i:i + 2]}" for i in (6, 4, 2, 0)) for word in words]
    done = subprocess.run([f"llvm-mc-{LLVM}", "--disassemble", "-triple=aarch64", "-mattr=+all", "--show-encoding"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    found = {}
    for line in done.stdout.splitlines():
        match = re.match(r"\s+(.*?)\s*// encoding: \[0x(..),0x(..),0x(..),0x(..)\]", line)
        if match:
            text, *data = match.groups()
            found["".join(reversed(data))] = text
    return found


def dearest(blocks):
    """Returns the runs that make SHARE of all instructions, most frequent first."""
    weigh = {words: times * len(words) for words, times in blocks.items() if times > 0}
    total, so_far, found = sum(weigh.values()), 0, []
    for words, weight in sorted(weigh.items(), key=lambda item: -item[1]):
        if so_far >= SHARE * total:
            break
        so_far += weight
        found.append(words)
    return found


def regions(runs, texts):
    """Returns the runs as text for llvm-mca, each as a region."""
    lines = []
    for number, words in enumerate(runs):
        lines.append(f"# LLVM-MCA-BEGIN b{number}")
        lines += [texts[words[i:i + 8]] for i in range(0, len(words), 8) if words[i:i + 8] in texts]
        lines.append("# LLVM-MCA-END")
    return "\n".join(lines) + "\n"


def analysed(text, core, repeats):
    done = subprocess.run([f"llvm-mca-{LLVM}", "-mtriple=aarch64", *MODELS[core], "-mattr=+all", f"-iterations={repeats}", "-json", "--skip-unsupported-instructions=any"],
                          input=text, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"llvm-mca fails: {done.stderr.strip().splitlines()[-1]}")
    return {region["Name"]: region["SummaryView"]["TotalCycles"] / repeats for region in json.loads(done.stdout)["CodeRegions"] if "SummaryView" in region}


def cycles(blocks, core):
    """Returns the cycles of a unit. - core: its name for QEMU."""
    runs = dearest(blocks)
    texts = disassembled(sorted({words[i:i + 8] for words in runs for i in range(0, len(words), 8)}))
    found = {}
    for chosen, repeats in (([w for w in runs if len(w) <= 8 * LONG], REPEATS), ([w for w in runs if len(w) > 8 * LONG], 4)):
        if chosen:
            by_name = analysed(regions(chosen, texts), core, repeats)
            found |= {words: by_name[f"b{i}"] for i, words in enumerate(chosen) if f"b{i}" in by_name}
    counted = sum(blocks[words] * (len(words) // 8) for words in found)
    total = sum(times * (len(words) // 8) for words, times in blocks.items())
    return sum(blocks[words] * of_it for words, of_it in found.items()) * total / counted
