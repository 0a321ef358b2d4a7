#!/usr/bin/env python3
"""Tests the image in a virtual machine.   usage: try.py FOLDER PART

It updates the image with gfctl, as an owner does. ARCH=arm64 is a Raspberry Pi's image. FOLDER has disk.img (version
1), its root.img, updates.img with the bad and rejected updates, and stick.img with the good one, as lab/test-image.sh
makes them.
`boot` needs disk.img and plain/ alone. It prints the seconds of each step; a failure exits with 1.
LAB_PATIENCE=2 doubles every limit, LAB_NICE=0 runs the machine at the normal priority, LAB_CUTS="5 20 60" are the
seconds after which the power is cut, LAB_BAD="crash panic" the bad updates.
"""
import json, os, re, shutil, socket, subprocess, sys, time
from boot import boot
from firmware import partitions
from machine import VARS, Machine

# machine.py has made the modules of lab/vm known.
from disk import Disk

patience = float(os.environ.get("LAB_PATIENCE", "1"))
arch = os.environ.get("ARCH", "amd64")
other = "amd64" if arch == "arm64" else "arm64"
began = time.monotonic()


def say(text):
    print(f"{time.monotonic() - began:7.1f} s  {text}", flush=True)


def check(what, found, wanted):
    """Checks that the regular expression `wanted` matches all of `found`."""
    if not re.fullmatch(wanted, found.strip(), re.S):
        raise AssertionError(f"{what}: {found!r} instead of {wanted!r}")
    say(f"{what}: {found.strip()[:300]}".replace("\n", "\n            "))


class Box:
    def __init__(self, folder, sound=True, clock=None, port=None, counted=False):
        self.folder, self.sound, self.clock, self.port, self.counted = folder, sound, clock, port, counted
        self.plug()

    def plug(self, disk=None):
        """Switches the box on, with another place of its card's data if `disk` is given."""
        self.machine = Machine(self.folder, disk or f"{self.folder}/card.img", f"{self.folder}/updates.img", f"{self.folder}/stick.img", self.sound, self.clock, arch=arch, port=self.port, counted=self.counted)

    def ask(self, line, limit=300):
        return self.machine.run(line, limit * patience)[0]

    def start(self, what):
        """Waits for a start, until the health check has decided."""
        at = time.monotonic()
        self.machine.up(900 * patience)
        shell = time.monotonic() - at
        # A rejected system restarts meanwhile.
        self.ask("n=0; until systemctl is-active -q gestureflow-health || systemctl is-failed -q gestureflow-health || [ $n -ge 300 ]; do sleep 2; n=$((n+1)); done", 1200)
        say(f"{what}: a shell after {shell:.0f} s, decided after {time.monotonic() - at:.0f} s")

    def wait_for_offer(self):
        """Waits until the daemon offers the update on the stick. An emulated processor mounts the stick late."""
        self.ask("n=0; until gfctl status --json | grep -q offered || [ $n -ge 60 ]; do sleep 2; n=$((n+1)); done", 600)

    def slot(self):
        return self.ask("echo $(cat /run/gf/slot) $(cat /usr/share/gestureflow/image-version) $(systemctl is-active gestureflow) $(systemctl is-active gestureflow-health)")

    def update(self, words, limit=3600):
        """Runs `gfctl update WORDS` as the owner, who is not root; returns its output and exit code."""
        return self.ask(f"mkdir -p /run/updates; mountpoint -q /run/updates || mount -o ro /dev/vdb /run/updates; su -s /bin/sh owner -c 'gfctl update {words}' 2>&1; echo \"code $?\"", limit)

    def restart(self):
        # The shell may end before gfctl does.
        self.ask("(su -s /bin/sh owner -c 'gfctl update restart' >/run/restart.log 2>&1 &)")

    def hold_play(self, file):
        """Writes a file as the daemon does when PLAY is held: the machine has no GPIO lines."""
        self.ask(f"su -s /bin/sh gestureflow -c ': >/run/gestureflow/{file}'")

    def playing(self):
        """Returns the figures of the sound and of the track."""
        status = json.loads(self.ask("su -s /bin/sh owner -c 'gfctl status --json'"))
        return status["audio"], status["track"]

    def progress(self):
        """Returns the update in the daemon's status, as one line of JSON."""
        return self.ask("su -s /bin/sh owner -c 'gfctl status --json' | grep -o '\"update\":{[^}]*}'")

    def left(self, name, why):
        """Installs and starts a bad update, and waits for the old system."""
        check(f"the update '{name}' is installed", self.update(f"/run/updates/{name}.raucb"), ".*is installed.*code 0")
        before, at = self.slot(), time.monotonic()
        self.restart()
        # A system that panics has no shell. A Pi's old system starts, and restarts once into the one that panics.
        if name != "panic" or arch == "arm64":
            self.machine.up(900 * patience)
        self.start(f"back from '{name}'")
        check(f"the system before '{name}' is back after {time.monotonic() - at:.0f} s", self.slot(), before)
        check("its reason", self.update("status"), f".*other       slot ., version \\S+, bad\n.*returned    slot .: {why}.*code 0")


