"""Tests the choice of machines, and the reading of Pi 4 registers."""
import pathlib, shutil, sys, tempfile, unittest

import machines
import raspi4b
import scope

here = pathlib.Path(__file__).parent
NAMES = sorted(path.stem for path in (here / "scenarios").glob("*.py"))


def image(folder, text):
    if text is not None:
        pathlib.Path(folder, "architecture").write_text(text)
    return folder


class Machines(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = made.name

    def test_an_image_says_what_it_is_for(self):
        self.assertEqual(machines.architecture(image(self.folder, None)), "amd64")
        self.assertEqual(machines.architecture(image(self.folder, "arm64\n")), "arm64")
        with self.assertRaisesRegex(SystemExit, "says 'riscv64'.*amd64 and arm64.*build the image again"):
            machines.architecture(image(self.folder, "riscv64\n"))

    def test_the_arm64_machines_play_their_own_list(self):
        self.assertEqual(set(scope.played()) - set(NAMES), set())
        self.assertEqual(machines.choose(NAMES, [], image(self.folder, "arm64")), (scope.played(), {}))

    def test_by_its_name_each_is_played_there_but_those_that_cannot_be(self):
        chosen, refused = machines.choose(NAMES, ["1"], image(self.folder, "arm64"))
        self.assertIn("15_midi", chosen)
        self.assertNotIn("12_read_only", chosen)
        self.assertIn("12_read_only", refused)

    def test_the_other_machine_leaves_the_pi_out_and_says_so(self):
        chosen, refused = machines.choose(NAMES, [], image(self.folder, "amd64"))
        self.assertEqual(sorted(chosen + list(refused)), NAMES)
        self.assertEqual(list(refused), ["22_raspi4b"])
        self.assertIn("ARCH=arm64", refused["22_raspi4b"])

    def test_who_makes_a_machine_of_its_own_is_known(self):
        own = [path.stem for path in (here / "scenarios").glob("*.py") if "own_machine = True" in path.read_text()]
        self.assertEqual(sorted(own), sorted([*(name for name, why in scope.REFUSED.items() if "machine of its own" in why), *scope.SCENARIOS["raspi4b"]]))
        self.assertEqual(set(scope.REFUSED) - set(NAMES), set())

    def test_both_machines_are_put_together_alike(self):
        made = [machines.MACHINES[name]("/image", self.folder) for name in ("amd64", "arm64")]
        for machine in made:
            self.addCleanup(shutil.rmtree, machine.folder)
        x86, arm = (machine.command for machine in made)
        self.assertEqual(x86[0], "qemu-system-x86_64")
        self.assertEqual(arm[0], "/image/qemu")
        for command, kernel, console in ((x86, "/image/vmlinux", "console=ttyS0 "), (arm, "/image/Image", "console=ttyAMA0 ")):
            self.assertEqual(command[command.index("-kernel") + 1], kernel)
            self.assertTrue(command[command.index("-append") + 1].startswith(console))
        devices = [[word for word in command if word.startswith(("virt", "qemu-xhci", "wav"))] for command in (x86, arm)]
        self.assertEqual([word for word in devices[1] if word != "virt"], devices[0])

    def test_what_a_machine_cannot_show_is_said_of_the_machines_that_played(self):
        self.assertTrue(all("virt" in line for line in scope.words(["03_panel"])))
        self.assertTrue(all("raspi4b" in line for line in scope.words(["22_raspi4b"])))
        both = scope.words(["03_panel", "22_raspi4b"])
        self.assertEqual(len(both), sum(map(len, scope.NOT_SHOWN.values())))
        self.assertEqual(scope.words([]), [])


class Registers(unittest.TestCase):
    def test_functions_are_three_bits_ten_lines_a_register(self):
        # Line 5 is an output, line 14 alternative 5, line 26 an output.
        found = raspi4b.functions([1 << 15, 2 << 12, 1 << 18])
        self.assertEqual({line: what for line, what in enumerate(found) if what}, {5: raspi4b.OUTPUT, 14: 2, 26: raspi4b.OUTPUT})

    def test_pulls_are_two_bits_sixteen_lines_a_register(self):
        found = raspi4b.pulls([1 << 8, 1 << 2 | 2 << 22])
        self.assertEqual({line: what for line, what in enumerate(found) if what}, {4: raspi4b.PULL_UP, 17: raspi4b.PULL_UP, 27: 2})


if __name__ == "__main__":
    sys.exit(unittest.main())
