"""The camera's absence, plugging, removal, use by others, and conversion of formats.

The camera is the kernel's vivid, except for formats that need a conversion. vivid offers some dozens of formats. The
box decodes some of them itself, and no parameter removes them, so the box would never use libv4l2. v4l2loopback has
only the format that its writer sets. The writer also sets the frame, so the colours and their places can be
compared.
"""
import base64

import bars

minutes = 4
ROUNDS = 20


def run(lab, kit):
    lab.plug_card()
    lab.configure("")
    lab.run("systemctl restart gestureflow", 120)

    def camera():
        return lab.part("camera")

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
    # Another program has it: the box names that program, and takes the camera when it is free.
    lab.run("systemctl stop gestureflow", 60)
    lab.run("(v4l2-ctl -d /dev/video0 --stream-mmap --stream-count=0 > /tmp/other.log 2>&1 & echo $! > /tmp/other.pid); sleep 2")
    lab.run("systemctl start --no-block gestureflow")
    lab.until("a busy camera is told", lambda: camera().get("state") == "failed" and "in use" in str(camera()), 180)
    busy = camera()["reason"]
    lab.run("kill $(cat /tmp/other.pid)")
    lab.until("free again", lambda: camera().get("state") == "running" and lab.status()["camera"]["frames"] > 0)
    # Cameras with only a format that libv4l2 must convert. Colour bars, different for each, show the box's result.
    lab.run("echo vivid.0 > /sys/bus/platform/drivers/vivid/unbind")
    lab.until("the camera's module is out", lambda: lab.run("rmmod vivid")[0] == 0, 60)
    # A device for each: after a writer like ffmpeg it stops reporting itself as an output, and the kernel takes no
    # format from the next writer.
    lab.run("modprobe v4l2loopback devices=2 video_nr=0,1 card_label=UYVY,GRBG exclusive_caps=1,1 max_buffers=4")
    lights = [converts(lab, kit, camera, 0, "UYVY", "rgb24", "-pix_fmt uyvy422", (120, 220))]
    # ffmpeg does not convert to Bayer formats: it passes one on unchanged.
    lights.append(converts(lab, kit, camera, 1, "GRBG", "bayer_grbg8", "-c:v copy", (220, 120)))
    kit.check(lab.out("systemctl show -p NRestarts --value gestureflow") == "0", "it was never started again")
    return f"{ROUNDS} times out and in; busy: “{busy}”; UYVY and Bayer converted, colours right, light {lights[0]} and {lights[1]}"


def converts(lab, kit, camera, number, fourcc, layout, into, levels):
    """Feeds a one-format camera with colour bars and checks the box's frame.

    Returns the brightness that the box reports.
    """
    device = f"/dev/video{number}"
    frame = bars.frame(*levels)
    lab.send("/tmp/bars.raw", frame if layout == "rgb24" else bars.mosaic(frame, fourcc))
    source = f"-stream_loop -1 -f rawvideo -pixel_format {layout} -video_size {bars.WIDTH}x{bars.HEIGHT} -framerate 2 -i /tmp/bars.raw"
    lab.until("no camera", lambda: camera().get("state") == "failed")
    frames = lab.status()["camera"]["frames"]
    lab.run(f"(ffmpeg -nostdin -v error -re {source} {into} -f v4l2 {device} > /tmp/feed.log 2>&1 & echo $! > /tmp/feed.pid)")
    looks = []

    def is_right():
        png = base64.b64decode(lab.out("curl -sf --unix-socket /run/gestureflow/control.sock 'http://box/v1/frame.png?width=64' | base64 -w0"))
        looks.append(bars.judge(kit.pixels(png), 64, 48, *levels) if png else "the box has no frame")
        return looks[-1] is None

    try:
        lab.until(f"{fourcc} is taken", lambda: camera().get("state") == "running" and lab.status()["camera"]["frames"] > frames + 3)
        offered = lab.out(f"v4l2-ctl -d {device} --list-formats")
        kit.check(f"'{fourcc}'" in offered and "[1]" not in offered, f"the camera offers {offered!r}")
        kit.check(lab.status()["camera"]["name"] == f"{fourcc} ({device})", f"the camera is {lab.status()['camera']['name']}")
        # The tracker may still process a frame of the previous camera.
        lab.until(f"{fourcc} is converted rightly", is_right)
        wanted = bars.light(frame)
        lab.until(f"a light of {wanted:.3f}", lambda: abs(lab.status()["camera"]["light"] - wanted) < 0.03, 30)
    except AssertionError as error:
        light, said = lab.status().get("camera", {}).get("light"), lab.out("cat /tmp/feed.log")
        raise AssertionError(f"{error}; {fourcc}'s last look: {looks[-1:]}, light {light}; ffmpeg says {said!r}") from error
    light = lab.status()["camera"]["light"]
    lab.run("kill $(cat /tmp/feed.pid)")
    return light
