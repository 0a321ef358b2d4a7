"""Runs a test bundle suite by suite, with a time limit each.

Under emulation, a suite that hangs or crashes must not end the others, and a start of the bundle takes 10 s. So some
suites share a process; if they do not all pass, each runs in its own.

suites.py --left-out FILE --log FILE [--limit SECONDS] [--jobs N] [--only TEXT] -- COMMAND...
    the command runs the bundle; exit status 1 when a suite failed
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

LIBRARY = ["--testing-library", "swift-testing"]
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
PASSED = re.compile(r"Test run with (\d+) tests?(?: in \d+ suites?)? passed")
# A name with blanks stands in quotes.
SKIPPED = re.compile(r"^\S+ (Test|Suite) (\"[^\"]*\"|[^\s\"]+) skipped(?:: (.*))?")
FAILURE = re.compile(r"^✘ (?:Test|Suite) (?!case )|^↳|recorded an issue")
LATE = "its time was up"
# Suites of a module that share a process. More would save little, and lose more time by one that hangs.
TOGETHER = 8
# Lines shown of one failed suite, at the end.
LINES_OF_A_FAILURE = 25


class Mistake(Exception):
    """A fault of the list, in a sentence."""


def tests_of(listing):
    """Returns the tests of the bundle's list, such as Module.Suite/test()."""
    return [line.strip() for line in listing.splitlines() if re.match(r"^\w+\..*\(.*\)$", line.strip())]


def suite_of(test):
    """Returns the outermost suite, such as Module.Suite; for a test outside of suites its module."""
    head = test.split("(")[0]
    return head.split("/")[0] if "/" in head else head.split(".")[0]


def belongs(test, name):
    """Returns whether a listed name matches a test, its suite or module."""
    return test == name or test.startswith((name + "/", name + "."))


def entry(line):
    """Returns the name and the reason of a line. A test's name in backticks has spaces."""
    name, reason = re.match(r"((?:[^\s`]|`[^`]*`)*)(.*)", line.strip()).groups()
    return name, reason.strip()


def left_out(text, tests):
    """Returns the reason of each left-out test, by its name.

    Raises Mistake, with the number of the line, for a line without a reason and for a name that matches no test or
    only left-out tests.
    """
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, reason = entry(line)
        if not reason:
            raise Mistake(f"line {number}: '{name}' is left out without a reason; write it behind the name")
        meant = [test for test in tests if belongs(test, name)]
        if not meant:
            raise Mistake(f"line {number}: there is no test '{name}'; it was renamed or removed, so change or remove the line")
        twice = [test for test in meant if test in found]
        if twice:
            raise Mistake(f"line {number}: '{twice[0]}' is left out by an earlier line already")
        found.update((test, reason) for test in meant)
    return found


@dataclass
class Suite:
    """A suite.

    - tests: those that run.
    - skipped: those that do not.
    """
    name: str
    tests: list = field(default_factory=list)
    skipped: list = field(default_factory=list)

    def options(self):
        """Returns the options that make the bundle run exactly these tests.

        In a test's full name its source location follows.
        """
        if self.name == suite_of(self.tests[0]) and "/" not in self.tests[0].split("(")[0]:
            chosen = [f"^{re.escape(test)}(/|$)" for test in self.tests]
        else:
            chosen = [f"^{re.escape(self.name)}/"]
        return [word for one in chosen for word in ("--filter", one)] + [word for test in self.skipped for word in ("--skip", f"^{re.escape(test)}(/|$)")]


@dataclass
class Group:
    """Suites that run in one process."""
    suites: list

    @property
    def name(self):
        return f"{self.suites[0].name} to {self.suites[-1].name}"

    @property
    def tests(self):
        return [test for suite in self.suites for test in suite.tests]

    def options(self):
        return [word for suite in self.suites for word in suite.options()]


def suites_of(tests, without):
    """Returns all suites in order, with their tests and left-out tests."""
    found = {}
    for test in tests:
        suite = found.setdefault(suite_of(test), Suite(suite_of(test)))
        (suite.skipped if test in without else suite.tests).append(test)
    return list(found.values())


@dataclass
class Result:
    """The result of a suite.

    - trouble: None when all passed, else a few words.
    """
    suite: Suite
    seconds: float
    output: str
    trouble: str | None


def judge(suite, status, output):
    """Judges a run: returns None, or the fault.

    status: None after the time limit.
    """
    if status is None:
        return LATE
    if status < 0 or status > 128:
        number = -status if status < 0 else status - 128
        try:
            return f"crashed: {signal.Signals(number).name}"
        except ValueError:
            return f"ended with status {status}"
    if status:
        return "failed"
    counted = PASSED.search(output)
    if not counted:
        return "ended without a result"
    if int(counted.group(1)) != len(suite.tests):
        return f"ran {counted.group(1)} tests and not {len(suite.tests)}"
    return None


