"""Tests the owner's network file with the unit whose sandbox it changes.

The tests check which access it opens, and that nothing is open without it.
"""
import os, pathlib, shutil, subprocess, tempfile, unittest

project = pathlib.Path(__file__).resolve().parents[2]
UNIT = project / "deploy/gestureflow.service"
CONF = project / "deploy/network.conf"
ANALYZE = shutil.which("systemd-analyze")


def service(*files):
    """Returns the files' grants to the service, in order.

    Lists grow, and an empty value empties one, as systemd reads them.
    """
    found, section = {}, ""
    for file in files:
        for line in file.read_text().splitlines():
            if line.startswith("["):
                section = line
            elif section == "[Service]" and "=" in line and not line.startswith("#"):
                key, value = line.split("=", 1)
                found[key] = found.get(key, []) + value.split() if value else []
    return found


class Network(unittest.TestCase):
    def test_the_service_has_none_as_it_is_delivered(self):
        shut = service(UNIT)
        self.assertEqual(shut["PrivateNetwork"], ["yes"])
        self.assertEqual(shut["RestrictAddressFamilies"], ["AF_UNIX"])
        self.assertEqual(shut["IPAddressDeny"], ["any"])
        self.assertNotIn("network.conf", (project / "deploy/debian/postinst").read_text(), "no script of the package opens it")

    def test_the_file_opens_the_network_and_nothing_else(self):
        before, after = service(UNIT), service(UNIT, CONF)
        changed = {key for key in before | after if before.get(key) != after.get(key)}
        self.assertEqual(changed, {"PrivateNetwork", "RestrictAddressFamilies", "IPAddressDeny"})
        self.assertEqual(after["PrivateNetwork"][-1], "no")
        self.assertEqual(sorted(after["RestrictAddressFamilies"]), ["AF_INET", "AF_INET6", "AF_NETLINK", "AF_UNIX"])
        self.assertEqual(after["IPAddressDeny"], [])

    def test_the_package_brings_it_where_it_is_looked_for_and_takes_away_what_was_opened(self):
        self.assertIn('install -m 644 deploy/network.conf deploy/bus.conf "$root/usr/share/gestureflow/"', (project / "scripts/deb.sh").read_text())
        swift = (project / "Sources/GfctlTool/Network/NetworkGate.swift").read_text()
        self.assertIn('"/usr/share/gestureflow/network.conf"', swift)
        self.assertIn("/etc/systemd/system/gestureflow.service.d/network.conf", (project / "deploy/debian/postrm").read_text())

    @unittest.skipUnless(ANALYZE, "the unit with the network open: systemd-analyze is not here")
    def test_systemd_reads_the_unit_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            units = root / "etc/systemd/system"
            (units / "gestureflow.service.d").mkdir(parents=True)
            shutil.copy(UNIT, units)
            shutil.copy(CONF, units / "gestureflow.service.d")
            run = subprocess.run([ANALYZE, "security", "--offline=yes", "--no-pager", f"--root={root}", UNIT.name], capture_output=True, text=True)
            # Two results show that systemd read both files: the network line with the file, and the other lines
            # without it.
            rows = {words[1]: words[0] for words in map(str.split, run.stdout.splitlines()) if len(words) > 2 and words[0] in "✓✗"}
            self.assertEqual([rows.get(key) for key in ("PrivateNetwork=", "IPAddressDeny=", "PrivateTmp=")], ["✗", "✗", "✓"], run.stdout + run.stderr)
            # systemd may complain about missing units of this machine. It must not complain about the file, and must
            # complain about a wrong one.
            self.assertNotIn(CONF.name, self.verified(units))
            with (units / "gestureflow.service.d" / CONF.name).open("a") as file:
                file.write("RestrictAddressFamilies=AF_NONSENSE\n")
            self.assertIn(CONF.name, self.verified(units))

    @staticmethod
    def verified(units):
        """Returns systemd's messages about the unit and its files."""
        run = subprocess.run([ANALYZE, "verify", "--man=no", units / UNIT.name], capture_output=True, text=True, env={**os.environ, "SYSTEMD_UNIT_PATH": f"{units}:"})
        return run.stdout + run.stderr


if __name__ == "__main__":
    unittest.main()
