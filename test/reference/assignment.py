"""Reference totals for src/math/assignment: what SciPy answers on cases that both sides make from a seed.

Made with Python 3.11 and SciPy 1.17.1 by
    python test/reference/assignment.py && npx biome format --write test/reference/assignment.json

Only totals are kept, since with ties the permutation is not determined; null where no full matching exists. Cases
go twice: to min_weight_full_bipartite_matching, which drops edges of cost 0, and with them kept to
linear_sum_assignment on the full matrix with infinity for what is no edge. The generator is repeated in assignment.test.ts.
"""

import json
from pathlib import Path

import numpy
import scipy
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

CASES = 3000
MASK = 0xFFFFFFFF


def mulberry(seed):
    state = seed & MASK

    def draw():
        nonlocal state
        state = (state + 0x6D2B79F5) & MASK
        t = ((state ^ (state >> 15)) * (state | 1)) & MASK
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & MASK)) & MASK
        return (t ^ (t >> 14)) & MASK

    return draw


def cost_of(kind, draw):
    word = draw()
    if kind == 0:
        return word / 2**32
    if kind == 1:
        return float(word % 10)
    if kind == 2:
        return float(word % 2)
    if kind == 3:
        return float(word % 41 - 20)
    return (word % 7) / 4 - 0.25


def sparse(seed):
    draw = mulberry(seed ^ 0x5EED0000)
    rows, kind, reach = draw() % 24 + 1, draw() % 5, draw() % 5 + 1
    columns = rows + draw() % 12
    matrix = numpy.full((rows, columns), numpy.inf)
    for row in range(rows):
        for column in range(max(0, row - reach), min(columns, row + 2 * reach + 1)):
            cost = cost_of(kind, draw)
            if draw() % 8 != 0:
                matrix[row, column] = cost
    return full_total(matrix), sparse_total(matrix)


def full_total(matrix):
    try:
        return float(matrix[linear_sum_assignment(matrix)].sum())
    except ValueError:
        return None


def sparse_total(matrix):
    try:
        chosen = min_weight_full_bipartite_matching(csr_array(numpy.where(numpy.isinf(matrix), 0, matrix)))
        return float(matrix[chosen].sum())
    except ValueError as error:
        assert "full matching" in str(error), error
        return None


keep, drop = zip(*(sparse(seed) for seed in range(CASES)))
result = {
    "madeWith": {"scipy": scipy.__version__, "command": "python test/reference/assignment.py"},
    "sparseKeep": keep,
    "sparseDrop": drop,
}
Path(__file__).with_suffix(".json").write_text(json.dumps(result))
