"""A card whose fsyncs take 4.5 s each: the button switches the box off, then `gfctl shutdown` does.

The whole disk is so slow (disk.py). The music plays on, the watchdog restarts nothing, and the end keeps the deadlines
of docs/design/deadlines.md, by the machine's clock. The volume that was set last is there at the next start, although
the state before it was still being written. Messages stay in memory and go to the console, as on the image.
"""
import os, time
import judges
import kit as kitmodule
from disk import Disk
from lab import Lab, patience

own_machine = True
minutes = 8
PLAY = 17
# Seconds of an fsync without the emulator's own; the deadlines count with 4.5.
FSYNC = 4.4
# Seconds that a measured fsync may take: less proves nothing, and the deadlines do not hold for more.
LEAST, MOST = 4.0, 5.5
# The end waits for the rest of a state and for two fsyncs of the next one. Less was not slow.
SLOW_END = 1.8 * FSYNC
STATE = "/var/lib/gestureflow/state.json"
JOURNAL = "[Journal]\nStorage=volatile\nForwardToKMsg=yes\nMaxLevelKMsg=info\n"


def run(image, kit):
    limit = judges.deadlines((kitmodule.project / "docs/design/deadlines.md").read_text())["Deadlines.whole"]
    path = os.path.join(kit.work, "disk.ext4")
    kit.sh("cp", "--sparse=always", f"{image}/root.ext4", path)
    kept, flush, ends = None, None, []
    try:
        with Disk(path) as disk:
            for name, volume in (("the button", 0.37), ("gfctl shutdown", 0.52), (None, None)):
                disk.flush_takes(0)
                with Lab(image, kit.work, disk=disk.address) as lab, kit.witness(lab):
                    lab.make_panel()
                    lab.plug_card()
                    if kept is None:
                        flush = prepare(lab, kit, disk)
                    else:
                        check_state(lab, kit, kept)
                    if name is None:
                        break
                    service, machine = switch_off(lab, kit, disk, flush, name, volume)
                    kit.check(service <= limit, f"{name}: the service's end took {service:.1f} s, and {limit} s is the deadline")
                    kit.check(service >= SLOW_END, f"{name}: the service's end took {service:.1f} s only, so the disk was not slow")
                    ends.append(f"{name}: service {service:.1f} s, machine {machine:.1f} s")
                    kept = volume
    finally:
        os.remove(path)
    return f"{'; '.join(ends)} after the request, deadline {limit} s; each state was there at the next start"


def prepare(lab, kit, disk):
    """Configures the machine, and starts the box with a panel.

    Returns the seconds of a flush with which an fsync takes FSYNC.
    """
    lab.configure("")
    lab.run("mkdir -p /etc/systemd/journald.conf.d")
    lab.send("/etc/systemd/journald.conf.d/lab.conf", JOURNAL.encode())
    lab.run("systemctl restart systemd-journald")
    lab.run("systemctl stop gestureflow", 120)
    counts = []
    for k in range(3):
        lab.run("sync")
        before = disk.flushes()
        fsync(lab, f"quick{k}")
        counts.append(disk.flushes() - before)
    kit.check(min(counts) > 0, f"an fsync does not reach the disk: {counts} flushes")
    flush = FSYNC / min(counts)
    disk.flush_takes(flush)
    seconds = min(fsync(lab, f"slow{k}") for k in range(3))
    kit.check(LEAST <= seconds <= MOST, f"an fsync of {min(counts)} flushes takes {seconds:.1f} s, and {LEAST} to {MOST} s are meant")
    disk.flush_takes(0)
    lab.run("systemctl start gestureflow", 240)
    lab.until("READY", lambda: lab.out("systemctl is-active gestureflow") == "active", 180)
    lab.until("panel", lambda: (lab.status().get("panel") or {}).get("lines"))
    return flush


def fsync(lab, name):
    """Writes a new file; returns the seconds until it is on the disk, by the machine's clock."""
    words = lab.out(f"cat /proc/uptime; dd if=/dev/zero of=/root/{name} bs=4k count=1 conv=fsync 2>/dev/null; cat /proc/uptime").split()
    return float(words[2]) - float(words[0])


def check_state(lab, kit, kept):
    """Checks that the box has started with the volume that was set last."""
    control = lab.until("the box answers", lambda: lab.status().get("control"), 300)
    kit.check(abs(control["volume"] - kept) < 0.0006, f"the volume is {control['volume']}, and {kept} was set last")
    notices = str(lab.status()["notices"])
    kit.check("previous copy" not in notices and "the defaults" not in notices, f"the state was not whole: {notices}")


def switch_off(lab, kit, disk, flush, name, volume):
    """Plays with a slow disk, then switches the box off while it writes a state.

    Returns the seconds from the request to the service's and to the machine's end.
    """
    # The kernel prints messages of the service manager and of the box, too.
    lab.run("echo on > /proc/sys/kernel/printk_devkmsg; echo 7 > /proc/sys/kernel/printk")
    lab.until("the music plays", lambda: (lab.status().get("audio") or {}).get("blocks"), 240)
    pid = lab.out("systemctl show -p MainPID --value gestureflow")
    disk.flush_takes(flush)
    # Longer than the watchdog waits, with states on their way to the disk.
    blocks = lab.status()["audio"]["blocks"]
    code, said = lab.run(f"{order(volume + 0.2)} && sleep 15")
    kit.check(code == 0, f"the volume is not taken: {code}: {said}")
    lab.until("the music goes on", lambda: lab.status()["audio"]["blocks"] > blocks + 20)
    restarts = lab.out("systemctl show -p NRestarts -p MainPID --value gestureflow").split()
    kit.check(sorted(restarts) == sorted(["0", pid]), f"it was started again: {restarts}, and {pid} was its process")
    # In one command, so that the host's own pauses do not come between the state and the end.
    ends = lab.button(PLAY, True) if name == "the button" else "(su owner -c 'gfctl shutdown' > /dev/null 2>&1 &)"
    writes = f"for k in $(seq 600); do test -e {STATE}.new && break; sleep 0.05; done; test -e {STATE}.new"
    code, said = lab.run(f"{order(volume + 0.1)} && {writes} && {order(volume)} && {ends}", 120)
    kit.check(code == 0, f"{name}: the box does not write a changed state, or takes no volume: {code}: {said}")
    end = time.time() + 300 * patience
    while lab.process.poll() is None and time.time() < end:
        time.sleep(0.2)
    is_off = lab.process.poll() is not None
    if not is_off:
        lab.cut_power()
    events, console = lab.ended()
    with open(os.path.join(kit.work, f"console-{name.split()[-1]}.txt"), "w") as file:
        file.write(console)
    kit.check(is_off, f"{name}: the machine is still on; its words are in {kit.work}")
    wrong = judges.power_off(events, console)
    kit.check(not wrong, f"{name}: the machine is off, but not in order: {wrong}")
    service, machine, wrong = judges.shutdown(console)
    kit.check(not wrong, f"{name}: {wrong}")
    return service, machine


def order(volume):
    """Returns the shell's words that set the volume."""
    return Lab.order('{"command":"volume","number":%.2f}' % volume)
