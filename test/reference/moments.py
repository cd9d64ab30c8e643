"""Reference values for src/metrics/moments: random queries of our own, and what QVHighlights' evaluation itself answers.

The program (github.com/jayleicn/moment_detr, folder standalone_eval, as of 2fa9e32, retyped; utils.py from public copies of it, two of which agree) is not part of this repository. It rounds what it prints to two
decimals; here its functions answer for one query at a time, unrounded, and its whole evaluation for all queries together, as printed. Windows are those of
QVHighlights, multiples of two seconds, so that a moment may overlap several truths alike, or any. Made with Python 3.11, NumPy 2.4.6 and scikit-learn 1.9.1 by
    python test/reference/moments.py <moment_detr> test/reference/moments.json [queries [seed]]
    npx biome format --write test/reference/moments.json
"""

import json
import random
import sys
from pathlib import Path

import numpy as np
import sklearn

sys.path.insert(0, sys.argv[1])
from standalone_eval import eval as official
from standalone_eval import utils

count, seed = [int(word) for word in sys.argv[3:]] + [80, 20261115][len(sys.argv) - 3 :]
source = random.Random(seed)
THRESHOLDS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
GRADES = {"fair": 2, "good": 3, "very-good": 4}
DURATION = 60


def window(is_grid):
    start = 2 * source.randint(0, 20) if is_grid else round(source.uniform(0, 40), 3)
    return [start, start + (2 * source.randint(1, 10) if is_grid else round(source.uniform(1, 40), 3))]


def query(number):
    is_grid = number % 2 == 0
    truths = [window(is_grid) for _ in range(source.randint(1, 4))]
    found = []
    for _ in range(source.randint(1, 14)):
        near = source.choice(truths)
        shift = lambda: source.choice([0, 2, -2]) if is_grid else round(source.uniform(0, 4), 3)
        at = [near[0] + shift(), near[1] + shift()] if source.random() < 0.7 else window(is_grid)
        at = [max(0, at[0]), at[1]]
        if at[0] < at[1]:
            found.append([*at, source.choice([0.1, 0.5, 0.9]) if number % 5 == 0 else round(source.random(), 6)])
    if not found:
        return query(number)
    clips = DURATION // 2
    score = (lambda: source.choice([0.1, 0.2, 0.3])) if number % 3 == 0 else (lambda: round(source.gauss(0, 1), 4))
    saliency = [score() for _ in range(max(1, clips + source.choice([0, 0, -4, 3])))]
    chosen = sorted(source.sample(range(clips), source.randint(1, clips)))
    truth = {"qid": number, "duration": DURATION, "relevant_windows": truths, "relevant_clip_ids": chosen}
    truth["saliency_scores"] = [[source.randint(0, 4) for _ in range(3)] for _ in chosen]
    return truth, {"qid": number, "pred_relevant_windows": found, "pred_saliency_scores": saliency}


def single(truth, found):
    """Unrounded."""
    row = lambda at: {"video-id": truth["qid"], "t-start": at[0], "t-end": at[1]}
    predicted = [{**row(at), "score": at[2]} for at in found["pred_relevant_windows"][:10]]
    precisions = utils.compute_average_precision_detection([row(at) for at in truth["relevant_windows"]], predicted, tiou_thresholds=THRESHOLDS)
    recalls = official.compute_mr_r1([found], [truth], iou_thds=THRESHOLDS)
    table = official.mk_gt_scores(truth)
    highlights = {}
    for name, least in GRADES.items():
        labels = (table >= least).astype(float)
        each = [official.compute_ap_from_tuple((0, rater, labels[:, rater], np.array(found["pred_saliency_scores"])))[2] for rater in range(3)]
        highlights[name] = {"map": float(np.mean(each)), "hit": official.compute_hl_hit1({0: found}, {0: labels}) / 100}
    return {"map": precisions.tolist(), "r1": [recalls[str(at)] / 100 for at in THRESHOLDS], "highlights": highlights}


queries = [query(number) for number in range(count)]
truths, found = [list(part) for part in zip(*queries)]
Path(sys.argv[2]).write_text(
    json.dumps(
        {
            "madeWith": f"moment_detr 2fa9e32, scikit-learn {sklearn.__version__} and NumPy {np.__version__}: test/reference/moments.py",
            "thresholds": THRESHOLDS,
            "queries": [{"truth": truth, "found": own, "answer": single(truth, own)} for truth, own in queries],
            "printed": {**official.eval_moment_retrieval(found, truths), **official.eval_highlight(found, truths)},
        }
    )
)
