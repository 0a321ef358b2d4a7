#!/usr/bin/env python3
"""sessions.py record FOLDER [--programs DIR] | sessions.py replay FOLDER [--programs DIR]

Proves that a change keeps the sound. `record` plays ten scripts of the synthetic performer and ten films with the
programs from before the change. It keeps each session with the digests of its controls and of its sound. `replay`
plays the same sessions with the programs from after the change, and compares both, bit for bit. DIR has gestureflowd
(default: .build/release). Films come from ../shared/data/hands. Exit status 1: something differs.
"""
import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILMS = ROOT.parent / "shared/data/hands"

# A script of the performer and the mode that it is for.
SCRIPTS = [
    ("spread", "player"), ("faderup", "player"), ("turning", "player"), ("twohands", "player"), ("stemselect", "stems"),
    ("stemtimeline", "stems"), ("notestrokes", "instrument"), ("noteslides", "instrument"), ("streamheight", "stream"), ("tilted", "player"),
]


def cases():
    """Returns (name, camera, mode) of all twenty sessions."""
    for script, mode in SCRIPTS:
        yield f"{script}-{mode}", f"performer:{script}", mode
    films = sorted(p for folder in ("clips", "deliberate") for p in (FILMS / folder).glob("*.mp4"))[:10]
    if len(films) < 10:
        sys.exit(f"sessions: {len(films)} films in {FILMS}, ten are needed")
    for index, film in enumerate(films):
        yield film.stem, f"film:{film}", ("player", "stems", "instrument")[index % 3]


def play(programs, camera, mode, session, extra=()):
    """Plays without a clock. Returns (digest of the sound, digest of the controls, frames)."""
    with tempfile.TemporaryDirectory() as folder:
        wav = pathlib.Path(folder) / "out.wav"
        done = subprocess.run(
            [programs.resolve() / "gestureflowd", "run", "--free-running", "--model", "int8", "--seconds", "10", "--camera", camera, "--mode", mode, "--sink", f"wav:{wav}",
             "--record", session, *extra], cwd=folder, capture_output=True, text=True,
            env={**os.environ, "GESTUREFLOW_SOUNDS": str(ROOT / "sounds")})
        if done.returncode != 0 or not session.exists():
            sys.exit(f"sessions: gestureflowd ended with {done.returncode} on {camera}: {done.stderr[-600:]}")
        sound = hashlib.sha256(wav.read_bytes()).hexdigest()
    lines = [json.loads(line) for line in session.read_text().splitlines()]
    bits = [line["bits"] for line in lines if "bits" in line]
    if len(bits) < 20:
        sys.exit(f"sessions: only {len(bits)} frames in {session}")
    return sound, hashlib.sha256(" ".join(bits).encode()).hexdigest(), len(bits)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["record", "replay"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build/release")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    digests = args.folder / "digests.json"
    if args.what == "record":
        table = {}
        for name, camera, mode in cases():
            session = (args.folder / f"{name}.jsonl").resolve()
            session.unlink(missing_ok=True)
            play(args.programs, camera, mode, session)
            # The sound of a replay is compared with that of a replay: a session has neither music nor its place.
            again = (args.folder / "again.jsonl").resolve()
            again.unlink(missing_ok=True)
            sound, controls, frames = play(args.programs, f"replay:{session}", mode, again)
            table[name] = {"mode": mode, "sound": sound, "controls": controls, "frames": frames}
            print(f"{name}: {frames} frames", flush=True)
        digests.write_text(json.dumps(table, indent=1))
        return
    if not digests.exists():
        sys.exit(f"sessions: {digests} is missing: run 'sessions.py record' with the programs of before the change")
    table, differing = json.loads(digests.read_text()), []
    for name, was in table.items():
        again = (args.folder / "again.jsonl").resolve()
        again.unlink(missing_ok=True)
        sound, controls, frames = play(args.programs, f"replay:{(args.folder / name).resolve()}.jsonl", was["mode"], again)
        same = {"controls": controls == was["controls"], "sound": sound == was["sound"], "frames": frames == was["frames"]}
        wrong = [what for what, is_same in same.items() if not is_same]
        print(f"{name}: {frames} frames: {'same' if not wrong else 'OTHER ' + ', '.join(wrong)}", flush=True)
        if wrong:
            differing.append(name)
    print(f"sessions: {len(table) - len(differing)} of {len(table)} are the same to the last bit")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