def run(command, suite, limit):
    begun = time.monotonic()
    process = subprocess.Popen(command + LIBRARY + ["--no-parallel"] + suite.options(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        # The whole session, with all processes that a test has started.
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        status = None
    text = COLOURS.sub("", output.decode(errors="replace"))
    return Result(suite, time.monotonic() - begun, text, judge(suite, status, text))


def groups_of(suites):
    """Returns the suites in groups of neighbours of one module."""
    found = []
    for suite in suites:
        if not found or len(found[-1]) == TOGETHER or module_of(found[-1][0]) != module_of(suite):
            found.append([])
        found[-1].append(suite)
    return found


def module_of(suite):
    return suite.name.split(".")[0]


def run_group(command, group, limit):
    """Runs a group in one process. Returns the result of each suite; the seconds are the mean of the group.

    Each suite runs alone if one of them fails, or skips a test: the output does not say whose test it is. A group that
    fails, while each of its suites passes alone, is a failure of its own. A group that needs too long is not.
    """
    if len(group) == 1:
        return [run(command, group[0], limit)]
    whole = run(command, Group(group), limit)
    if whole.trouble is None and not not_run(whole):
        return [Result(suite, whole.seconds / len(group), whole.output if suite is group[0] else "", None) for suite in group]
    alone = [run(command, suite, limit) for suite in group]
    if whole.trouble not in (None, LATE) and all(result.trouble is None for result in alone):
        alone.append(whole)
    return alone


def not_run(result):
    """Returns (Test or Suite, name, reason) of all that skipped itself there.

    The bundle's summary counts them as run.
    """
    return [(found[1], found[2], (found[3] or "").strip('."') or "without a reason") for found in map(SKIPPED.match, result.output.splitlines()) if found]


def ran(result):
    """Returns the number of tests that ran: 0 for a suite that skipped itself."""
    skipped = [kind for kind, _, _ in not_run(result)]
    return 0 if "Suite" in skipped else len(result.suite.tests) - len(skipped)


def failure_lines(result):
    """Returns the lines of a failed suite.

    They are its issues; for a crash or a hang they show where it was.
    """
    lines = [line for line in result.output.splitlines() if FAILURE.search(line)]
    if not lines:
        lines = [line for line in result.output.splitlines() if line.strip()][-6:]
    return lines[:LINES_OF_A_FAILURE]


def main(arguments):
    options = argparse.ArgumentParser(prog="suites.py")
    options.add_argument("--left-out", required=True, type=pathlib.Path)
    options.add_argument("--log", required=True, type=pathlib.Path)
    options.add_argument("--limit", type=float, default=600)
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--only", default="", help="suites whose name has this in it")
    if "--" not in arguments:
        options.error("there is no command: write it behind --")
    at = arguments.index("--")
    chosen, command = options.parse_args(arguments[:at]), arguments[at + 1:]
    listing = subprocess.run(command + LIBRARY + ["--list-tests"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    tests = tests_of(listing.stdout)
    if listing.returncode or not tests:
        print(f"test-cross: the bundle does not list its tests (status {listing.returncode}): {listing.stderr.strip()[-400:]}")
        return 1
    try:
        without = left_out(chosen.left_out.read_text(), tests)
    except Mistake as mistake:
        print(f"test-cross: {chosen.left_out}, {mistake}")
        return 1
    suites = suites_of(tests, without)
    for suite in suites:
        for test in suite.skipped:
            print(f"test-cross: LEFT OUT {test}: {without[test]}")
    wanted = [suite for suite in suites if suite.tests and chosen.only in suite.name]
    if not wanted:
        print(f"test-cross: no suite has '{chosen.only}' in its name")
        return 1
    print(f"test-cross: {sum(len(suite.tests) for suite in wanted)} tests in {len(wanted)} suites; {len(without)} of {len(tests)} are left out", flush=True)
    results = []
    with open(chosen.log, "w") as log, concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run_group, command, group, chosen.limit) for group in groups_of(wanted)]):
            for result in done.result():
                results.append(result)
                log.write(f"== {result.suite.name}: {result.trouble or 'passed'}, {result.seconds:.1f} s\n{result.output}\n")
                log.flush()
                mark = "✔" if result.trouble is None else "✘"
                for _, name, reason in not_run(result):
                    print(f"test-cross: SKIPPED {result.suite.name}/{name}: {reason}")
                print(f"{mark} {result.suite.name}: {result.trouble or f'{ran(result)} passed'}, {result.seconds:.0f} s", flush=True)
    return report(results)


def report(results):
    """Prints counts by module, then every failure again; returns the exit status.

    The failures come last because a shortened log keeps its end.
    """
    passed, failed = Counter(), Counter()
    for result in results:
        (passed if result.trouble is None else failed)[module_of(result.suite)] += 1
    for module in sorted(passed | failed):
        print(f"test-cross: {module}: {passed[module]} suites passed" + (f", {failed[module]} FAILED" if failed[module] else ""))
    bad = [result for result in results if result.trouble is not None]
    for result in sorted(bad, key=lambda result: result.suite.name):
        print(f"== {result.suite.name} {result.trouble}")
        print("\n".join(failure_lines(result)))
    good = len(results) - len(bad)
    print(f"test-cross: {sum(ran(r) for r in results if r.trouble is None)} tests in {good} suites passed" + (f", {len(bad)} suites FAILED" if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
