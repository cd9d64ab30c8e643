"""The ActivityNet toolkit's evaluation beside us: `detection.py <truth> <prediction>` prints CPU seconds and mAP. Needs pandas, NumPy.

A restatement of Evaluation/eval_detection.py in our words, with its data frames, its groups by video and its loop over predictions, truths and
thresholds, on one process; equal scores keep their order. It is not the toolkit itself.
"""

import json
import resource
import sys

import numpy as np
import pandas as pd


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def overlaps(segment, others):
    start = np.maximum(segment[0], others[:, 0])
    end = np.minimum(segment[1], others[:, 1])
    shared = (end - start).clip(0)
    return shared.astype(float) / ((others[:, 1] - others[:, 0]) + (segment[1] - segment[0]) - shared)


def area(precision, recall):
    precision = np.hstack([[0], precision, [0]])
    recall = np.hstack([[0], recall, [1]])
    for i in range(len(precision) - 1)[::-1]:
        precision[i] = max(precision[i], precision[i + 1])
    steps = np.where(recall[1:] != recall[:-1])[0] + 1
    return np.sum((recall[steps] - recall[steps - 1]) * precision[steps])


def class_precision(truth, prediction, thresholds):
    locked = np.ones((len(thresholds), len(truth))) * -1
    prediction = prediction.iloc[prediction["score"].values.argsort(kind="stable")[::-1]].reset_index(drop=True)
    hit = np.zeros((len(thresholds), len(prediction)))
    miss = np.zeros((len(thresholds), len(prediction)))
    by_video = truth.groupby("video-id")
    for index, one in prediction.iterrows():
        try:
            here = by_video.get_group(one["video-id"])
        except KeyError:
            miss[:, index] = 1
            continue
        here = here.reset_index()
        shared = overlaps(one[["t-start", "t-end"]].values, here[["t-start", "t-end"]].values)
        order = shared.argsort()[::-1]
        for k, threshold in enumerate(thresholds):
            for j in order:
                if shared[j] < threshold:
                    miss[k, index] = 1
                    break
                if locked[k, here.loc[j]["index"]] >= 0:
                    continue
                hit[k, index] = 1
                locked[k, here.loc[j]["index"]] = index
                break
            if hit[k, index] == 0 and miss[k, index] == 0:
                miss[k, index] = 1
    found = np.cumsum(hit, axis=1).astype(float)
    wrong = np.cumsum(miss, axis=1).astype(float)
    return [area(found[k] / (found[k] + wrong[k]), found[k] / len(truth)) for k in range(len(thresholds))]


def main(truth_path, prediction_path):
    start = cpu()
    classes = {}
    rows = []
    for video, one in json.load(open(truth_path))["database"].items():
        for annotation in one["annotations"]:
            label = classes.setdefault(annotation["label"], len(classes))
            rows.append((video, float(annotation["segment"][0]), float(annotation["segment"][1]), label))
    truth = pd.DataFrame(rows, columns=["video-id", "t-start", "t-end", "label"])
    rows = []
    for video, results in json.load(open(prediction_path))["results"].items():
        for result in results:
            rows.append((video, float(result["segment"][0]), float(result["segment"][1]), classes.get(result["label"], -1), result["score"]))
    prediction = pd.DataFrame(rows, columns=["video-id", "t-start", "t-end", "label", "score"])
    read = cpu() - start
    start = cpu()
    thresholds = np.linspace(0.5, 0.95, 10)
    own = lambda frame, label: frame[frame["label"] == label].reset_index(drop=True)
    precisions = [class_precision(own(truth, label), own(prediction, label), thresholds) for label in classes.values()]
    return {"read": read, "kernel": cpu() - start, "map": float(np.mean(precisions))}


print(json.dumps(main(*sys.argv[1:])))
