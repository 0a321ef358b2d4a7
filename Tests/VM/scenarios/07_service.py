"""kill -9, SIGSTOP, the start limit, a clean stop, an upgrade while it plays, purge."""
import time


def run(lab, kit):
    lab.make_panel()
    lab.plug_card()
    stick = kit.stick("service", {"1.wav": kit.tone("service.wav", 440, 120)})
    lab.plug_stick("stick", stick)
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)

    def position():
        return (lab.status().get("track") or {}).get("positionSeconds", 0)

    lab.until("music", lambda: (lab.status().get("track") or {}).get("path", None), 180)
    lab.run("su owner -c 'gfctl seek 40'")
    lab.until("the place", lambda: position() > 46)
    at = position()
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
    # The start limit: the LED says that it has given up.
    lab.run("systemctl start --no-block gestureflow; for i in 1 2 3 4 5 6 7 8; do sleep 3; systemctl kill -s KILL gestureflow 2>/dev/null; done", 120)
    lab.until("gave up", lambda: lab.out("systemctl is-active gestureflow-gave-up") == "active", 120)
    lab.until("the LED says so", lambda: lab.led(25), 60)
    kit.shines(lab, "status: gave up", 25, "status", "gaveUp")
    lab.run("systemctl reset-failed gestureflow; systemctl start gestureflow", 120)
    lab.until("music again", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    kit.check(lab.out("systemctl is-active gestureflow-gave-up") != "active", "the LED is the daemon's again")
    code, text = lab.run("timeout 150 dpkg -i /root/gestureflow.deb < /dev/null 2>&1 | tail -3; exit ${PIPESTATUS[0]}", 180)
    kit.check(code == 0, f"an upgrade while it plays: {text}")
    lab.until("an upgrade while it plays", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    # What the owner sets on the box is kept over an upgrade that finds no conffile and no card, and dpkg neither asks nor waits.
    kit.check(lab.run("su owner -c 'gfctl config set gestures.hold 1.25'")[0] == 0, "a setting is taken")
    kit.check("hold = 1.25" in lab.out("cat /var/lib/gestureflow/settings.toml"), "it stands in the box's own file")
    kit.check("1.25" not in lab.out("cat /etc/gestureflow/gestureflow.toml"), "and not in the owner's")
    lab.yank_card()
    lab.run("rm /etc/gestureflow/gestureflow.toml")
    old = lab.out("systemctl show -p MainPID --value gestureflow")
    code, text = lab.run("timeout 100 dpkg -i /root/gestureflow.deb < /dev/null 2>&1 | tail -3; exit ${PIPESTATUS[0]}", 180)
    kit.check(code == 0, f"an upgrade without conffile and card: {text}")
    # dpkg does not wait for the restart: until it comes, the service of before the upgrade answers.
    lab.until("a new service", lambda: lab.out("systemctl show -p MainPID --value gestureflow") not in (old, "0") and lab.status().get("state"), 180)
    kit.check("1.25" in lab.out("su owner -c 'gfctl config get gestures.hold'"), "the setting has survived")
    lab.run("dpkg --purge gestureflow 2>&1", 120)
    left = lab.out("ls -d /var/lib/gestureflow /etc/gestureflow /run/gestureflow /usr/lib/gestureflow /usr/bin/gestureflowd 2>/dev/null; getent passwd gestureflow; systemctl list-unit-files --no-legend 'gestureflow*'")
    kit.check(left == "", "purge leaves: " + left)
    return f"at {at:.0f} s killed, at {back:.0f} s again; stopped in {stopped:.1f} s"
