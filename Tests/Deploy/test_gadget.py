"""Tests the script that makes the USB-C port a MIDI device.

Folders replace the kernel's; in the lab (17_gadget) they are the kernel's.
"""
import os, pathlib, re, subprocess, tempfile, unittest

project = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = project / "deploy/scripts/usb-midi-gadget"


@unittest.skipUnless(os.geteuid() == 0, "the USB gadget's script: it wants root")
class Gadget(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.config = self.root / "config.txt"
        self.gadget = self.root / "configfs/usb_gadget/gestureflow"
        (self.root / "configfs/usb_gadget").mkdir(parents=True)
        (self.root / "udc").mkdir()
        (self.root / "bin").mkdir()
        self.tool("modprobe", 'echo "modprobe $*" >>"$ROOT/log"')
        self.tool("systemctl", 'echo "systemctl $*" >>"$ROOT/log"')
        # The kernel removes a folder together with its own entries.
        self.tool("rmdir", 'rm -r "$@"')

    def tool(self, name, text):
        path = self.root / "bin" / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def plug(self, state="configured"):
        (self.root / "udc/dummy_udc.0").mkdir(exist_ok=True)
        (self.root / "udc/dummy_udc.0/state").write_text(state + "\n")

    def ask(self, *words):
        environment = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "ROOT": str(self.root), "CONFIGFS": f"{self.root}/configfs",
                       "CONTROLLERS": f"{self.root}/udc", "CONFIG": str(self.config), "PATIENCE": "2"}
        run = subprocess.run(["sh", SCRIPT, *words], env=environment, capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def text(self, path):
        return (self.gadget / path).read_text().strip()

    def test_started_it_is_a_midi_device_named_gestureflow(self):
        self.plug()
        for _ in range(2):
            code, said = self.ask("start")
            self.assertEqual(code, 0, said)
        self.assertIn("there already, on dummy_udc.0", said)
        self.assertEqual(self.text("strings/0x409/product"), "GestureFlow")
        self.assertEqual(self.text("UDC"), "dummy_udc.0")
        self.assertEqual((self.gadget / "configs/c.1/midi.usb0").resolve(), (self.gadget / "functions/midi.usb0").resolve())
        self.assertEqual([self.text(f"functions/midi.usb0/{name}") for name in ("in_ports", "out_ports")], ["1", "1"])
        self.assertRegex(self.text("strings/0x409/serialnumber"), "^[0-9a-f]{16}$")
        self.assertEqual(self.ask("status"), (0, "usb-midi-gadget: on, dummy_udc.0: configured (configured: a host has taken it)\n"))

    def test_a_last_line_without_an_end_stays_a_line(self):
        self.config.write_text("dtparam=audio=on\ndtoverlay=hifiberry-dac")
        code, said = self.ask("enable")
        self.assertEqual(code, 0, said)
        self.assertIn("dtoverlay=hifiberry-dac\n", self.config.read_text())
        self.assertEqual(self.ask("disable")[0], 0)
        self.assertEqual(self.config.read_text(), "dtparam=audio=on\ndtoverlay=hifiberry-dac\n")

    def test_stopped_nothing_of_it_is_left(self):
        self.plug()
        self.ask("start")
        for _ in range(2):
            code, said = self.ask("stop")
            self.assertEqual(code, 0, said)
            self.assertFalse(self.gadget.exists())
        self.assertEqual(self.ask("status")[0], 3)

    def test_a_half_made_one_is_made_anew(self):
        self.plug()
        (self.gadget / "functions/midi.usb0").mkdir(parents=True)
        code, said = self.ask("start")
        self.assertEqual(code, 0, said)
        self.assertEqual(self.text("UDC"), "dummy_udc.0")

    def test_without_a_port_that_can_be_one_the_remedy_is_said(self):
        code, said = self.ask("start")
        self.assertEqual(code, 1)
        self.assertIn("enable' and start it again", said)
        self.assertFalse(self.gadget.exists())

    def test_a_driver_that_comes_late_is_waited_for(self):
        self.tool("sleep", 'echo "sleep $1" >>"$ROOT/log"; [ "$(grep -c sleep "$ROOT/log")" -lt 3 ] || mkdir "$ROOT/udc/dummy_udc.0"')
        code, said = self.ask("start")
        self.assertEqual((code, self.text("UDC")), (0, "dummy_udc.0"), said)
        self.assertEqual(said.count("waiting up to 2 s for its driver"), 1, said)

    def test_a_driver_that_does_not_come_is_given_up(self):
        self.tool("sleep", 'echo "sleep $1" >>"$ROOT/log"')
        self.assertEqual(self.ask("start")[0], 1)
        self.assertEqual((self.root / "log").read_text().count("sleep 0.5"), 4)
        # At the machine's start the script must end by itself. Otherwise its messages are lost.
        seconds = int(re.search(r"PATIENCE:-(\d+)", SCRIPT.read_text()).group(1))
        limit = int(re.search(r"TimeoutStartSec=(\d+)", (project / "deploy/gestureflow-usb-midi.service").read_text()).group(1))
        self.assertLessEqual(2 * seconds, limit)

    def test_blank_lines_at_the_end_stay(self):
        self.config.write_text("dtparam=audio=on\n\n\n")
        for word in ("enable", "disable"):
            self.assertEqual(self.ask(word)[0], 0)
        self.assertEqual(self.config.read_text(), "dtparam=audio=on\n\n\n")

    def test_a_kernel_without_gadgets_is_said(self):
        (self.root / "configfs/usb_gadget").rmdir()
        self.tool("modprobe", "exit 1")
        code, said = self.ask("start")
        self.assertEqual(code, 1)
        self.assertIn("libcomposite", said)

    def test_a_kernel_that_refuses_leaves_nothing(self):
        self.plug()
        self.tool("ln", "exit 1")
        code, said = self.ask("start")
        self.assertEqual((code, self.gadget.exists()), (1, False), said)

    def test_enabled_and_disabled_the_boot_partition_is_as_it_was(self):
        before = "# mine\ndtparam=audio=on\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"
        self.config.write_text(before)
        for _ in range(2):
            code, said = self.ask("enable")
            self.assertEqual(code, 0, said)
            self.assertEqual(self.config.read_text(),
                             before + "# gestureflow usb-midi: the USB-C port is a device\n[all]\ndtoverlay=dwc2,dr_mode=peripheral\n")
        code, said = self.ask("disable")
        self.assertEqual((code, self.config.read_text()), (0, before), said)
        self.assertEqual((self.root / "log").read_text().splitlines(), ["systemctl enable gestureflow-usb-midi.service"] * 2
                         + ["systemctl disable gestureflow-usb-midi.service"])

    def test_failing_anywhere_it_ends_the_second_time_as_it_would_the_first(self):
        before = "# mine\ndtparam=audio=on\n"
        with_it = before + "# gestureflow usb-midi: the USB-C port is a device\n[all]\ndtoverlay=dwc2,dr_mode=peripheral\n"
        folder = self.root.name
        faults = [(tool, name) for tool in ("sync", "mv") for name in ("config.txt.before-gestureflow.new", "config.txt.new")]
        faults += [("sync", folder), ("systemctl", "able")]
        self.tool("sync", "exit 0")
        for tool, name in faults:
            for word, first, last in (("enable", before, with_it), ("disable", with_it, before)):
                with self.subTest(f"{tool} {name}, {word}"):
                    self.config.write_text(first)
                    (self.root / "config.txt.before-gestureflow").unlink(missing_ok=True)
                    path = self.root / "bin" / tool
                    text = path.read_text() if path.exists() else None
                    otherwise = "" if tool == "sync" else 'exec /bin/mv "$@"'
                    self.tool(tool, f'for word; do case $word in *{name}) exit 1 ;; esac; done\n{otherwise}')
                    code, said = self.ask(word)
                    self.assertNotEqual(code, 0, said)
                    self.assertIn(self.config.read_text(), (before, with_it))
                    if text:
                        path.write_text(text)
                    else:
                        path.unlink()
                    (self.root / "log").write_text("")
                    code, said = self.ask(word)
                    self.assertEqual((code, self.config.read_text()), (0, last), said)
                    self.assertEqual((self.root / "log").read_text(), f"systemctl {word} gestureflow-usb-midi.service\n")

    def test_words_that_are_none_are_answered_with_those_that_are(self):
        self.assertEqual(self.ask("begin")[0], 64)

    def test_the_unit_is_off_until_it_is_enabled(self):
        unit = (project / "deploy/gestureflow-usb-midi.service").read_text()
        self.assertIn("ExecStart=/usr/lib/gestureflow/usb-midi-gadget start", unit)
        self.assertNotIn("enable gestureflow-usb-midi", (project / "deploy/debian/postinst").read_text())
        self.assertIn("gestureflow-usb-midi.service", (project / "deploy/debian/prerm").read_text())
        self.assertRegex((project / "scripts/deb.sh").read_text(), r'deploy/scripts/usb-midi-gadget.*"\$root/usr/lib/gestureflow/"')


if __name__ == "__main__":
    unittest.main()
