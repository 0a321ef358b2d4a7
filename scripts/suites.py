#!/usr/bin/env python3
"""Runs the Swift test suites in several processes at once.

usage: suites.py PROGRAM LOGS [--filter TEXT] [--jobs N] [--limit SECONDS] [--list]

There is one process more than the machine has cores. PROGRAM is the package's test program. LOGS is a folder; each
process leaves a log and an event stream there.
A slow suite has a process of its own; up to 24 quick suites of one target share one. The slowest start first:
LOGS/seconds.json has the times of the last run, and scripts/suites.order has them for the first run. A crash or a
hang costs only the suites of one process. When a process's output has not grown for SECONDS (600), the script ends
it, and its log says where its threads stood.
The last lines say: passed, failed, skipped with reasons, minutes, the ten slowest suites.

--filter TEXT: the suites whose name contains TEXT. --list: prints their names and ends.
Exit status: 0 when at least one test ran and all passed, 1 otherwise.
"""

import argparse
import collections
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time


def suites_of(lines):
    """Returns the suites in the order of `--list-tests`.

    A suite is `Target.Suite`, or `Target.test()` for a test outside of suites.
    """
    names = []
    for line in lines:
        name = line.strip().split("/")[0]
        if "." in name and name not in names:
            names.append(name)
    return names


def pattern_of(suites):
    """Returns the regular expression that matches exactly these suites' tests."""
    return "^(" + "|".join(re.escape(suite) for suite in suites) + ")(/|$)"


# Seconds from which on a suite has a process of its own.
SLOW = 9.0
# The most suites in a shared process, and the seconds at which it is full. A start costs 0.3 s of CPU: the process
# lists all tests first. Suites of one process also share models and sounds that take long to load.
MOST = 24
FULL = 20.0


def batches_of(suites, seconds):
    """Returns the suites in groups that share a process, the longest group first.

    A slow suite is alone in its group; quick ones share a group with others of their target.
    """
    groups = [[s] for s in suites if seconds.get(s, 0) >= SLOW]
    by_target = collections.defaultdict(list)
    for suite in suites:
        if seconds.get(suite, 0) >= SLOW:
            continue
        shared = by_target[suite.split(".")[0]]
        if not shared or len(shared[-1]) >= MOST or sum(seconds.get(s, 0) for s in shared[-1]) >= FULL:
            shared.append([])
        shared[-1].append(suite)
    for shared in by_target.values():
        groups += shared
    return sorted(groups, key=lambda group: -sum(seconds.get(s, 0) for s in group))


def read_order(path):
    """Returns the seconds of slow suites from lines `SECONDS SUITE`; other lines are comments."""
    found = {}
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                match = re.match(r"([0-9.]+) (\S+)$", line.strip())
                if match:
                    found[match.group(2)] = float(match.group(1))
    except OSError:
        pass
    return found


Result = collections.namedtuple("Result", "suites passed failed skipped issues wall cpu seconds")


def read_events(path):
    """Returns (passed, failed, skips, issues, seconds, ended) of an event stream.

    `skips` are (test, reason), `issues` texts, `seconds` the time of each suite; `ended` is false for a run that
    broke off.
    """
    kinds, failed, skips, issues, results = {}, set(), [], [], {}
    begun, seconds = {}, {}
    ended = False
    try:
        lines = open(path, encoding="utf-8", errors="replace").read().splitlines()
    except FileNotFoundError:
        lines = []
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            # The last line of a killed program may be incomplete.
            continue
        payload = record.get("payload", {})
        if record.get("kind") == "test":
            kinds[payload["id"]] = payload["kind"]
            continue
        kind, test = payload.get("kind"), payload.get("testID", "")
        texts = [m["text"] for m in payload.get("messages", [])]
        if kind == "runEnded":
            ended = True
        elif kind == "testSkipped":
            reason = re.search(r'skipped: "(.*)"', " ".join(texts))
            # A skipped suite also reports each of its tests as skipped.
            if kinds.get(test) == "function":
                skips.append((short(test), reason.group(1) if reason else "without a reason"))
        elif kind == "issueRecorded":
            if not (payload.get("issue") or {}).get("isKnown") and (payload.get("issue") or {}).get("severity") != "warning":
                failed.add(test)
            issues.append("\n    ".join([f"{short(test)} ({place(payload)})"] + texts))
        elif kind == "testStarted":
            begun[test] = payload["instant"]["absolute"]
        elif kind == "testEnded" and kinds.get(test) == "suite":
            seconds[test] = payload["instant"]["absolute"] - begun.get(test, payload["instant"]["absolute"])
        elif kind == "testEnded" and kinds.get(test) == "function":
            results[test] = any(m.get("symbol") == "fail" for m in payload.get("messages", []))
    bad = {t for t, failed_ in results.items() if failed_} | {t for t in failed if kinds.get(t) == "function"}
    suites = {t for t in failed if kinds.get(t) != "function"}
    return len([t for t in results if t not in bad]), len(bad) + len(suites), skips, issues, seconds, ended


