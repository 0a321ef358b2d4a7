"""Tests the udev rules, and the script that knows the system's disk.

The devices are as the kernel and Debian's own rules describe them. A small model of udev reads the rules and knows
the keys they use; the lab (04_stick) runs them in udev itself.
"""
import fnmatch, os, pathlib, re, subprocess, tempfile, unittest

project = pathlib.Path(__file__).resolve().parents[2]
RULES = project / "udev/70-gestureflow.rules"
STICK = "gestureflow-stick@"


def wants(device, parents, is_stick=True):
    """Returns the units that a device requests.

    device: subsystem, kernel and properties; parents: their subsystems.
    """
    units = []
    for line in RULES.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        holds = True
        for key, how, value in re.findall(r'([A-Z]+(?:\{\w+\})?)(==|!=|\+=|=)"([^"]*)"', line):
            if key == "PROGRAM":
                assert value == "/usr/lib/gestureflow/is-stick %k", value
                holds = holds and is_stick
            elif key == "SUBSYSTEMS":
                holds = holds and any(fnmatch.fnmatch(name, value) for name in [device["SUBSYSTEM"], *parents])
            elif how in ("==", "!="):
                assert key in ("SUBSYSTEM", "KERNEL") or key.startswith("ENV{"), f"the model does not know {key}"
                name = key[4:-1] if key.startswith("ENV{") else key
                matches = any(fnmatch.fnmatch(device.get(name, ""), one) for one in value.split("|"))
                holds = holds and matches == (how == "==")
            elif key == "ENV{SYSTEMD_WANTS}" and holds:
                units.append(value.replace("%k", device["KERNEL"]))
    return units


def disk(kernel="sda1", bus="usb", kind="vfat"):
    return {"SUBSYSTEM": "block", "KERNEL": kernel, "ID_BUS": bus, "ID_FS_USAGE": "filesystem", "ID_FS_TYPE": kind}


class Rules(unittest.TestCase):
    USB = ["block", "scsi", "usb", "pci"]
    SATA = ["block", "scsi", "pci"]

    def test_a_stick_is_mounted(self):
        for kind in ("vfat", "exfat", "ntfs", "ext4"):
            self.assertEqual(wants(disk(kind=kind), self.USB), [STICK + "sda1.service"])
        self.assertEqual(wants(disk("sda"), self.USB), [STICK + "sda.service"], "without a partition table")

    def test_a_disk_in_a_sata_enclosure_is_a_stick(self):
        self.assertEqual(wants(disk(bus="ata"), self.USB), [STICK + "sda1.service"])

    def test_an_inner_disk_is_none(self):
        self.assertEqual(wants(disk(bus="ata"), self.SATA), [])
        self.assertEqual(wants(disk("mmcblk0p1", bus=""), ["block", "mmc"]), [])

    def test_what_holds_no_file_system_is_none(self):
        self.assertEqual(wants(disk() | {"ID_FS_USAGE": "crypto", "ID_FS_TYPE": "crypto_LUKS"}, self.USB), [])
        self.assertEqual(wants(disk(kind="swap"), self.USB), [])

    def test_the_disk_that_the_system_runs_from_is_none(self):
        self.assertEqual(wants(disk(), self.USB, is_stick=False), [])