def trial(box):
    box.start("power on")
    check("slot, version, daemon, health", box.slot(), "A 1 active active")
    say("MiB that the start reads from the root: " + box.ask("awk '{ print int($3 / 2048) }' /sys/class/block/vda5/stat"))
    box.wait_for_offer()
    check("the daemon offers the update on the stick", box.progress(), '.*"step":"offered".*')
    check("the root cannot be written", box.ask("touch /x 2>&1"), ".*Read-only file system.*")
    # The share of the space behind its beginning; ext4 keeps some for inodes and the journal.
    check("data has the rest of the card (%)", box.ask("sleep 5; echo $(($(df -m --output=size /data | tail -n 1) * 100 / (($(cat /sys/class/block/vda/size) - $(cat /sys/class/block/vda7/start)) / 2048)))"), r"9\d")
    check("the box's name", box.ask("hostname"), "gestureflow-[0-9a-f]{4}")
    check("units that failed", box.ask("systemctl --failed --no-legend --plain --no-pager | cut -d' ' -f1 | tr '\\n' ' '"), "")
    check("the bus of players lets the box in", box.ask("su -s /bin/sh gestureflow -c 'busctl --no-pager --address=unix:path=/run/gestureflow/bus list' 2>&1 | grep -c ^org.freedesktop.DBus"), "1")
    check("nothing listens to the network", box.ask("cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == \"0A\"'; cat /proc/net/udp /proc/net/udp6 | grep -v local_address"), "")
    check("no user has a password", box.ask("awk -F: '$2 !~ /^[*!]/' /etc/shadow"), "")
    check("no program has rights that its user has not", box.ask("find / -xdev -type f -perm /6000; getcap -r /usr 2>/dev/null"), "")
    check("films are read without Mesa and LLVM", box.ask("su -s /bin/sh gestureflow -c 'ffmpeg -v error -f lavfi -i sine=440:d=1 -f wav - | wc -c'"), r"88\d\d\d")
    say(box.ask("gfctl status 2>&1 | head -n 5; systemd-analyze | head -n 2; free -m | sed -n 2p").replace("\n", "\n            "))
    say("seconds after the kernel's start: " + box.ask("for unit in gestureflow-owner-files gestureflow gestureflow-health; do echo \"$unit $(($(systemctl show -P ExecMainStartTimestampMonotonic $unit) / 1000000)) to $(($(systemctl show -P ActiveEnterTimestampMonotonic $unit) / 1000000))\"; done").replace("\n", ", "))
    say("exposure of the project's units: " + box.ask("systemd-analyze security --no-pager 2>/dev/null | awk '/^gestureflow/ { print $1, $2 }'").replace("\n", ", "))
    for name, why in (("foreign", "is not signed by this box's maker"), ("board", f"is for gestureflow-{other}, this box is gestureflow-{arch}"), ("older", "has version 0.9, older than 1"),
                      ("truncated", "is incomplete"), ("text", "is not an update"), ("missing", "is missing")):
        check(f"refused: {name}", box.update(f"/run/updates/{name}.raucb"), f".*{why}.*code 1")
    check("the box after it", box.update("status"), "running     slot A, version 1, good\nother       slot B, empty\nnext start  slot A.*code 0")
    check("the daemon's user cannot install updates", box.ask("su -s /bin/sh gestureflow -c 'rauc status' 2>&1; echo code $?"), ".*(AccessDenied|not allowed|Rejected).*code 1")
    check("the owner reads the journal", box.ask("su -s /bin/sh owner -c 'gfctl logs 2>&1 | grep -c gestureflowd'"), r"[1-9]\d*")
    check("an empty slot is not started", box.update("rollback"), ".*slot B is empty.*code 1")
    at = time.monotonic()
    xruns = box.ask("gfctl status --json | grep -o '\"xruns\":[0-9]*'")
    box.hold_play("update")
    box.ask("n=0; until [ -s /run/gestureflow-update/progress.json ] || [ $n -ge 60 ]; do sleep 1; n=$((n+1)); done; sleep 2")
    check("PLAY installs it", box.progress(), '.*"step":"installing".*')
    box.ask("n=0; while systemctl is-active -q gestureflow-update || systemctl show -P ActiveState gestureflow-update | grep -q activating; do sleep 2; n=$((n+1)); [ $n -lt 1800 ] || break; done; sleep 2", 3600)
    check("the update on the stick is installed", box.progress(), '.*"step":"installed".*"version":"2".*')
    say(f"it took {time.monotonic() - at:.0f} s; {xruns} before, {box.ask('gfctl status --json | grep -o xruns.:[0-9]*')} after")
    check("the next start", box.update("status"), ".*other       slot B, version 2, on trial\nnext start  slot B.*")
    box.hold_play("restart")
    box.start("the update's trial")
    check("the daemon does not offer the version that runs", box.progress(), "")
    check("slot, version, daemon, health", box.slot(), "B 2 active active")
    check("the box after it", box.update("status"), "running     slot B, version 2, good\nother       slot A, version 1, good\nnext start  slot B.*code 0")
    check("rollback", box.update("rollback"), "slot A starts next.*code 0")
    if arch == "arm64":
        # The firmware's flag goes with the power; the choice does not.
        box.machine.end()
        box.plug()
        box.machine.up(900 * patience)
    else:
        box.restart()
    box.start("the system before")
    check("slot, version, daemon, health", box.slot(), "A 1 active active")
    leave_bad(box)


