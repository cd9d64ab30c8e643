"""SciPy's assignment beside ours: `assignment.py csr|matrix <file>` prints CPU seconds and the total cost. Needs scipy.

csr: min_weight_full_bipartite_matching on sparse matrices that are there already. matrix: as the
dialogue evaluator of ProAssist does it, with a full matrix of frames that is filled, made sparse and then solved.
The file holds problems one after the other, as doubles: rows, columns, edges, then the starts of rows, the columns and the costs of edges.
"""

import json
import resource
import sys

import numpy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def problems(path):
    numbers = numpy.fromfile(path)
    at = 0
    while at < len(numbers):
        rows, columns, edges = (int(number) for number in numbers[at : at + 3])
        at += 3
        starts = numbers[at : at + rows + 1].astype(numpy.int32)
        at += rows + 1
        places = numbers[at : at + edges].astype(numpy.int32)
        at += edges
        yield (rows, columns), starts, places, numbers[at : at + edges]
        at += edges


def csr(shape, starts, places, costs):
    matrix = csr_array((costs, places, starts), shape=shape)

    def solve():
        rows, columns = min_weight_full_bipartite_matching(matrix)
        return matrix[rows, columns].sum()

    return solve


def matrix(shape, starts, places, costs):
    rows_of_edges = numpy.repeat(numpy.arange(shape[0]), numpy.diff(starts))

    def solve():
        full = numpy.zeros(shape)
        full[rows_of_edges, places] = costs
        return full[min_weight_full_bipartite_matching(csr_array(full))].sum()

    return solve


jobs = [{"csr": csr, "matrix": matrix}[sys.argv[1]](*problem) for problem in problems(sys.argv[2])]
start = cpu()
total = sum(float(job()) for job in jobs)
print(json.dumps({"seconds": cpu() - start, "total": total}))
