"""Makes single runs of the measurements.

They are our tracker, its peer, the films for both, and their agreement.
"""
import contextlib
import json
import os
import platform
import statistics
import subprocess
import sys

BIN = ".build/release"
OUT = "out/bench"
HANDS = "../shared/data/hands"
CLIPS = f"{HANDS}/clips"
ROUNDS = int(os.environ.get("ROUNDS", "5"))
os.makedirs(OUT, exist_ok=True)


def processor():
    """Returns this machine's processor and the kernel's words for its features.

    The words are `flags` on x86, `Features` on ARM.
    """
    with open("/proc/cpuinfo") as file:
        told = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in file)}
    return told.get("model name", platform.processor()), set((told.get("flags") or told.get("Features", "")).split())


def run(*command):
    """Runs a command; returns the last line of its output."""
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} failed:\n{result.stderr[-2000:]}")
    return result.stdout.strip().splitlines()[-1]


def ours(film, out, *options, model="int8"):
    """Runs our tracker on a film; returns the cost, and writes its hands file."""
    return json.loads(run(f"{BIN}/gfbench", "track", film, model, out, *options))


def peer(film, out):
    return json.loads(run(sys.executable, "Benchmarks/peer.py", film, out))


def noisy_peer(film, levels, seed=1):
    """Returns the peer's hands files of a film with noise, by level."""
    files = {level: f"{OUT}/noisy.{level}.jsonl" for level in levels}
    run(sys.executable, "Benchmarks/peer.py", film, *(f"{level}/{seed}:{path}" for level, path in files.items()))
    return files


def film_of(script, seconds):
    """Makes a film of the performer, and beside it the truth."""
    path = f"{OUT}/{script}.mp4"
    run(f"{BIN}/gflab", "perform", script, "-o", path, "--seconds", str(seconds), "--truth", f"{OUT}/{script}.truth.jsonl")
    return path


def small(path):
    """Returns a film of at most 640 x 640, a camera's size.

    Both trackers get this file.
    """
    target = f"{OUT}/{os.path.basename(path)}"
    if not os.path.exists(target):
        # An interrupted run leaves no incomplete film for the next one.
        run("sh", "-c", f"ffmpeg -v error -nostdin -y -i '{path}' -vf 'scale=640:640:force_original_aspect_ratio=decrease:force_divisible_by=2' "
            f"-fps_mode passthrough -crf 12 -pix_fmt yuv420p -f mp4 '{target}.part' && mv '{target}.part' '{target}' && echo done")
    return target


def aspect(path):
    """Returns width / height."""
    text = run("sh", "-c", f"ffprobe -v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0 '{path}'")
    width, height = (int(x) for x in text.strip(",").split(",")[:2])
    return width / height


def compare(hands, reference, ratio):
    """Returns the agreement of two hands files."""
    return json.loads(run(f"{BIN}/gflab", "compare", hands, reference, "--aspect", str(ratio), "--json"))


def gfbench(*arguments):
    return json.loads(run(f"{BIN}/gfbench", *arguments))


def median(rows, key):
    return statistics.median(row[key] for row in rows)


def delays(script, wanted, *options):
    """Returns the delays until `wanted` hands are found.

    A delay in ms begins when all are fully in view; a hand never found counts for as long as it is there.
    """
    film, found = film_of(script, 24), []
    truth = [json.loads(line) for line in open(f"{OUT}/{script}.truth.jsonl")]
    ours(film, f"{OUT}/{script}.jsonl", "--all", *options)
    seen = [json.loads(line) for line in open(f"{OUT}/{script}.jsonl")]
    inside = [sum(all(0 <= x <= 1 and 0 <= y <= 1 for x, y, _ in hand["landmarks"]) for hand in line["hands"]) >= wanted for line in truth]
    for i in range(1, min(len(truth), len(seen))):
        if inside[i] and not inside[i - 1]:
            end = next((j for j in range(i, len(seen)) if not inside[j]), len(seen))
            # Found before it was fully in view and followed since: no delay.
            first = next((j for j in range(i, end) if len(seen[j]["hands"]) >= wanted), end)
            found.append((first - i) / 30 * 1000)
    return found


@contextlib.contextmanager
def tracker_at_full_load():
    """Runs our tracker, without a pause, during another measurement."""
    film = film_of("twohands", 8)
    load = subprocess.Popen(["sh", "-c", f"while :; do {BIN}/gfbench track {film} int8 --fast >/dev/null 2>&1; done"], start_new_session=True)
    try:
        yield
    finally:
        os.killpg(load.pid, 9)
        load.wait()
