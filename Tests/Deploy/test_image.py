"""Tests the firmware image's scripts that need no machine.

They make the owner's files, the slots of a Pi and of GRUB, the keys, and the list of packages.
"""
import fcntl, gzip, json, os, pathlib, re, shutil, struct, subprocess, sys, tempfile, unittest

project = pathlib.Path(__file__).resolve().parents[2]
ROOT = project / "deploy/image/rootfs"
BOX = ROOT / "usr/lib/gestureflow/image"
STAGE = (project / "deploy/image/first-stage").read_text()
sys.path[:0] = [str(project / "scripts/image"), str(project / "lab/image")]
import boot, firmware, libraries, machine, spdx


class Folders(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_script(self, *words, **environment):
        run = subprocess.run([str(word) for word in words], capture_output=True, text=True, env={**os.environ, **environment})
        return run.returncode, run.stdout + run.stderr

    def double(self, name, text):
        """Puts a program before the system's in the path `bin`, a shell script with this text."""
        program = self.root / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)

    def log_sync(self, status=0):
        """Puts a `sync` before the system's in the path.

        It logs each file, and for a folder whether a file still waits there for its name. For a folder it has this exit
        status.
        """
        self.double("sync", f"""for file; do
  word=file
  if [ -d "$file" ]; then word="folder $(ls "$file" | grep -c '[.]new$')"; fi
  echo "$word $file" >>{self.root}/synced
  [ ! -d "$file" ] || [ {status} = 0 ] || exit {status}
done
exec {shutil.which("sync")} "$@\"""")

    def assert_named(self, *files):
        """Checks that each file was synced before it got its name, and its folder right afterwards."""
        lines = (self.root / "synced").read_text().splitlines()
        for file in files:
            self.assertIn(f"file {file}.new", lines)
            self.assertEqual(lines[lines.index(f"file {file}.new") + 1], f"folder 0 {file.parent}")


class Texts(Folders):
    def read(self, data):
        file = self.root / "wifi.txt"
        file.write_bytes(data)
        return self.run_script(BOX / "read-text", file, TMPDIR=str(self.root))

    def test_every_editor_s_file_is_the_same_text(self):
        text = "name=Büro\npassword=geheim123\n"
        for data in (text.encode(), text.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r").encode(), text.encode("utf-16"),
                     b"\xfe\xff" + text.replace("\n", "\r\n").encode("utf-16-be"), text.encode() + b"\0\0"):
            self.assertEqual(self.read(data), (0, text), data)
        self.assertEqual([path.name for path in self.root.iterdir()], ["wifi.txt"])

    def test_what_is_no_text_is_refused_with_what_to_do(self):
        code, said = self.read(b"x" * (10 << 20))
        self.assertEqual(code, 1)
        self.assertIn("make it smaller", said)
        code, said = self.read(b"name=B\xfcro\n")
        self.assertEqual(code, 1)
        self.assertIn("save it as UTF-8", said)
        self.assertEqual([path.name for path in self.root.iterdir()], ["wifi.txt"])


