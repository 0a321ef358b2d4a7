"""Tests that the service's unit grants the program's needs."""
import pathlib, re, unittest

project = pathlib.Path(__file__).resolve().parents[2]


def service():
    """Returns the unit's [Service] keys; of a repeated key, the last."""
    section = re.search(r"^\[Service\]\n(.*?)(?=^\[)", (project / "deploy/gestureflow.service").read_text(), re.MULTILINE | re.DOTALL).group(1)
    return dict(line.split("=", 1) for line in section.splitlines() if "=" in line and not line.startswith("#"))


def devices():
    """Returns the unit's device rules: class and permissions."""
    lines = (project / "deploy/gestureflow.service").read_text().splitlines()
    return dict(line.removeprefix("DeviceAllow=").split() for line in lines if line.startswith("DeviceAllow="))


def number(file, name):
    """Returns a named number of a Swift file."""
    return int(re.search(rf"\b{name} = (\d+)\b", (project / file).read_text()).group(1))


class Service(unittest.TestCase):
    def test_there_are_descriptors_for_all_clients_and_the_box_itself(self):
        # One number is the soft and the hard limit; without the line the soft one is the manager's 1024.
        granted = int(service()["LimitNOFILE"])
        sockets = 2
        clients = sockets * (number("Sources/Control/HTTP/Limits.swift", "connections") + number("Sources/Control/HTTP/Limits.swift", "refusals"))
        reserve = number("Sources/Control/HTTP/Descriptors.swift", "reserve")
        self.assertGreaterEqual(granted, 4 * (clients + reserve))
        self.assertGreater(granted, 1024)

    def test_the_priorities_that_threads_ask_for_are_granted(self):
        asked = [int(n) for file in (project / "Sources").rglob("*.swift") for n in re.findall(r"\bname: \"gf-[^\n]*priority: (\d+)", file.read_text())]
        self.assertGreater(len(asked), 4, "the threads' priorities are found")
        self.assertGreaterEqual(int(service()["LimitRTPRIO"]), max(asked))
        self.assertEqual(service()["LimitMEMLOCK"], "infinity")

    def test_a_child_that_takes_all_memory_ends_alone(self):
        # The line keeps the service running when the kernel ends one process.
        self.assertEqual(service()["OOMPolicy"], "continue")
        self.assertRegex(service()["MemoryMax"], r"^[5-9]\d%$")
        # The kernel first ends a film's ffmpeg: the daemon's own value is below zero, and the child's is the highest.
        self.assertLess(int(service()["OOMScoreAdjust"]), 0)
        self.assertIn('"choom", "-n", "1000"', (project / "Sources/ChildPrograms/ChildLimits.swift").read_text())

    def test_touch_devices_may_be_read_and_no_more(self):
        self.assertEqual(devices()["char-input"], "r")
        self.assertIn("open(path, O_RDONLY |", (project / "Sources/CTouch/touch.c").read_text())
        # udev gives the devices to this group. The box's remedy names it.
        self.assertIn("input", service()["SupplementaryGroups"].split())
        self.assertRegex((project / "deploy/sysusers.conf").read_text(), r"(?m)^m gestureflow input$")
        self.assertRegex((project / "udev/70-gestureflow.rules").read_text(), r'(?m)^SUBSYSTEM=="input", KERNEL=="event\*", GROUP="input", MODE="0660"$')
        self.assertIn("group input", (project / "Sources/Touch/TouchProblem.swift").read_text())

    def test_a_libcamera_program_may_use_what_it_needs(self):
        # It runs in the service's control group and sandbox. It needs the nodes of the media chain, the sensor's and
        # the image processor's, and memory for frames.
        granted, groups = devices(), service()["SupplementaryGroups"].split()
        rules = (project / "udev/70-gestureflow.rules").read_text()
        for subsystem, kind in (("video4linux", "char-video4linux"), ("media", "char-media"), ("dma_heap", "char-dma_heap")):
            self.assertEqual(granted[kind], "rw", kind)
            self.assertRegex(rules, rf'(?m)^SUBSYSTEM=="{subsystem}", GROUP="video", MODE="0660"$')
        self.assertIn("video", groups)
        # Its image processing is loaded code. It may be a process of its own, connected by a socket.
        self.assertIn("AF_UNIX", service()["RestrictAddressFamilies"].split())
        self.assertEqual(service()["MemoryDenyWriteExecute"], "no")
        # It is killed with the daemon, in any case.
        self.assertEqual(service().get("KillMode", "control-group"), "control-group")
        self.assertRegex((project / "deploy/debian/control").read_text(), r"(?m)^(Recommends|Suggests):.*\brpicam-apps-lite \|.*\blibcamera-tools\b")


if __name__ == "__main__":
    unittest.main()
