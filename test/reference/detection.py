"""Reference values for src/metrics/detection: random problems of our own, and what restatements of the official loops answer.

These are restatements in plain Python, not the official programs, which are MATLAB or score boxes: `thumos14` follows TH14eventdetpr.m in the version whose AP is the precision at
true positives ÷ truths, `coco` the accumulation of pycocotools over a matching by confidence. Equals keep the order of the input. What the ActivityNet toolkit and SoccerNet answer is in
detection-activitynet.py and detection-soccernet.py. Made with Python 3.11 by
    python3 test/reference/detection.py && npx biome format --write test/reference/detection.json
"""

import json
import math
import random
from pathlib import Path

THRESHOLDS = [0.1, 0.3, 0.5, 0.6, 0.75, 0.95]
source = random.Random(20261115)


def divide(a, b):
    """As NumPy divides."""
    return a / b if b != 0 else math.nan


def segment_iou(target, candidate):
    tt1 = max(target[0], candidate[0])
    tt2 = min(target[1], candidate[1])
    intersection = max(tt2 - tt1, 0)
    union = (candidate[1] - candidate[0]) + (target[1] - target[0]) - intersection
    return divide(intersection, union)


def descending(values):
    """NaN first, as argsort()[::-1] has it; equals in the order of the input."""
    return sorted(range(len(values)), key=lambda i: -math.inf if math.isnan(values[i]) else -values[i])


def flags_by_confidence(ground_truth, prediction, threshold):
    """tp flags by falling score: the double loop of the toolkit for one threshold."""
    lock_gt = [-1] * len(ground_truth)
    flags = []
    for idx, p in enumerate(descending([p["confidence"] for p in prediction])):
        this = prediction[p]
        here = [g for g, truth in enumerate(ground_truth) if truth["video"] == this["video"]]
        tiou = [segment_iou(this["span"], ground_truth[g]["span"]) for g in here]
        tp = 0
        for j in descending(tiou):
            if tiou[j] < threshold:
                break
            if lock_gt[here[j]] >= 0:
                continue
            tp = 1
            lock_gt[here[j]] = idx
            break
        flags.append(tp)
    return flags


def curve(flags, npos):
    tp = 0
    prec, rec = [], []
    for i, flag in enumerate(flags):
        tp += flag
        prec.append(tp / (i + 1))
        rec.append(tp / npos)
    return prec, rec


def coco(ground_truth, prediction, threshold):
    prec, rec = curve(flags_by_confidence(ground_truth, prediction, threshold), len(ground_truth))
    for i in range(len(prec) - 1, 0, -1):
        if prec[i] > prec[i - 1]:
            prec[i - 1] = prec[i]
    points = [i * 0.01 for i in range(100)] + [1.0]
    total = 0.0
    for point in points:
        reached = [i for i, r in enumerate(rec) if r >= point]
        total += prec[reached[0]] if reached else 0.0
    return total / 101


def plain_sum(ground_truth, prediction, threshold):
    prec, rec = curve(flags_by_confidence(ground_truth, prediction, threshold), len(ground_truth))
    return sum(p * (r - (rec[i - 1] if i else 0)) for i, (p, r) in enumerate(zip(prec, rec)))


def thumos14(ground_truth, prediction, threshold, ambiguous, videos):
    kept = []
    for video in videos:
        gt = [g for g in ground_truth if g["video"] == video]
        det = sorted((d for d in prediction if d["video"] == video), key=lambda d: -d["confidence"])
        amb = [a for a in ambiguous if a["video"] == video]
        indfree = [1] * len(det)
        for g in gt:
            ind = [i for i, free in enumerate(indfree) if free]
            if not ind:
                continue
            ov = [segment_iou(g["span"], det[i]["span"]) for i in ind]
            vm = max(ov)
            if vm > threshold:
                indfree[ind[ov.index(vm)]] = 0
        for i, d in enumerate(det):
            indamb = sum(segment_iou(a["span"], d["span"]) for a in amb)
            if not indfree[i]:
                kept.append((d["confidence"], 1))
            elif indamb == 0:
                kept.append((d["confidence"], 2))
    kept.sort(key=lambda item: -item[0])
    tp = fp = 0
    total = 0.0
    for _, flag in kept:
        tp += flag == 1
        fp += flag == 2
        if flag == 1:
            total += tp / (tp + fp)
    return total / len(ground_truth)


def span(allow_points):
    start = source.choice([source.randint(0, 12), round(source.uniform(0, 12), 2)])
    shortest = 0 if allow_points and source.random() < 0.15 else 1
    return [start, start + (0 if shortest == 0 else source.choice([source.randint(1, 6), round(source.uniform(0.5, 6), 2)]))]


def problem(number):
    types = ["a", "b", "c"][: source.randint(1, 3)]
    videos = []
    allow_points = number % 2 == 0
    with_ambiguous = number % 3 == 0
    tied = number % 4 == 0
    for _ in range(source.randint(1, 6)):
        truths = [{"type": source.choice(types), "span": span(allow_points)} for _ in range(source.choice([0, 1, 2, 4]))]
        ambiguous = [span(False) for _ in range(source.choice([0, 1]) if with_ambiguous else 0)]
        detections = []
        for _ in range(source.choice([0, 1, 3, 8])):
            near = source.choice(truths) if truths and source.random() < 0.6 else None
            shift = source.choice([0, 0, 0.25, -0.5, 1])
            at = [near["span"][0] + shift, near["span"][1] + shift] if near else span(allow_points)
            confidence = source.choice([0.1, 0.5, 0.9]) if tied else source.random()
            detections.append({"type": near["type"] if near and source.random() < 0.9 else source.choice(types), "span": at, "confidence": confidence})
        videos.append({"truths": truths, "ambiguous": ambiguous, "detections": detections})
    return videos


def answer(videos):
    truth = [{**t, "video": v} for v, video in enumerate(videos) for t in video["truths"]]
    found = [{**d, "video": v} for v, video in enumerate(videos) for d in video["detections"]]
    ambiguous = [{"span": a, "video": v} for v, video in enumerate(videos) for a in video["ambiguous"]]
    lengthy = all(t["span"][0] < t["span"][1] for t in truth + found)
    result = {}
    for kind in sorted({t["type"] for t in truth}):
        gt = [t for t in truth if t["type"] == kind]
        det = [d for d in found if d["type"] == kind]
        row = {"thumos14": [thumos14(gt, det, t, ambiguous, range(len(videos))) for t in THRESHOLDS]} if lengthy else {}
        if lengthy and not ambiguous:
            row["sum"] = [plain_sum(gt, det, t) for t in THRESHOLDS]
            row["101-point"] = [coco(gt, det, t) for t in THRESHOLDS]
        result[kind] = row
    return result


problems = [problem(number) for number in range(120)]
Path(__file__).with_suffix(".json").write_text(
    json.dumps(
        {
            "madeWith": "restatement of TH14eventdetpr.m and pycocotools in plain Python: python3 test/reference/detection.py",
            "thresholds": THRESHOLDS,
            "cases": [{"videos": videos, "precisions": answer(videos)} for videos in problems],
        }
    )
)
