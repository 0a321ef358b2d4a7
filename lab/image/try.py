#!/usr/bin/env python3
"""The amd64 image in a virtual machine: first start, a wrong signature, a good update, a bad one that is left by itself.   usage: try.py FOLDER

FOLDER has disk.img (version 1), and the updates 2 (good), 3 (its daemon never gets ready) and foreign (another maker's), as lab/test-image.sh makes them. Each step prints its seconds; a failure ends with 1.
LAB_PATIENCE=2 doubles every limit."""
import os, re, shutil, subprocess, sys, time
from machine import VARS, Machine

patience = float(os.environ.get("LAB_PATIENCE", "1"))
began = time.monotonic()


def say(text):
    print(f"{time.monotonic() - began:7.1f} s  {text}", flush=True)


def check(what, found, wanted):
    """`wanted` is a regular expression that all of `found` must match."""
    if not re.fullmatch(wanted, found, re.S):
        raise AssertionError(f"{what}: {found!r} instead of {wanted!r}")
    say(f"{what}: {found.strip()[:200]}")


class Box:
    def __init__(self, folder):
        self.machine = Machine(folder, f"{folder}/card.img", f"{folder}/stick.img")

    def ask(self, line, limit=300):
        return self.machine.run(line, limit * patience)[0]

    def start(self, what):
        at = time.monotonic()
        self.machine.up(900 * patience)
        say(f"{what}: a shell after {time.monotonic() - at:.0f} s")

    def judged(self):
        """Waits until the health check has decided."""
        self.ask("n=0; until [ $(systemctl show -P ActiveState gestureflow-health) != activating ] && [ $n -gt 0 ] && systemctl is-active -q gestureflow-health || [ $n -ge 200 ]; do sleep 2; n=$((n+1)); done", 900)

    def slot(self):
        return self.ask("echo $(cat /run/gf/slot) $(cat /usr/share/gestureflow/image-version) $(systemctl is-active gestureflow) $(systemctl is-active gestureflow-health)")

    def install(self, name):
        return self.ask(f"mkdir -p /run/updates; mountpoint -q /run/updates || mount -o ro /dev/vdb /run/updates; rauc install /run/updates/{name}.raucb >/run/install.log 2>&1; code=$?; tail -n 3 /run/install.log; echo \"code $code\"", 1800)

    def restart(self, what):
        self.ask("systemctl --no-block reboot")
        self.start(what)


def play(box):
    box.start("power on")
    box.judged()
    check("slot, version, daemon, health", box.slot(), "A 1 active active")
    check("the root cannot be written", box.ask("touch /x 2>&1"), ".*Read-only file system.*")
    # Of what lies behind its begin; ext4 keeps some of its own for inodes and the journal.
    check("data has the rest of the card (%)", box.ask("sleep 5; echo $(($(df -m --output=size /data | tail -n 1) * 100 / (($(cat /sys/class/block/vda/size) - $(cat /sys/class/block/vda7/start)) / 2048)))"), r"9\d")
    check("the box's name", box.ask("hostname"), "gestureflow-[0-9a-f]{4}")
    check("units that failed", box.ask("systemctl --failed --no-legend --plain --no-pager | cut -d' ' -f1 | tr '\\n' ' '"), "")
    check("nothing listens to the network", box.ask("cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == \"0A\"'; cat /proc/net/udp /proc/net/udp6 | grep -v local_address"), "")
    check("no user has a password", box.ask("awk -F: '$2 !~ /^[*!]/' /etc/shadow"), "")
    check("films are read without Mesa and LLVM", box.ask("su -s /bin/sh gestureflow -c 'ffmpeg -v error -f lavfi -i sine=440:d=1 -f wav - | wc -c'"), r"88\d\d\d")
    say(box.ask("gfctl status 2>&1 | head -n 5; systemd-analyze | head -n 2; free -m | sed -n 2p").replace("\n", "\n            "))
    check("another maker's update is refused", box.install("foreign"), ".*(signature|certificate|Verify error).*")
    check("the slot after it", box.slot(), "A 1 .*")
    at = time.monotonic()
    check("the good update is installed", box.install("2"), ".*succeeded.*")
    say(f"it took {time.monotonic() - at:.0f} s")
    box.restart("restart into the update")
    box.judged()
    check("slot, version, daemon, health", box.slot(), "B 2 active active")
    check("the bad update is installed", box.install("3"), ".*succeeded.*")
    box.restart("restart into the bad update")
    check("slot and version", box.slot(), "A 3 bad .*")
    box.start("the restart that the health check asked for")
    box.judged()
    check("the good system is back", box.slot(), "B 2 active active")


def main():
    folder = sys.argv[1]
    # 4 GiB: the smallest card.
    subprocess.run(["cp", "--sparse=always", f"{folder}/disk.img", f"{folder}/card.img"], check=True)
    os.truncate(f"{folder}/card.img", 4_000_000_000 // 512 * 512)
    shutil.copy(VARS, f"{folder}/vars.fd")
    box = Box(folder)
    try:
        play(box)
    except AssertionError as error:
        say(f"FAILED {error}")
        return 1
    finally:
        box.machine.end()
        print("\n".join(re.findall(r"(?:GRUB|health|owner-files|first stage): [^\r\n\x1b]*", open(box.machine.console, errors="replace").read())))
    say("passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
