"""Camera absent at the boot, plugged later, pulled out and put back, busy by another program, with formats that must be converted."""

minutes = 3
ROUNDS = 20


def run(lab, kit):
    lab.plug_card()
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)

    def camera():
        return next((p for p in lab.status().get("parts", []) if p["name"] == "camera"), {})

    lab.until("no camera is told", lambda: camera().get("state") == "failed", 180)
    kit.check("no camera" in camera()["reason"], camera()["reason"])
    kit.check(lab.out("systemctl is-active gestureflow") == "active", "it plays without a camera")
    lab.run("modprobe vivid n_devs=1 node_types=0x1")
    lab.until("plugged in later", lambda: camera().get("state") == "running" and lab.status()["camera"]["frames"] > 0)
    for round in range(ROUNDS):
        lab.until("unplugged", lambda: lab.run("echo vivid.0 > /sys/bus/platform/drivers/vivid/unbind")[0] == 0, 30)
        lab.until(f"round {round}: gone", lambda: camera().get("state") == "failed")
        lab.run("echo vivid.0 > /sys/bus/platform/drivers/vivid/bind")
        frames = lab.status()["camera"]["frames"]
        lab.until(f"round {round}: back", lambda: camera().get("state") == "running" and lab.status()["camera"]["frames"] > frames)
    # Another program has it: the box says which one, and takes the camera when it is free.
    lab.run("systemctl stop gestureflow", 60)
    lab.run("(v4l2-ctl -d /dev/video0 --stream-mmap --stream-count=0 > /tmp/other.log 2>&1 & echo $! > /tmp/other.pid); sleep 2")
    lab.run("systemctl start --no-block gestureflow")
    lab.until("a busy camera is told", lambda: camera().get("state") == "failed" and "in use" in str(camera()), 180)
    busy = camera()["reason"]
    lab.run("kill $(cat /tmp/other.pid)")
    lab.until("free again", lambda: camera().get("state") == "running" and lab.status()["camera"]["frames"] > 0)
    # A camera with a format that libv4l2 has to convert. (Bayer has no writer here: ffmpeg gives v4l2loopback none of its formats, and vivid always offers YUYV, too.)
    lab.run("echo vivid.0 > /sys/bus/platform/drivers/vivid/unbind")
    lab.until("the camera's module is out", lambda: lab.run("rmmod vivid")[0] == 0, 60)
    lab.run("modprobe v4l2loopback video_nr=0 card_label='Lab Camera' exclusive_caps=1 max_buffers=4")
    feeds = {
        "UYVY": "-f lavfi -i testsrc=size=320x240:rate=2 -pix_fmt uyvy422",
    }
    for name, feed in feeds.items():
        lab.until("no camera", lambda: camera().get("state") == "failed")
        frames = lab.status()["camera"]["frames"]
        lab.run(f"(ffmpeg -nostdin -v error -re {feed} -f v4l2 /dev/video0 > /tmp/feed.log 2>&1 & echo $! > /tmp/feed.pid)")
        lab.until(f"{name} is converted", lambda: camera().get("state") == "running" and lab.status()["camera"]["frames"] > frames + 3)
        lab.run("kill $(cat /tmp/feed.pid)")
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    return f"{ROUNDS} times out and in; busy: “{busy}”; UYVY converted"
