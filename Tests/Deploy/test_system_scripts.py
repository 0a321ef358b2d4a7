"""Tests root's scripts on folders that replace the machine's.

The tests check the state after a failure in the middle, and that a script can run again.
"""
import os, pathlib, re, shutil, subprocess, tempfile, unittest

project = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = project / "deploy/scripts"
IS_ROOT = os.geteuid() == 0
NAMESPACES = IS_ROOT and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


class Scripts(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.root / "bin").mkdir()
        self.log = self.root / "log"

    def tool(self, name, text):
        path = self.root / "bin" / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def run_script(self, *words, stdin=b"", **environment):
        run = subprocess.run(
            words, input=stdin, capture_output=True,
            env={**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "FOLDER": str(self.root), "LOG": str(self.log), **environment})
        return run.returncode, (run.stdout + run.stderr).decode()


class ReplaceFile(Scripts):
    def replace(self, file, text, *words):
        return self.run_script(SCRIPTS / "replace-file", *words, file, stdin=text.encode())

    def test_a_file_is_replaced_and_its_first_version_is_kept(self):
        file = self.root / "config.txt"
        file.write_text("first\n")
        file.chmod(0o640)
        for text in ("second\n", "third\n"):
            self.assertEqual(self.replace(file, text, "--keep"), (0, ""))
        self.assertEqual(file.read_text(), "third\n")
        self.assertEqual(file.stat().st_mode & 0o777, 0o640)
        self.assertEqual((self.root / "config.txt.before-gestureflow").read_text(), "first\n")
        self.assertEqual(sorted(path.name for path in self.root.iterdir()), ["bin", "config.txt", "config.txt.before-gestureflow"])

    def test_nothing_replaces_nothing(self):
        file = self.root / "cmdline.txt"
        file.write_text("root=x\n")
        code, said = self.replace(file, "")
        self.assertEqual((code, file.read_text()), (1, "root=x\n"), said)
        self.assertFalse((self.root / "cmdline.txt.new").exists())

    def test_it_is_on_the_disk_before_it_has_its_name(self):
        file = self.root / "config.txt"
        file.write_text("old\n")
        self.tool("sync", 'echo "sync ${1##*/} $(cat "$FOLDER/config.txt")" >>"$LOG"')
        self.assertEqual(self.replace(file, "new\n")[0], 0)
        self.assertEqual(self.log.read_text(), f"sync config.txt.new old\nsync {self.root.name} new\n")

    def test_a_file_that_cannot_be_synced_replaces_nothing(self):
        file = self.root / "config.txt"
        file.write_text("old\n")
        self.tool("sync", "exit 1")
        self.assertNotEqual(self.replace(file, "new\n")[0], 0)
        self.assertEqual(file.read_text(), "old\n")

    def test_a_link_beside_the_file_is_not_followed(self):
        other = self.root / "other"
        other.write_text("of another program\n")
        (self.root / "config.txt.new").symlink_to(other)
        self.assertEqual(self.replace(self.root / "config.txt", "new\n")[0], 0)
        self.assertEqual(other.read_text(), "of another program\n")

    def test_every_script_writes_the_machines_files_with_it(self):
        for name in ("prepare-pi.sh", "isolate-cores.sh", "read-only-root.sh", "usb-midi-gadget"):
            text = (SCRIPTS / name).read_text()
            self.assertIn("replace-file", text, name)
            self.assertNotIn('.new"', text, name)
        self.assertRegex((project / "scripts/deb.sh").read_text(), r'deploy/scripts/replace-file.*"\$root/usr/lib/gestureflow/"')


@unittest.skipUnless(IS_ROOT, "isolate-cores: it wants root")
class IsolateCores(Scripts):
    def test_an_empty_command_line_is_told_and_left(self):
        file = self.root / "cmdline.txt"
        for text in ("", "\n"):
            file.write_text(text)
            code, said = self.run_script("sh", SCRIPTS / "isolate-cores.sh", CMDLINE=str(file))
            self.assertEqual((code, file.read_text()), (1, text), said)
            self.assertIn("is empty", said)

    def test_a_disk_that_fails_leaves_the_line_as_it_was(self):
        file = self.root / "cmdline.txt"
        file.write_text("root=x\n")
        self.tool("sync", "exit 1")
        self.assertNotEqual(self.run_script("sh", SCRIPTS / "isolate-cores.sh", CMDLINE=str(file))[0], 0)
        self.assertEqual(file.read_text(), "root=x\n")


