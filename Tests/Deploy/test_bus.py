"""Tests the bus of other programs' players.

It covers the permissions for names, the maker of the socket, and that no part of the box needs the bus.
"""
import pathlib, re, shutil, subprocess, tempfile, time, unittest, xml.etree.ElementTree

project = pathlib.Path(__file__).resolve().parents[2]
deploy = project / "deploy"
DAEMON = shutil.which("dbus-daemon")


def keys(name):
    """Returns a unit's keys, each with its values in order."""
    found = {}
    for line in (deploy / name).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            found.setdefault(key, []).append(value)
    return found


def words(name, key):
    return " ".join(keys(name).get(key, [])).split()


class Bus(unittest.TestCase):
    place = re.search(r'address: String = "unix:path=([^"]+)"', (project / "Sources/ExternalSources/Players/MPRISBus.swift").read_text()).group(1)

    def test_the_socket_is_where_the_box_looks_and_only_its_group_may_come(self):
        socket = keys("gestureflow-bus.socket")
        self.assertEqual(socket["ListenStream"], [self.place])
        self.assertEqual((socket["SocketUser"], socket["SocketGroup"], socket["SocketMode"]), (["gestureflow"], ["gestureflow"], ["0660"]))
        self.assertEqual(words("gestureflow-bus.service", "Requires"), ["gestureflow-bus.socket"])
        self.assertIn("--address=systemd:", keys("gestureflow-bus.service")["ExecStart"][0])

    def test_the_box_wants_it_and_does_not_need_it(self):
        for key in ("Wants", "After"):
            self.assertIn("gestureflow-bus.socket", words("gestureflow.service", key))
        for key in ("Requires", "Requisite", "BindsTo", "PartOf"):
            self.assertEqual(words("gestureflow.service", key), [])
        self.assertIn("gestureflow.service", words("gestureflow-bus.service", "Before"))
        self.assertNotRegex((deploy / "debian/control").read_text(), r"(?m)^Depends:.*dbus-daemon")
        # dbus-daemon lets no program in while it does not know its own user, which is a dynamic one.
        for package in ("dbus-daemon", "libnss-systemd"):
            self.assertRegex((deploy / "debian/control").read_text(), rf"(?m)^Recommends:.*\b{package}\b")
            self.assertRegex((project / "scripts/image/base.sh").read_text(), rf"(?m)^packages\+=.*\b{package}\b")

    def test_a_bus_that_ends_again_and_again_does_not_take_its_socket_along(self):
        self.assertEqual(keys("gestureflow-bus.service")["StartLimitIntervalSec"], ["0"])
        self.assertGreaterEqual(int(keys("gestureflow-bus.service")["RestartSec"][0]), 1, "and does not keep the machine busy")

    def test_the_folder_outlives_the_daemon_and_what_is_the_daemons_own_does_not(self):
        folder = pathlib.PurePosixPath(self.place).parent
        self.assertEqual(keys("gestureflow.service")["RuntimeDirectory"], [folder.name])
        self.assertEqual(keys("gestureflow.service")["RuntimeDirectoryPreserve"], ["yes"])
        self.assertRegex((deploy / "tmpfiles.conf").read_text(), rf"(?m)^d {folder} 0755 gestureflow gestureflow -$")
        removed = keys("gestureflow.service")["ExecStopPost"][0].split()
        for name in ("control.sock", "health.sock", "poweroff", "update"):
            self.assertIn(f"{folder}/{name}", removed)
        self.assertNotIn(self.place, removed)
        self.assertIn(f"rm -rf {folder}", (deploy / "debian/postrm").read_text(), "a purge leaves nothing")
        self.assertIn("gestureflow-bus.socket gestureflow-bus.service", (deploy / "debian/prerm").read_text(), "a removal stops it")

    def test_players_names_may_be_owned_and_no_others(self):
        tree = xml.etree.ElementTree.parse(deploy / "bus.conf")
        rules = [rule.attrib for rule in tree.iter() if {"own", "own_prefix"} & set(rule.attrib)]
        self.assertEqual(rules[0], {"own": "*"})
        allowed = [rule.attrib for rule in tree.iter("allow") if {"own", "own_prefix"} & set(rule.attrib)]
        self.assertEqual(allowed, [{"own_prefix": "org.mpris.MediaPlayer2"}, {"own_prefix": "rs.spotifyd"}])

    def test_it_starts_nothing_and_has_room_for_a_hundred_players(self):
        root = xml.etree.ElementTree.parse(deploy / "bus.conf").getroot()
        for name in ("servicedir", "standard_session_servicedirs", "standard_system_servicedirs", "servicehelper", "include", "includedir"):
            self.assertEqual(list(root.iter(name)), [], name)
        limits = {limit.get("name"): int(limit.text) for limit in root.iter("limit")}
        self.assertGreater(limits["max_completed_connections"], 2 * 100)
        # The box has one open query and six orders for each player.
        self.assertGreater(limits["max_replies_per_connection"], 100 * 8)
        self.assertGreater(limits["max_connections_per_user"], 100)

    def test_no_message_that_a_session_bus_takes_ends_a_player(self):
        limits = {limit.get("name"): int(limit.text) for limit in xml.etree.ElementTree.parse(deploy / "bus.conf").getroot().iter("limit")}
        session = pathlib.Path("/usr/share/dbus-1/session.conf")
        theirs = {"max_message_size": 1000000000, "auth_timeout": 240000}
        if session.exists():
            found = {limit.get("name"): int(limit.text) for limit in xml.etree.ElementTree.parse(session).getroot().iter("limit")}
            theirs = {name: found.get(name, value) for name, value in theirs.items()}
        for name, value in theirs.items():
            self.assertGreaterEqual(limits[name], value, name)
        # Waiting messages are bounded. The unit has room for two messages of 64 MiB on a machine of 1 GB.
        for name in ("max_incoming_bytes", "max_outgoing_bytes"):
            self.assertLessEqual(limits[name], 128 << 20, name)
        memory = keys("gestureflow-bus.service")["MemoryMax"][0]
        self.assertRegex(memory, r"^\d+%$")
        self.assertTrue(2 * 64 / 900 < int(memory[:-1]) / 100 <= 0.5, memory)

    def test_the_package_brings_it_and_points_no_player_at_it_by_itself(self):
        deb = (project / "scripts/deb.sh").read_text()
        self.assertIn("deploy/bus.conf", deb)
        self.assertIn("deploy/*.socket", deb)
        self.assertIn("--config-file=/usr/share/gestureflow/bus.conf", keys("gestureflow-bus.service")["ExecStart"][0])
        for player in (deploy / "players").iterdir():
            unit = keys(f"players/{player.name}")
            self.assertIn(f"DBUS_SESSION_BUS_ADDRESS=unix:path={self.place}", unit["Environment"], player.name)
            self.assertIn("gestureflow", " ".join(unit["SupplementaryGroups"]).split(), player.name)
            self.assertIn("gestureflow-bus.socket", " ".join(unit["Wants"]).split(), player.name)
            self.assertNotIn("Requires", unit, player.name)
        # Members of the group may command the box: only the owner adds them.
        for script in (deploy / "debian").glob("p*"):
            self.assertNotIn("players", script.read_text(), script.name)

    @unittest.skipUnless(DAEMON, "the bus's configuration in dbus-daemon itself: Debian's package dbus-daemon is not installed")
    def test_dbus_daemon_takes_it(self):
        with tempfile.TemporaryDirectory(dir="/tmp") as folder:
            socket = pathlib.Path(folder) / "bus"
            command = [DAEMON, f"--config-file={deploy}/bus.conf", f"--address=unix:path={socket}", "--nofork", "--nopidfile"]
            daemon = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
            try:
                deadline = time.monotonic() + 300
                while not socket.exists() and daemon.poll() is None and time.monotonic() < deadline:
                    time.sleep(0.01)
                self.assertIsNone(daemon.poll(), "it ends at once")
                self.assertTrue(socket.exists())
            finally:
                daemon.kill()
                said = daemon.communicate()[1]
            self.assertNotIn("Unknown", said)


if __name__ == "__main__":
    unittest.main()
