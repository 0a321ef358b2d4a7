"""The service imports films in its sandbox.

It sees neither the owner's home nor /tmp: gfctl sends the films, the library has their sound, and it plays.
"""
import time
import sound

minutes = 5
# Seconds for gfctl, which waits for the import: in the emulated machine ffprobe takes 10 to 20 s for a film, and
# ffmpeg as long again.
longest = 900


def run(lab, kit):
    lab.plug_card()
    lab.configure("")
    lab.run("systemctl restart gestureflow", 240)
    lab.until("the built-in piece", lambda: (lab.status().get("track") or {}).get("title") == "Built-in piece", 360)
    # Files that only the owner can read.
    films = {"/tmp/one.mov": 1000, "/home/owner/two.mov": 3000}
    for place, hz in films.items():
        with open(kit.talkie(place.split("/")[-1], hz, 20), "rb") as file:
            lab.send(place, file.read())
        lab.run(f"chown owner: {place}; chmod 600 {place}")
    lab.run("chmod 700 /home/owner")
    pid = lab.out("systemctl show -p MainPID --value gestureflow")
    for place in films:
        kit.check(lab.run(f"nsenter -t {pid} -m test -e {place}")[0] != 0, f"the service is not to see {place}, or this proves nothing")
    begun = time.time()
    code, text = lab.run("su owner -c 'cd; gfctl import /tmp/one.mov two.mov' 2>&1", longest)
    took = time.time() - begun
    kit.check(code == 0 and "imported 2 file(s)" in text, f"{code}: {text[-500:]}")
    lab.until("both are in the library", lambda: lab.status()["library"]["tracks"] == 2, 300)
    lab.until("what was sent is removed", lambda: not lab.out("ls -A /var/lib/gestureflow/imports/.incoming 2>/dev/null"), 120)
    code, text = lab.run("su owner -c 'gfctl import /tmp/one.mov' 2>&1", longest)
    kit.check(code == 0 and "was imported before" in text, f"a second time: {code}: {text[-500:]}")
    code, text = lab.run("echo no film > /tmp/three.mov; su owner -c 'gfctl import /tmp/three.mov' 2>&1", longest)
    kit.check(code == 1 and "three.mov failed" in text, f"a file that is not a film: {code}: {text[-500:]}")
    kit.check(lab.status()["library"]["tracks"] == 2, "and it is not in the library")
    lab.run("su owner -c 'gfctl autopause off; gfctl play'")
    shares = []
    for number, hz in enumerate(films.values(), 1):
        name = list(films)[number - 1].split("/")[-1].split(".")[0]
        kit.check(lab.run(f"su owner -c 'gfctl select {number}'")[0] == 0, f"{name} can be chosen")
        track = lab.until(f"{name} plays", lambda: (t := lab.status().get("track") or {}).get("title") == name and t["positionSeconds"] > 0 and t, 240)
        kit.check(track["path"].startswith(f"/var/lib/gestureflow/imports/{name} "), track["path"])
        # As much of it as the emulated machine plays meanwhile.
        at = sound.length(lab.sound)
        time.sleep(5)
        shares.append(sound.pieces(sound.samples(lab.sound, at + 1), hz))
        kit.check(shares[-1] > 0.4, f"{name}'s tone is {shares[-1]:.0%} of what is heard")
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was started again")
    return f"two films in {took:.0f} s, their tones {shares[0]:.0%} and {shares[1]:.0%} of what is heard; one was known, and one was not a film"
