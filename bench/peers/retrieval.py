"""trec_eval and ranx beside us: `retrieval.py trec|ranx <qrels> <run>` prints CPU seconds and MAP. Needs pytrec-eval-terrier, ranx.

trec_eval is the C program inside the pytrec_eval extension: its own readers of qrels and run and its own measures are called through ctypes, with
the loop over queries of its main program, so that nothing is parsed by Python. The measures are those of `usual` in bench/metrics/retrieval.ts
and, since it knows them by group, the other cut-offs of their groups. ranx is timed on its second round, when its functions are compiled.
"""

import ctypes
import json
import resource
import sys


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


POINTER = ctypes.c_void_p


class Measure(ctypes.Structure):
    _fields_ = [(name, POINTER) for name in "name explanation init calc acc average print_single print_final params".split()] + [
        ("index", ctypes.c_long)
    ]


class Value(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_double)]


class Evaluation(ctypes.Structure):
    _fields_ = [
        ("query", ctypes.c_char_p),
        ("queries", ctypes.c_long),
        ("values", ctypes.POINTER(Value)),
        ("count", ctypes.c_long),
        ("most", ctypes.c_long),
    ]


class Judgements(ctypes.Structure):
    _fields_ = [("query", ctypes.c_char_p), ("format", ctypes.c_char_p), ("own", POINTER)]


class Results(ctypes.Structure):
    _fields_ = [("query", ctypes.c_char_p), ("name", ctypes.c_char_p), ("format", ctypes.c_char_p), ("own", POINTER)]


class AllJudgements(ctypes.Structure):
    _fields_ = [("count", ctypes.c_long), ("most", ctypes.c_long), ("items", ctypes.POINTER(Judgements))]


class AllResults(ctypes.Structure):
    _fields_ = [("count", ctypes.c_long), ("most", ctypes.c_long), ("items", ctypes.POINTER(Results))]


class Options(ctypes.Structure):
    _fields_ = [
        ("query_flag", ctypes.c_long),
        ("summary_flag", ctypes.c_long),
        ("debug_level", ctypes.c_long),
        ("debug_query", ctypes.c_char_p),
        ("relation_flag", ctypes.c_long),
        ("average_complete_flag", ctypes.c_long),
        ("judged_docs_only_flag", ctypes.c_long),
        ("num_docs_in_coll", ctypes.c_long),
        ("relevance_level", ctypes.c_long),
        ("max_num_docs_per_topic", ctypes.c_long),
        ("rel_info_format", ctypes.c_char_p),
        ("results_format", ctypes.c_char_p),
        ("zscore_flag", ctypes.c_long),
        ("meas_arg", POINTER),
    ]


def trec(qrels, run):
    import pytrec_eval_ext

    library = ctypes.CDLL(pytrec_eval_ext.__file__)
    options = Options(0, 1, 0, None, 1, 0, 0, 0, 1, 2**62, b"qrels", b"trec_results", 0, None)
    judgements, results = AllJudgements(), AllResults()
    start = cpu()
    assert library.te_get_qrels(ctypes.byref(options), qrels.encode(), ctypes.byref(judgements)) == 1
    assert library.te_get_trec_results(ctypes.byref(options), run.encode(), ctypes.byref(results)) == 1
    read = cpu() - start

    start = cpu()
    names = ["map", "recip_rank", "ndcg", "ndcg_cut", "Rprec", "bpref", "P", "recall", "success"]
    measures = [Measure.in_dll(library, f"te_meas_{name}") for name in names]
    method = lambda address, count: ctypes.CFUNCTYPE(ctypes.c_int, *([POINTER] * count))(address)
    total = Evaluation(b"all", 0, None, 0, 0)
    for measure in measures:
        measure.index = -2
        assert method(measure.init, 3)(ctypes.addressof(options), ctypes.addressof(measure), ctypes.addressof(total)) == 1
    values = (Value * total.count)()
    own = Evaluation(None, 0, values, total.count, total.count)
    size = ctypes.sizeof(Value) * total.count
    blank = ctypes.string_at(total.values, size)
    steps = [(method(measure.calc, 5), method(measure.acc, 4), ctypes.addressof(measure)) for measure in measures]
    by_query = {judgements.items[i].query: i for i in range(judgements.count)}
    at, options_at, own_at, total_at = ctypes.addressof, ctypes.addressof(options), ctypes.addressof(own), ctypes.addressof(total)
    for i in range(results.count):
        result = results.items[i]
        j = by_query.get(result.query)
        if j is None:
            continue
        ctypes.memmove(values, blank, size)
        for calculate, accumulate, measure in steps:
            assert calculate(options_at, at(judgements.items[j]), at(result), measure, own_at) == 1
            accumulate(options_at, measure, own_at, total_at)
        total.queries += 1
    for measure in measures:
        method(measure.average, 4)(options_at, ctypes.addressof(measure), ctypes.addressof(judgements), total_at)
    return {"read": read, "evaluate": cpu() - start, "map": total.values[measures[0].index].value}


def ranx(qrels, run):
    from ranx import Qrels, Run, evaluate

    names = ["map", "mrr", "ndcg", "ndcg@10", "r-precision", "bpref", "precision@5", "precision@10", "precision@100"]
    names += ["recall@10", "recall@100", "recall@1000", "hit_rate@1", "hit_rate@5", "hit_rate@10"]
    for _ in range(2):
        start = cpu()
        truth, found = Qrels.from_file(qrels, kind="trec"), Run.from_file(run, kind="trec")
        read = cpu() - start
        start = cpu()
        scores = evaluate(truth, found, names, threads=1)
        spent = cpu() - start
    return {"read": read, "evaluate": spent, "map": float(scores["map"])}


print(json.dumps({"trec": trec, "ranx": ranx}[sys.argv[1]](*sys.argv[2:])))
