"""A camera that only libcamera can read.

Its program is missing; the camera is absent, busy, silent, killed, removed and put back; and auto takes it last.

The camera is the kernel's vimc, which libcamera itself can set up; the program is Debian's cam. V4L2 alone gets no
frame from it, as from a camera on a Pi's ribbon cable. The scenario cannot test rpicam-vid, which runs only on a Pi,
and the Pi's image processor.
"""
import base64

minutes = 8
ROUNDS = 3
CAMERA = "platform/vimc.0 Sensor B"
# The emulated kernel computes each pixel three times: at 640x480 it makes one frame a second. The driver's sizes are
# multiples of six.
SMALL = "[camera]\nwidth = 192\nheight = 144\n"


def run(lab, kit):
    lab.plug_card()
    lab.configure(SMALL + 'source = "libcamera"\n')
    lab.run("rm -f /usr/local/bin/cam; systemctl restart gestureflow", 120)

    # First without the program, then without a camera.
    told(lab, "no program", "neither rpicam-vid nor cam", 180)
    kit.check("apt install" in camera(lab)["remedy"], camera(lab)["remedy"])
    kit.check(lab.out("systemctl is-active gestureflow") == "active", "it plays without a camera")
    lab.run("ln -s /opt/lab/cam /usr/local/bin/cam")
    told(lab, "no camera", "in libcamera's list")

    # It comes by its device files, and its frames are colour bars. It lacks the requested format: the box takes
    # another one.
    lab.run("modprobe vimc")
    plays(lab, "plugged in later", 180)
    status = lab.status()["camera"]
    kit.check(status["name"] == f"Sensor B (libcamera:{CAMERA})", f"its name is {status['name']}")

    def colours():
        pixels = kit.pixels(base64.b64decode(lab.out("curl -sf --unix-socket /run/gestureflow/control.sock 'http://box/v1/frame.png?width=64' | base64 -w0")))
        return len({tuple(value >> 5 for value in pixels[i : i + 3]) for i in range(0, len(pixels), 3)})

    # The first frames may still be on their way.
    lab.until("the frame of colour bars has its colours", lambda: colours() >= 6)
    begun = lab.status()["camera"]["frames"]
    lab.until("it goes on", lambda: lab.status()["camera"]["frames"] > begun + 20)
    rate = lab.status()["camera"]["framesPerSecond"]

    # The program is an ordinary process, whatever thread started it: it shares the cores of the daemon's first
    # thread, and has no priority.
    main = lab.out("grep Cpus_allowed_list /proc/$(systemctl show -p MainPID --value gestureflow)/status")
    child = program(lab)
    kit.check(lab.out(f"grep Cpus_allowed_list /proc/{child}/status") == main, f"its cores are not those of the daemon: {main}")
    kit.check(lab.out(f"ps -o cls= -p {child}").strip() == "TS", "its scheduling is not ordinary")
    kit.check("gestureflow.service" in lab.out(f"cat /proc/{child}/cgroup"), "it would outlive the service")

    # The program exits, then it stops: the box reports both and starts another one.
    lab.run(f"kill -9 {child}")
    told(lab, "a program that ended", "ended with signal 9")
    plays(lab, "after its end")
    lab.run(f"kill -STOP {program(lab)}")
    told(lab, "a silent camera", "no frames")
    plays(lab, "after its silence")
    kit.check(lab.out("pgrep -c -x cam") == "1", "the one that had stopped is still there")

    # Removed and put back. In the service's sandbox no program receives plug events: the frames stop, and the list
    # has no camera.
    for round in range(ROUNDS):
        lab.until("unplugged", lambda: lab.run("echo vimc.0 > /sys/bus/platform/drivers/vimc/unbind")[0] == 0, 30)
        told(lab, f"round {round}: gone", "in libcamera's list")
        lab.run("echo vimc.0 > /sys/bus/platform/drivers/vimc/bind")
        plays(lab, f"round {round}: back")

    # Another program has it.
    lab.run("systemctl stop gestureflow", 60)
    kit.check(lab.run("pgrep -x cam")[0] != 0, "the program has outlived the service")
    lab.run(f"(/opt/lab/cam --camera '{CAMERA}' --capture > /tmp/other.log 2>&1 & echo $! > /tmp/other.pid); sleep 5")
    lab.run("systemctl start --no-block gestureflow")
    told(lab, "a busy camera", "in use", 180)
    busy = camera(lab)["reason"]
    lab.run("kill $(cat /tmp/other.pid)")
    plays(lab, "free again")

    # auto: V4L2 rejects vimc's nodes, and libcamera has it. A camera that is plugged in then changes nothing until
    # the first one goes.
    lab.configure(SMALL + 'source = "auto"\n')
    lab.run("systemctl restart gestureflow", 120)
    plays(lab, "auto takes it", 180)
    kit.check("libcamera:" in lab.status()["camera"]["name"], "another camera was taken")
    lab.run("modprobe vivid n_devs=1 node_types=0x1")
    frames = lab.status()["camera"]["frames"]
    lab.until("it plays on", lambda: lab.status()["camera"]["frames"] > frames + 5)
    kit.check("libcamera:" in lab.status()["camera"]["name"], "the camera that played was left")
    lab.run("echo vimc.0 > /sys/bus/platform/drivers/vimc/unbind")
    lab.until("the other camera is taken", lambda: "vivid" in lab.status()["camera"]["name"] and camera(lab).get("state") == "running", 180)
    kit.check(lab.run("pgrep -x cam")[0] != 0, "a program is left of the camera before")
    lab.run("systemctl stop gestureflow; rm /usr/local/bin/cam", 60)
    return f"{rate:.1f} frames a second; busy: “{busy}”; {ROUNDS} times out and in, killed, stopped; auto takes it last and keeps it"


def camera(lab):
    return lab.part("camera")


def told(lab, what, words, timeout=120):
    """Waits until the box reports why it has no frame."""
    lab.until(f"{what} is told", lambda: camera(lab).get("state") == "failed" and words in str(camera(lab).get("reason")), timeout)


def plays(lab, what, timeout=120):
    """Waits until new frames come."""
    frames = lab.status().get("camera", {}).get("frames", 0)
    lab.until(what, lambda: camera(lab).get("state") == "running" and lab.status()["camera"]["frames"] > frames + 2, timeout)


def program(lab):
    """Returns the process id of the daemon's capture program. Programs that list cameras end soon."""
    return lab.until("its program", lambda: lab.out("pgrep -x -f '.*cam --camera .*' | head -1").strip())

