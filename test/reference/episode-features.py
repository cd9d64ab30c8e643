"""Writes episode-features.json: inputs made by formula, and what NumPy and OpenCV make of them.

Made with Python 3.11, numpy 2.4.6 and opencv-python-headless 5.0.0.93 by
    python test/reference/episode-features.py && npx biome format --write test/reference/episode-features.json

The formulas use whole numbers only and are restated in episode-features.test.ts.
"""

import hashlib
import json
import platform
from pathlib import Path

import cv2
import numpy as np

RATE = 16_000


def hashes(count, seed=0):
    n = np.arange(1 + seed, count + 1 + seed, dtype=np.uint64)
    for _ in range(2):
        n = ((n ^ (n >> np.uint64(16))) * np.uint64(0x45D9F3B)) & np.uint64(0xFFFFFFFF)
    return (n ^ (n >> np.uint64(16))).astype(np.int64)


def picture(width, height):
    """A slope with noise, so that neighbouring pixels are alike but not equal."""
    y, x, c = np.mgrid[0:height, 0:width, 0:3]
    noise = (hashes(height * width * 3) & 63).reshape(height, width, 3)
    return ((x * 128 // width + y * 64 // height + c * 10 + noise) % 256).astype(np.uint8)


def video(frame):
    small = cv2.resize(frame, (32, 32), interpolation=cv2.INTER_AREA)
    rgb = small.astype(np.float64) / 255
    flat = rgb.reshape(-1, 3)
    histograms = [np.histogram(flat[:, c], bins=8, range=(0, 1))[0] / len(flat) for c in range(3)]
    grey = rgb @ np.array([0.299, 0.587, 0.114])
    grid = cv2.resize(grey, (8, 8), interpolation=cv2.INTER_AREA)
    gy, gx = np.gradient(grey)
    edges = [np.abs(gx).mean(), np.abs(gy).mean(), np.abs(gx).std(), np.abs(gy).std()]
    return small, np.concatenate([flat.mean(0), flat.std(0), *histograms, grid.ravel(), edges])


def depth(height, width, bounds):
    values = (hashes(height * width) % 4000).reshape(height, width) / 1000
    values[values < 0.4] = 0
    confidence = (hashes(height * width, 99) % 256).reshape(height, width).astype(np.float64)
    valid = values[np.isfinite(values) & (values > 0)]
    low, high = bounds or (valid.min(), valid.max())
    scaled = np.where(values > 0, np.clip((values - low) / (high - low), 0, 1), 0)
    area = lambda a: cv2.resize(a, (8, 8), interpolation=cv2.INTER_AREA).ravel()
    stats = [valid.mean(), valid.std(), valid.min(), valid.max(), *np.percentile(valid, [10, 50, 90]), valid.size / values.size]
    sure = [confidence.mean(), confidence.std(), confidence.min(), confidence.max()]
    return np.concatenate([stats, area(scaled), sure, area(confidence)])


def audio(length, seed=0):
    samples = ((hashes(length, seed) & 0xFFFF) - 32768) / 65536
    samples += np.sin(np.arange(length) * 0.3) / 4
    power = np.abs(np.fft.rfft(samples * np.hanning(length))) ** 2
    frequency = np.fft.rfftfreq(length, 1 / RATE)
    total = power.sum()
    centre = (frequency * power).sum() / total
    width = np.sqrt(((frequency - centre) ** 2 * power).sum() / total)
    roll = frequency[np.searchsorted(np.cumsum(power), 0.85 * total)]
    edges = np.geomspace(50, RATE / 2, 17)
    bands = []
    for i in range(16):
        upper = frequency <= edges[i + 1] if i == 15 else frequency < edges[i + 1]
        bands.append(np.log1p(power[(frequency >= edges[i]) & upper].sum()))
    bands = np.array(bands) / np.linalg.norm(bands)
    crossings = np.mean(np.diff(np.signbit(samples)))
    head = [np.sqrt(np.mean(samples**2)), np.abs(samples).mean(), np.abs(samples).max(), crossings, np.log1p(total / length)]
    return np.concatenate([head, np.array([centre, width, roll]) / (RATE / 2), bands])


def statistics(values):
    steps = np.diff(values, axis=0)
    if len(steps) == 0:
        steps = np.zeros((1, values.shape[1]))
    rows = [values.mean(0), values.std(0), values.min(0), values.max(0), values[-1] - values[0], steps.mean(0), steps.std(0)]
    return np.nan_to_num(np.concatenate(rows), nan=0, posinf=0, neginf=0)


def bucket(word):
    digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
    return [int.from_bytes(digest[:4], "little") % 128, 1 if digest[4] & 1 else -1]


def mel_window(length):
    samples = (((hashes(length, 5) & 0xFFFF) - 32768) / 65536).astype(np.float32).astype(np.float64)
    steps = max(1, 1 + (length - 512) // 160)
    mel = lambda hz: 2595 * np.log10(1 + hz / 700)
    points = 700 * (10 ** (np.linspace(mel(40), mel(RATE / 2), 66) / 2595) - 1)
    frequency = np.fft.rfftfreq(512, 1 / RATE)
    filters = np.stack([
        np.clip(np.minimum((frequency - a) / (b - a), (c - frequency) / (c - b)), 0, None)
        for a, b, c in zip(points, points[1:], points[2:])
    ])
    mels, waves = [], []
    for step in range(steps):
        part = samples[step * 160 : step * 160 + 512]
        power = np.abs(np.fft.rfft(part * np.hanning(512))) ** 2
        mels.append(np.log(np.maximum(1e-10, filters @ power)))
        centre = (np.arange(257) * power).sum() / power.sum() / 256
        waves.append([np.sqrt(np.mean(part**2)), np.mean(np.diff(np.signbit(part))), centre])
    mels, waves = np.array(mels), np.array(waves)
    more = np.percentile(mels, [50, 90], axis=0).ravel()
    return np.concatenate([statistics(mels), more, waves.mean(0), waves.std(0), waves.min(0), waves.max(0)])


pictures = []
for width, height in [(64, 48), (320, 240), (333, 517), (96, 64), (1280, 720)]:
    small, features = video(picture(width, height))
    pictures.append({"width": width, "height": height, "small": small.ravel().tolist(), "features": features.tolist()})
noise = (hashes(20 * 5) % 1000).reshape(20, 5) / 100
words = "kettle coffee scale pour dripper bottle white_bottle mug 42 spoon".split()
points = ((hashes(300 * 3, 11) % 2000) / 1000 - 1).reshape(300, 3)
cloud = [points.mean(0), points.std(0), points.min(0), points.max(0), *np.percentile(points, [10, 50, 90], axis=0)]
content = {
    "made": {"python": platform.python_version(), "numpy": np.__version__, "opencv": cv2.__version__},
    "pictures": pictures,
    "depth": [
        {"width": 32, "height": 24, "range": [0.2, 4], "features": depth(24, 32, (0.2, 4)).tolist()},
        {"width": 50, "height": 37, "range": None, "features": depth(37, 50, None).tolist()},
    ],
    "audio": [{"length": n, "features": audio(n, n).tolist()} for n in (533, 534, 1600, 1024, 7)],
    "logMel": {"length": 3200, "features": mel_window(3200).tolist()},
    "statistics": statistics(noise).tolist(),
    "words": {word: bucket(word) for word in words},
    "cloud": [float(np.log1p(300)), *np.concatenate(cloud).tolist()],
}
path = Path(__file__).with_suffix(".json")
path.write_text(json.dumps(content))
