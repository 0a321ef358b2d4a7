"""Sticks of all kinds: plugged, played, removed during play, put back."""
import random, time

minutes = 5
YANKS = 50


def run(lab, kit):
    lab.plug_card()
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the built-in piece", lambda: (lab.status().get("track") or {}).get("title") == "Built-in piece", 180)
    tone = kit.tone("long.wav", 440, 90)
    one = kit.stick("one", {"1.wav": tone, "2.wav": tone})

    def path():
        return (lab.status().get("track") or {}).get("path") or ""

    lab.plug_stick("one", one)
    lab.until("the stick plays", lambda: path().endswith("/1.wav"))
    kit.check(lab.run("touch $(dirname %s)/x" % path())[0] != 0, "a stick is mounted read-only")
    options = lab.out("grep gestureflow /proc/mounts")
    kit.check(all(word in options for word in ("ro,", "nosuid", "nodev", "noexec")), options)
    lab.run("su owner -c 'gfctl seek 30'")
    lab.until("the place", lambda: lab.status()["track"]["positionSeconds"] > 31)
    lab.yank_stick("one")
    lab.until("no media", lambda: lab.status().get("noMedia"))
    at = lab.status()["track"]["positionSeconds"]
    kit.check(lab.out("systemctl is-active gestureflow") == "active", "it runs on")
    kit.check(lab.status()["state"] in ("healthy", "degraded"), lab.status()["state"])
    # It comes back under another name.
    lab.plug_stick("other", kit.stick("other", {"x.wav": tone}))
    time.sleep(3)
    lab.plug_stick("one", one)
    lab.until("it goes on", lambda: not lab.status().get("noMedia") and path().endswith("/1.wav"))
    again = lab.status()["track"]["positionSeconds"]
    kit.check(again > at - 2, f"at {again:.1f} s, where it had stopped at {at:.1f}")
    lab.yank_stick("other")
    lab.yank_stick("one")
    lab.until("both gone", lambda: not lab.status()["library"]["sticks"])
    seen = []
    for name, kind, partition in [("parted", "vfat", True), ("ext", "ext4", False), ("extparted", "ext4", True), ("ntfs", "ntfs", False)]:
        lab.plug_stick(name, kit.stick(name, {"song.wav": tone}, kind, partition))
        lab.until(f"{name}: a track", lambda: lab.status()["library"]["tracks"] == 1)
        seen.append(f"{kind}{' parted' if partition else ''}")
        lab.yank_stick(name)
        lab.until(f"{name} gone", lambda: not lab.status()["library"]["sticks"])
    # A disk in a SATA enclosure is a stick: udev calls its bus "ata".
    lab.plug_stick("enclosure", kit.stick("enclosure", {"song.wav": tone}))
    lab.until("a SATA enclosure: a track", lambda: lab.status()["library"]["tracks"] == 1)
    device = lab.out("awk '$2 ~ /gestureflow/ {print $1}' /proc/mounts")
    kit.check("ID_BUS=ata" in lab.out(f"udevadm info -q property -n {device}"), f"the lab's enclosure is not SATA: {device}")
    # The disk that the system runs from is not a stick: /boot on this one makes it such a disk.
    kit.check("SYSTEMD_WANTS" in lab.out(f"udevadm info -q property -n {device}"), "a stick is asked for")
    lab.run(f"systemctl stop gestureflow-stick@{device.split('/')[-1]}; mount {device} /boot; udevadm trigger --action=add {device}; udevadm settle")
    kit.check("SYSTEMD_WANTS" not in lab.out(f"udevadm info -q property -n {device}"), "the boot disk is not a stick")
    kit.check(lab.out("grep -c gestureflow /proc/mounts") == "0", "and is mounted once only")
    lab.run("umount /boot")
    seen.append("SATA enclosure")
    lab.yank_stick("enclosure")
    lab.until("the enclosure is gone", lambda: not lab.status()["library"]["sticks"])
    # No tool outside fills exFAT: the machine does it, on a stick without a file system that the box leaves alone.
    blank = kit.stick("exfat", {}, "blank")
    lab.plug_stick("blank", blank)
    device = lab.until("the blank stick", lambda: lab.out("lsblk -dno PATH,TRAN | awk '$2 == \"usb\" {print $1}'"))
    code, text = lab.run(f"mkfs.exfat {device} && mkdir -p /mnt/x && mount -t exfat {device} /mnt/x && cp /usr/share/sounds/alsa/Front_Center.wav /mnt/x/ && umount /mnt/x")
    kit.check(code == 0, text)
    lab.yank_stick("blank")
    lab.until("the blank stick is out", lambda: not lab.out("lsblk -dno PATH,TRAN | grep usb"))
    lab.plug_stick("exfat", blank)
    lab.until("exfat: a track", lambda: lab.status()["library"]["tracks"] == 1)
    kit.check("exfat ro," in lab.out("grep gestureflow /proc/mounts"), "it is mounted as exfat, read-only")
    seen.append("exfat")
    lab.yank_stick("exfat")
    lab.until("exfat gone", lambda: not lab.status()["library"]["sticks"])
    junk = kit.tone("junk.wav", 1, 0.01)
    open(kit.work + "/text.mp3", "w").write("no music")
    open(kit.work + "/zero.flac", "w").close()
    lab.plug_stick("junk", kit.stick("junk", {"a.mp3": kit.work + "/text.mp3", "b.flac": kit.work + "/zero.flac", "._c.wav": junk}))
    lab.until("junk is named", lambda: lab.status()["library"]["problems"] == 3)
    lab.yank_stick("junk")
    lab.plug_stick("empty", kit.stick("empty", {}))
    lab.until("an empty stick is a stick", lambda: [s["tracks"] for s in lab.status()["library"]["sticks"]] == [0])
    lab.yank_stick("empty")
    chance = random.Random(4)
    for _ in range(YANKS):
        lab.plug_stick("again", one)
        time.sleep(chance.random() ** 2 * 2)
        lab.yank_stick("again")
    lab.until("after all the yanks it answers", lambda: lab.status().get("state") in ("healthy", "degraded"))
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    lab.plug_stick("again", one)
    lab.until("and plays", lambda: path().endswith("/1.wav"))
    return f"no media at {at:.1f} s, on at {again:.1f} s; {', '.join(seen)}, junk, empty; {YANKS} yanks"