def leave_bad(box):
    """Installs the bad updates. They have no root of their own: slot B has one."""
    reasons = {"silent": "the daemon does not answer", "crash": "the daemon (does not answer|starts again and again)",
               "panic": "it did not get as far as its check", "hang": "it did not get as far as its check"}
    # QEMU's machine of a Pi's processor has no watchdog.
    names = os.environ.get("LAB_BAD", "silent crash panic" if arch == "arm64" else "silent crash panic hang").split()
    for name in names:
        box.left(name, reasons[name])


def bad(box):
    """Tests the bad updates without the good one before."""
    box.start("power on")
    leave_bad(box)


def starts(box):
    """Tests a slot that was good and does not get ready any more. The power is cut before that in three starts."""
    box.start("power on")
    check("the update is installed", box.update("--from-stick"), ".*version 2 is installed.*code 0")
    box.restart()
    box.start("the update's trial")
    check("slot, version, daemon, health", box.slot(), "B 2 active active")
    for count, start in enumerate(("first", "second", "third"), 1):
        box.machine.end()
        box.plug()
        # The shell comes before the daemon is ready.
        box.machine.up(900 * patience)
        check(f"the {start} start before it is ready", box.ask("echo $(cat /run/gf/slot) $(cat /data/rauc/starts-B) $(systemctl is-active gestureflow-health)"), f"B {count} (inactive|activating)")
    box.machine.end()
    box.plug()
    box.start("the fourth start")
    check("slot, version, daemon, health", box.slot(), "A 1 active active")
    check("the reason", box.update("status"), ".*other       slot B, version 2, bad\nnext start  slot A.*returned    slot B: it did not get ready in three starts.*code 0")
    box.restart()
    box.start("a restart")
    check("the other slot stays", box.slot(), "A 1 active active")


