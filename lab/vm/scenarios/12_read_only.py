"""The recipe for a read-only root, then a boot with it.

A stick plays, a setting stays while the box runs, and no write has failed.
"""
import os, time
from lab import Lab

own_machine = True
minutes = 2


def run(image, kit):
    disk = os.path.join(kit.work, "disk.ext4")
    kit.sh("cp", "--sparse=always", f"{image}/root.ext4", disk)
    stick = kit.stick("music", {"1.wav": kit.tone("1.wav", 440, 60)})
    try:
        with Lab(image, kit.work, disk=disk) as lab:
            lab.configure("")
            code, text = lab.run("/usr/share/gestureflow/read-only-root.sh 2>&1; cat /etc/fstab; sync")
            kit.check(" / ext4 noatime,ro " in text, text)
            lab.shell.start("systemctl poweroff")
            end = time.time() + 120
            while lab.process.poll() is None and time.time() < end:
                time.sleep(0.2)
            kit.check(lab.process.poll() is not None, "the machine is still on")
        with Lab(image, kit.work, disk=disk) as lab:
            lab.until("the root is read-only", lambda: lab.run("touch /etc/x /media/x")[0] != 0, 60)
            lab.plug_card()
            lab.until("the box answers", lambda: lab.status().get("state"), 180)
            lab.plug_stick("stick", stick)
            lab.until("the stick plays", lambda: ((lab.status().get("track") or {}).get("path") or "").endswith("/1.wav"), 180)
            code, text = lab.run("su owner -c 'gfctl config set gestures.hold 1.25' 2>&1")
            kit.check(code == 0, text)
            kit.check("hold = 1.25" in lab.out("cat /var/lib/gestureflow/settings.toml"), "the setting stands in the box's own file")
            lab.yank_stick("stick")
            lab.until("and it is gone", lambda: not lab.status()["library"]["sticks"])
            failed = [line for line in lab.out("systemctl --failed --plain --no-legend").splitlines() if "gestureflow" in line]
            kit.check(not failed, str(failed))
            kit.check("Read-only file system" not in lab.out("journalctl -b --no-pager -u 'gestureflow*'"), "something wanted to write: see the journal")
    finally:
        os.remove(disk)
    return "a stick plays and a setting is taken where only memory can be written"