@unittest.skipUnless(IS_ROOT and shutil.which("dtc"), "prepare-pi: it wants root and the device-tree compiler")
class PreparePi(Scripts):
    LINES = ("dtoverlay=gestureflow-panel", "dtparam=watchdog=on")

    def setUp(self):
        super().setUp()
        self.boot = self.root / "boot/firmware"
        (self.boot / "overlays").mkdir(parents=True)
        (self.boot / "cmdline.txt").write_text("console=tty1 root=PARTUUID=x rootwait\n")
        (self.root / "proc/device-tree/__symbols__").mkdir(parents=True)
        (self.root / "proc/device-tree/__symbols__/gpio").write_text("/soc/gpio\0")
        for name in ("systemctl", "usermod"):
            self.tool(name, f'echo "{name} $*" >>"$LOG"')

    def prepare(self, config, chip="bcm2711"):
        (self.boot / "config.txt").write_text(config)
        (self.root / "proc/device-tree/compatible").write_text(f"raspberrypi,model\0brcm,{chip}\0")
        return self.again()

    def run_it(self, **environment):
        return self.run_script("sh", SCRIPTS / "prepare-pi.sh", ROOT=str(self.root), CMDLINE=str(self.boot / "cmdline.txt"), **environment)

    def again(self):
        code, said = self.run_it()
        self.assertEqual(code, 0, said)
        return (self.boot / "config.txt").read_text()

    def test_a_plain_file_gets_its_lines_once(self):
        once = self.prepare("dtparam=audio=on")
        self.assertEqual(once, "dtparam=audio=on" + "".join(f"\n[all]\n{line}\n" for line in self.LINES))
        self.assertEqual(self.again(), once)
        self.assertEqual((self.boot / "config.txt.before-gestureflow").read_text(), "dtparam=audio=on")
        self.assertEqual((self.boot / "overlays/gestureflow-panel.dtbo").read_bytes()[:4], b"\xd0\x0d\xfe\xed")
        self.assertIn("isolcpus=3", (self.boot / "cmdline.txt").read_text())
        self.assertEqual((self.root / "etc/systemd/system.conf.d/gestureflow-watchdog.conf").read_text(), "[Manager]\nRuntimeWatchdogSec=15\n")

    def test_a_line_in_another_models_section_is_not_there(self):
        lines = "".join(line + "\n" for line in self.LINES)
        for section in ("[pi5]", "[none]", "[gpio4=1]", "[cm4]", "[pi4]\n[EDID=x]"):
            before = f"{section}\n{lines}"
            after = self.prepare(before)
            self.assertEqual(after, before + "".join(f"\n[all]\n{line}\n" for line in self.LINES), section)

    def test_a_line_that_this_machine_reads_is_there(self):
        lines = "dtoverlay=gestureflow-panel,mode=5\r\ndtparam=watchdog=on\n"
        for before, chip in ((lines, "bcm2711"), (f"[pi5]\n{lines}", "bcm2712"), (f"[pi4]\n{lines}", "bcm2711"), (f"[pi5]\nx=1\n[all]\n{lines}", "bcm2711")):
            self.assertEqual(self.prepare(before, chip).replace("\r", ""), before.replace("\r", ""))
        self.assertIn("\n[all]\ndtoverlay=gestureflow-panel\n", self.prepare("dtoverlay=gestureflow-panel2\n"))

    def test_a_compiler_that_fails_leaves_the_boot_partition_as_it_was(self):
        (self.boot / "overlays/gestureflow-panel.dtbo").write_text("the one before")
        self.tool("dtc", 'while [ "$1" != -o ]; do shift; done; echo half >"$2"; exit 1')
        (self.boot / "config.txt").write_text("dtparam=audio=on\n")
        code, said = self.run_it()
        self.assertNotEqual(code, 0, said)
        self.assertEqual((self.boot / "overlays/gestureflow-panel.dtbo").read_text(), "the one before")
        self.assertEqual((self.boot / "config.txt").read_text(), "dtparam=audio=on\n")

    def files(self):
        """Returns the contents of the boot partition and of /etc."""
        folders = (self.root / "boot", self.root / "etc")
        return {path.relative_to(self.root): path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}

    def test_failing_anywhere_it_ends_the_second_time_as_it_would_the_first(self):
        self.tool("sync", "exit 0")
        (self.boot / "config.txt").write_text("dtparam=audio=on\n")
        (self.root / "proc/device-tree/compatible").write_text("brcm,bcm2711\0")
        (self.boot / "overlays/gestureflow-panel.dtbo").write_text("the one before")
        before = self.files()
        self.assertEqual(self.run_it(SUDO_USER="owner")[0], 0)
        after, done = self.files(), self.log.read_text()
        self.assertEqual(done, "systemctl enable --now gestureflow-governor.service\nusermod -aG gestureflow owner\n")
        new = ("gestureflow-panel.dtbo", "config.txt.before-gestureflow", "config.txt", "gestureflow-watchdog.conf",
               "cmdline.txt.before-gestureflow", "cmdline.txt")
        faults = [("sync", f"*/{name}.new") for name in new] + [("mv", f"*/{name}.new") for name in ("config.txt", "cmdline.txt")]
        faults += [("sync", "*/overlays")]
        faults += [("systemctl", "*"), ("usermod", "*")]
        for name, argument in faults:
            with self.subTest(f"{name} {argument}"):
                for folder in ("boot", "etc"):
                    for path in (self.root / folder).rglob("*"):
                        if path.is_file():
                            path.unlink()
                for path, data in before.items():
                    (self.root / path).write_bytes(data)
                tool = self.root / "bin" / name
                text = tool.read_text() if tool.exists() else None
                otherwise = "" if name == "sync" else 'exec /bin/mv "$@"'
                self.tool(name, f'for word; do case $word in {argument}) exit 1 ;; esac; done\n{otherwise}')
                code, said = self.run_it(SUDO_USER="owner")
                self.assertNotEqual(code, 0, said)
                for path, data in self.files().items():
                    # A file that waits for its name may stay.
                    if path.suffix != ".new":
                        self.assertIn(data, (before.get(path), after.get(path)), path)
                for path in before:
                    self.assertTrue((self.root / path).is_file(), path)
                if text:
                    tool.write_text(text)
                else:
                    tool.unlink()
                self.log.write_text("")
                code, said = self.run_it(SUDO_USER="owner")
                self.assertEqual((code, self.files(), self.log.read_text()), (0, after, done), said)


