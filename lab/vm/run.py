#!/usr/bin/env python3
"""Runs the lab's scenarios and prints a line for each.   usage: run.py IMAGE WORK [NAME...]

The image names its machine (machines.py). A scenario is a file in scenarios/ with a function `run(lab, kit)`. Each
has a machine of its own, and two run at a time (LAB_LANES). Emulation is 20 to 50 times slower than a Pi, so no
scenario asserts a speed. The machine of one with `counted = True` is never late (lab.py).
"""
import importlib.util, os, pathlib, queue, sys, threading, time, traceback

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))
import kit as kitmodule
import machines


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    scenario = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scenario)
    return scenario


def play(scenario, name, image, work):
    """Plays a scenario and returns its findings; raises its failure."""
    kit = kitmodule.Kit(os.path.join(work, name))
    if getattr(scenario, "own_machine", False):
        return scenario.run(image, kit)
    with machines.MACHINES[machines.architecture(image)](image, kit.work, counted=getattr(scenario, "counted", False)) as lab:
        with kit.witness(lab):
            return scenario.run(lab, kit)


def main():
    image, work = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    os.makedirs(work, exist_ok=True)
    files = {path.stem: path for path in sorted((here / "scenarios").glob("*.py"))}
    chosen, refused = machines.choose(list(files), sys.argv[3:], image)
    scenarios = [(name, load(files[name])) for name in chosen]
    for name, reason in refused.items():
        print(f"SKIPPED         {name}  {reason}", flush=True)
    waiting = queue.SimpleQueue()
    # The longest begin first.
    for entry in sorted(scenarios, key=lambda s: -getattr(s[1], "minutes", 1)):
        waiting.put(entry)
    results, say = {}, threading.Lock()

    def attempt(name, scenario):
        begun = time.time()
        try:
            result, note = "PASS", play(scenario, name, image, work) or ""
        except Exception as error:
            result, note = "FAIL", str(error)
            if os.environ.get("LAB_TRACE"):
                traceback.print_exc()
        with say:
            results[name] = result
            print(f"{result} {time.time() - begun:6.1f} s  {name}  {note}", flush=True)

    def lane():
        while True:
            try:
                name, scenario = waiting.get_nowait()
            except queue.Empty:
                return
            attempt(name, scenario)

    begun = time.time()
    lanes = [threading.Thread(target=lane) for _ in range(int(os.environ.get("LAB_LANES", "2")))]
    for one in lanes:
        one.start()
    for one in lanes:
        one.join()
    passed = sum(result == "PASS" for result in results.values())
    if machines.architecture(image) == "arm64":
        print("\n".join(machines.scope.words(results)))
    print(f"lab: {passed} of {len(results)} scenarios passed in {time.time() - begun:.0f} s")
    return 0 if results and passed == len(results) else 1


sys.exit(main())