def free_port():
    """Returns a port of this machine that no program has."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def ssh(box, line, key=None, password=None, user="owner"):
    """Runs a line by SSH; returns its output and exit code. The box must keep its host key."""
    command = ["ssh", "-F", "none", "-p", str(box.port), "-o", f"UserKnownHostsFile={box.folder}/known_hosts", "-o", "StrictHostKeyChecking=accept-new", "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=120",
               "-o", "IdentitiesOnly=yes", "-o", "NumberOfPasswordPrompts=1"]
    command += ["-i", key] if key else ["-o", "PubkeyAuthentication=no"]
    environment = {**os.environ, "SSH_ASKPASS_REQUIRE": "never"}
    if password:
        script = f"{box.folder}/password"
        with open(script, "w") as file:
            file.write(f"#!/bin/sh\necho '{password}'\n")
        os.chmod(script, 0o700)
        environment.update(SSH_ASKPASS=script, SSH_ASKPASS_REQUIRE="force")
    else:
        command += ["-o", "BatchMode=yes"]
    end = subprocess.run([*command, f"{user}@127.0.0.1", line], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300 * patience)
    return f"{end.stdout}{end.stderr}code {end.returncode}"


def login(box):
    """Tests the owner's ways into the box: a key, a password, Wi-Fi, and none without their files."""
    first = first_partition(box.folder)

    def start(what, remove=(), **files):
        box.machine.end()
        for name in remove:
            subprocess.run(["mdel", "-i", first, f"::{name}"], check=True)
        for name, text in files.items():
            path = f"{box.folder}/{name}"
            # As an editor of Windows writes it.
            with open(path, "w", newline="\r\n") as file:
                file.write(text)
            subprocess.run(["mcopy", "-o", "-i", first, path, f"::{name.replace('_', '.')}"], check=True)
        box.plug()
        box.start(what)

    def network():
        box.ask("n=0; until grep -q 10.0.2.15 /proc/net/fib_trie && systemctl is-active -q ssh || [ $n -ge 90 ]; do sleep 2; n=$((n+1)); done", 600)

    # Ports that other machines reach, in hexadecimal digits.
    ports = "cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == \"0A\" && $2 !~ /7F:|01000000:/ { print substr($2, length($2) - 3) }' | sort -u | paste -sd' '"
    for name in ("key", "other"):
        for file in (f"{box.folder}/{name}", f"{box.folder}/{name}.pub"):
            if os.path.exists(file):
                os.remove(file)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{box.folder}/{name}"], check=True)
    key, other = f"{box.folder}/key", f"{box.folder}/other"
    shut = ".*(closed|reset|refused).*code 255"
    box.start("power on")
    check("no port is open", box.ask(ports), "")
    check("there is no way in", ssh(box, "true", key), shut)

    start("a public key is on the card", ssh_pub=open(f"{key}.pub").read())
    network()
    check("the owner logs in", ssh(box, "id -un; gfctl volume", key), "owner\n.*%.*code 0")
    check("and is not root", ssh(box, "cat /etc/shadow", key), ".*Permission denied.*code 1")
    check("another key is refused", ssh(box, "true", other), ".*Permission denied.*code 255")
    check("root is refused", ssh(box, "true", key, user="root"), ".*Permission denied.*code 255")
    check("no password is taken", ssh(box, "true", password="gesture"), ".*Permission denied \\(publickey\\).*code 255")
    check("open ports", box.ask(ports), "0016")
    check("the name is told to the network", box.ask("n=0; until journalctl -b -o cat -u avahi-daemon | grep -q 'startup complete' || [ $n -ge 60 ]; do sleep 2; n=$((n+1)); done; journalctl -b -o cat -u avahi-daemon | grep 'startup complete'; hostname", 300),
          r".*Host name is (gestureflow-[0-9a-f]{4})\.local.*\n\1")

    digest = subprocess.run(["openssl", "passwd", "-6", "gesture"], check=True, capture_output=True, text=True).stdout.strip()
    start("a password is on the card, and no key", ["ssh.pub"], gestureflow_toml=f'[ssh]\npassword-hash = "{digest}"\n')
    network()
    check("the owner logs in with it", ssh(box, "id -un", password="gesture"), "owner\ncode 0")
    check("another password is refused", ssh(box, "true", password="other"), ".*Permission denied.*code 255")
    check("the key is refused", ssh(box, "true", key), ".*Permission denied.*code 255")
    check("the service does not see the hash", box.ask("su -s /bin/sh gestureflow -c 'cat /etc/gestureflow/gestureflow.toml /boot/selector/gestureflow.toml /etc/shadow' 2>&1 | grep -c '[$]6[$]'"), "0")

    start("a Wi-Fi is on the card, and no password", ["gestureflow.toml"], wifi_txt="name=lab network\npassword=pass word 8\ncountry=DE\n")
    # Two radios in software: one is the box's, the other one the network's.
    check("there are radios", box.ask("modprobe mac80211_hwsim radios=2; echo $?"), "0")
    box.ask("n=0; until iwctl device list | grep -q wlan1 || [ $n -ge 60 ]; do sleep 2; n=$((n+1)); done; iwctl device wlan1 set-property Mode ap; sleep 2; iwctl ap wlan1 start 'lab network' 'pass word 8'", 300)
    check("the box joins it", box.ask("n=0; until iwctl station wlan0 show | grep -q ' connected ' || [ $n -ge 90 ]; do sleep 2; n=$((n+1)); done; iwctl station wlan0 show | grep -E 'State|Connected network'", 600), ".* connected .*lab network.*")
    check("open ports", box.ask(ports), "")

    start("nothing is on the card", ["wifi.txt"])
    check("no port is open", box.ask(ports), "")
    check("there is no way in", ssh(box, "true", key), shut)
    check("no network is left", box.ask("ls /data/network /data/wifi /var/lib/iwd/*.psk 2>/dev/null; systemctl is-active systemd-networkd iwd avahi-daemon ssh | paste -sd' '"), "inactive inactive inactive inactive")


