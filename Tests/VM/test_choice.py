"""What CI's lab plays when there is no time for all of it: each scenario has its place and length, the most telling stay, and what is left out is said."""
import os, pathlib, subprocess, sys, tempfile, unittest

import choice

here = pathlib.Path(__file__).parent
project = here.parents[1]
ALL = choice.BUILDING + choice.RESERVE + sum(choice.SCENARIOS.values())


class Choice(unittest.TestCase):
    def test_each_scenario_has_its_place(self):
        self.assertEqual(sorted(choice.SCENARIOS), sorted({path.stem for path in (here / "scenarios").glob("*.py")} - choice.ELSEWHERE))

    def test_with_time_for_all_all_are_played(self):
        self.assertEqual(choice.choose(ALL), (sorted(choice.SCENARIOS), []))
        self.assertEqual(choice.choose(ALL - 1)[1], ["18_midi_time"])

    def test_what_is_chosen_fits_and_nothing_more_would(self):
        for seconds in range(0, ALL + 60, 30):
            chosen, out = choice.choose(seconds)
            self.assertEqual(sorted(chosen + out), sorted(choice.SCENARIOS))
            free = seconds - choice.BUILDING - choice.RESERVE - sum(choice.SCENARIOS[name] for name in chosen)
            if chosen:
                self.assertGreaterEqual(free, 0)
            for name in out:
                self.assertGreater(choice.SCENARIOS[name], free, name)

    def test_half_an_hour_has_the_power_the_stick_the_service_and_the_network(self):
        self.assertLessEqual({"01_power_on", "02_hand", "04_stick", "07_service", "20_network"}, set(choice.choose(30 * 60)[0]))

    def test_ci_says_what_it_leaves_out_and_why(self):
        """ci-lab.sh in a copy of its surroundings where the lab is a program that prints its arguments."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("scripts", "Tests/VM"):
                (root / name).mkdir(parents=True)
            for name in ("scripts/ci-lab.sh", "Tests/VM/choice.py"):
                (root / name).write_bytes((project / name).read_bytes())
            tools = {"id": "echo 0", "uname": "echo x86_64", "df": "echo 50000M", "awk": "echo 9000", "../scripts/setup.sh": "true", "../scripts/test-vm.sh": 'echo "played: $*"'}
            for name, text in tools.items():
                file = root / "bin" / name
                file.parent.mkdir(exist_ok=True)
                file.write_text(f"#!/bin/sh\n{text}\n")
                file.chmod(0o755)

            def said(seconds):
                path = f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}"
                return subprocess.run(["bash", root / "scripts/ci-lab.sh", str(seconds)], capture_output=True, text=True, check=True, env={**os.environ, "PATH": path}).stdout

            self.assertIn("played: " + " ".join(sorted(choice.SCENARIOS)), said(ALL + 120))
            self.assertNotIn("SKIPPED", said(ALL + 120))
            short = said(ALL - 60)
            self.assertIn("SKIPPED of the lab", short)
            self.assertIn("18_midi_time (240 s)", short)
            self.assertNotIn("18_midi_time", short[short.index("played: "):])
            none = said(900)
            self.assertIn("SKIPPED the lab", none)
            self.assertNotIn("played", none)


if __name__ == "__main__":
    sys.exit(unittest.main())