class OwnerFiles(Folders):
    SHADOW = "root:*:20000:0:99999:7:::\nowner:!*:20000::::::\ngestureflow:!*:20000::::::\n"

    def setUp(self):
        super().setUp()
        for name in ("selector", "data", "etc/gestureflow", "iwd"):
            (self.root / name).mkdir(parents=True)
        (self.root / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n")
        (self.root / "etc/shadow").write_text(self.SHADOW)

    def put(self, name, text):
        (self.root / "selector" / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    def take(self):
        code, said = self.run_script(BOX / "owner-files", TMPDIR=str(self.root), GESTUREFLOW_SELECTOR=f"{self.root}/selector", GESTUREFLOW_DATA=f"{self.root}/data",
                                     GESTUREFLOW_ETC=f"{self.root}/etc", GESTUREFLOW_IWD=f"{self.root}/iwd", PATH=f"{self.root}/bin:{os.environ['PATH']}")
        self.assertEqual(code, 0, said)
        return said

    def test_a_box_without_files_has_a_name_and_no_network(self):
        self.assertEqual(self.take(), "")
        name = (self.root / "etc/hostname").read_text().strip()
        self.assertRegex(name, "^gestureflow-[0-9a-f]{4}$")
        self.assertEqual(sorted(path.name for path in (self.root / "data").iterdir()), ["hostname"])
        # The name never changes, and another box has another one.
        self.take()
        self.assertEqual((self.root / "etc/hostname").read_text().strip(), name)
        shutil.rmtree(self.root / "data")
        (self.root / "data").mkdir()
        (self.root / "etc/machine-id").write_text("f" * 32 + "\n")
        self.take()
        self.assertNotEqual((self.root / "etc/hostname").read_text().strip(), name)

    def test_wifi_is_on_while_its_file_is_there(self):
        self.put("wifi.txt", "\ufeff# home\r\nname = My Home\r\npassword=pass\\word1\r\ncountry=DE\r\n".encode("utf-8"))
        self.assertIn("Wi-Fi is on", self.take())
        profile = self.root / "iwd/My Home.psk"
        self.assertEqual(profile.read_text(), "[Security]\nPassphrase=pass\\\\word1\n")
        self.assertEqual(profile.stat().st_mode & 0o777, 0o600)
        self.assertIn("Country=DE", (self.root / "etc/iwd/main.conf").read_text())
        self.assertTrue((self.root / "data/network").exists())
        (self.root / "selector/wifi.txt").unlink()
        self.take()
        self.assertFalse(profile.exists() or (self.root / "data/wifi").exists() or (self.root / "data/network").exists())

    def test_every_name_is_on_the_disk_before_it_is_said(self):
        self.log_sync()
        self.put("gestureflow.toml", "[sound]\nvolume = 0.5\n")
        self.put("wifi.txt", "name=My Home\ncountry=FR\n")
        self.take()
        names = ("data/hostname", "etc/hostname", "etc/hosts", "etc/gestureflow/gestureflow.toml", "iwd/My Home.open", "etc/iwd/main.conf", "data/wifi", "data/network")
        self.assert_named(*(self.root / name for name in names))
        # A folder that cannot be synced is not a file that was taken over.
        self.log_sync(status=1)
        (self.root / "selector/wifi.txt").unlink()
        self.put("gestureflow.toml", "[sound]\nvolume = 0.6\n")
        self.assertNotIn("taken over", self.take())

    def test_names_with_other_characters_are_hexadecimal(self):
        self.put("wifi.txt", "name=Büro/1\npassword=geheim123\ncountry=DE\n".encode("utf-16"))
        self.take()
        self.assertTrue((self.root / f"iwd/={'Büro/1'.encode().hex()}.psk").exists())
        self.put("wifi.txt", "name=Cafe\ncountry=FR\n")
        self.take()
        self.assertEqual([path.name for path in (self.root / "iwd").iterdir()], ["Cafe.open"])

    def test_a_wifi_file_that_cannot_be_right_says_why(self):
        for text, why in (("password=geheim123\ncountry=DE\n", "name has 0 bytes"), ("name=a\npassword=short\ncountry=DE\n", "8 to 63"), ("name=a\npassword=geheim123\n", "country"),
                          ("name=a\npassword=geheim123\ncountry=de\n", "two capital letters"), ("n" * (10 << 20), "make it smaller"), (f"name={'n' * 33}\ncountry=DE\n", "33 bytes")):
            self.put("wifi.txt", text)
            self.assertIn(why, self.take())
            self.assertEqual(list((self.root / "iwd").iterdir()), [])
            self.assertFalse((self.root / "data/network").exists())

    @unittest.skipUnless(shutil.which("ssh-keygen"), "Debian's package openssh-client is not installed")
    def test_ssh_is_on_for_keys_and_only_for_keys(self):
        key = self.root / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        public = pathlib.Path(f"{key}.pub").read_text().strip()
        self.put("ssh.pub", f"# mine\r\n{public}\r\nnonsense\r\n")
        said = self.take()
        self.assertIn("line 3 is not a public key", said)
        self.assertEqual((self.root / "data/ssh/authorized_keys").read_text(), public + "\n")
        host = self.root / "data/ssh/ssh_host_ed25519_key"
        self.assertEqual(host.stat().st_mode & 0o777, 0o600)
        before = host.read_bytes()
        self.log_sync()
        self.take()
        self.assertEqual(host.read_bytes(), before)
        host.unlink()
        self.take()
        self.assertEqual((self.root / "synced").read_text().splitlines()[-5:-2], [f"file {host}", f"file {host}.pub", f"folder 0 {host.parent}"])
        # Each line starts a program before the music.
        self.put("ssh.pub", "x\n" * 100 + public + "\n" + "x\n" * 30000)
        said = self.take()
        self.assertEqual((said.count("is not a public key"), said.count("lines after the first 100 are not read"), said.count("\n")), (100, 1, 103))
        self.assertIn("SSH stays off", said)
        # A private key put there by mistake gives no access.
        self.put("ssh.pub", key.read_text())
        self.assertIn("SSH stays off", self.take())
        self.assertFalse((self.root / "data/ssh/authorized_keys").exists() or (self.root / "data/network").exists())

    def password(self):
        """Returns the owner's field in the table of passwords, and whether SSH takes passwords."""
        return re.search("^owner:([^:]*):20000::::::$", (self.root / "etc/shadow").read_text(), re.M)[1], (self.root / "data/ssh/password.conf").exists()

    YESCRYPT = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7"
    SHA512 = "$6$rounds=5000$saltstring$" + "a" * 86

    @unittest.skipUnless(shutil.which("ssh-keygen"), "Debian's package openssh-client is not installed")
    def test_a_password_is_taken_as_a_hash_while_it_is_there(self):
        for line in (f'[ssh]\npassword-hash = "{self.YESCRYPT}"', f"ssh.password-hash='{self.SHA512}'  # mine", f'[ssh]\n# mine\n\tpassword-hash = "{self.SHA512}"\n'):
            self.put("gestureflow.toml", f"{line}\n[sound]\nvolume = 0.5\n")
            said = self.take()
            self.assertIn("SSH takes the password of the user owner", said)
            self.assertIn("SSH is on", said)
            self.assertNotIn("$", said)
            self.assertEqual(self.password(), (self.YESCRYPT if self.YESCRYPT in line else self.SHA512, True))
            self.assertEqual((self.root / "data/ssh/password.conf").read_text(), "PasswordAuthentication yes\n")
            self.assertTrue((self.root / "data/network").exists() and (self.root / "data/ssh/ssh_host_ed25519_key").exists())
            # The daemon reads neither the hash nor a section that it does not know.
            settings = (self.root / "etc/gestureflow/gestureflow.toml").read_text()
            self.assertEqual(re.sub("# mine\n+", "", settings), "[sound]\nvolume = 0.5\n")
        self.assertEqual((self.root / "etc/shadow").stat().st_mode & 0o777, 0o600)
        self.assertEqual((self.root / "etc/shadow").read_text(), self.SHADOW.replace("owner:!*", f"owner:{self.SHA512}"))
        # A start without a change writes nothing.
        self.log_sync()
        self.take()
        self.assertNotIn("/etc/", (self.root / "synced").read_text())
        self.put("gestureflow.toml", "[sound]\nvolume = 0.5\n")
        self.take()
        self.assertEqual(self.password(), ("!*", False))
        self.assertFalse((self.root / "data/network").exists())
        # A file that is missing or cannot be read ends the password, too.
        for data in (None, b"\xff" * 100):
            self.put("gestureflow.toml", f'[ssh]\npassword-hash = "{self.YESCRYPT}"\n')
            self.take()
            self.assertEqual(self.password(), (self.YESCRYPT, True))
            (self.root / "selector/gestureflow.toml").unlink()
            if data:
                self.put("gestureflow.toml", data)
            self.take()
            self.assertEqual(self.password(), ("!*", False))

    def test_a_hash_in_a_comment_or_in_a_text_of_several_lines_goes_nowhere(self):
        for text in (f'# password-hash = "{self.SHA512}"\n', f'[ssh]\npassword-hash = """\n{self.YESCRYPT}"""\n', f'#{self.SHA512}\n'):
            self.put("gestureflow.toml", f"{text}[sound]\nvolume = 0.5\n")
            self.take()
            self.assertEqual((self.root / "etc/gestureflow/gestureflow.toml").read_text(), "[sound]\nvolume = 0.5\n")

    def test_what_is_no_hash_is_refused_and_goes_nowhere(self):
        md5, plain = "$1$salt$" + "a" * 22, "secret"
        for value in (f'"{plain}"', f'"{md5}"', '""', self.YESCRYPT, f'"{self.YESCRYPT}:0:"', f'"{self.YESCRYPT[:-1]}"', f'"{self.SHA512}x"', f'"{self.SHA512.replace("5000", "9999999")}"',
                      f'["{self.SHA512}"]', f'""{self.SHA512}""', f'"{self.SHA512}" }}', '"*"', f'"x{self.SHA512}"'):
            self.put("gestureflow.toml", f"[ssh]\npassword-hash = {value}\n[sound]\nvolume = 0.5\n")
            said = self.take()
            self.assertIn("password-hash is not used: it is not one line", said, value)
            self.assertIn("openssl passwd -6", said)
            self.assertIn("SSH stays off", said)
            self.assertNotIn("secret", said)
            self.assertNotIn("$", said)
            self.assertEqual(self.password(), ("!*", False), value)
            self.assertEqual((self.root / "etc/gestureflow/gestureflow.toml").read_text(), "[sound]\nvolume = 0.5\n")
        self.put("gestureflow.toml", f'ssh = {{ password-hash = "{self.SHA512}" }}\n')
        self.assertIn("password-hash is not used", self.take())
        self.put("gestureflow.toml", f'[ssh]\npassword-hash = "{self.SHA512}"\npassword-hash = "{self.YESCRYPT}"\n')
        self.assertIn("it 2 times; keep one line", self.take())
        self.assertEqual((self.root / "etc/shadow").read_text(), self.SHADOW)
        self.assertFalse((self.root / "data/network").exists())

    @unittest.skipUnless(shutil.which("openssl") and shutil.which("ssh-keygen"), "openssl or openssh-client is not installed")
    def test_the_hash_of_the_documented_command_is_taken(self):
        made = subprocess.run(["openssl", "passwd", "-6", "-stdin"], input="secret\n", check=True, capture_output=True, text=True).stdout.strip()
        self.put("gestureflow.toml", f'[ssh]\npassword-hash = "{made}"\n')
        self.assertIn("SSH takes the password", self.take())
        self.assertEqual(self.password(), (made, True))

    def test_a_box_that_cannot_store_a_password_takes_none(self):
        (self.root / "etc/shadow").unlink()
        self.put("gestureflow.toml", f'[ssh]\npassword-hash = "{self.SHA512}"\n')
        self.assertIn("SSH takes no password", self.take())
        self.assertFalse((self.root / "data/ssh/password.conf").exists() or (self.root / "data/network").exists())

    @unittest.skipUnless(shutil.which("ssh-keygen"), "Debian's package openssh-client is not installed")
    def test_other_keys_of_the_section_are_left_for_the_daemon_to_reject(self):
        self.put("gestureflow.toml", f'[ssh]\nport = 22\npassword-hash = "{self.SHA512}"\n[sound]\nvolume = 0.5\n')
        self.take()
        self.assertEqual((self.root / "etc/gestureflow/gestureflow.toml").read_text(), "[ssh]\nport = 22\n[sound]\nvolume = 0.5\n")

    def test_sshd_asks_for_a_password_only_where_the_file_says_so(self):
        conf = (ROOT / "etc/ssh/sshd_config.d/gestureflow.conf").read_text().splitlines()
        self.assertLess(conf.index("Include /data/ssh/password.conf"), conf.index("PasswordAuthentication no"))
        unit = (ROOT / "usr/lib/systemd/system/ssh.service.d/gestureflow.conf").read_text()
        self.assertEqual(re.findall("^ConditionPathExists=(.*)$", unit, re.M), ["|/data/ssh/authorized_keys", "|/data/ssh/password.conf"])

    def test_the_configuration_is_taken_over_and_a_bad_one_is_not(self):
        self.put("gestureflow.toml", "[sound]\r\nvolume = 0.5\r\n")
        self.assertIn("taken over", self.take())
        file = self.root / "etc/gestureflow/gestureflow.toml"
        self.assertEqual(file.read_text(), "[sound]\nvolume = 0.5\n")
        self.assertEqual(self.take(), "")
        self.put("gestureflow.toml", b"\xff" * 100)
        self.assertIn("gestureflow.toml is not used", self.take())
        self.assertEqual(file.read_text(), "[sound]\nvolume = 0.5\n")


class Tryboot(Folders):
    """Tests RAUC's backend for a Pi's firmware.

    It decides which slot starts next, and when autoboot.txt changes.
    """
    def setUp(self):
        super().setUp()
        for name in ("tree", "state", "run"):
            (self.root / name).mkdir()
        (self.root / "autoboot.txt").write_text("[all]\ntryboot_a_b=1\nboot_partition=2\n[tryboot]\nboot_partition=3\n")

    def ask(self, *words):
        return self.run_script(BOX / "tryboot", *words, PATH=f"{self.root}/bin:{os.environ['PATH']}", AUTOBOOT=f"{self.root}/autoboot.txt", TREE=f"{self.root}/tree", PARAM=f"{self.root}/run/reboot-param", STATE=f"{self.root}/state")

    def call(self, *words):
        code, said = self.ask(*words)
        self.assertEqual(code, 0, said)
        return said.strip()

    def start(self, partition):
        (self.root / "tree/partition").write_bytes(bytes([0, 0, 0, partition]))
        (self.root / "run/reboot-param").unlink(missing_ok=True)

    def default(self):
        return re.findall(r"boot_partition=(\d)", (self.root / "autoboot.txt").read_text())

    def test_a_good_update_becomes_the_default_after_its_trial(self):
        self.start(2)
        self.assertEqual((self.call("get-current"), self.call("get-primary")), ("A", "A"))
        self.log_sync()
        self.call("set-state", "B", "bad")
        self.assertEqual(self.call("get-state", "B"), "bad")
        self.assertEqual((self.root / "synced").read_text(), f"folder 0 {self.root}/state\n")
        (self.root / "bin/sync").unlink()
        # RAUC says no more than this after it has written a slot.
        self.call("set-primary", "B")
        self.assertEqual((self.call("get-primary"), self.call("get-state", "B")), ("B", "good"))
        self.assertEqual((self.root / "run/reboot-param").read_text(), "0 tryboot\n")
        self.assertEqual(self.default(), ["2", "3"])
        self.start(3)
        self.assertEqual((self.call("get-current"), self.call("get-primary")), ("B", "A"))
        self.call("set-state", "B", "good")
        self.assertEqual(self.default(), ["3", "2"])

    def test_the_slot_to_start_is_kept_without_power_until_it_starts_or_another_is_chosen(self):
        next_slot, flag = self.root / "state/next", self.root / "run/reboot-param"
        self.start(2)
        self.log_sync()
        self.call("set-primary", "B")
        self.assertEqual((next_slot.read_text(), flag.exists()), ("B\n", True))
        self.assertEqual((self.root / "synced").read_text().splitlines(), [f"file {next_slot}", f"folder 0 {self.root}/state"])
        self.call("set-state", "A", "bad")
        self.assertEqual((next_slot.exists(), flag.exists()), (True, True))
        # RAUC begins to write an update over it.
        self.call("set-state", "B", "bad")
        self.assertEqual((next_slot.exists(), flag.exists(), self.call("get-primary")), (False, False, "A"))
        self.call("set-primary", "B")
        (self.root / "synced").unlink()
        self.call("set-primary", "A")
        self.assertEqual((next_slot.exists(), flag.exists()), (False, False))
        self.assertEqual((self.root / "synced").read_text(), f"folder 0 {self.root}/state\n")

    def test_a_restart_into_the_other_slot_works_without_room_for_its_file(self):
        self.start(2)
        # A file of this name cannot be written.
        (self.root / "state/next").mkdir()
        self.call("set-primary", "B")
        self.assertEqual(self.call("get-primary"), "B")

    def test_a_partition_without_room_is_read_only_again_and_the_default_stays(self):
        self.double("mount", f"echo $2 >>{self.root}/mounts")
        self.start(3)
        (self.root / "autoboot.txt.new").mkdir()
        self.assertNotEqual(self.ask("set-state", "B", "good")[0], 0)
        self.assertEqual((self.root / "mounts").read_text().split(), ["remount,rw", "remount,ro"])
        self.assertEqual(self.default(), ["2", "3"])

    def test_a_bad_update_is_left_and_the_default_stays(self):
        self.start(2)
        self.call("set-primary", "B")
        self.start(3)
        self.call("set-state", "B", "bad")
        self.assertEqual(self.default(), ["2", "3"])
        self.start(2)
        self.assertEqual((self.call("get-current"), self.call("get-primary"), self.call("get-state", "A"), self.call("get-state", "B")), ("A", "A", "good", "bad"))


class FailingSlot(Folders):
    """Tests when the first stage takes the other slot.

    Its functions run here with this machine's programs instead of busybox.
    """
    START = "halt() { exit 3; }\nleave_failing_slot"

    def setUp(self):
        super().setUp()
        for name in ("notes", "selector", "bin"):
            (self.root / name).mkdir()
        for name in ("sync", "mount", "umount"):
            self.double(name, "")
        (self.root / "selector/autoboot.txt").write_text("[all]\ntryboot_a_b=1\nboot_partition=2\n[tryboot]\nboot_partition=3\n")

    def note(self, *names):
        for name in names:
            (self.root / "notes" / name).write_text("x\n")

    def run_stage(self, slot, steps):
        """Runs `steps` after the first stage's functions, which say nothing; returns the exit status."""
        code, said = self.call_stage(slot, steps)
        self.assertEqual(said, "")
        return code

    def call_stage(self, slot, steps):
        """Runs `steps` after the first stage's functions; returns the exit status and their words."""
        functions = "".join(re.search(rf"^{name}\(\) {{\n.*?^}}\n", STAGE, re.M | re.S).group(0) for name in ("count_start", "edit_env", "give_try_back", "choose_other", "end_choice", "leave_failing_slot"))
        other = {"A": "B", "B": "A"}[slot]
        script = f"B= slot={slot} other={other} notes={self.root}/notes returned={self.root}/returned selector={self.root}/selector told=/\nsay() {{ echo \"$*\"; }}\n{functions}\n{steps}"
        return self.run_script("sh", "-c", script, PATH=f"{self.root}/bin:{os.environ['PATH']}")

    def start(self, slot="A"):
        """Returns whether a start of the slot takes the other one."""
        code = self.run_stage(slot, self.START)
        self.assertIn(code, (0, 3))
        return code == 3

    def default(self):
        return re.findall(r"boot_partition=(\d)", (self.root / "selector/autoboot.txt").read_text())

    def test_the_fourth_start_takes_the_other_slot_and_says_why(self):
        self.note("was-good-A", "was-good-B")
        self.assertEqual([self.start() for _ in range(4)], [False, False, False, True])
        self.assertEqual(self.default(), ["3", "2"])
        self.assertEqual((self.root / "returned").read_text(), "slot A: it did not get ready in three starts\n")
        self.assertEqual(sorted(path.name for path in (self.root / "notes").iterdir()), ["bad-A", "was-good-A", "was-good-B"])
        self.assertEqual([path.name for path in (self.root / "selector").iterdir()], ["autoboot.txt"])
        # The other slot stays, since the first one is bad.
        self.assertEqual([self.start("B") for _ in range(6)], [False] * 6)
        self.assertEqual(self.default(), ["3", "2"])

    def test_a_slot_that_starts_is_not_to_start_next_any_more(self):
        self.double("sync", f"ls {self.root}/notes >{self.root}/synced")
        for slot, left in (("A", ["next"]), ("B", [])):
            (self.root / "notes/next").write_text("B\n")
            self.assertEqual(self.run_stage(slot, "told=/missing\nleave_failing_slot"), 0)
            self.assertEqual([path.name for path in (self.root / "notes").iterdir()], left)
            self.assertEqual((self.root / "synced").exists(), slot == "B")
        # The removal is on the disk before the system starts.
        self.assertEqual((self.root / "synced").read_text(), "")

    def test_a_start_is_counted_on_the_card_before_the_system_starts(self):
        self.note("was-good-A", "was-good-B")
        self.double("sync", f"ls {self.root}/notes >{self.root}/synced")
        self.assertFalse(self.start())
        self.assertEqual((self.root / "synced").read_text().split(), ["starts-A", "was-good-A", "was-good-B"])

    def test_the_other_slot_is_taken_although_the_note_cannot_be_written(self):
        self.note("was-good-A", "was-good-B")
        (self.root / "notes/starts-A").write_text("3\n")
        # A redirection that fails would end the shell, and with it the kernel.
        (self.root / "notes/bad-A").mkdir()
        self.assertTrue(self.start())
        self.assertEqual(self.default(), ["3", "2"])

    def test_slot_b_is_left_in_the_same_way(self):
        self.note("was-good-A", "was-good-B", "starts-B")
        (self.root / "notes/starts-B").write_text("3\n")
        (self.root / "selector/autoboot.txt").write_text("[all]\nboot_partition=3\n[tryboot]\nboot_partition=2\n")
        self.assertTrue(self.start("B"))
        self.assertEqual(self.default(), ["2", "3"])

    def test_a_start_that_health_finds_good_ends_the_count(self):
        self.note("was-good-A", "was-good-B")
        self.assertEqual([self.start() for _ in range(3)], [False] * 3)
        (self.root / "notes/starts-A").unlink()
        self.assertEqual([self.start() for _ in range(3)], [False] * 3)
        self.assertEqual(self.default(), ["2", "3"])

    def test_a_count_that_cannot_be_read_begins_anew(self):
        self.note("was-good-A", "was-good-B")
        for text in ("", "x", "-1", "4", "9999999999999999999999"):
            (self.root / "notes/starts-A").write_text(text)
            self.assertFalse(self.start())
            self.assertEqual((self.root / "notes/starts-A").read_text(), "1\n")

    def env(self, **changes):
        """Sets variables of GRUB's file, and returns all."""
        file = self.root / "selector/grub/grubenv"
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(b"# GRUB Environment Block\nORDER=A B\nA_OK=1\nA_TRY=0\nB_OK=1\nB_TRY=0\n".ljust(1024, b"#"))
        block = file.read_bytes()
        self.assertEqual(len(block), 1024)
        values = dict(line.split("=") for line in block.rstrip(b"#").decode().splitlines()[1:]) | changes
        file.write_bytes(("# GRUB Environment Block\n" + "".join(f"{name}={value}\n" for name, value in values.items())).encode().ljust(1024, b"#"))
        return values

    def power_on(self, is_cut=False):
        """Starts with GRUB, and again while a slot is left; returns the slot whose system starts.

        is_cut: whether the power is cut before the first stage. Otherwise it is cut before the system is ready.
        """
        for _ in range(4):
            assignments = " ".join(f'{name}="{value}"' for name, value in self.env().items())
            code, said = self.run_script("sh", "-c", f"{assignments}\n{Grub.LINES}\necho $chosen $A_TRY $B_TRY $A_OK")
            self.assertEqual(code, 0, said)
            slot, *tries = said.split()[-4:]
            self.env(**dict(zip(("A_TRY", "B_TRY", "A_OK"), tries)))
            if is_cut or self.call_stage(slot, f"told=/missing\n{self.START}")[0] == 0:
                return slot
        self.fail("the box restarts for ever")

    def ready(self, slot):
        """Does what health and RAUC do in a slot that gets ready."""
        for name in (f"starts-{slot}", f"bad-{slot}"):
            (self.root / "notes" / name).unlink(missing_ok=True)
        self.env(**{f"{slot}_OK": "1", f"{slot}_TRY": "0"})

    def test_a_good_slot_has_three_starts_with_grub_too(self):
        self.note("was-good-A", "was-good-B", "trial")
        self.assertEqual([self.power_on() for _ in range(4)], ["A", "A", "A", "B"])
        self.assertEqual((self.root / "returned").read_text(), "slot A: it did not get ready in three starts\n")
        # Health would take the note of a trial for the reason.
        self.assertFalse((self.root / "notes/trial").exists())
        self.ready("B")
        # A power cut does not bring back the slot that was left.
        self.assertEqual([self.power_on(is_cut=True), self.power_on(), self.power_on()], ["B", "B", "B"])

    def test_a_slot_whose_starts_cannot_be_counted_is_left_at_once(self):
        self.note("was-good-A", "was-good-B")
        # A full partition takes no file.
        (self.root / "notes/starts-A.new").mkdir()
        self.assertEqual(self.call_stage("A", "count_start")[0], 2)
        self.assertEqual([self.power_on() for _ in range(2)], ["A", "B"])

    def test_a_slot_that_grub_knows_as_good_is_taken_after_a_reset(self):
        self.note("was-good-A")
        self.assertEqual([self.power_on() for _ in range(5)], ["A", "A", "A", "A", "B"])

    def test_two_slots_that_fail_start_in_turn(self):
        self.note("was-good-A", "was-good-B")
        started = [self.power_on() for _ in range(12)]
        self.assertEqual(started[:6], ["A", "A", "A", "B", "B", "B"])
        self.assertEqual(set(started[6:]), {"A", "B"}, started)

    def test_a_slot_that_grub_does_not_start_is_not_chosen(self):
        self.note("was-good-A", "was-good-B")
        self.env(B_OK="0")
        self.assertEqual([self.power_on() for _ in range(6)], ["A"] * 6)
        self.assertFalse((self.root / "returned").exists())

    def test_an_update_on_trial_has_one_start_with_grub(self):
        self.note("was-good-A")
        self.env(ORDER="B A")
        self.assertEqual([self.power_on() for _ in range(2)], ["B", "A"])

    def test_a_file_of_grub_that_cannot_be_written_is_left_and_reported(self):
        self.note("was-good-A")
        (self.root / "selector/grub").mkdir()
        file = self.root / "selector/grub/grubenv"
        file.write_text("A_TRY=1\n")
        code, said = self.call_stage("A", "told=/missing\nleave_failing_slot")
        self.assertEqual((code, said), (0, "GRUB's file cannot be written: the next start takes the other slot\n"))
        self.assertEqual(file.read_text(), "A_TRY=1\n")

    def test_without_another_good_system_the_slot_stays(self):
        for names in ([], ["was-good-A"], ["was-good-B"], ["was-good-A", "was-good-B", "bad-B"]):
            self.note(*names)
            self.assertEqual([self.start() for _ in range(5)], [False] * 5)
            self.assertEqual(self.default(), ["2", "3"])
            for path in (self.root / "notes").iterdir():
                path.unlink()


class FactoryReset(Folders):
    """Tests when the first stage of the image empties the data.

    Its lines run here in other folders, with doubles that mount nothing.
    """
    LINES = re.search(r"^requests=.*?^fi\n", STAGE, re.M | re.S).group(0) + re.search(r"^going=.*?^fi\n", STAGE, re.M | re.S).group(0)

    def setUp(self):
        super().setUp()
        for name in ("mnt", "data/imports", "data/lost+found"):
            (self.root / name).mkdir(parents=True)
        (self.root / "data/imports/song.flac").write_text("x")
        (self.root / "data/.hidden").write_text("x")
        self.double("mount", "exit 0")
        self.double("umount", "exit 0")

    def run_stage(self, changed=""):
        """Runs the lines. Returns the exit status and the log."""
        lines = self.LINES.replace("/root/data", f"{self.root}/data").replace("/mnt", f"{self.root}/mnt")
        script = f"B= disk=/dev/none changed={changed}\nsay() {{ echo \"$*\"; }}\n{lines}"
        return self.run_script("sh", "-c", script, PATH=f"{self.root}/bin:{os.environ['PATH']}")

    def start(self, changed=""):
        """Starts the box. Returns the lines of the log, and what is left of the data."""
        code, said = self.run_stage(changed)
        self.assertEqual(code, 0, said)
        return said.splitlines(), sorted(path.name for path in (self.root / "data").iterdir())

    def test_a_file_empties_the_data_once(self):
        for name in ("factory-reset", "factory-reset.txt"):
            (self.root / "mnt" / name).write_text("")
            self.assertEqual(self.start(), (["factory reset"], ["lost+found"]))
            (self.root / "data/state.json").write_text("x")
            self.assertEqual(self.start(), ([], ["lost+found", "state.json"]))

    def test_without_a_file_nothing_is_lost(self):
        self.assertEqual(self.start(), ([], [".hidden", "imports", "lost+found"]))
        (self.root / "mnt/factory-reset").mkdir()
        self.assertEqual(self.start(), (["factory-reset is not a file: nothing is reset"], [".hidden", "imports", "lost+found"]))

    def test_a_file_that_cannot_be_removed_empties_nothing(self):
        (self.root / "mnt/factory-reset").write_text("")
        self.double("rm", f'case $* in *{self.root}/mnt/*) exit 1 ;; esac\nexec {shutil.which("rm")} "$@"')
        for _ in range(2):
            self.assertEqual(self.start(), (["factory-reset cannot be carried out: write the card again"], [".hidden", "imports", "lost+found"]))

    def test_a_reset_that_the_power_ended_goes_on(self):
        (self.root / "mnt/factory-reset").write_text("")
        # The cut comes when the file is gone, and a part of the data: the first name that is removed.
        self.double("rm", f'{shutil.which("rm")} "$@"\ncase $* in *-rf*) kill $PPID ;; esac')
        self.assertNotEqual(self.run_stage()[0], 0)
        self.assertEqual([path.name for path in (self.root / "mnt").iterdir()], [])
        self.assertTrue((self.root / "data/factory-reset").exists())
        (self.root / "bin/rm").unlink()
        self.assertEqual(self.start(), (["factory reset"], ["lost+found"]))

    def test_the_note_is_on_the_card_before_the_file_goes(self):
        (self.root / "mnt/factory-reset").write_text("")
        self.double("sync", f"ls {self.root}/mnt {self.root}/data | tr '\\n' ' ' >>{self.root}/synced; echo >>{self.root}/synced")
        self.start()
        first = (self.root / "synced").read_text().splitlines()[0]
        self.assertEqual(first.count("factory-reset"), 2, first)

    def test_a_card_that_cannot_be_looked_at_again_empties_nothing(self):
        (self.root / "mnt/factory-reset").write_text("")
        # It can be looked at first.
        self.double("mount", f'case $* in *ro*) [ ! -e {self.root}/looked ] || exit 1; touch {self.root}/looked ;; esac')
        self.assertEqual(self.start(), (["factory-reset cannot be carried out: write the card again"], [".hidden", "imports", "lost+found"]))

    def test_data_in_memory_are_not_emptied_and_the_file_stays(self):
        (self.root / "mnt/factory-reset").write_text("")
        self.assertEqual(self.start("memory"), (["factory-reset cannot be carried out: write the card again"], [".hidden", "imports", "lost+found"]))
        self.assertTrue((self.root / "mnt/factory-reset").exists())


class LostData(Folders):
    """Tests when the first stage of the image makes the data partition anew.

    Its lines run here, with doubles that mount and make it.
    """
    LINES = re.search(r"^if ! mount_data; then\n  #.*?^fi\n", STAGE, re.M | re.S).group(0)

    def start(self, found, mounts="[ -e made ]", reset=""):
        """Returns what is noted of the data, and whether they were made anew.

        found: what e2fsck noted before. mounts: whether the partition can be mounted. reset: whether the owner asks for
        a reset.
        """
        made = self.root / "made"
        made.unlink(missing_ok=True)
        script = f"cd {self.root}; B=: disk=/dev/none changed={found} reset={reset}\nsay() {{ :; }}\nmount_data() {{ {mounts}; }}\nmake_data() {{ touch made; }}\n{self.LINES}\necho \"$changed\""
        code, said = self.run_script("sh", "-c", script)
        self.assertEqual(code, 0, said)
        return said.strip(), made.exists()

    def test_damaged_data_that_cannot_be_mounted_are_made_anew(self):
        self.assertEqual(self.start("repaired"), ("new", True))
        self.assertEqual(self.start("repaired", "false"), ("memory", True))

    def test_whole_data_that_the_kernel_cannot_mount_stay(self):
        self.assertEqual(self.start(""), ("memory", False))

    def test_data_that_the_kernel_cannot_mount_are_made_anew_for_an_owner_who_asks_for_a_reset(self):
        self.assertEqual(self.start("", reset="1"), ("new", True))
        self.assertEqual(self.start("", "true", reset="1"), ("", False))

    def test_data_that_can_be_mounted_stay(self):
        for found in ("", "repaired"):
            self.assertEqual(self.start(found, "true"), (found, False))


class Health(Folders):
    """Tests whether a system stays.

    Only `sleep` moves the clock, ten seconds each time.
    """
    PROGRAMS = {
        "sleep": 'echo $(($(cat uptime) + 10)) >uptime',
        "systemctl": 'case $1 in is-active) cat active ;; show) cat invocation ;; *) echo "$*" >>orders ;; esac',
        # On a Pi its backend keeps the slot to start next.
        "rauc": 'echo "rauc $*" >>orders; [ "$2 $3 $(cat slot)" != "mark-active other A" ] || echo B >notes/next',
        "journalctl": "cat journal",
        "chgrp": "exit 0",
        # A daemon that restarts again and again has another number each time.
        "gfctl": 'echo $(($(cat uptime) / $(cat lives))) >invocation; [ -e health.txt ] || exit 4; cat health.txt; [ "$(head -n 1 health.txt)" = healthy ]',
    }

    def setUp(self):
        super().setUp()
        (self.root / "bin").mkdir()
        (self.root / "notes").mkdir()
        for name, text in self.PROGRAMS.items():
            (self.root / "bin" / name).write_text(f"#!/bin/sh\ncd {self.root}\n{text}\n")
            (self.root / "bin" / name).chmod(0o755)
        self.put(uptime="5", active="active", invocation="0", lives="100000", orders="", slot="A", journal="a crash")
        self.put(**{"image-version": "1"})
        self.faults()

    def put(self, **files):
        for name, text in files.items():
            (self.root / name).write_text(text + "\n")

    def faults(self, *names):
        """Sets the daemon's answer to `gfctl health`."""
        self.put(**{"health.txt": "\n".join(["degraded" if names else "healthy"] + [f"{name}: no {name}: plug one in" for name in names])})

    def call(self, script="health"):
        (self.root / "orders").write_text("")
        code, said = self.run_script(BOX / script, PATH=f"{self.root}/bin:{os.environ['PATH']}", GESTUREFLOW_NOTES=f"{self.root}/notes", GESTUREFLOW_RETURNED=f"{self.root}/returned", GESTUREFLOW_VERSION=f"{self.root}/version",
                                     GESTUREFLOW_SLOT=f"{self.root}/slot", GESTUREFLOW_SHARE=str(self.root), GESTUREFLOW_UPTIME=f"{self.root}/uptime",
                                     GESTUREFLOW_LOST=f"{self.root}/lost", GESTUREFLOW_GRUBENV=f"{self.root}/grubenv", TREE=f"{self.root}/tree", AUTOBOOT=f"{self.root}/autoboot.txt", PARAM=f"{self.root}/reboot-param",
                                     GESTUREFLOW_ERRORS=f"{self.root}/errors", GESTUREFLOW_RUN=str(self.root), TMPDIR=str(self.root))
        return code, said, (self.root / "orders").read_text().split("\n")[:-1]

    def update(self):
        """Slot A was good and has installed an update, which starts now."""
        self.assertEqual(self.call()[0], 0)
        self.assertEqual(self.call("before-update")[:2], (0, ""))
        self.assertEqual(self.call("after-update")[:2], (0, ""))
        self.put(slot="B", uptime="5", **{"image-version": "2"})

    def seconds(self):
        return int((self.root / "uptime").read_text()) - 5

    def test_a_new_card_s_system_is_good_when_it_is_ready(self):
        self.assertEqual(self.call(), (0, "health: slot A is good (1)\n", ["rauc status mark-good"]))
        self.assertEqual(self.seconds(), 0)

    def test_a_slot_is_marked_again_when_rauc_answers_too_late(self):
        good = "rauc status mark-good"
        for failures, code, said in ((2, 0, "health: slot A is good (1)\n"), (3, 1, "health: slot A is healthy, but it could not be marked good: look at journalctl -u rauc\n")):
            self.put(failures=str(failures))
            (self.root / "bin/rauc").write_text(
                f'#!/bin/sh\ncd {self.root}\necho "rauc $*" >>orders\nleft=$(($(cat failures) - 1))\necho $left >failures\n[ $left -lt 0 ]\n')
            self.assertEqual(self.call(), (code, said, [good] * 3))
            self.assertEqual((self.root / "notes/was-good-A").exists(), code == 0)
            (self.root / "notes/was-good-A").unlink(missing_ok=True)

    def test_a_new_card_s_system_without_a_sound_card_is_good_after_a_minute(self):
        self.put(active="activating")
        self.faults("sound", "camera")
        self.assertEqual(self.call(), (0, "health: slot A is good (1), with known faults: camera,sound\n", ["rauc status mark-good"]))
        # It is asked for the first time after twenty seconds.
        self.assertEqual(self.seconds(), 80)

    def test_an_update_is_good_in_a_dark_room_and_beside_an_empty_stick(self):
        self.update()
        self.faults("light", "stick", "data")
        self.assertEqual(self.call()[0], 0)
        self.assertEqual((self.root / "orders").read_text(), "rauc status mark-good\n")

    def test_a_rejected_stick_does_not_end_the_trial_of_an_update(self):
        self.update()
        # PLAY was held during the trial: the box reports it as a problem of the stick.
        self.faults("stick")
        self.assertEqual(self.call()[0], 0)

    def test_a_new_card_s_system_that_does_not_answer_has_no_other(self):
        (self.root / "health.txt").unlink()
        code, said, orders = self.call()
        self.assertEqual((code, orders), (1, []))
        self.assertIn("there is no other system", said)

    def test_a_slot_that_grub_has_left_is_told(self):
        self.assertEqual(self.call()[0], 0)
        self.update()
        self.assertEqual(self.call()[0], 0)
        self.assertFalse((self.root / "returned").exists())
        (self.root / "grubenv").write_text("A_TRY=1\nB_TRY=1\n")
        code, said, _ = self.call()
        self.assertEqual((code, said.splitlines()[0]), (0, "health: back from slot A: its kernel stopped, or the power was cut while it started"))
        self.assertEqual((self.root / "returned").read_text(), "slot A: its kernel stopped, or the power was cut while it started\n")
        # The first stage has told it.
        (self.root / "returned").unlink()
        (self.root / "notes/bad-A").write_text("")
        self.assertEqual(self.call()[0], 0)
        self.assertFalse((self.root / "returned").exists())

    def test_a_good_update_stays_after_a_minute(self):
        self.update()
        self.assertEqual(self.call(), (0, "health: slot B is good (2)\n", ["rauc status mark-good"]))
        self.assertEqual(self.seconds(), 60)
        self.assertEqual(sorted(path.name for path in (self.root / "notes").iterdir()), ["was-good-A", "was-good-B"])
        # An owner who is not root reads the versions of both slots.
        self.assertEqual([((self.root / name).read_text(), (self.root / name).stat().st_mode & 0o777) for name in ("version-A", "version-B")], [("1\n", 0o644), ("2\n", 0o644)])
        # Its next start is not a trial.
        self.put(uptime="5")
        self.assertEqual(self.call()[0], 0)
        self.assertEqual(self.seconds(), 0)

    def test_an_update_is_not_refused_for_a_fault_that_was_there_before(self):
        self.put(active="activating")
        self.faults("camera", "sound")
        self.update()
        self.assertEqual(self.call(), (0, "health: slot B is good (2), with known faults: camera,sound\n", ["rauc status mark-good"]))
        # Also if the old daemon did not answer at all.
        (self.root / "health.txt").unlink()
        self.put(slot="B")
        self.call("before-update")
        self.call("after-update")
        self.put(slot="A", **{"image-version": "3"})
        self.faults("sound")
        self.assertEqual(self.call()[0], 0)

    def test_a_new_fault_brings_the_old_system_back_and_it_says_why(self):
        self.faults("camera")
        self.update()
        self.put(active="activating")
        self.faults("camera", "sound")
        code, said, orders = self.call()
        self.assertEqual((code, orders, self.seconds()), (1, ["rauc status mark-active other", "--no-block reboot"], 90))
        self.assertIn("a fault that the system before did not have: sound: no sound: plug one in", said)
        self.put(slot="A", active="active", **{"image-version": "1"})
        self.faults("camera")
        code, said, orders = self.call()
        self.assertEqual((code, orders), (0, ["rauc status mark-bad other", "rauc status mark-active booted", "rauc status mark-good"]))
        self.assertEqual((self.root / "returned").read_text(), "slot B: a fault that the system before did not have: sound: no sound: plug one in\n")
        # The next update starts a new trial.
        self.call("before-update")
        self.assertFalse((self.root / "returned").exists())

    def test_every_note_is_on_the_disk_before_the_next_step(self):
        self.log_sync()
        self.update()
        self.assertEqual(self.call()[0], 0)
        self.assert_named(self.root / "notes/was-good-A", self.root / "version-A", self.root / "notes/faults", self.root / "notes/trial", self.root / "version-B")

    def test_a_good_start_ends_the_count_of_failed_ones(self):
        for name in ("starts-A", "bad-A", "starts-B"):
            (self.root / "notes" / name).write_text("2\n")
        self.assertEqual(self.call()[0], 0)
        self.assertEqual(sorted(path.name for path in (self.root / "notes").iterdir()), ["starts-B", "was-good-A"])
        (self.root / "health.txt").unlink()
        (self.root / "notes/starts-A").write_text("1\n")
        self.assertEqual(self.call()[0], 1)
        self.assertTrue((self.root / "notes/starts-A").exists())
        # An update replaces the system that was counted.
        self.call("before-update")
        self.assertFalse((self.root / "notes/starts-B").exists())

    def test_an_update_takes_the_version_of_the_slot_with_it(self):
        self.update()
        self.call()
        self.call("before-update")
        self.assertEqual(sorted(path.name for path in self.root.glob("version-?")), ["version-B"])

    def test_a_daemon_that_does_not_answer_or_starts_again_and_again_is_left(self):
        self.update()
        (self.root / "health.txt").unlink()
        code, said, orders = self.call()
        self.assertEqual((code, orders, self.seconds()), (1, ["rauc status mark-active other", "--no-block reboot"], 90))
        self.assertIn("the daemon does not answer", said)
        # The journal ends with this start.
        self.assertEqual((self.root / "errors").read_text(), "a crash\n")
        self.faults()
        self.put(uptime="5", lives="20")
        code, said, orders = self.call()
        self.assertEqual((code, orders, self.seconds()), (1, ["rauc status mark-active other", "--no-block reboot"], 180))
        self.assertEqual((self.root / "notes/reason").read_text(), "the daemon starts again and again\n")

    def test_a_trial_that_ended_in_a_kernel_panic_is_told(self):
        self.update()
        self.put(slot="A", **{"image-version": "1"})
        code, _, orders = self.call()
        self.assertEqual((code, orders), (0, ["rauc status mark-bad other", "rauc status mark-active booted", "rauc status mark-good"]))
        self.assertIn("slot B: it did not get as far as its check", (self.root / "returned").read_text())

    def test_an_update_whose_box_was_switched_off_starts_at_the_next_start(self):
        self.update()
        self.put(slot="A", **{"image-version": "1"})
        # The cut came before the note of the trial.
        (self.root / "notes/trial").unlink()
        (self.root / "notes/next").write_text("B\n")
        restart = (0, "health: slot B was to start next: restarting\n", ["rauc status mark-active other", "--no-block reboot"])
        (self.root / "bin/sync").write_text(f"#!/bin/sh\ncd {self.root}\nls notes >synced\n")
        (self.root / "bin/sync").chmod(0o755)
        self.assertEqual(self.call(), restart)
        # The removal is on the disk before the restart.
        self.assertEqual((self.root / "synced").read_text(), "faults\ntrial\nwas-good-A\n")
        self.assertEqual((sorted(path.name for path in (self.root / "notes").iterdir()), (self.root / "returned").exists()), (["faults", "trial", "was-good-A"], False))
        # It is tried once.
        self.assertEqual(self.call()[2][0], "rauc status mark-bad other")
        self.assertIn("slot B: it did not get as far as its check", (self.root / "returned").read_text())
        # A slot that runs is not to start next.
        (self.root / "notes/next").write_text("A\n")
        self.assertEqual(self.call()[2], ["rauc status mark-good"])
        # A rollback is not a trial.
        (self.root / "notes/was-good-B").write_text("x\n")
        (self.root / "notes/next").write_text("B\n")
        self.assertEqual(self.call(), restart)
        self.assertFalse((self.root / "notes/trial").exists())

    def test_the_box_does_not_restart_if_the_other_slot_cannot_be_chosen(self):
        self.update()
        self.put(slot="A", **{"image-version": "1"})
        (self.root / "notes/next").write_text("B\n")
        (self.root / "bin/rauc").write_text(f'#!/bin/sh\ncd {self.root}\necho "rauc $*" >>orders\n[ "$2" != mark-active ]\n')
        code, said, orders = self.call()
        self.assertEqual((code, orders), (0, ["rauc status mark-active other"] * 3 + ["rauc status mark-good"]))
        self.assertIn("slot B was to start next, and could not be chosen", said)
        # The update was not tried.
        self.assertEqual(((self.root / "notes/next").exists(), (self.root / "returned").exists()), (True, False))

    def test_a_system_that_was_good_before_stays_without_a_sound_card(self):
        self.update()
        self.call()
        self.put(active="activating", uptime="5")
        self.faults("sound")
        self.assertEqual(self.call()[0], 0)
        (self.root / "health.txt").unlink()
        code, said, orders = self.call()
        self.assertEqual((code, orders), (1, []))
        self.assertIn("this system was good before: it stays", said)

    def test_a_trial_whose_kernel_cannot_use_the_data_is_left(self):
        self.update()
        for path in (self.root / "notes").iterdir():
            path.unlink()
        self.put(lost="memory", **{"autoboot.txt": "[all]\ntryboot_a_b=1\nboot_partition=2\n[tryboot]\nboot_partition=3"})
        # GRUB's boxes stay: their default cannot be told from a trial.
        self.assertEqual(self.call()[2], ["rauc status mark-good"])
        (self.root / "tree").mkdir()
        (self.root / "tree/partition").write_bytes(b"\0\0\0\3")
        (self.root / "notes/was-good-B").unlink()
        self.assertEqual(self.call(), (1, "health: slot B cannot use the data partition: back to the other one\n", ["--no-block reboot"]))
        # The default stays, or a card without data would restart for ever. So does a slot whose default is unknown.
        self.put(slot="A")
        self.assertEqual(self.call()[2], ["rauc status mark-good"])
        (self.root / "autoboot.txt").rename(self.root / "hidden")
        self.assertEqual(self.call()[2], ["rauc status mark-good"])
        (self.root / "hidden").rename(self.root / "autoboot.txt")
        # Other words give no cause to leave.
        self.put(slot="B", lost="repaired")
        self.assertEqual(self.call()[2], ["rauc status mark-good"])

    def test_a_trial_after_a_reset_takes_the_faults_as_known_and_its_end_is_told(self):
        self.update()
        for name in ("faults", "trial"):
            (self.root / "notes" / name).unlink()
        self.faults("camera")
        self.assertEqual(self.call()[0], 0)
        (self.root / "notes/was-good-B").unlink()
        (self.root / "health.txt").unlink()
        self.assertEqual(self.call()[2], ["rauc status mark-active other", "--no-block reboot"])
        self.put(slot="A", **{"image-version": "1"})
        self.faults()
        self.call()
        self.assertEqual((self.root / "returned").read_text(), "slot B: the daemon does not answer\n")

    def test_a_healthy_update_that_cannot_be_marked_says_so_in_the_old_system(self):
        self.update()
        self.double("rauc", "exit 1")
        self.assertEqual(self.call()[0], 1)
        self.put(slot="A", **{"image-version": "1"})
        self.call()
        self.assertEqual((self.root / "returned").read_text(), "slot B: it was healthy, but it could not be marked good: make room on the first partition of the card\n")

    def test_a_good_update_that_cannot_be_noted_stays_on_trial(self):
        self.faults("camera")
        self.update()
        # A folder takes the place of the note's file.
        (self.root / "notes/was-good-B.new").mkdir()
        code, said, _ = self.call()
        self.assertEqual(code, 1)
        self.assertIn("make room on the data partition", said)
        self.assertEqual(sorted(path.name for path in (self.root / "notes").iterdir()), ["faults", "trial", "was-good-A", "was-good-B.new"])
        # A system that is noted already needs no room.
        (self.root / "notes/was-good-A.new").mkdir()
        self.put(slot="A", **{"image-version": "1"})
        (self.root / "notes/trial").rename(self.root / "kept")
        self.assertNotIn("make room", self.call()[1])
        (self.root / "kept").rename(self.root / "notes/trial")
        self.faults("camera")
        self.call("before-update")
        (self.root / "notes/trial").write_text("B\n")
        self.put(slot="B", **{"image-version": "2"})
        # The known fault is known at the next start, too.
        (self.root / "notes/was-good-B.new").rmdir()
        self.assertEqual(self.call()[0], 0)


class Errors(Folders):
    """Tests which errors of the journal are kept."""
    def setUp(self):
        super().setUp()
        for name in ("bin", "run", "data"):
            (self.root / name).mkdir()
        self.log_sync()
        for name, text in (("journalctl", f"cat {self.root}/journal"), ("chgrp", "exit 0")):
            (self.root / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.root / "bin" / name).chmod(0o755)

    def keep(self, journal):
        """Runs the script with this journal. Returns the names and texts of the files on the data partition."""
        (self.root / "journal").write_text(journal)
        code, said = self.run_script(BOX / "keep-errors", PATH=f"{self.root}/bin:{os.environ['PATH']}", TMPDIR=str(self.root / "run"),
                                     GESTUREFLOW_ERRORS=f"{self.root}/data/errors", GESTUREFLOW_RUN=f"{self.root}/run")
        self.assertEqual((code, said), (0, ""))
        return {path.name: path.read_text() for path in (self.root / "data").iterdir()}

    def restart(self):
        (self.root / "run/errors-begun").unlink()

    def test_the_errors_of_this_start_and_the_one_before_are_kept(self):
        self.assertEqual(self.keep(""), {})
        self.assertEqual(self.keep("one\n"), {"errors": "one\n"})
        self.assertEqual((self.root / "data/errors").stat().st_mode & 0o777, 0o640)
        self.restart()
        self.assertEqual(self.keep(""), {"errors-before": "one\n"})
        self.assertEqual(self.keep("two\n"), {"errors": "two\n", "errors-before": "one\n"})
        self.restart()
        self.assertEqual(self.keep("three\n"), {"errors": "three\n", "errors-before": "two\n"})

    def test_only_new_errors_are_written(self):
        for _ in range(3):
            self.keep("one\n")
        self.assertEqual((self.root / "synced").read_text(), f"file {self.root}/data/errors.new\n")

    def test_both_files_take_four_mebibytes_at_most(self):
        for _ in range(2):
            self.keep("x" * (3 << 20) + "end\n")
            self.restart()
        kept = self.keep("x" * (3 << 20) + "end\n")
        self.assertLessEqual(sum(len(text) for text in kept.values()), 4 << 20)
        self.assertEqual({text[-4:] for text in kept.values()}, {"end\n"})

    def test_a_partition_that_cannot_be_written_is_reported_and_left_clean(self):
        (self.root / "bin/chgrp").write_text("#!/bin/sh\nexit 1\n")
        (self.root / "journal").write_text("one\n")
        code, said = self.run_script(BOX / "keep-errors", PATH=f"{self.root}/bin:{os.environ['PATH']}", TMPDIR=str(self.root / "run"),
                                     GESTUREFLOW_ERRORS=f"{self.root}/data/errors", GESTUREFLOW_RUN=f"{self.root}/run")
        self.assertEqual((code, list((self.root / "data").iterdir())), (0, []))
        self.assertIn("cannot be written", said)


class Grub(Folders):
    """Tests which slot GRUB starts. Its lines for the choice run here as a shell's."""
    LINES = re.sub(r"\bset ([A-Za-z_]+=)", r"\1", re.search(r"^set chosen=\n.*?^done\n", (project / "deploy/image/grub.cfg").read_text(), re.M | re.S).group(0))

    def choose(self, order="A B", a=(1, 0), b=(1, 0)):
        """Returns the chosen slot, its partition, and the tries that are noted.

        a, b: whether the slot is good, and its tries.
        """
        begin = f'ORDER="{order}" A_OK={a[0]} A_TRY={a[1]} B_OK={b[0]} B_TRY={b[1]}\n'
        code, said = self.run_script("sh", "-c", f"{begin}{self.LINES}\necho $chosen $part $A_TRY $B_TRY")
        self.assertEqual(code, 0, said)
        return said.splitlines()[-1]

    def test_the_first_good_slot_with_a_try_starts(self):
        self.assertEqual(self.choose(), "A msdos2 1 0")
        self.assertEqual(self.choose("B A"), "B msdos3 0 1")
        self.assertEqual(self.choose("B A", b=(1, 1)), "A msdos2 1 1")
        self.assertEqual(self.choose("B A", b=(0, 0)), "A msdos2 1 0")

    def test_without_a_try_all_get_another_one_at_once(self):
        self.assertEqual(self.choose("B A", (1, 1), (1, 1)), "B msdos3 0 1")
        self.assertEqual(self.choose("B A", (1, 1), (0, 0)), "A msdos2 1 0")
        self.assertEqual(self.choose(a=(0, 0), b=(0, 0)), "A msdos2 1 0")

    def test_an_order_that_names_no_slot_starts_a_good_one(self):
        for order in ("", "A", "x y"):
            self.assertEqual(self.choose(order, (0, 0), (1, 0)), "B msdos3 0 1")
            self.assertEqual(self.choose(order), "A msdos2 1 0")


class GrubEditenv(Folders):
    EDIT = project / "deploy/image/grub-editenv"

    def test_it_writes_the_block_that_grub_reads(self):
        (self.root / "grub").mkdir()
        file = self.root / "grub/grubenv"
        file.write_bytes(b"# GRUB Environment Block\nORDER=A B\nA_OK=1\n".ljust(1024, b"#"))
        self.assertEqual(self.run_script(self.EDIT, file, "set", "A_OK=0", "B_TRY=1"), (0, ""))
        self.assertEqual(file.read_bytes(), b"# GRUB Environment Block\nORDER=A B\nA_OK=0\nB_TRY=1\n".ljust(1024, b"#"))
        self.assertEqual(self.run_script(self.EDIT, file, "list"), (0, "ORDER=A B\nA_OK=0\nB_TRY=1\n"))
        if shutil.which("grub-editenv"):
            self.assertEqual(subprocess.run(["grub-editenv", file, "list"], capture_output=True, text=True).stdout, "ORDER=A B\nA_OK=0\nB_TRY=1\n")

    def test_what_does_not_fit_changes_nothing(self):
        (self.root / "grub").mkdir()
        file = self.root / "grub/grubenv"
        before = b"# GRUB Environment Block\nORDER=A B\n".ljust(1024, b"#")
        file.write_bytes(before)
        code, said = self.run_script(self.EDIT, file, "set", f"X={'y' * 1000}")
        self.assertEqual((code, file.read_bytes()), (1, before), said)


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class Keys(Folders):
    KEYS = project / "scripts/image/keys"

    def test_a_signer_is_below_the_root_and_keys_are_never_replaced(self):
        folder = self.root / "keys"
        code, said = self.run_script(self.KEYS, folder)
        self.assertEqual(code, 0, said)
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["keyring.pem", "root.key", "signer.key", "signer.pem"])
        for name in ("root.key", "signer.key"):
            self.assertEqual((folder / name).stat().st_mode & 0o777, 0o600)
        self.assertEqual(subprocess.run(["openssl", "verify", "-CAfile", folder / "keyring.pem", folder / "signer.pem"], capture_output=True).returncode, 0)
        code, said = self.run_script(self.KEYS, folder)
        self.assertEqual(code, 1)
        self.assertIn("name another folder", said)

    def test_test_keys_and_no_keys_make_no_release(self):
        # A checkout with only the scripts, and tools that do nothing: the rejection comes before the first use.
        copy = self.root / "project"
        (copy / "scripts").mkdir(parents=True)
        shutil.copytree(project / "scripts/image", copy / "scripts/image")
        shutil.copy(project / "scripts/image.sh", copy / "scripts/")
        (copy / "Sources/GestureFlowAPI").mkdir(parents=True)
        (copy / "Sources/GestureFlowAPI/Report.swift").write_text('  public static let current = "0.1.0"\n')
        (copy / "out").mkdir()
        (copy / "out/gestureflow_0.1.0_amd64.deb").write_text("")
        (self.root / "bin").mkdir()
        for tool in ("mmdebstrap", "mksquashfs", "mkfs.erofs", "mkfs.vfat", "mcopy", "mke2fs", "sfdisk", "rauc", "zstd", "xz", "cpio", "depmod", "readelf", "grub-mkimage", "grub-editenv"):
            (self.root / "bin" / tool).write_text("#!/bin/sh\nexit 99\n")
            (self.root / "bin" / tool).chmod(0o755)
        subprocess.run([self.KEYS, "--test", self.root / "keys"], check=True, capture_output=True)
        path = f"{self.root}/bin:{os.environ['PATH']}"
        for environment, why in (({}, "KEYS is not set"), ({"KEYS": f"{self.root}/keys"}, "test keys, which must never be in a release"), ({"KEYS": f"{self.root}/none"}, "has no keyring.pem"),
                                 ({"KEYS": f"{self.root}/keys", "TEST_VERSION": "1"}, "for TEST=1")):
            code, said = self.run_script(copy / "scripts/image.sh", "amd64", PATH=path, **{"TEST": "", "KEYS": "", "TEST_VERSION": "", **environment})
            self.assertEqual(code, 1, said)
            self.assertIn(why, said)
        code, said = self.run_script(copy / "scripts/image.sh", "riscv64", PATH=path)
        self.assertEqual(code, 1)
        self.assertIn("there is no image for ARCH=riscv64", said)


@unittest.skipUnless(shutil.which("dpkg-deb"), "dpkg-deb is not installed")
class OwnKernel(Folders):
    """Tests which packages make image KERNEL=FOLDER takes, and what it puts on the boot partition."""
    RELEASE = "6.12.47+rpt-rpi-v8"

    def setUp(self):
        super().setUp()
        self.folder = self.root / "kernel"
        self.folder.mkdir()

    def package(self, name, version="1:6.12.47-1+rpt1", architecture="arm64"):
        tree = self.root / "tree"
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(f"Package: {name}\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: a <a@b.c>\nDescription: x\n")
        file = self.folder / f"{name}_{version.replace(':', '')}_{architecture}.deb"
        subprocess.run(["dpkg-deb", "-Znone", "--root-owner-group", "--build", tree, file], check=True, capture_output=True)
        shutil.rmtree(tree)
        return str(file)

    def look(self):
        return self.run_script(project / "scripts/image/own-kernel.sh", self.folder)

    def test_the_kernel_is_taken_and_what_belongs_to_it_is_not(self):
        for name in ("linux-image-rpi-v8", f"linux-headers-{self.RELEASE}", f"linux-image-{self.RELEASE}-dbg", "linux-base"):
            self.package(name)
        (self.folder / "notes.txt").write_text("x")
        file = self.package(f"linux-image-{self.RELEASE}")
        self.assertEqual(self.look(), (0, f"{self.RELEASE}\n{file}\n"))

    def test_a_kernel_of_several_packages_is_taken_whole(self):
        files = [self.package(f"linux-{part}-{self.RELEASE}") for part in ("base", "binary", "modules")]
        self.assertEqual(self.look(), (0, "\n".join([self.RELEASE, *files]) + "\n"))

    def test_a_folder_that_cannot_be_meant_says_why(self):
        def refused(why):
            code, said = self.look()
            self.assertEqual(code, 1, said)
            self.assertIn(why, said)
            self.assertIn("image: ", said)
            for path in self.folder.iterdir():
                path.unlink()

        refused("has no kernel: download the package linux-image-VERSION-rpi-v8 for arm64")
        self.package("linux-image-rpi-v8")
        refused("has no kernel")
        self.package("linux-image-6.12.47+rpt-rpi-v7l", architecture="armhf")
        refused("is for armhf: download")
        self.package(f"linux-image-{self.RELEASE}")
        self.package("linux-image-6.12.62+rpt-rpi-v8", version="1:6.12.62-1+rpt1")
        refused(f"has several kernels ({self.RELEASE}, version 1:6.12.47-1+rpt1; 6.12.62+rpt-rpi-v8, version 1:6.12.62-1+rpt1): leave one")
        self.package(f"linux-image-{self.RELEASE}")
        self.package(f"linux-image-{self.RELEASE}", version="1:6.12.47-1+rpt2")
        refused("has several kernels")
        self.package("linux-image-6.12.47+rpt-rpi-2712")
        refused("is not one that starts on a Pi 4 and a Pi 5")
        self.package("linux-image-6.12.48+deb13-arm64")
        refused("Debian's kernel needs no KERNEL")
        (self.folder / "half.deb").write_text("!<arch>\n")
        refused("is not a Debian package: download it again")
        self.folder.rmdir()
        code, said = self.look()
        self.assertEqual(code, 1)
        self.assertIn(f"there is no folder {self.folder}", said)

    def test_it_is_for_a_raspberry_pi_alone(self):
        code, said = self.run_script(project / "scripts/image.sh", "amd64", KERNEL=str(self.folder))
        self.assertEqual(code, 1)
        self.assertIn("KERNEL is a Raspberry Pi's kernel", said)
        code, said = self.run_script(project / "scripts/image.sh", "arm64", KERNEL=str(self.folder))
        self.assertEqual(code, 1)
        self.assertIn("has no kernel", said)

    @unittest.skipUnless(shutil.which("dtc"), "dtc is not installed")
    def test_each_kernel_has_the_boot_partition_that_its_trees_need(self):
        def boot(release, trees, vmlinuz):
            parts, to = self.root / "cache/arm64", self.root / "boot"
            shutil.rmtree(to, ignore_errors=True)
            shutil.rmtree(parts, ignore_errors=True)
            to.mkdir()
            (parts / "firmware/usr/lib/raspi-firmware").mkdir(parents=True)
            for name in ("start4.elf", "fixup4.dat"):
                (parts / "firmware/usr/lib/raspi-firmware" / name).write_text("x")
            (parts / "release").write_text(release + "\n")
            for path, text in trees.items():
                file = parts / "kernel" / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            kernel = self.root / "vmlinuz"
            kernel.write_bytes(vmlinuz)
            code, said = self.run_script(project / "scripts/image/pi-boot.sh", to, kernel, "quiet", GESTUREFLOW_IMAGE_CACHE=str(self.root / "cache"))
            self.assertEqual((code, said), (0, ""))
            return to

        packed = gzip.compress(b"kernel")
        own = f"usr/lib/linux-image-{self.RELEASE}"
        names = ("bcm2711-rpi-4-b", "bcm2711-rpi-400", "bcm2712-rpi-5-b")
        to = boot(self.RELEASE, {**{f"{own}/broadcom/{name}.dtb": name for name in (*names, "bcm2712d0-rpi-5-b")}, f"{own}/overlays/hifiberry-dac.dtbo": "x", f"{own}/overlays/README": "x"}, packed)
        self.assertEqual(sorted(path.stem for path in to.glob("*.dtb")), sorted((*names, "bcm2712d0-rpi-5-b")))
        self.assertEqual((to / "kernel8.img").read_bytes(), packed)
        self.assertEqual(sorted(path.name for path in (to / "overlays").iterdir()), ["README", "gestureflow-panel.dtbo", "hifiberry-dac.dtbo"])
        config = (to / "config.txt").read_text()
        self.assertNotIn("upstream_kernel", config)
        self.assertNotIn("rp1", config)
        self.assertIn("console=serial0,115200", (to / "cmdline.txt").read_text())
        debian = "7.3.4+deb13-arm64"
        to = boot(debian, {f"usr/lib/modules/{debian}/dtb/broadcom/{name}.dtb": name for name in (*names, "bcm2712-d-rpi-5-b")}, b"kernel")
        self.assertEqual(gzip.decompress((to / "kernel8.img").read_bytes()), b"kernel")
        self.assertEqual(sorted(path.name for path in (to / "overlays").iterdir()), ["README", "gestureflow-panel-rp1.dtbo", "gestureflow-panel.dtbo"])
        self.assertIn("upstream_kernel=1", (to / "config.txt").read_text())


class TwoBuilds(Folders):
    """Tests how make image TWICE=1 compares."""

    def setUp(self):
        super().setUp()
        for work in ("first", "second"):
            (self.root / work / "bundle").mkdir(parents=True)
            (self.root / work / "tree/etc").mkdir(parents=True)
            for name in ("bundle/boot.img", "bundle/root.img", "disk.img", "spdx.json", "tree/etc/same", "tree/etc/other"):
                (self.root / work / name).write_bytes(bytes(5000))
            (self.root / work / "tree/etc/link").symlink_to("/nowhere")

    def compare(self):
        return self.run_script(project / "scripts/image/compare.sh", self.root / "first", self.root / "second")

    def test_builds_of_the_same_bits_pass(self):
        code, said = self.compare()
        self.assertEqual((code, said.count("\n")), (0, 1), said)
        self.assertIn("the same bits", said)

    def test_each_part_that_differs_is_named_with_the_file_in_the_root(self):
        for name in ("bundle/root.img", "disk.img", "tree/etc/other"):
            (self.root / "second" / name).write_bytes(bytes(4000) + b"x" + bytes(999))
        code, said = self.compare()
        self.assertEqual(code, 1)
        self.assertRegex(said, "image: bundle/root.img differs in two builds: (byte|char) 4001")
        self.assertIn("image: disk.img differs", said)
        self.assertIn("tree/etc/other differ", said)
        for name in ("boot.img differs", "spdx.json differs", "same"):
            self.assertNotIn(name, said.replace("two builds", "").replace("the same", ""))
        self.assertIn("mend what depends on time", said)

    def test_a_length_and_a_missing_part_are_differences(self):
        (self.root / "second/bundle/boot.img").write_bytes(bytes(4999))
        code, said = self.compare()
        self.assertEqual(code, 1)
        self.assertIn("bundle/boot.img differs", said)
        (self.root / "first/disk.img").unlink()
        code, said = self.compare()
        self.assertEqual(code, 1)
        self.assertIn("first/disk.img to compare", said)


class Start(Folders):
    """Tests how the lab compares the starts of two machines."""

    def test_a_sound_is_told_from_silence(self):
        self.assertFalse(boot.has_sound(b""))
        self.assertFalse(boot.has_sound(struct.pack("<4h", 0, 3, -31, 0)))
        for value in (32, -32, 32767, -32768):
            self.assertTrue(boot.has_sound(struct.pack("<3h", 0, 0, value)))

    def test_the_first_sound_in_a_growing_recording_is_noted(self):
        path = self.root / "card.wav"
        ear = boot.Ear(str(path))
        # A header is not a sound, and a sample may be cut.
        path.write_bytes(b"\xff" * boot.HEAD + bytes(4001))
        with open(path, "ab") as file:
            file.write(b"\0" + struct.pack("<h", 9000))
        ear.join(60)
        self.assertIsNotNone(ear.at)

    def test_the_machines_start_in_turn_and_the_first_start_does_not_count(self):
        begun, said = [], []

        def begin(folder, name, patience, say):
            begun.append(name)
            return {"image": (40.0, 50.0), "plain": (100.0, 80.0)}[name] if len(begun) > 2 else (900.0, 900.0)

        boot.boot("folder", 1, said.append, begin)
        self.assertEqual(begun, ["image", "plain"] * 3)
        self.assertEqual(said[-2:], ["kernel to READY: image 40.0 40.0, plain 100.0 100.0 s; ratio 0.40, the goal is 0.5: reached",
                                     "kernel to first sound: image 50.0 50.0, plain 80.0 80.0 s; ratio 0.62, the goal is 0.5: missed"])

    def test_both_kernels_have_the_same_words(self):
        script = (project / "scripts/image/compose.sh").read_text()
        own = re.search(r'^words="gf.disk=\$id (.*)"$', script, re.M)[1]
        before = re.search(r"@WORDS@\|(.*) \$words\|", script)[1]
        self.assertEqual(f"{before} {own}", machine.WORDS)


class Packages(Folders):
    def test_the_list_has_each_installed_package_with_its_licences(self):
        status = self.root / "var/lib/dpkg/status"
        status.parent.mkdir(parents=True)
        status.write_text("Package: b\nStatus: install ok installed\nMaintainer: Someone <a@b.c>\nArchitecture: amd64\nVersion: 1:2-3\nDescription: b\n more\n\n"
                          "Package: a\nStatus: install ok installed\nArchitecture: all\nVersion: 1\n\nPackage: gone\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 1\n")
        copyright = self.root / "usr/share/doc/b/copyright"
        copyright.parent.mkdir(parents=True)
        copyright.write_text("Format: x\n\nFiles: *\nLicense: GPL-2+\n\nFiles: debian/*\nLicense: MIT\n text\n\nLicense: GPL-2+\n text\n")
        made = json.loads(json.dumps(spdx.document("box", "1", 0, spdx.installed(self.root))))
        self.assertEqual([(package["name"], package["versionInfo"], package["licenseComments"]) for package in made["packages"]],
                         [("a", "1", f"Debian: {spdx.FREE_TEXT}"), ("b", "1:2-3", "Debian: GPL-2+, MIT")])
        self.assertEqual(made["creationInfo"]["created"], "1970-01-01T00:00:00Z")

    def test_a_newer_package_replaces_the_installed_one_in_the_list(self):
        old, new = ("rauc", "1.13", "arm64", "", ""), ("rauc", "1.15.2", "arm64", "", "")
        other, kernel = ("zlib1g", "1.3", "arm64", "", ""), ("linux-image", "7", "arm64", "", "")
        self.assertEqual(spdx.combined([old, other], [new, kernel]), [kernel, new, other])
        self.assertEqual([spdx.vendor(number) for number in ("1:6.12.47-1+rpt1", "7.3.4-1~bpo13+1")], ["raspberrypi", "debian"])

    def test_a_library_that_was_left_out_is_missed(self):
        library = self.root / "usr/lib/x86_64-linux-gnu"
        library.mkdir(parents=True)
        (self.root / "usr/bin").mkdir()
        (self.root / "usr/bin/player").write_text("")
        (library / "liba.so.1.2").write_text("")
        (library / "liba.so.1").symlink_to("liba.so.1.2")
        (library / "libb.so").symlink_to("/nowhere/libb.so")
        (library / "own").mkdir()
        (library / "own/libc.so").write_text("")
        needs = {"player": (["liba.so.1", "libc.so"], ["/usr/lib/x86_64-linux-gnu/own"]), "liba.so.1.2": (["libb.so", "liba.so.1"], []), "libc.so": ([], [])}
        self.assertEqual(libraries.missing(self.root, ["/usr/bin/player"], lambda path: needs[path.name]), [("libb.so", "liba.so.1.2")])


class Firmware(Folders):
    """The lab's firmware of a Raspberry Pi (lab/image/firmware.py)."""

    def disk(self, *rows):
        """Makes a disk of these tables: [sector, [(type, start)]]."""
        disk = self.root / "disk"
        data = bytearray(64 * 512)
        for sector, entries in rows:
            for row, (kind, start) in enumerate(entries):
                struct.pack_into("<B3xB3xII", data, sector * 512 + 446 + 16 * row, 0, kind, start, 1)
        disk.write_bytes(data)
        return disk

    def test_partitions_of_the_card_have_a_pi_s_numbers(self):
        disk = self.disk((0, [(12, 1), (12, 5), (12, 9), (15, 20)]), (20, [(131, 1), (5, 10)]), (30, [(131, 2), (5, 20)]), (40, [(131, 3)]))
        self.assertEqual(firmware.partitions(disk), {1: 1, 2: 5, 3: 9, 4: 20, 5: 21, 6: 32, 7: 43})
        self.assertEqual(firmware.partitions(self.disk((0, [(12, 3)]))), {1: 3})

    def test_only_the_sections_of_this_board_count(self):
        text = "kernel=a # one\n[pi4]\nkernel=b\n[pi5]\nkernel=c\n[all]\ninitramfs initrd.zst followkernel\n\n# kernel=d\n"
        self.assertEqual(firmware.settings(text, ["all", "pi4"]), {"kernel": "b", "initramfs": "initrd.zst followkernel"})
        self.assertEqual(firmware.settings(text, ["all", "pi5"])["kernel"], "c")
        self.assertEqual(firmware.settings(text, ["all"])["kernel"], "a")

    def test_a_start_s_last_words_do_not_count_for_the_next_one(self):
        # The console of all starts is one file: a flag of the start before must not hold for a panic.
        box = machine.Machine.__new__(machine.Machine)
        box.console, box.shell, box.folder, box.errors, box.command = str(self.root / "console.log"), str(self.root / "shell"), str(self.root), subprocess.DEVNULL, []
        box.firmware = firmware.Firmware("card", str(self.root))
        box.firmware.start = lambda: ["true"]
        for words, tries in ((b"reboot: Restarting system with command '0 tryboot'\n", True), (b"Kernel panic - not syncing\n", False), (b"reboot: Restarting system\n", False)):
            box.start()
            box.process.wait()
            with open(box.console, "ab") as console:
                console.write(words)
            self.assertEqual(box.last_words(), words)
            box.firmware.ended(box.last_words())
            self.assertEqual(box.firmware.tries, tries)

    def test_a_counted_machine_has_one_core_and_a_clock_of_instructions(self):
        for one in (machine.PC, firmware.MACHINE):
            words = machine.counted_machine(one)
            self.assertEqual([words[words.index(name) + 1] for name in ("-accel", "-smp", "-icount")], ["tcg,thread=single", "1", "shift=0"])
            self.assertEqual(words[words.index("-M") + 1], one[one.index("-M") + 1])

    def test_the_flag_holds_for_one_start(self):
        box, chosen = firmware.Firmware("card", str(self.root)), []
        box.tool = lambda *command: b""

        def read(partition, name):
            chosen.append(partition)
            return {"autoboot.txt": b"[all]\ntryboot_a_b=1\nboot_partition=2\n[tryboot]\nboot_partition=3\n",
                    "config.txt": (project / "deploy/image/config.txt").read_bytes(), "cmdline.txt": b"quiet\n"}.get(name, b"")

        box.read = read
        for console, partition in ((b"", 2), (b"[1] reboot: Restarting system with command '0 tryboot'\r\n", 3), (None, 2), (b"reboot: Restarting system\n", 2), (b"reboot: Power down\n", 2)):
            if console is not None:
                box.ended(console)
            chosen.clear()
            command = box.start()
            self.assertEqual(set(chosen), {1, partition}, console)
            self.assertEqual(command[-2:], ["-append", f"quiet {firmware.WORDS}"])


class OnePlace(unittest.TestCase):
    def test_numbers_of_partitions_agree(self):
        names = re.search(r'for name in (.*); do\n', STAGE[STAGE.index("number=1"):]).group(1).replace('""', "-").split()
        numbers = {name: str(number) for number, name in enumerate(names, start=1)}
        boot, root = {"A": numbers["boot-a"], "B": numbers["boot-b"]}, {"A": numbers["root-a"], "B": numbers["root-b"]}
        self.assertEqual(dict(re.findall(r"set chosen=([AB]);.*set part=msdos(\d)", (project / "deploy/image/grub.cfg").read_text())), boot)
        self.assertEqual(dict(re.findall(r"\b([AB])\) echo (\d) ;;", (ROOT / "usr/lib/gestureflow/image/tryboot").read_text())), boot)
        self.assertEqual(dict(re.findall(r"\b([AB])\) part=(\d) ;;", STAGE)), root)
        self.assertEqual(numbers["data"], re.search(r'mount -t ext4 -o \$options "\$\{disk\}(\d)"', STAGE).group(1))
        config = (project / "deploy/image/system.conf").read_text()
        self.assertEqual(sorted(re.findall(r"device=/dev/gf/([a-z-]+)", config)), ["boot-a", "boot-b", "root-a", "root-b"])

    def keys(self, unit):
        """Returns {key: values} of a unit of the image."""
        found = {}
        for key, value in re.findall(r"(?m)^([A-Za-z]+)=(.*)$", (ROOT / "usr/lib/systemd/system" / unit).read_text()):
            found.setdefault(key, []).append(value)
        return found

    def test_a_held_play_starts_what_the_daemon_may_not_do(self):
        files = dict(re.findall(r'package var (\w+) = "([^"]+)"', (project / "Sources/Settings/Run/UpdateFiles.swift").read_text()))
        path, service = self.keys("gestureflow-update.path"), self.keys("gestureflow-update.service")
        self.assertEqual(path["PathChanged"], [files["request"]])
        self.assertEqual(service["ConditionPathExists"], [files["request"]])
        self.assertIn(files["restart"], self.keys("gestureflow-restart.path")["PathExists"])
        # No word of the request reaches the command.
        self.assertEqual(service["ExecStart"], ["/usr/bin/gfctl update --from-stick"])
        self.assertIn("gestureflow-update.path", (project / "scripts/image/compose.sh").read_text())
        # The daemon writes in its own folder.
        for name in ("request", "restart"):
            self.assertEqual(str(pathlib.PurePosixPath(files[name]).parent), "/run/gestureflow")

    def test_the_owner_s_requests_reach_their_unit(self):
        source = (project / "Sources/GfctlTool/Programs/BoxRequests.swift").read_text()
        names = re.search(r"enum Request[^{]*{(.*?)}", source, re.DOTALL).group(1)
        words = re.findall(r"[a-z][a-z-]+", re.sub(r"case|\w+ =", "", names))
        script = (BOX / "carry-out").read_text()
        self.assertEqual(sorted(words), sorted(re.findall(r"(?m)^  ([a-z-]+)\)", script)))
        self.assertEqual(len(words), 8)
        socket = self.keys("gestureflow-requests.socket")
        self.assertEqual(socket["ListenStream"], re.findall(r'socket: String = "([^"]+)"', source))
        self.assertEqual((socket["SocketGroup"], socket["SocketMode"], socket["Accept"]), (["owner"], ["0660"], ["yes"]))
        self.assertIn(" gestureflow-requests.socket ", (project / "scripts/image/compose.sh").read_text())
        self.assertEqual(self.keys("gestureflow-requests@.service")["ExecStart"], ["/usr/lib/gestureflow/image/carry-out"])

    def test_a_request_may_take_the_rights_of_the_state_s_user_and_starts_the_music(self):
        service = self.keys("gestureflow-requests@.service")
        calls = set(re.findall(r"\b(set(?:fs|groups)\w*)\(|SYS_(setgroups)", re.search(r"int gf_thread_files_as\(.*?\n}", (project / "Sources/CRealtime/thread.c").read_text(), re.DOTALL)[0]))
        calls = {name for pair in calls for name in pair if name}
        self.assertEqual(calls, {"setgroups", "setfsuid", "setfsgid"})
        # The group @setuid lacks two of them.
        self.assertLessEqual(calls, set(service["SystemCallFilter"][-1].split()))
        self.assertEqual(service["ExecStopPost"], [f"-/usr/bin/flock -n /run/gf/requests.lock /usr/bin/systemctl {words} gestureflow.service" for words in ("reset-failed", "--no-block start")])

    def test_a_request_runs_one_program_and_says_its_end(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("gfctl", "systemctl"):
                (root / name).write_text('#!/bin/sh\necho "${0##*/} $*"\necho trouble >&2\nif [ "$2" = --yes ]; then cat; fi\nexit 3\n')
                (root / name).chmod(0o755)

            def said(data):
                run = subprocess.run(["sh", BOX / "carry-out"], input=data, capture_output=True, text=True, env={"PATH": f"{root}:{os.environ['PATH']}", "GESTUREFLOW_LOCK": f"{root}/lock"})
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                return run.stdout

            for word, program in (("restart", "gfctl restart"), ("network-on", "gfctl network on"), ("network-off", "gfctl network off"), ("reset", "gfctl reset --yes"), ("reset-all", "gfctl reset --yes --all"),
                                  ("restart-machine", "systemctl --no-block start gestureflow-restart.service")):
                self.assertEqual(said(f"{word}\n"), f"{program}\ntrouble\n\ncode 3\n")
            # All bytes behind the word are the backup's.
            backup = "\n\\ line\nend without a line feed"
            self.assertEqual(said("restore\n" + backup), f"gfctl restore --yes -\ntrouble\n{backup}\ncode 3\n")
            self.assertEqual(said("restore-imports\n" + backup), f"gfctl restore --yes --imports -\ntrouble\n{backup}\ncode 3\n")
            for word in ("", "reset --all", "../reset", "$(reboot)", "-", "network on; reboot"):
                self.assertEqual(said(f"{word}\n"), "this system does not know the request\n\ncode 1\n")
            self.assertEqual(said("reset"), "")
            # One after the other, but the machine always restarts.
            with open(root / "lock", "w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self.assertEqual(said("reset\n"), "another request is under way: try again in a minute\n\ncode 1\n")
                self.assertIn("gestureflow-restart.service", said("restart-machine\n"))

    def test_the_installation_of_a_held_play_has_no_rights_of_root(self):
        service = self.keys("gestureflow-update.service")
        self.assertEqual((service["User"], service["CapabilityBoundingSet"], service["NoNewPrivileges"]), (["owner"], [""], ["yes"]))
        # RAUC takes commands from this user, and not from the daemon's.
        policy = (ROOT / "etc/dbus-1/system.d/gestureflow-updates.conf").read_text()
        self.assertIn('<policy user="owner">', policy)
        self.assertNotIn("gestureflow\"", policy)
        # Beyond the neighbour's restrictions, it may write the progress.
        near = self.keys("gestureflow-restart.service")
        for key in set(near) - {"Description", "SuccessAction", "ExecStart", "User", "UMask", "SystemCallFilter"}:
            self.assertEqual(service[key], near[key], key)
        progress = re.search(r'let file = "([^"]+)"', (project / "Sources/GestureFlowAPI/Status/UpdateProgress.swift").read_text()).group(1)
        folder = str(pathlib.PurePosixPath(progress).parent)
        self.assertEqual((service["ReadWritePaths"], service["UMask"]), ([folder], ["0022"]))
        self.assertRegex((ROOT / "usr/lib/tmpfiles.d/gestureflow-image.conf").read_text(), rf"(?m)^d {folder} 0755 owner owner -$")

    def test_the_service_is_the_package_s(self):
        for folder in ("systemd/system", "udev/rules.d", "sysusers.d", "tmpfiles.d"):
            for path in (ROOT / "usr/lib" / folder).glob("*"):
                self.assertFalse((project / "deploy" / path.name).exists() or (project / "udev" / path.name).exists(), f"{path.name} is in the package, and the image has it from there")


if __name__ == "__main__":
    unittest.main()