def fill_slot_b(folder):
    """Copies the root to slot B of the card."""
    card = f"{folder}/card.img"
    start = partitions(card)[6] * 512
    subprocess.run(["dd", "status=none", "bs=1M", "conv=notrunc", "oflag=seek_bytes", f"seek={start}", f"if={folder}/root.img", f"of={card}"], check=True)


def first_partition(folder):
    """Returns the card's first partition, as mtools name it."""
    card = f"{folder}/card.img"
    return f"{card}@@{partitions(card)[1] * 512}"


def ask_for_reset(folder):
    """Puts an empty file factory-reset on the card's first partition."""
    empty = f"{folder}/factory-reset"
    open(empty, "w").close()
    subprocess.run(["mcopy", "-i", first_partition(folder), empty, "::"], check=True)


def owner(box):
    """Does as the user owner, who is not root, what other boxes do as root."""
    def do(line, limit=900):
        return box.ask(f"su -s /bin/sh owner -c '{line}' 2>&1; echo code $?", limit)

    def ready():
        box.ask("until systemctl is-active -q gestureflow; do sleep 1; done", 900)

    box.start("power on")
    first = do("gfctl volume")
    do("gfctl volume 31%; sleep 20; cd /data/home && gfctl backup box.backup")
    do("gfctl volume 62%; sleep 20")
    check("the service starts again", do("gfctl restart"), ".*the service starts again.*code 0")
    ready()
    check("a value of the owner is kept", do("gfctl volume"), ".*62 ?%.*")
    check("a file that is not a backup is refused", do("gfctl restore --yes /etc/passwd"), ".*the backup cannot be restored.*nothing was changed.*code 1")
    check("the owner may not read what root may", do("gfctl restore --yes /etc/shadow"), ".*cannot be opened.*code 1")
    check("the backup is restored", do("gfctl restore --yes /data/home/box.backup"), r".*files? (is|are) restored.*code 0")
    ready()
    check("the value of the backup is back", do("gfctl volume"), ".*31 ?%.*")
    check("the network is shut", do("gfctl network"), "shut.*code 0")
    check("the owner opens it", do("gfctl network on"), "open.*code 0")
    ready()
    check("the service has it", box.ask("test $(readlink /proc/$(systemctl show -P MainPID gestureflow)/ns/net) = $(readlink /proc/1/ns/net); echo $?"), "0")
    check("the owner shuts it", do("gfctl network off"), "shut.*code 0")
    ready()
    check("the service has none", box.ask("test $(readlink /proc/$(systemctl show -P MainPID gestureflow)/ns/net) = $(readlink /proc/1/ns/net); echo $?"), "1")
    check("the owner resets the box", do("gfctl reset --yes"), ".*the box is as delivered.*code 0")
    ready()
    check("the value is gone", do("gfctl volume"), re.escape(first.strip()))
    check("other users may not ask", box.ask("su -s /bin/sh gestureflow -c 'gfctl reset --yes' 2>&1; echo code $?"), ".*log in as owner or root.*code 1")
    check("units that failed", box.ask("systemctl --failed --no-legend --plain --no-pager | cut -d' ' -f1 | tr '\\n' ' '"), "")
    say("exposure: " + box.ask("systemd-analyze security --no-pager gestureflow-requests@x.service 2>/dev/null | tail -n 1"))


