"""Reference values for ranked and rescaled labels and for ICC(2,1): our inputs, and what scikit-learn, polars' definitions and pingouin answer.

Made with Python 3.11, scikit-learn 1.9.1 and pingouin 0.7.0 by
    python -P test/reference/classification-scores.py && npx biome format --write test/reference/classification-scores.json

Rescaling is in no library and is restated here with NumPy from its definition: softmax over labels, z-score over samples (ddof 1, + 1e-6).
"""

import json
import warnings
from pathlib import Path

import numpy
import pandas
import pingouin
import sklearn
from sklearn.metrics import average_precision_score, f1_score

warnings.simplefilter("ignore")
pingouin.options["round"] = None
pingouin.options["round.column.CI95"] = 15
random = numpy.random.default_rng(20261115)
offered = list("abcd")


def ranking(ties):
    size = int(random.integers(8, 50))
    truth = random.choice(4, size, p=[0.5, 0.3, 0.15, 0.05])
    truth[:4] = numpy.arange(4)
    scores = random.random((size, 4)) + 0.5 * (truth[:, None] == numpy.arange(4))
    if ties:
        scores = numpy.round(scores * 4) / 4
    indicator = truth[:, None] == numpy.arange(4)
    weights = random.integers(0, 4, size)
    weights[:4] = 1
    value = lambda average, sample_weight=None: average_precision_score(indicator, scores, average=average, sample_weight=sample_weight)
    return {
        "truth": [offered[at] for at in truth],
        "scores": scores.tolist(),
        "weights": weights.tolist(),
        "perLabel": value(None).tolist(),
        "macro": float(value("macro")),
        "micro": float(value("micro")),
        "macroWeighted": float(value("macro", weights)),
        "microWeighted": float(value("micro", weights)),
    }


def rescaling():
    size = int(random.integers(6, 40))
    truth = random.choice(3, size)
    scores = random.random((size, 3)) * [1, 2, 3] + 0.4 * (truth[:, None] == numpy.arange(3))
    powers = numpy.exp(scores)
    shares = powers / powers.sum(axis=1, keepdims=True)
    everyone = (shares - shares.mean(axis=0)) / (shares.std(axis=0, ddof=1) + 1e-6)
    others = numpy.empty_like(shares)
    for at in range(size):
        rest = numpy.delete(shares, at, axis=0)
        others[at] = (shares[at] - rest.mean(axis=0)) / (rest.std(axis=0, ddof=1) + 1e-6)
    macro = lambda predicted: float(f1_score(truth, predicted, average="macro", zero_division=0))
    named = lambda places: [offered[at] for at in places]
    return {
        "truth": named(truth),
        "scores": scores.tolist(),
        "scaled": {"all": everyone.tolist(), "others": others.tolist()},
        "all": named(everyone.argmax(axis=1)),
        "others": named(others.argmax(axis=1)),
        "macroF1": {"none": macro(scores.argmax(axis=1)), "all": macro(everyone.argmax(axis=1)), "others": macro(others.argmax(axis=1))},
    }


def correlation():
    size, raters = int(random.integers(5, 40)), int(random.integers(2, 6))
    ratings = 2 * random.normal(size=(size, 1)) + random.normal(size=(1, raters)) + random.normal(size=(size, raters)) * random.uniform(0.2, 4)
    return {"ratings": ratings.tolist(), **icc(ratings)}


def icc(ratings):
    size, raters = ratings.shape
    frame = pandas.DataFrame([{"item": i, "rater": j, "score": ratings[i, j]} for i in range(size) for j in range(raters)])
    table = pingouin.intraclass_corr(frame, targets="item", raters="rater", ratings="score")
    row = table[table["Type"].isin(["ICC2", "ICC(A,1)"])].iloc[0]
    return {"icc": float(row["ICC"]), "interval": [float(limit) for limit in (row["CI95"] if "CI95" in row else row["CI95%"])]}


reference = {
    "madeWith": {"scikit-learn": sklearn.__version__, "pingouin": pingouin.__version__},
    "offered": offered,
    "rankings": [ranking(at % 2 == 1) for at in range(10)],
    "rescalings": [rescaling() for _ in range(8)],
    "correlations": [correlation() for _ in range(12)],
}
Path(__file__).with_suffix(".json").write_text(json.dumps(reference, allow_nan=False) + "\n")
