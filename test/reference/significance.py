"""Reference values for src/math/significance: our inputs, and what SciPy and statsmodels answer.

Made with Python 3.11, SciPy 1.17.1, statsmodels 0.15.0 and NumPy 2.4.6 by
    python test/reference/significance.py && npx biome format --write test/reference/significance.json

Mid-p is in neither library and is summed here from SciPy's binomial probabilities.
"""

import json
import math
from pathlib import Path

import numpy
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

random = numpy.random.default_rng(20261115)


def mcnemar_case():
    first, second = (int(10 ** random.uniform(0, 3.5)) - 1 for _ in range(2))
    if random.random() < 0.2:
        second = first
    if first + second == 0:
        return mcnemar_case()
    exact = float(mcnemar([[0, first], [second, 0]], exact=True).pvalue)
    if exact < 1e-290:  # where SciPy's own sums run out of doubles
        return mcnemar_case()
    probabilities = stats.binom.pmf(numpy.arange(first + second + 1), first + second, 0.5)
    distance = numpy.abs(2 * numpy.arange(first + second + 1) - (first + second))
    seen = abs(first - second)
    return [first, second, exact, float(probabilities[distance > seen].sum() + probabilities[distance == seen].sum() / 2)]


def sign_flip_case(groups):
    differences = numpy.round(random.normal(0.3, 1, groups), 3)
    if random.random() < 0.5:
        differences = random.integers(-3, 5, groups).astype(float)
    total = lambda x, y, axis: numpy.sum(x - y, axis=axis)
    result = stats.permutation_test((differences, numpy.zeros(groups)), total, permutation_type="samples", n_resamples=math.inf, vectorized=True)
    return {"differences": differences.tolist(), "pValue": float(result.pvalue)}


def sign_flip_large(groups):
    """Exact p-value of more groups than we enumerate, to hold the draws against."""
    differences = random.normal(0.35, 1, groups)
    totals = numpy.zeros(1)
    for difference in differences:
        totals = numpy.concatenate([totals + difference, totals - difference])
    return {"differences": differences.tolist(), "pValue": float((numpy.abs(totals) >= abs(differences.sum()) - 1e-9).mean())}


def adjusted_case():
    values = random.random(int(random.integers(1, 15))) ** 3
    if random.random() < 0.3:
        values = numpy.round(values, 1)
    return {"pValues": values.tolist(), "holm": multipletests(values, method="holm")[1].tolist()}


def poisson_case():
    count = int(random.choice([0, 1, 2, int(10 ** random.uniform(0, 5))]))
    confidence = float(random.choice([0.8, 0.9, 0.95, 0.99]))
    tail = (1 - confidence) / 2
    low = stats.chi2.ppf(tail, 2 * count) / 2 if count > 0 else 0.0
    return [count, confidence, float(low), float(stats.chi2.isf(tail, 2 * count + 2) / 2)]


reference = {
    "madeWith": {"scipy": scipy.__version__, "statsmodels": statsmodels.__version__, "numpy": numpy.__version__},
    "mcnemar": [mcnemar_case() for _ in range(60)],
    "signFlip": [sign_flip_case(int(random.integers(2, 15))) for _ in range(12)],
    "signFlipLarge": [sign_flip_large(21) for _ in range(4)],
    "adjusted": [adjusted_case() for _ in range(20)],
    "poisson": [poisson_case() for _ in range(60)],
}
Path(__file__).with_suffix(".json").write_text(json.dumps(reference, allow_nan=False) + "\n")