def music(box):
    """Tests that the music plays on while an update is installed."""
    box.start("power on")
    box.wait_for_offer()
    # The work of the start is over.
    box.ask("systemctl is-system-running --wait; sleep 10")
    (before, track), at = box.playing(), time.monotonic()
    check("the update is installed", box.update("--from-stick"), ".*version 2 is installed.*code 0")
    after, end = box.playing()
    # The built-in music begins anew at its end.
    played = (end["positionSeconds"] - track["positionSeconds"]) % track["lengthSeconds"]
    say(f"it took {time.monotonic() - at:.0f} s of the host's time, and {played:.0f} s of the music; the longest block since the start took {after['loadMaxPercent']:.0f} % of a period")
    check("xruns, frames that were not decoded in time", " ".join(str(after[name] - before[name]) for name in ("xruns", "starvedFrames")), "0 0")
    check("the music played on", str(played > 5 and after["peakDB"] > -60), "True")


def cuts(box):
    box.start("power on")
    for seconds in [float(word) for word in os.environ.get("LAB_CUTS", "2 5 10 15 20 30 40 50 60 75").split()]:
        box.ask("(gfctl update --from-stick >/run/install.log 2>&1 &)")
        time.sleep(seconds)
        said = box.ask("tail -n 1 /run/install.log")
        box.machine.end()
        say(f"the power is cut {seconds:g} s after the begin, at '{said}'")
        box.plug()
        box.start("power on")
        # If the installation finished before the cut, the new system may run.
        check("slot, version, daemon, health", box.slot(), "A 1 active active" if "is installed" not in said else "[AB] [12] active active")
        say(box.update("status").replace("\n", "; "))
    check("the next installation", box.update("--from-stick"), ".*version 2 is installed.*code 0")
    box.restart()
    box.start("the update's trial")
    check("slot, version, daemon, health", box.slot(), "B 2 active active")


