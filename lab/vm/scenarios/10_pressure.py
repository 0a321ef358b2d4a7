"""A full disk, a jumping clock, and 32 clients while it plays."""
import time


def run(lab, kit):
    lab.plug_card()
    lab.plug_stick("stick", kit.stick("music", {"1.wav": kit.tone("1.wav", 440, 120)}))
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)
    lab.until("music", lambda: (lab.status().get("track") or {}).get("path"), 180)
    lab.run("su owner -c 'gfctl autopause off; gfctl play'")

    def plays():
        """Checks that more blocks play, and that nothing restarted."""
        blocks = lab.status()["audio"]["blocks"]
        lab.until("the music goes on", lambda: lab.status()["audio"]["blocks"] > blocks + 20)
        kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was started again")

    plays()
    # No byte is free, not even for root.
    lab.run("dd if=/dev/zero of=/var/full bs=1M 2>/dev/null; dd if=/dev/zero of=/var/full2 bs=512 2>/dev/null; sync")
    kit.check(lab.run("su owner -c 'gfctl volume 0.35'")[0] == 0, "the volume changes with a full disk")
    told = lab.until("the full disk is told", lambda: next((n["text"] for n in lab.status()["notices"] if "state" in n["text"]), None), 60)
    kit.check("space" in told.lower(), told)
    plays()
    lab.run("rm /var/full /var/full2; su owner -c 'gfctl volume 0.45'; sync")
    lab.until("saved once there is room", lambda: lab.run("grep -q '\"volume\":0.4[45]' /var/lib/gestureflow/state.json")[0] == 0, 60)
    uptime = lab.status()["uptimeSeconds"]
    for jump in ("+2 years", "-3 years", "1970-01-02", "2037-12-31"):
        lab.run(f"date -s '{jump}'")
        plays()
        kit.check(lab.status()["uptimeSeconds"] >= uptime, "the uptime went back")
        uptime = lab.status()["uptimeSeconds"]
    # 31 listeners stay; the last place is for requests.
    lab.run("for i in $(seq 31); do curl -sN --unix-socket /run/gestureflow/control.sock http://box/v1/events > /tmp/events.$i & done; sleep 5", 120)
    code, text = lab.run("su owner -c 'gfctl status --json' 2>&1")
    kit.check(text.startswith("{"), f"the 32nd client is not answered: {code} {text[:200]}")
    plays()
    lab.run("curl -sN --unix-socket /run/gestureflow/control.sock http://box/v1/events > /tmp/events.32 & sleep 3", 60)
    code, text = lab.run("su owner -c 'gfctl status' 2>&1")
    kit.check(code != 0 and "32 clients" in text, f"the 33rd is told: {code} {text[:200]}")
    lab.run("pkill curl; sleep 1")
    lab.until("room again", lambda: lab.status(), 60)
    plays()
    return f"full disk: “{told}”; 4 jumps of the clock; 32 clients, the 33rd: “{text.splitlines()[0][:70]}”"
