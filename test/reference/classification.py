"""Reference values for src/metrics/{classification,agreement,regression}: our inputs, and what scikit-learn, statsmodels and krippendorff answer.

Made with Python 3.11, scikit-learn 1.9.1, statsmodels 0.15.0, krippendorff 0.9.0 and NumPy 2.4.6 by
    python test/reference/classification.py && npx biome format --write test/reference/classification.json

PABAK and AC1 are in none of these libraries and are restated here from their papers; ICC(2,1) comes from the mean squares of statsmodels' ANOVA.
"""

import json
import warnings
from importlib.metadata import version
from pathlib import Path

import krippendorff
import numpy
import pandas
import sklearn
import statsmodels
import statsmodels.api
from sklearn import metrics
from sklearn.exceptions import UndefinedMetricWarning
from statsmodels.formula.api import ols
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

warnings.simplefilter("ignore", UndefinedMetricWarning)
warnings.filterwarnings("ignore", message="y_pred contains classes not in y_true")
random = numpy.random.default_rng(20261115)
offered = list("abcdefg")


def labels():
    size = int(random.integers(5, 60))
    truth = random.choice(offered[:4], size, p=[0.6, 0.2, 0.15, 0.05])
    predicted = numpy.where(random.random(size) < 0.5, truth, random.choice(offered[:6], size))
    sets = {"support": sorted(set(truth)), "union": sorted(set(truth) | set(predicted)), "options": offered}
    precision, recall, f1, support = metrics.precision_recall_fscore_support(truth, predicted, labels=sets["union"], zero_division=0)
    f1_of = lambda average: {name: float(metrics.f1_score(truth, predicted, labels=chosen, average=average, zero_division=0)) for name, chosen in sets.items()}
    return {
        "truth": truth.tolist(),
        "predicted": predicted.tolist(),
        "accuracy": float(metrics.accuracy_score(truth, predicted)),
        "balancedAccuracy": float(metrics.balanced_accuracy_score(truth, predicted)),
        "macroF1": f1_of("macro"),
        "microF1": f1_of("micro"),
        "weightedF1": f1_of("weighted"),
        "classF1": float(metrics.f1_score(truth == "a", predicted == "a", zero_division=0)),
        "perClass": [[name, int(support[at]), float(precision[at]), float(recall[at]), float(f1[at])] for at, name in enumerate(sets["union"])],
        "confusion": metrics.confusion_matrix(truth, predicted, labels=sets["union"]).tolist(),
    }


def label_sets():
    shape = (int(random.integers(3, 25)), len(offered))
    truth = random.random(shape) < numpy.linspace(0.6, 0, shape[1])
    predicted = numpy.where(random.random(shape) < 0.7, truth, random.random(shape) < 0.3)
    names = lambda rows: [[offered[at] for at in numpy.flatnonzero(row)] for row in rows]
    return {
        "truths": names(truth),
        "predictions": names(predicted),
        "microF1": float(metrics.f1_score(truth, predicted, average="micro", zero_division=0)),
        "macroF1": float(metrics.f1_score(truth, predicted, average="macro", zero_division=0)),
        "exactMatch": float(metrics.accuracy_score(truth, predicted)),
    }


def two_raters():
    categories = ["none", "some", "much", "all"]
    size = int(random.integers(8, 60))
    first = random.integers(0, 4, size)
    second = numpy.where(random.random(size) < 0.6, first, random.integers(0, 4, size))
    agreed = float((first == second).mean())
    shares = (numpy.bincount(first, minlength=4) + numpy.bincount(second, minlength=4)) / (2 * size)
    chance = float((shares * (1 - shares)).sum() / 3)
    kappa = lambda weights: float(metrics.cohen_kappa_score(first, second, labels=range(4), weights=weights))
    return {
        "categories": categories,
        "ratings": [[categories[a], categories[b]] for a, b in zip(first, second)],
        "kappa": kappa(None),
        "kappaLinear": kappa("linear"),
        "kappaQuadratic": kappa("quadratic"),
        "pabak": (4 * agreed - 1) / 3,
        "ac1": (agreed - chance) / (1 - chance),
    }


def many_raters():
    size, raters = int(random.integers(6, 30)), int(random.integers(2, 6))
    base = random.integers(0, 3, size)
    ratings = numpy.where(random.random((size, raters)) < 0.7, base[:, None], random.integers(0, 3, (size, raters)))
    sparse = numpy.where(random.random((size, raters)) < 0.2, numpy.nan, ratings)
    scores = base[:, None] * 2 + random.normal(size=(size, raters)) + random.normal(size=raters)
    sparse_scores = numpy.where(random.random((size, raters)) < 0.2, numpy.nan, scores)
    alpha = lambda table, level: float(krippendorff.alpha(table.T, level_of_measurement=level))
    optional = lambda table: [[None if numpy.isnan(value) else float(value) for value in row] for row in table]
    frame = pandas.DataFrame(
        [{"item": item, "rater": rater, "score": scores[item, rater]} for item in range(size) for rater in range(raters)]
    )
    squares = statsmodels.api.stats.anova_lm(ols("score ~ C(item) + C(rater)", frame).fit())
    item, rater, error = (squares["sum_sq"] / squares["df"])[["C(item)", "C(rater)", "Residual"]]
    return {
        "ratings": ratings.tolist(),
        "fleiss": float(fleiss_kappa(aggregate_raters(ratings)[0])),
        "sparse": optional(sparse),
        "alphaNominal": alpha(sparse, "nominal"),
        "sparseScores": optional(sparse_scores),
        "alphaInterval": alpha(sparse_scores, "interval"),
        "scores": scores.tolist(),
        "icc": float((item - error) / (item + (raters - 1) * error + raters * (rater - error) / size)),
    }


def vectors():
    shape = (int(random.integers(2, 20)), int(random.integers(1, 5)))
    target = 3 * random.normal(size=shape) + 10
    predicted = target + random.normal(size=shape)
    return {
        "target": target.tolist(),
        "predicted": predicted.tolist(),
        "mse": float(metrics.mean_squared_error(target, predicted)),
        "mae": float(metrics.mean_absolute_error(target, predicted)),
        "r2": float(metrics.r2_score(target, predicted, multioutput="variance_weighted")),
    }


reference = {
    "madeWith": {"scikit-learn": sklearn.__version__, "statsmodels": statsmodels.__version__, "krippendorff": version("krippendorff")},
    "offered": offered,
    "labels": [labels() for _ in range(12)],
    "labelSets": [label_sets() for _ in range(8)],
    "twoRaters": [two_raters() for _ in range(8)],
    "manyRaters": [many_raters() for _ in range(8)],
    "vectors": [vectors() for _ in range(8)],
}
Path(__file__).with_suffix(".json").write_text(json.dumps(reference, allow_nan=False) + "\n")
