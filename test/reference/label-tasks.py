"""Reference values for scored labels of several tasks: our inputs, and what scikit-learn and pandas make of them.

Made with Python 3.11, scikit-learn 1.9.1, NumPy 2.4.6 and pandas 3.1.1 by
    python -P test/reference/label-tasks.py && npx biome format --write test/reference/label-tasks.json

Rescaling, error bars, the calibration error and the expected average precision of a random ranking are in no library and are
restated here from their definitions: softmax over the labels of a video, z-score over the videos of a task and label (ddof 1,
+ 1e-6), mean over tasks with deviation / (sqrt(tasks) + 1e-6), 15 bins of equal width, and the sum over hypergeometric draws.
"""

import json
from math import comb, sqrt
from pathlib import Path

import numpy
import pandas
import sklearn
from sklearn.metrics import (
    accuracy_score,
    average_precision_score,
    brier_score_loss,
    precision_recall_fscore_support,
    top_k_accuracy_score,
)

random = numpy.random.default_rng(20261116)
environments = ["Virtual home", "Real world"]


def experiment(probabilities):
    rows = []
    for task in range(5):
        labels = [f"label_{place}" for place in range(int(random.integers(2, 8)))]
        for video in range(int(random.integers(len(labels) + 2, 30))):
            truth = int(random.integers(len(labels))) if video >= len(labels) else video
            scores = random.random(len(labels)) + 0.4 * (numpy.arange(len(labels)) == truth) + 0.3 * (numpy.arange(len(labels)) == 0)
            if probabilities:
                powers = numpy.exp(3 * scores)
                scores = powers / powers.sum()
            for place, label in enumerate(labels):
                rows.append({"task": f"task_{task}", "level": str(1 + task // 3), "environment": environments[video % 2], "video": f"v{video}", "label": label,
                             "label_idx": place, "score": float(scores[place]), "true_label": labels[truth]})
    return pandas.DataFrame(rows)


def random_average_precision(size, positives):
    def draws(found, seen):
        return comb(positives, found) * comb(size - positives, seen - found) / comb(size, seen)
    return sum(draws(i, n) * (i / n) ** 2 for i in range(1, positives + 1) for n in range(i, size - positives + i + 1)) / positives


def rescaled(frame):
    share = frame.groupby(["task", "video"])["score"].transform(lambda scores: numpy.exp(scores) / numpy.exp(scores).sum())
    groups = share.groupby([frame["task"], frame["label"]])
    return (share - groups.transform("mean")) / (groups.transform("std") + 1e-6)


def predictions(frame, column):
    best = frame.loc[frame.groupby(["task", "video"])[column].idxmax()]
    return best[["task", "level", "environment", "video", "label", "true_label"]]


def macro(own):
    labels = sorted(set(own["true_label"]) | set(own["label"]))
    figures = precision_recall_fscore_support(own["true_label"], own["label"], labels=labels, zero_division=0)
    return float(figures[2].mean()), {label: [float(figures[part][at]) for part in range(4)] for at, label in enumerate(labels)}


def calibration_error(wide, truth, bins=15):
    confidence, right = wide.max(axis=1), wide.argmax(axis=1) == truth
    places = numpy.clip(numpy.ceil(confidence * bins) - 1, 0, bins - 1)
    return float(sum(abs(right[places == at].mean() - confidence[places == at].mean()) * (places == at).mean() for at in set(places)))


def task_figures(frame):
    labels = list(dict.fromkeys(frame.sort_values("label_idx")["label"]))
    wide = frame.pivot(index="video", columns="label", values="score")[labels].to_numpy()
    truth = frame.groupby("video")["true_label"].first().map(labels.index).to_numpy()
    raw, per_label = macro(predictions(frame, "score"))
    scaled, scaled_per_label = macro(predictions(frame, "rescaled"))
    indicator = truth[:, None] == numpy.arange(len(labels))
    figures = {
        "accuracy": float(accuracy_score(truth, wide.argmax(axis=1))),
        "macro-f1": raw,
        "rescaled-macro-f1": scaled,
        "label-ap": float(numpy.mean([average_precision_score(indicator[:, at], wide[:, at]) for at in range(len(labels))])),
    }
    if len(labels) > 3:
        figures["top-3-accuracy"] = float(top_k_accuracy_score(truth, wide, k=3, labels=numpy.arange(len(labels))))
    if numpy.allclose(wide.sum(axis=1), 1):
        figures["ece"] = calibration_error(wide, truth)
        figures["brier"] = float(brier_score_loss(truth, wide, labels=numpy.arange(len(labels)), scale_by_half=False))
    table = [{"label": label, "raw": per_label.get(label), "rescaled": scaled_per_label.get(label),
              "averagePrecision": float(average_precision_score(indicator[:, at], wide[:, at])),
              "atRandom": random_average_precision(len(truth), int(indicator[:, at].sum()))} for at, label in enumerate(labels)]
    return figures, table


def case(probabilities):
    frame = experiment(probabilities)
    frame["rescaled"] = rescaled(frame)
    figures, tables = {}, {}
    for task, own in frame.groupby("task"):
        figures[task], tables[task] = task_figures(own)
    means = pandas.DataFrame(figures).T.mean().to_dict()
    levels = {}
    for level, own in predictions(frame, "rescaled").groupby("level"):
        scores = [macro(one)[0] for _, one in own.groupby("task")]
        levels[level] = {"mean": float(numpy.mean(scores)), "error": float(numpy.std(scores, ddof=1) / (sqrt(len(scores)) + 1e-6))}
    export = [{"task": task, "environment": environment, "labels": macro(own)[1]} for (task, environment), own in predictions(frame, "rescaled").groupby(["task", "environment"])]
    rows = frame.drop(columns=["rescaled", "label_idx"])
    samples = [{"task": task, "video": video, **own.iloc[0][["level", "environment", "true_label"]].to_dict(), "scores": dict(zip(own["label"], own["score"], strict=True))}
               for (task, video), own in rows.groupby(["task", "video"], sort=False)]
    return {"samples": samples, "tasks": figures, "means": means, "labels": tables, "levels": levels, "export": export}


reference = {
    "madeWith": {"scikit-learn": sklearn.__version__, "pandas": pandas.__version__, "numpy": numpy.__version__},
    "random": [{"size": size, "positives": positives, "expected": random_average_precision(size, positives)} for size, positives in [(10, 1), (10, 3), (20, 10), (7, 7), (1, 1)]],
    "cases": [case(at % 2 == 1) for at in range(4)],
}
Path(__file__).with_suffix(".json").write_text(json.dumps(reference, allow_nan=False) + "\n")