@unittest.skipUnless(NAMESPACES, "read-only-root: it wants root and a mount namespace")
class ReadOnlyRoot(Scripts):
    """Tests with a folder as the partition, bound to its mount point.

    The state is in a private /var/lib.
    """

    def setUp(self):
        super().setUp()
        self.part, self.home, self.fstab = self.root / "part", self.root / "home", self.root / "fstab"
        (self.part / "lost+found").mkdir(parents=True)
        (self.home / "captures").mkdir(parents=True)
        self.home.chmod(0o750)
        os.chown(self.home, 65534, 65534)
        self.write("first")
        self.before = "# mine\nPARTUUID=x-02 / ext4 defaults,noatime 0 1\n"
        self.fstab.write_text(self.before)
        self.tool("blkid", "echo ext4")
        self.tool("mount", 'echo "mount $2" >>"$LOG"; exec /bin/mount --bind "$FOLDER/part" "$2"')
        self.tool("systemctl", 'echo "systemctl $*" >>"$LOG"; case "$*" in show*) if [ -e "$FOLDER/plays" ]; then cat "$FOLDER/plays"; else echo inactive; fi ;; esac')

    def write(self, text):
        (self.home / "state.json").write_text(text)
        (self.home / ".hidden").write_text(text)
        (self.home / "captures/1.flac").write_text(text * 1000)

    def secure(self):
        """Runs the script with /var/lib/gestureflow on a separate file system.

        The state goes there from `home`.
        """
        return self.run_script(
            "unshare", "-m", "sh", "-c",
            '/bin/mount -t tmpfs none /var/lib && cp -a "$FOLDER/home" /var/lib/gestureflow && cd "$FOLDER" && sh "$0" --state-partition /dev/mmcblk0p3',
            SCRIPTS / "read-only-root.sh", FSTAB=str(self.fstab))

    def partition(self):
        return {str(path.relative_to(self.part)): path.read_text() for path in self.part.rglob("*") if path.is_file()}

    def state(self, text):
        return {"state.json": text, ".hidden": text, "captures/1.flac": text * 1000}

    def test_the_state_moves_while_the_box_stands_still(self):
        (self.root / "plays").write_text("activating\n")
        self.tool("cp", 'case "$*" in *part*|*/tmp*copy*) echo cp >>"$LOG" ;; esac; exec /bin/cp "$@"')
        code, said = self.secure()
        self.assertEqual(code, 0, said)
        self.assertEqual(self.partition(), self.state("first"))
        self.assertEqual((self.part.stat().st_uid, self.part.stat().st_mode & 0o777), (65534, 0o750))
        self.assertEqual(sorted(path.name for path in self.part.iterdir()), [".hidden", "captures", "lost+found", "state.json"])
        lines = [line for line in self.log.read_text().splitlines() if line in ("cp", "mount /var/lib/gestureflow") or "gestureflow.service" in line]
        self.assertEqual(lines, ["systemctl show --property=ActiveState --value gestureflow.service", "systemctl stop gestureflow.service", "cp", "mount /var/lib/gestureflow",
                                 "systemctl --no-block start gestureflow.service"])
        self.assertIn("/dev/mmcblk0p3 /var/lib/gestureflow ext4 ", self.fstab.read_text())

    def test_a_partition_without_room_stays_empty(self):
        for said_room, words in ((1000, "take a larger partition"), (10**9, "has room for 3")):
            self.tool("df", f'case "$*" in *iavail*) echo 3 ;; *itotal*) echo 9 ;; *) echo {said_room} ;; esac')
            code, said = self.secure()
            self.assertEqual(code, 1, said)
            self.assertIn(words, said)
            self.assertEqual((self.partition(), self.fstab.read_text()), ({}, self.before))

    def test_failing_anywhere_it_can_be_run_again_with_the_state_as_it_is_then(self):
        faults = {
            "cp": 'case "$*" in *gestureflow-copy*) echo half >"$4/state.json"; exit 1 ;; esac; exec /bin/cp "$@"',
            "mv": 'case "$1" in -t) /bin/mv -t "$2" "$3"; exit 1 ;; esac; exec /bin/mv "$@"',
            "sync": 'case "$1" in -f) exit 1 ;; esac; exec /bin/sync "$@"',
            "chown": "exit 1",
            # The copy is complete, but the file that names it is not writable. The box keeps using the old state.
            "sync ": 'case "$1" in *fstab.new) exit 1 ;; esac; exec /bin/sync "$@"',
            "mv ": 'case "$*" in *-copy-done) exit 1 ;; esac; exec /bin/mv "$@"',
        }
        (self.root / "plays").write_text("activating\n")
        for fault, text in faults.items():
            name = fault.strip()
            with self.subTest(fault):
                self.log.write_text("")
                self.tool(name, text)
                code, said = self.secure()
                self.assertNotEqual(code, 0, said)
                self.assertEqual(self.fstab.read_text(), self.before, "a half copy is not the state")
                self.assertEqual(self.log.read_text().splitlines()[-1], "systemctl --no-block start gestureflow.service", "the box goes on")
                (self.root / "bin" / name).unlink()
                self.write(f"after {name}")
                code, said = self.secure()
                self.assertEqual(code, 0, said)
                self.assertEqual(self.partition(), self.state(f"after {name}"), said)
                self.assertTrue((self.part / "lost+found").is_dir())
                for path in self.part.iterdir():
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                (self.part / "lost+found").mkdir()
                self.fstab.write_text(self.before)

    def test_a_name_that_stays_after_all_is_written_costs_nothing(self):
        self.tool("rmdir", 'case "$1" in *gestureflow-copy*) exit 1 ;; esac; exec /bin/rmdir "$@"')
        code, said = self.secure()
        self.assertEqual(code, 0, said)
        self.assertTrue((self.part / ".gestureflow-copy-done").is_dir())
        (self.root / "bin/rmdir").unlink()
        # The box has played since, on the partition; at this start the partition was not mounted, and the old state
        # is in its place.
        (self.part / "state.json").write_text("newer")
        code, said = self.secure()
        self.assertEqual(code, 0, said)
        self.assertEqual(self.partition(), {**self.state("first"), "state.json": "newer"}, said)
        self.assertFalse((self.part / ".gestureflow-copy-done").exists())

    def test_what_lies_there_is_the_state_and_is_not_written_over(self):
        (self.part / "state.json").write_text("of another box")
        code, said = self.secure()
        self.assertEqual(code, 0, said)
        self.assertEqual(self.partition(), {"state.json": "of another box"})
        self.assertIn("nothing is copied", said)


