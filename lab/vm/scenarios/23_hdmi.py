"""A card whose raw device takes only IEC958 frames.

A Pi's HDMI sockets do the same. ALSA's plugins give the USB card that form. The box plays through `hdmi:`.
"""
import time
import sound

minutes = 3
# The USB card takes 16 bits. `hw:` unpacks frames for it, and `hdmi:` makes the frames that this `hw:` takes.
FRAMES = "type iec958 slave { format S16_LE pcm { type hw card $CARD } }"
ALSA = f"""
pcm.!hw {{
    @args [ CARD ]
    @args.CARD {{ type string default "0" }}
    {FRAMES}
}}
pcm.!hdmi {{
    @args [ CARD DEV ]
    @args.CARD {{ type string default "0" }}
    @args.DEV {{ type integer default 0 }}
    type iec958
    slave {{ format IEC958_SUBFRAME_LE pcm {{ {FRAMES} }} }}
    status [ 0x04 0x82 0x00 0x02 ]
    hdmi_mode true
}}
"""


def run(lab, kit):
    def part():
        return lab.part("sound")

    def plays():
        """Checks that the device that makes frames plays to the card."""
        audio = lab.status().get("audio") or {}
        return part().get("state") == "running" and audio.get("name") == f"hdmi:CARD={id},DEV=0" and audio["blocks"] > 0

    lab.send("/etc/asound.conf", ALSA.encode())
    lab.configure("")
    lab.run("systemctl stop gestureflow", 120)
    lab.plug_card()
    id = lab.until("the card is there", lambda: lab.out("cat /proc/asound/card0/id 2> /dev/null"))
    abilities = lab.out(f"timeout 10 aplay -D hw:CARD={id} --dump-hw-params -f S16_LE -r 48000 -c 2 -d 1 /dev/zero 2>&1")
    formats = next((line.split()[1:] for line in abilities.split("\n") if line.startswith("FORMAT:")), [])
    kit.check(formats and all(f.startswith("IEC958_SUBFRAME_") for f in formats), f"the raw device takes something else: {abilities}")
    lab.run("systemctl start --no-block gestureflow", 60)
    lab.until("any card", plays)
    time.sleep(4)
    level = sound.recent(lab.sound)
    kit.check(level > 0.005, "nothing is heard")
    # Removed and put back while it plays.
    lab.yank_card()
    lab.until("gone", lambda: part().get("state") == "failed")
    lab.plug_card()
    lab.until("back", plays)
    # The box reports the raw device's full name as wrong: the remedy names the other device, which plays.
    lab.configure(f'[sound]\\ncard = "hw:CARD={id}"\\n')
    lab.run("systemctl restart --no-block gestureflow", 120)
    lab.until("the remedy", lambda: part().get("state") == "failed" and f"set sound.card to hdmi:CARD={id},DEV=0" in str(part()))
    for card in (f"hdmi:CARD={id},DEV=0", id):
        lab.configure(f'[sound]\\ncard = "{card}"\\n')
        lab.run("systemctl restart --no-block gestureflow", 120)
        lab.until(f"it plays on {card}", plays)
    return f"hdmi:CARD={id},DEV=0 plays, level {level:.3f}"
