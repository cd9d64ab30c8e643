"""Reference values for src/math: our inputs, and what SciPy and NumPy answer.

Made with Python 3.11, SciPy 1.17.1 and NumPy 2.4.6 by
    python test/reference/statistics.py && npx biome format --write test/reference/statistics.json

SciPy is not right everywhere: betainc comes out as 0 for some probabilities below 1e-250, and betaincinv misses for some below 1e-50
and stops at the smallest double. Rows that SciPy itself does not invert are therefore left out.
"""

import json
import math
from pathlib import Path

import numpy
import scipy
from scipy import special, stats

random = numpy.random.default_rng(20251115)


def probability():
    """From everywhere, and from far out on either side."""
    return float(random.choice([random.random(), 10 ** random.uniform(-15, 0), 1 - 10 ** random.uniform(-12, 0), 10 ** random.uniform(-100, 0)]))


def shapes():
    a, b = (float(10 ** random.uniform(-2, 7)) for _ in range(2))
    if random.random() < 0.3:
        b = float(numpy.clip(a * 10 ** random.uniform(-0.3, 0.3), 1e-2, 1e7))
    return a, b


def incomplete_beta():
    a, b = shapes()
    mean = a / (a + b)
    deviation = math.sqrt(mean * (1 - mean) / (a + b + 1))
    x = float(random.choice([random.random(), 10 ** random.uniform(-12, 0), 1 - 10 ** random.uniform(-10, 0), mean + 4 * deviation * random.normal()]))
    x = min(max(x, 1e-300), 1 - 2**-53)
    value = float(special.betainc(a, b, x))
    return [a, b, x, value] if value > 1e-100 else None


def beta_quantile():
    p = probability()
    a, b = shapes()
    x = float(special.betaincinv(a, b, p))
    is_sound = 1e-300 < x < 1 and abs(special.betainc(a, b, x) / p - 1) < 1e-6
    return [p, a, b, x] if is_sound else None


def student_quantile():
    p = probability()
    degrees = float(10 ** random.uniform(-0.5, 7))
    value = float(special.stdtrit(degrees, p))
    is_sound = abs(value) < 1e150 and abs(special.stdtr(degrees, value) / p - 1) < 1e-9
    return [p, degrees, value] if is_sound else None


def normal_quantile():
    p = probability()
    return [p, float(special.ndtri(p))]


def normal_probability():
    z = float(8 * random.normal())
    return [z, float(special.ndtr(z))]


def binomial_interval(method):
    trials = int(10 ** random.uniform(0, 5))
    successes = int(random.choice([0, trials, random.integers(trials + 1)]))
    confidence = float(random.choice([0.8, 0.95, 0.99]))
    limits = stats.binomtest(successes, trials).proportion_ci(confidence, method)
    return [successes, trials, confidence, float(limits.low), float(limits.high)]


def clopper_pearson(successes, trials, confidence):
    tail = (1 - confidence) / 2
    low = stats.beta.ppf(tail, successes, trials - successes + 1) if successes > 0 else 0.0
    high = stats.beta.isf(tail, successes + 1, trials - successes) if successes < trials else 1.0
    return float(low), float(high)


def fractional_interval():
    trials = float(10 ** random.uniform(0, 5))
    successes = trials * random.random()
    return [successes, trials, 0.95, *clopper_pearson(successes, trials, 0.95)]


def korn_graubard():
    groups = int(random.integers(2, 60))
    samples = random.integers(1, 20, groups)
    shares = random.beta(2, 1, groups)
    successes = random.binomial(samples, shares)
    confidence = float(random.choice([0.9, 0.95]))
    n, p = samples.sum(), successes.sum() / samples.sum()
    variance = groups / (groups - 1) * ((successes - p * samples) ** 2).sum() / n**2
    if variance < 1e-12:
        return None
    upper = (1 + confidence) / 2
    correction = (stats.t.ppf(upper, n - 1) / stats.t.ppf(upper, groups - 1)) ** 2
    size = min(n, p * (1 - p) / variance * correction)
    low, high = clopper_pearson(p * size, size, confidence)
    return {"successes": successes.tolist(), "samples": samples.tolist(), "confidence": confidence, "low": low, "high": high}


def quantile():
    values = numpy.sort(random.normal(size=random.integers(1, 12)))
    share = float(random.choice([0, 1, 0.025, random.random()]))
    return {"sorted": values.tolist(), "share": share, "value": float(numpy.quantile(values, share))}


def bca(statistic, data):
    result = stats.bootstrap((data,), statistic, n_resamples=199, method="BCa", rng=random, vectorized=False)
    jackknife = [float(statistic(numpy.delete(data, index))) for index in range(len(data))]
    return {
        "values": result.bootstrap_distribution.tolist(),
        "estimate": float(statistic(data)),
        "jackknife": jackknife,
        "low": float(result.confidence_interval.low),
        "high": float(result.confidence_interval.high),
    }


def collect(make, count):
    rows = []
    while len(rows) < count:
        row = make()
        if row is not None:
            rows.append(row)
    return rows


reference = {
    "madeWith": {"scipy": scipy.__version__, "numpy": numpy.__version__},
    "incompleteBeta": collect(incomplete_beta, 300),
    "betaQuantile": collect(beta_quantile, 300),
    "studentQuantile": collect(student_quantile, 200),
    "normalQuantile": collect(normal_quantile, 100),
    "normalProbability": collect(normal_probability, 100),
    "wilson": collect(lambda: binomial_interval("wilson"), 60),
    "clopperPearson": collect(lambda: binomial_interval("exact"), 60) + collect(fractional_interval, 60),
    "kornGraubard": collect(korn_graubard, 40),
    "quantile": collect(quantile, 200),
    "bca": [
        bca(numpy.mean, random.exponential(size=25)),
        bca(numpy.var, random.normal(size=40)),
        bca(numpy.mean, random.integers(0, 3, size=12).astype(float)),
    ],
}
Path(__file__).with_suffix(".json").write_text(json.dumps(reference, allow_nan=False) + "\n")