def bare(box):
    """Tests a box without sound card, camera and time: the update has the same faults, and stays."""
    box.start("power on")
    # systemd moves a clock of 2020 to the date of the image.
    check("its clock is not before the image", box.ask("date +%Y"), r"202[6-9]|20[3-9]\d")
    check("its clock is before the certificate's begin", box.ask("date -s 2020-01-01 >/dev/null; date +%Y"), "2020")
    check("slot, version, daemon, health", box.slot(), "A 1 activating active")
    check("the update on the stick is installed", box.update("--from-stick"), ".*version 2 is installed.*code 0")
    box.restart()
    box.start("the update's trial")
    check("slot, version, daemon, health", box.slot(), "B 2 activating active")
    check("the box after it", box.update("status"), "running     slot B, version 2, good.*code 0")


def data(box):
    """Tests a data partition that is full, reset, damaged, destroyed and missing: the box plays, and reports it."""
    card = f"{box.folder}/card.img"
    box.start("power on")
    check("an intact partition is not reported", box.ask("ls /run/gf; gfctl status --json-pretty | grep \"the card's data\""), "(?!.*data).*slot.*")
    box.ask("head -c 100G /dev/zero >/data/full; sync")
    check("space left (KiB)", box.ask("df -k --output=avail /data | tail -n 1"), r"\d{1,4}")
    box.machine.end()
    box.plug()
    box.start("the partition is full")
    check("slot, version, daemon, health", box.slot(), "A 1 active active")
    start = int(box.ask("cat /sys/class/block/vda7/start"))
    box.machine.end()
    ask_for_reset(box.folder)
    box.plug()
    box.start("the owner asks for a reset")
    check("the data and the owner's file are gone", box.ask("ls /data/full /data/factory-reset /boot/selector/factory-reset 2>&1 | grep -c 'No such file'"), "3")
    check("slot, version, daemon, health", box.slot(), "A 1 active active")
    # The second copy of the superblock is 128 MiB behind the beginning.
    for name, size, note, said in (("damaged", 80, "repaired", "were damaged"), ("destroyed", 200, "new", "were lost")):
        box.machine.end()
        with open(card, "r+b") as file:
            file.seek(start * 512)
            file.write(bytes(size << 20))
        box.plug()
        box.start(f"the partition is {name}")
        check("the first stage's note", box.ask("cat /run/gf/data"), note)
        check("slot, version, daemon, health", box.slot(), "A 1 active active")
        check("the box reports it", box.ask("gfctl health"), f".*data: the card's data {said}.*")
    check("data is on the card", box.ask("df -T /data | tail -n 1"), "/dev/vda7 +ext4.*")
    box.machine.end()
    subprocess.run(["sfdisk", "-q", "--delete", card, "7"], check=True)
    box.plug()
    box.start("the partition is missing")
    check("the first stage's note", box.ask("cat /run/gf/data"), "memory")
    check("slot, version, daemon, health", box.slot(), "A 1 active active")
    check("the box reports it", box.ask("gfctl status --json-pretty"), ".*data: the card's data cannot be used.*")
    check("it takes no update", box.update("--from-stick"), ".*the card's data cannot be used.*write the card again.*code 1")


