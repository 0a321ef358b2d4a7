"""Runs the Music Player Daemon as a peer.

It is a server over a folder, commanded through its socket; its sound goes into a file as fast as it decodes.
"""
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

# 48 kHz, two channels, 16 bits.
BYTES_A_SECOND = 48_000 * 4
# Seconds of sound after which a file is stopped: some game music has no end.
LONGEST = 600
# Seconds after which the bench gives up on a silent server.
PATIENCE = 120


class Server:
    """A running mpd without a state and without the network.

    - root: its music.
    - place: a new folder for its files.
    """

    def __init__(self, root, place):
        if not shutil.which("mpd"):
            sys.exit("bench: mpd is missing: scripts/setup.sh bench installs it")
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        self.place = os.path.abspath(place)
        self.sound = f"{self.place}/sound"
        pathlib.Path(f"{self.place}/conf").write_text(f'''music_directory "{root}"
db_file "{self.place}/db"
log_file "{self.place}/log"
bind_to_address "{self.place}/socket"
follow_outside_symlinks "no"
auto_update "no"
zeroconf_enabled "no"
audio_output {{
  type "pipe"
  name "file"
  command "cat >>'{self.sound}'"
  format "48000:16:2"
}}
''')

    def __enter__(self):
        self.process = subprocess.Popen(["mpd", "--no-daemon", f"{self.place}/conf"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.socket.connect(f"{self.place}/socket")
                break
            except OSError as error:
                if time.monotonic() > end or self.process.poll() is not None:
                    sys.exit(f"bench: mpd does not start ({error}): {self.place}/log says why")
                time.sleep(0.05)
        self.lines = self.socket.makefile("r", encoding="utf-8", errors="surrogateescape", newline="\n")
        self.lines.readline()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.socket.close()

    def ask(self, command):
        """Returns the lines of an answer as (key, value); None when mpd rejects the command."""
        self.socket.sendall((command + "\n").encode("utf-8", "surrogateescape"))
        answer = []
        while True:
            line = self.lines.readline()
            if not line:
                sys.exit(f"bench: mpd ended at '{command}': {self.place}/log says why")
            if line == "OK\n":
                return answer
            if line.startswith("ACK"):
                return None
            key, _, value = line.rstrip("\n").partition(": ")
            answer.append((key, value))

    def status(self):
        return dict(self.ask("status"))

    def update(self):
        """Scans the folder; returns the CPU seconds of all its threads."""
        begun = self.cpu()
        self.ask("update")
        while "updating_db" in self.status():
            time.sleep(0.02)
        return self.cpu() - begun

    def files(self):
        return [value for key, value in self.ask("listall") if key == "file"]

    def play(self, file):
        """Returns the seconds of sound of a file, or None."""
        pathlib.Path(self.sound).unlink(missing_ok=True)
        self.ask("clear")
        quoted = file.replace("\\", "\\\\").replace('"', '\\"')
        if self.ask(f'add "{quoted}"') is None or self.ask("play") is None:
            return None
        while self.status().get("state") == "play":
            if self.heard() > LONGEST:
                break
            time.sleep(0.01)
        self.ask("stop")
        # The output ends with its last byte.
        while any(path.read_text() for path in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children")):
            time.sleep(0.01)
        return self.heard() or None

    def heard(self):
        try:
            return os.path.getsize(self.sound) / BYTES_A_SECOND
        except FileNotFoundError:
            return 0.0

    def cpu(self):
        """Returns the CPU seconds so far, by proc_pid_stat(5)."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak(self):
        """Returns the peak resident memory in MB."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        return 0.0