@unittest.skipUnless(NAMESPACES, "the package's scripts: they want root and a mount namespace")
class PackageScripts(Scripts):
    def test_a_link_that_the_daemon_places_leads_root_nowhere(self):
        self.tool("systemctl", "exit 0")
        (self.root / "of-root").write_text("of root\n")
        for script, word in (("prerm", "remove"), ("postinst", "abort-remove")):
            code, said = self.run_script(
                "unshare", "-m", "sh", "-e", "-c",
                '/bin/mount -t tmpfs none /var/lib; mkdir -m 750 /var/lib/gestureflow; ln -s "$FOLDER/of-root" /var/lib/gestureflow/enabled-before-removal\n'
                f'sh "$0" {word}; find /var/lib/gestureflow -mindepth 1 ! -type l', project / "deploy/debian" / script)
            self.assertEqual((code, said), (0, ""), script)
            self.assertEqual((self.root / "of-root").read_text(), "of root\n", script)

    def test_a_purge_follows_no_link_out_of_the_state(self):
        self.tool("deluser", "exit 0")
        self.tool("delgroup", "exit 0")
        (self.root / "others").mkdir()
        (self.root / "others/file").write_text("kept\n")
        code, said = self.run_script(
            "unshare", "-m", "sh", "-e", "-c",
            'for place in /var/lib /run /etc; do /bin/mount -t tmpfs none $place; done; mkdir /var/lib/gestureflow /run/gestureflow\n'
            'ln -s "$FOLDER/others" /var/lib/gestureflow/captures; ln -s "$FOLDER/others" /run/gestureflow/x; sh "$0" purge; [ ! -e /var/lib/gestureflow ]',
            project / "deploy/debian/postrm")
        self.assertEqual(code, 0, said)
        self.assertEqual((self.root / "others/file").read_text(), "kept\n")

    def test_no_script_of_root_names_a_file_in_the_daemons_folders_to_write(self):
        for script in [*(project / "deploy/debian").glob("p*"), *SCRIPTS.iterdir(), project / "deploy/install.sh"]:
            self.assertNotRegex(script.read_text(), r">\s*\"?(/var/lib/gestureflow|/run/gestureflow)/", script.name)


