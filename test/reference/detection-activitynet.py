"""Reference values for src/metrics/detection: random problems of our own, and what the ActivityNet toolkit answers.

The toolkit (github.com/activitynet/ActivityNet, folder Evaluation) is not part of this repository: eval_detection.py as of ebc8aeb, eval_proposal.py as of
2795199 and utils.py as of 9f3c047, which are Python 2, ran with Python 2.7.18, NumPy 1.16.6, pandas 0.24.2 and joblib 0.14.1: retyped from
what is published, without comments; of eval_proposal.py the function alone. What the toolkit runs in processes are calls here. Confidences have no ties, since the toolkit leaves the order of equals to NumPy's unstable sort and to the order of a
dictionary; tIoU have, and some intervals have no length. Made by
    python2.7 test/reference/detection-activitynet.py <folder Evaluation> test/reference/detection-activitynet.json [problems [seed]]
    npx biome format --write test/reference/detection-activitynet.json
"""

import json
import os
import random
import sys
import tempfile

import numpy as np
import pandas as pd

sys.path.insert(0, sys.argv[1])
import eval_detection
import eval_proposal

count, seed = [int(word) for word in sys.argv[3:]] + [60, 20261115][len(sys.argv) - 3 :]
source = random.Random(seed)
eval_detection.Parallel = lambda n_jobs: lambda jobs: [work(*given, **named) for work, given, named in jobs]


def span(on_grid):
    start = source.randint(0, 12) if on_grid else round(source.uniform(0, 12), 2)
    if on_grid and source.random() < 0.1:
        return [start, start]
    return [start, round(start + (source.randint(1, 6) if on_grid else source.uniform(0.5, 6)), 2)]


def problem(number):
    kinds = ["a", "b", "c"][: source.randint(1, 3)]
    on_grid = number % 3 == 0
    truths, found = {}, {}
    for video in range(source.randint(1, 6)):
        own = [[source.choice(kinds), span(on_grid)] for _ in range(source.choice([0, 1, 2, 5]))]
        detections = []
        for _ in range(source.choice([0, 1, 3, 9])):
            near = source.choice(own) if own and source.random() < 0.7 else None
            shift = source.choice([0, 0, 0.25, -0.5, 1])
            at = [near[1][0] + shift, near[1][1] + shift] if near else span(on_grid)
            detections.append([near[0] if near and source.random() < 0.9 else source.choice(kinds), at, round(source.random(), 9)])
        truths["v%d" % video] = own
        found["v%d" % video] = detections
    known = set(kind for own in truths.values() for kind, _ in own)
    # The toolkit stops at a label that has no truth.
    found = dict((video, [one for one in own if one[0] in known]) for video, own in found.items())
    if not known or not any(found.values()):
        return problem(number)
    return truths, found


def files(truths, found):
    folder = tempfile.mkdtemp()
    truth, prediction = os.path.join(folder, "truth.json"), os.path.join(folder, "prediction.json")
    database = dict(
        (video, {"subset": "validation", "annotations": [{"label": kind, "segment": at} for kind, at in own]}) for video, own in truths.items()
    )
    results = dict((video, [{"label": kind, "segment": at, "score": score} for kind, at, score in own]) for video, own in found.items())
    with open(truth, "w") as file:
        json.dump({"database": database, "taxonomy": [], "version": "1"}, file)
    with open(prediction, "w") as file:
        json.dump({"results": results, "version": "1", "external_data": {}}, file)
    return truth, prediction


def detection(number):
    truths, found = problem(number)
    paths = files(truths, found)
    silent, sys.stdout = sys.stdout, open(os.devnull, "w")
    toolkit = eval_detection.ANETdetection(paths[0], paths[1], check_status=False)
    toolkit.evaluate()
    sys.stdout = silent
    kinds = sorted(toolkit.activity_index)
    precisions = dict((kind, toolkit.ap[:, toolkit.activity_index[kind]].tolist()) for kind in kinds)
    videos = [{"truths": truths[video], "detections": found[video]} for video in sorted(truths)]
    return {"videos": videos, "precisions": precisions, "map": toolkit.mAP.tolist(), "average": toolkit.average_mAP}


def proposals(number):
    videos = []
    for _ in range(source.randint(2, 5)):
        truths = [span(False) for _ in range(source.choice([0, 1, 2, 3]))]
        detections = []
        for _ in range(source.choice([0, 5, 20]) if number % 10 else source.choice([60, 150])):
            near = source.choice(truths) if truths and source.random() < 0.3 else span(False)
            start = round(near[0] + source.uniform(-1, 1), 3)
            detections.append([start, round(start + max(0.5, near[1] - near[0] + source.uniform(-1, 1)), 3), round(source.random(), 9)])
        videos.append({"truths": truths, "detections": detections})
    if not any(video["truths"] and video["detections"] for video in videos):
        return proposals(number)
    columns = ["video-id", "t-start", "t-end"]
    truth = pd.DataFrame([[i] + one for i, video in enumerate(videos) for one in video["truths"]], columns=columns)
    found = pd.DataFrame([[i] + one for i, video in enumerate(videos) for one in video["detections"]], columns=columns + ["score"])
    _, recall, per_video = eval_proposal.average_recall_vs_avg_nr_proposals(truth, found, max_avg_nr_proposals=100)
    area = float(np.trapz(recall, per_video)) / per_video[-1]
    return {"videos": videos, "at": [float(recall[k - 1]) for k in (1, 10, 50, 100)], "area": area}


with open(sys.argv[2], "w") as file:
    made = "ActivityNet toolkit ebc8aeb, Python %s, NumPy %s, pandas %s: test/reference/detection-activitynet.py"
    json.dump(
        {
            "madeWith": made % (sys.version.split()[0], np.__version__, pd.__version__),
            "detection": [detection(number) for number in range(count)],
            "proposals": [proposals(number) for number in range(count // 2)],
        },
        file,
    )
