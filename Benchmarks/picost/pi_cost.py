#!/usr/bin/env python3
"""Estimates the features' cost on a Raspberry Pi 4 and 5.

It counts their instructions, computes times from them, and writes these into docs/benchmarks.md, marked as an
estimate.

usage: pi_cost.py PROGRAM SYSROOT [FEATURE...]     PROGRAM: gfcost of arm64   SYSROOT: its linked libraries
                                                   FEATURE: only these are counted; the others keep their last
                                                   counts (out/pi-cost.json)
TWICE=1 counts each feature twice and fails where the two differ by more than 1 %.
"""
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import cycles
import sheet
from counts import CORES, PROJECT, CountError, Counted, instructions, mix

STORE = PROJECT / "out/pi-cost.json"
PAGE = PROJECT / "docs/benchmarks.md"
# From these figures the box decides which work its board cannot do.
COSTS = PROJECT / "Sources/Perception/Board/BoardCosts.swift"
MOST_APART = 0.01


def commit():
    text = subprocess.run(["git", "-C", str(PROJECT), "describe", "--always", "--dirty=+", "--exclude=*"], capture_output=True, text=True).stdout.strip()
    return text or "none"


def keep(record):
    STORE.parent.mkdir(exist_ok=True)
    fresh = STORE.with_suffix(".new")
    fresh.write_text(json.dumps(record, indent=1) + "\n")
    fresh.replace(STORE)


def counted(program, feature, core, twice):
    """Returns a unit's counts, and the difference of a second count."""
    blocks = program.blocks(feature, core)
    total = instructions(blocks)
    apart = abs(instructions(program.blocks(feature, core)) / total - 1) if twice else None
    return {"instructions": total, "cycles": cycles.cycles(blocks, core.name), "mix": {k: round(v) for k, v in mix(blocks).items()}}, apart


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    twice = os.environ.get("TWICE") == "1"
    now = commit()
    record = json.loads(STORE.read_text()) if STORE.exists() else {"features": {}, "counts": {name: {} for name in CORES}}
    with tempfile.TemporaryDirectory() as folder:
        program = Counted(sys.argv[1], sys.argv[2], folder)
        features = program.features()
        unknown = set(sys.argv[3:]) - {f.name for f in features}
        if unknown:
            sys.exit(f"pi-cost: there is no feature {', '.join(sorted(unknown))}; there are {', '.join(f.name for f in features)}")
        for feature in features:
            wanted = not sys.argv[3:] or feature.name in sys.argv[3:]
            for name, core in CORES.items():
                if not wanted:
                    continue
                found, apart = counted(program, feature, core, twice)
                if apart is not None:
                    found["apart"] = apart
                    if apart > MOST_APART:
                        sys.exit(f"pi-cost: {feature.name} on a {name} counts {100 * apart:.1f} % apart in two runs; is the machine out of memory, or gfcost not the same each time?")
                record["counts"][name][feature.name] = found | {"commit": now}
                # An interrupted run loses only its present feature.
                keep(record)
                print(f"pi-cost: {feature.name}, {name}: {found['instructions'] / 1e6:.3f} million instructions, {found['cycles'] / 1e6:.3f} million cycles", flush=True)
        missing = [f.name for f in features if any(f.name not in counts for counts in record["counts"].values())]
        record["features"] = {f.name: {"kind": f.kind, "unit": f.unit, "about": f.about} for f in features}
        for name in CORES:
            record["counts"][name] = {f.name: record["counts"][name][f.name] for f in features if f.name in record["counts"][name]}
    record |= {"date": str(datetime.date.today()), "llvm": cycles.LLVM}
    keep(record)
    if missing:
        print(f"pi-cost: docs/benchmarks.md is not written: {', '.join(missing)} were never counted here")
        return
    text = sheet.section(record)
    PAGE.write_text(sheet.put(PAGE.read_text(), text))
    print(text)
    print("pi-cost: written to docs/benchmarks.md")
    for line in sheet.behind(record, COSTS.read_text()):
        print(f"pi-cost: {line}")


if __name__ == "__main__":
    try:
        main()
    except CountError as error:
        sys.exit(f"pi-cost: {error}")
