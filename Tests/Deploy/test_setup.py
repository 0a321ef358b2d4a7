"""Tests scripts/setup.sh: apt's lock, apt's errors, and test packages in CI."""

import os
import pathlib
import subprocess
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]


class Setup(unittest.TestCase):
    def setup_test(self, apt, ci=False):
        """Runs `setup.sh test` with only the package flac missing.

        `apt` is apt-get's script. Returns (status, messages, calls).
        """
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "apt-get").write_text(f'#!/bin/sh\necho "$*" >>{folder}/calls\n' + apt.format(folder=folder))
            (place / "dpkg-query").write_text(
                f'#!/bin/sh\nfor last; do :; done\n[ "$last" = flac ] && [ ! -e {folder}/flac ] || echo "install ok installed"\n')
            (place / "id").write_text("#!/bin/sh\necho 0\n")
            for tool in ("apt-get", "dpkg-query", "id"):
                (place / tool).chmod(0o755)
            environment = {k: v for k, v in os.environ.items() if k != "CI"}
            environment |= {"PATH": f"{folder}:{os.environ['PATH']}", "GESTUREFLOW_LOCK_PAUSE": "0"} | ({"CI": "true"} if ci else {})
            run = subprocess.run([PROJECT / "scripts/setup.sh", "test"], env=environment, capture_output=True, text=True, check=False)
            calls = (place / "calls").read_text().splitlines() if (place / "calls").exists() else []
            return run.returncode, run.stderr, calls

    def test_every_call_waits_for_the_lock(self):
        status, text, calls = self.setup_test("touch {folder}/flac\n")
        self.assertEqual(status, 0, text)
        self.assertTrue(calls)
        for call in calls:
            self.assertIn("DPkg::Lock::Timeout=300", call)

    def test_a_lock_of_the_lists_is_waited_for(self):
        apt = (
            'case "$*" in *update*) if [ ! -e {folder}/once ]; then touch {folder}/once;'
            ' echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7" >&2; exit 100; fi ;; *) touch {folder}/flac ;; esac\n')
        status, text, calls = self.setup_test(apt, ci=True)
        self.assertEqual(status, 0, text)
        self.assertEqual(sum("update" in call for call in calls), 2)

    def test_apts_own_words_are_shown(self):
        status, text, _ = self.setup_test('echo "E: Unable to locate package flac" >&2; exit 100\n')
        self.assertEqual(status, 0, text)
        self.assertIn("E: Unable to locate package flac", text)
        self.assertIn("flac could not be installed: their tests are skipped", text)

    def test_in_ci_a_missing_test_package_is_an_error(self):
        status, text, _ = self.setup_test("exit 100\n", ci=True)
        self.assertNotEqual(status, 0)
        self.assertIn("flac is missing", text)


if __name__ == "__main__":
    unittest.main()
