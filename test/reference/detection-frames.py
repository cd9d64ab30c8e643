"""Reference values for the metrics of frames and proposals in src/metrics/detection: random problems of our own.

ROC AUC and average precision are scikit-learn's; average recall restates average_recall_vs_avg_nr_proposals of the ActivityNet toolkit
(Evaluation/eval_proposal.py) with NumPy, scores without ties. Made with Python 3.11, NumPy 2.4.6 and scikit-learn 1.9.1 by
    python test/reference/detection-frames.py && npx biome format --write test/reference/detection-frames.json
"""

import json
import random
from pathlib import Path

import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score

source = random.Random(20261115)


def frames(number):
    videos = []
    block = source.choice([1, 4, 16])
    types = ["a", "b"][: source.randint(1, 2)]
    score = (lambda: source.choice([0.1, 0.5, 0.9])) if number % 3 == 0 else (lambda: round(source.random(), 5))
    labels = {kind: [] for kind in types}
    scores = {kind: [] for kind in types}
    for _ in range(source.randint(2, 6)):
        count = source.randint(20, 120)
        tracks = []
        for kind in types:
            blocks = max(1, count // block)
            own = [score() for _ in range(blocks)]
            spans = []
            for _ in range(source.randint(0, 2)):
                first = source.randint(1, count)
                spans.append({"firstFrame": first, "lastFrame": first + source.randint(0, 40)})
            label = np.zeros(count)
            for one in spans:
                label[one["firstFrame"] - 1 : min(one["lastFrame"], count)] = 1
            spread = np.repeat(own, block)[:count]
            spread = np.concatenate([spread, np.full(count - len(spread), own[-1])])
            labels[kind].append(label)
            scores[kind].append(spread)
            tracks.append({"type": kind, "scores": own, "truths": spans})
        videos.append({"frameCount": count, "framesPerScore": block, "tracks": tracks})
    pairs = [(np.concatenate(labels[kind]), np.concatenate(scores[kind])) for kind in types]
    pairs = [(label, score) for label, score in pairs if 0 < label.sum() < len(label)]
    return {
        "videos": videos,
        "auc": float(np.mean([roc_auc_score(*pair) for pair in pairs])) if pairs else None,
        "map": float(np.mean([average_precision_score(*pair) for pair in pairs])) if pairs else None,
    }


def overlap(truth, proposals):
    start = np.maximum(truth[0], proposals[:, 0])
    end = np.minimum(truth[1], proposals[:, 1])
    shared = np.clip(end - start, 0, None)
    return shared / (proposals[:, 1] - proposals[:, 0] + truth[1] - truth[0] - shared)


def average_recall(videos, most, thresholds):
    scored = [video for video in videos if video["truths"]]
    total = sum(len(video["detections"]) for video in videos)
    ratio = most * float(len(scored)) / total
    tables = []
    read = 0
    for video in scored:
        if not video["detections"]:
            tables.append(np.zeros((len(video["truths"]), 1)))
            continue
        rows = np.array(sorted(video["detections"], key=lambda one: -one[2]))
        count = min(int(len(rows) * ratio), len(rows))
        read += count
        tables.append(np.array([overlap(truth, rows[:count]) for truth in video["truths"]]))
    shares = np.arange(1, 101) / 100.0 * (most * float(len(scored)) / read)
    recall = np.empty((len(thresholds), 100))
    for k, threshold in enumerate(thresholds):
        found = np.zeros(100)
        for table in tables:
            reached = table >= threshold
            for j, count in enumerate(np.minimum((table.shape[1] * shares).astype(int), table.shape[1])):
                found[j] += np.count_nonzero(reached[:, :count].sum(axis=1))
        recall[k] = found / sum(len(video["truths"]) for video in scored)
    mean = recall.mean(axis=0)
    per_video = shares * (float(read) / len(scored))
    return [float(mean[at]) for at in (0, 9, 49, 99)], float(np.trapezoid(mean, per_video) / per_video[-1])


def proposals():
    videos = []
    for _ in range(source.randint(3, 8)):
        truths = []
        for _ in range(source.choice([0, 1, 2, 3])):
            start = round(source.uniform(0, 50), 2)
            truths.append([start, round(start + source.uniform(1, 20), 2)])
        detections = []
        for _ in range(source.choice([0, 5, 60, 200])):
            near = source.choice(truths) if truths and source.random() < 0.3 else [source.uniform(0, 50)] * 2
            start = near[0] + source.uniform(-2, 2)
            detections.append([round(start, 3), round(start + max(0.5, near[1] - near[0] + source.uniform(-2, 2)), 3), source.random()])
        videos.append({"truths": truths, "detections": detections})
    if not any(video["truths"] and video["detections"] for video in videos):
        return proposals()
    at, area = average_recall(videos, 100, [round(0.5 + 0.05 * k, 2) for k in range(10)])
    return {"videos": videos, "at": at, "area": area}


Path(__file__).with_suffix(".json").write_text(
    json.dumps(
        {
            "madeWith": "scikit-learn 1.9.1 and NumPy 2.4.6: python test/reference/detection-frames.py",
            "frames": [frames(number) for number in range(40)],
            "proposals": [proposals() for _ in range(12)],
        }
    )
)
