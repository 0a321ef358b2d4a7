"""Threads have the requested policies and priorities, and memory is locked.

Without the permission the box plays anyway and reports it.
"""


def run(lab, kit):
    lab.run("modprobe vivid n_devs=1 node_types=0x1")
    lab.plug_card()
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)
    status = lab.until("all threads", lambda: (s := lab.status()).get("audio", {}).get("blocks", 0) > 0 and len(s["threads"]) >= 4 and s, 180)
    for thread in status["threads"]:
        kit.check(thread["priorityGot"] == thread["priorityAsked"] and thread["coreGot"] == thread["coreAsked"] and not thread.get("refusal"), str(thread))
    pid = lab.out("systemctl show -p MainPID --value gestureflow")
    seen = lab.out(f"for t in /proc/{pid}/task/*; do echo $(cat $t/comm) $(chrt -p $(basename $t) | tr '\\n' ' '); done")
    for name, priority in [("gf-audio", 80), ("gf-camera", 70), ("gf-hands", 60)]:
        kit.check(any(line.startswith(name) and "SCHED_FIFO" in line and f"priority: {priority}" in line for line in seen.split("\n")), f"{name}: {seen}")
    locked = int(lab.out(f"awk '/VmLck/{{print $2}}' /proc/{pid}/status"))
    kit.check(locked > 20000, f"{locked} kB are locked")
    kit.check(lab.out(f"awk '/CapEff|CapBnd|CapAmb/{{print $2}}' /proc/{pid}/status | sort -u") == "0000000000000000", "no capability at all")
    kit.check(lab.out(f"stat -c %U /proc/{pid}") == "gestureflow", "its own user")
    lab.run("mkdir -p /run/systemd/system/gestureflow.service.d; printf '[Service]\\nLimitRTPRIO=0\\nLimitMEMLOCK=0\\n' > /run/systemd/system/gestureflow.service.d/x.conf; systemctl daemon-reload; systemctl restart gestureflow", 120)
    status = lab.until("it plays without the right", lambda: (s := lab.status()).get("audio", {}).get("blocks", 0) > 0 and s, 180)
    kit.check(all(t.get("refusal") for t in status["threads"] if t["priorityAsked"] > 0), str(status["threads"]))
    return f"{len(status['threads'])} threads, {locked >> 10} MB locked"