class BootDisk(unittest.TestCase):
    """Tests is-stick with a /sys of two USB disks.

    sda has two partitions, sdb has one, and an encrypted device is on sdb1.
    """

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        root = pathlib.Path(self.folder.name)
        self.sys = root / "sys"
        for number, path in [("8:0", "sda"), ("8:1", "sda/sda1"), ("8:2", "sda/sda2"), ("8:16", "sdb"), ("8:17", "sdb/sdb1"), ("254:0", "virtual/dm-0")]:
            place = self.sys / "devices" / path
            (place / "slaves").mkdir(parents=True)
            if path[-1].isdigit() and "dm" not in path:
                (place / "partition").write_text("1\n")
            for link in (self.sys / "dev/block" / number, self.sys / "class/block" / place.name):
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(place)
        (self.sys / "devices/virtual/dm-0/slaves/sdb1").symlink_to(self.sys / "devices/sdb/sdb1")
        self.bin = root / "bin"
        self.bin.mkdir()
        findfs = self.bin / "findfs"
        findfs.write_text('#!/bin/sh\n[ "$1" = PARTUUID=x-02 ] && echo /dev/sda2\n')
        findfs.chmod(0o755)
        self.root = root

    def is_stick(self, device, mounts, cmdline="console=tty1 rootwait", fstab=""):
        (self.root / "mountinfo").write_text("".join(f"{20 + i} 1 {line}\n" for i, line in enumerate(mounts)))
        (self.root / "cmdline").write_text(cmdline + "\n")
        (self.root / "fstab").write_text(fstab)
        run = subprocess.run(
            [project / "deploy/scripts/is-stick", device], capture_output=True, text=True,
            env=os.environ | {"SYS": str(self.sys), "MOUNTINFO": str(self.root / "mountinfo"), "CMDLINE": str(self.root / "cmdline"),
                              "FSTAB": str(self.root / "fstab"), "PATH": f"{self.bin}:{os.environ['PATH']}"})
        self.assertEqual(run.stderr, "")
        return run.returncode == 0

    def test_a_stick_beside_a_card(self):
        mounts = ["179:2 / / rw - ext4 /dev/mmcblk0p2 rw", "179:1 / /boot/firmware rw - vfat /dev/mmcblk0p1 rw"]
        for device in ("sda1", "sda2", "sdb1", "sda"):
            self.assertTrue(self.is_stick(device, mounts), device)

    def test_every_partition_of_the_boot_disk_is_none(self):
        mounts = ["8:2 / / rw shared:1 - ext4 /dev/root rw", "8:1 / /boot/firmware rw - vfat /dev/sda1 rw"]
        for device in ("sda", "sda1", "sda2"):
            self.assertFalse(self.is_stick(device, mounts), device)
        self.assertTrue(self.is_stick("sdb1", mounts), "the other disk is a stick all the same")

    def test_a_stick_that_is_mounted_elsewhere_is_a_stick(self):
        self.assertTrue(self.is_stick("sdb1", ["8:2 / / rw - ext4 /dev/root rw", "8:17 / /run/media/gestureflow/sdb1 ro - vfat /dev/sdb1 ro"]))

    def test_an_encrypted_root_lies_on_its_disk(self):
        mounts = ["254:0 / / rw - ext4 /dev/mapper/root rw"]
        self.assertFalse(self.is_stick("sdb1", mounts))
        self.assertTrue(self.is_stick("sda1", mounts))

    def test_a_root_below_an_overlay_is_known_by_the_kernels_command_line(self):
        mounts = ["0:21 / / rw - overlay overlay rw,lowerdir=/lower"]
        self.assertFalse(self.is_stick("sda1", mounts, "console=tty1 root=PARTUUID=x-02 rootwait"))
        self.assertTrue(self.is_stick("sdb1", mounts, "console=tty1 root=PARTUUID=x-02 rootwait"))
        self.assertTrue(self.is_stick("sdb1", mounts, "root=PARTUUID=unknown rootwait"), "a name that nothing has")

    def test_a_state_partition_is_none_before_it_is_mounted(self):
        # At the start udev queries the disks before fstab's mounts.
        card = ["179:2 / / rw - ext4 /dev/mmcblk0p2 rw", "179:1 / /boot/firmware rw - vfat /dev/mmcblk0p1 rw"]
        line = "{} /var/lib/gestureflow ext4 nosuid,nodev,noatime,commit=5 0 2 # gestureflow read-only root"
        for name in ("/dev/sda1", "PARTUUID=x-02"):
            fstab = "# /dev/sdb1 / ext4 defaults 0 1\n\nproc /proc proc defaults 0 0\n" + line.format(name)
            for end in ("\n", ""):
                self.assertFalse(self.is_stick("sda1", card, fstab=fstab + end), name)
                self.assertFalse(self.is_stick("sda2", card, fstab=fstab + end), name)
                self.assertTrue(self.is_stick("sdb1", card, fstab=fstab + end), "the other disk, which stands in a remark only")
        self.assertTrue(self.is_stick("sda1", card, fstab="/dev/sda1 /srv ext4 defaults 0 2\n"), "a folder that the system does not need")
        self.assertTrue(self.is_stick("sda1", card, fstab="UUID=unknown /var ext4 defaults 0 2\ntmpfs /var/lib/gestureflow tmpfs size=256m 0 0\n"))

    def test_the_whole_machine_sees_the_mount_of_a_stick(self):
        unit = dict(re.findall(r"(?m)^([A-Za-z]+)=(.*)$", (project / "deploy/gestureflow-stick@.service").read_text()))
        # PrivateNetwork alone gives a service its own mounts since systemd 256.
        self.assertEqual((unit["PrivateNetwork"], unit["PrivateMounts"]), ("yes", "no"))
        # Each of these needs a view of its own (systemd.exec(5)), whatever PrivateMounts says.
        own = re.compile("(Protect(System|Home|KernelTunables|KernelModules|KernelLogs|ControlGroups|Proc|Hostname|Clock)|Private(Tmp|Devices|Users)|ProcSubset|ReadWritePaths|ReadOnlyPaths|InaccessiblePaths|ExecPaths|NoExecPaths|TemporaryFileSystem|Bind(ReadOnly)?Paths|MountFlags|RootDirectory|RootImage|MountAPIVFS|DynamicUser|[A-Z][a-z]+Directory)")
        self.assertEqual([key for key in unit if own.fullmatch(key)], [])


if __name__ == "__main__":
    unittest.main()
