"""Reference values for src/metrics/moments: random problems of our own, and what a restatement of QVHighlights' evaluation answers.

The highlight average precision is made from scikit-learn's precision_recall_curve as moment_detr's get_ap does (interpolated, recall in float32,
mean over the steps of recall); moments follow compute_average_precision_detection of the same program (standalone_eval/eval.py, utils.py), with
confidences and overlaps that have no ties. Made with Python 3.11, NumPy 2.4.6 and scikit-learn 1.9.1 by
    python test/reference/moments.py && npx biome format --write test/reference/moments.json
"""

import json
import random
from pathlib import Path

import numpy as np
from sklearn.metrics import precision_recall_curve

source = random.Random(20261115)
THRESHOLDS = [0.3, 0.5, 0.75, 0.95]


def highlight_precision(labels, scores):
    if len(set(labels)) == 1:
        return float(labels[0])
    precision, recall, _ = precision_recall_curve(labels, scores)
    recall = recall.astype(np.float32)
    best = np.maximum.accumulate(precision)
    return float(np.mean(best[np.where(np.diff(recall))]))


def saliency(number):
    clips = source.randint(1, 30)
    given = clips + source.choice([0, 0, -2, 3])
    score = (lambda: source.choice([0.1, 0.2, 0.3])) if number % 3 == 0 else (lambda: round(source.gauss(0, 1), 4))
    scores = [score() for _ in range(max(1, given))]
    chosen = sorted(source.sample(range(clips), source.randint(1, clips)))
    graded = [{"clip": clip, "grades": [source.randint(0, 4) for _ in range(3)]} for clip in chosen]
    padded = (scores + [0.0] * clips)[:clips]
    answer = {}
    top = int(np.argmax(scores))
    for name, least in (("fair", 2), ("good", 3), ("very-good", 4)):
        table = np.zeros((clips, 3))
        for one in graded:
            table[one["clip"]] = [float(grade >= least) for grade in one["grades"]]
        answer[name] = {
            "map": float(np.mean([highlight_precision(table[:, rater], padded) for rater in range(3)])),
            "hit": float(table[top].max()) if top < clips else 0.0,
        }
    return {"scores": scores, "clipCount": clips, "graded": graded, "answer": answer}


def iou(a, b):
    inter = max(0.0, min(a[1], b[1]) - max(a[0], b[0]))
    return inter / (a[1] - a[0] + b[1] - b[0] - inter)


def moment_precision(truths, found, threshold):
    found = sorted(found[:10], key=lambda one: -one[2])
    locked = set()
    flags = []
    for one in found:
        overlaps = [iou(one, truth) for truth in truths]
        flag = 0
        for j in np.argsort(overlaps)[::-1]:
            if overlaps[j] < threshold:
                break
            if int(j) in locked:
                continue
            locked.add(int(j))
            flag = 1
            break
        flags.append(flag)
    tp = np.cumsum(flags).astype(float)
    precision = np.hstack([[0], tp / (np.arange(len(flags)) + 1), [0]])
    recall = np.hstack([[0], tp / len(truths), [1]])
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    steps = np.where(recall[1:] != recall[:-1])[0] + 1
    return float(np.sum((recall[steps] - recall[steps - 1]) * precision[steps]))


def span():
    start = round(source.uniform(0, 80), 3)
    return [start, round(start + source.uniform(1, 60), 3)]


def query():
    truths = [span() for _ in range(source.randint(1, 4))]
    found = []
    for _ in range(source.randint(1, 14)):
        near = source.choice(truths)
        at = [near[0] + source.uniform(0, 3), near[1] + source.uniform(0, 5)] if source.random() < 0.6 else span()
        found.append([round(at[0], 3), round(at[1], 3), round(source.random(), 6)])
    return {
        "truths": truths,
        "found": found,
        "map": [moment_precision(truths, found, threshold) for threshold in THRESHOLDS],
        "r1": [float(max(iou(found[0], truth) for truth in truths) >= threshold) for threshold in THRESHOLDS],
    }


Path(__file__).with_suffix(".json").write_text(
    json.dumps(
        {
            "madeWith": "scikit-learn 1.9.1 and NumPy 2.4.6: python test/reference/moments.py",
            "thresholds": THRESHOLDS,
            "saliency": [saliency(number) for number in range(60)],
            "moments": [query() for _ in range(80)],
        }
    )
)