@unittest.skipUnless(IS_ROOT, "install.sh: it wants root")
class Apt(Scripts):
    """Tests apt's lock, held on a fresh Debian: a wait, and apt's own words."""

    def setUp(self):
        super().setUp()
        (self.root / "box.deb").touch()
        self.tool("dpkg-deb", "echo amd64")
        self.tool("dpkg", "echo amd64")
        self.tool("systemctl", "exit 0")
        self.tool("usermod", "exit 0")
        self.tool("sleep", 'echo "sleep $1" >>"$LOG"')

    def install(self):
        self.log.write_text("")
        return self.run_script("sh", project / "deploy/install.sh", self.root / "box.deb")

    def test_a_lock_on_the_lists_is_waited_for(self):
        self.tool("apt-get", 'echo "apt-get $*" >>"$LOG"; case $* in *update*) [ "$(grep -c update "$LOG")" -gt 3 ] || '
                  '{ echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)" >&2; exit 100; } ;; esac')
        code, said = self.install()
        self.assertEqual(code, 0, said)
        self.assertEqual(self.log.read_text().splitlines().count("sleep 5"), 3)
        for line in self.log.read_text().splitlines():
            self.assertTrue(line == "sleep 5" or "DPkg::Lock::Timeout=300" in line, line)

    def test_another_error_is_shown_at_once(self):
        self.tool("apt-get", 'echo "E: The repository has no Release file." >&2; exit 100')
        code, said = self.install()
        self.assertEqual((code, self.log.read_text()), (1, ""))
        self.assertIn("E: The repository has no Release file.", said)

    def test_a_lock_that_stays_is_said_after_its_time(self):
        self.tool("apt-get", 'echo "E: Could not get lock /var/lib/apt/lists/lock" >&2; exit 100')
        code, said = self.install()
        self.assertEqual((code, self.log.read_text().count("sleep")), (1, 60))
        self.assertIn("E: Could not get lock", said)

    def test_every_call_of_apt_waits_for_its_lock(self):
        calls = [line for script in [*SCRIPTS.iterdir(), project / "deploy/install.sh"] for line in script.read_text().splitlines()
                 if re.search(r"(^|\|\| |=C )apt-get ", line)]
        self.assertEqual(len(calls), 3, calls)
        for line in calls:
            self.assertTrue("DPkg::Lock::Timeout=300" in line or '"$wait"' in line, line)


if __name__ == "__main__":
    unittest.main()