def media(box):
    """Tests cards of other sizes, a card that refuses writes, a stick that is pulled out, and updates of 4 GB."""
    for size in (8, 256):
        box.machine.end()
        make_card(box.folder, size)
        box.plug()
        box.start(f"a card of {size} GB")
        check("slot, version, daemon, health", box.slot(), "A 1 active active")
        check("data (GB)", box.ask("until systemctl show -P ActiveState gestureflow-grow-data | grep -Eq '^(active|failed)$'; do sleep 2; done; df -B 1000000000 --output=size /data | tail -n 1", 900), r"2[34]\d" if size == 256 else "[56]")
    for name, why in (("hollow", "is incomplete"), ("huge", "cannot be installed .*(No space left|does not fit|too large).*this system stays as it is")):
        check(f"refused: {name}", box.update(f"/run/updates/{name}.raucb"), f".*{why}.*code 1")
    check("the box after it", box.slot(), "A 1 active active")
    begin_install(box)
    box.machine.pull_stick()
    check("the stick is pulled out", end_of_install(box), ".*cannot be installed .*Error reading from file.*code 1")
    check("the box after it", box.slot(), "A 1 active active")
    check("the slots", box.update("status"), "running     slot A, version 1, good\nother       slot B.*next start  slot A.*code 0")
    box.machine.end()
    with Disk(f"{box.folder}/card.img") as disk:
        box.plug(disk.address)
        box.start("the stick is back")
        begin_install(box)
        disk.refuse_writes()
        check("the card refuses writes", end_of_install(box), ".*cannot be installed .*(grub-editenv|rror writing|Read-only).*code 1")
        check("slot, version, daemon", box.ask("echo $(cat /run/gf/slot) $(cat /usr/share/gestureflow/image-version) $(systemctl is-active gestureflow)"), "A 1 active")
        say(box.ask("gfctl status 2>&1 | head -n 24").replace("\n", "\n            "))
        box.machine.end()
    box.plug()
    box.start("the card takes writes again")
    check("slot, version, daemon, health", box.slot(), "A 1 active active")
    check("the slots", box.update("status"), "running     slot A, version 1, good\nother       slot B.*next start  slot A.*code 0")


def begin_install(box):
    """Begins to install the update on the stick, and waits until RAUC writes the root."""
    box.wait_for_offer()
    box.ask("(gfctl update --from-stick >/run/install.log 2>&1; echo code $? >>/run/install.log) & n=0; until grep -q '[5-9]. %' /run/install.log || [ $n -ge 600 ]; do sleep 1; n=$((n+1)); done; sleep 5", 900)
    check("it installs", box.ask("tail -n 1 /run/install.log"), r"\d+ %")


def end_of_install(box):
    box.ask("n=0; until grep -q '^code' /run/install.log || [ $n -ge 900 ]; do sleep 1; n=$((n+1)); done", 1200)
    return box.ask("tail -n 3 /run/install.log")


def make_card(folder, size):
    """Flashes a new card of so many GB."""
    card = f"{folder}/card.img"
    subprocess.run(["cp", "--sparse=always", f"{folder}/disk.img", card], check=True)
    os.truncate(card, size * 1_000_000_000 // 512 * 512)


def main():
    folder, what = sys.argv[1], {"trial": trial, "bad": bad, "starts": starts, "music": music, "cuts": cuts, "bare": bare, "data": data, "media": media, "owner": owner, "login": login, "boot": boot}[sys.argv[2]]
    # The smallest card.
    make_card(folder, 4)
    if what is bad:
        fill_slot_b(folder)
    if arch == "amd64":
        shutil.copy(VARS, f"{folder}/vars.fd")
    if os.path.exists(f"{folder}/console.log"):
        os.remove(f"{folder}/console.log")
    if what is boot:
        try:
            boot(folder, patience, say)
        except AssertionError as error:
            say(f"FAILED {error}")
            return 1
        return 0
    box = Box(folder, sound=what is not bare, clock="2020-01-01" if what is bare else None, port=free_port() if what is login else None, counted=what is music)
    try:
        what(box)
    except AssertionError as error:
        say(f"FAILED {error}")
        return 1
    finally:
        box.machine.end()
        print("\n".join(re.findall(r"(?:GRUB|health|owner-files|first stage|Kernel panic)[: ][^\r\n\x1b]*", open(box.machine.console, errors="replace").read())))
    say("passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
