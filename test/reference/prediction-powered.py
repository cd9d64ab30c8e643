"""Reference values for scores corrected by labels: our inputs, and what ppi-python answers.

Made with Python 3.11, ppi-python and NumPy as named in the file by
    python -P test/reference/prediction-powered.py && npx biome format --write test/reference/prediction-powered.json

ppi-python takes labelled and unlabelled answers apart and none of them in groups; its standard error is that of its interval.
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate
from scipy.stats import norm
from seeded import generator


def case(seed, labelled, others, of):
    below = generator(seed)
    people, judged = [], []
    for _ in range(labelled + others):
        truth = of(below)
        people.append(truth)
        judged.append(truth if below(100) < 75 else of(below))
    y, own, rest = numpy.array(people[:labelled]), numpy.array(judged[:labelled]), numpy.array(judged[labelled:])

    def by(power):
        low, high = ppi_mean_ci(y, own, rest, alpha=0.05, lam=power)
        error = float((high[0] - low[0]) / 2 / norm.ppf(0.975))
        return {"value": float(ppi_mean_pointestimate(y, own, rest, lam=power)[0]), "standardError": error}

    return {"people": people[:labelled], "judged": judged, "tuned": by(None), "plain": by(others / (labelled + others))}


share = lambda below: float(below(100) < 70)
mark = lambda below: 1.0 + below(5)
cases = [
    case(1, 30, 200, share),
    case(2, 12, 15, share),
    case(3, 100, 50, share),
    case(4, 40, 400, mark),
    case(5, 25, 25, mark),
]
made_with = {name: version(name) for name in ["ppi-python", "numpy"]}
Path(__file__).with_suffix(".json").write_text(json.dumps({"madeWith": made_with, "cases": cases}))
