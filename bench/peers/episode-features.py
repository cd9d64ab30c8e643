"""The peer of bench/episode-features.ts: the same features with OpenCV and NumPy, in one thread.

    episode-features.py video <frames> <path> | depth <frames> | sound <frames>    prints CPU seconds, imports left out
"""

import json
import resource
import sys

import cv2
import numpy as np

cv2.setNumThreads(1)


def video(frames, path):
    capture = cv2.VideoCapture(path)
    capture.set(cv2.CAP_PROP_N_THREADS, 1)
    for _ in range(frames):
        ok, frame = capture.read()
        if not ok:
            break
        small = cv2.resize(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB), (32, 32), interpolation=cv2.INTER_AREA)
        rgb = small.astype(np.float32) / 255
        flat = rgb.reshape(-1, 3)
        histograms = [np.histogram(flat[:, c], bins=8, range=(0, 1))[0] / len(flat) for c in range(3)]
        grey = rgb @ np.array([0.299, 0.587, 0.114], dtype=np.float32)
        grid = cv2.resize(grey, (8, 8), interpolation=cv2.INTER_AREA)
        gy, gx = np.gradient(grey)
        edges = [np.abs(gx).mean(), np.abs(gy).mean(), np.abs(gx).std(), np.abs(gy).std()]
        np.concatenate([flat.mean(0), flat.std(0), *histograms, grid.ravel(), edges])


def depth(frames):
    values = (np.arange(640 * 480) * 7919 % 4000 / 1000).astype(np.float32).reshape(480, 640)
    confidence = values * 60
    for _ in range(frames):
        valid = values[np.isfinite(values) & (values > 0)]
        scaled = np.where(values > 0, np.clip((values - 0.2) / 3.8, 0, 1), 0)
        stats = [valid.mean(), valid.std(), valid.min(), valid.max(), *np.percentile(valid, [10, 50, 90]), valid.size / values.size]
        sure = [confidence.mean(), confidence.std(), confidence.min(), confidence.max()]
        grids = [cv2.resize(a, (8, 8), interpolation=cv2.INTER_AREA).ravel() for a in (scaled, confidence)]
        np.concatenate([stats, grids[0], sure, grids[1]])


def sound(frames):
    samples = np.sin(np.arange(533) * 0.3)
    window = np.hanning(533)
    frequency = np.fft.rfftfreq(533, 1 / 16_000)
    edges = np.geomspace(50, 8_000, 17)
    for _ in range(frames):
        power = np.abs(np.fft.rfft(samples * window)) ** 2
        total = power.sum()
        centre = (frequency * power).sum() / total
        width = np.sqrt(((frequency - centre) ** 2 * power).sum() / total)
        roll = frequency[np.searchsorted(np.cumsum(power), 0.85 * total)]
        bands = np.log1p([power[(frequency >= a) & (frequency < b)].sum() for a, b in zip(edges, edges[1:])])
        head = [np.sqrt(np.mean(samples**2)), np.abs(samples).mean(), np.abs(samples).max(), np.mean(np.diff(np.signbit(samples)))]
        np.concatenate([head, [np.log1p(total / 533), centre, width, roll], bands / np.linalg.norm(bands)])


work = {"video": video, "depth": depth, "sound": sound}[sys.argv[1]]
before = resource.getrusage(resource.RUSAGE_SELF)
work(int(sys.argv[2]), *sys.argv[3:])
after = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}))
