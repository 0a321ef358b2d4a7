"""The PLAY hold: count-in, then a real power-off."""
import time
import judges


def run(lab, kit):
    lab.make_panel()
    lab.plug_card()
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)
    lab.until("READY", lambda: lab.out("systemctl is-active gestureflow") == "active", 180)
    lab.until("panel", lambda: (lab.status().get("panel") or {}).get("lines"))
    lab.run(lab.button(17, True))
    begun = time.time()
    while lab.process.poll() is None and time.time() - begun < 120:
        time.sleep(0.2)
    kit.check(lab.process.poll() is not None, "the machine is still on")
    wrong = judges.power_off(*lab.ended())
    kit.check(not wrong, f"the machine is off, but not by the button: {wrong}")
    return f"off {time.time() - begun:.0f} s after the button went down"
