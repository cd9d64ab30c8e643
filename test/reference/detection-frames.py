"""Reference values for the metrics of frames in src/metrics/detection: random problems of our own.

ROC AUC and average precision are scikit-learn's. Made with Python 3.11, NumPy 2.4.6 and scikit-learn 1.9.1 by
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


Path(__file__).with_suffix(".json").write_text(
    json.dumps(
        {
            "madeWith": "scikit-learn 1.9.1 and NumPy 2.4.6: python test/reference/detection-frames.py",
            "frames": [frames(number) for number in range(40)],
        }
    )
)
