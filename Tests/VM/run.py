#!/usr/bin/env python3
"""Runs the lab's scenarios, a line each.   usage: run.py IMAGE WORK [NAME...]

A scenario is a file in scenarios/ with a function `run(lab, kit)`; each has a machine of its own. Emulation is 20 to 50 times slower than a Pi, so nothing
here asserts a speed."""
import importlib.util, os, pathlib, sys, time, traceback

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))
import kit as kitmodule
from lab import Lab

image, work = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
os.makedirs(work, exist_ok=True)
wanted = sys.argv[3:]
kit = kitmodule.Kit(work)
results = []
for path in sorted((here / "scenarios").glob("*.py")):
    if wanted and not any(word in path.stem for word in wanted):
        continue
    spec = importlib.util.spec_from_file_location(path.stem, path)
    scenario = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scenario)
    begun = time.time()
    note = ""
    try:
        if getattr(scenario, "own_machine", False):
            note = scenario.run(image, kit) or ""
        else:
            with Lab(image, work) as lab:
                try:
                    note = scenario.run(lab, kit) or ""
                except BaseException:
                    journal = os.path.join(work, path.stem + ".journal")
                    with open(journal, "w") as file:
                        try:
                            file.write(lab.second.run("journalctl -b --no-pager -o short-monotonic | tail -n 3000 | grep -vE 'su\[|pam_'; su owner -c 'gfctl status'", 60)[1])
                        except Exception as error:
                            file.write(f"the journal cannot be had: {error}")
                    note = f"journal in {journal}"
                    raise
        result = "PASS"
    except Exception as error:
        result = "FAIL"
        note = f"{error} {note}".strip()
        if os.environ.get("LAB_TRACE"):
            traceback.print_exc()
    results.append(result)
    print(f"{result} {time.time() - begun:6.1f} s  {path.stem}  {note}", flush=True)
print(f"lab: {results.count('PASS')} of {len(results)} scenarios passed")
sys.exit(0 if results and all(r == "PASS" for r in results) else 1)
