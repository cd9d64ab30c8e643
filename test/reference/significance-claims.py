"""Reference values for claims between systems: our inputs, and what SciPy answers.

Made with Python 3.11, SciPy and NumPy as named in the file by
    python -P test/reference/significance-claims.py && npx biome format --write test/reference/significance-claims.json

Tango's score test is in neither library: its restricted maximum likelihood is found here by numeric maximisation instead of its closed form.
"""

import json
import math
from pathlib import Path

import numpy
import scipy
from scipy import optimize, stats

random = numpy.random.default_rng(20261115)


def f_quantile():
    p, a, b = float(random.uniform(0.001, 0.999)), float(10 ** random.uniform(-0.3, 3)), float(10 ** random.uniform(-0.3, 3))
    return [p, a, b, float(stats.f.ppf(p, a, b))]


def student_probability():
    t, degrees = float(random.normal() * 3), float(10 ** random.uniform(-0.3, 4))
    return [t, degrees, float(stats.t.cdf(t, degrees))]


def tango():
    pairs = int(random.integers(20, 500))
    first, second = (int(random.integers(0, max(2, pairs // 4))) for _ in range(2))
    margin = float(random.uniform(0.01, 0.3))

    def loss(share):
        other = share - margin  # the share that only the new system gets right
        rest = 1 - share - other
        return -sum(count * math.log(x) for count, x in ((first, other), (second, share), (pairs - first - second, rest)) if count > 0)

    found = optimize.minimize_scalar(loss, bounds=(margin + 1e-12, (1 + margin) / 2 - 1e-12), method="bounded", options={"xatol": 1e-13})
    share = found.x
    variance = pairs * (2 * share - margin - margin**2)
    return [first, second, pairs, margin, float(stats.norm.sf((first - second + pairs * margin) / math.sqrt(variance)))]


reference = {
    "madeWith": {"scipy": scipy.__version__, "numpy": numpy.__version__},
    "fQuantile": [f_quantile() for _ in range(60)],
    "studentProbability": [student_probability() for _ in range(60)],
    "tango": [tango() for _ in range(60)],
}
Path(__file__).with_suffix(".json").write_text(json.dumps(reference, allow_nan=False) + "\n")
