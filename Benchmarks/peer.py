#!/usr/bin/env python3
"""Runs MediaPipe Hands 0.10.21 on a film, as `gfbench track` does.
The film is decoded before the run. The first 200 frames come at the film's times. It measures CPU and wall time a
frame, and records the hands.

usage: peer.py FILM OUT.jsonl                 as above
       peer.py FILM NOISE/SEED:OUT.jsonl ...  records the hands when each grey level of each pixel has normal noise
                                              of this many levels (standard deviation; 0 is the unchanged film):
                                              its agreement with itself. Frames come without a pause, because
                                              it measures no time.
"""
import json
import resource
import statistics
import sys
import time

import cv2
import mediapipe
import numpy


def load(film):
    """Returns the first frames, and their times in the film in s."""
    capture = cv2.VideoCapture(film)
    frames, stamps = [], []
    while len(frames) < 200:
        ok, frame = capture.read()
        if not ok:
            break
        stamps.append(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        frames.append(frame)
    return frames, stamps


def noisy(frames, deviation, seed):
    random = numpy.random.default_rng(seed)
    return [numpy.clip(frame.astype(numpy.float32) + random.normal(0, deviation, frame.shape), 0, 255).astype(numpy.uint8) for frame in frames]


def tracker():
    return mediapipe.solutions.hands.Hands(static_image_mode=False, max_num_hands=2, model_complexity=1)


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def hands(result):
    for landmarks, side in zip(result.multi_hand_landmarks or [], result.multi_handedness or []):
        label = side.classification[0]
        # On an unmirrored film its "Left" is the player's right hand.
        yield {"handedness": "Right" if label.label == "Left" else "Left", "score": label.score, "landmarks": [[p.x, p.y, p.z] for p in landmarks.landmark]}


def follow(frames, stamps, out):
    """Follows the hands of the frames; writes them and returns the cost.

    The frames come at these times, or at once without times.
    """
    frames = [cv2.cvtColor(frame, cv2.COLOR_BGR2RGB) for frame in frames]
    following = tracker()
    if stamps:
        # Its first runs set it up; our tracker has the same warm-up.
        warm = tracker()
        for frame in frames[:3]:
            warm.process(frame)
        warm.close()
    times, lines, begun_cpu, begun = [], [], cpu(), time.perf_counter()
    for index, frame in enumerate(frames):
        wait = begun + stamps[index] - stamps[0] - time.perf_counter() if stamps else 0
        if wait > 0:
            time.sleep(wait)
        t = time.perf_counter()
        result = following.process(frame)
        times.append((time.perf_counter() - t) * 1000)
        lines.append({"frame": index, "t": index / 30, "hands": list(hands(result))})
    used = cpu() - begun_cpu
    following.close()
    with open(out, "w") as file:
        for line in lines:
            file.write(json.dumps(line) + "\n")
    n = len(frames)
    return {"frames": n, "cpuMs": used * 1000 / n, "wallMs": sum(times) / n, "medianMs": statistics.median(times), "withHand": sum(1 for line in lines if line["hands"])}


frames, moments = load(sys.argv[1])
for argument in sys.argv[2:]:
    noise, colon, path = argument.partition(":")
    if colon:
        level, _, seed = noise.partition("/")
        told = follow(noisy(frames, float(level), int(seed or 1)), None, path)
    else:
        told = follow(frames, moments, argument)
    print(json.dumps(told))
