#!/usr/bin/env python3
"""MediaPipe Hands 0.10.21 on a film, as `gfbench track` does it: decoded beforehand, first 200 frames, given when the film says, CPU and wall a frame,
and what it sees.

usage: peer.py FILM OUT.jsonl [NOISE]     NOISE: add that many grey levels of noise, to see how far MediaPipe agrees with itself
"""
import json
import resource
import statistics
import sys
import time

import cv2
import mediapipe
import numpy

film, out = sys.argv[1], sys.argv[2]
noise = float(sys.argv[3]) if len(sys.argv) > 3 else 0
capture = cv2.VideoCapture(film)
random = numpy.random.default_rng(1)
frames, stamps = [], []
while len(frames) < 200:
    ok, frame = capture.read()
    if not ok:
        break
    if noise:
        frame = numpy.clip(frame.astype(numpy.float32) + random.normal(0, noise, frame.shape), 0, 255).astype(numpy.uint8)
    stamps.append(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
    frames.append(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
hands = mediapipe.solutions.hands.Hands(static_image_mode=False, max_num_hands=2, model_complexity=1)
warm = mediapipe.solutions.hands.Hands(static_image_mode=False, max_num_hands=2, model_complexity=1)
for frame in frames[:3]:
    warm.process(frame)
warm.close()


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


times, lines, begun_cpu, begun = [], [], cpu(), time.perf_counter()
for index, frame in enumerate(frames):
    wait = begun + stamps[index] - stamps[0] - time.perf_counter()
    if wait > 0:
        time.sleep(wait)
    t = time.perf_counter()
    result = hands.process(frame)
    times.append((time.perf_counter() - t) * 1000)
    seen = []
    for landmarks, side in zip(result.multi_hand_landmarks or [], result.multi_handedness or []):
        label = side.classification[0]
        # On an unmirrored film its "Left" is the player's right hand.
        seen.append({"handedness": "Right" if label.label == "Left" else "Left", "score": label.score,
                     "landmarks": [[p.x, p.y, p.z] for p in landmarks.landmark]})
    lines.append({"frame": index, "t": index / 30, "hands": seen})
used = cpu() - begun_cpu
with open(out, "w") as file:
    for line in lines:
        file.write(json.dumps(line) + "\n")
n = len(frames)
print(json.dumps({"frames": n, "cpuMs": used * 1000 / n, "wallMs": sum(times) / n, "medianMs": statistics.median(times),
                  "withHand": sum(1 for line in lines if line["hands"])}))
