"""Single runs of what is measured: our tracker, its peer, the films that both get, and how far they agree."""
import json
import os
import subprocess
import sys

BIN = ".build/release"
OUT = "out/bench"
CLIPS = "../shared/data/hands/clips"
os.makedirs(OUT, exist_ok=True)


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} failed:\n{result.stderr[-2000:]}")
    return result.stdout.strip().splitlines()[-1]


def ours(film, out, *options, model="full"):
    return json.loads(run(f"{BIN}/gfbench", "track", film, model, out, *options))


def peer(film, out, *noise):
    return json.loads(run(sys.executable, "Benchmarks/peer.py", film, out, *noise))


def film_of(script, seconds):
    path = f"{OUT}/{script}.mp4"
    run(f"{BIN}/gflab", "perform", script, "-o", path, "--seconds", str(seconds), "--truth", f"{OUT}/{script}.truth.jsonl")
    return path


def small(path):
    """At most 640 wide or high, as a box's camera delivers; both trackers get this file."""
    target = f"{OUT}/{os.path.basename(path)}"
    if not os.path.exists(target):
        run("sh", "-c", f"ffmpeg -v error -nostdin -y -i '{path}' -vf 'scale=640:640:force_original_aspect_ratio=decrease:force_divisible_by=2' "
            f"-fps_mode passthrough -crf 12 -pix_fmt yuv420p '{target}' && echo done")
    return target


def aspect(path):
    text = run("sh", "-c", f"ffprobe -v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0 '{path}'")
    width, height = (int(x) for x in text.strip(",").split(",")[:2])
    return width / height


def compare(hands, reference, ratio):
    return json.loads(run(f"{BIN}/gflab", "compare", hands, reference, "--aspect", str(ratio), "--json"))


def delays(script, wanted):
    """How soon `wanted` hands are found after all of them are wholly in view, in ms, each time; one that is never found counts as long as it is there."""
    film, found = film_of(script, 24), []
    truth = [json.loads(line) for line in open(f"{OUT}/{script}.truth.jsonl")]
    ours(film, f"{OUT}/{script}.jsonl", "--all")
    seen = [json.loads(line) for line in open(f"{OUT}/{script}.jsonl")]
    inside = [sum(all(0 <= x <= 1 and 0 <= y <= 1 for x, y, _ in hand["landmarks"]) for hand in line["hands"]) >= wanted for line in truth]
    for i in range(1, min(len(truth), len(seen))):
        if inside[i] and not inside[i - 1]:
            end = next((j for j in range(i, len(seen)) if not inside[j]), len(seen))
            # Found before it was wholly in view and followed since: no delay.
            first = next((j for j in range(i, end) if len(seen[j]["hands"]) >= wanted), end)
            found.append((first - i) / 30 * 1000)
    return found
