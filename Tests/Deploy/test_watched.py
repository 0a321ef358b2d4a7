"""scripts/watched.sh: a run that hangs is ended whole, and nothing beside it."""

import pathlib
import subprocess
import tempfile
import time
import unittest

WATCHED = pathlib.Path(__file__).resolve().parents[2] / "scripts/watched.sh"


def lives(process):
    """Whether a process is there and no zombie."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


class Watched(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log, self.report = self.folder / "log", self.folder / "report"
        self.log.touch()

    def start(self, script, limit=3):
        with self.log.open("a") as log:
            started = subprocess.Popen(
                [WATCHED, str(limit), self.report, self.log, "--", "bash", "-c", script, "fake-run"], cwd=self.folder, stdout=log, stderr=subprocess.STDOUT)
        self.addCleanup(started.wait)
        self.addCleanup(started.terminate)
        return started

    def numbers(self, count):
        """The process numbers that the fake run has written."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            found = (self.folder / "numbers").read_text().split() if (self.folder / "numbers").exists() else []
            if len(found) == count:
                return found
            time.sleep(0.05)
        self.fail("the fake run did not begin")

    def test_its_status_is_the_commands(self):
        for status in (0, 3):
            self.assertEqual(self.start(f"echo said; exit {status}").wait(60), status)
        self.assertEqual(self.log.read_text(), "said\nsaid\n")
        self.assertFalse(self.report.exists())

    # Its child has a process group of its own, as Foundation's Process gives it, and holds the output open.
    HANGING = "set -m; sleep 1000 & echo $! $$ >numbers; wait"

    def test_a_run_that_hangs_is_told_and_ended_whole(self):
        other = subprocess.Popen(["bash", "-c", "exec -a fake-run sleep 1000"], start_new_session=True)
        self.addCleanup(other.wait)
        self.addCleanup(other.kill)
        started = self.start(self.HANGING)
        processes = self.numbers(2)
        self.assertEqual(started.wait(120), 75)
        self.assertEqual([p for p in processes if lives(p)], [])
        self.assertTrue(lives(other.pid), "another run of the same name goes on")
        for text in (self.report.read_text(), self.log.read_text()):
            self.assertIn("== sleep 1000", text)
            self.assertIn("fake-run", text)

    def test_a_run_that_says_something_does_not_hang(self):
        started = self.start("for i in {1..10}; do echo $i; sleep 1; done; exit 4", limit=8)
        self.assertEqual(started.wait(120), 4)

    def test_what_is_left_at_the_end_is_ended(self):
        started = self.start("set -m; sleep 1000 & echo $! >numbers; exit 5")
        self.assertEqual(started.wait(60), 5)
        self.assertFalse(lives(self.numbers(1)[0]))

    def test_who_is_stopped_ends_its_run(self):
        started = self.start(self.HANGING)
        processes = self.numbers(2)
        started.terminate()
        self.assertEqual(started.wait(60), 143)
        self.assertEqual([p for p in processes if lives(p)], [])


if __name__ == "__main__":
    unittest.main()