def short(test):
    """Returns `Target.Suite/test()` without the source location that follows it."""
    return "/".join(test.split("/")[:2])


def place(payload):
    at = (payload.get("issue") or {}).get("sourceLocation") or {}
    return f'{at.get("fileID", "?")}:{at.get("line", "?")}'


def session_members(session):
    """Returns a session's living processes by /proc, in any process group."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if fields[3] == str(session) and fields[0] != "Z":
            found.append(int(name))
    return found


def where_it_stands(session):
    """Returns a session's processes and, if gdb is installed, their threads' stacks."""
    lines = []
    for process in session_members(session):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                lines.append("== " + file.read().replace(b"\0", b" ").decode(errors="replace")[:200])
        except OSError:
            continue
        if shutil.which("gdb"):
            run = subprocess.run(["gdb", "-p", str(process), "-batch", "-ex", "thread apply all bt 12"], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
            lines += [line for line in run.stdout.splitlines() if re.match(r"Thread|#", line)]
    return "\n".join(lines)


def end_session(session):
    """Ends all processes that a suite has started and left."""
    for _ in range(30):
        left = session_members(session)
        if not left:
            return
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.1)


class Runner:
    """A runner that starts suites, keeps their results, and reports failures immediately."""

    def __init__(self, program, logs, limit, total):
        self.program, self.logs, self.limit, self.total = program, logs, limit, total
        self.results, self.sessions, self.done = [], set(), 0
        self.lock = threading.Lock()

    def run(self, suites):
        name = re.sub(r"[^A-Za-z0-9._-]", "_", suites[0])
        log, events = (os.path.join(self.logs, name + end) for end in (".log", ".jsonl"))
        for path in (log, events):
            if os.path.exists(path):
                os.remove(path)
        begun = time.monotonic()
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [self.program, "--testing-library", "swift-testing", "--no-parallel", "--filter", pattern_of(suites),
                 "--event-stream-output-path", events],
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        with self.lock:
            self.sessions.add(process.pid)
        usage, status, hung = self.wait(process, (log, events))
        end_session(process.pid)
        with self.lock:
            self.sessions.discard(process.pid)
        wall = time.monotonic() - begun
        passed, failed, skips, issues, seconds, ended = read_events(events)
        broken = hung or not ended or (status != 0 and not failed)
        if hung:
            issues.append(f"{name}: nothing happened for {self.limit:.0f} s; {log} says where it stood")
        elif broken:
            issues.append(f"{name}: ended with status {status} in the middle of a test; the end of {log}:\n" + tail(log, 12))
        seconds = {suite: seconds.get(suite, 0.0) for suite in suites} if len(suites) > 1 else {suites[0]: wall}
        result = Result(suites, passed, failed + (1 if broken else 0), skips, issues, wall, usage, seconds)
        with self.lock:
            self.results.append(result)
            self.done += len(suites)
            for issue in issues:
                print(f"✘ {issue}", flush=True)
            others = f" and {len(suites) - 1} more suites" if len(suites) > 1 else ""
            print(f"[{self.done}/{self.total}] {suites[0]}{others}: {passed} passed"
                  + (f", {result.failed} FAILED" if result.failed else "") + (f", {len(skips)} skipped" if skips else "")
                  + f" ({wall:.1f} s, {usage:.1f} s CPU)", flush=True)

    def fail(self, suites, error):
        issue = f"{suites[0]}: could not be run: {error}"
        print(f"✘ {issue}", flush=True)
        with self.lock:
            self.results.append(Result(suites, 0, 1, [], [issue], 0.0, 0.0, {}))
            self.done += len(suites)

    def wait(self, process, files):
        """Waits for the process; returns (CPU seconds, exit status, whether it hung)."""
        size, still = None, time.monotonic()
        pause = 0.01
        while True:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                process.returncode = os.waitstatus_to_exitcode(status)
                return usage.ru_utime + usage.ru_stime, process.returncode, False
            now = [os.path.getsize(f) for f in files if os.path.exists(f)]
            if now != size:
                size, still = now, time.monotonic()
            elif time.monotonic() - still > self.limit:
                text = where_it_stands(process.pid)
                end_session(process.pid)
                process.wait()
                with open(files[0], "a", encoding="utf-8") as output:
                    output.write("\n" + text + "\n")
                return 0.0, -signal.SIGKILL, True
            time.sleep(pause)
            pause = min(pause * 1.3, 0.2)

    def end_all(self):
        with self.lock:
            sessions = list(self.sessions)
        for session in sessions:
            end_session(session)


def tail(path, lines):
    with open(path, encoding="utf-8", errors="replace") as file:
        return "\n".join("    " + line for line in file.read().splitlines()[-lines:])


def summary(results, minutes):
    """Returns the last lines of a run, with the counts last."""
    lines = []
    reasons = collections.Counter(reason for r in results for _, reason in r.skipped)
    for reason, count in reasons.most_common():
        lines.append(f"skipped {count}: {reason}")
    lines.append("the ten slowest suites:")
    seconds = [(wall, suite) for r in results for suite, wall in r.seconds.items()]
    lines += [f"  {wall:6.1f} s  {suite}" for wall, suite in sorted(seconds, reverse=True)[:10]]
    for r in results:
        lines += [f"FAILED {issue}" for issue in r.issues] if r.failed else []
    passed, failed, skipped = sum(r.passed for r in results), sum(r.failed for r in results), sum(reasons.values())
    lines.append(f"{len(seconds)} suites in {minutes:.1f} minutes, {sum(r.cpu for r in results) / 60:.1f} minutes of CPU")
    lines.append(f"{passed} passed, {failed} failed, {skipped} skipped")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("logs")
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=(os.cpu_count() or 1) + 1)
    parser.add_argument("--limit", type=float, default=600)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    listed = subprocess.run([options.program, "--testing-library", "swift-testing", "--list-tests"], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, text=True, check=True)
    suites = [s for s in suites_of(listed.stdout.splitlines()) if options.filter in s]
    if options.list:
        print("\n".join(suites))
        return 0
    if not suites:
        print(f"suites: no suite's name contains '{options.filter}'; {sys.argv[0]} ... --list names them")
        return 1
    os.makedirs(options.logs, exist_ok=True)
    times = os.path.join(options.logs, "seconds.json")
    seconds = read_order(os.path.join(os.path.dirname(os.path.abspath(__file__)), "suites.order"))
    try:
        with open(times, encoding="utf-8") as file:
            seconds.update(json.load(file))
    except (OSError, ValueError):
        pass
    queue = collections.deque(batches_of(suites, seconds))
    runner = Runner(options.program, options.logs, options.limit, len(suites))
    begun = time.monotonic()

    def work():
        while True:
            try:
                batch = queue.popleft()
            except IndexError:
                return
            try:
                runner.run(batch)
            except Exception as error:  # such as a full disk: the others go on
                runner.fail(batch, error)

    def stop(number, _):
        queue.clear()
        runner.end_all()
        os._exit(128 + number)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, stop)
    workers = [threading.Thread(target=work, daemon=True) for _ in range(max(1, options.jobs))]
    for worker in workers:
        worker.start()
    for worker in workers:
        while worker.is_alive():
            worker.join(0.2)
    for result in runner.results:
        seconds.update({suite: round(wall, 2) for suite, wall in result.seconds.items()})
    with open(times, "w", encoding="utf-8") as file:
        json.dump(seconds, file, indent=0, sort_keys=True)
    print(summary(runner.results, (time.monotonic() - begun) / 60))
    ran = any(r.passed for r in runner.results)
    return 0 if ran and not any(r.failed for r in runner.results) and runner.done == len(suites) else 1


if __name__ == "__main__":
    sys.exit(main())
