"""Reference values for spotting mAP in src/metrics/detection: random games of our own, and what SoccerNet's program itself answers.

Labels and predictions are written as files and read by SoccerNet.Evaluation.ActionSpotting.evaluate. Confidences and times have ties, several spots of a
type fall into one frame, some truths are not shown, and some confidences are outside [0, 1]; "at3" is at 5 frames per second. `official` has few of
SoccerNet-v2's classes, labels that are none of them, and times beyond two hours, under the program's own list of 17. Made with Python 3.11, NumPy 2.4.6 and SoccerNet 0.2.0 (which
needs no more than NumPy and tqdm here: pip install --no-deps SoccerNet) by
    python test/reference/detection-soccernet.py test/reference/detection-soccernet.json [problems [seed]] 2>/dev/null
    npx biome format --write test/reference/detection-soccernet.json
"""

import json
import random
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import numpy as np
from SoccerNet.Evaluation.ActionSpotting import evaluate
from SoccerNet.Evaluation.utils import EVENT_DICTIONARY_V2

count, seed = [int(word) for word in sys.argv[2:]] + [24, 20261115][len(sys.argv) - 2 :]
source = random.Random(seed)


def position(is_dense):
    return source.choice([source.randint(0, 120), source.randint(0, 240) / 2]) if is_dense else round(source.uniform(0, 400), 3)


def half(number, kinds):
    is_dense = number % 2 == 0
    is_tied = number % 3 == 0
    truths = [[source.choice(kinds), position(is_dense)] for _ in range(source.choice([0, 1, 3, 6]))]
    found = []
    for _ in range(source.choice([0, 2, 10, 25])):
        kind, at = source.choice(truths) if truths and source.random() < 0.6 else [source.choice(kinds), position(is_dense)]
        at = max(0, round(at + source.choice([0, 0.5, -0.5, 1, -2.5, 7, source.uniform(-20, 20)]), 3))
        confidence = source.choice([0, 0.25, 0.5, 1]) if is_tied else source.choice([source.random()] * 8 + [-0.1, 1.2])
        found.append([kind, at, round(confidence, 6)])
    return {"truths": truths, "detections": found}


def milliseconds(seconds):
    return str(round(seconds * 1000))


def write(folder, games):
    for number, halves in enumerate(games):
        annotations, predictions = [], []
        for at, one in enumerate(halves, 1):
            for kind, seconds in one["truths"]:
                visibility = source.choice(["visible", "not shown"])
                annotations.append({"gameTime": f"{at} - 00:00", "label": kind, "position": milliseconds(seconds), "visibility": visibility})
            for kind, seconds, confidence in one["detections"]:
                predictions.append({"half": str(at), "label": kind, "position": milliseconds(seconds), "confidence": confidence})
        for root, name, content in (("labels", "Labels-v2.json", {"annotations": annotations}), ("found", "results_spotting.json", {"predictions": predictions})):
            place = folder / root / "league" / "season" / f"game {number}"
            place.mkdir(parents=True)
            (place / name).write_text(json.dumps(content))


def problem(number):
    kinds = ["card", "goal", "kick"][: source.randint(1, 3)]
    games = [[half(number, kinds) for _ in range(2)] for _ in range(source.randint(1, 2))]
    known = sorted({kind for halves in games for one in halves for kind, _ in one["truths"]})
    if not known:
        return problem(number)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), games)
        answers = {
            metric: float(
                evaluate(
                    str(Path(folder, "labels")),
                    str(Path(folder, "found")),
                    metric=metric,
                    framerate=framerate,
                    dataset=None,
                    EVENT_DICTIONARY={kind: i for i, kind in enumerate(known)},
                )["a_mAP"]
            )
            for metric, framerate in (("loose", 2), ("tight", 2), ("at3", 5))
        }
    return {"videos": [one for halves in games for one in halves], **answers}


def official(number):
    kinds = source.sample(sorted(EVENT_DICTIONARY_V2), source.randint(1, 6)) + ["Streaker"]
    games = [[half(number, kinds) for _ in range(2)] for _ in range(source.randint(1, 2))]
    for one in (one for halves in games for one in halves):
        for spot in one["truths"] + one["detections"]:
            if source.random() < 0.1:
                spot[1] = round(spot[1] + 7190, 3)
    if not any(kind != "Streaker" for halves in games for one in halves for kind, _ in one["truths"]):
        return official(number)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), games)
        paths = str(Path(folder, "labels")), str(Path(folder, "found"))
        answers = {
            metric: float(evaluate(*paths, metric=metric, dataset=None, EVENT_DICTIONARY=EVENT_DICTIONARY_V2)["a_mAP"]) for metric in ("loose", "tight")
        }
    return {"videos": [one for halves in games for one in halves], **answers}


Path(sys.argv[1]).write_text(
    json.dumps(
        {
            "madeWith": f"SoccerNet {version('SoccerNet')} and NumPy {np.__version__}: test/reference/detection-soccernet.py",
            "games": [problem(number) for number in range(count)],
            "official": [official(number) for number in range(count // 2)],
        }
    )
)
