"""kill -9, SIGSTOP, the start limit, a clean stop, upgrades and purge.

One upgrade, during play, is to a version with other defaults; one is without conffile and card. The bus's socket
stays for the players meanwhile.
"""
import time


def upgrade(lab, kit, what):
    """Installs the next version unattended and waits for its service.

    image.sh makes the version. dpkg does not wait, and until then the old service answers.
    """
    old = lab.out("systemctl show -p MainPID --value gestureflow")
    code, text = lab.run("DEBIAN_FRONTEND=noninteractive timeout 150 dpkg -i /root/gestureflow-next.deb < /dev/null 2>&1", 180)
    kit.check(code == 0, f"{what}: {text[-500:]}")
    kit.check("What would you like to do" not in text, f"{what}: dpkg asks: {text[-500:]}")
    lab.until(f"{what}: a new service", lambda: lab.out("systemctl show -p MainPID --value gestureflow") not in (old, "0") and lab.status().get("state"), 180)


def bus(lab):
    """Returns the socket between players and the box: its number, and its permissions."""
    return lab.out("stat -c '%F %i %U:%G %a' /run/gestureflow/bus")


def run(lab, kit):
    lab.make_panel()
    lab.plug_card()
    stick = kit.stick("service", {"1.wav": kit.tone("service.wav", 440, 120)})
    lab.plug_stick("stick", stick)
    lab.run("cp -p /etc/gestureflow/gestureflow.toml /root/default.toml")
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)

    def position():
        return (lab.status().get("track") or {}).get("positionSeconds", 0)

    lab.until("music", lambda: (lab.status().get("track") or {}).get("path", None), 180)
    lab.run("su owner -c 'gfctl seek 40'")
    lab.until("the place", lambda: position() > 46)
    at = position()
    socket = bus(lab)
    kit.check(socket.startswith("socket") and socket.endswith("gestureflow:gestureflow 660"), f"the bus's socket: {socket}")
    lab.run("systemctl kill -s KILL gestureflow")
    lab.until("back after kill -9", lambda: lab.out("systemctl is-active gestureflow") == "active" and (lab.status().get("track") or {}).get("path"), 180)
    lab.until("playing where it was", lambda: position() > at - 7)
    back = position()
    lab.run("kill -STOP $(systemctl show -p MainPID --value gestureflow)")
    lab.until("the watchdog bites", lambda: int(lab.out("systemctl show -p NRestarts --value gestureflow")) >= 2, 180)
    lab.until("it returns", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    begun = time.time()
    lab.run("systemctl stop gestureflow", 60)
    stopped = time.time() - begun
    kit.check(lab.out("systemctl show -p Result --value gestureflow") == "success", "a clean stop: " + lab.out("systemctl status gestureflow --no-pager | tail -5"))
    kit.check(lab.out("ls /run/gestureflow") == "bus" and bus(lab) == socket, f"what is left of it: {lab.out('ls -l /run/gestureflow')}")
    # The start limit: the LED shows that the service has given up.
    lab.run("systemctl start --no-block gestureflow; for i in 1 2 3 4 5 6 7 8; do sleep 3; systemctl kill -s KILL gestureflow 2>/dev/null; done", 120)
    lab.until("gave up", lambda: lab.out("systemctl is-active gestureflow-gave-up") == "active", 120)
    lab.until("the LED says so", lambda: lab.led(25), 60)
    kit.shines(lab, "status: gave up", 25, "status", "gaveUp")
    # The conffile of the package: dpkg rightly asks about an edited conffile.
    lab.run("cp -p /root/default.toml /etc/gestureflow/gestureflow.toml; systemctl reset-failed gestureflow; systemctl start gestureflow", 120)
    lab.until("music again", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    kit.check(lab.out("systemctl is-active gestureflow-gave-up") != "active", "the LED is the daemon's again")

    # The owner's settings stay; other keys have the next version's default. dpkg neither asks nor waits.
    def value(key):
        return lab.out(f"su owner -c 'gfctl config get {key}'").strip()

    kit.check([value("gestures.hold"), value("gestures.detent-leave")] == ["0.8", "1.5"], f"the defaults of before: {value('gestures.hold')}, {value('gestures.detent-leave')}")
    kit.check(lab.run("su owner -c 'gfctl config set gestures.hold 1.25'")[0] == 0, "a setting is taken")
    kit.check("hold = 1.25" in lab.out("cat /var/lib/gestureflow/settings.toml"), "it stands in the box's own file")
    kit.check(lab.run("cmp /root/default.toml /etc/gestureflow/gestureflow.toml")[0] == 0, "and the owner's is as it was")
    upgrade(lab, kit, "an upgrade while it plays")
    kit.check(lab.out("dpkg-query -W -f '${Version}' gestureflow").endswith("+next1"), "the next version is installed")
    lab.until("it is well", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    kit.check(bus(lab) == socket, f"the bus's socket after the upgrade: {bus(lab)} and not {socket}")
    kit.check(lab.run("grep -q '^detent-leave = 2$' /etc/gestureflow/gestureflow.toml")[0] == 0, "the next version's conffile is there")
    kit.check([value("gestures.hold"), value("gestures.detent-leave")] == ["1.25", "2"], f"after the upgrade: {value('gestures.hold')}, {value('gestures.detent-leave')}")
    # A removed conffile and a removed card delay nothing.
    lab.yank_card()
    lab.run("rm /etc/gestureflow/gestureflow.toml")
    upgrade(lab, kit, "an upgrade without conffile and card")
    kit.check(value("gestures.hold") == "1.25", "the setting has survived")
    lab.run("dpkg --purge gestureflow 2>&1", 120)
    left = lab.out("ls -d /var/lib/gestureflow /etc/gestureflow /run/gestureflow /usr/lib/gestureflow /usr/bin/gestureflowd 2>/dev/null; getent passwd gestureflow; systemctl list-unit-files --no-legend 'gestureflow*'")
    kit.check(left == "", "purge leaves: " + left)
    return f"at {at:.0f} s killed, at {back:.0f} s again; stopped in {stopped:.1f} s"
