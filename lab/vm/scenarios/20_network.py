"""The service has no network until the owner opens one.

OSC out reports that. After `gfctl network on` this machine receives a bundle for each frame, and a browser pairs with
the page; after `gfctl network off` nothing.
"""
import re
import time
import osc

minutes = 3
EAR = "/tmp/packets.log"
PORT = 9000
PAGE = "http://127.0.0.1:8080"


def run(lab, kit):
    lab.plug_card()
    lab.run(f"(/opt/lab/packets {PORT} > {EAR} 2>&1 & echo $! > /tmp/packets.pid)")
    lab.configure(f'[osc]\\ntarget = "127.0.0.1:{PORT}"\\n')
    lab.run("systemctl restart gestureflow", 120)
    lab.until("the box answers", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    lab.slow_camera()
    lab.until("frames", lambda: lab.status()["camera"].get("frames", 0) > 3, 180)

    # Closed, as delivered.
    lab.until("what is wrong is told", lambda: "network is shut" in str(part(lab)), 60)
    kit.check(lab.out("gfctl network").startswith("shut"), "gfctl says that it is shut")
    kit.check(lab.out(f"cat {EAR}") == "", "and nothing arrives")
    code, said = lab.run("su owner -c 'gfctl network on' 2>&1")
    kit.check(code != 0 and "sudo" in said, f"only root opens it: {said}")

    # Open: a bundle for each frame.
    code, said = lab.run("gfctl network on 2>&1", 180)
    kit.check(code == 0 and said.startswith("open"), f"it is opened: {said}")
    lab.until("bundles", lambda: len(heard(lab)) > 5, 240)
    bundles = heard(lab)
    kit.check(osc.gaps(bundles) == [], f"none is missing: {osc.gaps(bundles)}")
    addresses = {address for _, messages in bundles for address, _ in messages}
    kit.check({"/gestureflow/frame", "/gestureflow/player"} <= addresses, f"in the words of the manual: {addresses}")
    lab.until("the part is well", lambda: part(lab).get("state") == "running", 60)

    # The page is behind a code, and its remote browser may not switch the box off.
    kit.check(answered(lab, "/") == "000", "no page is on the network")
    code, said = lab.run("gfctl network page on 2>&1", 60)
    digits = re.search(r"the code is (\d{3}) (\d{3})", said)
    kit.check(code == 0 and said.startswith("open") and digits, f"the page is opened: {said}")
    kit.check(answered(lab, "/") == "200" and answered(lab, "/v1/status") == "403", "without the code there is the form alone")
    kit.check(answered(lab, "/pair", f"code={digits[1]}{digits[2]}") == "303", "the code pairs")
    kit.check(answered(lab, "/v1/status") == "200", "a paired browser reads the status")
    kit.check(answered(lab, "/v1/commands", '{"command":"shutdown"}') == "403", "and does not switch the box off")
    kit.check(lab.out("gfctl network page off").startswith("shut"), "the page is shut")
    lab.until("the port is closed", lambda: answered(lab, "/") == "000", 30)

    # Closed again.
    code, said = lab.run("gfctl network off 2>&1", 180)
    kit.check(code == 0 and said.startswith("shut"), f"it is shut: {said}")
    lab.until("the box answers again", lambda: lab.status().get("state") in ("healthy", "degraded"), 180)
    lab.until("what is wrong is told again", lambda: "network is shut" in str(part(lab)), 180)
    before = len(heard(lab))
    # The time of a dozen frames.
    time.sleep(12)
    kit.check(len(heard(lab)) == before, f"nothing goes out any more: {len(heard(lab)) - before} bundles")
    kit.check(lab.out("ls /etc/systemd/system/gestureflow.service.d 2>/dev/null") == "", "nothing of it is left")
    lab.run("kill $(cat /tmp/packets.pid)")
    return f"{before} bundles while it was open, none before and none after"


def answered(lab, path, body=None):
    """Returns the status of the page's answer; 000 without one."""
    data = f"-d '{body}'" if body else ""
    jar = "-b /tmp/jar -c /tmp/jar"
    return lab.out(f"curl -s -o /dev/null -w '%{{http_code}}' {jar} -H 'Origin: {PAGE}' {data} {PAGE}{path}").strip()


def part(lab):
    return lab.part("osc")


def heard(lab):
    return osc.read(lab.out(f"cat {EAR}"))
